"""Events call sides and maps by their names; a side without a name goes by its id."""

import pytest

from scales.dice import ScriptedDice
from scales.legatus import ENGINE
from scales.legatus.state import side_name
from tests.legatus.table import century, setup, table

UNITS = ([century("a", "hq_grav", "0303")], [century("b", "hq_grav", "1303")])
SIDES = [
    {"id": "tog", "faction": "tog", "seat": "tog", "name": "TOG manus"},
    {"id": "commonwealth", "faction": "commonwealth", "seat": "cw"},
]


@pytest.mark.parametrize(("double_blind", "sentence"), [
    (0, "2 units of TOG manus and Commonwealth meet on the map Uplands."),
    (1, "TOG manus comes to the map Uplands with 1 unit and has not spotted anybody."),
])  # fmt: skip
def test_a_battle_begins_with_who_meets_where(double_blind: int, sentence: str) -> None:
    given = setup(*UNITS, map="legatus_uplands", rows=[], sides=SIDES, options={"double_blind": double_blind})
    assert sentence in [event.text for event in ENGINE.setup(given, ScriptedDice()).events]


def test_a_side_without_a_name_goes_by_its_id() -> None:
    assert side_name(table(*UNITS, sides=SIDES), "commonwealth") == "Commonwealth"

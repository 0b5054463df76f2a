"""Places and terms of a set-up that the rules or good sense do not allow."""

from collections.abc import Callable
from typing import Any

import pytest

from scales.centurion import ENGINE
from scales.codec import clone
from scales.engine import Json
from tests.centurion import battles

FORT = {"id": "fort", "side": "tog", "type": 2, "hex": "1010"}


def told(change: Callable[[Json], Any], given: Callable[[], Json] = battles.given) -> list[str]:
    found = clone(given())
    change(found)
    return [fault.text for fault in ENGINE.faults(found)]


def squad(given: Json, id: str) -> Json:
    found: Json = next(s for p in given["platoons"] for s in p["squads"] if s["id"] == id)
    return found


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda g: g["board"]["terrain"].update({"0409": "0w"}), "the squad 'tog-foot' cannot stand in the lake 0409"),
        (lambda g: squad(g, "tog-s1").update(hex="0909"), "it has either aboard or hex"),
        (lambda g: squad(g, "tog-foot").update(type="vehicle_crew"), "there is no squad 'vehicle_crew'"),
        (lambda g: g["board"]["terrain"].update({"9999": "0."}), "hex 9999 is not on the board"),
    ],
)
def test_places(change: Callable[[Json], Any], text: str) -> None:
    assert any(text in each for each in told(change)), told(change)


def test_nobody_hides_in_an_installation_of_the_enemy() -> None:
    given = {"installations": [{**FORT, "side": "cw", "hex": "0804"}]}
    assert any(
        "'tog-lurk-s' cannot be hidden in 0804: an enemy begins there" in each for each in told(lambda g: g.update(given), battles.ambush)
    )


@pytest.mark.parametrize(
    ("victory", "text"),
    [
        ({"exits": [{"side": "tog", "edges": ["east"], "since": 5, "until": 3}]}, "from turn 5 until turn 3 is never"),
        ({"terms": [{"side": "tog", "event": "stay", "text": "x", "since": 5, "until": 3}]}, "from turn 5 until turn 3 is never"),
        ({"objectives": [{"name": "hill", "hexes": ["0505"]}] * 2}, "two objectives have the name 'hill'"),
        ({"hold_all": 3}, "hold_all ends a battle by its objectives, and there are none"),
    ],
)
def test_terms(victory: Json, text: str) -> None:
    assert text in told(lambda g: g.update(victory=victory))

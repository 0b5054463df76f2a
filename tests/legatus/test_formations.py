"""The standard formations form up as printed, with the names that a player expects; the catalog lists them."""

from collections import Counter
from typing import Any

import pytest

from api.commands.reference import LEGATUS
from scales.dice import ScriptedDice
from scales.legatus import ENGINE
from scales.legatus.preparation import listing
from scales.legatus.preparation.deploying import ordinal
from scales.legatus.state import LegatusState, members
from scales.legatus.tables import century_count, formations, kinds
from tests.cli.conftest import imperator
from tests.legatus.table import century, setup

HEAVY, MEDIUM, LIGHT, INFANTRY = "heavy_grav_armor", "medium_grav_armor", "light_grav_armor", "grav_armored_infantry"
GUNS, HQ = "grav_artillery", "hq_grav"
MEDIUM_COHORT = {MEDIUM: 3, LIGHT: 3, HQ: 1}
INFANTRY_COHORT = {INFANTRY: 3, LIGHT: 3, HQ: 1}
LIGHT_COHORT = {MEDIUM: 2, LIGHT: 4, HQ: 1}
HEAVY_COHORT = {HEAVY: 4, MEDIUM: 3, LIGHT: 3, HQ: 1}
BAUFRIN = {MEDIUM: 5, GUNS: 1, HQ: 1}
CAVALRY = {LIGHT: 3, MEDIUM: 1, HEAVY: 1, GUNS: 1, HQ: 1}
PRINTED: dict[str, list[dict[str, int]]] = {
    "Medium Cohort": [MEDIUM_COHORT],
    "Armoured Infantry Cohort": [INFANTRY_COHORT],
    "Light Cohort": [LIGHT_COHORT],
    "Artillery Cohort": [{GUNS: 6}],
    "Heavy Cohort (Cohort Primus)": [HEAVY_COHORT],
    "Praetorian Infantry Cohort": [{INFANTRY: 5, LIGHT: 5, HQ: 1}],
    "Praetorian Medium Cohort": [{MEDIUM: 5, LIGHT: 5, HQ: 1}],
    "Baufrin Battalion": [BAUFRIN],
    "Armoured Cavalry Battalion": [CAVALRY],
    "Kessrith Heavy Battalion": [{HEAVY: 3, LIGHT: 1, HQ: 1}],
    "Kessrith Medium Battalion": [{MEDIUM: 3, LIGHT: 1, HQ: 1}],
    "Kessrith Armoured Infantry Battalion": [{INFANTRY: 3, LIGHT: 1, HQ: 1}],
    "Kessrith Artillery Battalion": [{GUNS: 4}],
    "Marine Cohort": [{"marine": 6, "hq_ground": 1}],
    "Renegade Strike Manus": [{HQ: 1}, MEDIUM_COHORT, MEDIUM_COHORT],
    "Renegade Strike Manus Primus": [{HQ: 1}, HEAVY_COHORT, *[MEDIUM_COHORT] * 3],
    "Renegade Infantry Manus": [{HQ: 1}, INFANTRY_COHORT, INFANTRY_COHORT],
    "Infantry Manus Primus": [{HQ: 1}, HEAVY_COHORT, *[INFANTRY_COHORT] * 3],
    "B'ekkal Brigade": [LIGHT_COHORT | {HQ: 2}, *[LIGHT_COHORT] * 3],
    "Kessrith Heavy Brigade": [{HEAVY: 3, LIGHT: 1, HQ: 2}, *[{HEAVY: 3, LIGHT: 1, HQ: 1}] * 3],
    "Kessrith Medium Brigade": [{MEDIUM: 3, LIGHT: 1, HQ: 2}, *[{MEDIUM: 3, LIGHT: 1, HQ: 1}] * 3],
    "Kessrith Infantry Brigade": [{INFANTRY: 3, LIGHT: 1, HQ: 2}, *[{INFANTRY: 3, LIGHT: 1, HQ: 1}] * 3],
    "Baufrin Regiment": [BAUFRIN | {HQ: 2}, *[BAUFRIN] * 3],
    "Armoured Cavalry Regiment": [CAVALRY | {HQ: 2}, *[CAVALRY] * 3],
}
"""Centuries of each cohort, that of a manus headquarters first; a brigade headquarters is with its first battalion."""


def formed(formation: str, **more: Any) -> LegatusState:
    given = setup([], [century("x", MEDIUM, "1410")])
    given["cohorts"].append({"id": "f", "side": "tog", "formation": formation, "hex": "0806", **more})
    assert ENGINE.faults(given) == []
    state: LegatusState = ENGINE.setup(given, ScriptedDice()).state
    assert ENGINE.invariants(state) == []
    return state


def counts(state: LegatusState) -> list[dict[str, int]]:
    return [dict(Counter(u.kind for u in members(state, c))) for c in sorted(state.cohorts) if state.cohorts[c].side == "tog"]


@pytest.mark.parametrize("name", PRINTED)
def test_a_formation_forms_up_as_printed(name: str) -> None:
    state = formed(name)
    assert counts(state) == PRINTED[name]
    names = [u.name for u in state.units.values()]
    assert len(set(names)) == len(names)


def test_every_printed_formation_is_tested() -> None:
    ids = {next(c.formation for c in reversed(list(formed(name).cohorts.values())) if c.side == "tog") for name in PRINTED}
    printed = {id for id, row in formations().items() if row["status"] == "printed"}
    assert printed - ids <= {"bekkal_brigade", "kessrith_heavy_brigade", "kessrith_medium_brigade", "kessrith_infantry_brigade",
                             "baufrin_regiment", "armored_cavalry_regiment"}  # fmt: skip
    assert len(PRINTED) == len(printed)


@pytest.mark.parametrize("name", ["Baufrin Battalion", "Armored Cavalry Battalion", "Baufrin Regiment", "Armored Cavalry Regiment"])
def test_organic_signals_are_with_the_headquarters_of_battalions_only(name: str) -> None:
    state = formed(name)
    assert {u.hq and not u.high_hq for u in state.units.values() if u.organic_signals} == {True}
    own = [u for u in state.units.values() if u.hq and not u.high_hq]
    assert all(u.organic_signals for u in own)


def test_names_are_those_that_a_player_expects() -> None:
    state = formed("medium cohort", name="1st Cohort")
    assert [u.name for u in members(state, "f")] == [
        "1st Cohort 1st Medium Grav Century",
        "1st Cohort 2nd Medium Grav Century",
        "1st Cohort 3rd Medium Grav Century",
        "1st Cohort 1st Light Grav Century",
        "1st Cohort 2nd Light Grav Century",
        "1st Cohort 3rd Light Grav Century",
        "1st Cohort headquarters",
    ]
    manus = formed("renegade_strike_manus", name="Red Manus")
    names = [c.name for c in manus.cohorts.values() if c.side == "tog"]
    assert names == ["Red Manus 1st Medium Cohort", "Red Manus 2nd Medium Cohort", "Red Manus"]
    assert manus.units["f.2-1"].name == "Red Manus 4th Medium Grav Century"
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21)] == ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st"]


@pytest.mark.parametrize("id", sorted(formations()))
def test_a_formation_has_as_many_centuries_as_the_catalog_says(id: str) -> None:
    state = formed(id)
    row = next(r for r in listing.formations_list() if r["id"] == id)
    assert sum(u.side == "tog" for u in state.units.values()) == century_count(id) == row["in_all"]


def test_the_catalog_lists_what_there_is() -> None:
    found = imperator("catalog", "legatus", "--json").json
    assert list(LEGATUS) == list(listing.LISTS)
    assert set(found) == set(LEGATUS)
    assert {row["id"] for row in found["centuries"]} == set(kinds())
    assert {row["id"] for row in found["formations"]} == set(formations())
    medium = next(row for row in found["centuries"] if row["id"] == MEDIUM)
    assert (medium["whole"], medium["crippled"], medium["movement"]) == ("5/6/6", "3/4/4", 6)
    woods = next(row for row in found["terrain"] if row["id"] == "heavy_woods")
    assert (woods["infantry"], woods["ground"], woods["grav"]) == ("1", "3", "3")
    assert {"id": "hq", "crippled": 3, "destroyed": 6} in found["victory"]
    assert {"legatus_uplands", "centurion_town"} <= {row["id"] for row in found["maps"]}
    for row in found["maps"]:
        assert ENGINE.faults(setup([century("a", MEDIUM, "0202")], [century("x", MEDIUM, "0606")], rows=[], map=row["id"])) == []


@pytest.mark.parametrize("name", listing.LISTS)
def test_a_list_of_the_catalog_as_text(name: str) -> None:
    shown = imperator("catalog", "legatus", name)
    assert shown.code == 0
    assert len(shown.out.splitlines()) == 2 + len(listing.LISTS[name]())

"""Support beside the formations of the book, and which manus is permanent by its faction. legatus: Manus"""

import pytest

from scales.engine import Json
from scales.legatus import ENGINE
from scales.legatus.preparation.setup import build
from tests.legatus.table import century, setup

GUNS: Json = {"id": "guns", "name": "Guns", "kind": "grav_artillery"}
SIDES = [{"id": s, "faction": s, "seat": s} for s in ("tog", "commonwealth")]
TOG = [century("a", "hq_grav", "1303")]


def given(cohort: Json, *more: Json, faction: str = "commonwealth") -> Json:
    cohorts = [{"id": "red", "name": "Red", "side": "commonwealth", "hex": "0503", "front": 2} | cohort, *more]
    sides = [SIDES[0], SIDES[1] | {"faction": faction}]
    about = setup(TOG, [], sides=sides)
    return about | {"cohorts": [*about["cohorts"], *cohorts]}


@pytest.mark.parametrize(("formation", "size", "cohort"), [("Renegade Strike Manus", 15, "red.0"), ("Kessrith Heavy Brigade", 21, "red.1")])
def test_centuries_of_a_formation_of_several_cohorts_are_with_its_headquarters(formation: str, size: int, cohort: str) -> None:
    found = build(given({"formation": formation, "centuries": [GUNS]}))
    mine = [u for u in found.units.values() if u.side == "commonwealth"]
    assert len(mine) == size + 1
    assert (found.units["guns"].cohort, found.units["guns"].at, found.units["guns"].status) == (cohort, "0503", "ok")


def test_one_with_a_place_of_its_own_is_there() -> None:
    found = build(given({"formation": "Renegade Strike Manus", "centuries": [GUNS | {"at": "0604|0605"}]}))
    assert found.units["guns"].at == "0604|0605"


def test_centuries_of_a_single_cohort_are_all_that_it_has() -> None:
    found = build(given({"formation": "medium_cohort", "centuries": [century("only", "medium_grav_armor", "0403")]}))
    assert [u.id for u in found.units.values() if u.side == "commonwealth"] == ["only"]


def test_combat_centuries_beside_a_permanent_manus_are_refused_where_they_stand() -> None:
    faults = ENGINE.faults(given({"formation": "Renegade Strike Manus", "centuries": [century("tanks", "heavy_grav_armor", "0403")]}))
    assert [f.text for f in faults] == [
        "'tanks' cannot be in 'red.0': the headquarters of a permanent manus commands support units only (legatus: Manus)."
    ]


def test_what_is_wrong_with_one_is_told_at_its_place_in_the_file() -> None:
    faults = ENGINE.faults(given({"formation": "Renegade Strike Manus", "centuries": [GUNS, GUNS | {"id": "far", "at": "9999"}]}))
    assert [f.where for f in faults] == ["cohorts[1].centuries[1]"]


@pytest.mark.parametrize(("faction", "permanent"), [("commonwealth", True), ("tog", False), ("civil", False)])
def test_the_faction_says_whether_a_manus_of_single_cohorts_is_permanent(faction: str, permanent: bool) -> None:
    found = build(given({"formation": "Medium Cohort", "manus": "eagles"}, faction=faction))
    assert found.cohorts["red"].permanent == permanent

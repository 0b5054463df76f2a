"""Damage in set-up files: what no unit can have is refused in a sentence, and what battles report goes into the next one."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scales.centurion import ENGINE
from scales.centurion.adjudication import least_damage, worn
from scales.centurion.catalog import vehicle_types
from scales.centurion.preparation import muster, worn_faults
from scales.centurion.preparation.setup import SetUp, VehicleSpec
from scales.codec import clone, plain
from scales.dice import KeyedDice, seeded_secret
from scales.engine import Json
from tests.centurion import battles
from tests.centurion.battles import battle


def told(given: Json) -> list[str]:
    return [fault.text for fault in ENGINE.faults(given)]


def with_damage(unit: str, damage: Any) -> Json:
    found = clone(battles.given())
    each = next(u for p in found["platoons"] for u in [*p["vehicles"], *p["squads"]] if u["id"] == unit)
    each["damage"] = damage
    return found


@pytest.mark.parametrize(
    ("unit", "damage", "text"),
    [
        ("tog-1", {"armor": 5}, "armor is no table"),
        ("tog-1", {"armor": {"front": [1]}}, "each a number with a bit for each box left"),
        ("tog-1", {"armor": {"roof": []}}, "there is no armor 'roof'"),
        ("tog-1", {"internals": {"hull": {"rows": "x", "width": 9}}}, "the internal grid"),
        ("tog-1", {"smoke": -5}, "smoke must be 0 to"),
        ("tog-1", {"digging": True}, "digging must be 0 to"),
        ("tog-1", {"shields": {"front": 999}}, "shields of front must be 0 to"),
        ("tog-1", {"missiles": {"tvlg": 99}}, "tvlg"),
        ("tog-1", {"missiles": -3}, "missiles is no table"),
        ("tog-1", {"targeting": "x"}, "targeting counts the boxes lost"),
        ("tog-1", {"effects": ["zzz"]}, "there is no system 'zzz'"),
        ("tog-1", {"effects": "x"}, "effects is a list of systems"),
        ("tog-1", {"effects": [["x"]]}, "effects is a list of systems"),
        ("tog-1", {"crew": {"cook": "ok"}}, "there is no crew 'cook'"),
        ("tog-1", {"crew": {"gunner": "hurt"}}, "the gunner is ok or dead"),
        ("tog-1", {"paint": 1}, "has no 'paint'"),
        ("tog-1", {"destroyed": True}, "'tog-1' was destroyed before: leave it out"),
        ("tog-1", {"destroyed": 1}, "destroyed is true or false"),
        ("tog-foot", {"strength": 99}, "strength must be 0 to 8"),
        ("tog-foot", {"strength": None}, "strength must be 0 to 8"),
        ("tog-foot", {"missiles": [1]}, "missiles must be 0 to"),
        ("tog-foot", {"effects": []}, "has no 'effects'"),
    ],
)
def test_damage_that_no_unit_can_have_is_refused(unit: str, damage: Json, text: str) -> None:
    assert any(text in each for each in told(with_damage(unit, damage))), told(with_damage(unit, damage))


def test_ground_vehicles_have_no_helm() -> None:
    given = with_damage("tog-1", {"effects": ["helm"]})
    given["platoons"][0]["vehicles"][0]["type"] = "kershaw"
    assert any("there is no system 'helm'" in each for each in told(given))


@pytest.mark.parametrize("type", sorted(vehicle_types()))
def test_the_least_damage_of_every_vehicle_is_a_sheet_that_it_can_have(type: str) -> None:
    spec = VehicleSpec(id="v", type=type)
    vehicle = muster.fresh(spec, "tog", "", "")
    least_damage.cripple(vehicle)
    assert worn.damage_faults(spec.model_copy(update={"damage": muster.sheet_of(vehicle)})) == []


@pytest.mark.parametrize(
    ("damage", "text"),
    [
        ({"x": {"armor": 3}}, "there is no unit 'x' in century 'c'; its units are c/1/1, c/1/2"),
        ({"c/1/1": {"armor": 3}}, "armor is no table"),
        ({"c/3/s1": {"strength": 99}}, "strength must be 0 to 8"),
        ({"c/1/1": {"destroyed": "yes"}}, "destroyed is true or false"),
    ],
)
def test_damage_of_a_century_is_that_of_units_of_its_formation(damage: Json, text: str) -> None:
    given = clone(battles.given())
    given["centuries"] = [{"id": "c", "name": "c", "side": "tog", "kind": "medium_grav_armor", "damage": damage}]
    assert any(text in each for each in told(given)), told(given)


def test_sheets_of_a_centurys_officers_stay_when_it_comes_without_them() -> None:
    century = {"id": "c", "name": "c", "side": "tog", "kind": "heavy_grav_armor", "fire_control": True}
    given = clone(battles.given()) | {"centuries": [century]}
    state = ENGINE.setup(given, KeyedDice(key=seeded_secret(1))).state
    sheets = plain(ENGINE.report(state).fates["c"].sheet["units"])
    assert any(
        state.vehicles[id].type.endswith("naval_fire_control") or id in state.centuries["c"].fire_control
        for id in sheets
        if id in state.vehicles
    )
    del century["fire_control"]
    assert told(given | {"centuries": [century | {"damage": sheets}]}) == []


def test_a_century_without_a_kind_has_its_damage_with_its_platoons() -> None:
    given = clone(battles.given()) | {"centuries": [{"id": "c", "name": "c", "side": "tog", "damage": {"tog-1": {}}}]}
    given["platoons"][0]["century"] = "c"
    assert told(given) == ["century 'c' has no kind: damage goes with the units of its platoons"]


@pytest.mark.parametrize(
    ("damage", "text"),
    [
        ({"fort": {"installation": 5}}, "installation is a table with"),
        ({"fort": {"installation": {"launchers": 99}}}, "launchers of the installation must be 0 to"),
        ({"fort": {"installation": {"levels": ["x"]}}}, "levels of the installation are the boxes left"),
        ({"fort": {"installation": {"levels": []}}}, "levels of the installation are the boxes left"),
        ({"fort": {"installation": {"turret": "no"}}}, "turret says whether"),
        ({"fort": {"installation": {"roof": 1}}}, "installation has no 'roof'"),
        ({"fort": {"armor": 1}}, "armor is no table"),
        ({"fort/s1": {"strength": -1}}, "strength must be 0 to 8"),
        ({"fort/s9": {}}, "there is no unit 'fort/s9' in installation 'fort'"),
    ],
)
def test_damage_of_an_installation(damage: Json, text: str) -> None:
    fort = {"id": "fort", "side": "tog", "type": 2, "hex": "1010", "damage": damage}
    assert any(text in each for each in told(clone(battles.given()) | {"installations": [fort]}))


def test_what_battles_report_is_no_fault_in_the_next() -> None:
    for seed in (1, 2):
        played = battle(seed)
        for platoon in clone(battles.given())["platoons"]:
            for unit in [*platoon["vehicles"], *platoon["squads"]]:
                fate = ENGINE.report(played.end).fates[unit["id"]]
                if fate.status != "destroyed":
                    assert told(with_damage(unit["id"], plain(fate.sheet))) == []


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text("abc", max_size=4),
    lambda each: st.lists(each, max_size=3) | st.dictionaries(st.text("abc", max_size=4), each),
)
PARTS = st.sampled_from([*worn.VEHICLE, *worn.SQUAD, *worn.BESIDE, "installation"])


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(["tog-1", "tog-foot", "fort"]),
    st.dictionaries(
        PARTS, ANYTHING | st.dictionaries(st.sampled_from(["front", "hull", "tvlg", "gunner", "levels"]), ANYTHING), max_size=3
    ),
)
def test_any_damage_is_refused_in_sentences_or_played(unit: str, damage: Json) -> None:
    """Never an error, and what is taken leaves a sound battle."""
    if unit == "fort":
        given_ = clone(battles.given()) | {
            "installations": [{"id": "fort", "side": "tog", "type": 2, "hex": "1010", "damage": {"fort": damage}}]
        }
    else:
        given_ = with_damage(unit, damage)
    faults = list(worn_faults.faults(SetUp.model_validate(given_)))
    if not faults:
        assert ENGINE.invariants(ENGINE.setup(given_, KeyedDice(key=seeded_secret(1))).state) == []

from typing import Any

import pytest

from scales import armor
from scales.armor import boxes_left
from scales.centurion import ENGINE
from scales.centurion.catalog import century_types, vehicle_types
from scales.centurion.ground.terrain import terrain_of
from scales.centurion.preparation import muster, sheets
from scales.centurion.preparation.opening import opening
from scales.centurion.preparation.setup import SetUp, VehicleSpec
from scales.centurion.state import PARITY
from scales.dice import KeyedDice, ScriptedDice, seeded_secret
from scales.engine import Json
from scales.hexes import distance
from tests.centurion.field import SIDES, battle, platoon, setup, vehicle
from tests.examples import oracle


@oracle("CEN-103")
def test_record_sheet_of_a_viper(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    viper = muster.fresh(VehicleSpec(id="v", type="viper"), "cw", "", "")
    assert vehicle_types()["viper"].shields == inputs["shields"]
    assert viper.shields == expected["factors"]
    assert boxes_left(viper.armor["front"]) == inputs["front_armor"]
    assert len(viper.armor["front"].rows) == expected["front_rows"]
    assert 10 - len(viper.armor["front"].rows) == expected["rows_crossed_out"]


def centuries(*kinds: tuple[str, str, str], **more: Any) -> Json:
    board = more.pop("board", {"sheets": ["hills", "farmland"]})
    listed = [{"id": id, "name": id, "side": side, "kind": kind, **more} for id, side, kind in kinds]
    return {"board": board, "sides": SIDES, "centuries": listed}


def test_every_century_musters() -> None:
    for kind in century_types().values():
        side = {"tog": "tog", "commonwealth": "cw"}[kind.faction]
        other = ("x", "cw" if side == "tog" else "tog", "light_grav_armor")
        state = opening(SetUp.model_validate(centuries(("c", side, kind.kind), other)))
        assert ENGINE.invariants(state) == []
        assert state.centuries["c"].centurion in state.vehicles
        assert state.centuries["c"].start_points > 0


def test_a_century_has_ids_names_and_riders() -> None:
    state = opening(SetUp.model_validate(centuries(("a", "tog", "medium_grav_armor"), ("b", "cw", "medium_grav_armor"))))
    assert [v for v in state.vehicles if v.startswith("a/")] == [f"a/{p}/{n}" for p in (1, 2, 3) for n in (1, 2, 3)]
    assert state.vehicles["a/1/2"].name == "a Horatius 2"
    assert state.squads["a/3/s1"].aboard == "a/3/1"
    assert state.vehicles["a/3/1"].inside == "a/3/s1"
    assert {v.side: v.hex.row < 5 for v in state.vehicles.values() if v.hex} == {"tog": True, "cw": False}
    assert {v.facing for v in state.vehicles.values() if v.side == "tog"} <= {3, 4, 5}


def test_a_crippled_century_brings_half_of_each_kind_rounded_up() -> None:
    state = opening(SetUp.model_validate(centuries(("a", "tog", "medium_grav_armor"), ("b", "cw", "medium_grav_armor"), crippled=True)))
    mine = sorted(v.type for v in state.vehicles.values() if v.side == "tog")
    assert mine == ["horatius"] * 3 + ["romulus"] * 2
    assert state.centuries["a"].centurion in state.vehicles


def test_damage_of_an_earlier_battle_is_carried_over() -> None:
    first = opening(SetUp.model_validate(centuries(("a", "tog", "light_grav_armor"), ("b", "cw", "light_grav_armor"))))
    hurt = first.vehicles["a/1/1"]
    armor.set_row(hurt.armor["front"], 1, 0)
    hurt.effects, hurt.missiles["smlm"] = ["comm"], 0
    first.vehicles["a/1/2"].destroyed = True
    sheet = ENGINE.report(first).fates["a"].sheet
    again = centuries(("a", "tog", "light_grav_armor"), ("b", "cw", "light_grav_armor"))
    again["centuries"][0]["damage"] = sheet["units"]
    second = opening(SetUp.model_validate(again))
    assert "a/1/2" not in second.vehicles
    assert second.vehicles["a/1/1"].armor == hurt.armor
    assert second.vehicles["a/1/1"].effects == ["comm"]
    assert ENGINE.report(second).fates["a"].sheet["strength_hundredths"] == sheet["strength_hundredths"]


def test_sides_of_a_field_stand_in_their_own_legatus_hexes() -> None:
    field = {"legatus_field": {"campaign_key": "sample", "map": "legatus_uplands", "hexes": ["0909", "0910"]}}
    given = centuries(("a", "tog", "medium_grav_armor"), ("b", "cw", "medium_grav_armor"), board=field)
    given["centuries"][0]["deploy"] = {"legatus": ["0910"]}
    given["centuries"][1]["deploy"] = {"legatus": ["0909"]}
    assert ENGINE.faults(given) == []
    state = opening(SetUp.model_validate(given))
    where = sheets.legatus_hexes(("0909", "0910"))
    assert all(v.hex in where["0910" if v.side == "tog" else "0909"] for v in state.vehicles.values())
    apart = min(
        distance(v.hex, w.hex, PARITY)
        for v in state.vehicles.values()
        for w in state.vehicles.values()
        if v.side < w.side and v.hex and w.hex
    )
    assert apart > 8
    terrain = terrain_of(state)
    assert (terrain.columns, terrain.rows) == (20, 40)


def test_all_faults_at_once() -> None:
    wrong = setup(
        platoon("tog", vehicle("h", "horatus", "9999"), vehicle("h", "cestus", "1007")),
        platoon("red", vehicle("e", "liberator", "0101"), id="p2"),
        changes={"1007": "0w"},
        centuries=[{"id": "c", "name": "c", "side": "tog", "kind": "light_grav_armour"}],
        batteries=[{"id": "b", "name": "b", "side": "x", "missions": 1, "shots": 1}],
    )
    found = {fault.code: fault.text for fault in ENGINE.faults(wrong)}
    assert set(found) == {"unknown_vehicle", "off_the_map", "twice", "unknown_side", "no_units", "unknown_kind", "lake"}
    assert "horatius" in found["unknown_vehicle"]
    assert "light_grav_armor" in found["unknown_kind"]


@pytest.mark.parametrize("setup", [{}, {"board": 3}, {"board": {"sheets": ["nowhere"]}, "sides": SIDES}, {"board": {}, "sides": SIDES[:1]}])
def test_bad_shapes_are_faults_not_errors(setup: Json) -> None:
    assert ENGINE.faults(setup)


def test_samples_are_free_of_faults() -> None:
    for seed in range(12):
        assert ENGINE.faults(ENGINE.sample(KeyedDice(key=seeded_secret(seed)))) == []


def test_dug_in_centuries_begin_in_craters() -> None:
    given = centuries(("a", "tog", "medium_grav_armor"), ("b", "cw", "medium_grav_armor"), dug_in=True)
    state = ENGINE.setup(given, ScriptedDice.of()).state
    assert all(v.crater and v.mode == "grounded" for v in state.vehicles.values())
    assert battle(vehicle("h", "horatius", "0505")).ground.craters == {}


def test_a_fire_control_officer_comes_along_when_asked_for() -> None:
    state = opening(SetUp.model_validate(centuries(("a", "tog", "hq_grav"), ("b", "cw", "medium_grav_armor"), fire_control=True)))
    for century in state.centuries.values():
        assert [state.vehicles[v].type.endswith("fire_control") for v in century.fire_control] == [True]
        assert state.vehicles[century.centurion].type != state.vehicles[century.fire_control[0]].type


def _listed(type: str, **more: Any) -> Json:
    """A century without a kind, of one platoon that is listed."""
    listed = {"id": "c", "name": "c", "side": "tog", "fire_control": True}
    own = platoon("tog", vehicle("t1", "horatius", "0303"), vehicle("t2", type, "0304")) | {"century": "c"}
    return setup(own, platoon("cw", vehicle("c1", "liberator", "2003"))) | {"centuries": [listed]} | more


def test_a_century_of_listed_platoons_names_the_vehicle_of_its_fire_control_officer() -> None:
    given = _listed("romulus_fire_control")
    assert ENGINE.faults(given) == []
    assert opening(SetUp.model_validate(given)).centuries["c"].fire_control == ["t2"]


@pytest.mark.parametrize("type", ["horatius", "no_such_vehicle"])
def test_fire_control_without_a_vehicle_for_the_officer_is_refused(type: str) -> None:
    found = [fault for fault in ENGINE.faults(_listed(type)) if fault.code == "fire_control"]
    assert [
        (fault.where, "romulus_fire_control" in fault.text, fault.text.endswith("(centurion: Naval Fire Support)")) for fault in found
    ] == [("centuries.c", True, True)]

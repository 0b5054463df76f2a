from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scales.armor import of_points
from scales.centurion.catalog import data, vehicle_type
from scales.centurion.combat import damage
from scales.centurion.ground.terrain import Tile, grav_cost, ground_cost, raw_grav_cost, slope_cost, slope_limit, speed_limit, terrain_of
from scales.centurion.movement import at_rest, grav, ground_move, grounding, maneuver, mounting, movement, options, orders, speed
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.engine import Json
from scales.hexes import hex_of
from tests.centurion.field import battle, play, vehicle
from tests.examples import oracle


def move(state: BattleState, order: Json, *dice: int, unit: str = "h") -> Vehicle:
    """Check and carry out an order with exactly these dice."""
    mover = state.vehicles[unit]
    assert orders.faults_of(state, mover, order) == []
    run = play(state, *dice)
    maneuver.carry_out(run, mover, order)
    run.dice.done()  # type: ignore[attr-defined]
    return mover


def refused(state: BattleState, order: Json, unit: str = "h") -> str:
    mover = state.unit(unit)
    assert mover is not None
    return " ".join(fault.text for fault in orders.faults_of(state, mover, order))


# --- acceleration, velocity points, facing ----------------------------------------------------------------------------------------


@oracle("CEN-007")
def test_acceleration_first(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    found = grav.accelerated(inputs["velocity"], inputs["thrust"], inputs["accelerate"])
    assert found == (expected["current_velocity"], expected["thrust_left_for_deceleration"])


@oracle("CEN-008")
def test_all_velocity_is_spent_before_braking(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    state = battle(vehicle("h", "trajan", "1014", facing=1, velocity=inputs["velocity"]))
    assert grav.thrust_of(state.vehicles["h"]) == inputs["thrust"]
    order = {"kind": "grav", "accelerate": inputs["accelerate"], "path": "F" * 8, "decelerate": inputs["decelerate"]}
    mover = move(state, order)
    assert mover.hexes_moved == expected["velocity_points_spent"]
    assert mover.velocity == expected["end_velocity"]
    assert mover.mode == "nf"


@oracle("CEN-009")
def test_facing_change_table(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert [grav.hexes_between_turns(v) for v in inputs["velocity"]] == expected["hexes_between_turns"]


def test_turning_needs_straight_hexes_and_vanes() -> None:
    state = battle(vehicle("h", "horatius", "1012", facing=1, velocity=8))
    assert (
        refused(state, {"kind": "grav", "path": "FRFFFFFFF"})
        == "h cannot turn before its second hex at velocity 8 (centurion: Facing Changes)"
    )
    assert refused(state, {"kind": "grav", "path": "FFRFFFFFF"}) == ""
    state.vehicles["h"].effects.append("right_vane")
    assert "right directional vane" in refused(state, {"kind": "grav", "path": "FFRFFFFFF"})


def test_a_vehicle_at_rest_may_spin_and_no_other() -> None:
    state = battle(vehicle("h", "horatius", "1012", facing=1))
    assert move(state, {"kind": "grav", "spin": 4}).facing == 4
    state.vehicles["h"].velocity = 2
    assert "velocity 0" in refused(state, {"kind": "grav", "spin": 1, "path": "FF"})


# --- terrain and slopes -----------------------------------------------------------------------------------------------------------


def tile(place: dict[str, Any]) -> Tile:
    return Tile(place["elevation"], place["terrain"])


@oracle("CEN-011")
def test_downhill(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert raw_grav_cost(tile(inputs["from"]), tile(inputs["to"])) == expected["raw_cost"]
    assert grav_cost(tile(inputs["from"]), tile(inputs["to"])) == expected["cost"]


@oracle("CEN-012")
def test_uphill(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert grav_cost(tile(inputs["from"]), tile(inputs["to"])) == expected["cost"]


@oracle("CEN-013")
def test_entry_costs(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    clear = Tile(0, "clear")
    found = []
    for name in inputs["terrain"]:
        if name == "river_grav":
            found.append(grav_cost(clear, Tile(0, "clear", river=True)))
        elif name == "river_ground":
            found.append(ground_cost(clear, Tile(0, "clear", river=True)))
        else:
            found.append(grav_cost(clear, Tile(0, name)))
    assert found == expected["vp"]


@oracle("CEN-014")
def test_slopes(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert [slope_cost(-n) for n in inputs["descent_levels"]] == expected["descent_vp"]
    assert [slope_cost(n) for n in inputs["ascent_levels"]] == expected["ascent_vp"]
    assert [slope_limit(n) for n in inputs["ascent_levels"]] == expected["speed_limit"]
    assert [slope_limit(-n) for n in inputs["descent_levels"]] == expected["speed_limit"]


def test_roads_and_rivers_lead_through_woods() -> None:
    road = Tile(0, "heavy_woods", road=True)
    assert (grav_cost(road, road), speed_limit(road, road), ground_cost(road, road)) == (1, 20, 1)
    assert grav_cost(Tile(0, "clear"), road) == 3
    river = Tile(0, "light_woods", river=True)
    assert (grav_cost(river, river), ground_cost(river, river)) == (1, 2)
    assert ground_cost(road, Tile(0, "clear", road=True, river=True)) == 1


@oracle("CEN-088")
def test_smoke_halves_speed_limits(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert [speed_limit(Tile(0, "clear"), Tile(0, name), smoke=True) for name in inputs["terrain"]] == expected["speed_limit"]


# --- speed limits -----------------------------------------------------------------------------------------------------------------


@oracle("CEN-016", "CEN-017", "CEN-019")
def test_exceeding_the_limit(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    limit = grav.limit_for(data("movement")["terrain"][inputs["terrain"]]["limit"], inputs["velocity"], False)
    over = speed.excess(inputs["velocity"], limit)
    assert over == expected["over"]
    assert speed.target(over) == expected["target"]
    assert speed.harm(over) == expected["damage_if_failed"]
    assert limit == expected.get("speed_limit", limit)
    if "front" in expected:
        assert speed.splits(over) == [(expected["front"], expected["bottom"])]
    if "split_options" in expected:
        assert [list(s) for s in speed.splits(over)] == expected["split_options"]


def test_a_fast_vehicle_strikes_the_ground_on_a_failed_roll() -> None:
    state = battle(vehicle("h", "horatius", "1012", facing=1, velocity=10), changes={"1011": "0h"})
    order = {"kind": "grav", "path": "FFFFFFFF", "decelerate": 4}
    mover = move(state, order, 4)
    assert 80 - sum(r.bit_count() for r in mover.armor["front"].rows) == 20
    assert 40 - sum(r.bit_count() for r in mover.armor["bottom"].rows) == 20
    assert mover.velocity == 6
    assert mover.hexes_moved == 8


@pytest.mark.parametrize(("odd", "front", "bottom"), [("front", 20, 10), ("bottom", 10, 20)])
def test_an_odd_ten_points_go_where_the_player_wishes(odd: str, front: int, bottom: int) -> None:
    state = battle(vehicle("h", "horatius", "1012", facing=1, velocity=11), changes={"1011": "0l"})
    mover = move(state, {"kind": "grav", "path": "F" * 10, "odd": odd}, 4)
    assert 80 - sum(r.bit_count() for r in mover.armor["front"].rows) == front
    assert 40 - sum(r.bit_count() for r in mover.armor["bottom"].rows) == bottom


def test_a_good_roll_keeps_it_clear() -> None:
    state = battle(vehicle("h", "horatius", "1012", facing=1, velocity=10), changes={"1011": "0h"})
    mover = move(state, {"kind": "grav", "path": "FFFFFFFF"}, 3)
    assert sum(r.bit_count() for r in mover.armor["front"].rows) == 80


def test_a_lost_helm_flies_on_into_the_woods() -> None:
    state = battle(vehicle("h", "horatius", "1012", facing=1, velocity=10), changes={"1009": "0h"})
    mover = state.vehicles["h"]
    mover.effects.append("helm")
    run = play(state, 2)
    maneuver.carry_out(run, mover, None)
    assert mover.hex == hex_of("1009")
    assert mover.velocity == 0


def test_an_unsteered_vehicle_leaves_over_the_edge() -> None:
    state = battle(vehicle("h", "horatius", "1003", facing=1, velocity=10))
    mover = state.vehicles["h"]
    mover.crew["driver"] = "unconscious"
    maneuver.carry_out(play(state), mover, None)
    assert mover.left
    assert mover.hex is None


# --- reverse, one hex, grounding --------------------------------------------------------------------------------------------------


@oracle("CEN-021")
def test_braking_past_zero_backs_up(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    state = battle(vehicle("h", "liberator", "1008", facing=1, velocity=inputs["velocity"]))
    mover = move(state, {"kind": "grav", "path": "FFFF", "decelerate": inputs["decelerate"]})
    assert mover.velocity == expected["next_velocity"]
    before = mover.hex
    mover.hexes_moved = 0
    mover = move(state, {"kind": "grav", "path": "FF"})
    assert mover.hexes_moved == expected["velocity_points_next_turn"]
    assert before == hex_of("1004")
    assert (mover.hex, expected["direction"]) == (hex_of("1006"), "backward")


@oracle("CEN-022")
def test_one_hex_is_always_possible(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    state = battle(vehicle("h", "horatius", "1008", facing=1, velocity=inputs["velocity"]), changes={"1007": "0h"})
    terrain = terrain_of(state)
    assert terrain.way(terrain.index(hex_of("1008")))[0][1] == inputs["only_hex_entered_cost"]
    allowed = refused(state, {"kind": "grav", "path": "F"}) == ""
    assert allowed == expected["may_enter"]
    mover = move(state, {"kind": "grav", "path": "F"})
    assert mover.mode == "nf"
    assert "velocity points" in refused(
        battle(vehicle("h", "horatius", "1009", facing=1, velocity=3), changes={"1007": "0h"}), {"kind": "grav", "path": "FF"}
    )


@oracle("CEN-023")
def test_unspent_velocity_grounds_after_braking(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    state = battle(vehicle("h", "horatius", "1008", facing=1, velocity=inputs["velocity"]))
    assert grounding.must_ground(inputs["velocity"], inputs["hexes_moved"]) == expected["must_ground"]
    mover = move(state, {"kind": "grav", "path": "F" * inputs["hexes_moved"], "decelerate": inputs["thrust_left"]})
    assert mover.mode == "grounded"
    assert inputs["velocity"] - inputs["thrust_left"] == expected["velocity_at_grounding"]
    assert 40 - sum(r.bit_count() for r in mover.armor["bottom"].rows) == expected["bottom_damage"]


@oracle("CEN-024")
def test_lifting_off_costs_thrust(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    state = battle(vehicle("h", "horatius", "1008", facing=1, grounded=inputs["grounded"]))
    assert grav.lift_cost(state.vehicles["h"]) == expected["lift_cost"]
    mover = move(state, {"kind": "grav", "lift": True, "accelerate": inputs["accelerate"], "path": "FF"})
    assert mover.hexes_moved == mover.velocity == expected["velocity_points_to_spend"]
    assert "rise first" in refused(battle(vehicle("h", "horatius", "1008", grounded=True)), {"kind": "grav", "accelerate": 2, "path": "FF"})


def test_a_crater_costs_two_to_leave() -> None:
    state = battle(vehicle("h", "horatius", "1008", facing=1))
    mover = move(state, {"kind": "grav", "ground": True, "dig": True})
    assert (mover.crater, mover.mode, mover.digging) == (True, "grounded", 3)
    assert state.ground.craters == {"1008": 1}
    assert grav.lift_cost(mover) == 2


def test_one_vehicle_to_a_crater() -> None:
    state = battle(vehicle("h", "horatius", "1008"), vehicle("i", "horatius", "1008"))
    move(state, {"kind": "grav", "ground": True, "dig": True})
    second = move(state, {"kind": "grav", "ground": True, "crater": True}, unit="i")
    assert second.mode == "grounded"
    assert not second.crater


@oracle("CEN-026")
def test_grounding_in_water(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    state = battle(vehicle("h", "horatius", "1008", facing=1, velocity=inputs["velocity"]), changes={"1008": "0w"})
    assert grounding.points(inputs["velocity"], True) == expected["bottom_damage"]
    mover = move(state, {"kind": "grav", "ground": True})
    assert 40 - sum(r.bit_count() for r in mover.armor["bottom"].rows) == expected["bottom_damage"]
    assert mover.under_water == (not expected["may_fire"])
    assert grav.lift_cost(mover) == expected["lift_cost_total"]


@oracle("CEN-027")
def test_grounding_marks_rows(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    state = battle(vehicle("h", "horatius", "1008"))
    mover = state.vehicles["h"]
    mover.armor["bottom"] = of_points(10 * inputs["bottom_rows"])
    damage.across(mover, "bottom", inputs["damage"])
    assert [10 - row.bit_count() for row in mover.armor["bottom"].rows] == expected["boxes_per_row"]


# --- ground vehicles and infantry -------------------------------------------------------------------------------------------------


@oracle("CEN-029")
def test_road_bonus(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    road = {f"{c:02d}05": "0.r" for c in range(1, 26)} | {f"{c:02d}06": "0.r" for c in range(1, 26)}
    state = battle(vehicle("h", "kershaw", "1005"), changes=road)
    terrain = terrain_of(state)
    assert ground_move.points_of(state.vehicles["h"]) == inputs["mp"]
    far = [
        terrain.distance(p, terrain.index(hex_of("1005")))
        for p in ground_move.reach(terrain, terrain.index(hex_of("1005")), inputs["mp"], True)
    ]
    assert max(far) == expected["road_hexes"]
    assert refused(state, {"kind": "drive", "route": "3232323", "facing": 3}) == ""
    assert "0 movement points left in hex 1706, and hex 1805 costs 1" in refused(state, {"kind": "drive", "route": "32323232", "facing": 3})
    off = battle(vehicle("h", "kershaw", "1005"))
    assert "movement points left" in refused(off, {"kind": "drive", "route": "4" * 7, "facing": 3})


def test_ground_vehicles_are_barred_from_lakes_and_may_always_move_one_hex() -> None:
    state = battle(vehicle("h", "cestus", "1008"), changes={"1007": "0w", "1009": "5h"})
    assert "prohibited" in refused(state, {"kind": "drive", "route": "1", "facing": 1})
    assert refused(state, {"kind": "drive", "route": "4", "facing": 1}) == ""
    assert "and hex 1010 costs" in refused(state, {"kind": "drive", "route": "44", "facing": 1})


@oracle("CEN-031")
def test_mounting_needs_rest_and_one_hex(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    found = [mounting.may_mount(s, v) for s, v in zip(inputs["same_hex_at_start"], inputs["vehicle_velocity_at_start"], strict=True)]
    assert found == expected["may_mount_this_turn"]


def squad(hex: str) -> Json:
    return {"id": "s", "type": "bounce_tvlg", "hex": hex, "name": "s"}


def test_a_squad_mounts_rides_and_gets_off() -> None:
    state = battle(vehicle("h", "lupis", "1008", facing=1), squads=(squad("1008"),))
    run = play(state)
    state.at.memo = {"platoon": "tog-1", "run": ["tog"]}
    choices: dict[str, Json] = {
        "s": {"kind": "mount", "vehicle": "h"},
        "h": {"kind": "grav", "accelerate": 4, "path": "FFFF", "decelerate": 4},
    }
    movement._finish(run, state.at.memo, choices)
    assert state.squads["s"].aboard == "h"
    assert state.vehicles["h"].hex == hex_of("1004")
    state.vehicles["h"].moved = False
    move(state, {"kind": "stay", "dismount": ["s"]})
    found: Squad = state.squads["s"]
    assert (found.hex, found.moved, state.vehicles["h"].inside) == (hex_of("1004"), True, None)


def test_nobody_mounts_a_moving_vehicle() -> None:
    state = battle(vehicle("h", "lupis", "1008", facing=1, velocity=2), squads=(squad("1008"),))
    assert "at rest" in refused(state, {"kind": "mount", "vehicle": "h"}, unit="s")


def test_infantry_bounces_three_points() -> None:
    state = battle(vehicle("h", "lupis", "0101"), squads=(squad("1008"),), changes={"1006": "0h"})
    assert refused(state, {"kind": "march", "route": "333"}, unit="s") == ""
    assert "hex 1006 costs 3" in refused(state, {"kind": "march", "route": "11"}, unit="s")
    assert "movement points left" in refused(state, {"kind": "march", "route": "3333"}, unit="s")


def test_infantry_in_buildings_climbs_one_storey_a_turn() -> None:
    state = battle(vehicle("h", "lupis", "0101"), squads=(squad("1008"),), changes={"1008": "0b5/20"})
    assert "1 to 3" in refused(state, {"kind": "storey", "level": 4}, unit="s")
    maneuver.carry_out(play(state), state.squads["s"], {"kind": "storey", "level": 2})
    state.squads["s"].moved = False
    assert "one storey" in refused(state, {"kind": "storey", "level": 5}, unit="s")
    assert "leave the building" in refused(state, {"kind": "march", "route": "1"}, unit="s")


@oracle("CEN-086")
def test_engineers_carry_double_charges(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    found = [vehicle_type("remus" if engineer else "lupis").digging_charges for engineer in inputs["engineering_attachment"]]
    assert found == expected["charges"]


# --- orders and options -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "order",
    [
        None,
        3,
        "go",
        {},
        {"kind": "fly"},
        {"kind": "grav", "path": "XYZ"},
        {"kind": "grav", "path": "F" * 500},
        {"kind": "grav", "accelerate": -1},
    ],
)
def test_garbage_is_refused(order: Any) -> None:
    assert refused(battle(vehicle("h", "horatius", "1008")), order)


def test_same_hex_remembers_the_side_entered() -> None:
    state = battle(vehicle("h", "horatius", "1008", facing=1, velocity=1))
    enemy = state.vehicles["enemy"]
    enemy.hex, enemy.facing = hex_of("1007"), 3
    mover = move(state, {"kind": "grav", "path": "F"})
    assert enemy.entered == {"h": 2}
    assert mover.entered == {"enemy": 1}


@settings(max_examples=25, deadline=None)
@given(
    st.integers(0, 10),
    st.integers(1, 6),
    st.sampled_from(["1008", "0101", "2514", "1313"]),
    st.sampled_from(["horatius", "seeker", "trajan", "kershaw"]),
)
def test_every_option_is_legal_and_ends_where_it_says(velocity: int, facing: int, hex: str, type: str) -> None:
    state = battle(
        vehicle("h", type, hex, facing=facing, velocity=velocity), changes={"1007": "0h", "1107": "2l", "1306": "0w", "2413": "4."}
    )
    found = options.options(state, state.vehicles["h"])
    assert 1 <= len(found) <= 3 * at_rest.MOST
    for option in found:
        assert refused(state, option.order) == "", option
    last = found[-1]
    mover = state.vehicles["h"]
    maneuver.carry_out(play(state, *[1] * 20), mover, last.order)
    assert mover.hex is not None
    assert mover.hex.label == last.info["hex"]


def test_grounding_in_reverse_hurts_as_much() -> None:
    state = battle(vehicle("h", "horatius", "1008", facing=1, velocity=-3))
    mover = move(state, {"kind": "grav", "path": "F", "ground": True})
    assert 40 - sum(r.bit_count() for r in mover.armor["bottom"].rows) == 30

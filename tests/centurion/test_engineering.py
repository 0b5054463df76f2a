"""Combat Engineering Vehicles: paths through woods and what they are worth, pathways through mines, the attachment and its loss."""

from typing import Any

import pytest

from scales.centurion import ENGINE
from scales.centurion.catalog import vehicle_type
from scales.centurion.combat.effects import take_effect
from scales.centurion.combat.internals import MOUNTED
from scales.centurion.ground import engineering, mines
from scales.centurion.ground.terrain import Terrain, terrain_of
from scales.centurion.invariants import invariants
from scales.centurion.movement import grav, maneuver, on_the_way, options
from scales.centurion.movement.grav_orders import GravMove
from scales.centurion.movement.grav_orders import objections as refused
from scales.centurion.state import BattleState, Mark
from scales.centurion.support import rounds
from scales.centurion.support.rounds import Blast
from scales.engine import Event, Json
from scales.hexes import hex_of
from tests.centurion.firing_range import at, foot, kinds, play, squad, table, tank, vehicle
from tests.examples import oracle

WOODS = {f"05{row:02d}": "0l" for row in range(3, 8)}
HEAVY = dict.fromkeys(WOODS, "0h")


def field(terrain: dict[str, str] | None = None, **more: Any) -> BattleState:
    """An engineer, a tank and a squad south of a strip of woods in column 5, the enemy far away."""
    red = [tank("e", "remus", "0508"), tank("h", "horatius", "0508"), squad("s", "0508")]
    return table(red, [tank("v", "viper", "1510"), squad("w", "1510")], terrain or WOODS, **more)


def fly(state: BattleState, path: str, velocity: int, *script: int, id: str = "e", **more: Any) -> list[Event]:
    """A vehicle that has a velocity moves by an order."""
    working = play(state, *script) if script else play(state)
    vehicle(state, id).velocity = velocity
    order = {"kind": "grav", "path": path, **more}
    assert refused(state, vehicle(state, id), GravMove.model_validate(order)) == []
    maneuver.carry_out(working, vehicle(state, id), order)
    return working.events


def cost(state: BattleState, label: str, heading: int) -> tuple[int, int]:
    """Velocity points and speed limit of a step along a heading into a hex."""
    terrain: Terrain = terrain_of(state)
    place = terrain.index(hex_of(label)) - terrain.steps[heading - 1]
    j, points, limit = terrain.way(place)[heading - 1]
    assert terrain.hex(j).label == label
    return points, limit


# --- clearing trees -------------------------------------------------------------------------------------------------------------


@oracle("CEN-084")
def test_paths_through_the_hexes_moved_through_and_none_where_it_stops(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    state = field()
    hexes = inputs["woods_hexes_moved_through"] + inputs["stops_in_fourth"]
    each = cost(state, "0507", 1)[0]
    events = fly(state, "F" * hexes, hexes * each, laser=True)
    assert len(state.ground.tree_paths) == expected["paths_cut"]
    assert state.ground.tree_paths == ["0505/14", "0506/14", "0507/14"]
    assert kinds(events).count("path_cut") == expected["paths_cut"]
    # the fourth hex gets its path when the vehicle moves on
    fly(state, "F", each, laser=True)
    assert "0504/14" in state.ground.tree_paths
    assert invariants(state) == []


def test_paths_are_straight_or_curved_by_the_way_taken() -> None:
    assert (engineering.shape(1, 4), engineering.shape(4, 6), engineering.shape(6, 1)) == ("straight", "curved", "curved")
    state = field({**WOODS, "0606": "0l"})
    events = fly(state, "FRF", 4, laser=True)
    cut = next(e for e in events if e.kind == "path_cut")
    assert (cut.data["from"], cut.data["to"], cut.data["counter"], cut.rule) == (4, 2, "curved", "centurion: Clearing Trees")
    assert state.ground.tree_paths == ["0507/24"]


def test_several_paths_may_run_through_one_hex() -> None:
    state = field()
    state.ground.tree_paths = ["0507/14", "0507/25"]
    assert engineering.sides_of(state.ground.tree_paths, "0507") == {1, 2, 4, 5}
    fly(state, "FF", 2 * cost(state, "0506", 1)[0], laser=True)
    assert state.ground.tree_paths == ["0507/14", "0507/25"]


@pytest.mark.parametrize("case", ["laser off", "not an engineer", "attachment out", "rule off", "stops", "from its first hex"])
def test_what_cuts_no_path(case: str) -> None:
    state = field(options={"engineering": 0} if case == "rule off" else {})
    unit = vehicle(state, "h" if case == "not an engineer" else "e")
    if case == "attachment out":
        unit.effects.append("hull_weapons_1")
    if case == "from its first hex":
        unit.hex = at("0507")
    unit.laser = case != "laser off"
    each = cost(state, "0507", 1)[0]
    path = "F" if case in ("stops", "from its first hex") else "FF"
    if case in ("not an engineer", "attachment out", "rule off"):
        order = GravMove(kind="grav", path=path, laser=True)
        unit.velocity = len(path) * each
        assert "planar laser" in refused(state, unit, order)[0]
    fly(state, path, len(path) * each, id=unit.id, **({"laser": True} if case in ("stops", "from its first hex") else {}))
    assert state.ground.tree_paths == []


def test_the_laser_goes_on_and_off_as_desired_on_the_way() -> None:
    state = field()
    fly(state, "FFFF", 8, laser=[2])
    assert state.ground.tree_paths == ["0506/14"]
    unit = vehicle(state, "e")
    # it stands in 0504, which it entered with the laser off
    fly(state, "F", 2, laser=[0, 1])
    assert (state.ground.tree_paths, unit.cutting) == (["0506/14"], 4)
    fly(state, "F", 1, laser=[0])
    assert state.ground.tree_paths == ["0503/14", "0506/14"]


def test_paths_go_with_the_trees() -> None:
    state = field()
    state.ground.tree_paths = ["0503/14", "0506/14"]
    rounds.land(play(state), "hafe_i", Blast(at("0506"), "red"))
    assert state.ground.tree_paths == ["0503/14"]


def test_above_the_trees_nothing_is_cut() -> None:
    state = field(options={"flight_modes": 1})
    unit = vehicle(state, "e")
    unit.mode, unit.velocity = "ttf", 2
    assert "Clearing Trees" in refused(state, unit, GravMove(kind="grav", path="FF", laser=True))[0]
    unit.laser = True
    engineering.come_in(state, unit, 1)
    assert unit.cutting == 0


def test_grav_vehicles_go_along_a_path_as_along_a_road_in_both_directions() -> None:
    for terrain in (WOODS, HEAVY):
        state = field(terrain)
        before = cost(state, "0506", 1)
        state.ground.tree_paths = ["0506/14"]
        assert cost(state, "0506", 1) == cost(state, "0506", 4) == (1, 20)
        assert cost(state, "0506", 2) == before
        state.ground.rubble = ["0506"]
        assert cost(state, "0506", 1) != (1, 20)


def test_a_path_leaves_sight_fire_and_ground_vehicles_as_they_were() -> None:
    state = field()
    plain = terrain_of(state)
    state.ground.tree_paths = ["0506/14"]
    cut = terrain_of(state)
    assert cut is not plain
    assert (cut.tiles, cut.block, cut.sight) == (plain.tiles, plain.block, plain.sight)
    assert terrain_of(state) is cut


def test_moves_are_found_along_paths() -> None:
    state = field(HEAVY)
    vehicle(state, "h").velocity = 5
    state.ground.tree_paths = [f"{label}/14" for label in sorted(HEAVY)]
    terrain = terrain_of(state)
    found = grav.reach(terrain, terrain.index(at("0508")), 1, 5, grav.handling(vehicle(state, "h"), "nf"))
    assert terrain.index(at("0503")) * 8 + 1 in found.ends
    events = fly(state, "FFFFF", 5, id="h")
    assert (kinds(events), vehicle(state, "h").hex) == (["moved"], at("0503"))


def test_offers_switch_the_laser_on_where_it_cuts() -> None:
    state = field({f"{column:02d}{row:02d}": "0l" for column in range(1, 12) for row in range(4, 8)})
    seen = ENGINE.view(state, "red").state
    found = on_the_way.noted(seen, seen.vehicles["e"], options.options(seen, seen.vehicles["e"]))
    cutting = [o for o in found if o.info.get("paths")]
    assert cutting
    assert all(o.order["laser"] and f"cutting {o.info['paths']} path" in o.label for o in cutting)
    assert all(refused(state, vehicle(state, "e"), GravMove.model_validate(o.order)) == [] for o in found if o.order["kind"] == "grav")
    best = max(cutting, key=lambda o: int(o.info["paths"]))
    maneuver.carry_out(play(state), vehicle(state, "e"), best.order)
    assert len(state.ground.tree_paths) == best.info["paths"]
    plain = on_the_way.noted(seen, seen.vehicles["h"], options.options(seen, seen.vehicles["h"]))
    assert not any("laser" in o.order for o in plain)


# --- clearing minefields --------------------------------------------------------------------------------------------------------

CLEAR = {"1001": "0."}
MINED = [{"hex": "0506", "side": "blue"}]


def mined(**more: Any) -> BattleState:
    return field(CLEAR, minefields=MINED, **more)


def test_nine_or_less_clears_a_way_which_is_laid_when_it_moves_out() -> None:
    state = mined()
    events = fly(state, "FF", 2, 9)
    assert kinds(events) == ["mines_found", "mines_cleared", "moved"]
    assert events[1].checks[0].target == 9
    assert (state.ground.mine_paths, vehicle(state, "e").clearing) == ([], True)
    events = fly(state, "F", 1)
    assert kinds(events) == ["pathway_laid", "moved"]
    assert state.ground.mine_paths == ["0506/14"]
    assert (events[0].rule, events[0].data["counter"]) == ("centurion: Clearing Minefields", "straight")
    assert state.ground.mines == {"0506": ["blue"]}


def test_a_ten_is_a_mine_under_it_and_no_way() -> None:
    state = mined()
    events = fly(state, "FFF", 3, 10, 10)
    assert kinds(events) == ["mines_found", "mines_cleared", "mines", "moved"]
    assert state.ground.mine_paths == []


def test_only_engineers_at_normal_flight_clear() -> None:
    for id, mode in (("h", "nf"), ("e", "ttf")):
        state = mined(options={"flight_modes": 1})
        vehicle(state, id).mode = mode
        events = fly(state, "FF", 2, 10, id=id)
        assert kinds(events) == ["mines_found", "mines", "moved"]


def test_whoever_travels_along_the_pathway_is_not_attacked_and_others_are() -> None:
    state = mined()
    state.ground.mine_paths = ["0506/14"]
    assert kinds(fly(state, "FFF", 3, id="h")) == ["mines_found", "moved"]
    working = play(state)
    maneuver.carry_out(working, foot(state, "s"), {"kind": "march", "route": "111"})
    assert kinds(working.events) == ["moved"]
    vehicle(state, "h").hex, vehicle(state, "h").facing = at("0606"), 6
    assert kinds(fly(state, "F", 1, 10, id="h")) == ["mines", "moved"]


def test_whoever_leaves_the_pathway_within_the_hex_is_attacked_there() -> None:
    state = mined()
    state.ground.mine_paths = ["0506/14"]
    events = fly(state, "FFRF", 3, 10, id="h")
    assert kinds(events) == ["mines_found", "mines", "moved"]
    assert vehicle(state, "h").lane == 0
    # an engineer clears a way of its own from there
    state = mined()
    state.ground.mine_paths = ["0506/14"]
    assert kinds(fly(state, "FFRF", 3, 9)) == ["mines_found", "mines_cleared", "pathway_laid", "moved"]
    assert state.ground.mine_paths == ["0506/14", "0506/24"]


def test_it_may_back_out_the_way_it_came() -> None:
    state = mined()
    fly(state, "FF", 2, 9, decelerate=2)
    unit = vehicle(state, "e")
    assert (unit.velocity, unit.lane) == (0, 4)
    events = fly(state, "F", -1)
    assert (kinds(events), unit.hex, state.ground.mine_paths) == (["moved"], at("0507"), [])


def test_a_squad_gets_off_safely_on_the_pathway() -> None:
    state = mined()
    unit = vehicle(state, "e")
    foot(state, "s").aboard, foot(state, "s").hex, foot(state, "s").outside, unit.outside = "e", None, True, "s"
    events = fly(state, "FF", 2, 9, decelerate=2, dismount=["s"])
    assert "mines" not in kinds(events)
    assert (foot(state, "s").hex, foot(state, "s").lane) == (at("0506"), 4)


def test_without_the_rule_engineers_are_struck_like_others() -> None:
    state = mined(options={"engineering": 0})
    assert kinds(fly(state, "FF", 2, 10)) == ["mines_found", "mines", "moved"]


def test_offers_show_engineers_both_numbers() -> None:
    state = field(CLEAR, minefields=[{**MINED[0], "hidden": False}])
    danger: Json = mines.warning(state, vehicle(state, "e"), [("0507", 1), ("0506", 1)])
    assert (danger["mines"], danger["mine_clearing"]["to_hit"]) == (["0506"], 9)
    assert "mine_clearing" not in mines.warning(state, vehicle(state, "h"), [("0506", 1)])


# --- the attachment -------------------------------------------------------------------------------------------------------------


@oracle("CEN-086")
def test_engineers_carry_double_the_digging_charges(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    types = {False: "horatius", True: "remus"}
    assert [engineering.is_engineer(types[each]) for each in inputs["engineering_attachment"]] == inputs["engineering_attachment"]
    assert [vehicle_type(types[each]).digging_charges for each in inputs["engineering_attachment"]] == expected["charges"]
    state = field()
    assert [vehicle(state, id).digging for id in ("h", "e")] == expected["charges"]


def test_a_hit_on_either_hull_location_puts_the_attachment_out() -> None:
    for system in engineering.HULL:
        assert "hull_both" in MOUNTED[system]
        state = field()
        vehicle(state, "e").queued.append(Mark(system, 1))
        take_effect(play(state), vehicle(state, "e"))
        assert not engineering.works(state, vehicle(state, "e"))
        arms = ENGINE.record(ENGINE.view(state, "red"), "e")["weapons"]
        assert next(a["state"] for a in arms if a["name"] == "Engineering Attachment") == "out of action"

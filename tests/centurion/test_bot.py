"""The bot's judgement in small scenes, on what its seat sees alone."""

from typing import Any

import pytest

from scales.centurion import ENGINE
from scales.centurion.bot import bot, breach
from scales.centurion.catalog import vehicle_type
from scales.centurion.combat import aim, internals
from scales.centurion.combat.weapons import shape, weapon
from scales.centurion.ground.terrain import terrain_of
from scales.centurion.movement import approach, maneuver
from scales.centurion.state import PARITY, BattleState, Call, Vehicle
from scales.centurion.support import shelling
from scales.engine import Decision, Json, Option, Orders, Slot
from scales.hexes import distance
from scales.messages import Bay, FireSupport
from tests.centurion.firing_range import at, bones, foot, play, squad, table, tank, vehicle

GUNS: Json = {"batteries": [{"id": "guns", "name": "guns", "side": "red", "missions": 1, "shots": 4}]}


def move(state: BattleState, side: str, *units: str) -> dict[str, Any]:
    """What the bot orders its units in the Movement Phase; the enemy has moved."""
    for unit in state.units():
        unit.moved = unit.side != side
    decision = Decision(f"move-{side}-1", side, "move", "", list(units), data={"platoon": f"{side}-1"})
    return choose(state, decision).choices


def choose(state: BattleState, decision: Decision) -> Orders:
    view = ENGINE.view(state, decision.seat)
    orders = ENGINE.choose(view, decision, ENGINE.offers(view, decision), bones())
    assert not ENGINE.check(view, decision, orders)
    return orders


def combat(state: BattleState, kind: str, side: str, *units: str) -> dict[str, Any]:
    """What the bot orders in a segment of the Combat Phase."""
    state.at.phase = "combat"
    data = {"side": side, "units": list(units), "declared": {}}
    return choose(state, Decision(f"{kind}:{side}", side, kind, "", list(units), data=data)).choices


def moved(state: BattleState, side: str, *units: str) -> BattleState:
    """The board after the bot's orders for these units."""
    orders = move(state, side, *units)
    after = play(state)
    for id in units:
        unit = after.state.unit(id)
        assert unit is not None
        maneuver.carry_out(after, unit, orders[id])
    return after.state


def ship(state: BattleState, *damage: int, missiles: int = 0, simple: bool = False) -> FireSupport:
    """A ship of red that stands by, with a bay for each damage; `simple`: lent by the scenario."""
    bays = [Bay(f"ship/{n}", f"25 bay/{points}", "L", points) for n, points in enumerate(damage)]
    lent = FireSupport("ship", "Ship", "fulgur", "red", "b", zone="atmosphere", in_arc=True, bays=bays, missiles=missiles, missile_type="A")
    state.ships["ship"], state.ship_since["ship"] = lent, state.turn
    if simple:
        state.ship_windows["ship"] = [1, 9]
    return lent


def called(state: BattleState) -> Json:
    """The bot's call of red's ship."""
    state.at.phase = "end"
    order: Json = choose(state, Decision("naval:red", "red", "naval", "", ["t"], data={"side": "red", "slots": ["ship"]})).choices["ship"]
    return order


def holed(target: Vehicle, facing: str, boxes: int) -> None:
    """A facing with the outer rows of its columns 1 to 10 gone."""
    rows = target.armor[facing].rows
    target.armor[facing].rows = (0,) * min(boxes, len(rows)) + rows[min(boxes, len(rows)) :]


def targets(orders: Json) -> set[str]:
    return {line[1] for order in orders.values() for line in order.get("fire", [])}


# --- moving ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("facing", ["front", "left", "right", "stern"])
def test_takes_the_flank_that_is_open(facing: str) -> None:
    # given an enemy with one bare side
    state = table([tank("t", "horatius", "1206", 1)], [tank("e", "liberator", "1205", 4)])
    holed(vehicle(state, "e"), facing, 9)
    # when the bot moves
    after = moved(state, "red", "t")
    # then it stands where its fire strikes that side
    there = vehicle(after, "t").hex
    assert there is not None
    assert aim.struck_facing(vehicle(after, "e"), there, "t") == facing


def test_does_not_end_facing_away() -> None:
    state = table([tank("a", "trajan", "1010", 4), tank("b", "kershaw", "1210", 4)], [tank("e", "liberator", "1206", 4)])
    after = moved(state, "red", "a", "b")
    enemy = vehicle(after, "e").hex
    assert enemy is not None
    assert all(aim.in_front(vehicle(after, id), enemy, "e") for id in ("a", "b"))


def test_digs_in_under_fire() -> None:
    # given a tank whose enemies stand beyond the reach of one move, wherever it goes
    state = table([tank("t", "trajan", "1213", 1)], [tank(f"e{n}", "deliverer", f"{n}04", 4) for n in (10, 12, 14)])
    after = vehicle(moved(state, "red", "t"), "t")
    assert (after.crater, after.mode) == (True, "grounded")


def test_infantry_takes_cover_from_which_it_sees() -> None:
    state = table([squad("s", "1210")], [tank("e", "liberator", "1205", 4)], {"1209": "0h"})
    there = foot(moved(state, "red", "s"), "s").hex
    assert there is not None
    assert there.label == "1209"


@pytest.mark.parametrize("due", [0, 1])
@pytest.mark.parametrize(("kind", "reach"), [("artillery", 1), ("laser", 1), ("missiles", 8)])
def test_nobody_goes_where_his_own_side_has_called_for_fire(kind: str, reach: int, due: int) -> None:
    # given an enemy in the middle of what the own side has called for, and a vehicle and men that would like to go for him
    state = table([tank("t", "kershaw", "1213", 1), squad("s", "1213")], [tank("e", "jaguar", "1204", 4)])
    ship(state, missiles=1)
    made = Call("red-1", "red", kind, "ship", at("1204"), due=state.turn + due, round="hafe_i")
    made.data = {"hexes": {"barrage" if kind == "missiles" else "ship/0": "1204"}}
    state.calls = [made]
    # when they move
    after = moved(state, "red", "t", "s")
    # then they stay out of its reach
    for unit in (vehicle(after, "t"), foot(after, "s")):
        assert unit.hex is not None
        assert distance(unit.hex, at("1204"), PARITY) > reach


def test_digs_no_hole_on_the_way() -> None:
    state = table([tank("t", "trajan", "0113", 1)], [tank("e", "liberator", "2402", 4)])
    assert vehicle(moved(state, "red", "t"), "t").crater is False


def test_does_not_leave_a_crater_for_a_trifle() -> None:
    # given a vehicle hull down that has an enemy in front of it
    state = table([tank("t", "trajan", "1210", 1)], [tank("e", "liberator", "1204", 4)])
    dug = vehicle(state, "t")
    dug.mode, dug.crater, state.ground.craters["1210"] = "grounded", True, 1
    assert move(state, "red", "t")["t"]["kind"] == "stay"


def test_a_platoon_is_not_all_in_one_hex_under_guns() -> None:
    red = [tank(f"t{n}", "horatius", "1213", 1) for n in (1, 2, 3)]
    state = table(red, [tank("e", "liberator", "1202", 4)], **GUNS)
    after = moved(state, "red", "t1", "t2", "t3")
    assert len({vehicle(after, id).hex for id in ("t1", "t2", "t3")}) > 1


def test_keeps_out_from_under_its_own_artillery() -> None:
    state = table([tank("t", "kershaw", "1209", 1)], [tank("e", "jaguar", "1206", 4)])
    state.calls = [Call("red-1", "red", "artillery", "guns", at("1206"), due=state.turn, round="hafe_i")]
    there = vehicle(moved(state, "red", "t"), "t").hex
    assert there is not None
    assert shelling.worth(state, "red", there, delayed=False) <= 0
    assert terrain_of(state).distance(terrain_of(state).index(there), terrain_of(state).index(at("1206"))) > shelling.REACH


@pytest.mark.parametrize(("enemy", "off"), [("1206", True), ("0101", False)])
def test_infantry_rides_far_and_gets_off_near(enemy: str, off: bool) -> None:
    red = [tank("apc", "romulus", "1210", 1), squad("s", "1210")]
    state = table(red, [tank("e", "liberator", enemy, 4)])
    riders = foot(state, "s")
    riders.aboard, riders.hex, vehicle(state, "apc").inside = "apc", None, "s"
    order = move(state, "red", "apc")["apc"]
    assert bool(order.get("dismount")) == off


def test_an_ambush_does_not_last_all_battle() -> None:
    state = table([tank("t", "horatius", "1213", 1)], [tank("e", "liberator", "1202", 4)])
    vehicle(state, "t").hidden = True
    assert move(state, "red", "t")["t"]["kind"] == "stay"
    state.turn = state.turn_limit // 2
    assert move(state, "red", "t")["t"]["kind"] != "stay"


def test_ground_vehicles_look_for_a_way_around_the_lake() -> None:
    lake = {f"{column:02d}07": "0w" for column in range(1, 24)}
    state = table([tank("t", "kershaw", "0208", 1)], [tank("e", "jaguar", "0204", 4)], lake)
    ground = terrain_of(state)
    field = approach.field_of(ground, [ground.index(at("0204"))])
    assert field[ground.index(at("0205"))] == 1
    assert field[ground.index(at("2308"))] < field[ground.index(at("0208"))]


# --- shooting -------------------------------------------------------------------------------------------------------------------


def test_a_hole_is_worth_more_than_a_whole_side_and_a_hit_that_goes_through_most() -> None:
    state = table([tank("t", "trajan", "1210", 1)], [tank("e", "liberator", "1206", 4)])
    target = vehicle(state, "e")
    laser = shape(weapon("laser_7_5_6"))
    whole, sound = breach.wall(target, "front"), breach.softness(target, "front")
    holed(target, "front", 8)
    open_wall = breach.wall(target, "front")
    assert whole is not None
    assert open_wall is not None
    assert breach.softness(target, "front") > sound
    assert open_wall.hit(laser).progress > whole.hit(laser).progress
    hull = internals.grid(target, "hull")
    hull.rows = (0,) * 8 + hull.rows[8:]
    bare = breach.wall(target, "front")
    assert bare is not None
    assert (bare.hit(laser).kill, whole.hit(laser).kill) == (breach.WHOLE, 0)


def test_finishes_the_crippled_one() -> None:
    state = table([tank("t", "horatius", "1210", 1)], [tank("e1", "liberator", "1106", 4), tank("e2", "liberator", "1206", 4)])
    holed(vehicle(state, "e2"), "front", 8)
    assert targets(combat(state, "fire", "red", "t")) == {"e2"}


def test_gathers_its_fire() -> None:
    red = [tank(f"t{n}", "horatius", f"{column}10", 1) for n, column in enumerate(("11", "12", "13"))]
    state = table(red, [tank(f"e{n}", "liberator", f"{column}06", 4) for n, column in enumerate(("11", "12", "13"))])
    assert len(targets(combat(state, "fire", "red", "t0", "t1", "t2"))) == 1


def test_close_assault_picks_the_softest_facing() -> None:
    state = table([tank("t", "kershaw", "0101", 1), squad("s", "1206")], [tank("e", "liberator", "1206", 4)])
    foot(state, "s").missiles = 0
    holed(vehicle(state, "e"), "right", 7)
    assert combat(state, "fire", "red", "s")["s"]["facing"] == "right"


def test_paints_the_strong_shield_that_friends_fire_at() -> None:
    red = [tank("t1", "horatius", "1110", 1), tank("t2", "horatius", "1210", 1)]
    state = table(red, [tank("strong", "trajan", "1207", 4), tank("bare", "sterling", "1107", 4)])
    orders = combat(state, "paint", "red", "t1", "t2")
    assert {"paint": "strong"} in orders.values()
    assert {"paint": "bare"} not in orders.values()


def test_one_shot_is_enough_for_the_crew_of_a_wreck() -> None:
    # given four vehicles that see one man of a crew, and later a whole squad too
    red = [tank(f"t{n}", "horatius", f"0{n}06", 1) for n in range(1, 5)]
    state = table(red, [tank("far", "liberator", "2514", 4), squad("crew", "0203", strength=1), squad("s", "0303")])
    state.squads["crew"].type = "vehicle_crew"
    state.squads["s"].hex = at("2513")
    ids = [each["id"] for each in red]
    # then one fires at the crew while there is nothing else, and nobody when there is
    assert sum(bool(order.get("fire")) for order in combat(state, "fire", "red", *ids).values()) == 1
    state.squads["s"].hex = at("0303")
    assert targets(combat(state, "fire", "red", *ids)) == {"s"}


def test_does_not_paint_what_is_painted() -> None:
    red = [tank("t1", "horatius", "1110", 1), tank("t2", "horatius", "1210", 1)]
    state = table(red, [tank("strong", "trajan", "1207", 4)])
    vehicle(state, "strong").painted_by = ["t2"]
    assert combat(state, "paint", "red", "t1") == {"t1": {}}


def test_guns_and_missiles_may_go_at_two_targets() -> None:
    # given a squad that guns can break, and a vehicle that its missiles may hit
    state = table([tank("t", "horatius", "1210", 1)], [tank("e", "trajan", "1207", 4), squad("s", "1208", strength=5)])
    # when the vehicle fires
    order = combat(state, "fire", "red", "t")["t"]
    # then its missiles have a target of their own
    assert aims_of(order, "horatius") == {"gun": {"s"}, "missile": {"e"}}


def aims_of(order: Json, type: str) -> dict[str, set[str]]:
    """Targets of the guns and of the missiles of a plan."""
    found: dict[str, set[str]] = {"gun": set(), "missile": set()}
    for mount, target, _ in order["fire"]:
        found["missile" if weapon(vehicle_type(type).weapons[mount].weapon).family == "missile" else "gun"].add(target)
    return found


# --- artillery ------------------------------------------------------------------------------------------------------------------


def test_does_not_shell_its_own_men() -> None:
    # given an enemy with friends beside him, and a lonely one
    red = [tank("t", "kershaw", "1207", 1), squad("s", "1106")]
    state = table(red, [squad("near", "1206", strength=8), squad("alone", "2003", strength=8)])
    assert shelling.worth(state, "red", at("1206"), delayed=True) < 0 < shelling.worth(state, "red", at("2003"), delayed=True)
    # when a mission is called
    rounds = [Option({}, "no mission")]
    rounds += [Option({"hex": hex, "round": "hafe_i"}, hex, {"score": 15}) for hex in ("1206", "2003")]
    ask = Decision("artillery:red", "red", "artillery", "", ["t"], data={"side": "red", "slots": ["guns#1"]})
    chosen = ENGINE.choose(ENGINE.view(state, "red"), ask, [Slot("guns#1", "guns", rounds)], bones())
    # then it falls on the lonely one
    assert chosen.choices["guns#1"]["hex"] == "2003"


def test_a_bay_that_no_shield_lets_through_is_not_called() -> None:
    state = table([tank("t", "kershaw", "0113", 1)], [tank("e", "trajan", "1203", 4)])
    ship(state, 10, simple=True)
    assert called(state) == {}
    ship(state, 150, simple=True)
    assert "1203" in called(state)["hexes"].values()


@pytest.mark.parametrize(("place", "friend", "is_called"), [("1203", "0113", True), ("1203", "1103", False), ("0313", "0111", True)])
def test_ships_are_called_far_from_friends(place: str, friend: str, is_called: bool) -> None:
    state = table([tank("t", "kershaw", friend, 1)], [tank("e", "trajan", place, 4)])
    ship(state, 150)
    hexes = set(called(state).get("hexes", {}).values())
    assert bool(hexes) == is_called
    assert all(distance(at(hex), at(friend), PARITY) > shelling.DANGER for hex in hexes)


@pytest.mark.parametrize(("friend", "is_called"), [("0113", True), ("1109", False)])
def test_no_barrage_where_friends_may_come(friend: str, is_called: bool) -> None:
    """They reach 8 hexes and come down minutes later."""
    enemies = [tank(f"e{n}", "trajan", f"2{n}02", 4) for n in (1, 2, 3)]
    state = table([tank("t", "kershaw", friend, 1)], enemies, options={"missile_barrages": 1})
    ship(state, missiles=1)
    assert bool(called(state)) == is_called


def rounds_called(state: BattleState) -> set[str]:
    """The rounds of red's artillery in an End Phase."""
    state.at.phase = "end"
    ask = Decision("artillery:red", "red", "artillery", "", ["t"], data={"side": "red", "slots": ["guns#1"]})
    return {order.get("round", "") for order in choose(state, ask).choices.values()}


@pytest.mark.parametrize(("hell", "expected"), [(1, "hell"), (0, "hafe_i")])
def test_what_burns_falls_on_a_dense_group_at_rest(hell: int, expected: str) -> None:
    enemies = [tank(f"e{n}", "kershaw", "1203", 4) for n in (1, 2, 3)]
    state = table([tank("t", "kershaw", "0113", 1)], enemies, options={"hell_rounds": hell}, **GUNS)
    assert rounds_called(state) == {expected}


def test_guided_rounds_fall_where_friends_are_near() -> None:
    friends = [tank(id, "trajan", "1205", 1) for id in ("t", "u")]
    state = table(friends, [tank("e", "trajan", "1203", 4)], **GUNS)
    enemy = vehicle(state, "e")
    enemy.mode, enemy.crater, state.ground.craters["1203"] = "grounded", True, 1
    holed(enemy, "stern", 9)
    assert rounds_called(state) == {"glad"}


# --- what others add ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["move", "paint", "fire", "artillery", "smoke", "air", "whatever"])
def test_options_that_it_does_not_know_are_neutral(kind: str) -> None:
    state = table([tank("t", "horatius", "1210", 1)], [tank("e", "liberator", "1206", 4)])
    strange = [Option({}, "nothing"), Option({"new": 1}, "something new", {"target": "unheard:of", "expected_tenths": 0})]
    decision = Decision(f"{kind}:red", "red", kind, "", ["t"], data={"side": "red", "units": ["t"]})
    view = ENGINE.view(state, "red")
    picked = (bot.choose if kind == "move" else ENGINE.choose)(view, decision, [Slot("t", "t", strange, "t")], bones())
    assert picked.choices["t"] in ({}, {"new": 1})

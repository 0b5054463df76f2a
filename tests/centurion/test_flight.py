"""Alternate Grav Movement Modes: levels of flight, what they cost and allow, falls, sight, fire, and infantry that jumps."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scales.centurion import ENGINE, invariants
from scales.centurion.catalog import data
from scales.centurion.combat import aim, effects, end, hit_location, infantry_combat, painting
from scales.centurion.ground import los
from scales.centurion.ground.terrain import terrain_of
from scales.centurion.movement import flight, grav, maneuver, opportunity, options, orders
from scales.centurion.preparation.opening import opening
from scales.centurion.preparation.setup import SetUp
from scales.centurion.state import BattleState, Mark, Vehicle
from scales.centurion.support import rounds
from scales.engine import Event, Json
from scales.hexes import hex_of
from tests.centurion.field import battle, platoon, play, setup, vehicle
from tests.examples import oracle

ON = {"flight_modes": 1}


def fleet(*vehicles: Json, changes: dict[str, str] | None = None, squads: tuple[Json, ...] = (), **more: Any) -> BattleState:
    """A battle with the optional rule."""
    return battle(*vehicles, changes=changes, squads=squads, options=ON, **more)


def flown(state: BattleState, order: Json, *dice: int, unit: str = "h") -> tuple[Vehicle, list[Event]]:
    """Check and carry out an order with exactly these dice; the vehicle and what was told."""
    mover = state.vehicles[unit]
    assert orders.faults_of(state, mover, order) == []
    run = play(state, *dice)
    maneuver.carry_out(run, mover, order)
    run.dice.done()  # type: ignore[attr-defined]
    assert invariants.invariants(state) == []
    return mover, run.events


def refused(state: BattleState, order: Json, unit: str = "h") -> str:
    mover = state.unit(unit)
    assert mover is not None
    return " ".join(fault.text for fault in orders.faults_of(state, mover, order))


def lost(vehicle: Vehicle, facing: str) -> int:
    """Boxes gone from a facing of a Horatius."""
    whole = {"front": 80, "bottom": 40}[facing]
    return whole - sum(row.bit_count() for row in vehicle.armor[facing].rows)


# --- levels -----------------------------------------------------------------------------------------------------------------------


@oracle("CEN-049")
def test_two_levels_cost_two_thrust_and_low_altitude_is_fast(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    state = fleet(vehicle("h", "horatius", "1008", facing=1, velocity=3, mode=inputs["from"]), changes={"1007": "4h", "1006": "0h"})
    assert flight.thrust_for(2) == expected["thrust_cost"]
    assert "cannot spend" in refused(state, {"kind": "grav", "climb": 2, "accelerate": 5, "path": "F"})
    mover, events = flown(state, {"kind": "grav", "climb": 2, "path": "FFF", "decelerate": 3})
    assert (mover.mode, mover.hexes_moved) == (inputs["to"], 3)
    assert (events[0].kind, events[0].data) == ("flight_mode", {"mode": "laf", "thrust": 2})
    assert flight.top_speed("laf") == expected["max_velocity"]
    terrain = terrain_of(state)
    assert {cost for _, cost, _ in terrain.way(terrain.index(hex_of("1008")), "laf")} == {expected["vp_per_hex"]}


def test_without_the_option_nothing_climbs() -> None:
    state = battle(vehicle("h", "horatius", "1008", facing=1, velocity=1))
    assert "not played" in refused(state, {"kind": "grav", "climb": 1, "path": "F"})
    assert all("climb" not in o.order for o in options.options(state, state.vehicles["h"]))


def test_there_are_three_levels() -> None:
    state = fleet(vehicle("h", "horatius", "1008", facing=1, velocity=1, mode="laf"))
    assert "cannot climb 1 level from low-altitude flight" in refused(state, {"kind": "grav", "climb": 1, "path": "F"})
    state.vehicles["h"].mode = "nf"
    assert "cannot come down 1 level from normal flight" in refused(state, {"kind": "grav", "climb": -1, "path": "F"})


def test_a_grounded_vehicle_rises_and_climbs() -> None:
    state = fleet(vehicle("h", "horatius", "1008", facing=1, grounded=True))
    mover, _ = flown(state, {"kind": "grav", "lift": True, "climb": 1, "accelerate": 3, "path": "FF", "decelerate": 2})
    assert (mover.mode, mover.velocity, mover.hexes_moved) == ("ttf", 0, 2)


def test_thrust_is_shared_by_levels_acceleration_and_braking() -> None:
    state = fleet(vehicle("h", "horatius", "1008", facing=1, velocity=1))
    text = refused(state, {"kind": "grav", "climb": 1, "accelerate": 4, "path": "FFFFF", "decelerate": 2})
    assert (
        text
        == "h has a thrust of 6 and cannot spend 4 for accelerating and 1 for changing level and 2 for braking (centurion: Acceleration)"
    )


def test_the_air_stops_acceleration_at_75() -> None:
    state = fleet(vehicle("h", "horatius", "1008", facing=1, velocity=74, mode="laf"))
    assert "no faster than 75" in refused(state, {"kind": "grav", "accelerate": 2})
    state.vehicles["h"].velocity, state.vehicles["h"].mode = 58, "ttf"
    assert "no faster than 60" in refused(state, {"kind": "grav", "accelerate": 4})


# --- what a hex costs -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("token", "normal", "tree_top", "low"),
    [
        ("0.", (1, 20), (1, 20), (1, 75)),
        ("0h", (3, 6), (1, 20), (1, 75)),
        ("0w", (1, 20), (1, 20), (1, 75)),
        ("0b1/20", (1, 10), (1, 20), (1, 75)),
        ("0b2/20", (1, 10), (1, 10), (1, 75)),
        ("2l", (4, 8), (3, 20), (1, 75)),
        ("4.", (5, 16), (5, 16), (1, 75)),
    ],
)
def test_each_mode_pays_for_what_it_meets(token: str, normal: Any, tree_top: Any, low: Any) -> None:
    terrain = terrain_of(fleet(vehicle("h", "horatius", "1008"), changes={"1007": token}))
    place = terrain.index(hex_of("1008"))
    assert [terrain.way(place, mode)[0][1:] for mode in ("nf", "ttf", "laf")] == [normal, tree_top, low]


def test_smoke_slows_what_flies_in_it_or_over_it_but_not_low_altitude() -> None:
    state = fleet(vehicle("h", "horatius", "1008"))
    state.ground.smoke["1007"] = 1
    terrain = terrain_of(state)
    place = terrain.index(hex_of("1008"))
    assert [terrain.way(place, mode)[0][2] for mode in ("nf", "ttf", "laf")] == [10, 10, 75]


def test_tree_top_flight_goes_fast_over_woods() -> None:
    woods = {f"10{row:02d}": "0h" for row in range(1, 13)}
    state = fleet(vehicle("h", "horatius", "1013", facing=1, velocity=10, mode="ttf"), changes=woods)
    mover, events = flown(state, {"kind": "grav", "path": "F" * 10})
    assert (mover.hexes_moved, [e.kind for e in events]) == (10, ["moved"])
    assert "in tree-top flight" in events[0].text


# --- coming down ------------------------------------------------------------------------------------------------------------------


def test_coming_down_is_subject_to_the_limit_of_the_hex_at_once() -> None:
    """Velocity 12 over heavy woods with a limit of 6: three points for six too many, so 2 or less."""
    state = fleet(vehicle("h", "horatius", "1014", facing=1, velocity=12, mode="ttf"), changes={"1014": "0h"})
    mover, events = flown(state, {"kind": "grav", "climb": -1, "path": "F" * 12}, 3)
    assert (lost(mover, "front"), lost(mover, "bottom")) == (30, 30)
    assert [e.kind for e in events] == ["flight_mode", "exceeded_limit", "moved"]
    assert "comes down into 1014 at velocity 12, 6 over the limit of 6" in events[1].text
    assert events[1].checks[0].target == 2


def test_coming_down_within_the_limit_needs_no_roll() -> None:
    state = fleet(vehicle("h", "horatius", "1008", facing=1, velocity=6, mode="laf"), changes={"1008": "0h"})
    mover, _ = flown(state, {"kind": "grav", "climb": -2, "path": "FFFFFF"})
    assert (mover.mode, mover.velocity) == ("nf", 6)


def test_a_vehicle_that_loses_its_drive_coming_down_goes_no_farther() -> None:
    state = fleet(vehicle("h", "horatius", "1008", facing=1, velocity=12, mode="ttf"), changes={"1008": "0h"})
    mover = state.vehicles["h"]
    mover.queued = [Mark("grav_drive", 1)]
    run = play(state, 10, *[1] * 20)
    maneuver.carry_out(run, mover, {"kind": "grav", "climb": -1, "path": "FFFFFFF"})
    assert (mover.mode, mover.hex) == ("grounded", hex_of("1008"))
    assert "stopped in 1008 after 0 hexes" in run.events[-1].text


# --- falling ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mode", "speed"), [("nf", 3), ("ttf", 5), ("laf", 13)])
def test_a_lost_drive_adds_the_height_to_the_velocity(mode: str, speed: int) -> None:
    """With new armor of four rows below only what lies under it is inside."""
    state = fleet(vehicle("h", "horatius", "1008", facing=1, velocity=3, mode=mode))
    mover = state.vehicles["h"]
    run = play(state, *[1] * 20)
    mover.queued = [Mark("grav_drive", 1)]
    effects.take_effect(run, mover)
    told = next(e for e in run.events if e.kind == "grounded")
    assert told.data["points"] == 10 * speed
    assert told.rule == ("centurion: Grounding" if mode == "nf" else "centurion: Loss of Grav Drive")
    assert (mover.mode, mover.velocity) == ("grounded", 0)


def test_a_vehicle_at_rest_above_the_trees_falls_too() -> None:
    state = fleet(vehicle("h", "horatius", "1008", mode="ttf"))
    state.vehicles["h"].queued = [Mark("grav_drive", 1)]
    effects.take_effect(play(state), state.vehicles["h"])
    assert lost(state.vehicles["h"], "bottom") == 20


def test_nobody_grounds_from_above_the_trees_at_will() -> None:
    state = fleet(vehicle("h", "horatius", "1008", facing=1, velocity=1, mode="ttf"))
    assert "cannot ground from tree-top flight" in refused(state, {"kind": "grav", "path": "F", "ground": True})
    assert "cannot use a crater" in refused(state, {"kind": "grav", "path": "F", "decelerate": 1, "dig": True})


def test_velocity_that_is_left_at_tree_top_level_is_a_fall() -> None:
    state = fleet(vehicle("h", "horatius", "1008", facing=1, velocity=4, mode="ttf"))
    mover, events = flown(state, {"kind": "grav", "path": "F", "decelerate": 4})
    assert (mover.mode, lost(mover, "bottom")) == ("grounded", 20)
    assert "falls from tree-top flight and grounds at velocity 2 (0 and 2 for the fall)" in events[-1].text


@pytest.mark.parametrize(("mode", "end"), [("ttf", "1005"), ("laf", "1003")])
def test_an_unsteered_vehicle_flies_on_in_its_mode(mode: str, end: str) -> None:
    """A hill of one level costs two points at tree-top level: the last is not enough for it, and the vehicle falls."""
    state = fleet(vehicle("h", "horatius", "1008", facing=1, velocity=5, mode=mode), changes={"1007": "0h", "1004": "4.", "1003": "4."})
    mover = state.vehicles["h"]
    mover.effects.append("helm")
    maneuver.carry_out(play(state), mover, None)
    assert (mover.hex, mover.mode) == (hex_of(end), "laf" if mode == "laf" else "grounded")


def test_an_unsteered_vehicle_at_tree_top_level_strikes_what_it_is_too_fast_for() -> None:
    state = fleet(vehicle("h", "horatius", "1008", facing=1, velocity=14, mode="ttf"), changes={"1007": "0b3/20"})
    mover = state.vehicles["h"]
    mover.crew["driver"] = "unconscious"
    maneuver.carry_out(play(state, 2), mover, None)
    assert (mover.hex, mover.velocity, lost(mover, "front")) == (hex_of("1007"), 0, 20)


# --- sight and fire ---------------------------------------------------------------------------------------------------------------


def pair(mode: str, other: str = "nf", changes: dict[str, str] | None = None) -> BattleState:
    """A Horatius in a mode of flight five hexes south of a Liberator."""
    red = platoon("tog", vehicle("h", "horatius", "1009", facing=1, mode=mode))
    blue = platoon("cw", vehicle("l", "liberator", "1004", facing=4, mode=other))
    return opening(SetUp.model_validate(setup(red, blue, changes=changes, options=ON)))


@pytest.mark.parametrize(
    ("mode", "between", "seen"),
    [
        ("nf", "0l", False),
        ("ttf", "0l", True),
        ("ttf", "0b2/20", False),
        ("laf", "0b9/20", True),
        ("ttf", "2.", False),
        ("laf", "9.", True),
    ],
)
def test_who_flies_higher_sees_over_what_is_lower(mode: str, between: str, seen: bool) -> None:
    state = pair(mode, changes={"1006": between})
    red, blue = state.vehicles["h"], state.vehicles["l"]
    assert los.sees(state, red, blue) == los.sees(state, blue, red) == seen
    assert aim.sees_hex(state, red, hex_of("1004")) == seen


def test_the_book_s_horatius_at_tree_top_level() -> None:
    """Its own fire is as always; the Liberator meets its bottom shield and rolls on the TTF Hit Location Table, five hexes away."""
    state = pair("ttf", changes={"1006": "0l"})
    red, blue = state.vehicles["h"], state.vehicles["l"]
    given = aim.aim(state, red, blue)
    assert (given.seen, given.location, given.shield_facing) == (True, "normal", "front")
    taken = aim.aim(state, blue, red)
    assert (taken.seen, taken.location, taken.shield_facing, taken.shield) == (True, "ttf", "bottom", red.shields["bottom"])
    found = [hit_location.facing_of(taken.location, roll, taken.range, taken.facing) for roll in (1, 2, 3, 10)]
    assert found == ["bottom", "bottom", "front", "front"]


@pytest.mark.parametrize(
    ("mine", "yours", "shield", "table"),
    [
        ("nf", "laf", "bottom", "laf"),
        ("ttf", "laf", "bottom", "laf"),
        ("laf", "laf", "front", "normal"),
        ("ttf", "ttf", "front", "normal"),
        ("laf", "nf", "front", "normal"),
    ],
)
def test_shield_and_table_by_the_modes_of_both(mine: str, yours: str, shield: str, table: str) -> None:
    state = pair(mine, yours)
    found = aim.aim(state, state.vehicles["h"], state.vehicles["l"])
    assert (found.shield_facing, found.location) == (shield, table)


def test_above_the_trees_there_is_no_cover() -> None:
    state = pair("ttf", changes={"1009": "0h"})
    state.ground.smoke["1009"] = 1
    assert aim.cover(state, state.vehicles["h"]) == []


def test_watchers_see_what_flies_low_over_the_hills() -> None:
    state = pair("nf", "laf", changes={"1006": "9."})
    run = play(state, *[10] * 20)
    maneuver.carry_out(run, state.vehicles["h"], {"kind": "stay", "watch": 20})
    opportunity.spring(run, state.vehicles["l"])
    assert any(e.kind == "fire" for e in run.events)


def test_mines_lie_under_normal_and_tree_top_flight_only() -> None:
    for mode, struck in (("nf", True), ("ttf", True), ("laf", False)):
        state = fleet(vehicle("h", "horatius", "1008", facing=1, velocity=1, mode=mode))
        state.ground.mines["1007"] = ["cw"]
        run = play(state, *[10] * 3)
        maneuver.carry_out(run, state.vehicles["h"], {"kind": "grav", "path": "F"})
        assert any(e.kind == "mines" for e in run.events) == struck


def test_airbursts_do_not_reach_low_altitude_and_hell_reaches_everything() -> None:
    for mode, harmed in (("nf", True), ("ttf", True), ("laf", False)):
        state = fleet(vehicle("h", "horatius", "1008", mode=mode))
        rounds.hafe(play(state, *[1] * 20), rounds.Blast(hex_of("1008"), "cw", "battery"))
        assert (lost(state.vehicles["h"], "front") > 0) == harmed
        rounds.hell(play(state, *[1] * 20), rounds.Blast(hex_of("1008"), "cw", "battery"))
        assert lost(state.vehicles["h"], "front") > 0


@oracle("INT-022")
def test_hit_locations_while_dropping(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert [hit_location.location("dropping", roll) for roll in inputs["roll"]] == expected["location"]


def test_hit_locations_at_low_altitude() -> None:
    assert [hit_location.location("at_laf", roll) for roll in (1, 5, 6, 10)] == ["turret", "turret", "attacked_side", "attacked_side"]


# --- infantry that jumps ----------------------------------------------------------------------------------------------------------


def carrier(mode: str, type: str = "bounce_tvlg", **more: Any) -> BattleState:
    """A Lupis with a squad aboard flies north from 1008 at velocity 4."""
    rider = {"id": "s", "type": type, "name": "s", "aboard": "h"}
    return fleet(vehicle("h", "lupis", "1008", facing=1, velocity=4, mode=mode), squads=(rider,), **more)


def jump(after: int, roof: bool = False) -> Json:
    return {"kind": "grav", "path": "FFFF", "jumps": [{"squad": "s", "after": after, "roof": roof}]}


@pytest.mark.parametrize("mode", ["ttf", "laf"])
def test_bounce_infantry_jumps_on_the_way(mode: str) -> None:
    state = carrier(mode)
    mover, events = flown(state, jump(2))
    squad = state.squads["s"]
    assert (squad.hex, squad.aboard, squad.moved, mover.inside) == (hex_of("1006"), None, True, None)
    assert mover.hex == hex_of("1004")
    told = next(e for e in events if e.kind == "jumped")
    assert (told.text, told.rule) == ("s jumps from h over hex 1006.", "centurion: Alternate Grav Movement Modes: Infantry")


def test_infantry_jumps_where_the_flight_begins() -> None:
    state = carrier("ttf")
    flown(state, jump(0))
    assert state.squads["s"].hex == hex_of("1008")


def test_it_lands_on_a_roof_or_beside_the_building() -> None:
    for roof, level in ((True, 3), (False, 0)):
        state = carrier("laf", changes={"1006": "0b3/20"})
        flown(state, jump(2, roof))
        assert state.squads["s"].level == level


def test_what_cannot_jump_is_refused() -> None:
    assert "only from TTF or LAF" in refused(carrier("nf"), jump(2))
    assert "only bounce infantry" in refused(carrier("ttf", "ground_tvlg"), jump(2))
    assert "into the lake of hex 1006" in refused(carrier("ttf", changes={"1006": "0w"}), jump(2))
    assert "no building stands in hex 1006" in refused(carrier("ttf"), jump(2, roof=True))
    assert "h enters 4 hexes: s cannot jump after hex 5" in refused(carrier("ttf"), jump(5))
    twice = {"kind": "grav", "path": "FFFF", "jumps": [{"squad": "s", "after": 1}, {"squad": "s", "after": 2}]}
    assert "jump twice" in refused(carrier("ttf"), twice)
    other = {"kind": "grav", "path": "FFFF", "jumps": [{"squad": "x", "after": 1}]}
    assert "does not carry x" in refused(carrier("ttf"), other)


def test_infantry_gets_off_and_on_only_near_the_ground() -> None:
    state = carrier("ttf")
    state.vehicles["h"].velocity = 0
    assert "only at NF" in refused(state, {"kind": "stay", "dismount": ["s"]})
    assert "only at NF" in refused(state, {"kind": "grav", "dismount": ["s"]})
    foot = {"id": "f", "type": "bounce_tvlg", "name": "f", "hex": "1008"}
    state = fleet(vehicle("h", "lupis", "1008", mode="laf"), squads=(foot,))
    assert "at normal flight" in refused(state, {"kind": "mount", "vehicle": "h"}, unit="f")


def test_watchers_fire_at_infantry_in_the_air_and_no_terrain_shelters_it() -> None:
    """As many men are lost over heavy woods as over clear ground; once they have landed the woods shelter them."""
    left = []
    for token in ("0.", "0h"):
        state = carrier("laf", changes={"1008": token})
        squad, watcher = state.squads["s"], state.vehicles["enemy"]
        watcher.hex, watcher.facing = hex_of("1006"), 4
        run = play(state, *[7] * 60)
        maneuver.carry_out(run, watcher, {"kind": "stay", "watch": 2})
        maneuver.carry_out(run, state.vehicles["h"], jump(0))
        fired = next(e for e in run.events if e.kind == "fire")
        assert fired.units[:2] == ["enemy", "s"]
        left.append(squad.strength)
        assert not squad.in_the_air
    assert left[0] == left[1] < 8
    assert infantry_combat.shelter(state, squad) == 2


def test_a_squad_that_jumps_into_mines_sets_them_off() -> None:
    state = carrier("laf")
    state.ground.mines["1006"] = ["cw"]
    _, events = flown(state, jump(2), 10)
    assert any(e.kind == "mines" and e.units == ["s"] for e in events)


# --- released above the battlefield -----------------------------------------------------------------------------------------------


@oracle("INT-031")
def test_a_dropped_vehicle_is_at_low_altitude_and_does_not_fight(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    state = fleet(vehicle("h", "horatius", "1010", facing=1, dropped=inputs["dropped"]))
    mover = state.vehicles["h"]
    assert (mover.mode, mover.velocity) == (expected["mode"], expected["velocity"])
    assert aim.can_fire(mover) == expected["may_fire_on_drop_turn"]
    enemy = state.vehicles["enemy"]
    assert aim.aim(state, enemy, mover).seen


def test_a_dropped_vehicle_fights_in_its_second_turn() -> None:
    state = fleet(vehicle("h", "horatius", "1010", facing=1, dropped=True))
    assert not painting.may_paint(state.vehicles["h"])
    end.forget(play(state))
    assert aim.can_fire(state.vehicles["h"])
    assert painting.may_paint(state.vehicles["h"])


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"mode": "ttf", "type": "kershaw"}, "only grav vehicles fly"),
        ({"mode": "laf", "grounded": True}, "on the ground"),
        ({"dropped": True, "mode": "ttf"}, "which is at low altitude"),
        ({"velocity": 50}, "more than 40 only at low altitude"),
    ],
)
def test_set_ups_say_what_cannot_fly(given: Json, words: str) -> None:
    spec = vehicle("h", given.get("type", "horatius"), "1008") | {k: v for k, v in given.items() if k != "type"}
    made = setup(platoon("tog", spec), platoon("cw", vehicle("l", "liberator", "1004")), options=ON)
    assert any(words in fault.text for fault in ENGINE.faults(made))


def test_set_ups_fly_only_with_the_option() -> None:
    made = setup(platoon("tog", vehicle("h", "horatius", "1008", mode="laf")), platoon("cw", vehicle("l", "liberator", "1004")))
    assert any("option flight_modes is off" in fault.text for fault in ENGINE.faults(made))


# --- offers and the search --------------------------------------------------------------------------------------------------------


def test_offers_reach_all_three_levels_and_stay_few() -> None:
    state = carrier("nf")
    found = options.options(state, state.vehicles["h"])
    assert {o.info.get("flight", "nf") for o in found} == {"nf", "ttf", "laf"}
    assert len(found) < 150
    assert any(o.order.get("jumps") for o in found)
    plain = options.options(battle(vehicle("h", "lupis", "1008", facing=1, velocity=4)), state.vehicles["h"])
    assert all("flight" not in o.info for o in plain)


def test_a_hovering_carrier_is_offered_a_jump_where_it_is() -> None:
    state = carrier("laf")
    state.vehicles["h"].velocity = 0
    found = [o for o in options.options(state, state.vehicles["h"]) if o.order.get("jumps") and not o.info["velocity"]]
    assert [o.info["jumps"] for o in found] == [[{"squad": "s", "hex": "1008", "roof": False}]]


@settings(max_examples=20, deadline=None)
@given(
    st.sampled_from(["nf", "ttf", "laf"]),
    st.integers(-2, 12),
    st.integers(1, 6),
    st.sampled_from(["1008", "0101", "2514", "1313"]),
)
def test_every_offer_is_legal_and_ends_where_and_as_it_says(mode: str, velocity: int, facing: int, hex: str) -> None:
    rider = {"id": "s", "type": "bounce_tvlg", "name": "s", "aboard": "h"}
    changes = {"1007": "0h", "1107": "2l", "1306": "0w", "2413": "4.", "1207": "0b3/20"}
    state = fleet(vehicle("h", "lupis", hex, facing=facing, velocity=velocity, mode=mode), changes=changes, squads=(rider,))
    found = options.options(state, state.vehicles["h"])
    for option in found:
        assert refused(state, option.order) == "", option
    last = found[-1]
    mover = state.vehicles["h"]
    maneuver.carry_out(play(state, *[1] * 20), mover, last.order)
    assert mover.hex is not None
    assert (mover.hex.label, mover.velocity) == (last.info["hex"], last.info["velocity"])
    assert invariants.invariants(state) == []


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 75), st.integers(1, 6), st.sampled_from(["1308", "0505", "2010"]))
def test_every_end_at_low_altitude_is_a_path_by_the_rules(velocity: int, facing: int, hex: str) -> None:
    state = fleet(vehicle("h", "horatius", hex, facing=facing, velocity=velocity, mode="laf"))
    mover, terrain = state.vehicles["h"], terrain_of(state)
    found = grav.reach(terrain, terrain.index(hex_of(hex)), facing, velocity, grav.handling(mover, "laf"))
    for node in list(found.ends.values())[:20]:
        _, path = grav.path_to(found, node)
        assert path.count("F") == velocity
        assert refused(state, {"kind": "grav", "path": path}) == ""


def test_the_fastest_flight_still_finds_its_way_on_a_board() -> None:
    state = fleet(vehicle("h", "horatius", "1308", facing=2, dropped=True))
    assert len(options.options(state, state.vehicles["h"])) > 4


def test_jumpers_wear_bounce_packs() -> None:
    assert set(data("flight")["jumpers"]) <= set(data("movement")["squads"])


# --- centuries --------------------------------------------------------------------------------------------------------------------


def test_a_century_may_begin_above_the_trees_but_for_what_cannot_fly() -> None:
    """Its vehicle without a drive stands on the ground."""
    broken = {"c/1/1": {"effects": ["grav_drive"]}}
    century: Json = {"id": "c", "name": "First", "side": "tog", "kind": "medium_grav_armor", "mode": "ttf", "damage": broken}
    made = setup(platoon("cw", vehicle("l", "liberator", "1004")), centuries=[century], options=ON)
    assert ENGINE.faults(made) == []
    state = opening(SetUp.model_validate(made))
    own = [v for v in state.vehicles.values() if v.century == "c"]
    assert {v.mode for v in own if v.id != "c/1/1"} == {"ttf"}
    assert state.vehicles["c/1/1"].mode == "grounded"
    assert invariants.invariants(state) == []
    assert any("flight_modes is off" in fault.text for fault in ENGINE.faults(made | {"options": {}}))
    assert any("and dug in" in fault.text for fault in ENGINE.faults(made | {"centuries": [century | {"dug_in": True}]}))


# --- rulings and record sheets ----------------------------------------------------------------------------------------------------


def ruled(state: BattleState, **more: Any) -> BattleState:
    """The state after a ruling that puts the vehicle in 1009."""
    ruling = {"kind": "move", "unit": "h", "hex": "1009", "reason": "test", **more}
    after: BattleState = ENGINE.amend(state, ruling, play(state).dice).state
    return after


def test_a_ruling_puts_a_vehicle_in_flight_and_leaves_it_there() -> None:
    state = ruled(fleet(vehicle("h", "horatius", "1008")), mode="laf", velocity=70)
    assert (state.vehicles["h"].mode, state.vehicles["h"].velocity) == ("laf", 70)
    assert ruled(state, facing=3).vehicles["h"].mode == "laf"
    assert ruled(state, grounded=True, velocity=0).vehicles["h"].mode == "grounded"
    assert ruled(state, mode="nf", velocity=5).vehicles["h"].mode == "nf"


def test_rulings_keep_to_what_can_fly() -> None:
    state = fleet(vehicle("h", "horatius", "1008"))
    with pytest.raises(ValueError, match="in normal flight the most is 60"):
        ruled(state, velocity=70)
    with pytest.raises(ValueError, match="not played in this battle"):
        ruled(battle(vehicle("h", "horatius", "1008")), mode="ttf")
    state.vehicles["h"].effects.append("grav_drive")
    with pytest.raises(ValueError, match="without its drive"):
        ruled(state, mode="ttf")


def test_record_and_picture_show_the_mode() -> None:
    state = fleet(vehicle("h", "horatius", "1008", dropped=True))
    view = ENGINE.view(state, "red")
    movement = ENGINE.record(view, "h")["movement"]
    assert (movement["mode"], movement["dropped"]) == ("low-altitude flight", True)
    assert "h (LAF)" in [counter.label for counter in ENGINE.picture(view).counters]

"""Attacks at LAF: what craft of the board above do to vehicles at low altitude, and what those fire back."""

from typing import Any

import pytest

from scales.centurion import ENGINE
from scales.centurion.combat import painting, plan_faults, plans
from scales.centurion.state import BattleState
from scales.codec import plain
from scales.dice import ScriptedDice
from scales.engine import Delivery, Event, Json
from scales.messages import AttackAtLaf, CraftOverhead, GroundAttack, HitFromAbove, Overhead
from tests.centurion.firing_range import advance, bones, kinds, mount_of, table, tank

ON = {"flight_modes": 1}
LASER = HitFromAbove("laser_5_4", "5/4 Laser", 5)
MDC = HitFromAbove("mdc_8", "MDC-8", 8, [5, 3])
SSS = HitFromAbove("sss", "SSS", 20, [7, 5, 5, 3])


def craft(**more: Any) -> GroundAttack:
    base: Json = {"attack": "strafing", "gunnery": 4, "weapons": {"laser_5_4": 2}, "bombs": {}, "shields": {"bow": 60, "left": 40}}
    return GroundAttack("avenger", "Avenger 1", "avenger", "blue", "b", **{**base, **more})


def mail(attack: GroundAttack) -> list[Delivery]:
    return [Delivery("m1", "ground_attack", "air", plain(attack), "air:3")]


def high(**more: Any) -> BattleState:
    """A Horatius of red at low altitude, facing north, and one on the ground."""
    return table(
        [tank("h", "horatius", "0505") | {"mode": "laf"} | more, tank("low", "horatius", "0510")], [tank("v", "viper", "2010")], options=ON
    )


def test_strafing_runs_strike_what_flies_low_like_anything_else() -> None:
    """The craft counts as at low altitude itself: a 3 is the turret, a 4 the attacked side."""
    run = {"hex": "0501", "heading": 4, "length": 10}
    _, events = advance(high(), "combat", ScriptedDice.of(1, 10, 4, 5, 10, 10), {"air:blue": {"avenger": run}}, mail(craft()))
    assert next(e for e in events if e.kind == "hit").data["facing"] == "front"


# --- struck from above ----------------------------------------------------------------------------------------------------------------


def from_above(state: BattleState, *dice: int, unit: str = "h", hits: list[HitFromAbove] | None = None, **more: Any) -> list[Event]:
    """The hits of an Avenger of blue on the right side of a vehicle."""
    attack = AttackAtLaf("avenger", "Avenger 1", "blue", "b", unit, "right", [LASER] if hits is None else hits, **more)
    step, events = advance(state, "hits", ScriptedDice.of(*dice), inbox=[Delivery("m1", "attack_at_laf", "air", plain(attack), "air:3")])
    assert ENGINE.invariants(step.state) == []
    state.vehicles = step.state.vehicles
    return events


@pytest.mark.parametrize(("roll", "facing"), [(1, "turret"), (5, "turret"), (6, "right"), (10, "right")])
def test_where_what_flies_low_is_hit(roll: int, facing: str) -> None:
    state = high()
    (hit,) = from_above(state, roll, 4)
    assert (hit.kind, hit.rule, hit.cause) == ("hit", "centurion: Attacks at LAF", "air:3")
    assert hit.units == ["h", "avenger"]
    assert (hit.data["facing"], hit.data["hits"][0]["armor"]) == (facing, 5)


@pytest.mark.parametrize(("roll", "facing"), [(3, "bottom"), (4, "right"), (7, "right"), (8, "turret")])
def test_where_what_drops_is_hit(roll: int, facing: str) -> None:
    hit, *_ = from_above(high(dropped=True), roll, 4, *[10] * 4)
    assert hit.data["facing"] == facing


def test_all_hits_of_a_craft_strike_one_side_each_in_a_column_of_its_own() -> None:
    (hit,) = from_above(high(), 6, 2, 7, hits=[LASER, MDC])
    assert [(line["weapon"], line["column"], line["armor"]) for line in hit.data["hits"]] == [("laser_5_4", 2, 5), ("mdc_8", 7, 8)]


def test_a_vulcan_stops_missiles_from_above() -> None:
    """The Vulcan-2 of a Horatius stops a single missile on an 8 or less; the fire of guns it cannot stop."""
    events = from_above(high(), 8, hits=[SSS], missiles=True)
    assert kinds(events) == ["vulcan"]
    events = from_above(high(), 9, 1, 5, hits=[SSS], missiles=True)
    assert kinds(events) == ["vulcan", "hit"]
    assert events[1].data["hits"][0]["armor"] == 20


def test_who_is_no_longer_at_low_altitude_is_missed() -> None:
    for unit in ("low", "nobody"):
        (lost,) = from_above(high(), unit=unit)
        assert (lost.kind, lost.cause) == ("attack_lost", "air:3")


def test_a_vehicle_that_is_shot_down_names_the_craft() -> None:
    state = high()
    for grid in state.vehicles["h"].armor.values():
        grid.rows = (0,) * len(grid.rows)
    deep = [HitFromAbove("laser_7_5_6", "7.5/6 Laser", 10)] * 12
    attack = AttackAtLaf("avenger", "Avenger 1", "blue", "b", "h", "right", deep)
    _, events = advance(state, "hits", bones(3), inbox=[Delivery("m1", "attack_at_laf", "air", plain(attack), "air:3")])
    destroyed = next(e for e in events if e.kind == "vehicle_destroyed")
    assert "by Avenger 1" in destroyed.text
    assert destroyed.cause == "air:3"


# --- fire back ------------------------------------------------------------------------------------------------------------------------


def above(side: str = "blue", **shields: int) -> list[Delivery]:
    over = Overhead("avenger", "Avenger 1", "avenger", side, 1, 3, shields or {"bow": 60})
    return [Delivery("m1", "craft_overhead", "air", plain(CraftOverhead("b", [over])))]


def over(state: BattleState, **more: Any) -> BattleState:
    """The state with the craft above the battle."""
    state.overhead = [Overhead("avenger", "Avenger 1", "avenger", "blue", 1, 3, {"bow": 60}, **more)]
    return state


def test_only_vehicles_at_low_altitude_fire_at_a_craft_above_them() -> None:
    """On 7, less one for its front and the shield of that: a laser needs a 0, a paint too."""
    state = over(high())
    mine, other = (plans.aim_at(state, state.vehicles[id], "avenger") for id in ("h", "low"))
    assert mine is not None
    assert other is None
    assert (mine.seen, mine.base, mine.range, mine.facing, mine.shield) == (True, 7, 1, "bow", 6)
    assert [(m.name, m.value) for m in mine.modifiers] == [("angle of attack", -1)]
    reckoned = painting.reckoned(state, "h", "avenger")
    assert reckoned is not None
    assert reckoned.number == 7 - 1 - 6
    assert painting.reckoned(state, "low", "avenger") is None


def test_fire_from_low_altitude_is_reported_above() -> None:
    laser = mount_of("horatius", "laser_3_6")
    orders: dict[str, Any] = {"paint:red": {"h": {"paint": "avenger"}}, "fire:red": {"h": {"fire": [[laser, "avenger", ""]]}}}
    step, events = advance(high(), "combat", ScriptedDice.of(1, 6), orders, above())
    assert "painted" in kinds(events)
    check = next(e for e in events if e.kind == "fire").checks[0]
    assert (check.base, check.target, check.passed) == (7, 6, True)
    report = next(m for m in step.outbox if m.kind == "fire_from_laf")
    assert report.data["craft"] == "avenger"
    assert [(hit["by"], hit["facing"]) for hit in report.data["hits"]] == [("h", "bow")]
    told = next(e for e in events if e.kind == "fire_up")
    assert told.rule == "centurion: Attacks at LAF"
    assert (step.state.overhead, step.state.painted_above) == ([], {})


def test_all_weapons_bear_but_five_at_most() -> None:
    state = over(table([tank("h", "trajan", "0505") | {"mode": "laf"}], [tank("v", "viper", "2010")], options=ON))
    vehicle = state.vehicles["h"]
    plan = plans.bearing(state, vehicle, "avenger")
    assert plan is not None
    assert len({shot.mount for shot in plan.shots}) == 5
    lines = [[number, "avenger", plans.best_shell(arm, "craft")] for number, arm, _ in plans.armed(vehicle) if arm.family != "ap_laser"]
    assert len({line[0] for line in lines}) > 5
    assert any("serves 5 weapons" in fault for fault in plan_faults.faults(state, "h", {"fire": lines}))
    assert plan_faults.faults(state, "h", plans.plan_of(plan.shots)) == []


def test_friends_and_units_below_are_not_asked_about_craft_above() -> None:
    state = high()
    state.overhead = [Overhead("avenger", "Avenger 1", "avenger", "red", 1, 3, {})]
    assert plans.aim_at(state, state.vehicles["h"], "avenger") is None
    assert plan_faults.faults(state, "h", {"fire": [[0, "avenger", ""]]}) != []


def test_a_vehicle_that_was_dropped_does_not_fire_at_craft() -> None:
    state = over(high(dropped=True))
    assert plan_faults.faults(state, "h", {"fire": [[0, "avenger", ""]]}) != []


def test_the_sheet_of_a_craft_above_says_who_paints_it() -> None:
    state = over(high())
    state.painted_above = {"avenger": ["h"]}
    sheet = ENGINE.record(ENGINE.view(state, "red"), "avenger")
    assert (sheet["at"], sheet["shields"], sheet["painted_by"]) == ("above", {"bow": 60}, [{"unit": "h", "name": "h"}])
    state.overhead = []
    assert ENGINE.invariants(state) == ["avenger is painted and not there"]

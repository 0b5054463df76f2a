"""Morale Checks and Withdrawal: who is tested and when, what a unit that breaks may still do, and how it goes back."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scales.centurion import ENGINE
from scales.centurion.combat import effects, end, fire, infantry_combat, morale, painting, plan_faults, plans
from scales.centurion.movement import maneuver, options, orders, recombining
from scales.centurion.scenario import reporting, scoring
from scales.centurion.state import BattleState, Mark, Squad, Vehicle
from scales.engine import Json
from scales.hexes import hex_of
from tests.centurion.field import battle, platoon
from tests.centurion.field import play as bare_play
from tests.centurion.field import setup as set_up
from tests.centurion.field import vehicle as spec
from tests.centurion.firing_range import foot, mount_of, play, squad, table, tank
from tests.examples import oracle

ON = {"options": {"morale": True}}


def hit_inside(state: BattleState, id: str, system: str = "tsr_a") -> Vehicle:
    state.vehicles[id].queued = [Mark(system, 1, "l", "laser_3_6")]
    return state.vehicles[id]


def field() -> BattleState:
    """A Horatius that leads red, another one, and a squad, against a Liberator in sight."""
    return table(
        [tank("h", "horatius", "0505", 4), tank("g", "horatius", "0605", 4), squad("s", "0706")], [tank("l", "liberator", "0510", 1)], **ON
    )


def breaks(unit: Vehicle | Squad) -> Vehicle | Squad:
    unit.morale = morale.WITHDRAWING
    return unit


def refusals(state: BattleState, id: str, order: Json) -> str:
    unit = state.unit(id)
    assert unit is not None
    return " ".join(fault.text for fault in orders.faults_of(state, unit, order))


# --- checks -----------------------------------------------------------------------------------------------------------------------


@oracle("CEN-092")
def test_morale_numbers(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    numbers = [morale.reckoned(troops, inputs["leadership"]) for troops in inputs["quality"]]
    assert [each.number for each in numbers] == expected["number"]
    assert [not each.check("morale", inputs["roll"]).passed for each in numbers] == expected["withdraws"]


def test_a_ten_always_fails() -> None:
    assert not morale.reckoned("elite", 8).check("morale", 10).passed


@pytest.mark.parametrize(("roll", "kind", "state_of_mind"), [(8, "morale_held", ""), (9, "morale_failed", "failed")])
def test_a_vehicle_hit_inside_is_tested_when_the_damage_takes_effect(roll: int, kind: str, state_of_mind: str) -> None:
    """Regular troops under a Centurion of rating 2 hold on 8 or less."""
    run = play(field(), roll)
    hit = hit_inside(run.state, "g")
    effects.take_effect(run, hit)
    (event,) = [e for e in run.events if e.kind.startswith("morale")]
    assert (event.kind, hit.morale) == (kind, state_of_mind)
    assert [(m.name, m.value) for m in event.checks[0].modifiers] == [("Leadership Rating", 2)]
    assert (event.checks[0].base, event.checks[0].target, event.rule) == (6, 8, "centurion: Morale Checks")


def test_without_a_centurion_the_rating_counts_as_nothing() -> None:
    run = play(field(), 7)
    run.state.vehicles["h"].effects.append("comm")
    effects.take_effect(run, hit_inside(run.state, "g"))
    assert run.state.vehicles["g"].morale == "failed"


def test_ballistic_protection_and_armor_shake_nobody() -> None:
    run = play(field(), 5)
    run.dice.index = 0
    state = run.state
    effects.take_effect(run, state.vehicles["g"])
    assert [e.kind for e in run.events] == []


def test_with_the_switch_off_nobody_is_tested() -> None:
    state = field()
    state.options = {}
    run = bare_play(state)
    effects.take_effect(run, hit_inside(state, "g"))
    assert state.vehicles["g"].morale == ""


def test_a_squad_is_tested_from_its_third_casualty_on() -> None:
    run = play(field(), 10)
    infantry_combat.kill(run, foot(run.state, "s"), 2, "l")
    assert foot(run.state, "s").morale == ""
    infantry_combat.kill(run, foot(run.state, "s"), 1, "l")
    assert foot(run.state, "s").morale == "failed"


def test_the_current_turn_is_fought_to_its_end() -> None:
    state = field()
    state.vehicles["g"].morale = morale.FAILED
    assert not morale.is_withdrawing(state.vehicles["g"])
    step = ENGINE.advance(state, "end", {}, [], play(state, 1).dice)
    while not step.done:
        step = ENGINE.advance(step.state, "end", {}, [], play(state, 1).dice)
    assert step.state.vehicles["g"].morale == morale.WITHDRAWING


# --- what a withdrawing unit may do ------------------------------------------------------------------------------------------------


def test_it_returns_fire_alone() -> None:
    state = field()
    gun = mount_of("horatius", "laser_3_6")
    order = {"fire": [[gun, "l", ""]]}
    assert plan_faults.faults(state, "g", order) == []
    breaks(state.vehicles["g"])
    assert "returns fire only" in plan_faults.faults(state, "g", order)[0]
    assert not plan_faults.has_target(state, state.vehicles["g"])
    for remembered in (state.vehicles["g"].attacked_before, state.vehicles["g"].paint_tried_by):
        remembered.append("l")
        assert plan_faults.faults(state, "g", order) == []
        remembered.clear()


def test_attacks_are_remembered_until_the_end_of_the_next_turn() -> None:
    run = play(field())
    plan = plans.bearing(run.state, run.state.vehicles["l"], "g")
    assert plan is not None
    fire.fire(run, "l", plans.plan_of(plan.shots))
    assert run.state.vehicles["g"].attacked_by == ["l"]
    end.forget(run)
    assert (run.state.vehicles["g"].attacked_by, run.state.vehicles["g"].attacked_before) == ([], ["l"])
    end.forget(run)
    assert run.state.vehicles["g"].attacked_before == []


def test_it_neither_paints_nor_spots_nor_recombines_nor_rides() -> None:
    state = table(
        [tank("v", "viper", "0505", 4), squad("s", "0505"), squad("t", "0505", strength=3)], [tank("l", "liberator", "0510", 1)], **ON
    )
    assert painting.may_paint(foot(state, "s"))
    assert recombining.objections(state, foot(state, "s"), "t") == []
    for unit in state.units():
        breaks(unit)
    assert not painting.may_paint(foot(state, "s"))
    assert not painting.may_paint(state.vehicles["v"])
    assert "withdrawing" in recombining.objections(state, foot(state, "s"), "t")[0]
    assert "neither mounts nor dismounts" in refusals(state, "s", {"kind": "mount", "vehicle": "v"})
    assert "does not hide" in refusals(state, "s", {"kind": "conceal"})


def test_it_lets_nobody_off() -> None:
    viper = spec("v", "viper", "1008")
    state = battle(viper, squads=({"id": "s", "type": "bounce_tvlg", "name": "s", "aboard": "v"},))
    breaks(state.vehicles["v"])
    assert "lets no infantry off" in refusals(state, "v", {"kind": "stay", "dismount": ["s"]})


# --- the way back --------------------------------------------------------------------------------------------------------------------


def runaway(type: str, hex: str, **more: Any) -> BattleState:
    """A unit of the TOG that withdraws north."""
    state = battle(spec("h", type, hex, **more))
    state.sides["tog"].edge_name, state.sides["cw"].edge_name = "north", "south"
    state.turn = 2
    breaks(state.vehicles["h"])
    return state


def test_a_grav_vehicle_accelerates_at_maximum_thrust_toward_its_edge() -> None:
    state = runaway("horatius", "1013", facing=1, velocity=4)
    found = options.options(state, state.vehicles["h"])
    assert {o.order["accelerate"] for o in found} == {6}
    assert {o.info["velocity"] for o in found} == {10}
    assert {hex_of(o.info["hex"]).row for o in found} == {3}
    assert "accelerates by 6" in refusals(state, "h", {"kind": "grav", "accelerate": 2, "path": "FFFFFF"})
    assert "does not brake" in refusals(state, "h", {"kind": "grav", "accelerate": 5, "decelerate": 1, "path": "F" * 9})
    assert "within 2 hexes of the north edge" in refusals(state, "h", {"kind": "grav", "accelerate": 6, "path": "FFRFFFFFFFF"})
    assert refusals(state, "h", {"kind": "grav", "accelerate": 6, "path": "F" * 10}) == ""


def test_velocity_twenty_is_the_most() -> None:
    state = runaway("horatius", "1013", facing=1, velocity=18)
    assert {o.order["move"]["accelerate"] for o in options.options(state, state.vehicles["h"])} == {2}


def test_it_leaves_over_its_own_edge_as_soon_as_it_can_and_is_not_destroyed() -> None:
    state = runaway("horatius", "1004", facing=1, velocity=4)
    found = options.options(state, state.vehicles["h"])
    assert all(o.order["kind"] == "leave" for o in found)
    assert "can leave the board over the north edge" in refusals(state, "h", {"kind": "grav", "accelerate": 6, "path": "FFRFFRFFFFFF"})
    run = bare_play(state)
    maneuver.carry_out(run, state.vehicles["h"], found[0].order)
    assert (state.vehicles["h"].left, state.vehicles["h"].hex, state.vehicles["h"].destroyed) == (True, None, False)
    assert "withdraws over the north edge" in run.events[-1].text
    assert reporting.fate(state, state.vehicles["h"]).status == "left"
    assert scoring.points(state)["cw"] == 0


def test_it_may_not_leave_over_another_edge() -> None:
    state = runaway("horatius", "1012", facing=4, velocity=6)
    move = {"kind": "grav", "accelerate": 6, "path": "FF"}
    assert "its own edge alone" in refusals(state, "h", {"kind": "leave", "move": move})


def test_a_ground_vehicle_and_a_squad_take_the_shortest_way() -> None:
    squads = ({"id": "s", "type": "bounce_tvlg", "name": "s", "hex": "1004"},)
    state = battle(spec("h", "horatius", "0101"), squads=squads)
    state.sides["tog"].edge_name = "north"
    breaks(state.squads["s"])
    found = options.options(state, state.squads["s"])
    assert {hex_of(o.info["hex"]).row for o in found} == {1}
    assert "shortest way" in refusals(state, "s", {"kind": "march", "route": "1"})
    run = bare_play(state)
    maneuver.carry_out(run, state.squads["s"], found[0].order)
    (out, *_) = options.options(state, state.squads["s"])
    state.squads["s"].moved = False
    (out, *_) = options.options(state, state.squads["s"])
    assert out.order["kind"] == "leave"
    maneuver.carry_out(run, state.squads["s"], out.order)
    assert state.squads["s"].left


def test_a_squad_leaves_its_building_first() -> None:
    squads = ({"id": "s", "type": "bounce_tvlg", "name": "s", "hex": "1004"},)
    state = battle(spec("h", "horatius", "0101"), squads=squads, changes={"1004": "0b2/20"})
    state.squads["s"].level = 2
    breaks(state.squads["s"])
    assert [o.order for o in options.options(state, state.squads["s"])] == [{"kind": "storey", "level": 0}]


def test_who_cannot_move_stays() -> None:
    state = runaway("horatius", "1008", grounded=True)
    state.vehicles["h"].effects.append("grav_drive")
    assert {o.order["kind"] for o in options.options(state, state.vehicles["h"])} == {"stay"}


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 25), st.integers(1, 14), st.integers(1, 6), st.integers(0, 14), st.sampled_from(["north", "east", "south", "west"]))
def test_all_that_is_offered_is_legal_and_what_stays_on_the_board_comes_nearer_in_the_end(
    column: int, row: int, facing: int, velocity: int, edge: str
) -> None:
    state = runaway("horatius", f"{column:02d}{row:02d}", facing=facing, velocity=velocity)
    state.sides["tog"].edge_name = edge
    for turn in range(12):
        unit = state.vehicles["h"]
        found = options.options(state, unit)
        assert found
        for option in found:
            assert orders.faults_of(state, unit, option.order) == [], (turn, option.order)
        maneuver.carry_out(play(state), unit, found[0].order)
        unit.moved = False
        if unit.left or unit.destroyed or unit.mode == "grounded":
            break
    assert ENGINE.invariants(state) == []
    assert unit.left or unit.destroyed or unit.mode == "grounded"


# --- the end of the battle ----------------------------------------------------------------------------------------------------------


def test_a_century_that_has_withdrawn_retreats_and_keeps_its_strength() -> None:
    """Who withdrew is alive: it counts for the century's strength, and not as the enemy's points."""
    state = ENGINE.setup(
        set_up(
            platoon("tog", spec("h", "horatius", "1002"), spec("g", "horatius", "1102")),
            platoon("cw", spec("l", "liberator", "1212")),
            **ON,
        ),
        bare_play(battle(spec("x", "horatius", "0101"))).dice,
    ).state
    for id in ("h", "g"):
        breaks(state.vehicles[id])
        state.vehicles[id].left, state.vehicles[id].hex = True, None
    out = reporting.outcome(state, state.centuries["tog-century"])
    assert (out.outcome, out.strength_hundredths) == ("retreats", 100)
    state.turn = state.turns_played = 1
    assert ENGINE.report(state).winner == "cw"

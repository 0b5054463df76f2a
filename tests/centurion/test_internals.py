"""What internal damage does: systems, thrust, crew, ammunition, destruction, grounding."""

from collections.abc import Callable
from typing import Any

import pytest

from scales import armor
from scales.armor import full
from scales.centurion.catalog import vehicle_type, vehicle_types
from scales.centurion.combat import aim, effects, end, infantry_combat, internals, plan_faults
from scales.centurion.movement import initiative, mounting, orders
from scales.centurion.state import CREW, BattleState, Mark, Vehicle
from scales.centurion.support import rounds
from scales.dice import KeyedDice
from scales.play import Play
from tests.centurion.firing_range import at, bones, kinds, mount_of, play, squad, table, tank, vehicle
from tests.examples import oracle


def duel(type: str = "horatius") -> BattleState:
    return table([tank("h", type, "0505")], [tank("v", "viper", "0512")])


def lose(target: Vehicle, system: str, count: int) -> None:
    """Mark boxes of a system as lost and queue them."""
    left = count
    for name, drawn in internals.sheet_of(target).items():
        for r, row in enumerate(drawn.rows, 1):
            for c, found in enumerate(row, 1):
                if found == system and left and armor.mark(internals.grid(target, name), r, c):
                    left -= 1
    assert left == 0
    target.queued.append(Mark(system, count, "v", "laser_3_6"))


@oracle("CEN-055")
def test_the_liberator_slows_down(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    names = {"1/4": "thrust_1_4", "3/4": "thrust_3_4"}
    assert [internals.thrust_after(inputs["thrust"], [names[by]]) for by in inputs["reduced_by"]] == expected["thrust_after"]


@oracle("CEN-056")
def test_thrust_reduction_table(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    for effect, column in (("thrust_1_4", "three_quarters"), ("thrust_2_4", "half"), ("thrust_3_4", "one_quarter")):
        assert [internals.thrust_after(thrust, [effect]) for thrust in inputs["thrust"]] == expected[column]


@oracle("CEN-058")
def test_ammunition_explodes(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    state = duel()
    target = vehicle(state, "h")
    target.velocity = inputs["velocity"]
    lose(target, "ammo_1", inputs["boxes_lost"])
    working = play(state, inputs["roll"], 4)
    effects.take_effect(working, target)
    explosion, survival = (next(e for e in working.events if e.kind == kind) for kind in ("ammo_explodes", "survival"))
    assert explosion.checks[0].target == expected["no_explosion_target"]
    assert target.destroyed is expected["explodes"]
    assert survival.checks[0].target == expected["crew_survival_target"]
    assert "h-crew" in state.squads


@oracle("CEN-059")
def test_infantry_compartment(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert [internals.infantry_killed(0, boxes) for boxes in inputs["damage"]] == expected["killed"]


@oracle("CEN-086")
def test_an_engineering_attachment_doubles_the_charges(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    for attached, charges in zip(inputs["engineering_attachment"], expected["charges"], strict=True):
        mounted = [any(m.weapon == "engineering_attachment" for m in t.weapons) for t in vehicle_types().values()]
        assert any(mounted)
        kinds = [t for t in vehicle_types().values() if any(m.weapon == "engineering_attachment" for m in t.weapons) == attached]
        assert any(t.digging_charges == charges for t in kinds)


def test_doubled_systems_fail_only_when_both_areas_are_hit() -> None:
    state = duel()
    target = vehicle(state, "h")
    lose(target, "front_shield_a", 3)
    effects.take_effect(play(state, 1), target)
    assert target.shields["front"] == 7
    lose(target, "front_shield_b", 1)
    effects.take_effect(play(state, 1), target)
    assert target.shields["front"] == 0
    assert "front_shield" in target.effects


def test_each_targeting_box_counts() -> None:
    state = duel()
    target = vehicle(state, "h")
    lose(target, "targ", 2)
    working = play(state)
    effects.take_effect(working, target)
    assert target.targeting == 2
    assert sum(m.value for m in aim.own_modifiers(target)) == -2
    assert "targeting (-2 to hit)" in working.events[0].text


def test_a_hit_gunner_rolls_and_may_wake_in_the_next_turn() -> None:
    state = duel()
    target = vehicle(state, "h")
    lose(target, "gunner", 3)
    effects.take_effect(play(state, 6), target)
    assert (target.crew["gunner"], target.stunned) == ("unconscious", {"gunner": 1})
    end.come_round(play(state, 1))
    assert target.crew["gunner"] == "unconscious"
    state.turn = 2
    working = play(state, 5)
    end.come_round(working)
    assert target.crew["gunner"] == "ok"
    assert working.events[0].checks[0].target == 5


def test_all_boxes_kill_and_a_dead_crew_loses_the_vehicle() -> None:
    state = duel()
    target = vehicle(state, "h")
    for member, boxes in (("gunner", 10), ("commander", 10), ("driver", 12)):
        lose(target, member, boxes)
    working = play(state)
    effects.take_effect(working, target)
    assert set(target.crew.values()) == {"dead"}
    assert target.destroyed
    assert target.by == "v"
    assert "h-crew" not in state.squads
    assert vehicle(state, "v").killed == 1


def test_a_lost_grav_drive_grounds_a_flying_vehicle() -> None:
    state = duel()
    target = vehicle(state, "h")
    target.mode, target.velocity = "ttf", 1
    lose(target, "grav_drive", 1)
    working = play(state)
    effects.take_effect(working, target)
    assert (target.mode, target.velocity) == ("grounded", 0)
    # velocity 1 and 2 more from tree-top height: 30 points on 40 of bottom armor
    grounded = next(e for e in working.events if e.kind == "grounded")
    assert grounded.data["points"] == 30
    assert sum(row.bit_count() for row in target.armor["bottom"].rows) == 10


def test_riders_outside_are_hit_with_their_vehicle() -> None:
    state = table([tank("h", "horatius", "0505"), squad("s", "0505")], [tank("v", "viper", "0512")])
    rider = state.squads["s"]
    rider.aboard, rider.outside, rider.hex = "h", True, None
    vehicle(state, "h").velocity = 2
    working = play(state, 5)
    effects.ground(working, vehicle(state, "h"))
    effects.all_take_effect(working)
    assert rider.strength == 3


def test_the_compartment_kills_a_man_for_each_four_boxes() -> None:
    state = table([tank("v", "viper", "0505"), squad("s", "0505")], [tank("h", "horatius", "0512")])
    state.squads["s"].aboard, state.squads["s"].hex = "v", None
    target = vehicle(state, "v")
    lose(target, "infantry", 3)
    effects.all_take_effect(play(state))
    assert state.squads["s"].strength == 8
    lose(target, "infantry", 6)
    effects.all_take_effect(play(state))
    assert state.squads["s"].strength == 6
    assert "infantry" not in target.effects


def test_a_compartment_that_is_wholly_gone_carries_nobody_and_kills_all_aboard() -> None:
    state = table([tank("v", "viper", "0505"), squad("s", "0505")], [tank("h", "horatius", "0512")])
    state.squads["s"].aboard, state.squads["s"].hex, vehicle(state, "v").inside = "v", None, "s"
    target = vehicle(state, "v")
    lose(target, "infantry", 31)
    effects.all_take_effect(play(state))
    assert "infantry" not in target.effects
    lose(target, "infantry", 1)
    effects.all_take_effect(play(state))
    assert "infantry" in target.effects
    assert state.squads["s"].destroyed
    assert not mounting.carries_inside(target)


def test_two_hits_on_one_store_roll_once_with_all_its_boxes() -> None:
    state = duel()
    target = vehicle(state, "h")
    lose(target, "ammo_1", 1)
    lose(target, "ammo_1", 2)
    lose(target, "ammo_2", 1)
    working = play(state, 4, 6)
    effects.take_effect(working, target)
    assert [event.checks[0].target for event in working.events] == [4, 6]
    assert not target.destroyed


def test_an_unconscious_driver_who_is_hit_again_does_not_wake() -> None:
    state = duel()
    target = vehicle(state, "h")
    target.crew["driver"], target.stunned = "unconscious", {"driver": 1}
    lose(target, "driver", 1)
    working = play(state, 1)
    effects.take_effect(working, target)
    assert target.crew["driver"] == "unconscious"
    assert working.events[0].text == "The driver of h is hit and stays unconscious."


def test_without_its_grav_drive_even_a_hovering_vehicle_grounds() -> None:
    state = duel()
    target = vehicle(state, "h")
    lose(target, "grav_drive", 1)
    working = play(state)
    effects.take_effect(working, target)
    assert target.mode == "grounded"
    assert next(e for e in working.events if e.kind == "grounded").data["points"] == 0
    assert not orders.can_move_at_will(target)


# --- getting out ----------------------------------------------------------------------------------------------------------------


def carrying() -> BattleState:
    state = table([tank("v", "viper", "0505"), squad("s", "0505")], [tank("h", "horatius", "0506")])
    state.squads["s"].aboard, state.squads["s"].hex, vehicle(state, "v").inside = "v", None, "s"
    return state


def test_whoever_was_in_a_destroyed_vehicle_gets_out_when_the_next_turn_begins() -> None:
    state = carrying()
    effects.destroy(play(state), vehicle(state, "v"), "h", "a hit goes right through it")
    assert not infantry_combat.may_fight(state.squads["s"])
    assert plan_faults.faults(state, "h", {"fire": [[mount_of("horatius", "ap_laser"), "s", ""]]})
    assert rounds.squads_in(state, [at("0505")]) == []
    initiative.open_turn(play(state))
    assert infantry_combat.may_fight(state.squads["s"])
    assert [state.squads[id].moved for id in ("s", "v-crew")] == [False, False]
    assert plan_faults.faults(state, "h", {"fire": [[mount_of("horatius", "ap_laser"), "s", ""]]}) == []


def test_getting_out_of_an_explosion_is_the_move_of_the_next_turn() -> None:
    state = carrying()
    effects.destroy(play(state, 1, 1), vehicle(state, "v"), "h", "its ammunition exploded", explosion=True)
    assert infantry_combat.may_fight(state.squads["s"])
    initiative.open_turn(play(state))
    assert [state.squads[id].moved for id in ("s", "v-crew")] == [True, True]
    initiative.open_turn(play(state))
    assert [state.squads[id].moved for id in ("s", "v-crew")] == [False, False]


@pytest.mark.parametrize(("system", "type", "there"), [
    ("hull_weapons_2", "horatius", False), ("hull_weapons_1", "horatius", True), ("infantry", "horatius", False),
    ("infantry", "romulus_fire_control", True), ("digging", "augustus", False), ("ballistic_protection", "viper", False)])  # fmt: skip
def test_what_is_not_there_counts_as_ballistic_protection(system: str, type: str, there: bool) -> None:
    assert internals.has_system(vehicle_type(type), system) is there


def test_ground_vehicles_have_mobility_and_an_engine() -> None:
    type = next(t.id for t in vehicle_types().values() if not t.grav)
    state = table([tank("g", type, "0505")], [tank("v", "viper", "0512")])
    target = vehicle(state, "g")
    lose(target, "mobility_left", 1)
    lose(target, "engine", 1)
    effects.take_effect(play(state), target)
    assert {"mobility", "engine"} <= set(target.effects)
    assert not target.destroyed


def test_diagrams_are_whole() -> None:
    sheet = internals.diagrams("grav_vehicle")
    assert {name: (len(d.rows), d.width) for name, d in sheet.items()} == {"turret": (12, 10), "hull": (12, 46), "bottom": (12, 10)}
    assert sheet["hull"].boxes["infantry"] == 32
    assert {g: internals.grid(vehicle(duel(), "h"), g) for g in ("turret",)} == {"turret": full(12)}


def test_a_destroyed_vehicle_puts_its_squad_on_the_ground() -> None:
    state = table([tank("v", "viper", "0505"), squad("s", "0505")], [tank("h", "horatius", "0512")])
    rider, carrier = state.squads["s"], vehicle(state, "v")
    rider.aboard, rider.hex, carrier.inside, carrier.velocity = "v", None, "s", 3
    working: Play[BattleState] = Play(state, bones())
    effects.destroy(working, carrier, "h", "a hit goes right through it")
    placed: tuple[Any, ...] = (rider.aboard, rider.hex, carrier.inside)
    assert placed == (None, carrier.hex, None)
    assert kinds(working.events)[:2] == ["vehicle_destroyed", "grounded"]
    assert state.squads["v-crew"].strength == 3
    assert "v-crew" in state.platoons["red-1"].units


class Tens(KeyedDice):
    """Every die shows a 10: ammunition explodes, and nobody gets out."""

    def _face(self, sides: int) -> int:
        return sides


def _grav_drive(state: BattleState, _: Play[BattleState]) -> None:
    lose(vehicle(state, "v"), "grav_drive", 1)


def _hell_round(_: BattleState, working: Play[BattleState]) -> None:
    rounds.land(working, "hell", rounds.Blast(at("0505"), "blue"))


def _aftershock(_: BattleState, working: Play[BattleState]) -> None:
    rounds.land(working, "hell", rounds.Blast(at("0504"), "blue"))


def _vehicle_destroyed(state: BattleState, _: Play[BattleState]) -> None:
    lose(vehicle(state, "v"), "vehicle_destroyed", 1)


def _dead_crew(state: BattleState, _: Play[BattleState]) -> None:
    for member in CREW:
        lose(vehicle(state, "v"), member, internals.size(vehicle(state, "v"), member))


@pytest.mark.parametrize("hit", [_grav_drive, _hell_round, _aftershock, _vehicle_destroyed, _dead_crew])
def test_who_grounds_and_explodes_gets_out_at_the_velocity_that_he_had(hit: Callable[[BattleState, Play[BattleState]], None]) -> None:
    """Ammo Stores Explode: 8 less the velocity, which a grounding by the same damage does not make 0."""
    state = carrying()
    target = vehicle(state, "v")
    target.velocity, target.armor["bottom"].rows = 12, (0,) * len(target.armor["bottom"].rows)
    working: Play[BattleState] = Play(state, Tens())
    hit(state, working)
    effects.all_take_effect(working)
    assert kinds(working.events).count("ammo_explodes") == 1
    survivals = [e.checks[0] for e in working.events if e.kind == "survival"]
    assert {(check.target, *(m.value for m in check.modifiers)) for check in survivals} == {(-4, -12)}
    assert len(survivals) == (1 if hit is _dead_crew else 2)
    assert state.squads["s"].destroyed
    assert (target.velocity, target.grounded_at, "v-crew" in state.squads) == (0, 0, False)


def test_at_rest_the_survival_roll_has_no_modifier() -> None:
    state = carrying()
    working = play(state, 8, 9)
    effects.destroy(working, vehicle(state, "v"), "h", "its ammunition exploded", explosion=True)
    assert [e.checks[0].modifiers for e in working.events if e.kind == "survival"] == [[], []]

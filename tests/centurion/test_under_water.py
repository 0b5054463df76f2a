"""Grounding in Water: half the damage, no fire in or out, moving under water at four points a hex, rising for one thrust more."""

from typing import Any

import pytest

from scales.centurion.combat import aim
from scales.centurion.ground.terrain import SUBMERGED, terrain_of
from scales.centurion.movement import flying, grav, maneuver, options, orders
from scales.centurion.state import BattleState, Vehicle
from scales.centurion.support import rounds
from scales.centurion.support.rounds import Blast
from scales.hexes import hex_of
from tests.centurion.field import battle, play, vehicle

LAKE = {f"10{row:02d}": "0w" for row in (5, 6, 7, 8)}


def sunk(**changes: str) -> BattleState:
    """A Romulus grounded under water in 1008, the lake stretching north to 1005."""
    state = battle(vehicle("h", "romulus", "1008", facing=1), changes=LAKE | {k[1:]: v for k, v in changes.items()})
    move(state, {"kind": "grav", "ground": True})
    assert state.vehicles["h"].under_water
    return state


def refused(state: BattleState, order: dict[str, Any]) -> str:
    return " ".join(fault.text for fault in orders.faults_of(state, state.vehicles["h"], order))


def move(state: BattleState, order: dict[str, Any], *dice: int) -> Vehicle:
    assert refused(state, order) == ""
    run = play(state, *dice)
    maneuver.carry_out(run, state.vehicles["h"], order)
    run.dice.done()  # type: ignore[attr-defined]
    return state.vehicles["h"]


CREEP: dict[str, Any] = {"kind": "grav", "submerged": True, "lift": True, "accelerate": 2, "path": "F"}


def test_it_creeps_a_hex_under_water_for_one_thrust_less() -> None:
    mover = move(sunk(), CREEP | {"decelerate": 1, "ground": True})
    assert (mover.hex, mover.under_water, mover.mode, mover.velocity) == (hex_of("1007"), True, "grounded", 0)
    assert grav.lift_cost(mover) == 2
    assert grav.lift_cost(mover, submerged=True) == 1


def test_it_goes_on_under_water_without_rising_again() -> None:
    state = sunk()
    mover = move(state, CREEP)
    assert (mover.under_water, mover.mode, mover.velocity) == (True, "nf", 1)
    mover = move(state, {"kind": "grav", "submerged": True, "path": "F"})
    assert mover.hex == hex_of("1006")
    mover = move(state, {"kind": "grav", "lift": True, "accelerate": 1, "path": "F", "decelerate": 1})
    assert (mover.hex, mover.under_water) == (hex_of("1005"), False)


def test_a_hex_costs_four_points_and_the_limit_is_one() -> None:
    state = sunk()
    # velocity 3: one hex is always possible; two over the limit: four or less
    mover = move(state, CREEP | {"accelerate": 4}, 4)
    assert mover.hexes_moved == 1
    terrain = terrain_of(state)
    assert terrain.way(terrain.index(hex_of("1008")), SUBMERGED)[0][1:] == (4, 1)
    assert "has spent all" in refused(sunk(), CREEP | {"accelerate": 4, "path": "FF"})


def test_it_cannot_leave_the_lake_under_water() -> None:
    state = sunk()
    state.vehicles["h"].facing = 4
    assert "no lake before it" in refused(state, CREEP)
    assert refused(state, CREEP | {"submerged": False, "accelerate": 3}) == ""


@pytest.mark.parametrize("more", [{"dig": True, "ground": True}, {"climb": 1}, {"crater": True, "ground": True}, {"dismount": ["s"]}])
def test_some_things_are_not_done_under_water(more: dict[str, Any]) -> None:
    assert refused(sunk(), CREEP | more)


def test_only_who_is_under_water_moves_there() -> None:
    state = battle(vehicle("h", "romulus", "1008", facing=1), changes=LAKE)
    assert "is not under water" in refused(state, {"kind": "grav", "submerged": True, "accelerate": 1, "path": "F"})


def test_nothing_is_fired_in_or_out_but_artillery_reaches_it() -> None:
    state = sunk()
    move(state, CREEP)
    state.vehicles["enemy"].hex = hex_of("1004")
    assert not aim.can_fire(state.vehicles["h"])
    assert not aim.aim(state, state.vehicles["enemy"], state.vehicles["h"]).seen
    rounds.land(play(state), "hafe_i", Blast(hex_of("1007"), "cw"))
    assert state.vehicles["h"].turn_damaged == state.turn
    assert sum(row.bit_count() for row in state.vehicles["h"].armor["front"].rows) < 90


def test_unsteered_under_water_it_comes_to_rest_at_the_shore() -> None:
    state = sunk()
    mover = move(state, CREEP)
    mover.facing = 4
    mover.hex = hex_of("1008")
    mover.effects.append("helm")
    flying.drift(play(state), mover)
    assert (mover.hex, mover.mode, mover.under_water) == (hex_of("1008"), "grounded", True)


def test_moves_under_water_are_offered() -> None:
    state = sunk()
    found = [option for option in options.options(state, state.vehicles["h"]) if option.order.get("submerged")]
    assert [option.info["hex"] for option in found] == ["1007"]
    for option in found:
        assert refused(state, option.order) == ""


def test_infantry_gets_off_on_the_shore_and_not_on_the_lake() -> None:
    squads = ({"id": "s", "type": "bounce_tvlg", "name": "s", "aboard": "h"},)
    state = battle(vehicle("h", "romulus", "1006", facing=1), changes=LAKE, squads=squads)
    assert "water" in refused(state, {"kind": "stay", "dismount": ["s"]})
    move(state, {"kind": "grav", "ground": True})
    ashore = {"kind": "grav", "lift": True, "accelerate": 4, "path": "FF", "decelerate": 2, "dismount": ["s"]}
    move(state, ashore)
    assert state.squads["s"].hex == hex_of("1004")


def test_no_charge_is_dug_into_a_lake_or_against_buildings() -> None:
    for ground, refusal in (("0w", "lake"), ("0b2/20", "buildings"), ("0.v", "")):
        state = battle(vehicle("h", "romulus", "1008", facing=1), changes={"1008": ground})
        assert refusal in refused(state, {"kind": "grav", "ground": True, "dig": True})
        assert bool(refused(state, {"kind": "grav", "ground": True, "dig": True})) is bool(refusal)


def test_a_free_descent_may_follow_the_last_point() -> None:
    state = battle(vehicle("h", "romulus", "1008", facing=1, velocity=1), changes={"1008": "4.", "1007": "4.", "1006": "1."})
    mover = move(state, {"kind": "grav", "path": "FF"})
    assert (mover.hex, mover.mode) == (hex_of("1006"), "nf")
    state = battle(vehicle("h", "romulus", "1008", facing=1, velocity=1), changes={"1008": "4.", "1007": "4h", "1006": "1."})
    assert "has spent all" in refused(state, {"kind": "grav", "path": "FF"})

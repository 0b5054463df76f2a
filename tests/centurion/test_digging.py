"""Hull Down: charges are fired anywhere on the way, a vehicle on the ground digs in without rising; ground vehicles back one hex."""

from typing import Any

import pytest

from scales import armor
from scales.centurion import ENGINE
from scales.centurion.combat import effects, internals
from scales.centurion.movement import initiative, maneuver, orders
from scales.centurion.state import BattleState, Mark, Vehicle
from scales.hexes import hex_of
from tests.centurion.field import battle, play, vehicle


def refused(state: BattleState, order: dict[str, Any]) -> str:
    return " ".join(fault.text for fault in orders.faults_of(state, state.vehicles["h"], order))


def move(state: BattleState, order: dict[str, Any], *dice: int) -> Vehicle:
    assert refused(state, order) == ""
    run = play(state, *dice)
    maneuver.carry_out(run, state.vehicles["h"], order)
    run.dice.done()  # type: ignore[attr-defined]
    return state.vehicles["h"]


def test_charges_are_fired_where_the_vehicle_passes() -> None:
    state = battle(vehicle("h", "horatius", "1008", facing=1, velocity=3))
    mover = move(state, {"kind": "grav", "path": "FFF", "digs": [0, 2, 2]})
    assert state.ground.craters == {"1008": 1, "1006": 2}
    assert (mover.digging, mover.mode, mover.crater) == (1, "nf", False)


def test_a_ground_vehicle_digs_on_its_way_too() -> None:
    state = battle(vehicle("h", "kershaw", "1008", facing=1))
    state.vehicles["h"].digging = 2
    move(state, {"kind": "drive", "route": "11", "facing": 1, "digs": [1]})
    assert state.ground.craters == {"1007": 1}


@pytest.mark.parametrize(("digs", "ground", "why"), [
    ([3], "0.", "cannot dig after more"), ([1], "0w", "lake"), ([1], "0b2/20", "buildings"), ([0] * 5, "0.", "4 digging charges")])  # fmt: skip
def test_charges_that_cannot_be_fired_are_refused(digs: list[int], ground: str, why: str) -> None:
    state = battle(vehicle("h", "horatius", "1008", facing=1, velocity=2), changes={"1007": ground})
    assert why in refused(state, {"kind": "grav", "path": "FF", "digs": digs})


def test_without_cannons_nobody_digs() -> None:
    state = battle(vehicle("h", "horatius", "1008", facing=1, velocity=2))
    state.vehicles["h"].effects.append("digging")
    assert refused(state, {"kind": "grav", "path": "FF", "digs": [1]})


def test_a_vehicle_on_the_ground_digs_in_without_rising() -> None:
    state = battle(vehicle("h", "horatius", "1008", grounded=True))
    mover = move(state, {"kind": "stay", "dig": True})
    assert (mover.crater, mover.mode, mover.digging) == (True, "grounded", 3)
    assert "on the ground" in refused(battle(vehicle("h", "horatius", "1008")), {"kind": "stay", "crater": True})


def test_an_existing_crater_costs_no_charge() -> None:
    state = battle(vehicle("h", "horatius", "1008", grounded=True))
    state.ground.craters["1008"] = 1
    mover = move(state, {"kind": "stay", "crater": True})
    assert (mover.crater, mover.digging) == (True, 4)


# --- ground vehicles --------------------------------------------------------------------------------------------------------------


def test_a_ground_vehicle_backs_one_hex_and_keeps_its_front_to_the_enemy() -> None:
    state = battle(vehicle("h", "kershaw", "1008", facing=1))
    enemy = state.vehicles["enemy"]
    enemy.hex, enemy.facing = hex_of("1009"), 4
    mover = move(state, {"kind": "drive", "route": "4", "facing": 1, "backward": True})
    assert (mover.hex, mover.facing) == (hex_of("1009"), 1)
    assert mover.entered == {"enemy": 4}


@pytest.mark.parametrize("route", ["1", "44", "", "3"])
def test_nobody_backs_otherwise(route: str) -> None:
    state = battle(vehicle("h", "kershaw", "1008", facing=1))
    assert "backs one hex" in refused(state, {"kind": "drive", "route": route, "facing": 1, "backward": True})


@pytest.mark.parametrize(("system", "dice", "hexes"), [("engine", (), 2), ("driver", (10,), 2), ("thrust_3_4", (), 2), ("digging", (), 4)])
def test_damage_on_the_way_stops_a_ground_vehicle(system: str, dice: tuple[int, ...], hexes: int) -> None:
    state = battle(vehicle("h", "kershaw", "1008", facing=1))
    target = state.vehicles["h"]
    name, drawn = next((n, d) for n, d in internals.sheet_of(target).items() if system in d.boxes)
    row = next(r for r, found in enumerate(drawn.rows) if system in found)
    assert armor.mark(internals.grid(target, name), row + 1, drawn.rows[row].index(system) + 1)
    target.queued.append(Mark(system, 1))
    state.ground.mines["1006"] = "cw"
    # the mines miss, and what was hit takes effect
    mover = move(state, {"kind": "drive", "route": "1111", "facing": 1}, 10, *dice)
    assert mover.hexes_moved == hexes


# --- foxholes -------------------------------------------------------------------------------------------------------------------


def carrier(**more: Any) -> BattleState:
    """A Lupis with a squad inside and another one outside."""
    squads = tuple({"id": id, "type": "bounce_tvlg", "name": id, "aboard": "h"} for id in ("in", "out"))
    return battle(vehicle("h", "lupis", "1008", facing=1, **more), squads=squads)


@pytest.mark.parametrize(("order", "more"), [
    ({"kind": "stay", "dig": True, "dismount": ["in", "out"]}, {"grounded": True}),
    ({"kind": "grav", "accelerate": 1, "path": "F", "decelerate": 1, "ground": True, "dig": True, "dismount": ["in", "out"]}, {})])  # fmt: skip
def test_one_of_the_squads_that_get_off_where_their_vehicle_digs_takes_its_foxholes(order: dict[str, Any], more: dict[str, Any]) -> None:
    state = carrier(**more)
    mover = move(state, order)
    assert mover.crater
    assert [state.squads[id].crater for id in ("in", "out")] == [True, False]
    assert ENGINE.invariants(state) == []


def test_squads_get_off_into_the_craters_that_are_there_and_are_told() -> None:
    state = carrier()
    state.ground.craters["1008"] = 2
    run = play(state)
    maneuver.carry_out(run, state.vehicles["h"], {"kind": "stay", "dismount": ["in", "out"]})
    assert [state.squads[id].crater for id in ("in", "out")] == [True, True]
    assert [event.text for event in run.events if event.kind == "takes_cover"] == [
        "in takes cover in the foxholes of a crater in 1008.", "out takes cover in the foxholes of a crater in 1008."]  # fmt: skip


def test_the_foxholes_of_the_dead_are_free() -> None:
    state = carrier()
    state.ground.craters["1008"] = 1
    dead = state.squads["in"]
    dead.aboard, dead.hex, dead.crater, dead.destroyed, dead.strength, state.vehicles["h"].inside = (
        None,
        hex_of("1008"),
        True,
        True,
        0,
        None,
    )
    move(state, {"kind": "stay", "dismount": ["out"]})
    assert state.squads["out"].crater


def test_whoever_gets_out_of_a_wreck_in_a_crater_takes_its_foxholes() -> None:
    state = carrier(grounded=True, crater=True)
    state.ground.craters["1008"] = 1
    effects.destroy(play(state), state.vehicles["h"], "", "a hit goes right through it")
    assert not state.squads["in"].crater
    initiative.open_turn(play(state))
    assert sum(squad.crater for squad in state.squads.values()) == 1

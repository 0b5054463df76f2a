from typing import Any

from scales.centurion import maneuver, orders
from scales.centurion.state import BattleState
from scales.hexes import hex_of
from tests.centurion.field import battle, play, vehicle
from tests.examples import oracle


def watched(velocity: int = 0) -> BattleState:
    """A Horatius at rest in 1008 and the enemy Liberator five hexes off, about to pass."""
    state = battle(vehicle("h", "horatius", "1008", facing=1, velocity=velocity), changes={"1203": "0h", "1303": "0h"})
    enemy = state.vehicles["enemy"]
    enemy.hex, enemy.facing, enemy.velocity = hex_of("1303"), 6, 4
    return state


def pass_by(state: BattleState, *dice: int) -> list[str]:
    """The Liberator crosses the front; returns the kinds of what happened."""
    run = play(state, *dice)
    maneuver.carry_out(run, state.vehicles["enemy"], {"kind": "grav", "path": "FLFFF"})
    return [event.kind for event in run.events]


@oracle("CEN-032")
def test_only_what_moves_after_the_declaration_is_fired_on_once(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    state = watched(inputs["starting_velocity"])
    assert ("fire" in pass_by(state)) == expected["may_fire_on_moved_before"]
    state = watched(inputs["starting_velocity"])
    maneuver.carry_out(play(state), state.vehicles["h"], {"kind": "stay", "watch": 8})
    kinds = pass_by(state, *[10] * 5)
    assert ("fire" in kinds) == expected["may_fire_on_later"]
    assert kinds.count("fire") == expected["attacks"]
    assert state.vehicles["h"].fired
    assert state.at.memo["watch"] == {}


def test_a_moving_vehicle_cannot_watch() -> None:
    state = watched(3)
    found = orders.faults_of(state, state.vehicles["h"], {"kind": "stay", "watch": 8})
    assert any("must move" in fault.text for fault in found)


def test_a_watcher_keeps_to_its_range() -> None:
    state = watched()
    maneuver.carry_out(play(state), state.vehicles["h"], {"kind": "stay", "watch": 1})
    assert "fire" not in pass_by(state)
    assert state.at.memo["watch"] == {"h": 1}


def test_damage_takes_effect_at_once_and_may_stop_the_mover() -> None:
    state = watched()
    enemy = state.vehicles["enemy"]
    for grid in enemy.armor.values():
        grid.rows = [0 for _ in grid.rows]
    maneuver.carry_out(play(state), state.vehicles["h"], {"kind": "stay", "watch": 8})
    pass_by(state, *[1] * 40)
    assert enemy.queued == []
    assert enemy.internals


def test_a_failed_drive_stops_the_flight_where_it_is() -> None:
    state = battle(vehicle("h", "horatius", "1012", facing=1, velocity=20), changes={"1011": "0h"})
    mover = state.vehicles["h"]
    mover.armor["bottom"].rows = [0 for _ in mover.armor["bottom"].rows]
    run = play(state, *[10] * 12)
    maneuver.carry_out(run, mover, {"kind": "grav", "path": "F" * 11})
    assert mover.hex == hex_of("1011")
    assert "grav_drive" in mover.effects
    stop = next(event for event in run.events if event.kind == "moved")
    assert stop.data["path"] == ["1011"]

"""Moves by the flight variants as options: a turn before its time for thrust in the vane, and a hex aside instead of a turn."""

from collections.abc import Iterator

from scales.centurion import switches
from scales.centurion.combat.reckoning import chance
from scales.centurion.ground.terrain import terrain_of
from scales.centurion.movement import emergency_turns, flight, grav, grav_options, orders, track
from scales.centurion.movement.grav_options import Run
from scales.centurion.state import BattleState, Vehicle
from scales.engine import Json, Option


def options(state: BattleState, vehicle: Vehicle) -> Iterator[Option]:
    """For the slowest and the fastest of the offered velocities, in the vehicle's own mode of flight: straight on, but for one such turn."""
    forces, shifts = emergency_turns.is_played(state), switches.is_on(state, "lateral_shift")
    if not (forces or shifts) or not orders.can_move_at_will(vehicle):
        return
    runs = [run for run in grav_options.runs(state, vehicle, 0) if run.velocity]
    for run in dict.fromkeys([*runs[:1], *runs[-1:]]):
        for path in [*(_early(vehicle, run) if forces else ()), *(_aside(run) if shifts else ())]:
            found = _option(state, vehicle, run, path)
            if found is not None:
                yield found


def _early(vehicle: Vehicle, run: Run) -> Iterator[str]:
    """Paths with a turn before its time, for a point of thrust and for as many as there are."""
    need, left = grav.hexes_between_turns(run.velocity), grav.thrust_of(vehicle) - run.accelerate
    for thrust in sorted({1, min(need, left)}):
        if 0 < thrust <= min(need, left):
            yield from ("F" * (need - thrust) + letter for letter in "LR")


def _aside(run: Run) -> list[str]:
    return ["F" * grav.hexes_between_turns(run.velocity) + letter for letter in track.SHIFTS]


def _option(state: BattleState, vehicle: Vehicle, run: Run, turn: str) -> Option | None:
    """The turn and then straight on until the velocity is spent; None where that is too fast, too costly or leads off the board."""
    assert vehicle.hex is not None
    terrain, how = terrain_of(state), grav.handling(vehicle, run.mode, forces=emergency_turns.is_played(state))
    place, speed = terrain.index(vehicle.hex), abs(run.velocity)
    longest = track.walk(terrain, place, vehicle.facing, run.velocity, how, turn + "F" * speed)
    path = turn + "F" * (len(longest.entries) - sum(letter not in "LR" for letter in turn))
    walked = track.walk(terrain, place, vehicle.facing, run.velocity, how, path)
    left = grav.thrust_of(vehicle) - run.accelerate - flight.thrust_for(run.climb) - walked.thrust
    if walked.fault or walked.spent < speed or left < 0 or any(speed > entry.limit for entry in walked.entries):
        return None
    order, info = grav_options.flown(state, vehicle, run, path, walked.place, walked.facing, vehicle.facing)
    info |= {"thrust_used": info["thrust_used"] + walked.thrust, "thrust_left": left}
    return _told(vehicle, {**order, **({"emergency": True} if walked.forced else {})}, info, walked)


def _told(vehicle: Vehicle, order: Json, info: Json, walked: track.Track) -> Option:
    """The option with what the vane risks; `chance` in percent that it neither burns out, loses a box nor shorts out."""
    vanes = [_risk(vehicle, forced) for forced in walked.forced]
    option = grav_options.flight_option(order, info | ({"vanes": vanes} if vanes else {"shifts": walked.shifts}))
    words = [f", forcing a turn to the {each['vane']} for {each['thrust']} thrust (burns out over {each['saves'][0]})" for each in vanes]
    option.label += "".join(words) or f", shifting aside for {walked.shifts} thrust"
    return option


def _risk(vehicle: Vehicle, forced: track.Forced) -> Json:
    numbers = emergency_turns.saves_of(vehicle, forced)
    holds = 100
    for number in numbers:
        holds = holds * chance(number) // 10
    return {"vane": forced.vane, "thrust": forced.thrust, "saves": list(numbers), "chance": holds}

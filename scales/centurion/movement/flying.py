"""A grav vehicle's move: change of level, acceleration, the path with its rolls, braking, grounding; and drifting on when nobody steers."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scales.centurion.ground import engineering
from scales.centurion.ground.terrain import SUBMERGED, Terrain, terrain_of
from scales.centurion.movement import (
    crossing,
    emergency_turns,
    flight,
    grav,
    grounding,
    jumping,
    mounting,
    opportunity,
    ramming,
    speed,
    track,
)
from scales.centurion.movement.entering import arrive, leave
from scales.centurion.movement.grav_orders import GravMove, jumps_of, mode_of
from scales.centurion.movement.track import Entry, Track
from scales.centurion.state import BattleState, Vehicle
from scales.hexes import Hex
from scales.play import Play


def fly(play: Play[BattleState], vehicle: Vehicle, order: GravMove, *, leaves: bool = False) -> None:
    """Change of level, acceleration, the path with its piloting rolls, deceleration, grounding (Movement Phase). Who leaves the board does not
    ground for the velocity that takes it over the edge."""
    assert vehicle.hex is not None
    ramming.declare(play, vehicle, order.ram)
    start, lift, was = vehicle.hex, grav.lift_cost(vehicle, submerged=order.submerged), vehicle.velocity
    mode = flight.mode_after(vehicle, order.climb)
    how = grav.handling(vehicle, mode_of(vehicle, order), forces=order.emergency)
    vehicle.facing, vehicle.odd = order.spin or vehicle.facing, order.odd
    vehicle.mode, vehicle.crater, vehicle.under_water = mode, False, order.submerged
    engineering.switch(vehicle, order.laser, 0)
    if not _change_level(play, vehicle, order.climb, was):
        _tell_stop(play, vehicle, start, [])
        return
    vehicle.velocity += order.accelerate - lift
    velocity = vehicle.velocity
    plan = Plan(terrain_of(play.state), start, vehicle.facing, velocity, how, order.laser, tuple(order.digs))
    walked = _pass_hexes(play, vehicle, plan, order.path, jumps_of(order))
    if _is_stopped(vehicle):
        _tell_stop(play, vehicle, start, walked.entries)
        return
    if not grav.is_steered(vehicle):
        _tell_flight(play, vehicle, start, velocity, walked)
        if walked.spent < abs(velocity):
            drift(play, vehicle, abs(velocity) - walked.spent, len(walked.entries))
        return
    vehicle.facing = walked.facing
    spare = grav.thrust_of(vehicle) - order.accelerate - flight.thrust_for(order.climb) - walked.thrust
    vehicle.velocity -= min(order.decelerate, max(0, spare))
    _tell_flight(play, vehicle, start, velocity, walked)
    if not leaves:
        _end_flight(play, vehicle, order, grounding.must_ground(velocity, walked.spent))


def _change_level(play: Play[BattleState], vehicle: Vehicle, climb: int, velocity: int) -> bool:
    """Climb, or come down and be subject to the limit of the hex at once; False if that was the end of the flight."""
    if not climb:
        return True
    assert vehicle.hex is not None
    does = "climbs to" if climb > 0 else "comes down to"
    text = f"{vehicle.name} {does} {flight.NAMES[vehicle.mode]} for {flight.thrust_for(climb)} thrust."
    data = {"mode": vehicle.mode, "thrust": flight.thrust_for(climb)}
    play.tell("flight_mode", text, flight.RULE, units=[vehicle.id], data=data)
    if climb < 0:
        terrain = terrain_of(play.state)
        limit = grav.limit_for(terrain.limit_over(terrain.index(vehicle.hex), vehicle.mode), velocity, "tsr" in vehicle.effects)
        speed.enter(play, vehicle, vehicle.hex.label, limit, how="comes down into")
    return not vehicle.destroyed and vehicle.mode != "grounded"


def _is_stopped(vehicle: Vehicle) -> bool:
    """Was it destroyed or brought down on its way?"""
    return vehicle.destroyed or vehicle.mode == "grounded"


@dataclass(slots=True, frozen=True)
class Plan:
    """How a path is flown: over the ground as it is before the move, from where, with which facing, at which velocity, the planar laser on
    or off."""

    terrain: Terrain
    start: Hex
    facing: int
    velocity: int
    how: grav.Handling
    laser: bool | list[int] = False
    digs: tuple[int, ...] = ()

    def walk(self, path: str) -> Track:
        """The path by the rules."""
        return track.walk(self.terrain, self.terrain.index(self.start), self.facing, self.velocity, self.how, path)

    def after_damage(self, vehicle: Vehicle, path: str, hexes: int) -> tuple["Plan", str]:
        """The same, and the path, with what the vehicle has lost on its way: terrain sensors, and vanes for the turns to come. Turns that it
        has made stay made."""
        now = grav.handling(vehicle, self.how.mode)
        return replace(self, how=replace(self.how, sensors_out=now.sensors_out)), track.straightened(path, hexes, now)


def _pass_hexes(play: Play[BattleState], vehicle: Vehicle, plan: Plan, path: str, jumps: Sequence[jumping.Jump]) -> Track:
    """Enter hex by hex until damage stops the vehicle, forcing turns and letting infantry jump where it is to; returns the path as flown."""
    walked, number = plan.walk(path), 0
    jumping.jump(play, vehicle, vehicle.facing, [j for j in jumps if not j.after])
    _dig(play, vehicle, plan.digs.count(0))
    while True:
        for lost in emergency_turns.strain(play, vehicle, [each for each in walked.forced if each.after == number]):
            path = emergency_turns.straightened(path, lost)
            walked = plan.walk(path)
        if number == len(walked.entries):
            return walked
        entry, number = walked.entries[number], number + 1
        vehicle.facing = entry.facing
        if not crossing.leave(play, vehicle, entry.heading):
            walked.entries = walked.entries[: number - 1]
            return walked
        engineering.switch(vehicle, plan.laser, number)
        _enter(play, vehicle, entry, plan.velocity)
        if _is_stopped(vehicle):
            walked.entries = walked.entries[:number]
            return walked
        if not grav.is_steered(vehicle):
            return plan.walk(track.until(path, number))
        hurt = plan.after_damage(vehicle, path, number)
        if hurt != (plan, path):
            plan, path = hurt
            walked = plan.walk(path)
        jumping.jump(play, vehicle, entry.heading, [j for j in jumps if j.after == number])
        _dig(play, vehicle, plan.digs.count(number))


def _dig(play: Play[BattleState], vehicle: Vehicle, charges: int) -> None:
    """Digging charges fired in a hex on the way (Hull Down)."""
    for _ in range(charges):
        grounding.dig(play, vehicle)


def _enter(play: Play[BattleState], vehicle: Vehicle, entry: Entry, velocity: int) -> None:
    """One hex: the roll of who is too fast for it, what lies there, and who watches it."""
    hex = terrain_of(play.state).hex(entry.place)
    arrive(play.state, vehicle, hex, entry.heading)
    if abs(velocity) > entry.limit:
        speed.enter(play, vehicle, hex.label, entry.limit)
    crossing.enter(play, vehicle, entry.heading)
    opportunity.spring(play, vehicle)


def _tell_stop(play: Play[BattleState], vehicle: Vehicle, start: Hex, entries: Sequence[Entry]) -> None:
    """The flight ended where the vehicle was struck."""
    terrain = terrain_of(play.state)
    path = [terrain.hex(e.place).label for e in entries]
    data = {"from": start.label, "path": path, "facing": vehicle.facing, "end_velocity": 0}
    play.tell(
        "moved",
        f"{vehicle.name} is stopped in {path[-1] if path else start.label} after {hexes(len(path))}.",
        "centurion: Grav Drive",
        units=[vehicle.id],
        data=data,
    )


def _tell_flight(play: Play[BattleState], vehicle: Vehicle, start: Hex, velocity: int, walked: Track) -> None:
    assert vehicle.hex is not None
    terrain = terrain_of(play.state)
    entered = [terrain.hex(e.place).label for e in walked.entries]
    how = f"moves {hexes(len(entered))} to {vehicle.hex.label}" if entered else "holds its hex"
    high = f" in {flight.NAMES[vehicle.mode]}" if flight.is_high(vehicle) else ""
    text = f"{vehicle.name} flies{high} at {velocity}, {how}, facing {vehicle.facing}, and ends at velocity {vehicle.velocity}."
    data = {"from": start.label, "path": entered, "facing": vehicle.facing, "velocity": velocity, "end_velocity": vehicle.velocity}
    play.tell("moved", text, "centurion: Grav Movement", units=[vehicle.id], data=data)


def hexes(count: int) -> str:
    """'1 hex' or '3 hexes'."""
    return "1 hex" if count == 1 else f"{count} hexes"


def _end_flight(play: Play[BattleState], vehicle: Vehicle, order: GravMove, forced: bool) -> None:
    """Ground, by will or because velocity was left, then let the infantry off."""
    if order.ground or forced:
        if order.dig:
            grounding.dig(play, vehicle)
        why = "it did not spend its velocity" if forced and not order.ground else ""
        grounding.settle(play, vehicle, crater=order.crater or order.dig, why=why)
    if not vehicle.destroyed and not vehicle.velocity:
        mounting.dismount(play, vehicle, order.dismount)


def drift(play: Play[BattleState], vehicle: Vehicle, points: int | None = None, moved: int = 0) -> None:
    """Nobody steers: straight on until it strikes something, cannot go on, or leaves the board (Helm, Driver Hit). Who loses control on its way
    has `moved` some hexes and has `points` left."""
    assert vehicle.hex is not None
    terrain = terrain_of(play.state)
    velocity, left = vehicle.velocity, abs(vehicle.velocity) if points is None else points
    heading = (vehicle.facing - 1 + (3 if velocity < 0 else 0)) % 6 + 1
    engineering.switch(vehicle, False, 0)
    play.tell("drifts", f"{vehicle.name} flies on unsteered at velocity {velocity}.", "centurion: Helm", units=[vehicle.id])
    while left > 0:
        j, cost, limit = terrain.way(terrain.index(vehicle.hex), SUBMERGED if vehicle.under_water else vehicle.mode)[heading - 1]
        limit = grav.limit_for(limit, velocity, "tsr" in vehicle.effects, vehicle.mode)
        if j < 0 and not vehicle.under_water:
            leave(play, vehicle, heading)
            return
        if j < 0 or (cost > left and moved):
            break
        if not crossing.leave(play, vehicle, heading):
            return
        moved, left = moved + 1, left - cost
        arrive(play.state, vehicle, terrain.hex(j), heading)
        crossing.enter(play, vehicle, heading)
        opportunity.spring(play, vehicle)
        if vehicle.destroyed or vehicle.mode == "grounded":
            return
        if speed.enter(play, vehicle, terrain.hex(j).label, limit, steered=False):
            vehicle.velocity = 0
            return
    if left > 0:
        grounding.settle(play, vehicle, crater=False, why="it could not spend its velocity")

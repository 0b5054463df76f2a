"""Grav Movement: thrust, acceleration, velocity points, facing changes, reverse, and the search for everything a grav vehicle can reach.

Velocity and thrust are whole points; a vehicle that moves backward has a negative velocity.
"""

from dataclasses import dataclass
from functools import lru_cache

from scales.centurion.catalog import data, vehicle_type
from scales.centurion.internals import thrust_after
from scales.centurion.state import Vehicle
from scales.centurion.terrain import Terrain, half_up

TOP_SPEED = 60
"""Velocity beyond this is refused; at normal flight no ground allows more than 20 without a roll."""
LEFT, RIGHT = -1, 1


@lru_cache(maxsize=64)
def hexes_between_turns(velocity: int) -> int:
    """Straight hexes before each hexside of turn (Facing Change Table)."""
    table = data("movement")
    for top, hexes in table["facing_change"]:
        if abs(velocity) <= top:
            return int(hexes)
    return int(table["facing_change_beyond"])


def thrust_of(vehicle: Vehicle) -> int:
    """Maximum thrust as it stands."""
    return thrust_after(vehicle_type(vehicle.type).thrust, vehicle.effects)


def is_steered(vehicle: Vehicle) -> bool:
    """Can the vehicle apply thrust and turn? Not without helm or with the driver out (Driver Hit, Helm)."""
    return "helm" not in vehicle.effects and vehicle.crew.get("driver", "ok") == "ok"


def lift_cost(vehicle: Vehicle) -> int:
    """Thrust to rise: one from the ground, two out of a crater, one more from under water (Grounding, Hull Down)."""
    if vehicle.mode != "grounded":
        return 0
    return (2 if vehicle.crater else 1) + (1 if vehicle.under_water else 0)


def accelerated(velocity: int, thrust: int, accelerate: int) -> tuple[int, int]:
    """Current velocity after acceleration and the thrust left for deceleration (Acceleration)."""
    return velocity + accelerate, thrust - accelerate


def limit_for(limit: int, velocity: int, sensors_out: bool) -> int:
    """Speed limit for this vehicle: half in reverse and half without TS&R, fractions up (Traveling in Reverse; TS&R)."""
    if velocity < 0:
        limit = half_up(limit)
    return half_up(limit) if sensors_out else limit


@dataclass(slots=True, frozen=True)
class Handling:
    """What decides how a vehicle moves besides its velocity: may it spin first, turn left or right, and do its sensors work?"""

    spin: bool
    left: bool
    right: bool
    sensors_out: bool


def handling(vehicle: Vehicle) -> Handling:
    """How a vehicle handles at the start of its move."""
    effects = vehicle.effects
    return Handling(vehicle.velocity == 0, "left_vane" not in effects, "right_vane" not in effects, "tsr" in effects)


@dataclass(slots=True)
class Reach:
    """Everything reached at one velocity without exceeding a limit. `ends` gives the final search node by (place * 8 + facing)."""

    ends: dict[int, int]
    parents: dict[int, int]


def reach(terrain: Terrain, place: int, facing: int, velocity: int, how: Handling) -> Reach:
    """All ends of a move that spends exactly its velocity points, never over a speed limit. Remembered by the terrain."""
    key = (place, facing, velocity, how)
    found: Reach | None = terrain.reach.get(key)
    if found is None:
        found = terrain.keep(key, _search(terrain, place, facing, velocity, how))
    return found


def _search(terrain: Terrain, place: int, facing: int, velocity: int, how: Handling) -> Reach:
    """Depth first over nodes (place, facing, straight hexes, points spent), packed into one number: see `unpack`."""
    points, need = abs(velocity), hexes_between_turns(velocity)
    back = 2 if velocity < 0 else 5
    turns = [t for t, allowed in ((LEFT, how.left), (RIGHT, how.right)) if allowed and need]
    limits = {limit: limit_for(limit, velocity, how.sensors_out) for limit in range(21)}
    parents = {pack(place, f, 0, 0): -1 for f in (range(1, 7) if how.spin else (facing,))}
    ends: dict[int, int] = {}
    stack = list(parents)
    while stack:
        node = stack.pop()
        i, now, straight, spent = node >> 12, node >> 9 & 7, node >> 6 & 7, node & 63
        if spent == points:
            ends.setdefault(node >> 9, node)
        else:
            j, cost, limit = terrain.way(i)[(now + back) % 6]
            after = spent + cost if spent + cost <= points else points if i == place and not spent and not straight else -1
            if j >= 0 <= after and points <= limits[limit]:
                ahead = j << 12 | now << 9 | min(straight + 1, need) << 6 | after
                if ahead not in parents:
                    parents[ahead] = node
                    stack.append(ahead)
        if straight >= need:
            for turn in turns:
                aside = i << 12 | ((now - 1 + turn) % 6 + 1) << 9 | spent
                if aside not in parents:
                    parents[aside] = node
                    stack.append(aside)
    return Reach(ends, parents)


def pack(place: int, facing: int, straight: int, spent: int) -> int:
    """A search node as one number."""
    return ((place * 8 + facing) * 8 + straight) * 64 + spent


def unpack(node: int) -> tuple[int, int, int, int]:
    """Place, facing, straight hexes since the last turn, and points spent."""
    return node >> 12, node >> 9 & 7, node >> 6 & 7, node & 63


def path_to(reach: Reach, node: int) -> tuple[int, str]:
    """The facing to begin with and the path as letters: F a hex along the line of flight, L and R a hexside of turn."""
    letters: list[str] = []
    while (before := reach.parents[node]) != -1:
        i, facing, _, _ = unpack(before)
        j, now, _, _ = unpack(node)
        letters.append("F" if i != j else "R" if (now - facing) % 6 == 1 else "L")
        node = before
    return unpack(node)[1], "".join(reversed(letters))


@dataclass(slots=True, frozen=True)
class Entry:
    """One hex entered: where, along which heading, for how many points, and the speed limit for this vehicle there."""

    place: int
    heading: int
    cost: int
    limit: int


@dataclass(slots=True)
class Track:
    """A path walked by the rules. `fault` names what is wrong with it; `spent` points of `velocity`; a short move must ground."""

    place: int
    facing: int
    entries: list[Entry]
    spent: int = 0
    fault: str = ""


def walk(terrain: Terrain, place: int, facing: int, velocity: int, how: Handling, path: str) -> Track:
    """Follow a path letter by letter (Grav Movement, Facing Changes); stops at the first thing the rules do not allow."""
    track = Track(place, facing, [])
    need, straight = hexes_between_turns(velocity), 0
    for letter in path:
        if letter == "F":
            _forward(terrain, track, velocity, how)
            straight += 1
        else:
            _turn(track, letter, straight >= need > 0, how)
            straight = 0
        if track.fault:
            break
    return track


def _forward(terrain: Terrain, track: Track, velocity: int, how: Handling) -> None:
    """One hex along the line of flight: enough points, or the only hex of the turn (ruling R-CEN-03)."""
    heading = (track.facing - 1 + (3 if velocity < 0 else 0)) % 6 + 1
    j, cost, limit = terrain.way(track.place)[heading - 1]
    points = abs(velocity)
    if points == 0:
        track.fault = "it has no velocity"
    elif j < 0:
        track.fault = "it would leave the board"
    elif track.spent + cost > points and track.entries:
        track.fault = f"it has {points - track.spent} velocity points left and the next hex costs {cost}"
    elif track.spent >= points:
        track.fault = "all velocity points are spent"
    else:
        track.entries.append(Entry(j, heading, cost, limit_for(limit, velocity, how.sensors_out)))
        track.spent, track.place = min(points, track.spent + cost), j


def _turn(track: Track, letter: str, allowed: bool, how: Handling) -> None:
    """One hexside of turn."""
    side, vane = (LEFT, how.left) if letter == "L" else (RIGHT, how.right)
    if not allowed:
        track.fault = "it has not moved straight far enough to turn"
    elif not vane:
        track.fault = f"its {'left' if letter == 'L' else 'right'} vane is out"
    track.facing = (track.facing - 1 + side) % 6 + 1

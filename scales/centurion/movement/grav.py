"""Grav Movement: thrust, acceleration, facing changes, reverse, and the search for everything a grav vehicle can reach.

Velocity and thrust are whole points; a vehicle that moves backward has a negative velocity.
"""

from dataclasses import dataclass
from functools import lru_cache

from scales.centurion.catalog import data, vehicle_type
from scales.centurion.combat.internals import thrust_after
from scales.centurion.ground.terrain import Terrain, half_up
from scales.centurion.state import Vehicle

LEFT, RIGHT = -1, 1
BEAM = 240
"""Nodes that the search at low altitude follows from each hex to the next."""


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


def has_drive(vehicle: Vehicle) -> bool:
    """Does its grav drive work?"""
    return "grav_drive" not in vehicle.effects


def lift_cost(vehicle: Vehicle, *, submerged: bool = False) -> int:
    """Thrust to rise: one from the ground, two out of a crater, one more above the water for who does not stay under it (Grounding, Hull Down)."""
    off = 0 if vehicle.mode != "grounded" else 2 if vehicle.crater else 1
    return off + (1 if vehicle.under_water and not submerged else 0)


def accelerated(velocity: int, thrust: int, accelerate: int) -> tuple[int, int]:
    """Current velocity after acceleration and the thrust left for deceleration (Acceleration)."""
    return velocity + accelerate, thrust - accelerate


def limit_for(limit: int, velocity: int, sensors_out: bool, mode: str = "nf") -> int:
    """Speed limit for this vehicle: half in reverse and half without TS&R, fractions up (Traveling in Reverse; TS&R), but for low altitude,
    where there is no terrain to avoid."""
    if mode == "laf":
        return limit
    if velocity < 0:
        limit = half_up(limit)
    return half_up(limit) if sensors_out else limit


@dataclass(slots=True, frozen=True)
class Handling:
    """What decides how a vehicle moves besides its velocity: may it spin first, turn left or right, do its sensors work, and in which
    mode does it fly (nf, ttf, laf)?"""

    spin: bool
    left: bool
    right: bool
    sensors_out: bool
    mode: str = "nf"
    forces: bool = False
    """It turns before its time, for thrust in the vane (Variant "Emergency Turns")."""


def handling(vehicle: Vehicle, mode: str = "nf", *, forces: bool = False) -> Handling:
    """How a vehicle handles in a move that it makes in a mode of flight."""
    left, right = (vane_works(vehicle, vane) for vane in ("left_vane", "right_vane"))
    return Handling(vehicle.velocity == 0, left, right, "tsr" in vehicle.effects, mode, forces)


def vane_works(vehicle: Vehicle, vane: str) -> bool:
    """Is a directional vane neither out of action nor shorted out in this turn?"""
    return vane not in vehicle.effects and vehicle.shorted.get(vane) != 1


@dataclass(slots=True)
class Reach:
    """What is reached at one velocity without exceeding a limit. `ends` gives the final search node by (place * 8 + facing)."""

    ends: dict[int, int]
    parents: dict[int, int]


def reach(terrain: Terrain, place: int, facing: int, velocity: int, how: Handling) -> Reach:
    """Ends of a move that spends exactly its velocity points, never over a speed limit: all of them, at low altitude a good spread.
    Remembered by the terrain."""
    key = (place, facing, velocity, how)
    found: Reach | None = terrain.reach.get(key)
    if found is None:
        search = _soar if how.mode == "laf" else _search
        found = terrain.keep(key, search(terrain, place, facing, velocity, how))
    return found


def _search(terrain: Terrain, place: int, facing: int, velocity: int, how: Handling) -> Reach:
    """Depth first over nodes (place, facing, straight hexes, points spent), packed into one number: see `unpack`."""
    points, need = abs(velocity), hexes_between_turns(velocity)
    back, mode = 2 if velocity < 0 else 5, how.mode
    turns = _turns(how, need)
    limits, ways = {limit: limit_for(limit, velocity, how.sensors_out) for limit in range(21)}, terrain.ways[mode]
    parents = {pack(place, f, 0, 0): -1 for f in (range(1, 7) if how.spin else (facing,))}
    ends: dict[int, int] = {}
    stack = list(parents)
    while stack:
        node = stack.pop()
        i, now, straight, spent = node >> 13, node >> 10 & 7, node >> 7 & 7, node & 127
        if spent == points:
            ends.setdefault(node >> 10, node)
        else:
            j, cost, limit = (ways.get(i) or terrain.way(i, mode))[(now + back) % 6]
            after = spent + cost if spent + cost <= points else points if i == place and not spent and not straight else -1
            if j >= 0 <= after and points <= limits[limit]:
                ahead = j << 13 | now << 10 | min(straight + 1, need) << 7 | after
                if ahead not in parents:
                    parents[ahead] = node
                    stack.append(ahead)
        if straight >= need:
            for turn in turns:
                aside = i << 13 | ((now - 1 + turn) % 6 + 1) << 10 | spent
                if aside not in parents:
                    parents[aside] = node
                    stack.append(aside)
    return Reach(ends, parents)


def _turns(how: Handling, need: int) -> list[int]:
    """The turns that a vehicle on its way can make."""
    return [t for t, allowed in ((LEFT, how.left), (RIGHT, how.right)) if allowed and need]


def _soar(terrain: Terrain, place: int, facing: int, velocity: int, how: Handling) -> Reach:
    """Low-altitude flight: every hex costs the same, so that the search goes on hex by hex, and of very many nodes it follows a spread."""
    need = hexes_between_turns(velocity)
    back, turns = 2 if velocity < 0 else 5, _turns(how, need)
    parents = {pack(place, f, 0, 0): -1 for f in (range(1, 7) if how.spin else (facing,))}
    front = list(parents)
    for spent in range(1, abs(velocity) + 1):
        ahead: dict[int, int] = {}
        for node in front:
            i, now, straight, _ = unpack(node)
            j = terrain.way(i, "laf")[(now + back) % 6][0]
            if j >= 0:
                ahead.setdefault(pack(j, now, min(straight + 1, need), spent), node)
        kept = {node: ahead[node] for node in _thinned(sorted(ahead))}
        turned = {pack(i, (f - 1 + t) % 6 + 1, 0, spent): n for n in kept for i, f, s, _ in [unpack(n)] if s >= need for t in turns}
        parents |= kept
        parents |= {node: before for node, before in turned.items() if node not in kept}
        front = [*kept, *(node for node in turned if node not in kept)]
    ends: dict[int, int] = {}
    for node in front:
        ends.setdefault(node >> 10, node)
    return Reach(ends, parents)


def _thinned(nodes: list[int]) -> list[int]:
    """At most so many as the search follows, evenly spread."""
    return nodes if len(nodes) <= BEAM else [nodes[k * len(nodes) // BEAM] for k in range(BEAM)]


def pack(place: int, facing: int, straight: int, spent: int) -> int:
    """A search node as one number."""
    return ((place * 8 + facing) * 8 + straight) * 128 + spent


def unpack(node: int) -> tuple[int, int, int, int]:
    """Place, facing, straight hexes since the last turn, and points spent."""
    return node >> 13, node >> 10 & 7, node >> 7 & 7, node & 127


def path_to(reach: Reach, node: int) -> tuple[int, str]:
    """The facing to begin with and the path as letters: F a hex along the line of flight, L and R a hexside of turn."""
    letters: list[str] = []
    parents, i, now = reach.parents, node >> 13, node >> 10 & 7
    while (before := parents[node]) != -1:
        j, facing = before >> 13, before >> 10 & 7
        letters.append("F" if i != j else "R" if (now - facing) % 6 == 1 else "L")
        node, i, now = before, j, facing
    return now, "".join(reversed(letters))

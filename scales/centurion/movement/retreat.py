"""The way back of a unit that withdraws: toward its side's edge of the board, as fast as is safe (centurion: Withdrawal).

Grav vehicles accelerate at maximum thrust, up to velocity 20; a speed limit on every way, or no way on from where it would end, makes it less.
Others go where the way that is left is shortest. Whoever can leave the board in this move does.
"""

from dataclasses import dataclass
from heapq import heappop, heappush

from scales.centurion.catalog import data, vehicle_type
from scales.centurion.ground.terrain import Terrain, ground_cost, terrain_of
from scales.centurion.movement import exits, flight, grav, ground_move
from scales.centurion.preparation import zones
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.hexes import HEADINGS, turned

TRIED = 6
"""Ends of a move at one distance from the edge that are looked at for a way on."""
TOWARD = {"north": (1, 2, 6), "east": (2, 3), "south": (4, 3, 5), "west": (5, 6)}
"""Headings that lead toward an edge, the straightest first."""


@dataclass(slots=True)
class Flight:
    """How a grav vehicle has to fly at one change of level: its acceleration, how far from the edge it may end at most, and some ends (nodes
    of the search); with `leaves` they are those from which it goes over the edge."""

    climb: int
    accelerate: int
    velocity: int
    found: grav.Reach
    nodes: list[int]
    farthest: int = 0
    leaves: bool = False


@dataclass(slots=True)
class March:
    """How a unit on the ground has to go: routes to the best ends, and the cost of what is left from there; `leaves` as in a flight."""

    routes: list[str]
    farthest: int = 0
    leaves: bool = False


def edge_of(state: BattleState, unit: Vehicle | Squad) -> str:
    """The edge of the board that lies toward a unit's own lines."""
    return exits.way_home(state, unit)


def can_go(unit: Vehicle | Squad) -> bool:
    """Can it go anywhere by its own will in this turn?"""
    if isinstance(unit, Squad):
        return not unit.moved and not unit.concealed
    drive = grav.has_drive(unit) if vehicle_type(unit.type).grav else ground_move.points_of(unit) > 0
    return drive and grav.is_steered(unit) and not unit.moved


def away(terrain: Terrain, place: int, edge: str) -> int:
    """Hexes between a place and an edge of the board."""
    hex = terrain.hex(place)
    return {"north": hex.row - 1, "south": terrain.rows - hex.row, "west": hex.column - 1, "east": terrain.columns - hex.column}[edge]


def way_out(state: BattleState, place: int, edge: str, headings: tuple[int, ...] = HEADINGS) -> int:
    """The heading over the edge from a place, the straightest first; 0 if there is none."""
    hex = terrain_of(state).hex(place)
    fit = [heading for heading in TOWARD[edge] if heading in headings]
    return next((heading for heading in fit if zones.edge_beyond(state.board, hex, heading) == edge), 0)


# --- grav vehicles --------------------------------------------------------------------------------------------------------------


def fly(state: BattleState, vehicle: Vehicle, climb: int = 0) -> Flight | None:
    """How a grav vehicle has to fly at a change of level; None when there is no safe way at all."""
    thrust, lift = grav.thrust_of(vehicle) - flight.thrust_for(climb), grav.lift_cost(vehicle)
    top = int(data("movement")["withdrawal"]["velocity"])
    most = min(thrust, max(lift, top - vehicle.velocity + lift))
    for goes_on in (True, False):
        for accelerate in range(most, lift - 1, -1):
            found = _at(state, vehicle, climb, accelerate, goes_on=goes_on)
            if found is not None:
                return found
    return None


def _at(state: BattleState, vehicle: Vehicle, climb: int, accelerate: int, *, goes_on: bool) -> Flight | None:
    """The ends at one acceleration; with `goes_on` only those from which the vehicle can fly on."""
    assert vehicle.hex is not None
    terrain, edge = terrain_of(state), edge_of(state, vehicle)
    velocity = vehicle.velocity + accelerate - grav.lift_cost(vehicle)
    how = grav.handling(vehicle, flight.mode_after(vehicle, climb))
    found = grav.reach(terrain, terrain.index(vehicle.hex), vehicle.facing, velocity, how)
    way = Flight(climb, accelerate, velocity, found, _over(state, found, velocity, edge), leaves=True)
    if way.nodes:
        return way
    near: dict[int, list[int]] = {}
    for node in found.ends.values():
        near.setdefault(away(terrain, grav.unpack(node)[0], edge), []).append(node)
    for way.farthest in sorted(near):
        tried = sorted(near[way.farthest], key=lambda node: _off(node, velocity, edge))[:TRIED]
        way.nodes = [node for node in tried if not goes_on or _goes_on(state, node, velocity, how, edge)]
        if way.nodes:
            way.leaves = False
            return way
    return None


def _off(node: int, velocity: int, edge: str) -> tuple[bool, int]:
    """Whether and how far the line of flight turns away from the edge."""
    place, facing, _, _ = grav.unpack(node)
    heading = turned(facing, 0 if velocity > 0 else 3)
    return heading not in TOWARD[edge], place


def _over(state: BattleState, found: grav.Reach, velocity: int, edge: str) -> list[int]:
    """Nodes on the way, with points left, from which the line of flight leads over the edge; the first for each hex and facing."""
    terrain = terrain_of(state)
    out: dict[int, int] = {}
    for node in found.parents:
        place, facing, _, spent = grav.unpack(node)
        if spent < abs(velocity) and away(terrain, place, edge) == 0:
            heading = turned(facing, 0 if velocity > 0 else 3)
            if way_out(state, place, edge, (heading,)):
                out.setdefault(place << 3 | facing, node)
    return [out[key] for key in sorted(out)][:TRIED]


def _goes_on(state: BattleState, node: int, velocity: int, how: grav.Handling, edge: str) -> bool:
    """Can the vehicle fly on from there next turn, or leave?"""
    place, facing, _, _ = grav.unpack(node)
    after = grav.Handling(velocity == 0, how.left, how.right, how.sensors_out, how.mode)
    found = grav.reach(terrain_of(state), place, facing, velocity, after)
    return bool(found.ends or _over(state, found, velocity, edge))


# --- on the ground --------------------------------------------------------------------------------------------------------------


def march(state: BattleState, unit: Vehicle | Squad) -> March | None:
    """How a ground vehicle or squad has to go; None when it cannot move or there is no way to the edge."""
    assert unit.hex is not None
    terrain, edge, points = terrain_of(state), edge_of(state, unit), ground_move.points_of(unit)
    left, place, wheels = costs(terrain, edge), terrain.index(unit.hex), isinstance(unit, Vehicle)
    if points <= 0 or place not in left:
        return None
    ways = ground_move.reach(terrain, place, points, wheels)
    out = [
        p
        for p in sorted(ways)
        if away(terrain, p, edge) == 0 and ground_move.follow(terrain, place, points, wheels, ways[p]).spent < points
    ]
    if out:
        return March([ways[p] for p in out[:TRIED]], leaves=True)
    best = min(left[p] for p in ways if p in left)
    return March([ways[p] for p in sorted(ways) if left.get(p) == best][:TRIED], best)


def costs(terrain: Terrain, edge: str) -> dict[int, int]:
    """Movement points from every place over the ground to an edge, the step over it included. Remembered by the terrain."""
    found: dict[int, int] | None = terrain.reach.get(("costs", edge))
    return found if found is not None else terrain.keep(("costs", edge), _costs(terrain, edge))


def _costs(terrain: Terrain, edge: str) -> dict[int, int]:
    best = {i: 1 for i, tile in enumerate(terrain.tiles) if tile is not None and away(terrain, i, edge) == 0}
    queue = [(cost, i) for i, cost in sorted(best.items())]
    while queue:
        spent, i = heappop(queue)
        there = terrain.tiles[i]
        for step in terrain.steps if spent == best[i] else ():
            here = terrain.tiles[i + step]
            cost = ground_cost(here, there) if here is not None and there is not None else -1
            if cost >= 0 and spent + cost < best.get(i + step, spent + cost + 1):
                best[i + step] = spent + cost
                heappush(queue, (spent + cost, i + step))
    return best

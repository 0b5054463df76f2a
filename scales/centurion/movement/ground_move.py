"""Ground Vehicles and Dismounted Infantry: movement points, prohibited terrain, the one-hex minimum, roads and the Road Bonus.

Headings of the book played here too: Mobility, Engine.
"""

from dataclasses import dataclass
from heapq import heappop, heappush

from scales.centurion.catalog import squad_type, vehicle_type
from scales.centurion.combat.internals import thrust_after
from scales.centurion.ground.terrain import Terrain, ground_cost
from scales.centurion.state import Squad, Vehicle


def points_of(unit: Vehicle | Squad) -> int:
    """Movement points of a ground vehicle or of a squad on foot, in this turn."""
    if isinstance(unit, Squad):
        return squad_type(unit.type).movement
    if {"engine", "mobility"} & set(unit.effects):
        return 0
    return thrust_after(vehicle_type(unit.type).movement_points, unit.effects)


def road_hexes(points: int) -> int:
    """Hexes of a ground vehicle that stays on a road all turn: one more than its points (Road and River Movement)."""
    return points + 1


@dataclass(slots=True)
class Way:
    """A route walked: headings, where it ends, points spent; `fault` names what the rules do not allow."""

    place: int
    hexes: int = 0
    spent: int = 0
    road: bool = True
    fault: str = ""


def follow(terrain: Terrain, place: int, points: int, bonus: bool, route: str) -> Way:
    """Walk a route of headings 1 to 6. `bonus`: the unit may get the Road Bonus (vehicles only)."""
    first = terrain.tiles[place]
    way = Way(place, road=first is not None and first.road)
    for letter in route:
        _step(terrain, way, int(letter), points, bonus)
        if way.fault:
            break
    return way


def _step(terrain: Terrain, way: Way, heading: int, points: int, bonus: bool) -> None:
    here, j = terrain.tiles[way.place], way.place + terrain.steps[heading - 1]
    there = terrain.tiles[j]
    if here is None or there is None:
        way.fault = f"it would leave the board from hex {terrain.hex(way.place).label}"
        return
    cost = ground_cost(here, there)
    way.road = way.road and there.road
    if cost < 0:
        way.fault = f"it may not enter the {there.ground.replace('_', ' ')} of hex {terrain.hex(j).label}: prohibited terrain"
    elif points <= 0:
        way.fault = "it cannot move"
    elif way.spent + cost > points and way.hexes and not (bonus and way.road and way.hexes < road_hexes(points)):
        left = max(0, points - way.spent)
        way.fault = f"it has {points_left(left)} left in hex {terrain.hex(way.place).label}, and hex {terrain.hex(j).label} costs {cost}"
    elif way.hexes and way.spent > points:
        way.fault = f"it has spent all its {points_left(points)} when it reaches hex {terrain.hex(way.place).label} and cannot go on"
    way.place, way.hexes, way.spent = j, way.hexes + 1, way.spent + cost


def points_left(count: int) -> str:
    """'1 movement point' or '3 movement points'."""
    return "1 movement point" if count == 1 else f"{count} movement points"


def reach(terrain: Terrain, place: int, points: int, bonus: bool) -> dict[int, str]:
    """Every hex that can be reached with its cheapest route, the unit's own hex included. Remembered by the terrain."""
    key = ("ground", place, points, bonus)
    found: dict[int, str] | None = terrain.reach.get(key)
    if found is None:
        found = terrain.keep(key, _search(terrain, place, points, bonus))
    return found


def _search(terrain: Terrain, place: int, points: int, bonus: bool) -> dict[int, str]:
    best: dict[int, int] = {place: 0}
    routes: dict[int, str] = {place: ""}
    queue = [(0, place)]
    while queue:
        spent, i = heappop(queue)
        if spent > best[i] or spent >= points:
            continue
        for j, heading, cost in _steps(terrain, i):
            after = spent + cost
            if (after <= points or i == place) and after < best.get(j, 99):
                best[j], routes[j] = after, routes[i] + str(heading)
                heappush(queue, (after, j))
    if bonus and points > 0:
        _roads(terrain, place, points, routes)
    return routes


def _steps(terrain: Terrain, i: int) -> list[tuple[int, int, int]]:
    """Neighbors that may be entered: place, heading, cost."""
    here = terrain.tiles[i]
    out = []
    for heading, d in enumerate(terrain.steps, start=1):
        there = terrain.tiles[i + d]
        if here is not None and there is not None and (cost := ground_cost(here, there)) >= 0:
            out.append((i + d, heading, cost))
    return out


def _roads(terrain: Terrain, place: int, points: int, routes: dict[int, str]) -> None:
    """The one hex more along a road: only from routes that follow it from the first hex on and used every point."""
    front, seen = [(place, "")], {place}
    for _ in range(road_hexes(points)):
        ahead: dict[int, str] = {}
        for i, route in front:
            for j, heading, _ in _steps(terrain, i):
                if j not in seen and _both_road(terrain, i, j):
                    ahead.setdefault(j, route + str(heading))
        front = list(ahead.items())
        seen.update(ahead)
        for j, route in front:
            if j not in routes and not follow(terrain, place, points, True, route).fault:
                routes[j] = route


def _both_road(terrain: Terrain, i: int, j: int) -> bool:
    here, there = terrain.tiles[i], terrain.tiles[j]
    return here is not None and there is not None and here.road and there.road

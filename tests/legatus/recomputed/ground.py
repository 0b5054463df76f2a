"""Hexes, hexsides, junctions, costs, zones and lines of sight, worked out on cube coordinates a second time."""

import math
from collections.abc import Collection, Iterable
from functools import cache

from scales.legatus.state import Century, LegatusState
from scales.terrain import Terrain, parse, sheet
from tests.legatus.recomputed import book

STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


@cache
def cube(hex: str) -> tuple[int, int]:
    """Columns with even numbers lie half a hex lower."""
    column, row = int(hex[:2]), int(hex[2:])
    return column, row - (column + 1) // 2


@cache
def label(x: int, z: int) -> str:
    return f"{x:02d}{z + (x + 1) // 2:02d}"


@cache
def far(a: str, b: str) -> int:
    (ax, az), (bx, bz) = cube(a), cube(b)
    return max(abs(ax - bx), abs(az - bz), abs(ax + az - bx - bz))


@cache
def disc(hex: str, radius: int) -> frozenset[str]:
    x, z = cube(hex)
    around = [(dx, dz) for dx in range(-radius, radius + 1) for dz in range(-radius, radius + 1) if abs(dx + dz) <= radius]
    return frozenset(label(x + dx, z + dz) for dx, dz in around)


def hexes(at: str) -> list[str]:
    return at.split("|")


@cache
def gap(a: str, b: str) -> int:
    return min(far(x, y) for x in hexes(a) for y in hexes(b))


@cache
def farthest(a: str, b: str) -> int:
    """From a position to the farthest hex of another."""
    return max(min(far(x, y) for x in hexes(a)) for y in hexes(b))


@cache
def is_step(a: str, b: str) -> bool:
    """One move at the same dispersion: 6 hexes, 10 and 4 hexsides, 9 junctions."""
    old, new = set(hexes(a)), set(hexes(b))
    shared, before, after = old & new, sorted(old - new), sorted(new - old)
    if len(old) != len(new) or old == new:
        return False
    if len(old) == 1:
        return far(a, b) == 1
    if len(old) == 3:
        return len(shared) == 2 or (len(shared) == 1 and any(far(x, y) == 1 for x in before for y in after))
    if len(shared) == 1:
        return True
    parallel = {_vector(*before), _vector(*before[::-1])} == {_vector(*after), _vector(*after[::-1])}
    joint = [h for h in after if all(far(h, o) == 1 for o in before)]
    return not shared and parallel and len(joint) == 1


def _vector(a: str, b: str) -> tuple[int, int]:
    (ax, az), (bx, bz) = cube(a), cube(b)
    return bx - ax, bz - az


def is_spread(a: str, b: str) -> bool:
    """One level of dispersion."""
    old, new = set(hexes(a)), set(hexes(b))
    return abs(len(old) - len(new)) == 1 and (old < new or new < old) and all(far(x, y) <= 1 for x in new for y in new)


class Map:
    """The terrain of a battle."""

    def __init__(self, id: str, rows: tuple[str, ...]) -> None:
        lines = [row.split() for row in rows] if rows else [list(row) for row in sheet(id).rows]
        self.cells: dict[str, Terrain] = {
            f"{c:02d}{r:02d}": parse(mark) for r, line in enumerate(lines, 1) for c, mark in enumerate(line, 1)
        }
        self.columns, self.rows = len(lines[0]), len(lines)

    def enter(self, carriage: str, altitude: str, together: bool, here: str, there: str) -> int:
        """Half points to go from a hex to the next, 0 when it is not allowed."""
        if altitude == "low_altitude":
            return 2
        old, new, column = self.cells[here], self.cells[there], book.COLUMN[carriage]
        as_clear = (altitude == "tree_top" and new.ground != "lake") or (carriage == "foot" and new.ground == "buildings")
        cost = book.COSTS["clear" if as_clear else new.ground][column]
        if together and old.road and new.road:
            cost = book.ROAD[column]
        elif carriage == "grav" and new.river:
            cost = min(cost, book.RIVER[column]) if together and old.river else cost
        elif new.river and cost:
            cost = max(cost, book.RIVER[column])
        rise = new.level - old.level
        if rise <= 0 or not cost:
            return cost
        climb = book.CLIMB[rise][column] if rise in book.CLIMB else 0
        return cost + climb if climb else 0

    @cache  # noqa: B019
    def prices(self, carriage: str, altitude: str, a: str, b: str) -> tuple[int, ...]:
        """What each new hex costs; () when one cannot be entered."""
        old, new = hexes(a), hexes(b)
        if any(h not in self.cells for h in new):
            return ()
        found = []
        for hex in new:
            if hex not in old:
                ways = [self.enter(carriage, altitude, len(old) == len(new) == 1, o, hex) for o in old if far(o, hex) == 1]
                found.append(min([w for w in ways if w], default=0))
        return tuple(found) if all(found) else ()

    @cache  # noqa: B019
    def steps(self, at: str) -> tuple[str, ...]:
        """Positions of the map one move away."""
        old = hexes(at)
        near = sorted({h for o in old for h in disc(o, 2) if h in self.cells})
        if len(old) == 1:
            found = near
        elif len(old) == 2:
            found = ["|".join((a, b)) for a in near for b in near if a < b and far(a, b) == 1]
        else:
            found = [
                "|".join((a, b, c))
                for a in near
                for b in near
                if a < b and far(a, b) == 1
                for c in near
                if b < c and gap(a, c) == far(b, c) == 1
            ]
        return tuple(p for p in found if is_step(at, p))

    @cache  # noqa: B019
    def sees(self, a: str, first: str, b: str, second: str) -> bool:
        """Line of sight between two hexes for units at two altitudes."""
        if "low_altitude" in {first, second}:
            return True
        top = max(self.cells[a].level, self.cells[b].level)
        for hex in between(a, b):
            cell = self.cells.get(hex)
            if cell is None:
                continue
            if cell.level > top or cell.ground == "buildings":
                return False
            nearer = {first} if far(a, hex) < far(b, hex) else {second} if far(b, hex) < far(a, hex) else {first, second}
            if cell.ground in {"light_woods", "heavy_woods"} and "tree_top" not in nearer:
                return False
        return True


@cache
def map_of(id: str, rows: tuple[str, ...]) -> Map:
    return Map(id, rows)


def plane(x: float, z: float) -> tuple[float, float]:
    return 1.5 * x, math.sqrt(3) * (z + x / 2)


@cache
def between(a: str, b: str) -> tuple[str, ...]:
    """The hexes on the straight line from center to center, its ends left out."""
    x, z = cube(a)
    dx, dz = _vector(a, b)
    return tuple(label(x + i, z + j) for i, j in _on_line(dx, dz))


@cache
def _on_line(dx: int, dz: int) -> tuple[tuple[int, int], ...]:
    """Hexes that the line cuts, and those that have a whole side on it; a corner is not enough."""
    across, down = plane(dx, dz)
    length, span = math.hypot(across, down), max(abs(dx), abs(dz), abs(dx + dz)) + 1
    corners = [(math.cos(math.radians(60 * k)), math.sin(math.radians(60 * k))) for k in range(6)]
    found = []
    for i in range(-span, span + 1):
        for j in range(-span, span + 1):
            right, below = plane(i, j)
            if not 1e-6 < (right * across + below * down) / (length or 1) < length - 1e-6:
                continue
            aside = [round(((right + u) * down - (below + v) * across) / length, 6) for u, v in corners]
            if min(aside) < 0 < max(aside) or aside.count(0) == 2:
                found.append((i, j))
    return tuple(found)


def turn_of(a: str, b: str) -> float:
    """Degrees clockwise from straight up, of the way from a hex to another."""
    across, down = plane(*_vector(a, b))
    return math.degrees(math.atan2(across, -down)) % 360


def in_arc(at: str, heading: int, start: str, end: str) -> bool:
    """Is a hex in the arc that opens from a hex of a position?"""
    half = book.ARC[len(hexes(at))]
    if start == end or half == 180:
        return True
    if not heading:
        return False
    off = abs(turn_of(start, end) - 60 * (heading - 1)) % 360
    return min(off, 360 - off) <= half + 1e-6


def zone_of(unit: Century) -> set[str]:
    """The hexes that a unit controls, those it stands in among them; none if it is broken or gone."""
    if unit.broken or unit.status != "ok":
        return set()
    return set(full_zone(unit))


def full_zone(unit: Century) -> frozenset[str]:
    return _full_zone(unit.at, 2 if unit.kind == "defensive_installation" else 1)


@cache
def _full_zone(at: str, radius: int) -> frozenset[str]:
    return frozenset(near for h in hexes(at) for near in disc(h, radius))


def zones_of(units: Iterable[Century]) -> set[str]:
    return {h for unit in units for h in zone_of(unit)}


def stood_in(units: Iterable[Century]) -> set[str]:
    return {h for unit in units for h in hexes(unit.at)}


def marked(state: LegatusState, kind: str, sides: Collection[str]) -> set[str]:
    return {h for m in state.markers if m.kind == kind and m.side in sides for h in m.hexes}

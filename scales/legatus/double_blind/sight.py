"""Line of sight between two hexes of the map. legatus: Double-blind rules: Spotting

The line runs from center to center. Of the hexes strictly between, woods block it unless the unit nearer to them flies at tree-top level
(either, when both are as near), buildings and ground higher than both ends always; nothing does when one of the two is at low altitude. Where
the line runs along the side of two hexes either of them blocks.
"""

from functools import lru_cache
from typing import NamedTuple

from scales.hexes import Hex, from_cube, line, to_cube
from scales.legatus.board import Grid, cube, length

WOODS = {"light_woods", "heavy_woods"}
_ORIGIN = Hex(0, 0)


class Cover(NamedTuple):
    """What stands between two hexes: buildings or higher ground, woods nearer to the first, woods nearer to the second, woods midway."""

    wall: bool
    near: bool
    far: bool
    midway: bool


class Ground(NamedTuple):
    """What of a hex can stand in the way."""

    level: int
    woods: bool
    buildings: bool


@lru_cache(maxsize=32)
def _relief(grid: Grid) -> dict[tuple[int, int], Ground]:
    """The ground of a map by cube coordinates."""
    return {cube(h): Ground(c.level, c.ground in WOODS, c.ground == "buildings") for h, c in grid.cells.items()}


@lru_cache(maxsize=20_000)
def _between(dx: int, dz: int) -> tuple[tuple[int, int, int], ...]:
    """Cube steps to every hex strictly between a hex and the one (dx, dz) away, and how much nearer each is to the far end."""
    hexes = [h for item in line(_ORIGIN, from_cube(dx, dz, "even"), "even")[1:-1] for h in item]
    steps = [to_cube(h, "even") for h in hexes]
    return tuple((x, z, length(x, z) - length(dx - x, dz - z)) for x, z in steps)


@lru_cache(maxsize=400_000)
def cover(grid: Grid, a: str, b: str) -> Cover:
    """What stands between two hexes of a map; hexes off the map never block."""
    relief = _relief(grid)
    (ax, az), (bx, bz) = cube(a), cube(b)
    top = max(relief[ax, az].level, relief[bx, bz].level)
    wall, woods = False, set[int]()
    for x, z, nearness in _between(bx - ax, bz - az):
        here = relief.get((ax + x, az + z))
        if here is not None:
            wall = wall or here.buildings or here.level > top
            if here.woods:
                woods.add((nearness > 0) - (nearness < 0))
    return Cover(wall, -1 in woods, 1 in woods, 0 in woods)


def is_open(found: Cover, first: str, second: str) -> bool:
    """Is the line open for units at these altitudes, neither of them low altitude?"""
    over_first, over_second = first == "tree_top", second == "tree_top"
    blocked = (found.near and not over_first) or (found.far and not over_second) or (found.midway and not (over_first or over_second))
    return not (found.wall or blocked)


def sees(grid: Grid, a: str, first: str, b: str, second: str) -> bool:
    """Line of sight from a unit in hex a at altitude `first` to one in hex b at altitude `second`; the same both ways."""
    return "low_altitude" in {first, second} or is_open(cover(grid, a, b), first, second)

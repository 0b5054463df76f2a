"""Line-of-Sight: blocking heights, dead zones, and the spine between two hexes, where the defender chooses what blocks (ruling R-CEN-51).

Headings of the book played here too: Dead Zones.
"""

from functools import lru_cache

from scales.centurion.catalog import data
from scales.centurion.ground.terrain import MOST_SIGHTS, OFF, Terrain, terrain_of
from scales.centurion.state import PARITY, BattleState, Squad, Vehicle
from scales.hexes import Hex, from_cube, line, to_cube


@lru_cache(maxsize=20_000)
def _between(dx: int, dz: int, stride: int) -> tuple[tuple[int, ...], int, int]:
    """Steps from a hex to every hex between it and the one (dx, dz) away, in the order of the line; how many of the first are next to the near
    end, and how many of the last next to the far end."""
    a = Hex(40, 80)
    ax, az = to_cube(a, PARITY)
    cubes = [to_cube(h, PARITY) for hexes in line(a, from_cube(ax + dx, az + dz, PARITY), PARITY)[1:-1] for h in hexes]
    steps = [(x - ax, z - az) for x, z in cubes]
    near, far = sum(_away(x, z) == 1 for x, z in steps), sum(_away(x - dx, z - dz) == 1 for x, z in steps)
    return tuple(x * stride + z for x, z in steps), near, far


def _away(x: int, z: int) -> int:
    return max(abs(x), abs(z), abs(x + z))


def profile(terrain: Terrain, a: int, b: int) -> tuple[int, int, int]:
    """Highest ground or cover between two places; that next to a; that next to b. Where the line runs between two hexes the higher counts."""
    size = len(terrain.level)
    found = terrain.sight.get(a * size + b)
    if found is None:
        if len(terrain.sight) >= MOST_SIGHTS:
            terrain.sight.clear()
        low, high = (a, b) if a < b else (b, a)
        peak, near, far = _profile(terrain, low, high)
        terrain.sight[low * size + high], terrain.sight[high * size + low] = (peak, near, far), (peak, far, near)
        found = terrain.sight[a * size + b]
    return found


def _profile(terrain: Terrain, a: int, b: int) -> tuple[int, int, int]:
    stride, block = terrain.stride, terrain.block
    steps, near, far = _between(b // stride - a // stride, b % stride - a % stride, stride)
    if not steps:
        return OFF, OFF, OFF
    heights = [block[a + d] for d in steps]
    return max(heights), max(heights[:near]), max(heights[-far:])


def clear(heights: tuple[int, int, int], a: int, b: int) -> bool:
    """Is the line clear between a unit at level a and one at level b? `heights` as in `profile`.

    Blocked by anything higher than the taller unit, and by a dead zone: the hex next to the lower unit as high as the higher one.
    """
    peak, near, far = heights
    if peak > max(a, b):
        return False
    if a < b:
        return near < b
    if a > b:
        return far < a
    return True


def places_see(terrain: Terrain, a: int, b: int, height_a: int = 0, height_b: int = 0) -> bool:
    """Line of sight between two places of the terrain lists, for units so many levels above their ground."""
    level = terrain.level
    found = terrain.sight.get(a * len(level) + b) or profile(terrain, a, b)
    return clear(found, level[a] + height_a, level[b] + height_b)


def hex_sees(state: BattleState, a: Hex, b: Hex, height_a: int = 0, height_b: int = 0) -> bool:
    """Line of sight between two hexes."""
    terrain = terrain_of(state)
    return places_see(terrain, terrain.index(a), terrain.index(b), height_a, height_b)


def height(unit: Vehicle | Squad) -> int:
    """Levels of a unit above the ground of its hex: tree-top flight, the top of an installation, or the storey of a building."""
    if isinstance(unit, Vehicle):
        return int(data("flight")["ttf"]["height"]) if unit.mode == "ttf" else unit.elevation
    return unit.level


def is_high(unit: Vehicle | Squad) -> bool:
    """Is it in low-altitude flight, from where and to where sight is never blocked? (Alternate Grav Movement Modes: Combat)"""
    return isinstance(unit, Vehicle) and unit.mode == "laf"


def sees(state: BattleState, a: Vehicle | Squad, b: Vehicle | Squad) -> bool:
    """Line of sight between two units on the board; never blocked to or from low altitude. Nothing is seen from or in the water but the
    surface (Grounding in Water)."""
    if a.hex is None or b.hex is None or _sunk(a) or _sunk(b):
        return False
    return is_high(a) or is_high(b) or hex_sees(state, a.hex, b.hex, height(a), height(b))


def _sunk(unit: Vehicle | Squad) -> bool:
    return isinstance(unit, Vehicle) and unit.under_water

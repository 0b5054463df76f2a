"""What of the map can be seen through an arc. legatus: Double-blind rules: Spotting

Seen means: within the spotting range by altitude and in line of sight of a century at normal altitude there. Who hides or flies is seen from
nearer or from farther.
"""

from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from scales.hexes import Hex, bearing, from_cube, to_cube, within
from scales.legatus.board import Grid, cube, length
from scales.legatus.double_blind import arcs, sight
from scales.legatus.double_blind.glimpses import Spotter

HERE = -1
"""The bearing of a hex from itself."""


class Panorama(NamedTuple):
    """The hexes in sight with their distances, how many in range stay out of sight, and how many in sight have each ground; `chances` tenths of a
    chance to spot a century at normal altitude there."""

    seen: dict[str, int]
    covered: int
    ground: dict[str, int]
    chances: dict[str, int]


class Ray(NamedTuple):
    """What lies at one bearing from a hex: the hexes in sight with their distances, and those that stay out of sight."""

    clear: dict[str, int]
    covered: set[str]


def panorama(grid: Grid, eye: Spotter, heading: int = 0) -> Panorama:
    """What a spotter shows with its arc turned to a heading (0: an arc of a full circle)."""
    return _panorama(grid, eye.hexes, eye.altitude, eye.range, arcs.bearings(eye.degrees, heading))


@lru_cache(maxsize=4096)
def _panorama(grid: Grid, hexes: tuple[str, ...], altitude: str, reach: int, arc: frozenset[int]) -> Panorama:
    seen: dict[str, int] = {}
    covered: set[str] = set()
    for start in hexes:
        rays = _outlook(grid, start, altitude, reach)
        for ray in [rays[toward] for toward in (HERE, *arc) if toward in rays]:
            seen |= {h: min(distance, seen.get(h, distance)) for h, distance in ray.clear.items()} if len(hexes) > 1 else ray.clear
            covered |= ray.covered
    grounds = Counter(grid.cells[h].ground for h in seen)
    chances = {hex: 11 - distance for hex, distance in seen.items()}
    return Panorama(seen, len(covered - seen.keys()), {ground: grounds[ground] for ground in sorted(grounds)}, chances)


@lru_cache(maxsize=4096)
def _outlook(grid: Grid, hex: str, altitude: str, reach: int) -> dict[int, Ray]:
    """The hexes of the map within reach of a hex, by their bearing."""
    found: dict[int, Ray] = {}
    for there, distance, toward in near(grid, hex, reach):
        ray = found.setdefault(toward, Ray({}, set()))
        if sight.sees(grid, hex, altitude, there, "normal"):
            ray.clear[there] = distance
        else:
            ray.covered.add(there)
    return found


@lru_cache(maxsize=4096)
def near(grid: Grid, hex: str, radius: int) -> tuple[tuple[str, int, int], ...]:
    """The hexes of the map at most `radius` away, each with its distance and bearing."""
    x, z = cube(hex)
    labels = _labels(grid)
    return tuple((labels[x + dx, z + dz], distance, toward) for dx, dz, distance, toward in _disc(radius) if (x + dx, z + dz) in labels)


@lru_cache(maxsize=32)
def _labels(grid: Grid) -> dict[tuple[int, int], str]:
    """The hexes of a map by cube coordinates."""
    return {cube(h): h for h in grid.cells}


@lru_cache(maxsize=32)
def _disc(radius: int) -> tuple[tuple[int, int, int, int], ...]:
    """Cube steps to all hexes at most `radius` away, with distance and bearing."""
    center = from_cube(0, 0, "even")
    return tuple(_from(center, hex) for hex in within(center, radius, "even"))


def _from(center: Hex, hex: Hex) -> tuple[int, int, int, int]:
    dx, dz = to_cube(hex, "even")
    toward = HERE if hex == center else bearing(center, hex, "even")
    return dx, dz, length(dx, dz), toward

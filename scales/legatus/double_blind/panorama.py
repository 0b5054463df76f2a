"""What of the map can be seen through an arc. legatus: Double-blind rules: Spotting

Seen means: within the spotting range by altitude and in line of sight of a century at normal altitude there. Who hides or flies is seen from
nearer or from farther.
"""

from functools import lru_cache

from scales.hexes import hex_of, within
from scales.legatus.board import Grid
from scales.legatus.double_blind import arcs, sight
from scales.legatus.double_blind.glimpses import spotting_range


@lru_cache(maxsize=4096)
def around(grid: Grid, hex: str, altitude: str) -> tuple[tuple[str, bool], ...]:
    """The hexes of the map within spotting range of a hex, and which of them are in sight."""
    labels = [h.label for h in within(hex_of(hex), spotting_range(altitude), "even")]
    return tuple((h, sight.sees(grid, hex, altitude, h, "normal")) for h in labels if h in grid.cells)


@lru_cache(maxsize=4096)
def panorama(grid: Grid, hexes: tuple[str, ...], altitude: str, degrees: int, heading: int) -> tuple[frozenset[str], frozenset[str]]:
    """The hexes in an arc that are seen from any of the hexes it opens from, and those in range that stay out of sight."""
    seen: set[str] = set()
    covered: set[str] = set()
    for start in hexes:
        for hex, clear in around(grid, start, altitude):
            if arcs.covers(start, heading, degrees, hex):
                (seen if clear else covered).add(hex)
    return frozenset(seen), frozenset(covered - seen)

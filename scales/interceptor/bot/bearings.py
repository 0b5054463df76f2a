"""Distances and bearings of many places at once, looked up in tables.

A bearing is a number: 0 the place itself, then clockwise from straight ahead of heading 1 hexsides (odd) and the corners between them (even).
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scales.hexes import CUBE_STEPS
from scales.interceptor.board import Board
from scales.interceptor.movement.search import Ints
from scales.interceptor.tables import band

HEADINGS = np.arange(6)
SIDES: tuple[tuple[int, ...], ...] = (tuple(range(6)), *(sides for n in range(6) for sides in ((n,), tuple(sorted((n, (n + 1) % 6))))))
"""The hexsides that a line on each bearing goes by: two through a corner, all in one's own hex."""
LINES = len(SIDES) * 6
"""Bearings with the six headings of whoever looks along them."""
BACK: Ints = np.array([0, *((n + 6) % 12 + 1 for n in range(12))])
"""The bearing of the way back."""
BEARS: NDArray[np.bool_] = np.array([[[(h + side) % 6 in sides for side in range(6)] for h in range(6)] for sides in SIDES])
"""By bearing, heading 0 to 5 and hexside (0 ahead, clockwise): does a line on the bearing go by that side of a craft on the heading?"""
AHEAD: NDArray[np.bool_] = BEARS[:, :, 0]
"""By bearing and heading: does the line go straight ahead?"""


class Lines(NamedTuple):
    """The line to every place within `reach` cube steps: its length in hexes, its bearing, and where the six headings begin for it in a table by
    range band, bearing and heading."""

    reach: int
    lengths: Ints
    bearings: Ints
    rows: Ints

    def place(self, dx: Ints, dz: Ints) -> Ints:
        """Where places so many cube steps away stand in the arrays."""
        return dx * (2 * self.reach + 1) + dz + 2 * self.reach * (self.reach + 1)

    def at(self, dx: Ints, dz: Ints) -> tuple[Ints, Ints]:
        """Lengths and bearings of the lines to places so many cube steps away."""
        place = self.place(dx, dz)
        return self.lengths.take(place), self.bearings.take(place)


def lines(b: Board) -> Lines:
    """The lines between the hexes of a board."""
    columns, rows = b.last.column - b.first.column, b.last.row - b.first.row
    return _lines(columns + rows)


@lru_cache(maxsize=8)
def _lines(reach: int) -> Lines:
    dx, dz = (each.ravel() for each in np.mgrid[-reach : reach + 1, -reach : reach + 1])
    lengths, bearings = length(dx, dz), _by_signs()[_signs(dx, dz)]
    bands = np.array([band(hexes) for hexes in range(2 * reach + 1)])
    return Lines(reach, lengths, bearings, bands[lengths] * LINES + bearings * 6)


def length(dx: Ints, dz: Ints) -> Ints:
    """Hexes to places so many cube steps away."""
    return (abs(dx) + abs(dz) + abs(dx + dz)) // 2


def _signs(x: Ints, z: Ints) -> Ints:
    """Which of the three cube coordinates is greater than the next, as one number: it says on which bearing a place lies."""
    y = -x - z
    found: Ints = 9 * np.sign(x - z) + 3 * np.sign(z - y) + np.sign(y - x) + 13
    return found


@lru_cache(maxsize=1)
def _by_signs() -> Ints:
    """The bearing for each of those numbers."""
    steps, found = np.array(CUBE_STEPS), np.zeros(27, np.int64)
    corners = steps + np.roll(steps, -1, axis=0)
    found[_signs(*steps.T)], found[_signs(*corners.T)] = np.arange(1, 13, 2), np.arange(2, 13, 2)
    return found

"""What the edges of the board, the air and gravity make of many ends of a move at once."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scales.hexes import Hex
from scales.interceptor.board import WELL, Board
from scales.interceptor.movement.flight import Wings
from scales.interceptor.movement.search import Ints


class Sky(NamedTuple):
    """`most`: the greatest velocity of a craft by column of the board, the first one first; `pulls`: does gravity pull there; `gain`: what it does
    to a velocity by heading 0 to 5."""

    b: Board
    most: Ints
    pulls: NDArray[np.bool_]
    gain: Ints

    def holds(self, x: Ints, z: Ints, velocity: Ints) -> NDArray[np.bool_]:
        """Which places in cube coordinates are on the board and not too fast for their air?"""
        first, last = self.b.first, self.b.last
        row = z + x // 2
        inside = (first.column <= x) & (x <= last.column) & (first.row <= row) & (row <= last.row)
        return inside & (velocity <= self.most.take(x - first.column, mode="clip"))

    def settled(self, x: Ints, z: Ints, heading: Ints, velocity: Ints) -> tuple[Ints, Ints, Ints]:
        """Places and velocities after gravity has pulled."""
        if not self.b.zones:
            return x, z, velocity
        pulled = self.pulls[x - self.b.first.column]
        below = x + self.b.fall * pulled
        return below, z + x // 2 - below // 2, np.maximum(0, velocity + self.gain[heading] * pulled)


@lru_cache(maxsize=256)
def sky(b: Board, wings: Wings) -> Sky:
    """The sky of a board as a craft meets it."""
    zones = [b.zone(Hex(column, b.first.row)) for column in range(b.first.column, b.last.column + 1)]
    gain = [(heading in b.down) - (heading in b.up) for heading in range(1, 7)]
    return Sky(b, np.array([wings.most(zone) for zone in zones]), np.array([zone in WELL for zone in zones]), np.array(gain))

"""Cube steps as a craft on heading 1 counts them, and where they lie on the board for a craft as it is."""

from typing import TypeVar

from scales.hexes import Hex, to_cube
from scales.interceptor.movement.search import Ints

Steps = TypeVar("Steps", int, Ints)

_TURNS = ((1, 0, 0, 1), (0, -1, 1, 1), (-1, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, -1), (1, 1, -1, 0))
"""Cube steps turned clockwise by sixty degrees 0 to 5 times: (x, z) becomes (a x + b z, c x + d z)."""


class Frame:
    """The frame of a craft in a hex on a heading."""

    def __init__(self, hex: Hex, heading: int) -> None:
        self.x, self.z = to_cube(hex, "odd")
        self.turn = heading - 2
        self.steps = _TURNS[heading - 1]

    def cube(self, x: Steps, z: Steps) -> tuple[Steps, Steps]:
        """Cube coordinates of the board, of one place or of arrays of them."""
        a, b, c, d = self.steps
        return self.x + a * x + b * z, self.z + c * x + d * z

    def hex(self, x: int, z: int) -> Hex:
        column, down = self.cube(x, z)
        return Hex(column, down + column // 2)

    def heading(self, heading: int) -> int:
        """The heading on the board of one that is counted from heading 1."""
        return (heading + self.turn) % 6 + 1

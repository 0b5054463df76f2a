"""Cube steps as a craft on heading 1 counts them, and where they lie on the board for a craft as it is."""

from scales.hexes import Hex, to_cube

_TURNS = ((1, 0, 0, 1), (0, -1, 1, 1), (-1, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, -1), (1, 1, -1, 0))
"""Cube steps turned clockwise by sixty degrees 0 to 5 times: (x, z) becomes (a x + b z, c x + d z)."""


class Frame:
    """The frame of a craft in a hex on a heading."""

    def __init__(self, hex: Hex, heading: int) -> None:
        self.x, self.z = to_cube(hex, "odd")
        self.turn = heading - 2
        self.steps, self.back = _TURNS[heading - 1], _TURNS[(7 - heading) % 6]

    def cube(self, x: int, z: int) -> tuple[int, int]:
        """Cube coordinates of the board."""
        a, b, c, d = self.steps
        return self.x + a * x + b * z, self.z + c * x + d * z

    def seen(self, x: int, z: int) -> tuple[int, int]:
        """Cube coordinates of the board as the craft counts them."""
        a, b, c, d = self.back
        x, z = x - self.x, z - self.z
        return a * x + b * z, c * x + d * z

    def hex(self, x: int, z: int) -> Hex:
        column, down = self.cube(x, z)
        return Hex(column, down + column // 2)

    def heading(self, heading: int) -> int:
        """The heading on the board of one that is counted from heading 1."""
        return (heading + self.turn) % 6 + 1

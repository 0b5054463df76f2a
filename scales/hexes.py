"""Hexes, headings, distances and lines, common to all boards.

Flat-topped hexes in columns. A `Hex` is (column, row) in joined coordinates, both counted from 1 on a single sheet. Headings run
clockwise from the top: 1 up, 2 up right, 3 down right, 4 down, 5 down left, 6 up left; facings use the same numbers. `parity` says
which columns lie half a hex lower: "odd" (Leviathan, Interceptor) or "even" (Centurion, Legatus). All arithmetic is on whole numbers.
Sheets, layouts, zones and overlaps are in `scales.boards`.
"""

from functools import lru_cache
from typing import Literal, NamedTuple

Parity = Literal["odd", "even"]
HEADINGS = (1, 2, 3, 4, 5, 6)
# the six directions as steps of cube coordinates (x = column, z = down along a column), heading 1 first
_CUBE = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


class Hex(NamedTuple):
    """A hex in joined coordinates."""

    column: int
    row: int

    @property
    def label(self) -> str:
        """The four digits CCRR of a hex on a single sheet ("0603")."""
        return f"{self.column:02d}{self.row:02d}"


def hex_of(label: str) -> Hex:
    """The hex of a bare label CCRR; raises ValueError with a sentence if it is none."""
    if len(label) != 4 or not label.isdecimal():
        raise ValueError(f"'{label}' is no hex: a hex is four digits, column then row, such as 0603")
    return Hex(int(label[:2]), int(label[2:]))


def _offset(column: int, parity: Parity) -> int:
    return column // 2 if parity == "odd" else (column + 1) // 2


def to_cube(hex: Hex, parity: Parity) -> tuple[int, int]:
    """Cube coordinates (x, z): x is the column, z runs down along heading 4; the third is -x - z."""
    return hex.column, hex.row - _offset(hex.column, parity)


def from_cube(x: int, z: int, parity: Parity) -> Hex:
    return Hex(x, z + _offset(x, parity))


@lru_cache(maxsize=200_000)
def neighbor(hex: Hex, heading: int, parity: Parity, steps: int = 1) -> Hex:
    """The hex `steps` away along a heading (1..6, any integer is taken modulo 6)."""
    dx, dz = _CUBE[(heading - 1) % 6]
    x, z = to_cube(hex, parity)
    return from_cube(x + dx * steps, z + dz * steps, parity)


def neighbors(hex: Hex, parity: Parity) -> list[Hex]:
    """The six neighbors, heading 1 first."""
    return [neighbor(hex, h, parity) for h in HEADINGS]


def distance(a: Hex, b: Hex, parity: Parity) -> int:
    """Range in hexes: 0 in the same hex, 1 next to each other."""
    ax, az = to_cube(a, parity)
    bx, bz = to_cube(b, parity)
    dx, dz = bx - ax, bz - az
    return max(abs(dx), abs(dz), abs(dx + dz))


def turned(heading: int, hexsides: int) -> int:
    """A heading after turning clockwise by some hexsides (negative: counter-clockwise)."""
    return (heading - 1 + hexsides) % 6 + 1


def turn_between(a: int, b: int) -> int:
    """The fewest hexsides from heading a to heading b: 0..3."""
    steps = (b - a) % 6
    return min(steps, 6 - steps)


def within(center: Hex, radius: int, parity: Parity) -> list[Hex]:
    """All hexes at most `radius` away, in a fixed order (by x, then z)."""
    x0, z0 = to_cube(center, parity)
    return [
        from_cube(x0 + dx, z0 + dz, parity)
        for dx in range(-radius, radius + 1)
        for dz in range(max(-radius, -dx - radius), min(radius, -dx + radius) + 1)
    ]


def _plane(hex: Hex, parity: Parity) -> tuple[int, int]:
    """Exact drawing coordinates on whole numbers: 3 a column across, 2 a row down; the real plane is (across * sqrt(3) / 6, down / 2) hex widths."""
    x, z = to_cube(hex, parity)
    return 3 * x, 2 * z + x


@lru_cache(maxsize=200_000)
def line(a: Hex, b: Hex, parity: Parity) -> tuple[tuple[Hex, ...], ...]:
    """The hexes that the straight line from center to center enters, in order, ends included.

    Each item holds one hex, or two where the line runs along the spine between them (the defender chooses which counts: the
    items come as (left of the line, right of the line)).
    """
    steps = distance(a, b, parity)
    if steps == 0:
        return ((a,),)
    ax, az = to_cube(a, parity)
    bx, bz = to_cube(b, parity)
    dx, dz = bx - ax, bz - az
    dy = -dx - dz
    out: list[tuple[Hex, ...]] = []
    for i in range(steps + 1):
        x, z, y = ax * steps + dx * i, az * steps + dz * i, (-ax - az) * steps + dy * i
        out.append(tuple(from_cube(hx, hz, parity) for hx, hz in _round_both(x, y, z, steps, (dx, dz))))
    return tuple(out)


def _round_both(x: int, y: int, z: int, n: int, direction: tuple[int, int]) -> list[tuple[int, int]]:
    """The one or two hexes whose center is nearest to the cube point (x, y, z) / n; two when it lies exactly on a side."""
    best: list[tuple[int, int]] = []
    least = None
    for hx in (x // n, x // n + 1):
        for hz in (z // n, z // n + 1):
            ex, ez = hx * n - x, hz * n - z
            far = max(abs(ex), abs(ez), abs(ex + ez))
            square = ex * ex + ez * ez + ex * ez
            key = (square, far)
            if least is None or key < least:
                best, least = [(hx, hz)], key
            elif key == least:
                best.append((hx, hz))
    if len(best) == 2:
        best.sort(key=lambda h: _side(h, x, z, n, direction))
    return best


def _side(hex: tuple[int, int], x: int, z: int, n: int, direction: tuple[int, int]) -> int:
    """Cross product in the plane: negative left of the line seen along its direction, positive right."""
    ex, ez = hex[0] * n - x, hex[1] * n - z
    px, py = 3 * ex, 2 * ez + ex
    qx, qy = 3 * direction[0], 2 * direction[1] + direction[0]
    return qx * py - qy * px


@lru_cache(maxsize=200_000)
def bearing(a: Hex, b: Hex, parity: Parity) -> int:
    """Direction from a to b in twelfths of a circle of hexsides and corners: even 0, 2, 4 .. 10 exactly along heading 1, 2, 3 .. 6;
    odd for anywhere strictly between two headings (1 lies between headings 1 and 2, 3 between 2 and 3, and so on). Undefined for a == b (0)."""
    if a == b:
        return 0
    ax, az = to_cube(a, parity)
    bx, bz = to_cube(b, parity)
    dx, dz = bx - ax, bz - az
    dy = -dx - dz
    if dx == 0:
        return 0 if dz < 0 else 6
    if dy == 0:
        return 2 if dx > 0 else 8
    if dz == 0:
        return 4 if dx > 0 else 10
    if dx > 0:
        return 1 if dy > 0 else 3 if dz < 0 else 5
    return 7 if dy < 0 else 9 if dz > 0 else 11


def relative_bearing(a: Hex, facing: int, b: Hex, parity: Parity) -> int:
    """Bearing from a to b seen from a unit with a facing: 0 dead ahead along the facing, 6 dead astern, odd between two headings (see `bearing`)."""
    return (bearing(a, b, parity) - 2 * (facing - 1)) % 12


def arc_sides(a: Hex, facing: int, b: Hex, parity: Parity) -> tuple[int, ...]:
    """The hexsides of the unit at a (1 = its front side, clockwise 2..6 = right front, right rear, rear, left rear, left front) that the
    straight line toward b leaves through: one, or two when the line runs exactly through the corner between them."""
    if a == b:
        return ()
    ax, ay = _plane(a, parity)
    bx, by = _plane(b, parity)
    vx, vy = bx - ax, by - ay
    sides = []
    for side in HEADINGS:
        heading = turned(facing, side - 1)
        if _within_sixty(vx, vy, heading):
            sides.append(side)
    return tuple(sides)


def _within_sixty(vx: int, vy: int, heading: int) -> bool:
    """Does the vector lie in the closed sector of sixty degrees around a heading? Corners lie between two headings."""
    left, right = _corner(heading - 1), _corner(heading)
    return _cross(left, (vx, vy)) >= 0 and _cross((vx, vy), right) >= 0


def _corner(k: int) -> tuple[int, int]:
    """Corner k of a hex (0 between headings 6 and 1, 1 between 1 and 2 ...) as a sum of two neighboring directions, in `_plane` units."""
    a, b = _CUBE[(k - 1) % 6], _CUBE[k % 6]
    x, z = a[0] + b[0], a[1] + b[1]
    return 3 * x, 2 * z + x


def _cross(p: tuple[int, int], q: tuple[int, int]) -> int:
    """Positive when q lies clockwise of p on the upright sheet (rows count downward)."""
    return p[0] * q[1] - p[1] * q[0]

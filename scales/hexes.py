"""Hexes, headings, distances and lines, common to all boards.

Flat-topped hexes in columns. A `Hex` is (column, row) in joined coordinates, both counted from 1 on a single sheet. Headings run
clockwise from the top: 1 up, 2 up right, 3 down right, 4 down, 5 down left, 6 up left; facings use the same numbers. `parity` says
which columns lie half a hex lower: "odd" (Leviathan, Interceptor) or "even" (Centurion, Legatus). All arithmetic is on whole numbers.
Sheets, layouts, zones and overlaps are in `scales.boards`.
"""

from collections.abc import Collection
from functools import lru_cache
from typing import Literal, NamedTuple

Parity = Literal["odd", "even"]
HEADINGS = (1, 2, 3, 4, 5, 6)
CUBE_STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The six directions as steps of cube coordinates (x = column, z = down along a column), heading 1 first."""


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
    if len(label) != 4 or not (label.isascii() and label.isdigit()):
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
    dx, dz = CUBE_STEPS[(heading - 1) % 6]
    x, z = to_cube(hex, parity)
    return from_cube(x + dx * steps, z + dz * steps, parity)


def neighbors(hex: Hex, parity: Parity) -> list[Hex]:
    """The six neighbors, heading 1 first."""
    return [neighbor(hex, h, parity) for h in HEADINGS]


def distance(a: Hex, b: Hex, parity: Parity) -> int:
    """Range in hexes: 0 in the same hex, 1 next to each other."""
    (ax, ay), (bx, by) = a, b
    dx = bx - ax
    dz = by - ay - (bx // 2 - ax // 2 if parity == "odd" else (bx + 1) // 2 - (ax + 1) // 2)
    return (abs(dx) + abs(dz) + abs(dx + dz)) // 2


def turned(heading: int, hexsides: int) -> int:
    """A heading after turning clockwise by some hexsides (negative: counter-clockwise)."""
    return (heading - 1 + hexsides) % 6 + 1


def within(center: Hex, radius: int, parity: Parity) -> list[Hex]:
    """All hexes at most `radius` away, in a fixed order (by x, then z)."""
    x0, z0 = to_cube(center, parity)
    return [
        from_cube(x0 + dx, z0 + dz, parity)
        for dx in range(-radius, radius + 1)
        for dz in range(max(-radius, -dx - radius), min(radius, -dx + radius) + 1)
    ]


def _plane_cube(x: int, z: int) -> tuple[int, int]:
    """Exact drawing coordinates on whole numbers: 3 a column across, 2 a row down.

    The real plane is (across * sqrt(3) / 6, down / 2) hex widths, so across * across + 3 * down * down measures squared lengths.
    """
    return 3 * x, 2 * z + x


def _plane(hex: Hex, parity: Parity) -> tuple[int, int]:
    return _plane_cube(*to_cube(hex, parity))


@lru_cache(maxsize=200_000)
def line(a: Hex, b: Hex, parity: Parity) -> tuple[tuple[Hex, ...], ...]:
    """All hexes that the straight line from center to center passes through, in order, ends included (centurion: Line-of-Sight).

    Each item holds one hex, or two where the line runs along the spine between them (the defender chooses which counts; they come as
    left of the line, right of the line). A hex touched at a corner only is not on the line.
    """
    ax, az = to_cube(a, parity)
    bx, bz = to_cube(b, parity)
    return tuple(tuple(from_cube(ax + x, az + z, parity) for x, z in item) for item in _line_from_zero(bx - ax, bz - az))


@lru_cache(maxsize=20_000)
def _line_from_zero(dx: int, dz: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The items of `line` as cube steps from its first hex. Cells of a hex grid are crossed in the order in which their centers
    project onto the line; two cells with one projection lie on both sides of a spine."""
    goal = _plane_cube(dx, dz)
    length = _dot(goal, goal)
    reach, spine = _reach(goal)
    found: dict[int, list[tuple[int, int, int]]] = {0: [(0, 0, 0)], length: [(0, dx, dz)]}
    for x, z in _near_line(dx, dz):
        center = _plane_cube(x, z)
        along, aside = _dot(center, goal), _cross(goal, center)
        if 0 < along < length and (3 * abs(aside) < reach or (spine and 3 * abs(aside) == reach)):
            found.setdefault(along, []).append((aside, x, z))
    return tuple(tuple((x, z) for _, x, z in sorted(found[along])) for along in sorted(found))


def _near_line(dx: int, dz: int) -> set[tuple[int, int]]:
    """Cells around evenly spaced points of the line: all that it can cross, and some more."""
    steps = max(abs(dx), abs(dz), abs(dx + dz), 1)
    points = {(dx * i // steps, dz * i // steps) for i in range(steps + 1)}
    return {(x + right, z + down) for x, z in points for right in (-1, 0, 1, 2) for down in (-1, 0, 1, 2)}


def _reach(goal: tuple[int, int]) -> tuple[int, bool]:
    """How far a cell reaches sideways of a line (in thirds of `_cross` units), and whether it does so with a whole side."""
    corners = [_cross(goal, corner) for corner in _CORNERS]
    return max(corners), corners.count(max(corners)) == 2


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


@lru_cache(maxsize=200_000)
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
    a, b = CUBE_STEPS[(k - 1) % 6], CUBE_STEPS[k % 6]
    x, z = a[0] + b[0], a[1] + b[1]
    return 3 * x, 2 * z + x


def _cross(p: tuple[int, int], q: tuple[int, int]) -> int:
    """Positive when q lies clockwise of p on the upright sheet (rows count downward)."""
    return p[0] * q[1] - p[1] * q[0]


def _dot(p: tuple[int, int], q: tuple[int, int]) -> int:
    """Twelve times the scalar product in hex widths."""
    return p[0] * q[0] + 3 * p[1] * q[1]


# the six corners around a center, in thirds of `_plane` units
_CORNERS = tuple(_corner(k) for k in range(6))


# --- arcs -----------------------------------------------------------------------------------------------------------------------

# relative bearings (see `relative_bearing`) of arcs bounded by rows of hexes; hexes on a boundary lie in both arcs
ARCS: dict[str, frozenset[int]] = {
    "front": frozenset({10, 11, 0, 1, 2}),
    "right": frozenset({2, 3, 4}),
    "rear": frozenset({4, 5, 6, 7, 8}),
    "left": frozenset({8, 9, 10}),
    "right_half": frozenset(range(7)),
    "left_half": frozenset({6, 7, 8, 9, 10, 11, 0}),
    "front_half": frozenset({9, 10, 11, 0, 1, 2, 3}),
    "rear_half": frozenset({3, 4, 5, 6, 7, 8, 9}),
    "ahead": frozenset({0}),
    "astern": frozenset({6}),
    "all": frozenset(range(12)),
}


def in_arc(origin: Hex, facing: int, target: Hex, arc: str, parity: Parity) -> bool:
    """Does the target lie in a named arc of `ARCS`: front and rear are 120 degrees between two rows of hexes, left and right the 60 degrees
    between them, halves 180. A target in the hex of the origin lies in every arc."""
    return origin == target or relative_bearing(origin, facing, target, parity) in ARCS[arc]


def arcs_of(origin: Hex, facing: int, target: Hex, parity: Parity) -> tuple[str, ...]:
    """Which of front, right, rear and left the target lies in: one, or two on a boundary; all four in the same hex."""
    return tuple(arc for arc in ("front", "right", "rear", "left") if in_arc(origin, facing, target, arc, parity))


def in_sides(origin: Hex, facing: int, target: Hex, sides: Collection[int], parity: Parity) -> bool:
    """Does the line toward the target leave through one of these hexsides (numbers as in `arc_sides`)? Corners count for both sides; a
    target in the hex of the origin lies before every side."""
    return origin == target or any(side in sides for side in arc_sides(origin, facing, target, parity))

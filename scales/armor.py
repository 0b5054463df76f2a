"""Armor grids: marking damage by rows, by columns and by template, and widowed armor.

One side of a ship, vehicle or craft is a grid of boxes, ten columns wide in all three games. Rows are counted inward: row 1 is the outermost
("highest"), the last row lies on the internal components. Boxes are [row, column] pairs counted from 1. Damage is in armor boxes.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec import Struct

COLUMNS = 10

Box = list[int]
Template = tuple[tuple[int, ...], ...]


class Grid(Struct):
    """The boxes still intact: `rows[r - 1]` has bit `c - 1` set while box [r, c] is there. `next_column` is where the next hit by rows
    goes on (leviathan: Bays). The rows are a tuple, so that copies of a grid share it."""

    rows: tuple[int, ...] = ()
    width: int = COLUMNS
    next_column: int = 1


class Hit(Struct):
    """What one hit did. `start` is the row of its first box (depth + 1 when the column was bare); `marked` the boxes lost here, in order;
    `inside` the boxes beyond the last row, row 1 being the first one under the armor; `lost` the points that found nothing.

    marked + inside + lost always add up to the damage of the hit.
    """

    start: int
    marked: list[Box] = []
    inside: list[Box] = []
    lost: int = 0

    @property
    def depth_inside(self) -> int:
        """Rows of the hit that passed the armor (a spinal mount goes on with these inside)."""
        return max((row for row, _ in self.inside), default=0)


def full(depth: int, width: int = COLUMNS) -> Grid:
    """An undamaged side of `depth` rows."""
    return Grid(((1 << width) - 1,) * depth, width)


def of_points(points: int, width: int = COLUMNS) -> Grid:
    """An undamaged side of so many armor points; an incomplete row is the outermost one, filled from column 1."""
    whole, rest = divmod(points, width)
    return Grid((((1 << rest) - 1,) if rest else ()) + ((1 << width) - 1,) * whole, width)


def from_rows(printed: Sequence[str]) -> Grid:
    """A grid as printed, outermost row first: '.' or a space is a box gone, anything else a box intact."""
    rows = tuple(sum(1 << c for c, mark in enumerate(row) if mark not in ". ") for row in printed)
    return Grid(rows, max((len(row) for row in printed), default=COLUMNS))


def to_rows(grid: Grid) -> list[str]:
    """The grid as printed rows: '#' intact, '.' gone."""
    return _all_printed(grid.rows, grid.width)[:]


@lru_cache(maxsize=4096)
def _all_printed(rows: tuple[int, ...], width: int) -> list[str]:
    return [_printed(row, width) for row in rows]


@lru_cache(maxsize=4096)
def _printed(row: int, width: int) -> str:
    return "".join("#" if row >> c & 1 else "." for c in range(width))


def boxes_left(grid: Grid) -> int:
    return sum(map(int.bit_count, grid.rows))


def column_left(grid: Grid, column: int) -> int:
    """Intact boxes of one column."""
    return sum(row >> (column - 1) & 1 for row in grid.rows)


def outermost(grid: Grid, column: int) -> int:
    """Row of the highest intact box of a column; depth + 1 when there is none."""
    bit = 1 << (column - 1)
    for number, row in enumerate(grid.rows, start=1):
        if row & bit:
            return number
    return len(grid.rows) + 1


def has(grid: Grid, row: int, column: int) -> bool:
    """Is there an intact box at [row, column]? False off the grid."""
    return 1 <= row <= len(grid.rows) and 1 <= column <= grid.width and bool(grid.rows[row - 1] >> (column - 1) & 1)


def mark(grid: Grid, row: int, column: int) -> bool:
    """Take the box [row, column]; says whether it was there."""
    if not has(grid, row, column):
        return False
    set_row(grid, row, grid.rows[row - 1] & ~(1 << (column - 1)))
    return True


def set_row(grid: Grid, row: int, boxes: int) -> None:
    """Give a row of the grid these boxes."""
    grid.rows = (*grid.rows[: row - 1], boxes, *grid.rows[row:])


def mend(grid: Grid, boxes: Iterable[Box]) -> None:
    """Put boxes back (repairs and rulings); boxes off the grid are an error."""
    for row, column in boxes:
        if not (1 <= row <= len(grid.rows) and 1 <= column <= grid.width):
            raise ValueError(f"the armor has no box [{row}, {column}]")
        set_row(grid, row, grid.rows[row - 1] | 1 << (column - 1))


# --- shapes ---------------------------------------------------------------------------------------------------------------------


def centered(widths: Sequence[int]) -> Template:
    """A template from the widths of its rows, surface inward, each centered on the arrow (odd widths)."""
    return tuple(tuple(range(-(width // 2), width - width // 2)) for width in widths)


def shape(offsets: Sequence[Sequence[int]]) -> Template:
    """A template from the columns of each row, 0 being the arrow."""
    return tuple(tuple(row) for row in offsets)


def spinal(depth: int) -> Template:
    """Three columns, `depth` rows (leviathan: Spinal Mounts); also a fighter flight and a Thor javelin."""
    return ((-1, 0, 1),) * depth


def size(template: Template) -> int:
    """Boxes of a template."""
    return sum(len(row) for row in template)


# --- damage ---------------------------------------------------------------------------------------------------------------------


def by_rows(grid: Grid, points: int) -> Hit:
    """Bays and fighter groups: one box per column, going on in the column after the last such hit; a column without armor lets the point
    through (leviathan: Bays, Marking Damage; ruling R-LEV-40)."""
    hit = Hit(outermost(grid, grid.next_column))
    for _ in range(points):
        column = grid.next_column
        row = outermost(grid, column)
        if mark(grid, row, column):
            hit.marked.append([row, column])
        else:
            hit.inside.append([1 + sum(c == column for _, c in hit.inside), column])
        grid.next_column = column % grid.width + 1
    return hit


def along_rows(grid: Grid, points: int) -> Hit:
    """Heat over a whole side: from the upper left box to the right and down, boxes already gone do not count; what is left over is inside
    (centurion: HELL Rounds, Damage from Grounding)."""
    intact = [[r, c] for r, row in enumerate(grid.rows, 1) for c in range(1, grid.width + 1) if row >> (c - 1) & 1]
    hit = Hit(intact[0][0] if intact else len(grid.rows) + 1, intact[:points])
    for row, column in hit.marked:
        mark(grid, row, column)
    hit.inside = [[1 + n // grid.width, 1 + n % grid.width] for n in range(points - len(hit.marked))]
    return hit


def by_column(grid: Grid, column: int, points: int, below: Grid | None = None, shift: int = 0) -> Hit:
    """Lasers and fighter squadrons: straight down one column, one intact box for each point (centurion: Damage Template; leviathan: Fighters).

    `below` is the internal grid under this one, `shift` the columns to add for it; without one the points left over count as inside.
    """
    hit = Hit(outermost(grid, column))
    left = _take_column(grid, column, points, hit.marked)
    if below is None:
        hit.inside = [[depth, column] for depth in range(1, left + 1)]
    else:
        hit.lost = _take_column(below, column + shift, left, hit.inside)
    return hit


def _take_column(grid: Grid, column: int, points: int, into: list[Box]) -> int:
    """Take intact boxes from the top; returns the points left over."""
    for row in range(1, len(grid.rows) + 1):
        if points == 0:
            break
        if mark(grid, row, column):
            into.append([row, column])
            points -= 1
    return points


def by_template(grid: Grid, template: Template, column: int, below: Grid | None = None, shift: int = 0) -> Hit:
    """A template lowered onto the highest intact box of a column; what lies beside the diagram or on boxes already gone is lost
    (centurion: Damage Template; leviathan: Spinal Mounts; rulings R-CEN-01, R-LEV-07).

    `below` is the internal grid under this one, `shift` the columns to add for it: boxes under the armor are taken there, also beside this
    section, and a column without armor starts at the highest intact internal box. Without `below`, every box under these columns is inside.
    """
    depth = len(grid.rows)
    start = outermost(grid, column)
    if start > depth and below is not None:
        start = depth + outermost(below, column + shift)
    hit = Hit(start)
    for row, offsets in enumerate(template, start):
        for offset in offsets:
            _take(grid, (row, column + offset), below, shift, hit)
    return hit


def _take(grid: Grid, box: tuple[int, int], below: Grid | None, shift: int, hit: Hit) -> None:
    """One box of a template, in the armor or under it."""
    row, column = box
    under = row - len(grid.rows)
    if under <= 0:
        if mark(grid, row, column):
            hit.marked.append([row, column])
        else:
            hit.lost += 1
    elif below is None and 1 <= column <= grid.width:
        hit.inside.append([under, column])
    elif below is not None and mark(below, under, column + shift):
        hit.inside.append([under, column + shift])
    else:
        hit.lost += 1


def widowed(grid: Grid) -> list[Box]:
    """Intact boxes without a path of intact boxes, side by side or above each other, to the bottom row (Widowed Armor in all the books);
    nothing is changed."""
    return [[r, c + 1] for r, mask in enumerate(_loose(grid), start=1) for c in range(grid.width) if mask >> c & 1]


def widow(grid: Grid) -> list[Box]:
    """Mark off all widowed armor and list it. Call it when the book checks for it: after all combat, first step of the End Phase
    (leviathan, centurion: Widowed Armor; ruling R-CEN-14). Internal grids are never widowed."""
    loose = _loose(grid)
    if not any(loose):
        return []
    gone = [[r, c + 1] for r, mask in enumerate(loose, start=1) for c in range(grid.width) if mask >> c & 1]
    grid.rows = tuple(row & ~mask for row, mask in zip(grid.rows, loose, strict=True))
    return gone


def _loose(grid: Grid) -> tuple[int, ...]:
    """Row masks of the boxes not anchored to the bottom row."""
    return _unanchored(grid.rows)


@lru_cache(maxsize=4096)
def _unanchored(rows: tuple[int, ...]) -> tuple[int, ...]:
    held = [0] * len(rows)
    if held:
        held[-1] = rows[-1]
    changed = bool(held)
    while changed:
        changed = False
        for r in reversed(range(len(held))):
            mask = _spread(_touching(held, r) & rows[r], rows[r])
            if mask != held[r]:
                held[r], changed = mask, True
    return tuple(row & ~mask for row, mask in zip(rows, held, strict=True))


def _touching(held: list[int], r: int) -> int:
    """Held boxes of a row and of the rows above and below it."""
    above = held[r - 1] if r > 0 else 0
    under = held[r + 1] if r + 1 < len(held) else 0
    return held[r] | above | under


def _spread(seed: int, row: int) -> int:
    """All boxes of the row joined sideways to a seed."""
    while True:
        wider = (seed | seed << 1 | seed >> 1) & row
        if wider == seed:
            return seed
        seed = wider

"""Armor as the referee keeps it: a diagram of ten columns is the set of its boxes (row, column) that are left."""

from collections.abc import Sequence

Boxes = set[tuple[int, int]]


def boxes(rows: Sequence[int]) -> Boxes:
    """Bit c - 1 of row r - 1 is the box (r, c)."""
    return {(r, c) for r, row in enumerate(rows, 1) for c in range(1, 11) if row >> (c - 1) & 1}


def straight(left: Boxes, column: int, damage: int) -> tuple[int, int]:
    """A beam: the boxes of one column from the surface inward. Returns boxes marked off and those left over inside."""
    gone = sorted(b for b in left if b[1] == column)[:damage]
    left -= set(gone)
    return len(gone), damage - len(gone)


def shaped(left: Boxes, depth: int, column: int, widths: Sequence[int]) -> tuple[int, int]:
    """A template set on the highest box of the column, rows centered on it; what lies beside the diagram or on boxes gone is lost."""
    top = min((r for r, c in left if c == column), default=depth + 1)
    gone = inside = 0
    for row, width in enumerate(widths, top):
        for c in range(column - width // 2, column + width // 2 + 1):
            if row > depth:
                inside += 1 <= c <= 10
            elif (row, c) in left:
                left.discard((row, c))
                gone += 1
    return gone, inside


def along(left: Boxes, damage: int) -> int:
    """Heat over a side: straight across the rows from the upper left, boxes gone do not count. Returns boxes lost; the rest is inside."""
    gone = sorted(left)[:damage]
    left -= set(gone)
    return len(gone)


def fallen(left: Boxes, depth: int) -> Boxes:
    """What falls off: the boxes from which no way leads over boxes, side by side or above each other, to the bottom row."""
    held, edge = set[tuple[int, int]](), [b for b in left if b[0] == depth]
    while edge:
        row, column = edge.pop()
        if (row, column) not in held:
            held.add((row, column))
            beside = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
            edge += [b for b in beside if b in left]
    return left - held

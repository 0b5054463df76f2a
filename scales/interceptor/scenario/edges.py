"""The edges of a board by their printed names, and over which of them a craft may leave for good (scenarios)."""

from functools import lru_cache

from scales.hexes import Hex, neighbor
from scales.interceptor.board import board
from scales.interceptor.state import Craft, State


@lru_cache(maxsize=16)
def _lines(layout: str) -> dict[str, frozenset[Hex]]:
    """The hexes of each edge."""
    sheets = board(layout).sheets
    return {name: frozenset(sheets.edge(name)) for name in sheets.edges}


def names(layout: str) -> list[str]:
    return list(_lines(layout))


def crossed(layout: str, hex: Hex, heading: int) -> str:
    """The printed name of the edge that a craft crosses from a hex on a heading; '' when it stays on the board."""
    b = board(layout)
    out = neighbor(hex, heading, "odd")
    if b.has(out):
        return ""
    inside = b.nearest(out)
    sideways = inside.column != out.column
    return next((name for name, line in _lines(layout).items() if inside in line and _is_column(line) == sideways), "")


def _is_column(hexes: frozenset[Hex]) -> bool:
    """Does an edge run along a column of the joined board?"""
    return len({h.column for h in hexes}) == 1


def gap(layout: str, edge: str, hex: Hex) -> int:
    """Hexrows from a hex to an edge; less than 0 beyond it. KeyError for an unknown edge."""
    line, b = _lines(layout)[edge], board(layout)
    first = min(line)
    if _is_column(line):
        return hex.column - first.column if first.column == b.first.column else first.column - hex.column
    return hex.row - first.row if first.row == b.first.row else first.row - hex.row


def safe_edges(state: State, craft: Craft) -> list[str]:
    """Edges by which a craft may leave unharmed, in the order of the scenario."""
    exits = state.goals.exits if state.goals is not None else []
    return [edge for e in exits if e.side == craft.side and (not e.units or craft.id in e.units) for edge in e.edges]


def safe_exit(state: State, craft: Craft) -> str:
    """The safe edge that a craft flies over from where it is; '' when it does not."""
    edge = crossed(state.layout, craft.hex, craft.heading)
    return edge if edge and edge in safe_edges(state, craft) else ""

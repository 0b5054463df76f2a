"""Zones of a board: where units may stand before play, and over which hexes others come later (Mapsheet Layout, Scenario Design)."""

from collections.abc import Sequence

from scales.centurion.ground.terrain import board_key, printed
from scales.centurion.preparation.ground_setup import DeploySpec, ZoneSpec
from scales.centurion.preparation.sheets import laid_out, legatus_hexes, sheet_id
from scales.centurion.state import PARITY, Board
from scales.hexes import HEADINGS, Hex, hex_of, neighbor, turned

DEPTH = 4
"""Rows or columns of a zone along an edge of which no depth is said (designed)."""


def ground_of(board: Board, sheets: Sequence[str]) -> list[Hex]:
    """The hexes of some sheets, or of the whole board when none are named."""
    whole = printed(board_key(board))
    if not sheets:
        return list(whole)
    wanted = {sheet_id(name) for name in sheets}
    laid = [each for each in laid_out(board.sheets, board.across) if each.id in wanted]
    return [h for h in whole if any(each.holds(h) for each in laid)]


def along(hexes: Sequence[Hex], edge: str, depth: int) -> list[Hex]:
    """Those of some hexes that lie in their outer rows or columns toward an edge."""
    axis = 1 if edge in ("north", "south") else 0
    if edge in ("north", "west"):
        last = min(h[axis] for h in hexes) + depth
        return [h for h in hexes if h[axis] < last]
    first = max(h[axis] for h in hexes) - depth
    return [h for h in hexes if h[axis] > first]


def zone(board: Board, spec: ZoneSpec, edge: str, depth: int = DEPTH) -> list[Hex]:
    """The hexes of a zone; `edge` is the one of the side, for a zone that says nothing else."""
    if spec.hexes:
        return [hex_of(label) for label in spec.hexes]
    if spec.legatus:
        field = legatus_hexes(tuple(board.hexes))
        return [h for label in spec.legatus for h in field.get(label, [])]
    found = ground_of(board, spec.sheets)
    told = spec.sheets or spec.columns or spec.rows or (isinstance(spec, DeploySpec) and spec.anywhere)
    toward = spec.edge or ("" if told else edge)
    if found and toward:
        found = along(found, toward, spec.within or depth)
    for span, axis in ((spec.columns, 0), (spec.rows, 1)):
        if span is not None:
            found = [h for h in found if span[0] <= h[axis] <= span[1]]
    return found


def deployment(board: Board, spec: DeploySpec, edge: str) -> list[Hex]:
    """The hexes where units may stand before play: the zone and those beside it."""
    found = zone(board, spec, edge)
    for other in spec.also:
        found += [h for h in zone(board, other, edge) if h not in found]
    return found


def edge_beyond(board: Board, hex: Hex, heading: int) -> str:
    """The edge of the board that a step from a hex along a heading crosses, '' if it stays on it."""
    there, whole = neighbor(hex, heading, PARITY), printed(board_key(board))
    if there in whole:
        return ""
    columns = max(h.column for h in whole)
    if not 1 <= there.column <= columns:
        return "west" if there.column < 1 else "east"
    return "north" if there.row < hex.row or there.row < 1 else "south"


def ways_in(board: Board, hex: Hex) -> list[int]:
    """The facings with which a unit may come onto the board over a hex: that behind it must lie off the board."""
    return [f for f in HEADINGS if edge_beyond(board, hex, turned(f, 3))]

"""The map of a battle as a picture: hex numbers, heights, roads, places, and a counter for each unit."""

from scales.engine import Counter, Picture
from scales.legatus.board import Grid
from scales.legatus.movement.movement import grid_of
from scales.legatus.state import LegatusState, hexes_of, present
from scales.legatus.view import View

LEGEND = "l2: level 2, r: road, v: river"
EVERY = 4
"""Columns and rows between hexes whose number is printed."""


def picture(view: View) -> Picture:
    """The map with a counter for each unit in the first hex it occupies. Notes: a place's name, a hex number, l and a number the level,
    r a road, v a river."""
    state, grid = view.state, grid_of(view.state)
    counters = [_counter(state, u) for u in sorted(state.units) if present(state.units[u])]
    labels = {hex: words for hex in grid.cells if (words := _words(grid, hex))} | {o.hex: o.name for o in state.objectives}
    fill = {hex: cell.ground for hex, cell in grid.cells.items()}
    title = f"Legatus, turn {state.at.turn} ({LEGEND})"
    return Picture(title, (1, grid.columns), (1, grid.rows), "even", fill, counters, labels)


def _words(grid: Grid, hex: str) -> str:
    """'0505 l2 r' for a numbered hex of level 2 with a road."""
    cell = grid.cells[hex]
    numbered = [hex] if (int(hex[:2]) - 1) % EVERY == 0 and (int(hex[2:]) - 1) % EVERY == 0 else []
    return " ".join([*numbered, *([f"l{cell.level}"] if cell.level else []), *["r"] * bool(cell.road), *["v"] * bool(cell.river)])


def _counter(state: LegatusState, id: str) -> Counter:
    """A short label that tells the centuries of one kind apart: 'MGA 3' is the third medium grav armor of its side."""
    unit = state.units[id]
    hex = hexes_of(unit.at)[0]
    initials = "".join(word[0] for word in unit.kind.split("_")).upper()
    return Counter((int(hex[:2]), int(hex[2:])), f"{initials} {_number(state, id)}", unit.side, 0, id)


def _number(state: LegatusState, id: str) -> int:
    """The number of a century among those of its side and kind, lost ones counted, so that it keeps it."""
    unit = state.units[id]
    same = sorted(u.id for u in state.units.values() if (u.side, u.kind) == (unit.side, unit.kind))
    return same.index(id) + 1

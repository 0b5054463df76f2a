"""Where paths lead that keep clear of planets and of the edges of the map. Such a path is the same everywhere: it is worked out once for each
heading, and a ship that may fly it needs not be followed hex by hex (`movement.follow` does that, with the same result)."""

from functools import lru_cache
from typing import NamedTuple

from scales.hexes import Hex, neighbor, turned
from scales.leviathan import board
from scales.leviathan.board import PARITY
from scales.leviathan.movement.movement import Plan, Track, turn_cost
from scales.leviathan.state import Ship, State


class Area(NamedTuple):
    """Columns and rows, the first and the last of each."""

    left: int
    right: int
    top: int
    bottom: int

    def covers(self, other: "Area", columns: int, rows: int) -> bool:
        """Does another area, moved by so many columns and rows, lie within this one?"""
        across = self.left <= other.left + columns and other.right + columns <= self.right
        return across and self.top <= other.top + rows and other.bottom + rows <= self.bottom


class Way(NamedTuple):
    """Where a path leads: the hex, heading and the heading of the last hex entered (0: none); hexes moved and, since the last turn, `straight`;
    turns made; the area that it needs."""

    end: Hex
    heading: int
    entered: int
    moved: int
    straight: int
    turns: int
    area: Area


def area(state: State) -> Area | None:
    """The map, if it is a rectangle in open space."""
    if board.planet(state.layout) is not None:
        return None
    columns, rows = board.size()
    lefts, tops = {s.column for s in state.sheets}, {s.row for s in state.sheets}
    found = Area(min(lefts) + 1, max(lefts) + columns, min(tops) + 1, max(tops) + rows)
    sheets = {(s.column, s.row) for s in state.sheets}
    hexes = (found.right - found.left + 1) * (found.bottom - found.top + 1)
    return found if hexes == len(sheets) * columns * rows else None


def track(ship: Ship, plan: Plan, clear: Area) -> Track | None:
    """Where a plan of `reachable.paths` leads, if it keeps to the area. It changes the velocity at its beginning at most and breaks no rule."""
    way = _way(plan.path, ship.heading, ship.hex.column % 2)
    column, row = ship.hex.column - ship.hex.column % 2, ship.hex.row
    if not clear.covers(way.area, column, row):
        return None
    velocity = ship.velocity + plan.first
    drift = way.straight + (0 if way.turns else ship.drift)
    end = Hex(way.end.column + column, way.end.row + row)
    cost = abs(plan.first) + way.turns * turn_cost(velocity)
    return Track(end, way.heading, velocity, drift, ship.rolled, way.entered, moved=way.moved, cost=cost, faults=[])


@lru_cache(maxsize=50_000)
def _way(path: str, heading: int, column: int) -> Way:
    """From row 0 of column 0 or 1."""
    at, entered, straight = Hex(column, 0), 0, 0
    hexes = [at]
    for letter in path:
        if letter == "A":
            at, entered, straight = neighbor(at, heading, PARITY), heading, straight + 1
            hexes.append(at)
        else:
            heading, straight = turned(heading, -1 if letter == "L" else 1), 0
    columns, rows = [h.column for h in hexes], [h.row for h in hexes]
    turns = path.count("L") + path.count("R")
    return Way(at, heading, entered, len(hexes) - 1, straight, turns, Area(min(columns), max(columns), min(rows), max(rows)))

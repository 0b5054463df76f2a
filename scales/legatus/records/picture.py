"""The map of a battle as a picture: heights, roads, places, prepared ground, and a counter for each unit where it stands."""

from scales.engine import Counter, Picture
from scales.legatus.board import Grid
from scales.legatus.movement.movement import grid_of
from scales.legatus.state import Century, LegatusState, Objective, hexes_of, present
from scales.legatus.tables import kind_words
from scales.legatus.view import View

GROUND = {"denial": "denial", "passive": "passive", "earthworks": "works"}
"""What stands in a hex with prepared ground, by its kind."""
ALTITUDES = {"dug_in": "D", "tree_top": "T", "low_altitude": "L"}
LEGEND = {
    "l2": "level 2",
    "r": "road",
    "v": "river",
    "between hexes": "dispersed",
    "D": "dug in",
    "T": "tree top",
    "L": "low altitude",
    "x": "crippled",
    "!": "broken",
    "*": "in a battle below",
    "denial": "artillery denial",
    "passive": "passive defenses",
    "works": "earthworks",
}
"""What is written in hexes and on counters."""


def picture(view: View) -> Picture:
    """The map with a counter for each unit that the seat sees: in its hex when it is concentrated, on its hexside or junction when it is not.

    Notes of hexes: l and a number the level, r a road, v a river, prepared ground; a place with who holds it.
    """
    state, grid = view.state, grid_of(view.state)
    there = [state.units[u] for u in sorted(state.units) if present(state.units[u])]
    labels = {hex: words for hex in grid.cells if (words := _words(state, grid, hex))}
    fill = {hex: cell.ground for hex, cell in grid.cells.items()}
    legend = LEGEND | {_kind(u): _meaning(u) for u in there}
    counters = [_counter(state, u) for u in there]
    return Picture(f"Legatus, turn {state.at.turn}", (1, grid.columns), (1, grid.rows), "even", fill, counters, labels, legend)


def _words(state: LegatusState, grid: Grid, hex: str) -> str:
    """'the ford (tog) l2 r' for a place on level 2 with a road."""
    cell = grid.cells[hex]
    places = [_place(o) for o in state.objectives if o.hex == hex]
    ground = [GROUND[m.kind] for m in state.markers if hex in m.hexes]
    return " ".join([*places, *([f"l{cell.level}"] if cell.level else []), *["r"] * bool(cell.road), *["v"] * bool(cell.river), *ground])


def _place(goal: Objective) -> str:
    return f"{goal.name} ({goal.holder})" if goal.holder else goal.name


def _counter(state: LegatusState, unit: Century) -> Counter:
    """A short label that tells the centuries of one kind apart: 'MGA 3' is the third medium grav armor of its side."""
    first, *others = [(int(hex[:2]), int(hex[2:])) for hex in hexes_of(unit.at)]
    words = {"crippled": unit.crippled, "broken": unit.broken, "in a battle below": bool(unit.engaged)}
    signs = ALTITUDES.get(unit.altitude, "") + "".join(sign for sign, is_so in zip("x!*", words.values(), strict=True) if is_so)
    how = [unit.altitude.replace("_", " ")] * (unit.altitude != "normal") + [word for word, is_so in words.items() if is_so]
    about = f"{unit.name} in {unit.at}{', ' if how else ''}{', '.join(how)}"
    return Counter(first, f"{_kind(unit)} {_number(state, unit)}", unit.side, 0, unit.id, over=tuple(others), signs=signs, about=about)


def _kind(unit: Century) -> str:
    """The initials of its kind; HQ for any headquarters."""
    return "HQ" if unit.hq else "".join(word[0] for word in unit.kind.split("_")).upper()


def _meaning(unit: Century) -> str:
    return "headquarters" if unit.hq else kind_words(unit.kind)


def _number(state: LegatusState, unit: Century) -> int:
    """The number of a unit among those of its side and kind, lost ones counted, so that it keeps it."""
    same = sorted(u.id for u in state.units.values() if (u.side, _kind(u)) == (unit.side, _kind(unit)))
    return same.index(unit.id) + 1

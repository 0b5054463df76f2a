"""The scenario of a set-up without faults becomes what the state keeps of it: entries and goals."""

from scales.hexes import Hex
from scales.interceptor.board import board
from scales.interceptor.preparation.models import Setup
from scales.interceptor.preparation.scenario_models import EntryIn, VictoryIn
from scales.interceptor.scenario.goals import Entry, Exit, Goals, Level, Term

SPEEDS = {"sot": -1, "thrust": -2}


def corners(layout: str, labels: list[str]) -> list[Hex]:
    """The hexes between two, in order of column and row; ValueError for a label that is none of the board."""
    b = board(layout)
    first, last = (b.hex(label) for label in labels)
    columns = range(min(first.column, last.column), max(first.column, last.column) + 1)
    rows = range(min(first.row, last.row), max(first.row, last.row) + 1)
    return [Hex(column, row) for column in columns for row in rows if b.has(Hex(column, row))]


def named(setup: Setup, entry: EntryIn) -> list[str]:
    """The craft of an entry: those it names, else all of its side that have no hex and that no entry names."""
    if entry.units:
        return list(entry.units)
    taken = {id for other in setup.entries for id in other.units}
    return [c.id for c in setup.craft if c.side == entry.side and not c.hex and c.id not in taken]


def entries_of(setup: Setup) -> list[Entry]:
    """Entries with their hexes by label; none of them is on the ground."""
    b, found = board(setup.layout), []
    for entry in setup.entries:
        hexes = [b.label(hex) for hex in corners(setup.layout, entry.corners) if b.zone(hex) != "ground"]
        most = entry.velocity if isinstance(entry.velocity, int) else SPEEDS[entry.velocity]
        found.append(Entry(entry.side, named(setup, entry), hexes, sorted(set(entry.headings)), most, entry.turn))
    return found


def goals_of(given: VictoryIn | None) -> Goals | None:
    """The goals of a scenario; None for a battle that is just fought."""
    if given is None:
        return None
    exits = [Exit(e.side, list(e.edges), list(e.units)) for e in given.exits]
    terms = [Term(t.side, t.event, t.text, t.points, list(t.units), t.wins) for t in given.terms]
    levels = [Level(row.level, row.side, row.least, row.most) for row in given.levels]
    return Goals(exits, terms, levels, given.of, list(given.ends_without))

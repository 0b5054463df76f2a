"""The picture of the board: craft, missiles in flight, the zones above a planet and the ground battles."""

from scales.engine import Counter, Picture
from scales.hexes import Hex
from scales.interceptor.board import Board, board
from scales.interceptor.patrol.halves import hexes_of
from scales.interceptor.state import Craft, State
from scales.interceptor.view import View


def picture(view: View) -> Picture:
    """The board with craft and missiles in flight."""
    state = view.state
    b = board(state.layout)
    names = {_key(h): name for h, name in b.sheets.labels.items()}
    fill = {_key(h): b.zone(h) for h in b.sheets.labels}
    counters = [_counter(b, c) for c in state.flying()]
    counters += [Counter((s.column, s.row), "THOR" if s.cluster else s.kind.upper(), s.side, 0, s.id) for s in state.shots if b.has(s.hex)]
    counters += [Counter((each.column, each.row), each.units[0].name, each.side, 0, id) for id, each in state.falling.items()]
    title = f"Interceptor, turn {state.at.turn}"
    return Picture(title, (b.first.column, b.last.column), (b.first.row, b.last.row), "odd", fill, counters, _labels(state), names=names)


def _key(hex: Hex) -> str:
    """A hex as pictures write it."""
    return f"{hex.column:02d}{hex.row:02d}"


def _labels(state: State) -> dict[str, str]:
    """What lies in the hexes of the ground: battles and installations."""
    there = [(x.hex, x.id) for _, x in sorted(state.battles.items())] + [
        (Hex(base.column, base.row), base.name) for base in state.installations
    ]
    labels: dict[str, str] = {}
    for hex, name in there:
        labels[_key(hex)] = ", ".join(filter(None, (labels.get(_key(hex)), name)))
    return labels


def _counter(b: Board, craft: Craft) -> Counter:
    """A craft; a patrol craft from its stern hex on over the one ahead."""
    hexes = hexes_of(b, craft)
    last = hexes[-1]
    return Counter((last.column, last.row), craft.name, craft.side, craft.heading, craft.id, length=len(hexes))

"""The picture of the board: craft, missiles in flight, the zones above a planet and the ground battles."""

from scales.engine import Counter, Picture
from scales.interceptor.board import Board, board
from scales.interceptor.patrol.halves import hexes_of
from scales.interceptor.state import Craft
from scales.interceptor.view import View


def picture(view: View) -> Picture:
    """The board with craft and missiles in flight."""
    state = view.state
    b = board(state.layout)
    fill = {f"{h.column},{h.row}": b.zone(h) for h in b.sheets.labels} if b.zones else {}
    counters = [_counter(b, c) for c in state.flying()]
    counters += [Counter((s.column, s.row), "THOR" if s.cluster else s.kind.upper(), s.side, 0, s.id) for s in state.shots if b.has(s.hex)]
    counters += [Counter((each.column, each.row), each.units[0].name, each.side, 0, id) for id, each in state.falling.items()]
    labels = {f"{x.column},{x.row}": x.id for _, x in sorted(state.battles.items())}
    labels |= {f"{base.column},{base.row}": base.name for base in state.installations}
    title = f"Interceptor, turn {state.at.turn}"
    return Picture(title, (b.first.column, b.last.column), (b.first.row, b.last.row), "odd", fill, counters, labels)


def _counter(b: Board, craft: Craft) -> Counter:
    """A craft; a patrol craft from its stern hex on over the one ahead."""
    hexes = hexes_of(b, craft)
    last = hexes[-1]
    return Counter((last.column, last.row), craft.name, craft.side, craft.heading, craft.id, length=len(hexes))

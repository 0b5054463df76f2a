"""What one seat may know: the whole board, but not what enemy craft carry, nor orders given in secret."""

from dataclasses import dataclass

from scales.codec import clone
from scales.interceptor.state import State


@dataclass(slots=True)
class View:
    """The board as a seat sees it; `sides` are those that it plays."""

    seat: str
    sides: list[str]
    state: State


def view_of(state: State, seat: str) -> View:
    """A private copy without the loads of others and without the engine's own notes."""
    copy = clone(state)
    copy.at.memo, copy.at.inbox, copy.at.rolls = {}, [], 0
    sides = [s.id for s in state.sides if s.seat == seat]
    for craft in copy.craft.values():
        if craft.side not in sides:
            craft.missiles, craft.bombs, craft.pods = {}, {}, []
    return View(seat, sides, copy)

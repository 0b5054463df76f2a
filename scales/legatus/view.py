"""What a seat may know. Without the double-blind rules everything on the map is seen; only sealed answers and mail are not."""

from dataclasses import dataclass, replace

from scales.engine import At
from scales.legatus.state import LegatusState, side_of_seat


@dataclass(slots=True)
class View:
    """A seat, its side ('' for an onlooker), and the table as it sees it. Nobody changes the state of a view."""

    seat: str
    side: str
    state: LegatusState


def view(state: LegatusState, seat: str) -> View:
    at = At(phase=state.at.phase, stage=state.at.stage, turn=state.at.turn)
    return View(seat, side_of_seat(state, seat), replace(state, at=at))

"""What a seat may know. Without the double-blind rules everything on the map is seen; only sealed answers and mail are not."""

from dataclasses import dataclass, replace

from scales.engine import At
from scales.legatus.state import LegatusState, Plans, side_of_seat


@dataclass(slots=True)
class View:
    """A seat, its side ('' for an onlooker), and the table as it sees it. Nobody changes the state of a view."""

    seat: str
    side: str
    state: LegatusState


def view(state: LegatusState, seat: str) -> View:
    at = At(phase=state.at.phase, stage=state.at.stage, turn=state.at.turn)
    side = side_of_seat(state, seat)
    known = [s for s in state.satellites if s.spent or s.side == side]
    return View(seat, side, replace(state, at=at, plans=_own(state, side), satellites=known))


def _own(state: LegatusState, side: str) -> Plans:
    """What this side has ordered for combat; the other side's orders show when they are carried out."""
    plans = state.plans
    mine = {u.id for u in state.units.values() if u.side == side} | {q.id for q in state.squadrons.values() if q.side == side}
    mine |= {s.id for s in state.satellites if s.side == side} | {s.id for s in state.supports if s.side == side}
    return Plans(
        {u: t for u, t in plans.attacks.items() if u in mine},
        {u: list(t) for u, t in plans.support.items() if u in mine},
        {u: t for u, t in plans.missions.items() if u in mine},
        [u for u in plans.intercept if u in mine],
        {u: t for u, t in plans.calls.items() if u in mine},
    )

"""What a seat may know. Without the double-blind rules everything on the map is seen. Not seen of the other side are its sealed answers,
its pool of initiative points, orders not yet carried out, satellites not yet activated, and how strong a century came back from below.

legatus: Initiative Phase (points are spent in secret), Thor, Interceptors
"""

from dataclasses import dataclass, replace

from scales.engine import At
from scales.legatus.double_blind.hearing import blind, knows
from scales.legatus.state import Century, Cohort, LegatusState, Plans, Side, members, side_of_seat

UNKNOWN = -1
"""The pool of another side."""


@dataclass(slots=True)
class View:
    """A seat, its side ('' for an onlooker), and the table as it sees it. Nobody changes the state of a view.

    `waiting` are the cohorts that have still to move, or to react, in this phase, best initiative first: everybody can see that.
    """

    seat: str
    side: str
    state: LegatusState
    waiting: list[str]


def view(state: LegatusState, seat: str) -> View:
    at = At(phase=state.at.phase, stage=state.at.stage, turn=state.at.turn)
    side = side_of_seat(state, seat)
    seen = replace(
        state,
        at=at,
        sides=[_pool_hidden(s, side) for s in state.sides],
        units={u: _outside(unit, side) for u, unit in state.units.items() if knows(state, side, u)},
        cohorts={c: _seen(state, cohort, side) for c, cohort in state.cohorts.items() if _met(state, cohort, side)},
        squadrons={q: squadron for q, squadron in state.squadrons.items() if knows(state, side, q)},
        markers=[m for m in state.markers if not blind(state) or m.side == side or side in m.known_to],
        plans=_own(state, side),
        satellites=[s for s in state.satellites if s.spent or s.side == side],
    )
    return View(seat, side, seen, [c for c in state.at.memo.get("order", []) if knows(state, side, c)])


def _pool_hidden(other: Side, side: str) -> Side:
    return other if other.id == side else replace(other, pool=UNKNOWN)


def _met(state: LegatusState, cohort: Cohort, side: str) -> bool:
    """Does a side know that there is such a cohort?"""
    return cohort.side == side or any(knows(state, side, u.id) for u in members(state, cohort.id))


def _seen(state: LegatusState, cohort: Cohort, side: str) -> Cohort:
    """A cohort without its initiative where its headquarters is not spotted."""
    return cohort if knows(state, side, cohort.id) else replace(cohort, initiative=0, tie=[])


def _outside(unit: Century, side: str) -> Century:
    """A century as its enemies see it: not that it was ordered to build, nor its record sheet, nor what was told of it to ships."""
    if unit.side == side or not (unit.building or unit.sheet or unit.reported):
        return unit
    return replace(unit, building=False, sheet={}, reported="")


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

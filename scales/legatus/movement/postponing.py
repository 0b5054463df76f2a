"""Whose turn it is to move in a double-blind battle: best initiative first, and who may wait. legatus: Double-blind rules: Movement

Nobody passes. A cohort that sees the headquarters of an enemy cohort with worse initiative may wait until that one has moved.
"""

from collections.abc import Mapping, Sequence

from scales.engine import Decision
from scales.legatus.double_blind.hearing import knows
from scales.legatus.state import LegatusState, seat_of

RULE = "legatus: Double-blind rules: Movement"


def next_mover(order: Sequence[str], after: Mapping[str, str]) -> str:
    """The first cohort that waits for nobody who has still to move; `after` says who waits for whom, always somebody behind it."""
    return next(c for c in order if after.get(c) not in order)


def awaitable(state: LegatusState, cohort: str, order: Sequence[str]) -> list[str]:
    """The enemy cohorts that a cohort may wait for: behind it in the order, with a headquarters that its side has spotted."""
    side = state.cohorts[cohort].side
    behind = order[order.index(cohort) + 1 :]
    return [c for c in behind if c in state.cohorts and state.cohorts[c].side != side and knows(state, side, c)]


def postponement(state: LegatusState, cohort: str, order: Sequence[str]) -> Decision | None:
    """A cohort whose turn it is is asked whether it waits; None when it sees nobody to wait for."""
    after = awaitable(state, cohort, order)
    if not after:
        return None
    named = state.cohorts[cohort]
    prompt = f"{named.name} may move now or wait until an enemy cohort whose headquarters it sees has moved"
    return Decision(f"postpone:{cohort}", seat_of(state, named.side), "postpone", prompt, [cohort], data={"cohort": cohort, "after": after})

"""Who knows of what in a double-blind battle: a side knows its own and what it has spotted. legatus: Double-blind rules

Without the rules everybody knows everything on the map. An onlooker (side '') knows what all sides know.
"""

from collections.abc import Sequence

from scales.legatus import switches
from scales.legatus.state import LegatusState, active, side_of


def blind(state: LegatusState) -> bool:
    """Are the Double-blind rules played?"""
    return switches.is_on(state, "double_blind")


def knows(state: LegatusState, side: str, id: str) -> bool:
    """Does a side know of a unit or cohort? Of a cohort when it has spotted its headquarters."""
    if not blind(state):
        return True
    if not side:
        return all(knows(state, s.id, id) for s in state.sides)
    return side_of(state, id) in {side, ""} or _spotted(state, side, id)


def _spotted(state: LegatusState, side: str, id: str) -> bool:
    """Has a side found out about what belongs to another?"""
    if id in state.units:
        return side in state.units[id].spotted_by
    if id in state.squadrons:
        return side in state.squadrons[id].spotted_by
    if id in state.cohorts:
        return any(u.hq and side in u.spotted_by for u in active(state, id))
    return any(s.id == id and s.spent for s in state.satellites)


def hearing(state: LegatusState, units: Sequence[str]) -> list[str] | None:
    """The sides that may hear of all these units, None for everyone."""
    sides = [s.id for s in state.sides if all(knows(state, s.id, u) for u in units)]
    return None if len(sides) == len(state.sides) else sides

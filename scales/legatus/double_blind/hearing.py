"""Who knows of what in a double-blind battle: a side knows its own and what it has spotted. legatus: Double-blind rules

Without the rules everybody knows everything on the map, and so does everybody once the battle is over. An onlooker (side '') knows what
all sides know.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from scales.engine import Check, Json
from scales.legatus import switches
from scales.legatus.state import Century, LegatusState, Marker, active, side_of
from scales.play import Play


def blind(state: LegatusState) -> bool:
    """Are the Double-blind rules played?"""
    return switches.is_on(state, "double_blind")


def hides(state: LegatusState) -> bool:
    """Is anything on the map kept from anybody now?"""
    return blind(state) and not state.over


def knows(state: LegatusState, side: str, id: str) -> bool:
    """Does a side know of a unit, a cohort, or what flies? Of a cohort, with its initiative, when it has spotted its headquarters."""
    if not hides(state):
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
    return any(s.id == id and s.spent for s in state.satellites) or any(s.id == id and s.fired for s in state.supports)


def knows_marker(state: LegatusState, marker: Marker, side: str) -> bool:
    """Artillery denial lies in the open, and so does prepared ground but in a double-blind battle or if it is hidden: then a side knows its own
    and what it has found."""
    if state.over or marker.kind == "denial" or not (marker.hidden or blind(state)):
        return True
    if not side:
        return all(knows_marker(state, marker, s.id) for s in state.sides)
    return marker.side == side or side in marker.known_to


def hearing(state: LegatusState, units: Sequence[str]) -> list[str] | None:
    """The sides that may hear of all these units, None for everyone."""
    if not hides(state):
        return None
    sides = [s.id for s in state.sides if all(knows(state, s.id, u) for u in units)]
    return None if len(sides) == len(state.sides) else sides


@dataclass(slots=True)
class Word:
    """What a side hears of something that not all sides hear alike."""

    text: str
    units: list[str] = field(default_factory=list)
    data: Json = field(default_factory=dict)
    checks: list[Check] = field(default_factory=list)


def tell_apart(play: Play[LegatusState], kind: str, rule: str, word: Callable[[str], Word | None]) -> None:
    """Tell each side what it may hear of one thing: `word` says what that is, None for nothing. Sides that hear the same share an event.

    Dice thrown before go with the first event: their labels must be for everybody who hears it, or be told of before.
    """
    heard: list[tuple[Word, list[str]]] = []
    for side in [s.id for s in play.state.sides]:
        found = word(side)
        same = next((sides for known, sides in heard if known == found), None)
        if same is not None:
            same.append(side)
        elif found is not None:
            heard.append((found, [side]))
    for each, sides in heard:
        seen_by = None if len(sides) == len(play.state.sides) else sides
        play.tell(kind, each.text, rule, units=each.units, data=each.data, checks=each.checks, seen_by=seen_by)


def known_of(state: LegatusState, side: str, units: Sequence[Century]) -> list[Century]:
    """Those of some units that a side knows."""
    if not hides(state):
        return list(units)
    return [u for u in units if knows(state, side, u.id)] if not side else [u for u in units if u.side == side or side in u.spotted_by]

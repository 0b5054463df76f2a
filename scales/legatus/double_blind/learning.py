"""What a side finds out without a spotting roll: prepared ground and who holds a place, by what stands there. legatus: Double-blind rules"""

from collections.abc import Sequence

from scales.engine import Step
from scales.legatus.double_blind.hearing import hides, known_of
from scales.legatus.state import Century, LegatusState, Marker, Objective, hexes_of, present


def begin(state: LegatusState) -> None:
    """Everybody knows who holds the places when the battle begins."""
    if hides(state):
        for goal in state.objectives:
            goal.known = dict.fromkeys([*(s.id for s in state.sides), ""], goal.holder)
        learn(state)


def learnt(step: Step) -> Step:
    """A step with what the sides found out by it."""
    learn(step.state)
    return step


def learn(state: LegatusState) -> None:
    """Bring what each side knows of prepared ground and of places up to date, at the end of a step."""
    hidden = hides(state)
    unknown = [marker for marker in state.markers if hidden or marker.hidden]
    standing = _standing(state) if unknown else {}
    for marker in unknown:
        _find(state, marker, [u for hex in marker.hexes for u in standing.get(hex, ())])
    for goal in state.objectives if hidden else []:
        hear_of(state, goal)


def _standing(state: LegatusState) -> dict[str, list[Century]]:
    """The units on the map by the hexes they stand in."""
    found: dict[str, list[Century]] = {}
    for unit in state.units.values():
        if present(unit):
            for hex in hexes_of(unit.at):
                found.setdefault(hex, []).append(unit)
    return found


def _find(state: LegatusState, marker: Marker, here: Sequence[Century]) -> None:
    """Whoever stands in enemy defenses has found them, and earthworks show with the enemy seen in them."""
    for side in [s.id for s in state.sides]:
        seen = [u for u in known_of(state, side, here) if u.side == side or marker.kind == "earthworks"]
        if side != marker.side and side not in marker.known_to and seen:
            marker.known_to = sorted([*marker.known_to, side])


def hear_of(state: LegatusState, goal: Objective) -> list[str]:
    """The sides that now know who holds a place and did not before: the holder, and who sees a unit of his there. An onlooker knows ('') what
    all of them know."""
    here = [u for u in state.units.values() if present(u) and u.side == goal.holder and goal.hex in hexes_of(u.at)]
    new = [s.id for s in state.sides if goal.known.get(s.id) != goal.holder and (s.id == goal.holder or known_of(state, s.id, here))]
    goal.known |= dict.fromkeys(new, goal.holder)
    if all(goal.known.get(s.id) == goal.holder for s in state.sides):
        goal.known[""] = goal.holder
    return new

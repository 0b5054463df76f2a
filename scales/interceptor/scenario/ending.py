"""When a battle is over, and why."""

from collections.abc import Sequence

from scales.engine import Decision
from scales.interceptor.damage.condition import is_effective
from scales.interceptor.scenario import scoring
from scales.interceptor.state import State
from scales.play import Play

STALEMATE_TURNS = 10


def why(state: State) -> str:
    """What ends the battle, in words; '' while it goes on. A standing board is never over, a scenario plays its last turn to the end."""
    if state.standing or (state.goals is not None and state.turns_over < state.at.turn and not state.ended):
        return ""
    if state.goals is not None and (words := _decided(state)):
        return words
    if is_field_left(state):
        return "one side has no effective craft left"
    if state.turns_over >= state.turn_limit:
        return "the turn limit is reached"
    if state.quiet >= STALEMATE_TURNS and state.goals is None:
        return "ten turns without damage"
    return "the battle is ended by a ruling" if state.ended else ""


def is_field_left(state: State) -> bool:
    """Is one side at most left with effective craft?"""
    return state.at.turn > 0 and len(state.sides) > 1 and len(_fighting(state)) < 2


def _fighting(state: State) -> set[str]:
    """The sides that have effective craft, or vehicles on their way down from orbit."""
    found = {each.side for each in state.falling.values()}
    for craft in state.craft.values():
        if craft.side not in found and is_effective(craft, state.at.turn):
            found.add(craft.side)
    return found


def _decided(state: State) -> str:
    """What of its own terms ends a scenario."""
    goals = state.goals
    assert goals is not None
    won = next((term for term in goals.terms if scoring.is_won(state, term)), None)
    if won is not None:
        return f"{won.side} has achieved what decides: {won.text}"
    needed = [state.craft[id] for id in goals.ends_without]
    gone = state.at.turn > 0 and not any(is_effective(c, state.at.turn) for c in needed)
    return f"{' and '.join(c.name for c in needed)} {'is' if len(needed) == 1 else 'are'} no longer there" if needed and gone else ""


def close(play: Play[State]) -> Sequence[Decision]:
    """A scenario that is over is judged by its Victory Levels."""
    state = play.state
    if state.goals is not None and not state.goals.told and why(state):
        state.goals.told = True
        scoring.tell_levels(play)
    return ()

"""Why a battle is over and what decided it, in sentences: who gave up, what was held, what left, what the points come to (Victory Levels)."""

from collections.abc import Iterator

from scales.centurion.scenario import ending, scoring
from scales.centurion.scenario.goals import Goals, Level
from scales.centurion.state import BattleState
from scales.levels import victory


def reasons(state: BattleState) -> list[str]:
    """Sentences on a battle that is over; [] for one that goes on."""
    if not ending.is_over(state):
        return []
    if state.verdict is not None:
        return ["The result is as the GM ruled."]
    goals = state.goals
    found = [*_of_goals(state, goals), *_levels(state, goals)] if goals is not None else [_field(state)]
    return [_end(state), *found]


def _end(state: BattleState) -> str:
    """Why the battle is over."""
    if state.recalled:
        return "It ended because both sides were told to break off."
    if state.retreat:
        return f"It ended because {_name(state, state.retreat)} gave up the field."
    if state.goals is not None and ending.is_decided(state):
        return f"It ended because {_decided(state, state.goals)}."
    gone = [side for side, count in ending.effective(state).items() if not count]
    if gone:
        return f"It ended because {' and '.join(_name(state, side) for side in gone)} had no effective unit left."
    if state.turn >= state.turn_limit:
        return f"It ended because turn {state.turn} was the last."
    return f"It ended because nobody did any damage in {ending.STALEMATE} turns."


def _decided(state: BattleState, goals: Goals) -> str:
    """What of its own terms ended a scenario."""
    won = [
        f"{_name(state, term.side)} achieved what decides: {term.text}" for term in goals.terms if term.wins and scoring.worth(state, term)
    ]
    held = [
        f"{_name(state, side)} held every objective for {turns} turns" for side, turns in goals.held.items() if 0 < goals.hold_all <= turns
    ]
    units = [unit for id in goals.ends_with if (unit := state.unit(id)) is not None]
    gone = [f"{unit.name} {'was destroyed' if unit.destroyed else 'left the board'}" for unit in units if unit.destroyed or unit.left]
    return " and ".join([*won, *held, *gone]) or "a unit that had to be there is gone"


def _field(state: BattleState) -> str:
    """What decided a battle without terms of its own: the field, else the points; and what the points alone come to."""
    winner, level = ending.winner(state), _by_points(state)
    if winner is None:
        return f"Nobody held the field alone; by points it is {level}."
    if state.retreat:
        return f"{_name(state, winner)} wins because the other side gave up the field; by points it is {level}."
    if not all(ending.effective(state).values()):
        return f"{_name(state, winner)} wins because it alone has effective units; by points it is {level}."
    return f"Points decided: {level}."


def _by_points(state: BattleState) -> str:
    """'a draw (68 to 53)', 'a marginal victory for tog (60 to 40)'."""
    scores = scoring.points(state)
    high, low = sorted(scores, key=lambda side: (-scores[side], side))[:2]
    level, told = victory(scores[high], scores[low]), f"({scores[high]} to {scores[low]})"
    return f"a draw {told}" if level == "draw" else f"a {level.replace('_', ' ')} for {_name(state, high)} {told}"


def _of_goals(state: BattleState, goals: Goals) -> Iterator[str]:
    """Objectives and who held them, terms and what they earned, and who left over which edges."""
    for name, side in scoring.held(state).items():
        yield f"{_capital(name)}: {f'held by {_name(state, side)}' if side else 'held by neither side alone'}."
    for term in goals.terms:
        earned = scoring.worth(state, term)
        what = f"{earned} point{'' if earned == 1 else 's'}{' and the decision' if term.wins else ''}"
        text = f"what {_name(state, term.hidden_from)} does not know of" if term.hidden_from else f"'{term.text}'"
        yield f"{_name(state, term.side)}: {what if earned else 'nothing'} for {text}."
    yield from _exits(state)


def _exits(state: BattleState) -> Iterator[str]:
    """Units of each side that left, safely or not."""
    for side in state.sides:
        gone = [unit for unit in state.units() if unit.side == side and unit.gone is not None]
        safe = [f"{unit.name} ({unit.gone.edge}, turn {unit.gone.turn})" for unit in gone if unit.gone is not None and unit.gone.safe]
        lost = [unit.name for unit in gone if unit.gone is not None and not unit.gone.safe]
        if safe:
            yield f"{_name(state, side)}: left over a safe edge: {', '.join(safe)}."
        if lost:
            yield f"{_name(state, side)}: left elsewhere, and counts as destroyed: {', '.join(lost)}."


def _levels(state: BattleState, goals: Goals) -> Iterator[str]:
    """By what the Victory Level was read: what decides, the scenario's own table, else the points."""
    if any(term.wins and scoring.worth(state, term) for term in goals.terms):
        yield "What was to decide the scenario came about: a decisive victory."
    elif not goals.levels:
        yield f"Points decided: {_by_points(state)}."
    else:
        rows = "; ".join(_row(state, row) for row in goals.levels)
        yield f"The scenario's own table over {_measured(state, goals)}: {rows}."


def _measured(state: BattleState, goals: Goals) -> str:
    """What the table of a scenario goes by, and what that is for each side."""
    if goals.measure == "losses":
        return f"the losses of {_name(state, goals.of)} ({scoring.measure(state, goals, goals.of)})"
    counts = ", ".join(f"{_name(state, side)} {scoring.measure(state, goals, side)}" for side in state.sides)
    return f"{'objectives held' if goals.measure == 'objectives' else 'points'} ({counts})"


def _row(state: BattleState, row: Level) -> str:
    """'marginal for tog from 2 to 3', 'decisive from 5 on'."""
    whose = f" for {_name(state, row.side)}" if row.side else ""
    return f"{row.level}{whose} {f'from {row.least} on' if row.most < 0 else f'from {row.least} to {row.most}'}"


def _name(state: BattleState, side: str) -> str:
    return state.sides[side].name if side in state.sides else side


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]

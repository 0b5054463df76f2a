"""Points of a battle and Victory Levels of a scenario: what each side destroyed, what its terms give it, and the level that comes of it."""

from collections.abc import Iterator, Sequence

from scales.engine import Decision
from scales.interceptor.damage.condition import effective, is_effective, is_helpless, kind, thrust
from scales.interceptor.scenario.goals import Goals, Term
from scales.interceptor.state import Craft, State
from scales.interceptor.tables import CraftType
from scales.levels import DRAW, defeat, victory
from scales.play import Play

RULE = "centurion: Scenario Design"
VICTORY = "centurion: Victory Levels"
POINT_COST = 100_000
POINTS_EACH = 2
"""Points for each hundred thousand that a craft costs (Scenario Points Table)."""


def points_for(type: CraftType) -> int:
    """What a craft of a type is worth: twice its cost by hundred thousands, fractions up (centurion: Scenario Points Table)."""
    return -(-POINTS_EACH * type.cost // POINT_COST)


def points_of(craft: Craft) -> int:
    return points_for(kind(craft))


def is_lost(state: State, craft: Craft) -> bool:
    """Does it count as destroyed? In a scenario also a craft that left over an edge which is not safe for it."""
    return craft.where == "destroyed" or (state.goals is not None and craft.where == "left" and not craft.exit)


def points(state: State) -> dict[str, int]:
    """Points of each side: for enemy craft lost and by the terms of its scenario; by the terms alone where a table reads them."""
    goals, found = state.goals, dict.fromkeys((s.id for s in state.sides), 0)
    if goals is None or not goals.levels:
        for craft in state.craft.values():
            for side in found:
                found[side] += points_of(craft) if craft.side != side and is_lost(state, craft) else 0
    for term in goals.terms if goals is not None else ():
        found[term.side] += worth(state, term)
    return found


# --- terms --------------------------------------------------------------------------------------------------------------------------------


def worth(state: State, term: Term) -> int:
    """What a term has earned as things stand."""
    return term.points * count(state, term)


def count(state: State, term: Term) -> int:
    """How often what a term asks for has come about."""
    about = [c for c in state.craft.values() if not term.units or c.id in term.units]
    if term.event == "destroy":
        return sum(c.side != term.side and is_lost(state, c) for c in about)
    own = [c for c in about if c.side == term.side]
    if term.event == "keep":
        return sum(is_effective(c, state.at.turn) or bool(c.exit) for c in own)
    off = [c for c in own if c.exit or is_free(state, c)]
    return sum(len(c.cargo) for c in off) if term.event == "carry" else len(off)


def is_free(state: State, craft: Craft) -> bool:
    """Can nobody keep a craft any more from leaving over its safe edge? It flies, and no enemy is left in action."""
    turn = state.at.turn
    if craft.where not in ("board", "away", "waiting") or is_helpless(craft) or not thrust(craft, turn):
        return False
    return not any(n for side, n in effective(state).items() if side != craft.side)


def is_won(state: State, term: Term) -> bool:
    """Has a term come about that decides the battle? For a term about craft named, all of them count."""
    return term.wins and count(state, term) >= max(1, len(term.units) if term.event != "carry" else 1)


# --- levels -------------------------------------------------------------------------------------------------------------------------------


def levels(state: State) -> dict[str, str]:
    """The Victory Level of each side as things stand: by a term that decides, by the scenario's table, else by the ratio of points."""
    goals = state.goals
    if goals is None or len(state.sides) < 2:
        return {}
    decided = next((t.side for t in goals.terms if is_won(state, t)), None)
    if decided is not None:
        return _levels(state, decided, "decisive_victory")
    scores = points(state)
    if goals.levels:
        return _by_table(state, goals, scores[goals.of])
    high, low = sorted(scores, key=lambda s: (-scores[s], s))[:2]
    return _levels(state, high, victory(scores[high], scores[low]))


def _by_table(state: State, goals: Goals, measure: int) -> dict[str, str]:
    row = next((r for r in goals.levels if r.least <= measure and (r.most < 0 or measure <= r.most)), None)
    return _levels(state, row.side, f"{row.level}_victory") if row is not None else {s.id: DRAW for s in state.sides}


def _levels(state: State, side: str, level: str) -> dict[str, str]:
    return {s.id: level if s.id == side else defeat(level) for s in state.sides}


def winner(state: State) -> str | None:
    """The side with the victory."""
    return next((side for side, level in levels(state).items() if level.endswith("victory")), None)


# --- telling ------------------------------------------------------------------------------------------------------------------------------


def tell_earned(play: Play[State]) -> Sequence[Decision]:
    """End of a turn: what the terms of a scenario have earned anew."""
    goals = play.state.goals
    for term in goals.terms if goals is not None else ():
        now = 0 if term.event == "keep" else worth(play.state, term)
        change, term.earned = now - term.earned, now
        if change:
            words = "earns" if change > 0 else "loses"
            text = f"{term.side} {words} {abs(change)} point{'' if abs(change) == 1 else 's'}: {term.text}."
            play.tell("points_earned", text, RULE, data={"side": term.side, "points": change, "so_far": now})
    return ()


def tell_levels(play: Play[State]) -> None:
    """The Victory Levels of a scenario that is over, once."""
    found, scores = levels(play.state), points(play.state)
    names = ", ".join(f"{level.replace('_', ' ').title()} for {side}" for side, level in found.items())
    told = ", ".join(f"{side} {n}" for side, n in scores.items())
    play.tell("victory_levels", f"{names} ({told} points).", VICTORY, data={"levels": found, "points": scores})


def reasons(state: State) -> Iterator[str]:
    """What decided a scenario, in sentences."""
    goals = state.goals
    for term in goals.terms if goals is not None else ():
        earned = worth(state, term)
        what = f"{earned} point{'' if earned == 1 else 's'}" if earned else "nothing"
        yield f"{term.side}: {what} for '{term.text}'."
    for craft in state.craft.values():
        if craft.exit:
            yield f"{craft.name} left over the {craft.exit} edge."

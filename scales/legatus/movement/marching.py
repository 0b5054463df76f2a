"""The movement phase: cohorts are offered the move in order of initiative. legatus: Order of Movement"""

from collections.abc import Sequence

from scales.engine import Decision
from scales.legatus.double_blind.hearing import blind
from scales.legatus.initiative.initiative import next_offer, order_of
from scales.legatus.movement import moving, postponing
from scales.legatus.movement.movement import RULE
from scales.legatus.orders import March, Postpone, Turn, read
from scales.legatus.state import Century, LegatusState, active, free, seat_of
from scales.legatus.tables import kinds
from scales.play import Play


def movers(state: LegatusState, cohort: str) -> list[Century]:
    """The centuries of a cohort that may be ordered to move."""
    return [u for u in active(state, cohort) if _may_move(u)]


def _may_move(unit: Century) -> bool:
    return free(unit) and not unit.broken and kinds()[unit.kind].carriage != "fixed"


def _able(state: LegatusState, order: Sequence[str]) -> list[str]:
    """Those of some cohorts that have anybody to move."""
    able = {u.cohort for u in state.units.values() if _may_move(u)}
    return [c for c in order if c in able]


def march(play: Play[LegatusState]) -> Sequence[Decision]:
    """Offer the move, take the answer, until every cohort has moved.

    memo: order (not yet moved), passed, now (moving), after (in a double-blind battle: who waits for whom).
    """
    state, memo = play.state, play.state.at.memo
    if not memo:
        memo |= {"order": _able(state, order_of(state)), "passed": [], "now": "", "after": {}}
    if play.answers:
        _take_answer(play)
    # a ruling may have taken all centuries of a cohort that has still to move
    memo["order"] = _able(state, memo["order"])
    while memo["order"] and not memo["now"]:
        cohort, choice = _next_blind(state) if blind(state) else _next_open(state)
        if choice:
            return [choice]
        _begin(play, cohort)
    return [movement(state, memo["now"])] if memo["now"] else ()


def _next_open(state: LegatusState) -> tuple[str, Decision | None]:
    """The cohort that is offered the move, and its choice; the last one must move."""
    memo = state.at.memo
    cohort, must = next_offer(memo["order"], memo["passed"])
    return cohort, None if must else activation(state, cohort, memo["order"])


def _next_blind(state: LegatusState) -> tuple[str, Decision | None]:
    """The cohort whose turn it is, and its choice if it may wait."""
    memo = state.at.memo
    cohort = postponing.next_mover(memo["order"], memo["after"])
    return cohort, postponing.postponement(state, cohort, memo["order"])


def activation(state: LegatusState, cohort: str, waiting: Sequence[str]) -> Decision:
    """A cohort is offered the move. `waiting`: all cohorts that have still to move, best initiative first."""
    side = state.cohorts[cohort].side
    prompt = f"{state.cohorts[cohort].name} may move now or pass"
    return Decision(
        f"activation:{cohort}",
        seat_of(state, side),
        "activation",
        prompt,
        [cohort],
        data={"cohort": cohort, "waiting": list(waiting)},
    )


def movement(state: LegatusState, cohort: str) -> Decision:
    """The move of a cohort, all its centuries at once."""
    side = state.cohorts[cohort].side
    ids = [u.id for u in movers(state, cohort)]
    return Decision(
        f"movement:{cohort}",
        seat_of(state, side),
        "movement",
        f"Move the centuries of {state.cohorts[cohort].name}",
        ids,
        data={"cohort": cohort},
    )


def _begin(play: Play[LegatusState], cohort: str) -> None:
    """A cohort's move: it leaves the order and the offers start again."""
    memo = play.state.at.memo
    memo["now"], memo["passed"] = cohort, []
    memo["order"] = [c for c in memo["order"] if c != cohort]


def _take_answer(play: Play[LegatusState]) -> None:
    memo = play.state.at.memo
    key, answer = next(iter(play.answers.items()))
    kind, cohort = key.split(":", 1)
    if kind == "movement":
        for unit in movers(play.state, cohort):
            moving.move(play, unit, read(March, answer.choices.get(unit.id)))
        memo["now"] = ""
    elif kind == "postpone":
        _postpone(play, cohort, read(Postpone, answer.choices.get("turn")).after)
    elif read(Turn, answer.choices.get("turn")).act == "pass":
        memo["passed"].append(cohort)
        play.tell("passed", f"{play.state.cohorts[cohort].name} passes.", RULE, units=[cohort])
    elif movers(play.state, cohort):
        _begin(play, cohort)


def _postpone(play: Play[LegatusState], cohort: str, after: str) -> None:
    """A cohort moves, or waits for another; only its own side hears of that. legatus: Double-blind rules: Movement"""
    state = play.state
    if after and after in postponing.awaitable(state, cohort, state.at.memo["order"]):
        state.at.memo["after"][cohort] = after
        named = state.cohorts[cohort]
        text = f"{named.name} waits until {state.cohorts[after].name} has moved."
        play.tell("postponed", text, postponing.RULE, units=[cohort], data={"after": after}, seen_by=[named.side])
    elif movers(state, cohort):
        _begin(play, cohort)

"""The movement phase: broken centuries run, then cohorts are offered the move in order of initiative. legatus: Movement Phase"""

from collections.abc import Sequence

from scales.engine import Decision
from scales.legatus.combat import fighting, retreat
from scales.legatus.double_blind import sightings
from scales.legatus.double_blind.hearing import blind
from scales.legatus.initiative.initiative import next_offer, order_of
from scales.legatus.movement import postponing
from scales.legatus.movement.movement import RULE, allowance_of
from scales.legatus.movement.walking import Trip
from scales.legatus.orders import March, Postpone, Turn, read
from scales.legatus.state import Century, LegatusState, Marker, active, free, seat_of
from scales.legatus.support.artillery import RULE as ARTILLERY
from scales.legatus.tables import kinds
from scales.play import Play


def run_broken(play: Play[LegatusState]) -> Sequence[Decision]:
    """Broken centuries run for their headquarters, an installation, or off the map, before anybody else moves."""
    for id in sorted(play.state.units):
        unit = play.state.units[id]
        if unit.broken and free(unit) and allowance_of(unit):
            _run(play, unit)
    return ()


def _run(play: Play[LegatusState], unit: Century) -> None:
    to = retreat.flight_to(play.state, unit)
    unit.moved = True
    if to == "off":
        unit.status = "left"
        play.tell("left", f"{unit.name} is broken, has nobody to rally on, and leaves the map.", RULE, units=[unit.id])
    elif to != unit.at:
        unit.at, unit.altitude = to, "normal" if unit.altitude == "dug_in" else unit.altitude
        play.tell("fled", f"{unit.name} is broken and runs to {to}.", RULE, units=[unit.id], data={"to": to})


def movers(state: LegatusState, cohort: str) -> list[Century]:
    """The centuries of a cohort that may be ordered to move."""
    return [u for u in active(state, cohort) if free(u) and not u.broken and kinds()[u.kind].carriage != "fixed"]


def march(play: Play[LegatusState]) -> Sequence[Decision]:
    """Offer the move, take the answer, until every cohort has moved.

    memo: order (not yet moved), passed, now (moving), after (in a double-blind battle: who waits for whom).
    """
    state, memo = play.state, play.state.at.memo
    if not memo:
        memo |= {"order": [c for c in order_of(state) if movers(state, c)], "passed": [], "now": "", "after": {}}
    if play.answers:
        _take_answer(play)
    # a ruling may have taken all centuries of a cohort that has still to move
    memo["order"] = [c for c in memo["order"] if movers(state, c)]
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
            _move(play, unit, read(March, answer.choices.get(unit.id)))
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


def _move(play: Play[LegatusState], unit: Century, order: March) -> None:
    if order.deny:
        _deny(play, unit, order.deny)
    elif order.build:
        unit.building = True
    elif order.path:
        walk(play, unit, order.path, "moves")


def walk(
    play: Play[LegatusState], unit: Century, path: Sequence[str], verb: str, *, points: int | None = None, combat: bool = False
) -> None:
    """Move a century along its path and tell it, with what passive defenses and engineers do about it."""
    start, mode = unit.at, unit.altitude
    done = Trip(play.state, unit, play.dice, points, combat)
    done.go(path)
    altered = f", now {unit.altitude.replace('_', ' ')}" if unit.altitude != mode else ""
    ended = f" and stops there: {done.stopped}" if done.stopped else ""
    where = f"from {start} to {unit.at}" if unit.at != start else f"in {unit.at}"
    data = {"from": start, "to": unit.at, "altitude": unit.altitude, "path": list(path)}
    play.tell("moved", f"{unit.name} {verb} {where}{altered}{ended}.", RULE, units=[unit.id], data=data, checks=done.checks)
    if unit.kind == "armored_engineer" and not unit.crippled:
        clear_markers(play, unit)
    if done.caught:
        fighting.passive_attack(play, unit, done.caught)


def clear_markers(play: Play[LegatusState], unit: Century) -> None:
    """An engineer century removes passive defenses of the enemy and artillery denial where it stands. legatus: Engineers"""
    here = set(unit.at.split("|"))
    for marker in play.state.markers:
        if marker.kind == "denial" or (marker.kind == "passive" and marker.side != unit.side):
            gone = sorted(here & set(marker.hexes))
            marker.hexes = [h for h in marker.hexes if h not in here]
            if gone:
                play.tell("cleared", f"{unit.name} clears {', '.join(gone)}.", "legatus: Engineers", units=[unit.id], data={"hexes": gone})
    play.state.markers = [m for m in play.state.markers if m.hexes]


def _deny(play: Play[LegatusState], unit: Century, places: list[str]) -> None:
    """Fire missions that deny hexes to both sides until the end of the turn."""
    for at in places:
        unit.shots += 1
        play.state.markers.append(Marker("denial", unit.side, at.split("|")))
    sightings.reveal(play.state, unit)
    play.tell("denied", f"{unit.name} lays fire on {', '.join(places)}.", ARTILLERY, units=[unit.id], data={"hexes": places})

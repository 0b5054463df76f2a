"""Reactions at the beginning of the combat phase: one point of movement for centuries with an enemy in their zone, and pursuit.

Cohorts are offered the reaction in order of initiative, and may pass, as in the movement phase; in a double-blind battle both sides plot what all
their centuries do, and carry it out together. legatus: Reactions, Double-blind rules: Combat
"""

from collections.abc import Mapping, Sequence, Set

from msgspec.structs import replace

from scales.engine import Decision
from scales.legatus.combat.targets import hexes_of_foes
from scales.legatus.double_blind.hearing import hides, known_of
from scales.legatus.double_blind.jamming import tell_tests
from scales.legatus.initiative.initiative import next_offer, order_of
from scales.legatus.movement import moving
from scales.legatus.movement.movement import allowance_of
from scales.legatus.movement.walking import REACTION, maneuver_trial
from scales.legatus.movement.zones import controlled, in_zone
from scales.legatus.orders import March, Turn, read
from scales.legatus.state import Century, LegatusState, Side, active, enemies_of, free, seat_of, units_of
from scales.play import Play

RULE = "legatus: Reactions"


def react(play: Play[LegatusState]) -> Sequence[Decision]:
    """Ask and carry out until nobody has anything to react to.

    memo: order (cohorts that have still to react), passed, now (the cohort that reacts), plotted (double-blind: both sides have been asked), chase
    (those whose zone an enemy has left).
    """
    state, memo = play.state, play.state.at.memo
    if not memo:
        memo |= {"order": order_of(state), "passed": [], "now": "", "plotted": False, "chase": []}
    for key, answer in sorted(play.answers.items()):
        if key.startswith("activation:"):
            _take_offer(play, key.removeprefix("activation:"), read(Turn, answer.choices.get("turn")))
    _carry_out(play)
    return _pursuits(state) or (_plots(state) if hides(state) else _next(state))


# ---- who may -------------------------------------------------------------------------------------------------------


def may_step(unit: Century) -> bool:
    """It can move, and has not tested yet in this phase; a century without movement points has none to use."""
    return free(unit) and not unit.broken and not unit.reacted and allowance_of(unit) > 0


def reacting(state: LegatusState, cohort: str) -> list[str]:
    """The centuries of a cohort that may react, by id."""
    foes = hexes_of_foes(state, state.cohorts[cohort].side)
    return [u.id for u in active(state, cohort) if _reacts(u, foes)]


def _reacts(unit: Century, foes: Set[str]) -> bool:
    """May a century react to enemies in some hexes?"""
    return not controlled(unit).isdisjoint(foes) and may_step(unit)


def pursuers(state: LegatusState, unit: Century, at: str) -> list[Century]:
    """The enemies whose zone a century leaves by a step to a position, and that may follow it."""
    there = replace(unit, at=at)
    return [e for e in enemies_of(state, unit.side) if may_step(e) and in_zone(e, unit) and not in_zone(e, there)]


# ---- who is asked --------------------------------------------------------------------------------------------------


def reaction(state: LegatusState, cohort: str) -> Decision:
    """A cohort is asked for its reactions."""
    name, seat = state.cohorts[cohort].name, seat_of(state, state.cohorts[cohort].side)
    return Decision(f"reaction:{cohort}", seat, "reaction", f"Reactions of {name}", reacting(state, cohort), data={"cohort": cohort})


def offer(state: LegatusState, cohort: str, waiting: Sequence[str]) -> Decision | None:
    """A cohort is offered to react now or pass; None for the last, and when no enemy waits to whom it could leave the lead."""
    side = state.cohorts[cohort].side
    if cohort == waiting[-1] or all(state.cohorts[c].side == side for c in waiting):
        return None
    prompt, data = f"{state.cohorts[cohort].name} may react now or pass", {"cohort": cohort, "waiting": list(waiting)}
    return Decision(f"activation:{cohort}", seat_of(state, side), "activation", prompt, [cohort], data=data)


def plot(state: LegatusState, side: Side) -> Decision:
    """A side of a double-blind battle is asked for all its reactions."""
    foes = hexes_of_foes(state, side.id)
    units = [u.id for u in units_of(state, side.id) if _reacts(u, foes)]
    prompt = "Plot the reactions of your centuries: both sides carry them out together"
    return Decision(f"reactions:{side.id}", side.seat, "reaction", prompt, units, sealed=True, data={"side": side.id})


def pursuit(state: LegatusState, side: Side, left: Sequence[str]) -> Decision:
    """A side is asked which of those whose zone an enemy has left follow."""
    units = [u.id for u in units_of(state, side.id) if u.id in left and may_step(u)]
    prompt = "Pursue those who left your zone"
    return Decision(f"pursuit:{side.id}", side.seat, "pursuit", prompt, units, sealed=hides(state), data={"side": side.id})


def waiting(state: LegatusState, order: Sequence[str]) -> list[str]:
    """Those of some cohorts that have something to react to."""
    foes = {side.id: hexes_of_foes(state, side.id) for side in state.sides}
    ready = {u.cohort for u in state.units.values() if u.status == "ok" and _reacts(u, foes[u.side])}
    return [c for c in order if c in ready]


def _next(state: LegatusState) -> Sequence[Decision]:
    """The reactions of the cohort whose turn it is, or the offer to take it."""
    memo = state.at.memo
    left = waiting(state, memo["order"])
    if not memo["now"] and left:
        cohort, _ = next_offer(left, memo["passed"])
        choice = offer(state, cohort, left)
        if choice:
            return [choice]
        _begin(state, cohort)
    return [reaction(state, memo["now"])] if memo["now"] else ()


def _plots(state: LegatusState) -> Sequence[Decision]:
    memo = state.at.memo
    if memo["plotted"]:
        return ()
    memo["plotted"] = True
    return [decision for decision in (plot(state, side) for side in state.sides) if decision.units]


def _pursuits(state: LegatusState) -> Sequence[Decision]:
    """The owners of those whose enemy slipped away are asked, all together."""
    left, state.at.memo["chase"] = state.at.memo["chase"], []
    if not left:
        return []
    return [decision for decision in (pursuit(state, side, left) for side in state.sides) if decision.units]


def _begin(state: LegatusState, cohort: str) -> None:
    """A cohort reacts: it leaves the order and the offers start again."""
    memo = state.at.memo
    memo["now"], memo["passed"], memo["order"] = cohort, [], [c for c in memo["order"] if c != cohort]


def _take_offer(play: Play[LegatusState], cohort: str, answer: Turn) -> None:
    if answer.act == "pass":
        play.state.at.memo["passed"].append(cohort)
        play.tell("passed", f"{play.state.cohorts[cohort].name} passes.", RULE, units=[cohort])
    elif reacting(play.state, cohort):
        _begin(play.state, cohort)


# ---- what they do --------------------------------------------------------------------------------------------------


def _carry_out(play: Play[LegatusState]) -> None:
    """Test and move each century that was ordered to, cohorts in order of initiative, and note whose zone it has left."""
    state, memo = play.state, play.state.at.memo
    steps = {id: (step, verb) for key, verb in _verbs(play) for id, step in _steps(state, play.answers[key].choices).items()}
    if any(key.startswith("reaction:") for key in play.answers):
        memo["now"] = ""
    ranks = {cohort: n for n, cohort in enumerate(order_of(state))}
    movers = sorted((state.units[id] for id in steps), key=lambda u: (ranks.get(u.cohort, -1), u.id))
    watched = [(unit, watcher) for unit in movers for watcher in enemies_of(state, unit.side) if in_zone(watcher, unit)]
    for unit in movers:
        _step(play, unit, *steps[unit.id])
    memo["chase"] = [w.id for unit, w in watched if not in_zone(w, unit) and known_of(state, w.side, [unit])]


def _verbs(play: Play[LegatusState]) -> list[tuple[str, str]]:
    """The answers that order steps, with what their centuries do."""
    verbs = {"reaction": "reacts", "reactions": "reacts", "pursuit": "pursues"}
    return [(key, verbs[kind]) for key in sorted(play.answers) if (kind := key.split(":", 1)[0]) in verbs]


def _steps(state: LegatusState, choices: Mapping[str, object]) -> dict[str, list[str]]:
    """The steps ordered by century: of those that a ruling has not taken out of play meanwhile."""
    paths = {id: read(March, order).path for id, order in choices.items()}
    return {id: path for id, path in paths.items() if path and may_step(state.units[id])}


def _step(play: Play[LegatusState], unit: Century, path: list[str], verb: str) -> None:
    unit.reacted = True
    check = maneuver_trial(play.state, unit, REACTION, combat=True).roll(play.dice)
    if not check.passed:
        tell_tests(play, "held", f"{unit.name} fails its maneuver test and stays in {unit.at}.", RULE, unit, [unit.at], [check])
        return
    tell_tests(play, "reacted", f"{unit.name} passes its maneuver test.", RULE, unit, [unit.at], [check])
    moving.react(play, unit, path, verb)

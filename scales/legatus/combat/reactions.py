"""Reactions at the beginning of the combat phase: one point of movement for centuries in an enemy zone, and pursuit. legatus: Combat Phase"""

from collections.abc import Sequence
from dataclasses import replace

from scales.engine import Decision
from scales.legatus.initiative.initiative import order_of
from scales.legatus.movement.marching import walk
from scales.legatus.movement.walking import REACTION, maneuver_trial
from scales.legatus.movement.zones import in_zone
from scales.legatus.orders import March, read
from scales.legatus.state import Century, LegatusState, active, enemies_of, free, seat_of
from scales.legatus.tables import kinds
from scales.play import Play

RULE = "legatus: Combat Phase"


def can_react(state: LegatusState, unit: Century) -> bool:
    """It has an enemy in its zone, can move, and has not reacted yet."""
    return may_pursue(unit) and any(in_zone(unit, e) for e in enemies_of(state, unit.side) if not e.engaged)


def react(play: Play[LegatusState]) -> Sequence[Decision]:
    """Cohorts react in order of initiative; who is left behind may pursue at once. memo: order, chase (unit -> those that fled from it)."""
    state, memo = play.state, play.state.at.memo
    if not memo:
        memo |= {"order": order_of(state), "chase": []}
    for key, answer in play.answers.items():
        _take(play, key, answer.choices)
    if memo["chase"]:
        found = _pursuits(state, memo["chase"])
        memo["chase"] = []
        if found:
            return found
    while memo["order"]:
        cohort = memo["order"].pop(0)
        if reacting(state, cohort):
            return [reaction(state, cohort)]
    return ()


def reacting(state: LegatusState, cohort: str) -> list[str]:
    """The centuries of a cohort that may react, by id."""
    return [u.id for u in active(state, cohort) if can_react(state, u)]


def reaction(state: LegatusState, cohort: str) -> Decision:
    """A cohort is asked for its reactions."""
    name, seat = state.cohorts[cohort].name, seat_of(state, state.cohorts[cohort].side)
    return Decision(f"reaction:{cohort}", seat, "reaction", f"Reactions of {name}", reacting(state, cohort), data={"cohort": cohort})


def _take(play: Play[LegatusState], key: str, choices: dict[str, dict[str, object]]) -> None:
    """Test and move each century that was ordered to, and note whose zone it left."""
    state, memo = play.state, play.state.at.memo
    for id in sorted(choices):
        unit, path = state.units[id], read(March, choices[id]).path
        if not path or not free(unit) or unit.reacted:
            continue
        watchers = [e for e in enemies_of(state, unit.side) if in_zone(e, unit)]
        _step(play, unit, path, "pursues" if key.startswith("pursuit") else "reacts")
        if key.startswith("reaction"):
            memo["chase"] += [e.id for e in watchers if not in_zone(e, unit)]


def _step(play: Play[LegatusState], unit: Century, path: list[str], verb: str) -> None:
    unit.reacted = True
    check = maneuver_trial(play.state, unit, REACTION, combat=True).roll(play.dice)
    if not check.passed:
        play.tell("held", f"{unit.name} fails its maneuver test and stays in {unit.at}.", RULE, units=[unit.id], checks=[check])
        return
    play.tell("reacted", f"{unit.name} passes its maneuver test.", RULE, units=[unit.id], checks=[check])
    moved = unit.moved
    walk(play, unit, path, verb, points=1, combat=True)
    # fire support is barred by movement of the movement phase; a reaction of a battery takes its shots as well
    unit.moved = moved or bool(path)


def may_pursue(unit: Century) -> bool:
    return free(unit) and not unit.broken and not unit.reacted and kinds()[unit.kind].carriage != "fixed"


def pursuers(state: LegatusState, unit: Century, at: str) -> list[Century]:
    """The enemies whose zone a century leaves by a step to a position, and that may follow it."""
    there = replace(unit, at=at)
    return [e for e in enemies_of(state, unit.side) if may_pursue(e) and in_zone(e, unit) and not in_zone(e, there)]


def _pursuits(state: LegatusState, ids: Sequence[str]) -> list[Decision]:
    """Ask the owners of those whose enemy slipped away, all together."""
    by_side: dict[str, list[str]] = {}
    for id in sorted(set(ids)):
        unit = state.units[id]
        if may_pursue(unit):
            by_side.setdefault(unit.side, []).append(id)
    return [
        Decision(f"pursuit:{s}", seat_of(state, s), "pursuit", "Pursue those who left your zone", ids) for s, ids in sorted(by_side.items())
    ]

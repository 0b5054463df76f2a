"""Reactions at the beginning of the combat phase: one point of movement for centuries in an enemy zone, and pursuit. legatus: Combat Phase"""

from collections.abc import Sequence

from scales.engine import Decision
from scales.legatus.initiative import order_of
from scales.legatus.marching import walk
from scales.legatus.orders import March, read
from scales.legatus.state import Century, LegatusState, active, enemies_of, free, seat_of
from scales.legatus.tables import kinds
from scales.legatus.walking import REACTION, maneuver_trial
from scales.legatus.zones import in_zone
from scales.play import Play

RULE = "legatus: Combat Phase"


def can_react(state: LegatusState, unit: Century) -> bool:
    """It has an enemy in its zone, can move, and has not reacted yet."""
    able = free(unit) and not unit.broken and not unit.reacted and kinds()[unit.kind].carriage != "fixed"
    return able and any(in_zone(unit, e) for e in enemies_of(state, unit.side) if not e.engaged)


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
        ids = [u.id for u in active(state, cohort) if can_react(state, u)]
        if ids:
            seat = seat_of(state, state.cohorts[cohort].side)
            return [
                Decision(f"reaction:{cohort}", seat, "reaction", f"Reactions of {state.cohorts[cohort].name}", ids, data={"cohort": cohort})
            ]
    return ()


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


def _pursuits(state: LegatusState, ids: Sequence[str]) -> list[Decision]:
    """Ask the owners of those whose enemy slipped away, all together."""
    by_side: dict[str, list[str]] = {}
    for id in sorted(set(ids)):
        unit = state.units[id]
        if free(unit) and not unit.broken and not unit.reacted and kinds()[unit.kind].carriage != "fixed":
            by_side.setdefault(unit.side, []).append(id)
    return [
        Decision(f"pursuit:{s}", seat_of(state, s), "pursuit", "Pursue those who left your zone", ids) for s, ids in sorted(by_side.items())
    ]

"""Objectives, what became of each unit, and the report of a battle. legatus: Victory"""

from collections import Counter

from scales.engine import Fate, Json, Report
from scales.legatus.defenses.installations import is_fixed
from scales.legatus.double_blind.hearing import hides
from scales.legatus.double_blind.learning import hear_of
from scales.legatus.scenario.scoring import RESULTS, is_combat, points
from scales.legatus.state import WAITING, Century, LegatusState, Objective, hexes_of, present, side_name
from scales.play import Play

RULE = "legatus: Victory"
THERE = frozenset({"ok", WAITING})
"""The status of units that are still in the battle."""


def effective(state: LegatusState) -> dict[str, int]:
    """Combat centuries and installations of each side that are still there, or have still to be placed."""
    fighting = Counter([u.side for u in state.units.values() if u.status in THERE and (is_combat(u) or is_fixed(u))])
    return {s.id: fighting[s.id] for s in state.sides}


def take_objectives(play: Play[LegatusState]) -> None:
    """A side holds a place when it has an unbroken unit there and no enemy does; it keeps it until another takes it."""
    for goal in play.state.objectives:
        there = [u for u in play.state.units.values() if present(u) and goal.hex in hexes_of(u.at)]
        holders = sorted({u.side for u in there if not u.broken})
        if len(holders) == 1 and len({u.side for u in there}) == 1 and goal.holder != holders[0]:
            goal.holder = holders[0]
            data = {"objective": goal.name, "holder": goal.holder}
            play.tell(
                "objective", f"{side_name(play.state, goal.holder)} takes {goal.name}.", RULE, data=data, seen_by=_hear_of(play.state, goal)
            )


def _hear_of(state: LegatusState, goal: Objective) -> list[str] | None:
    """Who is told of a place taken: everybody, in a double-blind battle its holder and those that see him there."""
    if not hides(state):
        return None
    told = [goal.holder, *hear_of(state, goal)]
    sides = [s.id for s in state.sides if s.id in told]
    return None if len(sides) == len(state.sides) else sides


def status(unit: Century) -> str:
    if unit.status not in THERE:
        return unit.status
    return "crippled" if unit.crippled else "ok"


def fates(state: LegatusState) -> dict[str, Fate]:
    """What became of every unit of the battle, satellites and ships too."""
    units = {id: _fate(unit) for id, unit in state.units.items()}
    others = [*(s.id for s in state.satellites), *(s.id for s in state.supports), *sorted(state.squadrons)]
    return units | {id: fate_of(state, id) for id in others}


def _fate(unit: Century) -> Fate:
    return Fate(unit.side, unit.name, status(unit), _sheet(unit))


def fate_of(state: LegatusState, id: str) -> Fate:
    """What became of one unit, with the sheet that a later battle and `settle` read."""
    if id in state.units:
        return _fate(state.units[id])
    if id in state.squadrons:
        squadron = state.squadrons[id]
        word = squadron.box if squadron.box in {"destroyed", "left"} else "ok"
        return Fate(squadron.side, squadron.name, word, {"kind": squadron.kind, "box": squadron.box})
    for satellite in state.satellites:
        if satellite.id == id:
            return Fate(satellite.side, satellite.name, "left" if satellite.spent or satellite.left else "ok")
    support = next(s for s in state.supports if s.id == id)
    return Fate(support.side, support.name, "left" if support.left else "ok")


def _sheet(unit: Century) -> Json:
    return {
        "kind": unit.kind,
        "at": unit.at,
        "altitude": unit.altitude,
        "broken": unit.broken,
        "crippled": unit.crippled,
        "cohort": unit.cohort,
        "engaged": unit.engaged,
        **unit.sheet,
    }


def report(state: LegatusState) -> Report:
    return Report(
        over=state.over,
        outcome=state.outcome,
        winner=state.winner,
        turn=state.at.turn,
        points=points(state),
        effective=effective(state),
        fates=fates(state),
        objectives={o.name: o.holder for o in state.objectives},
        levels={s.id: state.outcome for s in state.sides} if state.over and state.outcome in RESULTS else {},
        reasons=list(state.reasons),
    )

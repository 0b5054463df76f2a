"""What hits do: defense and morale rolls, then retreats. legatus: Defense and Morale, Retreats"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from scales.engine import Modifier
from scales.legatus.combat import combat, retreat
from scales.legatus.combat.retreat import Threat
from scales.legatus.initiative.initiative import order_of
from scales.legatus.state import Century, LegatusState, present
from scales.play import Play


@dataclass(slots=True)
class Hit:
    """A hit on a century: who made it ('' for none on the map), what its defense roll suffers, and where one by no unit came from (`at`, '' for
    nowhere here, with the hexes it must leave)."""

    target: str
    by: str
    changes: list[Modifier] = field(default_factory=list)
    at: str = ""
    zone: frozenset[str] = frozenset()


@dataclass(slots=True)
class Rout:
    """A century that must retreat, and from what."""

    unit: Century
    broken: bool
    threats: list[Threat]


def settle_hits(play: Play[LegatusState], hits: Sequence[Hit]) -> None:
    """A defense and a morale roll for each hit; when all are rolled, the retreats. R-LEG-17"""
    state = play.state
    threats = [_threat_of(state, hit) for hit in hits]
    routs = []
    for id in sorted({h.target for h in hits}):
        unit = state.units[id]
        results = [take_hit(play, unit, hit) for hit in hits if hit.target == id]
        if set(results) != {"holds"} and present(unit):
            mine = [t for hit, t in zip(hits, threats, strict=True) if hit.target == id and t]
            routs.append(Rout(unit, "broken" in results, mine))
    fall_back_all(play, routs)


def _threat_of(state: LegatusState, hit: Hit) -> Threat | None:
    """What a hit makes its target retreat from; None for a hit from above."""
    if hit.by in state.units:
        return retreat.threat_of(state.units[hit.by])
    return Threat("", hit.at, hit.zone) if hit.at else None


def take_hit(play: Play[LegatusState], unit: Century, hit: Hit) -> str:
    """The defense and morale rolls of one hit; returns holds, retreats or broken."""
    if not present(unit):
        return "holds"
    checks = [combat.defense_trial(play.state, unit, hit.changes).roll(play.dice)]
    now = "" if checks[0].passed else hurt(play.state, unit)
    result = "holds"
    if present(unit) and combat.has_morale(unit):
        result, check = combat.morale_check(unit, play.dice)
        checks.append(check)
    told = {"": "withstands a hit", "crippled": "is crippled", "destroyed": "is destroyed"}[now]
    mood = {"holds": "", "retreats": " and must retreat", "broken": " and is broken"}[result]
    play.tell(
        "hit",
        f"{unit.name} {told}{mood}.",
        combat.DEFENSE,
        units=[unit.id, *([hit.by] if hit.by else [])],
        checks=checks,
        data={"state": now or "whole", "morale": result},
    )
    return result


def hurt(state: LegatusState, unit: Century) -> str:
    """Cripple or destroy; the turn has seen damage."""
    state.damaged = True
    return combat.harm(unit)


def fall_back_all(play: Play[LegatusState], routs: Sequence[Rout]) -> None:
    """All retreats, cohorts in order of initiative. Who is broken has no zone from the moment its morale gave way."""
    order = order_of(play.state)
    for rout in routs:
        rout.unit.broken = rout.unit.broken or rout.broken
    for rout in sorted(routs, key=lambda r: (order.index(r.unit.cohort) if r.unit.cohort in order else -1, r.unit.id)):
        _fall_back(play, rout)


def _fall_back(play: Play[LegatusState], rout: Rout) -> None:
    """Retreat out of the zones of the enemies that hit, or take a hit that cannot be saved."""
    unit = rout.unit
    to = retreat.retreat_to(play.state, unit, rout.threats, rout.broken)
    data = {"from": unit.at, "to": to or unit.at, "broken": rout.broken}
    if to:
        unit.at, unit.altitude, unit.moved = to, retreat.risen(unit), True
        word = "is broken and runs" if rout.broken else "retreats"
        play.tell("retreated", f"{unit.name} {word} to {to}.", retreat.RULE, units=[unit.id], data=data)
        return
    now = hurt(play.state, unit)
    text = f"{unit.name} cannot retreat, takes a hit that nothing saves it from, and is {now}."
    play.tell("trapped", text, retreat.RULE, units=[unit.id], data=data | {"state": now})

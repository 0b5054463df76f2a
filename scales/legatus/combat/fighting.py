"""The combat phase on the map: attacks, hits, retreats, passive defenses. legatus: Combat Phase, Passive Defenses"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from scales.engine import Modifier
from scales.legatus.combat import combat, retreat
from scales.legatus.double_blind import sightings
from scales.legatus.movement.zones import opponents
from scales.legatus.rolls import Trial
from scales.legatus.state import Century, LegatusState, free, present
from scales.legatus.support import artillery
from scales.legatus.tables import tables
from scales.play import Play

RULE = combat.RULE


@dataclass(slots=True)
class Hit:
    """A hit on a century: who made it ('' for none on the map) and what its defense roll suffers."""

    target: str
    by: str
    changes: list[Modifier] = field(default_factory=list)
    no_retreat: bool = False


def supports_of(state: LegatusState, unit: Century, target: Century) -> list[Modifier]:
    """Bonuses of the batteries that support a century against a target."""
    if unit.kind == "defensive_installation" or artillery.shielded(state, target):
        return []
    found = [state.units[b] for b, helped in sorted(state.plans.support.items()) if unit.id in helped]
    return [artillery.bonus_modifier(b) for b in found if free(b) and not b.crippled]


def chosen_targets(state: LegatusState, unit: Century) -> list[Century]:
    """Whom a century attacks: an installation all in its zone, another the one ordered, or the weakest if that one is gone."""
    able = [e for e in opponents(state, unit) if not e.fought]
    if unit.kind == "defensive_installation" or not able:
        return able
    ordered = [e for e in able if e.id == state.plans.attacks.get(unit.id)]
    return ordered or [min(able, key=lambda e: (combat.defense_value(state, e), e.id))]


def attack_all(play: Play[LegatusState]) -> list[Hit]:
    """Every century in combat rolls; nothing takes effect before all have."""
    state, hits = play.state, []
    for id in sorted(state.units):
        unit = state.units[id]
        if not free(unit) or unit.fought:
            continue
        for target in chosen_targets(state, unit):
            check = combat.attack_trial(state, unit, target, supports_of(state, unit, target)).roll(play.dice)
            sightings.reveal(state, unit)
            word = "hits" if check.passed else "misses"
            play.tell(
                "attacked",
                f"{unit.name} attacks {target.name} and {word}.",
                RULE,
                units=[unit.id, target.id],
                checks=[check],
                data={"hit": check.passed},
            )
            if check.passed:
                hits.append(Hit(target.id, unit.id))
    _reveal_batteries(state)
    return hits


def _reveal_batteries(state: LegatusState) -> None:
    for battery, helped in sorted(state.plans.support.items()):
        if helped:
            sightings.reveal(state, state.units[battery])


def settle_hits(play: Play[LegatusState], hits: Sequence[Hit]) -> None:
    """A defense and a morale roll for each hit, then the retreats. R-LEG-17"""
    state = play.state
    fates: list[tuple[Century, str, list[Century]]] = []
    for id in sorted({h.target for h in hits}):
        unit, mine = state.units[id], [h for h in hits if h.target == id]
        results = [take_hit(play, unit, hit) for hit in mine]
        worst = "broken" if "broken" in results else "retreats" if "retreats" in results else "holds"
        if worst != "holds" and present(unit):
            fates.append((unit, worst, [state.units[h.by] for h in mine if h.by and present(state.units[h.by])]))
    for unit, worst, hitters in fates:
        if present(unit):
            fall_back(play, unit, hitters, worst == "broken")


def take_hit(play: Play[LegatusState], unit: Century, hit: Hit) -> str:
    """The defense and morale rolls of one hit; returns holds, retreats or broken."""
    if not present(unit):
        return "holds"
    checks = [combat.defense_trial(play.state, unit, hit.changes).roll(play.dice)]
    now = "" if checks[0].passed else hurt(play.state, unit)
    result = "holds"
    if present(unit) and unit.kind != "defensive_installation" and not hit.no_retreat:
        result, check = combat.morale_check(unit, play.dice)
        checks.append(check)
    told = {"": "withstands a hit", "crippled": "is crippled", "destroyed": "is destroyed"}[now]
    mood = {"holds": "", "retreats": " and must retreat", "broken": " and is broken"}[result]
    play.tell(
        "hit",
        f"{unit.name} {told}{mood}.",
        RULE,
        units=[unit.id, *([hit.by] if hit.by else [])],
        checks=checks,
        data={"state": now or "whole", "morale": result},
    )
    return result


def hurt(state: LegatusState, unit: Century) -> str:
    """Cripple or destroy; the turn has seen damage."""
    state.damaged = True
    return combat.harm(unit)


def fall_back(play: Play[LegatusState], unit: Century, hitters: list[Century], broken: bool) -> None:
    """Retreat out of the zones of the enemies that hit, or take a hit that cannot be saved."""
    unit.broken = unit.broken or broken
    to = retreat.retreat_to(play.state, unit, hitters, broken)
    word = "is broken and runs" if broken else "retreats"
    if to:
        unit.at, unit.altitude = to, "normal" if unit.altitude == "dug_in" else unit.altitude
        play.tell("retreated", f"{unit.name} {word} to {to}.", RULE, units=[unit.id], data={"to": to, "broken": broken})
        return
    now = hurt(play.state, unit)
    play.tell("trapped", f"{unit.name} cannot retreat and is {now}.", RULE, units=[unit.id], data={"state": now, "broken": broken})


def passive_attack(play: Play[LegatusState], unit: Century, hex: str) -> None:
    """Passive defenses strike a century that failed its test on them. legatus: Passive Defenses"""
    check = passive_trial(unit, hex).roll(play.dice)
    word = "hit" if check.passed else "miss"
    play.tell(
        "attacked",
        f"The passive defenses in {hex} {word} {unit.name}.",
        "legatus: Passive Defenses",
        units=[unit.id],
        checks=[check],
        data={"hit": check.passed},
    )
    if check.passed:
        settle_hits(play, [Hit(unit.id, "", no_retreat=True)])


def passive_trial(unit: Century, hex: str) -> Trial:
    return Trial(f"attack: passive defenses in {hex} on {unit.name}", passive_attack_value(), [], "legatus: Passive Defenses")


def passive_attack_value() -> int:
    return int(tables()["combat"]["passive_defense_attack"])

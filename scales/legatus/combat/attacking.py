"""The attacks of a combat phase: each century's on one enemy, an installation's on all, those of enemies that were not spotted first.

legatus: Attacks, Defensive Installations, Double-blind rules: Combat
"""

from collections.abc import Iterator, Sequence

from scales.legatus.combat import combat
from scales.legatus.combat.fighting import Hit, settle_hits
from scales.legatus.combat.targets import targets_of
from scales.legatus.defenses.installations import is_fixed
from scales.legatus.double_blind import sightings
from scales.legatus.double_blind.hearing import hides, knows
from scales.legatus.state import Century, LegatusState, free
from scales.legatus.support import artillery
from scales.play import Play

BLIND = "legatus: Double-blind rules: Combat"
Attack = tuple[Century, Century]
"""Who attacks whom."""


def ambush(play: Play[LegatusState]) -> list[Attack]:
    """Attacks that the target's side did not see coming are carried out first, with all that comes of them; returns them."""
    if not hides(play.state):
        return []
    found = [(unit, target) for unit, target in _attacks(play.state, []) if not knows(play.state, target.side, unit.id)]
    settle_hits(play, _roll(play, found, " unseen"))
    return found


def attack_all(play: Play[LegatusState], before: Sequence[Attack]) -> list[Hit]:
    """Everybody in combat rolls who has not attacked `before`; nothing takes effect until all have."""
    return _roll(play, list(_attacks(play.state, before)))


def _attacks(state: LegatusState, before: Sequence[Attack]) -> Iterator[Attack]:
    done = {unit.id for unit, _ in before}
    for id in sorted(state.units):
        unit = state.units[id]
        if free(unit) and not unit.fought and id not in done:
            attackers = [enemy.id for enemy, target in before if target is unit]
            yield from ((unit, target) for target in chosen_targets(state, unit, attackers))


def chosen_targets(state: LegatusState, unit: Century, attackers: Sequence[str] = ()) -> list[Century]:
    """Whom a unit attacks of those its side knows: an installation all in its zone, a century the enemy ordered. When that one is gone the weakest
    in reach; in a double-blind battle first the weakest of those that have surprised it (`attackers`), and nobody when nobody was ordered."""
    able = [e for e in targets_of(state, unit) if not e.fought]
    if is_fixed(unit) or not able:
        return able
    ordered = state.plans.attacks.get(unit.id, "")
    meant = [e for e in able if e.id == ordered] or [e for e in able if e.id in attackers]
    if not meant and (ordered or not hides(state)):
        meant = able
    return sorted(meant, key=lambda e: (combat.defense_value(state, e), e.id))[:1]


def _roll(play: Play[LegatusState], attacks: Sequence[Attack], how: str = "") -> list[Hit]:
    """The attack rolls; whoever fires is spotted by every enemy: artillery in support too, and air/space defense that brings down its shells."""
    state, hits = play.state, []
    for unit, target in attacks:
        batteries = batteries_for(state, unit)
        shields = artillery.shields_of(state, target) if batteries else []
        helpers = [] if shields else batteries
        sightings.reveal(state, unit)
        for each in batteries:
            sightings.betray(play, each, f"supports {unit.name}")
        for each in shields:
            sightings.betray(play, each, f"keeps artillery away from {target.name}")
        check = combat.attack_trial(state, unit, target, [artillery.bonus_modifier(b) for b in helpers]).roll(play.dice)
        word = "hits" if check.passed else "misses"
        barred = "; air/space defense keeps its artillery away" if len(helpers) < len(batteries) else ""
        text = f"{unit.name} attacks {target.name}{how} and {word}{barred}."
        data = {"hit": check.passed, "support_barred": bool(barred)}
        play.tell("attacked", text, BLIND if how else combat.ATTACKS, units=[unit.id, target.id], checks=[check], data=data)
        if check.passed:
            hits.append(Hit(target.id, unit.id))
    return hits


def batteries_for(state: LegatusState, unit: Century) -> list[Century]:
    """The batteries that can support a century: none an installation. R-LEG-11"""
    if is_fixed(unit):
        return []
    found = [state.units[b] for b, helped in sorted(state.plans.support.items()) if unit.id in helped]
    return [b for b in found if free(b) and not b.crippled]

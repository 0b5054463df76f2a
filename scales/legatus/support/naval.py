"""Naval vessels: fire on a whole engagement, and the end of crippled installations under naval superiority. legatus: Naval Vessels"""

from scales.engine import Modifier
from scales.legatus import rolls
from scales.legatus.board import gap
from scales.legatus.combat.fighting import Hit, hurt
from scales.legatus.combat.targets import enemies_in_combat
from scales.legatus.defenses.installations import is_fixed
from scales.legatus.double_blind import sightings
from scales.legatus.double_blind.hearing import knows
from scales.legatus.movement.zones import in_contact
from scales.legatus.rolls import Trial
from scales.legatus.state import Century, LegatusState, Support, enemies_of, free, present, units_of
from scales.legatus.tables import tables
from scales.play import Play

RULE = "legatus: Naval Vessels"


def barred(state: LegatusState) -> bool:
    """An installation on the map, whole or crippled and of whichever side, keeps ships from supporting anybody."""
    return bool(forts(state))


def forts(state: LegatusState) -> list[Century]:
    return [u for u in state.units.values() if is_fixed(u) and present(u)]


def supports_of(state: LegatusState, side: str) -> list[Support]:
    """Ships that may fire for a side: none while the Leviathan board is in play, or while an installation is on the map."""
    return [s for s in state.supports if s.side == side and not s.left and not state.links.leviathan and not barred(state)]


def targets(state: LegatusState, side: str) -> list[Century]:
    """Enemies whose engagement ships may be called on."""
    return enemies_in_combat(state, side)


def engagement_around(state: LegatusState, target: Century) -> list[Century]:
    """Everybody in contact with the target, with those in contact with it, and so on."""
    around = [target]
    for unit in around:
        foes = [e for e in enemies_of(state, unit.side) if free(e) and not e.fought and e not in around and in_contact(e, unit)]
        around += foes
    return sorted(around, key=lambda u: u.id)


def trial(state: LegatusState, support: Support, unit: Century) -> Trial:
    """The attack on one century of an engagement: friends are struck at half strength, rounded down."""
    lost = support.attack - support.attack // 2
    friend = [Modifier("friends are struck at half strength", -lost, RULE)] if unit.side == support.side else []
    return rolls.trial(state, f"attack: {support.name} on {unit.name}", support.attack, friend, RULE)


def weakness() -> Modifier:
    """What defense suffers against fire of ships."""
    return Modifier("naval fire", int(tables()["naval"]["defense"]), RULE)


def fire(play: Play[LegatusState], support: Support, target: Century) -> list[Hit]:
    """The whole engagement is struck, friends and enemies; who is struck is spotted."""
    if barred(play.state):
        is_known = any(knows(play.state, support.side, fort.id) for fort in forts(play.state))
        why = ": there is a defensive installation on the battlefield" if is_known else ""
        text = f"{support.name} holds its fire{why}."
        play.tell("held_fire", text, RULE, units=[support.id], seen_by=[support.side])
        return []
    support.fired, hits = True, []
    for unit in engagement_around(play.state, target):
        sightings.mark(unit, support.side)
        check = trial(play.state, support, unit).roll(play.dice)
        word = "hits" if check.passed else "misses"
        play.tell(
            "naval_fire",
            f"{support.name} fires on {unit.name} and {word}.",
            RULE,
            units=[support.id, unit.id],
            checks=[check],
            data={"hit": check.passed},
        )
        hits += [Hit(unit.id, "", [weakness()])] if check.passed else []
    return hits


def finish_installations(play: Play[LegatusState]) -> None:
    """Under naval superiority a crippled enemy installation with no century of the superior side within two hexes is destroyed."""
    state = play.state
    for fort in [u for u in forts(state) if u.crippled]:
        if state.superiority not in {"", fort.side} and not engages(state, fort):
            hurt(state, fort)
            play.tell("finished", f"{fort.name} is crippled and unengaged, and ships destroy it.", RULE, units=[fort.id])


def engages(state: LegatusState, fort: Century) -> bool:
    """Is a century of the side with naval superiority within two hexes of an installation?"""
    return any(gap(u.at, fort.at) <= int(tables()["combat"]["installation_zone"]) for u in units_of(state, state.superiority))

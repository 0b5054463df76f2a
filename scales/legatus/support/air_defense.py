"""Air/space defense centuries and installations against squadrons. legatus: Air/Space Defense Centuries"""

from scales.engine import Modifier
from scales.legatus.board import gap
from scales.legatus.combat.targets import in_combat
from scales.legatus.deployment import attack_modifiers, printed
from scales.legatus.double_blind import sightings
from scales.legatus.double_blind.hearing import hides
from scales.legatus.rolls import Trial, trial
from scales.legatus.state import Century, LegatusState, Squadron, free, units_of
from scales.legatus.support import interceptors
from scales.legatus.tables import tables
from scales.play import Play

RULE = "legatus: Air/Space Defense Centuries"
ARMED = {"air_space_defense", "defensive_installation"}
ORDERS = ("fire", "hold")


def defenders_of(state: LegatusState, target: Century) -> list[Century]:
    """Who may fire at a squadron that attacks a century: air/space defense and installations of its side within two hexes, themselves included."""
    return [u for u in armed_of(state, target.side) if gap(u.at, target.at) <= reach()]


def armed_of(state: LegatusState, side: str) -> list[Century]:
    """The air/space defense centuries and installations of a side that are not held in an engagement below."""
    return [u for u in units_of(state, side) if u.kind in ARMED and free(u)]


def reach() -> int:
    """From how far they fire at a squadron over its target, in hexes."""
    return int(tables()["combat"]["air_defense_range"])


def covered_by(state: LegatusState, unit: Century) -> list[Century]:
    """The friends over which it may fire: those within its range that squadrons could attack, in combat or at low altitude as far as known."""
    low = [u for u in units_of(state, unit.side) if free(u) and u.altitude == "low_altitude"]
    exposed = {u.id: u for u in [*in_combat(state, unit.side), *low]}
    return [exposed[id] for id in sorted(exposed) if gap(unit.at, exposed[id].at) <= reach()]


def asked(state: LegatusState, side: str) -> list[Century]:
    """In a double-blind battle those that may hold their fire, since who fires is spotted: where squadrons could come.

    legatus: Air/Space Defense Centuries, Double-blind rules: Spotting
    """
    if not hides(state) or state.links.interceptor:
        return []
    return [u for u in armed_of(state, side) if covered_by(state, u)]


def order_fault(unit: Century, order: str) -> str:
    """Why air/space defense cannot be ordered so; '' when it can."""
    return "" if order in ORDERS else f"{unit.name} fires at squadrons ('fire') or holds its fire ('hold'), not '{order[:20]}' ({RULE})."


def attack_on(state: LegatusState, unit: Century, squadron: Squadron | None) -> Trial:
    """The fire of an air/space defense century, or of an installation without its bonus, at a squadron; None is any that may come."""
    name = squadron.name if squadron else "a squadron"
    bonus = Modifier("air/space defense", int(tables()["combat"]["air_defense_bonus"]), RULE)
    changes = attack_modifiers(state, unit)
    if unit.kind == "air_space_defense":
        return trial(state, f"attack: {unit.name} on {name}", printed(unit).attack, [*changes, bonus], RULE)
    return trial(state, f"attack: {unit.name} on {name}", printed(unit).attack, changes, "legatus: Defensive Installations")


def fire(play: Play[LegatusState], squadron: Squadron, target: Century) -> None:
    """Each of them fires once at each squadron over its range, until that is shot down, but those that were ordered to stay unseen."""
    for unit in defenders_of(play.state, target):
        if squadron.box == "destroyed":
            return
        if unit.id in play.state.plans.held:
            text = f"{unit.name} holds its fire at {squadron.name}."
            play.tell("held_fire", text, RULE, units=[unit.id, squadron.id], seen_by=[unit.side])
            continue
        sightings.reveal(play.state, unit)
        interceptors.strike(play, unit.id, attack_on(play.state, unit, squadron), unit.name, squadron)

"""Air/space defense centuries and installations against squadrons. legatus: Air/Space Defense Centuries"""

from scales.engine import Modifier
from scales.legatus.board import gap
from scales.legatus.deployment import attack_modifiers, printed
from scales.legatus.double_blind import sightings
from scales.legatus.rolls import Trial, trial
from scales.legatus.state import Century, LegatusState, Squadron, free, units_of
from scales.legatus.support import interceptors
from scales.legatus.tables import tables
from scales.play import Play

RULE = "legatus: Air/Space Defense Centuries"


def defenders_of(state: LegatusState, target: Century) -> list[Century]:
    """Who may fire at a squadron that attacks a century: air/space defense and installations of its side within two hexes, themselves included."""
    reach = int(tables()["combat"]["air_defense_range"])
    armed = [u for u in units_of(state, target.side) if u.kind in {"air_space_defense", "defensive_installation"} and free(u)]
    return [u for u in armed if gap(u.at, target.at) <= reach]


def attack_on(state: LegatusState, unit: Century, squadron: Squadron) -> Trial:
    """The fire of an air/space defense century, or of an installation without its bonus, at a squadron."""
    bonus = Modifier("air/space defense", int(tables()["combat"]["air_defense_bonus"]), RULE)
    changes = attack_modifiers(state, unit)
    if unit.kind == "air_space_defense":
        return trial(state, f"attack: {unit.name} on {squadron.name}", printed(unit).attack, [*changes, bonus], RULE)
    return trial(state, f"attack: {unit.name} on {squadron.name}", printed(unit).attack, changes, "legatus: Defensive Installations")


def fire(play: Play[LegatusState], squadron: Squadron, target: Century) -> None:
    """Each of them fires once at each squadron over its range, until that is shot down."""
    for unit in defenders_of(play.state, target):
        if squadron.box == "destroyed":
            return
        sightings.reveal(play.state, unit)
        interceptors.strike(play, unit.id, attack_on(play.state, unit, squadron), unit.name, squadron)

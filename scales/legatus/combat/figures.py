"""What an offer to attack a century tells: the roll, and what the century rolls when it is hit. legatus: Attacks, Defense and Morale"""

from collections.abc import Sequence

from scales.engine import Json, Modifier
from scales.legatus.combat import combat
from scales.legatus.rolls import Trial
from scales.legatus.state import Century, LegatusState


def against(state: LegatusState, roll: Trial, target: Century, weaker: Sequence[Modifier] = ()) -> Json:
    """A roll at a century, where it stands, and the rolls of its defense (with what makes it weaker) and morale."""
    morale = combat.morale_told(target) if combat.has_morale(target) else None
    return {"roll": roll.told(), "at": target.at, "defense": combat.defense_trial(state, target, weaker).told(), "morale": morale}


def attack_label(verb: str, roll: Trial, target: Century) -> str:
    hurt = ", crippled" if target.crippled else ""
    return f"{verb} {target.name} in {target.at}{hurt}: hits on {roll.target} or less"

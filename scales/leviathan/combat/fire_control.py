"""What damage to a ship's own fire control does to its shots (leviathan: Damage Modifiers)."""

from scales.engine import Modifier
from scales.leviathan.state import Ship


def cic_modifiers(ship: Ship, fire_control: int = 0) -> list[Modifier]:
    """Damage modifiers of the firing ship, for a bay with `fire_control` boxes hit (ruling R-LEV-08)."""
    found = []
    if ship.cic:
        gone = ship.effects.get("cic_destroyed")
        words = "combat information center destroyed" if gone else "damaged combat information center"
        found.append(Modifier(words, -ship.cic, "leviathan: CIC Destroyed" if gone else "leviathan: CIC"))
    if fire_control:
        found.append(Modifier("damaged fire control", -fire_control, "leviathan: Bay Fire Control"))
    return found

"""What damage to a ship's own fire control does to its shots (leviathan: Damage Modifiers)."""

from scales.engine import Modifier
from scales.leviathan.state import Ship


def turret_boxes(ship: Ship, mount: str) -> int:
    """Fire control boxes hit that lie behind a mount: those of its flank, on a mount that fires all round those of both."""
    return ship.turret_fc.get(mount, 0) if mount in ("L", "R") else sum(ship.turret_fc.values())


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

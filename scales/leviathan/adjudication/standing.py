"""Where a unit may stand when a game master puts it there."""

from scales.hexes import Hex
from scales.leviathan import board
from scales.leviathan.state import FighterUnit, Ship, State


def fault(state: State, unit: Ship | FighterUnit, hex: Hex, heading: int) -> str:
    """Why a unit cannot stand in a hex; empty if it can (leviathan: Space and the Ground)."""
    length = unit.card.hexes if isinstance(unit, Ship) else 1
    zones = {board.zone(state.layout, h.column) for h in board.hexes(hex, heading, length)}
    if is_installation(unit):
        on_ground = board.zone(state.layout, unit.hex.column) == "ground"
        return "" if ("ground" in zones) == on_ground else f"{unit.name} must stand {'in a ground hex' if on_ground else 'off the ground'}"
    if "ground" in zones:
        return f"{unit.name} cannot stand on the ground"
    if isinstance(unit, Ship) and not unit.card.atmosphere and "atmosphere" in zones:
        return f"{unit.name} is too large for the atmosphere"
    return ""


def is_installation(unit: Ship | FighterUnit) -> bool:
    return unit.base if isinstance(unit, FighterUnit) else unit.kind != "ship"


def is_gone(unit: Ship | FighterUnit) -> bool:
    """Is it destroyed or off the map?"""
    return not unit.alive

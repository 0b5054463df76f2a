"""Defensive installations: in their hex for good, attacking all around. legatus: Defensive Installations"""

from scales.legatus.state import Century
from scales.legatus.tables import tables

KIND = "defensive_installation"


def is_fixed(unit: Century) -> bool:
    """Is a unit an installation: concentrated at normal altitude in the hex it began in, without movement points or morale?"""
    return unit.kind == KIND


def zone_reach() -> int:
    """Hexes that the zone of an installation reaches; it attacks every enemy in it."""
    return int(tables()["combat"]["installation_zone"])

"""When the bot leaves for T-space: only with a ship that is beaten and would come out where it wants to (leviathan: Traveling Faster Than the
Speed of Light)."""

from collections.abc import Sequence

from scales import armor
from scales.engine import Option
from scales.leviathan.state import Ship

MISDIRECTION = 50
"""Percent beyond which a translation is no escape."""


def worth_it(ship: Ship, options: Sequence[Option]) -> list[Option]:
    """The moves among which a ship chooses: those into T-space for one that flees, the others for all others."""
    away = [o for o in options if o.info.get("translates", {}).get("misdirection", 100) <= MISDIRECTION]
    return away if away and is_beaten(ship) else [o for o in options if "translates" not in o.info]


def is_beaten(ship: Ship) -> bool:
    """Is half of its armor gone, or all its power?"""
    left = sum(armor.boxes_left(grid) for grid in ship.armor.values())
    return 2 * left < sum(ship.card.armor.values()) or not ship.power

"""What the bot does with installations that are nearly gone, and with their lifeboats."""

from scales.dice import Dice
from scales.engine import Decision, Option, Slot
from scales.leviathan.damage import internals
from scales.leviathan.state import Ship
from scales.leviathan.view import View


def abandon(view: View, _decision: Decision, slot: Slot, _dice: Dice) -> Option:
    """Given up when nothing in it fires any more, or two thirds of its inside are gone."""
    return slot.options[1 if _is_lost(view.state.ships[slot.id]) else 0]


def _is_lost(ship: Ship) -> bool:
    boxes = sum(len(row) for row in internals.block_of(ship).grid)
    marked = sum(row.bit_count() for row in ship.internals)
    return 3 * marked >= 2 * boxes or ship.hulk or bool(ship.effects.get("plant_destroyed"))


def fly_lifeboat(_view: View, _decision: Decision, slot: Slot, _dice: Dice) -> Option:
    """The course that comes to safety soonest, and never into the interface too fast."""
    return max(slot.options, key=_worth)


def _worth(option: Option) -> int:
    safe = {"landed": 1000, "left": 1000, "flying": 500, "lost": 0}[option.info["coasts_to"]]
    found: int = safe - 10 * int(option.info["in_turns"]) - int(option.info["cost"])
    return found

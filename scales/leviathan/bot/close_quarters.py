"""What the bot does where stern hexes are shared: it shows its strongest side and rams only with what can do nothing else (leviathan: Collisions)."""

from scales.dice import Dice
from scales.engine import Decision, Option, Slot
from scales.leviathan.state import Ship
from scales.leviathan.view import View


def declare(view: View, _decision: Decision, slot: Slot, _dice: Dice) -> Option:
    unit, _, what = slot.id.partition("/")
    if what == "side" or not is_spent(view.state.ships[unit]):
        return slot.options[0]
    return max(slot.options, key=lambda o: (o.info["chance"], -o.info.get("damage_to_self", 0)))


def is_spent(ship: Ship) -> bool:
    """Has it lost all its bays, its missiles, and half of its inside?"""
    boxes = ship.card.width * len(ship.internals)
    inside = 2 * sum(row.bit_count() for row in ship.internals) >= boxes
    return bool(ship.bays) and all(bay.destroyed for bay in ship.bays) and not ship.salvos and inside

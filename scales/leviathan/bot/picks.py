"""What the bot's answers to single slots have in common."""

from collections.abc import Callable

from scales.dice import Dice
from scales.engine import Decision, Option, Slot
from scales.leviathan.view import View

Pick = Callable[[View, Decision, Slot, Dice], Option]
"""Answers one slot of a decision."""


def best(slot: Slot) -> Option:
    """The option that its offer counts highest."""
    return max(slot.options, key=lambda o: o.info.get("value", 0))


def by_value(_view: View, _decision: Decision, slot: Slot, _dice: Dice) -> Option:
    return best(slot)

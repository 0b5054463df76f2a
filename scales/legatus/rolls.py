"""The rolls of Legatus: a d10 at or below a value succeeds. legatus: Maneuver tests, Combat Phase, R-LEG-16"""

from collections.abc import Sequence

from scales.dice import Dice
from scales.engine import Check, Modifier


def succeeds(roll: int, value: int) -> bool:
    """1 always succeeds and 10 always fails. R-LEG-16"""
    return roll == 1 or (roll != 10 and roll <= value)


def check_roll(dice: Dice, what: str, base: int, modifiers: Sequence[Modifier], rule: str) -> Check:
    """Roll a d10 against base and modifiers."""
    target = base + sum(m.value for m in modifiers)
    roll = dice.d10(f"{what}, {target} or less")
    return Check(what, base, list(modifiers), target, roll, succeeds(roll, target), rule)

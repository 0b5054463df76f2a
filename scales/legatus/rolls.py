"""The rolls of Legatus: a d10 at or below a value succeeds. legatus: Maneuver tests, Combat Phase, R-LEG-16"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from scales.dice import Dice
from scales.engine import Check, Json, Modifier


def succeeds(roll: int, value: int) -> bool:
    """1 always succeeds and 10 always fails. R-LEG-16"""
    return roll == 1 or (roll != 10 and roll <= value)


@lru_cache(maxsize=128)
def chance(value: int) -> int:
    """How likely a d10 succeeds against a value, in percent."""
    return 10 * sum(succeeds(roll, value) for roll in range(1, 11))


@dataclass(slots=True, frozen=True)
class Trial:
    """A roll to come, for offers to tell and for play to make: base and modifiers are the number a d10 must not exceed."""

    what: str
    base: int
    modifiers: Sequence[Modifier]
    rule: str

    @property
    def target(self) -> int:
        return self.base + sum(m.value for m in self.modifiers)

    def roll(self, dice: Dice) -> Check:
        roll = dice.d10(f"{self.what}, {self.target} or less")
        return Check(self.what, self.base, list(self.modifiers), self.target, roll, succeeds(roll, self.target), self.rule)

    def told(self) -> Json:
        """The fields that the check of the roll will have, and its chance in percent."""
        return {
            "what": self.what,
            "base": self.base,
            "modifiers": told(self.modifiers),
            "target": self.target,
            "chance": chance(self.target),
            "rule": self.rule,
        }


def told(modifiers: Sequence[Modifier]) -> list[Json]:
    return [{"name": m.name, "value": m.value, "rule": m.rule} for m in modifiers]

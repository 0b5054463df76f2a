"""The rolls of Legatus: a d10 at or below a value succeeds. legatus: Maneuver Tests, Combat Phase, R-LEG-16"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from scales import dice
from scales.codec import plain
from scales.dice import Dice
from scales.engine import Check, Json, Modifier
from scales.legatus import switches
from scales.legatus.state import LegatusState


def succeeds(roll: int, value: int, automatic: bool = True) -> bool:
    """At or below the value; with `automatic` results 1 always succeeds and 10 always fails. R-LEG-16"""
    return dice.succeeds(roll, value) if automatic else roll <= value


@lru_cache(maxsize=256)
def chance(value: int, automatic: bool = True) -> int:
    """How likely a d10 succeeds against a value, in percent."""
    return 10 * sum(succeeds(roll, value, automatic) for roll in range(1, 11))


def tenths(state: LegatusState, value: int) -> int:
    """Tenths of a chance that a d10 succeeds against a value in this battle: 1 to 9 with automatic results, else 0 to 10."""
    return chance(value, automatic_results(state)) // 10


def automatic_results(state: LegatusState) -> bool:
    """Do 1 and 10 succeed and fail by themselves in this battle?"""
    return switches.is_on(state, "automatic_results")


@dataclass(slots=True, frozen=True)
class Trial:
    """A roll to come, for offers to tell and for play to make: base and modifiers are the number a d10 must not exceed.

    `automatic`: 1 succeeds and 10 fails whatever the number; `trial` sets it as the battle's switch is.
    """

    what: str
    base: int
    modifiers: Sequence[Modifier]
    rule: str
    automatic: bool = True

    @property
    def target(self) -> int:
        return self.base + sum(m.value for m in self.modifiers)

    def roll(self, dice: Dice) -> Check:
        roll = dice.d10(f"{self.what}, {self.target} or less")
        return Check(self.what, self.base, list(self.modifiers), self.target, roll, succeeds(roll, self.target, self.automatic), self.rule)

    def told(self) -> Json:
        """The fields that the check of the roll will have, and its chance in percent."""
        return {
            "what": self.what,
            "base": self.base,
            "modifiers": plain(list(self.modifiers)),
            "target": self.target,
            "chance": chance(self.target, self.automatic),
            "rule": self.rule,
        }


def trial(state: LegatusState, what: str, base: int, modifiers: Sequence[Modifier], rule: str) -> Trial:
    """A roll under the optional rules of a battle."""
    return Trial(what, base, modifiers, rule, automatic_results(state))

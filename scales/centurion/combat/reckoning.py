"""A number to roll against, before anybody rolls: offers show it, and the roll is checked against the same.

A 1 always succeeds, a 10 never (centurion: Modified To-Hit Number).

Headings of the book played here too: Die.
"""

from dataclasses import dataclass

from scales.codec import plain
from scales.engine import Check, Json, Modifier


@dataclass(slots=True, frozen=True)
class Reckoning:
    """Base and named modifiers, and the rule they come from. `stops`: percent of the hits that `shield` stops (Variant Shield Rule)."""

    base: int
    modifiers: list[Modifier]
    rule: str
    stops: int = 0
    shield: str = ""

    @property
    def number(self) -> int:
        """The modified number."""
        return self.base + sum(m.value for m in self.modifiers)

    def check(self, what: str, fell: int) -> Check:
        """What a die of ten faces makes of it."""
        number = self.number
        return Check(what, self.base, self.modifiers, number, fell, fell == 1 or (fell != 10 and fell <= number), self.rule)

    def info(self) -> Json:
        """As an offer shows it; `chance` in percent."""
        number = self.number
        odds = 10 * chance(number) * (100 - self.stops) // 100
        known: Json = {"base": self.base, "modifiers": plain(list(self.modifiers)), "to_hit": number, "chance": odds, "rule": self.rule}
        return known | ({"stopped_by": self.shield, "stops": self.stops} if self.stops else {})


def chance(number: int) -> int:
    """Faces of ten that hit at a number: at least 1, at most 9."""
    return max(1, min(9, number))

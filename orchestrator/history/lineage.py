"""Which timeline and whose secret rolled the dice of a row: a campaign's history may have been gone back in, and may have begun elsewhere.

A rewind leaves a stretch of rows that were played under an older timeline; a fork or an import leaves one played with another campaign's
secret. Where a stretch begins, its first row binds why, and under which number and secret it goes on, into every theatre's chain.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from scales.engine import Json

ALWAYS = (1 << 63) - 1
"""No row is as late as this."""


@dataclass(slots=True)
class Stretch:
    """The rows before `until_tick` that no earlier stretch has, and who rolled their dice.

    `commitment` '' is the campaign's own secret; `secret` is another campaign's, hexadecimal, once it is published. `reason` says why the
    stretch was begun, '' at the beginning of all.
    """

    until_tick: int
    timeline: int
    commitment: str = ""
    secret: str = ""
    reason: str = ""


@dataclass(slots=True)
class Opened:
    """A timeline as people read about it: it branched off from `parent` before the row `branched_at`, for a reason.

    The first one of a campaign has no parent; one that was forked or imported still branched off, in another campaign's history.
    """

    number: int
    parent: int | None
    branched_at: int
    reason: str
    opened_utc: str
    opened_by: str


@dataclass(slots=True)
class Lineage:
    """The stretches of a timeline's past in their order, and then the timeline itself with the reason for which it was opened."""

    past: list[Stretch] = field(default_factory=list)
    timeline: int = 0
    reason: str = ""

    @property
    def present(self) -> Stretch:
        return Stretch(ALWAYS, self.timeline, reason=self.reason)

    @property
    def stretches(self) -> list[Stretch]:
        return [*self.past, self.present]

    @property
    def branched_at(self) -> int:
        """The row before which the timeline was opened; -1 if that was the beginning of all."""
        return self.past[-1].until_tick if self.past else -1

    def at(self, tick: int) -> Stretch:
        """The stretch of a row."""
        return next((each for each in self.past if tick < each.until_tick), self.present)

    def opening(self, tick: int, commitment: str) -> Json | None:
        """What the first row of a stretch binds; None for all other rows. `commitment` is the campaign's own."""
        for before, after in pairwise(self.stretches):
            if before.until_tick == tick:
                told = [{"timeline": each.timeline, "commitment": each.commitment or commitment} for each in (before, after)]
                return {"tick": tick, "reason": after.reason, "from": told[0], "to": told[1]}
        return None

    def branched(self, tick: int) -> list[Stretch]:
        """The past of a timeline that branches off before a row."""
        kept: list[Stretch] = []
        for each in self.stretches:
            if not kept or kept[-1].until_tick < tick:
                kept.append(replace(each, until_tick=min(each.until_tick, tick)))
        return kept


def of_another(past: Sequence[Stretch], commitment: str, secret: str) -> list[Stretch]:
    """The stretches of a campaign's own as another campaign knows them."""
    return [each if each.commitment else replace(each, commitment=commitment, secret=secret) for each in past]

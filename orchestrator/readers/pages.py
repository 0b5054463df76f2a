"""Pages of what was told: which events are wanted, where a page begins, and the cursor to go on from."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from orchestrator.errors import FormRefused
from orchestrator.readers.look import Look
from orchestrator.readers.seeing import Seen
from scales.engine import Fault


@dataclass(slots=True, frozen=True)
class Wanted:
    """Which events: of a scale, theatre or battle, about a unit, of a kind, between minutes or turns (both included). None is any."""

    scale: str | None = None
    theatre: str | None = None
    battle: str | None = None
    unit: str | None = None
    kind: str | None = None
    from_minute: int | None = None
    to_minute: int | None = None
    from_turn: int | None = None
    to_turn: int | None = None
    is_rolled: bool = False
    """Only those with dice."""

    def with_dice(self) -> "Wanted":
        return replace(self, is_rolled=True)

    def among(self, look: Look, seen: Iterable[Seen]) -> Iterator[Seen]:
        """Those of the events that are wanted."""
        for each in seen:
            if self._is_about(each) and self._is_there(look, each) and self._is_then(look, each.tick):
                yield each

    def _is_about(self, each: Seen) -> bool:
        if self.is_rolled and not each.event.rolls:
            return False
        return self.kind in {None, each.event.kind} and (self.unit is None or self.unit in each.event.units)

    def _is_there(self, look: Look, each: Seen) -> bool:
        if self.battle not in {None, each.battle}:
            return False
        return self.scale in {None, look.scale_of(each.battle)} and self.theatre in {None, look.theatre_of(each.battle)}

    def _is_then(self, look: Look, tick: int) -> bool:
        time = look.time(tick)
        return _within(time.minute, self.from_minute, self.to_minute) and _within(time.turn, self.from_turn, self.to_turn)


def _within(value: int, least: int | None, most: int | None) -> bool:
    return (least is None or value >= least) and (most is None or value <= most)


@dataclass(slots=True, frozen=True)
class Cursor:
    """A place in what a reader has seen: behind the event `number` of a timeline. Written `timeline.number`."""

    timeline: int
    number: int

    def __str__(self) -> str:
        return f"{self.timeline}.{self.number}"

    @classmethod
    def of(cls, text: str) -> "Cursor":
        """Read one; raises FormRefused."""
        found = re.fullmatch(r"(\d{1,9})\.(\d{1,12})", text, re.ASCII)
        if found is None:
            raise FormRefused([Fault("cursor", f"{text[:40]!r} is no cursor: give one that an answer or a stream gave", "after")])
        return cls(int(found[1]), int(found[2]))


@dataclass(slots=True)
class Page:
    """Some events in the order asked for, the cursor behind the last of them, and whether there are more."""

    seen: list[Seen]
    cursor: Cursor
    more: bool


def page(look: Look, wanted: Wanted, start: int | None, limit: int, *, newest_first: bool) -> Page:
    """Up to `limit` events beyond the number `start`: later ones, or earlier ones if the newest come first. None starts at the end of the order."""
    timeline = look.pulse.timeline
    if newest_first:
        before = look.upto + 1 if start is None else start
        order: Iterable[Seen] = reversed(look.told[: max(before - 1, 0)])
        at = Cursor(timeline, before)
    else:
        order = look.told[start or 0 :]
        at = Cursor(timeline, start or 0)
    found = list(islice(wanted.among(look, order), limit + 1))
    kept = found[:limit]
    return Page(kept, Cursor(timeline, kept[-1].number) if kept else at, len(found) > limit)

"""What one reader may see of the log: the events that its side may see, with numbers of their own.

Versions, the numbers of dice and the ids of events count what is hidden too, so none of them is in here; a game master sees them.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from orchestrator.store.reading import LoggedEvent
from orchestrator.store.records import Place
from scales.codec import decode, encode
from scales.engine import Event


@dataclass(slots=True, frozen=True)
class Eyes:
    """How much a reader may see: everything (a GM), what a side may see, or what all may see (side '')."""

    everything: bool = False
    side: str = ""

    def may_see(self, event: Event) -> bool:
        return self.everything or event.seen_by is None or self.side in event.seen_by


@dataclass(slots=True)
class Seen:
    """An event as a reader sees it: `number` counts those it has seen on this timeline, `cause` names another of them."""

    number: int
    battle: str
    tick: int
    event: Event


@dataclass(slots=True)
class Projection:
    """What a reader has seen of a timeline so far, in the order of the log; `numbers` by the ids of the events.

    `places` says where they stand in the log, which only a game master is shown.
    """

    eyes: Eyes
    seen: list[Seen] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    taken: int = 0
    """How many events of the log were looked at, seen or not."""

    def extend(self, log: Iterable[LoggedEvent]) -> None:
        """Look at what was logged since."""
        for logged in log:
            self.taken += 1
            if self.eyes.may_see(logged.event):
                number = self.numbers[str(logged.place)] = len(self.seen) + 1
                self.seen.append(Seen(number, logged.place.battle, logged.tick, self._bare(logged.event)))
                self.places.append(logged.place)

    def _bare(self, event: Event) -> Event:
        """The event without what counts hidden things: who else sees it, the places of its dice, a cause out of sight."""
        cause = self.numbers.get(event.cause or "")
        named = None if cause is None else str(cause)
        if self.eyes.everything:
            return replace(event, cause=named)
        return replace(event, seen_by=None, rolls=[replace(roll, index=n) for n, roll in enumerate(event.rolls)], cause=named)

    def step_of(self, number: int) -> list[Seen]:
        """What the reader saw of the step in which an event was told, up to it."""
        last, told = self.places[number - 1], []
        for seen, place in zip(reversed(self.seen[:number]), reversed(self.places[:number]), strict=True):
            if place.battle == last.battle and place.version != last.version:
                break
            if place.battle == last.battle:
                told.append(seen)
        return told[::-1]


def seen_by(side: str, log: Iterable[LoggedEvent]) -> list[Seen]:
    """The events of a log, in its order, that a side may see."""
    projection = Projection(Eyes(side=side))
    projection.extend(log)
    return projection.seen


@dataclass(slots=True)
class Names:
    """Ids of events and messages count hidden things wherever they stand. `boards` are the battles and theatres whose ids begin them."""

    boards: Iterable[str]
    _pattern: re.Pattern[str] = field(init=False)

    def __post_init__(self) -> None:
        names = "|".join(re.escape(name) for name in sorted(self.boards, key=len, reverse=True)) or "(?!)"
        self._pattern = re.compile(rf"(?:{names})(?:(:\d+:\d+)|@-?\d+[<>]\d+)((?:[/~]\d*)*)")

    def hide(self, value: Any, projection: Projection) -> Any:
        """Plain JSON with the numbers under which the reader saw the events in place of their ids, and nothing where it did not."""
        if projection.eyes.everything:
            return value
        text = encode(value).decode()
        if not self._pattern.search(text):
            return value
        return decode(self._pattern.sub(lambda found: self._number(found, projection), text), Any)

    @staticmethod
    def _number(found: re.Match[str], projection: Projection) -> str:
        return str(projection.numbers.get(found[0], ""))

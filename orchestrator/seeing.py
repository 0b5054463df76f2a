"""What one seat may see of the log: the events that its side may see, with numbers of their own.

Versions, the numbers of dice and the ids of events count what is hidden too, so none of them is in here before the end.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from orchestrator.reading import LoggedEvent
from scales.engine import Event


@dataclass(slots=True, frozen=True)
class Eyes:
    """How much a reader may see: everything (a GM), what a side may see, or what all may see (side '')."""

    everything: bool = False
    side: str = ""


@dataclass(slots=True)
class Seen:
    """An event as a side sees it: `number` counts those it has seen in this campaign, `cause` names another of them."""

    number: int
    battle: str
    tick: int
    event: Event


def seen_by(side: str, log: Iterable[LoggedEvent]) -> list[Seen]:
    """The events of a log, in its order, that a side may see."""
    seen: list[Seen] = []
    numbers: dict[str, int] = {}
    for logged in log:
        if logged.event.seen_by is not None and side not in logged.event.seen_by:
            continue
        numbers[str(logged.place)] = number = len(seen) + 1
        seen.append(Seen(number, logged.place.battle, logged.tick, _bare(logged.event, numbers)))
    return seen


def _bare(event: Event, numbers: dict[str, int]) -> Event:
    """The event without what counts hidden things: who else sees it, the places of its dice, a cause out of sight."""
    cause = numbers.get(event.cause or "")
    rolls = [replace(roll, index=n) for n, roll in enumerate(event.rolls)]
    return replace(event, seen_by=None, rolls=rolls, cause=None if cause is None else str(cause))

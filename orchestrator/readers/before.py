"""What led to an event on its own board. Engines name causes on other boards only; within a step the log's order and the units tell."""

from collections.abc import Sequence

from orchestrator.store.reading import LoggedEvent
from scales.engine import Event

FOLLOWS_AT_ONCE = {"hit", "blast", "vulcan", "round_landed"}
"""What is told right after what led to it, and damage again for each unit in reach."""


def led_to(told: Sequence[LoggedEvent]) -> str | None:
    """The id of what led to the last of `told`, a step's events in order: on its own board while that goes back to the same cause, else the
    cause on another board: a loss to the blast, the blast to the bay that fired, the bay to the order that lent the ship."""
    event = told[-1].event
    if event.cause is None:
        return just_before(told)
    same = [each for each in reversed(told[:-1]) if each.event.cause == event.cause and each.event.kind != event.kind]
    if event.kind in FOLLOWS_AT_ONCE:
        same = [each for each in same if each.event.checks]
    else:
        same = [each for each in same if not event.checks and _hurt(each.event, event)]
    return str(same[0].place) if same else event.cause


def just_before(told: Sequence[LoggedEvent]) -> str | None:
    """The event that led to the last of `told`, a step's events in order: the hit behind a loss, the shot behind a hit.

    It is the last one before it that befell the same units, else the last that names who did it. What units do of themselves, with a roll
    at another, has none.
    """
    event = told[-1].event
    before = [each for each in reversed(told[:-1]) if each.event.kind != event.kind]
    if event.kind not in FOLLOWS_AT_ONCE:
        if not event.units or (event.checks and len(event.units) > 1):
            return None
        doers = set(event.units[1:])
        before = [each for each in before if _befell(each.event, event)] or [each for each in before if doers & set(each.event.units)]
    return str(before[0].place) if before else None


def _befell(earlier: Event, event: Event) -> bool:
    """Whether an event told of the same units, the first one being hurt or shot at: no deed of that unit's own, no miss."""
    if not set(event.units) <= set(earlier.units):
        return False
    own = earlier.units[0] == event.units[0]
    return not own and any(check.passed for check in earlier.checks) if earlier.checks else own


def _hurt(earlier: Event, event: Event) -> bool:
    """Whether an event told of damage to the unit that another one is about."""
    return not earlier.checks and earlier.units[:1] == event.units[:1] and earlier.data.get("boxes") != 0

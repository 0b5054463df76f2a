"""Moments as they are kept: UTC, as text that orders like the moments themselves."""

from collections.abc import Callable
from datetime import UTC, datetime

Now = Callable[[], datetime]
"""The time of day, so that tests can move it."""


def utc_now() -> datetime:
    return datetime.now(UTC)


def stamp(moment: datetime) -> str:
    """A moment as the store keeps it."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")

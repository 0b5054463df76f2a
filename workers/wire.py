"""What the orchestrator and its workers agree on in Redis: names of queues and keys, and how long a sign of life lasts.

Redis is a hint, never the truth: everything here may be lost at any moment, and what was asked for is asked for again.
"""

from urllib.parse import urlsplit

import redis

from workers.backend import BackEndFailed

PREFIX = "imperator"
LEASE_MS = 2000
"""A worker that gives no sign of life for so long has lost the phase it was computing."""
BEAT_SECONDS = 0.5
"""How often a worker renews its lease."""
REPLY_SECONDS = 3600
"""How long a result waits for an orchestrator that does not fetch it."""
JOB_SECONDS = 600
"""A phase that computes longer is given up by its worker."""


def queue_name(scale: str) -> str:
    """One queue a scale: a worker on two queues can lose jobs."""
    return f"{PREFIX}:{scale}"


def lease_key(attempt: str) -> str:
    """Exists while some worker computes this attempt."""
    return f"{PREFIX}:lease:{attempt}"


def alive_key(scale: str) -> str:
    """Exists while any worker of this scale lives."""
    return f"{PREFIX}:alive:{scale}"


def reply_key(owner: str) -> str:
    """The list that one orchestrator's results are put into."""
    return f"{PREFIX}:reply:{owner}"


def without_password(url: str) -> str:
    """An address that may be shown."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    return f"{parts.scheme}://{host}{f':{parts.port}' if parts.port else ''}{parts.path}"


def connect(url: str) -> redis.Redis:
    """A connection to a Redis that answers; BackEndFailed with one sentence if it does not."""
    try:
        connection = redis.Redis.from_url(url, socket_connect_timeout=5)
    except ValueError as error:
        raise BackEndFailed(f"{url!r} is no address of a Redis, such as redis://localhost:6379/0: {error}") from error
    try:
        connection.ping()
    except redis.RedisError as error:
        raise BackEndFailed(f"Redis does not answer at {without_password(url)}: {error}") from error
    return connection

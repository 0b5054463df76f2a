"""A process that plays a campaign and kills itself in the k-th write of the store.

The moment is before the write, within it (all statements run, not committed) or after it (committed, nobody told).
"""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection

from orchestrator.store.database import Database
from tests.orchestrator.scenes import campaigns

MOMENTS = ("before", "within", "after")


def die_at(database: Database, moment: str, k: int) -> None:
    """Make the k-th write from now on the last thing this process does."""
    write, calls = database.write, 0

    @contextmanager
    def mortal() -> Iterator[Connection]:
        nonlocal calls
        calls += 1
        here = calls == k
        if here and moment == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        with write() as connection:
            yield connection
            if here and moment == "within":
                os.kill(os.getpid(), signal.SIGKILL)
        if here:
            os.kill(os.getpid(), signal.SIGKILL)

    database.write = mortal  # type: ignore[method-assign]


def play_and_die(url: str, id: str, moment: str, k: int) -> None:
    game = campaigns(url)
    die_at(game.store.database, moment, k)
    game.run(id)

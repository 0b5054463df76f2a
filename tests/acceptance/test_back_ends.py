"""The same digest wherever phases are computed, and whenever the run is killed."""

import random
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from scales.engines import SCALES
from tests.acceptance.conftest import SEED, SKIRMISH, Played
from tests.acceptance.shell import shell, start
from tests.redis_server import LocalRedis
from tests.soaking import first_of


@contextmanager
def workers(url: str) -> Iterator[None]:
    process = start("worker", *SCALES, "--redis", url)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def test_a_pool_of_processes_gives_the_same_digest(skirmish: Played, db: Path) -> None:
    assert shell("run", SKIRMISH, "--seed", SEED, "--workers", "pool", "--db", db, "--json").json["digest"] == skirmish.facts["digest"]


@pytest.mark.soak
def test_workers_behind_redis_give_the_same_digest(skirmish: Played, db: Path) -> None:
    """That results come out of Redis as they would here, to the byte, `tests/workers` says of single phases."""
    with LocalRedis() as server, workers(server.url):
        run = shell("run", SKIRMISH, "--seed", SEED, "--workers", "rq", "--redis", server.url, "--db", db, "--json")
    assert run.json["digest"] == skirmish.facts["digest"]


def steps(db: Path) -> int:
    """How many steps a database holds, whoever is writing to it."""
    try:
        with closing(sqlite3.connect(f"file:{db}?mode=ro", uri=True)) as connection:
            return int(connection.execute("SELECT count(*) FROM step").fetchone()[0])
    except sqlite3.OperationalError:
        return 0


def killed_after(number: int, db: Path, *command: object) -> bool:
    """Run a command and kill it once the database holds so many steps. False if it ended before."""
    process = start(*command, "--db", db, "--json")
    while process.poll() is None and steps(db) < number:
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    return process.wait() == -signal.SIGKILL


@pytest.mark.parametrize("kills", first_of((2, 4)))
def test_killed_at_random_moments_it_resumes_to_the_same_digest(kills: int, skirmish: Played, db: Path) -> None:
    with closing(sqlite3.connect(skirmish.db)) as connection:
        total = int(connection.execute("SELECT count(*) FROM step").fetchone()[0])
    moments = sorted(random.Random().sample(range(1, total * 9 // 10), kills))
    assert killed_after(moments[0], db, "run", SKIRMISH, "--seed", SEED)
    id = shell("list", "--db", db, "--json").json[0]["id"]
    for moment in moments[1:]:
        assert killed_after(moment, db, "resume", id), f"killed at {moments}"
    assert shell("resume", id, "--db", db, "--json").json["digest"] == skirmish.facts["digest"], f"killed at {moments}"
    assert shell("verify", id, "--db", db, "--json").json["ok"]

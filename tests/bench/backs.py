"""What it costs to compute a phase somewhere else: inline, in a pool of processes, behind Redis (P2)."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from rq import Queue, SimpleWorker
from rq.serializers import JSONSerializer

from api.fuzz import sample_setup
from scales.dice import seeded_secret
from scales.engines import engine
from tests.bench.figures import Figure, seconds
from tests.redis_server import LocalRedis
from workers import wire
from workers.battle import Battle
from workers.inline import Inline
from workers.jobs import PhaseJob
from workers.pool import Pool
from workers.redis_queue import RedisQueue

SEED, JOBS = 6830, 300


def figures() -> Iterator[Figure]:
    wanted = jobs()
    here = seconds(lambda: list(Inline().run(wanted)))
    yield Figure("", "small phases inline", JOBS / here, "phases/s")
    pool = Pool()
    try:
        list(pool.run(wanted[:2]))
        pooled = seconds(lambda: list(pool.run(wanted)))
    finally:
        pool.close()
    yield Figure("", f"small phases in a pool of {pool.processes}", JOBS / pooled, "phases/s", "inline", here / pooled)
    with LocalRedis() as server:
        with worker(server.url):
            there = seconds(lambda: list(RedisQueue(server.url).run(wanted)))
        bare = _bare_rq(server)
    yield Figure("", "small phases on one worker behind Redis", JOBS / there, "phases/s", "inline", here / there)
    own = max(there - here, 1e-9)
    yield Figure("P2", "the same without computing them", JOBS / own, "phases/s", f"bare RQ, {JOBS / bare:,.0f} jobs/s", bare / own, 0.9)


def jobs() -> list[PhaseJob]:
    """Small phases: the opening of Legatus battles."""
    rules, made = engine("legatus"), []
    setup = sample_setup(rules, SEED)
    for seed in range(JOBS):
        battle = Battle(rules, setup, seeded_secret(seed), name=f"battle{seed}")
        battle.open()
        made.append(battle.job(rules.phases[0]))
    return made


@contextmanager
def worker(url: str) -> Iterator[None]:
    process = subprocess.Popen([sys.executable, "-m", "api", "worker", "legatus", "--redis", url], stderr=subprocess.DEVNULL)
    connection = wire.connect(url)
    while not connection.exists(wire.alive_key("legatus")):
        time.sleep(0.05)
    yield
    process.terminate()
    process.wait()


def _bare_rq(server: LocalRedis) -> float:
    queue = Queue("bare", connection=server.client(), serializer=JSONSerializer)
    for _ in range(JOBS):
        queue.enqueue("builtins.len", "x" * 1000, result_ttl=0)
    simple = SimpleWorker([queue], connection=server.client(), serializer=JSONSerializer)
    return seconds(lambda: simple.work(burst=True, logging_level="CRITICAL"))

"""`make bench`: how fast the project is on this machine, each figure beside one that it is compared with. docs/performance.md explains."""

import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rq import Queue, SimpleWorker
from rq.serializers import JSONSerializer

from api.commands.root import open_campaigns
from api.fuzz import sample_setup
from campaigns.library import find
from orchestrator.planning import plan_of
from scales.codec import encode
from scales.dice import seeded_secret
from scales.engines import SCALES, engine
from tests.redis_server import LocalRedis
from workers import wire
from workers.battle import Battle
from workers.inline import Inline
from workers.jobs import PhaseJob
from workers.redis_queue import RedisQueue

SEED = 6830
JOBS = 300


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def line(id: str, what: str, figure: str, compared: str = "") -> None:
    print(f"{id:<4} {what:<58} {figure:>18}  {compared}", flush=True)


def battles() -> None:
    """Whole battles among bots, everything logged."""
    for scale in SCALES:
        rules = engine(scale)
        battle = Battle(rules, sample_setup(rules, SEED), seeded_secret(SEED))
        counts = {"phases": 0, "steps": 0, "events": 0}

        def play(battle: Battle = battle, counts: dict[str, int] = counts) -> None:
            for _, result in battle.play():
                counts["phases"] += 1
                counts["steps"] += len(result.steps)
                counts["events"] += sum(len(step.events) for step in result.steps)

        took = seconds(play)
        per_second = f"{counts['steps'] / took:,.0f} steps/s"
        line(
            "P6",
            f"{scale}: a random battle of {counts['phases']} phases in {took:.2f} s",
            per_second,
            f"{counts['events'] / took:,.0f} events/s",
        )


def campaign(folder: Path) -> None:
    """The built-in campaign, played, verified and replayed."""
    campaigns = open_campaigns(str(folder / "bench.db"), create=True)
    id = campaigns.create(plan_of(find("landfall", engine)), seed=SEED)
    played = seconds(lambda: campaigns.run(id, Inline()))
    events = len(campaigns.log(id))
    line("", "landfall, inline", f"{played:.1f} s", f"{events / played:,.0f} events/s")
    verified = seconds(lambda: campaigns.verify(id))
    line("P4", "verify landfall", f"{verified:.2f} s", f"{played / verified:.1f} times faster than played; goal 5")
    replayed = seconds(lambda: campaigns.replay(id))
    line("P4", "replay landfall", f"{replayed:.1f} s", f"{played / replayed:.1f} times faster than played; goal 5")
    written = _raw_sqlite(folder / "raw.db", [encode(logged.event) for _, logged in campaigns.log(id)])
    line("P3", "the same events into a bare sqlite3, 100 a transaction", f"{written:.2f} s", f"{written / played:.0%} of playing")


def _raw_sqlite(path: Path, rows: list[bytes]) -> float:
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "CREATE TABLE event (seq INTEGER PRIMARY KEY, body TEXT)"):
        connection.execute(statement)

    def write() -> None:
        for start in range(0, len(rows), 100):
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany("INSERT INTO event (body) VALUES (?)", [(row,) for row in rows[start : start + 100]])
            connection.execute("COMMIT")

    return seconds(write)


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


def behind_redis() -> None:
    """Our phases on one worker against bare RQ jobs that do nothing, on the same class of worker."""
    wanted = jobs()
    here = seconds(lambda: list(Inline().run(wanted)))
    line("P2", "phases in this process", f"{JOBS / here:,.0f} phases/s")
    with LocalRedis() as server:
        with worker(server.url):
            there = seconds(lambda: list(RedisQueue(server.url).run(wanted)))
        bare = _bare_rq(server)
    ours = f"{JOBS / there:,.0f} phases/s"
    line(
        "P2",
        "phases on one worker behind Redis, computing included",
        ours,
        f"{bare / there:.2f} of bare RQ; without computing {bare / max(there - here, 1e-9):.2f}; goal 0.9",
    )


def _bare_rq(server: LocalRedis) -> float:
    queue = Queue("bare", connection=server.client(), serializer=JSONSerializer)
    for _ in range(JOBS):
        queue.enqueue("builtins.len", "x" * 1000, result_ttl=0)
    simple = SimpleWorker([queue], connection=server.client(), serializer=JSONSerializer)
    return seconds(lambda: simple.work(burst=True, logging_level="CRITICAL"))


def main() -> None:
    battles()
    with tempfile.TemporaryDirectory(prefix="imperator-bench-") as folder:
        campaign(Path(folder))
    behind_redis()


if __name__ == "__main__":
    main()

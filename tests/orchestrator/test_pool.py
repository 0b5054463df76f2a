"""A pool of processes gives what one process gives, whatever happens to its processes."""

import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.orchestrator.scenes import campaigns, two_scales
from tests.orchestrator.toy import toy
from workers.jobs import PhaseJob, PhaseResult
from workers.pool import Pool

PLAN = two_scales(boats=2, turns=1, theatres=("landfall", "moon"))


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    made = Pool(2, toy)
    yield made
    made.close()


def alone() -> str:
    game = campaigns("sqlite://")
    return game.run(game.create(PLAN, seed=1)).digest


def test_a_pool_gives_the_digest_of_one_process(pool: Pool) -> None:
    game = campaigns("sqlite://")
    assert game.run(game.create(PLAN, seed=1), pool).digest == alone()


class Murderous(Pool):
    """Kills one of its processes in the middle of some rows."""

    rows = 0

    def run(self, jobs: Sequence[PhaseJob]) -> Iterator[PhaseResult]:
        self.rows += 1
        if self.rows in {3, 17}:
            victim = multiprocessing.active_children()[-1]
            victim.kill()
        yield from super().run(jobs)


def test_a_killed_process_of_the_pool_costs_nothing_but_time() -> None:
    game, pool = campaigns("sqlite://"), Murderous(2, toy)
    assert game.run(game.create(PLAN, seed=1), pool).digest == alone()
    assert pool.rows > 17
    pool.close()


PARENT = """
import time
from tests.orchestrator.scenes import campaigns, two_scales
from tests.orchestrator.toy import toy
from workers.pool import Pool
import multiprocessing
if __name__ == "__main__":
    game, pool = campaigns("sqlite://"), Pool(2, toy)
    game.run(game.create(two_scales(boats=1, turns=1, theatres=("a", "b")), seed=1), pool)
    print(*[child.pid for child in multiprocessing.active_children()], flush=True)
    time.sleep(60)
"""


def test_processes_of_the_pool_die_with_their_parent(tmp_path_factory: pytest.TempPathFactory) -> None:
    script = tmp_path_factory.mktemp("parent") / "parent.py"
    script.write_text(PARENT)
    environment = os.environ | {"PYTHONPATH": os.getcwd()}
    parent = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True, env=environment)
    assert parent.stdout is not None
    children = [int(pid) for pid in parent.stdout.readline().split()]
    assert children
    parent.kill()
    parent.wait()
    until = time.monotonic() + 20
    while any(alive(pid) for pid in children) and time.monotonic() < until:
        time.sleep(0.1)
    assert not any(alive(pid) for pid in children)


def alive(pid: int) -> bool:
    """Whether a process runs; a dead one that nobody has buried does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False

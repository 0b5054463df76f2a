"""Killed or failing at any moment, a campaign resumes and comes out the same."""

import multiprocessing
import random
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection

from orchestrator.campaign import Campaigns
from orchestrator.store.records import CampaignPlan
from orchestrator.store.writing import Store
from tests.orchestrator.mortal import MOMENTS, play_and_die
from tests.orchestrator.scenes import campaigns, two_scales
from tests.orchestrator.toy import toy
from workers.backend import BackEndFailed
from workers.inline import Inline
from workers.jobs import PhaseFailed, PhaseJob, PhaseResult

KILLS = 12


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Callable[[CampaignPlan], str]:
    """The digest of a campaign that nothing happens to."""

    def digest(plan: CampaignPlan) -> str:
        game = campaigns(f"sqlite:///{tmp_path_factory.mktemp('calm') / 'c.db'}")
        return game.run(game.create(plan, seed=1)).digest

    return digest


def test_a_campaign_killed_at_any_write_resumes_to_the_same_digest(tmp_path: Path, undisturbed: Callable[[CampaignPlan], str]) -> None:
    url, plan, moments = f"sqlite:///{tmp_path / 'c.db'}", two_scales(boats=2, turns=3), random.Random(7)
    game = campaigns(url)
    id = game.create(plan, seed=1)
    for n in range(KILLS):
        arguments = (url, id, MOMENTS[n % 3], moments.randint(2, 9))
        process = multiprocessing.get_context("fork").Process(target=play_and_die, args=arguments)
        process.start()
        process.join(60)
        assert process.exitcode == -signal.SIGKILL
    assert game.run(id).digest == undisturbed(plan)
    assert game.verify(id).is_sound
    assert game.replay(id).events == len(game.log(id))


class _Fault(Exception):
    pass


def failing(store: Store, k: int, *, after: bool) -> None:
    """Let the k-th write fail, before anything of it was done or after it was committed and before anybody is told."""
    write, calls = store.database.write, 0

    @contextmanager
    def faulty() -> Iterator[Connection]:
        nonlocal calls
        calls += 1
        here = calls == k
        if here and not after:
            raise _Fault
        with write() as connection:
            yield connection
        if here:
            raise _Fault

    store.database.write = faulty  # type: ignore[method-assign]


SMALL = two_scales(boats=1, turns=1)
"""Its run takes 33 writes; those of the first ship turn and minute are of every kind there is, and each of them fails below."""


@pytest.mark.parametrize("after", [False, True])
def test_whichever_write_fails_a_retry_completes(after: bool, undisturbed: Callable[[CampaignPlan], str]) -> None:
    expected, k, failed = undisturbed(SMALL), 0, True
    while failed:
        k += 1 if k < 14 else 5
        game = campaigns("sqlite://")
        id = game.create(SMALL, seed=1)
        write = game.store.database.write
        failing(game.store, k, after=after)
        try:
            game.run(id)
            failed = False
        except _Fault:
            failed = True
        game.store.database.write = write  # type: ignore[method-assign]
        lapse(game, id)
        assert game.run(id).digest == expected
    assert k > 30


def lapse(game: Campaigns, id: str) -> None:
    """The lease of a call that failed to give it back runs out."""
    owner = game.reading.owner(id)
    if owner:
        from orchestrator.store.lease import Lease

        game.store.release(Lease(id, owner=owner))


class Troubled(Inline):
    """A back end that brings results late, twice, out of order, or fails at the k-th row."""

    def __init__(self, fail_at: int = 0) -> None:
        super().__init__(toy)
        self.fail_at, self.rows = fail_at, 0
        self.last: list[PhaseResult] = []

    def run(self, jobs: Sequence[PhaseJob]) -> Iterator[PhaseResult]:
        self.rows += 1
        if self.rows == self.fail_at:
            raise BackEndFailed("no worker")
        results = list(super().run(jobs))
        yield from self.last
        for result in reversed(results):
            yield result
            yield result
        self.last = results


TWO = two_scales(boats=1, turns=1, theatres=("landfall", "moon"))


def test_results_that_come_late_twice_and_in_any_order_change_nothing(undisturbed: Callable[[CampaignPlan], str], game: Campaigns) -> None:
    assert game.run(game.create(TWO, seed=1), Troubled()).digest == undisturbed(TWO)


def test_whichever_row_finds_no_worker_a_retry_completes(undisturbed: Callable[[CampaignPlan], str]) -> None:
    expected = undisturbed(SMALL)
    for k in range(1, 31, 5):
        game = campaigns("sqlite://")
        id = game.create(SMALL, seed=1)
        back_end = Troubled(fail_at=k)
        with pytest.raises(BackEndFailed):
            game.run(id, back_end)
        assert game.run(id, back_end).digest == expected


class Broken(Inline):
    def run(self, jobs: Sequence[PhaseJob]) -> Iterator[PhaseResult]:
        for result in super().run(jobs):
            result.error = "the engine failed" if result.battle.startswith("moon") else ""
            yield result


def test_an_engine_that_fails_stops_its_campaign_and_keeps_what_went_before(
    game: Campaigns, undisturbed: Callable[[CampaignPlan], str]
) -> None:
    id = game.create(TWO, seed=1)
    with pytest.raises(PhaseFailed, match="the engine failed"):
        game.run(id, Broken(toy))
    versions = {battle.battle: battle.version for battle in game.reading.battles(id, 0)}
    assert versions["landfall.leviathan"] == 2
    assert versions["moon.leviathan"] == 1
    assert game.run(id).digest == undisturbed(TWO)

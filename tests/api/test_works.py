"""Long work: one piece a campaign, progress, pause, a ruling between rows, a service that dies."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from api.works import DONE, FAILED, QUEUED, STANDS, STOPPED, Works, playing
from orchestrator.campaign import ENDED, PAUSED, Campaigns
from orchestrator.errors import CampaignBusy, NotFound
from scales.engine import Json
from tests.orchestrator.scenes import campaigns, two_scales
from workers.inline import Inline

PATIENCE = 60
"""Seconds after which a test gives up waiting for a thread."""


class Bench:
    """A game with its works, and a bell that rings at every change."""

    def __init__(self, url: str) -> None:
        self.game: Campaigns = campaigns(url)
        self.bell = threading.Condition()
        self.asked: list[str] = []
        kinds = {"run": playing(self.game, Inline(self.game.resolve), self.asked.append), "break": self._break}
        self.works = Works(self.game.store.database, kinds, self._ring)

    @staticmethod
    def _break(*_given: object) -> Json:
        raise RuntimeError("secret detail")

    def _ring(self, _campaign: str) -> None:
        with self.bell:
            self.bell.notify_all()

    def until(self, holds: Callable[[], bool]) -> None:
        with self.bell:
            assert self.bell.wait_for(holds, PATIENCE)

    def close(self) -> None:
        self.works.close()
        self.game.store.close()


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    made = Bench(f"sqlite:///{tmp_path / 'works.db'}")
    yield made
    made.close()


def test_a_run_goes_to_the_end_and_tells_how_far_it_is(bench: Bench) -> None:
    id = bench.game.create(two_scales(), seed=1)
    work = bench.works.start(id, "run", {"until": "end"}, "gm")
    bench.until(lambda: bench.works.find(work.id).status == DONE)
    found = bench.works.find(work.id)
    assert found.progress["turn"] >= 1
    assert found.result is not None
    assert found.result["status"] == ENDED
    assert bench.works.of(id)[0].id == work.id


def test_a_campaign_does_one_thing_at_a_time(bench: Bench) -> None:
    id = bench.game.create(two_scales(), {"red": "person"}, seed=1)
    bench.works.start(id, "run", {"until": "end"})
    with pytest.raises(CampaignBusy, match="at work already"):
        bench.works.start(id, "run", {"until": "end"})


def test_a_run_waits_for_people_and_goes_on_when_they_have_answered(bench: Bench) -> None:
    id = bench.game.create(two_scales(turns=1), {"red": "person"}, seed=1)
    work = bench.works.start(id, "run", {"until": "end"})
    for _ in range(200):
        bench.until(lambda: bench.works.find(work.id).status in {STANDS, DONE})
        if bench.works.find(work.id).status == DONE:
            break
        for asked in bench.game.decisions(id):
            bench.game.leave_to_bot(id, asked.id)
        bench.works.wake(id)
    assert bench.game.show(id).status == ENDED
    assert id in bench.asked


def test_until_decision_ends_the_work_at_the_first_one(bench: Bench) -> None:
    id = bench.game.create(two_scales(), {"red": "person"}, seed=1)
    work = bench.works.start(id, "run", {"until": "decision"})
    bench.until(lambda: bench.works.find(work.id).status == DONE)
    assert bench.game.decisions(id)


def test_a_pause_stops_between_rows_and_a_new_run_goes_on(bench: Bench) -> None:
    id = bench.game.create(two_scales(turns=400), seed=1)
    work = bench.works.start(id, "run", {"until": "end"})
    bench.until(lambda: bool(bench.works.find(work.id).progress))
    stopped = bench.works.stop(id)
    assert stopped is not None
    assert stopped.status == STOPPED
    assert bench.game.show(id).status == PAUSED
    turn = bench.game.show(id).turn
    again = bench.works.start(id, "run", {"until": "turn", "turn": turn + 2})
    bench.until(lambda: bench.works.find(again.id).status == DONE)
    assert bench.game.show(id).turn == turn + 2
    assert bench.works.stop(id) is None


def test_a_ruling_comes_between_rows_and_the_run_goes_on(bench: Bench) -> None:
    id = bench.game.create(two_scales(turns=400), seed=1)
    work = bench.works.start(id, "run", {"until": "turn", "turn": 30})
    bench.until(lambda: bool(bench.works.find(work.id).progress))
    with bench.works.between_rows(id):
        battle = next(b for b in bench.game.reading.battles(id, 0) if b.scale == "leviathan")
        assert bench.game.overrule(id, battle.battle, battle.version, {"kind": "destroy", "unit": "landfall-leviathan-red1"})
    bench.until(lambda: bench.works.find(work.id).status == DONE)
    assert bench.game.show(id).turn == 30


def test_after_a_restart_work_goes_on_where_it_was(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'restart.db'}"
    first = Bench(url)
    id = first.game.create(two_scales(turns=400), seed=1)
    work = first.works.start(id, "run", {"until": "turn", "turn": 40})
    first.until(lambda: bool(first.works.find(work.id).progress))
    first.close()
    second = Bench(url)
    second.works.take_up()
    second.until(lambda: second.works.find(work.id).status == DONE)
    assert second.game.show(id).turn == 40
    second.close()


def test_what_fails_says_so_without_its_insides(bench: Bench) -> None:
    work = bench.works.start("", "break", {})
    bench.until(lambda: bench.works.find(work.id).status == FAILED)
    error = bench.works.find(work.id).error or ""
    assert "ours to mend" in error
    assert "secret detail" not in error


def test_work_that_is_not_there(bench: Bench) -> None:
    with pytest.raises(NotFound):
        bench.works.find("nothing")


def test_work_of_a_living_process_is_left_to_it_and_that_of_a_dead_one_taken_up(bench: Bench, tmp_path: Path) -> None:
    id = bench.game.create(two_scales(), seed=1)
    with bench.game._owned(id):  # as another process plays it
        work = bench.works.start(id, "run", {"until": "end"})
        bench.until(lambda: bench.works.find(work.id).status == QUEUED and not bench.works._here())
    other = Bench(f"sqlite:///{tmp_path / 'works.db'}")
    other.works.take_up_again()
    other.until(lambda: other.works.find(work.id).status == DONE)
    other.close()
    assert bench.works.find(work.id).error is None


def test_orders_that_come_in_while_a_run_says_that_it_waits_are_not_overlooked(tmp_path: Path) -> None:
    bench = Bench(f"sqlite:///{tmp_path / 'works.db'}")
    id = bench.game.create(two_scales(), {"red": "person"}, seed=1)

    def answered_at_once(campaign: str) -> None:
        for asked in bench.game.decisions(campaign):
            bench.game.leave_to_bot(campaign, str(asked.place))
        bench.works.wake(campaign)

    bench.works._kinds["run"] = playing(bench.game, Inline(bench.game.resolve), answered_at_once)
    work = bench.works.start(id, "run", {"until": "end"})
    bench.until(lambda: bench.works.find(work.id).status == DONE)
    bench.close()


def test_two_rulings_at_once_on_a_campaign_that_never_waits(bench: Bench) -> None:
    id = bench.game.create(two_scales(boats=2, turns=40), seed=1)
    work, held = bench.works.start(id, "run", {"until": "end"}), list[str]()

    def hold() -> None:
        for _ in range(3):
            with bench.works.between_rows(id):
                held.append(bench.works.find(work.id).status)

    threads = [threading.Thread(target=hold) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(held) == 6
    assert DONE not in held


def test_a_run_is_stopped_from_another_process_too(bench: Bench, tmp_path: Path) -> None:
    id = bench.game.create(two_scales(boats=2, turns=40), seed=1)
    work = bench.works.start(id, "run", {"until": "end"})
    bench.until(lambda: bench.works.find(work.id).progress != {})
    other = Bench(f"sqlite:///{tmp_path / 'works.db'}")
    assert other.works.stop(id) is not None
    bench.until(lambda: not bench.works._here())
    assert bench.works.find(work.id).status == STOPPED
    assert bench.game.show(id).status == PAUSED
    other.close()

"""One contract, on every database."""

import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import func, select, update

from orchestrator.campaign import Campaigns
from orchestrator.closing import turn_limit
from orchestrator.errors import LostLease, NewerDatabase, NotFound
from orchestrator.running import Running
from orchestrator.store.lease import Lease, is_dead
from orchestrator.store.models import SCHEMA, SchemaVersion, table
from orchestrator.store.records import PhaseCommit, RowCommit
from orchestrator.store.writing import EVENT, STEP, Store
from scales.codec import decode, encode
from tests.orchestrator.scenes import campaigns, two_scales
from tests.postgres_server import LocalPostgres, postgres_binaries
from workers.inline import Inline


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    if postgres_binaries() is None:
        pytest.skip("there is no PostgreSQL on this machine")
    with LocalPostgres() as server:
        yield server.url


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'c.db'}" if request.param == "sqlite" else str(request.getfixturevalue("postgres"))


class Recorder:
    """Passes on to a store and remembers what it was given."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.given: list[tuple[RowCommit, list[PhaseCommit]]] = []

    def commit_phase(self, lease: Lease, timeline: int, commit: PhaseCommit) -> bool:
        return self.store.commit_phase(lease, timeline, commit)

    def close_row(self, lease: Lease, timeline: int, row: RowCommit, commits: list[PhaseCommit] = []) -> bool:  # noqa: B006
        self.given.append((row, clone_all(commits)))
        return self.store.close_row(lease, timeline, row, commits)


def clone_all(commits: list[PhaseCommit]) -> list[PhaseCommit]:
    return [decode(encode(commit), PhaseCommit) for commit in commits]


def counted(game: Campaigns, id: str) -> tuple[int, int]:
    with game.store.database.read() as connection:
        steps, events = (connection.execute(select(func.count()).where(t.c.campaign == id)).scalar_one() for t in (STEP, EVENT))
    return steps, events


def owned(game: Campaigns, id: str) -> tuple[Running, Recorder, Lease]:
    lease = Lease(id)
    assert game.store.claim(lease, lease.now())
    running = game._load(game.reading.campaign(id), lease, Inline(game.resolve))
    running.store = recorder = Recorder(game.store)
    return running, recorder, lease


def play_a_row(game: Campaigns, running: Running, tick: int) -> None:
    from orchestrator.closing import close_row

    assert running.play_row(tick)
    close_row(running, game._post, tick, turn_limit)


def test_a_phase_committed_twice_is_there_once(url: str) -> None:
    game = campaigns(url)
    id = game.create(two_scales(boats=2, turns=2), seed=1)
    running, recorder, lease = owned(game, id)
    play_a_row(game, running, 0)
    row, commits = recorder.given[0]
    before = counted(game, id)
    assert not game.store.close_row(lease, 0, row, commits)
    assert not game.store.commit_phase(lease, 0, commits[0])
    assert counted(game, id) == before
    play_a_row(game, running, 1)
    assert counted(game, id) > before
    game.store.close()


def test_a_row_whose_phase_was_committed_by_another_is_not_half_closed(url: str) -> None:
    game = campaigns(url)
    id = game.create(two_scales(boats=2, turns=2), seed=1)
    running, recorder, lease = owned(game, id)
    play_a_row(game, running, 0)
    row, commits = recorder.given[0]
    late = RowCommit(1, 2, [], [], [], [], row.theatres)
    before = counted(game, id), game.reading.campaign(id).tick
    assert not game.store.close_row(lease, 0, late, commits)
    assert (counted(game, id), game.reading.campaign(id).tick) == before
    game.store.close()


def test_who_lost_the_campaign_commits_nothing(url: str) -> None:
    game = campaigns(url)
    id = game.create(two_scales(boats=2, turns=2), seed=1)
    running, _, lease = owned(game, id)
    stopped = Lease(id, owner=lease.owner, seconds=-1)
    assert game.store.claim(stopped, lease.now())
    other = Lease(id, owner="elsewhere:1:x")
    assert game.store.claim(other, other.now())
    before = counted(game, id)
    with pytest.raises(LostLease):
        play_a_row(game, running, 0)
    assert counted(game, id) == before
    game.store.release(other)
    assert game.run(id).status == "ended"
    game.store.close()


def test_the_same_campaign_gives_the_same_digest_in_every_database(url: str) -> None:
    game, memory = campaigns(url), campaigns("sqlite://")
    plan = two_scales(boats=2, turns=3)
    digests = [each.run(each.create(plan, seed=9)).digest for each in (game, memory)]
    assert digests[0] == digests[1]
    assert all(game.verify(status.id).is_sound for status in game.all())
    game.store.close()


def test_two_writers_at_once_wait_for_each_other(url: str) -> None:
    """Two orchestrators, a campaign each, in one database; each uses its own connections."""
    plan, digests, troubles = two_scales(boats=1, turns=2), [], []

    def play() -> None:
        game = campaigns(url)
        try:
            digests.append(game.run(game.create(plan, seed=5)).digest)
        except Exception as error:
            troubles.append(error)
        finally:
            game.store.close()

    campaigns(url).store.close()
    threads = [threading.Thread(target=play) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert troubles == []
    assert len(digests) == 3
    assert len(set(digests)) == 1


def test_of_two_orchestrators_that_want_one_campaign_one_gets_it(url: str) -> None:
    game = campaigns(url)
    id = game.create(two_scales(boats=1, turns=1), seed=1)
    leases = [Lease(id, owner=f"host{n}:1:x") for n in range(5)]
    assert [game.store.claim(lease, lease.now()) for lease in leases] == [True, False, False, False, False]
    game.store.release(leases[0])
    game.store.close()


def test_a_database_of_a_newer_version_is_refused(url: str) -> None:
    store = Store(url)
    versions = table(SchemaVersion)
    with store.database.write() as connection:
        connection.execute(update(versions), {"version": SCHEMA + 1})
    with pytest.raises(NewerDatabase, match="install a newer Imperator"):
        Store(url)
    with store.database.write() as connection:
        connection.execute(update(versions), {"version": SCHEMA})
    store.close()


def test_a_campaign_that_is_not_there_is_named(url: str) -> None:
    game = campaigns(url)
    for ask in (game.show, game.run, game.decisions, game.export, game.log):
        with pytest.raises(NotFound, match="'nowhere'"):
            ask("nowhere")
    game.store.close()


def test_sqlite_is_opened_so_that_an_acknowledged_commit_survives_a_power_cut(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'c.db'}")
    with store.database.write() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar_one() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar_one() == 2
    store.close()
    assert sqlite3.connect(tmp_path / "c.db").execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_dead_process_of_this_machine_is_known_and_others_are_not() -> None:
    host, pid, nonce = Lease("c").owner.rsplit(":", 2)
    assert not is_dead(f"{host}:{pid}:{nonce}")
    assert is_dead(f"{host}:{2**22 - 1}:{nonce}")
    assert not is_dead(f"elsewhere:{2**22 - 1}:{nonce}")
    assert is_dead(f"{host}:{pid}:{'0' * len(nonce)}"), "it had our number before us, as in a container that was started again"
    assert not is_dead("")

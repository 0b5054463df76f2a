"""What the path around the engines costs: a phase in memory, a phase committed to disk, and memory over many phases (P1, P3, P7)."""

import gc
import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from orchestrator.campaign import Progress
from orchestrator.store.lease import Lease
from orchestrator.store.records import PhaseCommit, RowCommit
from orchestrator.store.writing import Store, text
from tests.bench import quiet
from tests.bench.figures import Figure, seconds

PARTICIPANTS, STEPS, CHAIN_STEPS = (2, 10, 50), 3_000, 2_000
COMMITS, EVENTS = 300, 100
FIRST, LAST = 1_000, 10_000


def figures(folder: Path) -> Iterator[Figure]:
    yield from _phases()
    yield from _commits(folder)
    yield from _memory(folder)


# --- P1 -------------------------------------------------------------------------------------------------------------------------


def _phases() -> Iterator[Figure]:
    """Steps a second of so many boards of a trivial engine, against as many simulators of mosaik in a chain."""
    ours = {n: _rate(n, MemoryStore("sqlite://")) for n in PARTICIPANTS}
    theirs = _mosaik()
    goals = {10: 10.0, 50: 30.0}
    for n, rate in ours.items():
        peer = f"mosaik: {theirs[n]:,.0f} steps/s" if theirs else "mosaik is not installed (pip install mosaik)"
        yield Figure("P1", f"phases of {n} trivial boards", rate, "phases/s", peer, rate / theirs[n] if theirs else None, goals.get(n))
    yield Figure("P1", "cost of a phase among 50 boards", 1e6 / ours[50], "us", "that among 2", ours[2] / ours[50], 1.5, at_most=True)
    kept = _rate(10, Store("sqlite://"))
    yield Figure("", "phases of 10 trivial boards, SQLite in memory", kept, "phases/s", "the log in a list", kept / ours[10])
    bare = _bare()
    yield Figure("", "the same steps in a bare loop, nothing kept", bare, "steps/s", "phases of 10 boards", bare / ours[10])


class MemoryStore(Store):
    """Once `log` is a list, what happens is kept there and nowhere else."""

    log: list[object] | None = None

    def commit_phase(self, lease: Lease, timeline: int, commit: PhaseCommit) -> bool:
        if self.log is None:
            return super().commit_phase(lease, timeline, commit)
        self.log.append(commit)
        return True

    def close_row(self, lease: Lease, timeline: int, row: RowCommit, commits: Sequence[PhaseCommit] = ()) -> bool:
        if self.log is None:
            return super().close_row(lease, timeline, row, commits)
        self.log += [*commits, row]
        return True


def _rate(boards: int, store: Store) -> float:
    """Phases a second of the whole path: clock, jobs, engine, digest, links and the store."""
    turns = STEPS // (boards * quiet.PHASES_A_TURN) + 1
    game = quiet.campaigns(store)
    id = game.create(quiet.plan(boards, 1_000_000), seed=1)
    game.run(id, until_turn=1)
    if isinstance(store, MemoryStore):
        store.log = []
    return boards * quiet.PHASES_A_TURN * turns / seconds(lambda: game.run(id, until_turn=1 + turns))


def _bare() -> float:
    """The engine alone: no clock, no jobs, no log."""
    from scales.dice import KeyedDice
    from tests.orchestrator.toy import setup

    state = quiet.QUIET.setup(setup(1, turn_limit=9, ballast="x" * 800), KeyedDice(key=b"k")).state

    def loop() -> None:
        now = state
        for n in range(STEPS):
            now = quiet.QUIET.advance(now, "movement", {}, [], KeyedDice(index=n, key=b"k")).state

    return STEPS / seconds(loop)


def _mosaik() -> dict[int, float]:
    try:
        from tests.bench import mosaik_chain
    except ModuleNotFoundError:
        return {}
    return {n: mosaik_chain.rate(n, CHAIN_STEPS // n) for n in PARTICIPANTS}


# --- P3 -------------------------------------------------------------------------------------------------------------------------


class TimedStore(Store):
    """A store that adds up how long its commits take."""

    took = 0.0

    def commit_phase(self, lease: Lease, timeline: int, commit: PhaseCommit) -> bool:
        start = time.perf_counter()
        try:
            return super().commit_phase(lease, timeline, commit)
        finally:
            self.took += time.perf_counter() - start

    def close_row(self, lease: Lease, timeline: int, row: RowCommit, commits: Sequence[PhaseCommit] = ()) -> bool:
        start = time.perf_counter()
        try:
            return super().close_row(lease, timeline, row, commits)
        finally:
            self.took += time.perf_counter() - start


def _commits(folder: Path) -> Iterator[Figure]:
    """Phases of a hundred events on disk, against the same rows through a bare sqlite3 with as many transactions."""
    store = TimedStore(f"sqlite:///{folder / 'loud.db'}")
    game = quiet.campaigns(store, is_loud=True)
    id = game.create(quiet.plan(1, 1_000_000), seed=1)
    store.took = 0.0
    game.run(id, until_turn=COMMITS // quiet.PHASES_A_TURN)
    rows = [text(logged.event) for _, logged in game.log(id)]
    commits = len(rows) // EVENTS
    raw = _raw(folder / "raw.db", rows, commits)
    ours = commits / store.took
    peer = f"bare sqlite3 FULL: {commits / raw:,.0f} commits/s"
    yield Figure("P3", "commits of a phase of 100 events", ours, "commits/s", peer, raw / store.took, 0.45)


def _raw(path: Path, rows: list[str], commits: int) -> float:
    connection = sqlite3.connect(path, isolation_level=None)
    columns = "battle TEXT, version INTEGER, n INTEGER, body TEXT, head TEXT, PRIMARY KEY (battle, version, n)"
    for statement in ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", f"CREATE TABLE event ({columns})"):
        connection.execute(statement)

    def write() -> None:
        for version in range(commits):
            batch = rows[version * EVENTS : (version + 1) * EVENTS]
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(
                "INSERT INTO event VALUES (?, ?, ?, ?, ?)", [("b", version, n, b, "0" * 64) for n, b in enumerate(batch)]
            )
            connection.execute("COMMIT")

    return seconds(write)


# --- P7 -------------------------------------------------------------------------------------------------------------------------


def _memory(folder: Path) -> Iterator[Figure]:
    """Resident memory of this process after a thousand phases and after ten thousand."""
    game = quiet.campaigns(Store(f"sqlite:///{folder / 'long.db'}"))
    id = game.create(quiet.plan(1, 1_000_000), seed=1)
    sizes: dict[int, int] = {}
    played = 0

    def look(_row: Progress) -> None:
        nonlocal played
        played += 1
        if played in {FIRST, LAST}:
            gc.collect()
            sizes[played] = resident()

    game.run(id, until_turn=LAST // quiet.PHASES_A_TURN + 2, progress=look)
    megabytes = sizes[LAST] / 1e6
    yield Figure("P7", "memory after 10,000 phases", megabytes, "MB", "after 1,000", sizes[LAST] / sizes[FIRST], 1.05, at_most=True)


def resident() -> int:
    """Bytes of memory that this process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")

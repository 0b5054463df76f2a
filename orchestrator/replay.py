"""Computing a logged campaign again, from its plan, its secret and its orders, with nothing stored.

Boards, links and rows are played as they were at first; only the orders come out of the log. Every step and row must give the same heads.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from orchestrator.clock import Clock
from orchestrator.closing import BEGINNING, Judge, close_row
from orchestrator.dispatch import Table
from orchestrator.errors import ReplayDiffers
from orchestrator.export import Exported
from orchestrator.lease import Lease
from orchestrator.links.link import Board
from orchestrator.links.post import Post
from orchestrator.reading import LoggedStep
from orchestrator.records import BattleRecord, CampaignRecord, PhaseCommit, RowCommit
from orchestrator.rulings import KINDS, order_of, overrule
from orchestrator.running import Running
from orchestrator.sequence import sequence
from orchestrator.verify import Verdict
from scales.codec import encode
from scales.engine import Decision, Engine
from scales.engines import Resolver
from workers.inline import Inline
from workers.jobs import Given, PhaseJob, run_phase_job


@dataclass(slots=True)
class _Compare:
    """A store that keeps nothing and compares everything with the log."""

    document: Exported
    steps: dict[tuple[str, int], LoggedStep]
    heads: dict[tuple[str, int, int], str]
    rows: dict[tuple[str, int], str]
    compared: int = 0

    def commit_phase(self, lease: Lease, timeline: int, commit: PhaseCommit) -> bool:  # noqa: ARG002
        for step, heads in zip(commit.steps, commit.heads, strict=True):
            name = f"{commit.battle}:{step.version}"
            logged = self.steps.get((commit.battle, step.version))
            if logged is None:
                raise ReplayDiffers(f"step {name} is not in the log")
            if logged.head != heads[0]:
                raise ReplayDiffers(
                    f"step {name} ({commit.phase or commit.kind}) comes out otherwise: inbox, orders, messages or number of events"
                )
            for n, head in enumerate(heads[1:]):
                if self.heads.get((commit.battle, step.version, n)) != head:
                    raise ReplayDiffers(f"event {name}:{n} comes out otherwise: {step.events[n].text}")
            self.compared += 1
        return True

    def close_row(self, lease: Lease, timeline: int, row: RowCommit, commits: Sequence[PhaseCommit] = ()) -> bool:
        for commit in [*commits, *(opened.commit for opened in row.opened)]:
            self.commit_phase(lease, timeline, commit)
        for each in row.theatres:
            if self.rows.get((each.theatre, row.tick)) != each.head:
                raise ReplayDiffers(f"row {row.tick} of {each.theatre} comes out otherwise")
        if row.result is not None and encode(row.result) != encode(self.document.result):
            raise ReplayDiffers(f"the result comes out otherwise: {row.result}")
        return True


def replay(document: Exported, post: Post, judge: Judge, resolve: Resolver, stand: Sequence[BattleRecord] = ()) -> Verdict:
    """Play the log of an export again; raises ReplayDiffers at the first thing that comes out otherwise.

    `stand` are the boards as a database shows them: caches of the log, which must come out too.
    """
    if not document.secret:
        raise ReplayDiffers("a campaign can be replayed when its secret is known: it is published at the end")
    compare = _compare(document)
    running = _running(document, compare, resolve)
    close_row(running, post, BEGINNING, judge)
    last = max([step.tick for step in document.steps] + [document.tick - 1])
    clock = Clock(running.sequence, 0)
    while clock.next() <= last:
        if not _row(running, compare, clock.tick) or close_row(running, post, clock.tick, judge) is not None:
            break
    if compare.compared != len(document.steps):
        raise ReplayDiffers(f"the log has {len(document.steps)} steps, {compare.compared} of them come out of a replay")
    for shown in stand:
        played = running.boards[shown.battle].record
        if (played.state, encode(played.report), played.status) != (shown.state, encode(shown.report), shown.status):
            raise ReplayDiffers(f"{shown.battle} stands otherwise than its log says")
    return Verdict(events=len(document.events), rows=len(document.rows), digest=document.digest)


def _row(running: Running, compare: _Compare, tick: int) -> bool:
    """Replay what the log has of a row; False when it ends within it."""
    running.record.tick = tick
    for board in [running.boards[id] for id in sorted(running.boards)]:
        _rulings(running, compare, board)
    due = running.due(tick)
    for board in due:
        while board.is_open and board.record.done_tick < tick and (board.id, board.record.version + 1) in compare.steps:
            job = running.job(board, tick)
            commit = running.as_commit(run_phase_job(job, board.rules, compare_orders(compare)), tick)
            compare.commit_phase(running.lease, running.record.timeline, commit)
            running.take(commit)
            _rulings(running, compare, board)
    return all(board.record.done_tick >= tick or not board.is_open for board in due)


def _rulings(running: Running, compare: _Compare, board: Board) -> None:
    """Rulings and tables' results that come next in a battle's log, if they were given in this row."""
    while (step := compare.steps.get((board.id, board.record.version + 1))) and step.kind in KINDS and step.tick == running.record.tick:
        commit = overrule(running, board, step.kind, order_of(step) or {})
        compare.commit_phase(running.lease, running.record.timeline, commit)
        running.take(commit)


def compare_orders(compare: _Compare) -> Any:
    """The orders of the log, in place of bots and people."""

    def orders(job: PhaseJob, rules: Engine, state: Any, version: int, pending: Sequence[Decision]) -> dict[str, Given] | None:  # noqa: ARG001
        logged = compare.steps.get((job.battle, version + 1))
        if logged is None or logged.kind in KINDS:
            return None
        if sorted(logged.orders) != sorted(decision.key for decision in pending):
            raise ReplayDiffers(f"step {job.battle}:{version + 1} answers other decisions than are asked")
        return {decision.key: logged.orders[decision.key] for decision in pending}

    return orders


def _compare(document: Exported) -> _Compare:
    return _Compare(
        document,
        {(step.battle, step.version): step for step in document.steps},
        {(event.place.battle, event.place.version, event.place.n): event.head for event in document.events},
        {(row.theatre, row.tick): row.head for row in document.rows},
    )


def _running(document: Exported, compare: _Compare, resolve: Resolver) -> Running:
    record = CampaignRecord(
        id=document.campaign,
        plan=document.plan,
        seats=document.seats,
        created_utc="",
        status=document.status,
        timeline=document.timeline,
        tick=BEGINNING,
        secret=bytes.fromhex(document.secret),
        commitment=document.commitment,
        is_revealed=True,
        is_seeded=False,
        result=None,
    )
    lease = Lease(document.campaign)
    return Running(record, lease, compare, Inline(resolve), resolve, sequence(document.plan.scales), Table(document.seats))

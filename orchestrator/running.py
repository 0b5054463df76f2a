"""A campaign in play: its boards, its messages on their way, and how one row of the turn sequence is played.

What is held here is what the store holds; after every commit both say the same. A row is played in three parts: the phases of all boards due
go to the back end together, their results are committed by battle id in whatever order they arrive, and when all are done the row closes
(`orchestrator.closing`).
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from msgspec import Raw

from orchestrator.dispatch.seating import Table
from orchestrator.history import digest
from orchestrator.history.lineage import Lineage
from orchestrator.links.link import Board
from orchestrator.sequence import Sequence as TurnSequence
from orchestrator.store.lease import Lease
from orchestrator.store.reading import sent
from orchestrator.store.records import CampaignRecord, PhaseCommit, Routed, RowCommit, Sent
from orchestrator.store.writing import ENDED, OPEN
from scales.dice import Dice, phase_key
from scales.engines import Resolver
from workers.backend import BackEnd
from workers.jobs import PhaseFailed, PhaseJob, PhaseResult


class Keeper(Protocol):
    """What a campaign in play needs of the store."""

    def commit_phase(self, lease: Lease, timeline: int, commit: PhaseCommit) -> bool: ...
    def close_row(self, lease: Lease, timeline: int, row: RowCommit, commits: Sequence[PhaseCommit] = ()) -> bool: ...


class OutOfStep(PhaseFailed):
    """The store has gone on without us: another process committed what we were about to. Load the campaign again."""


@dataclass(slots=True)
class Running:
    """A campaign that this process owns. `mail` is what is on its way to each board, `sent` what left the boards since the last row closed,
    `moved` which boards took a step since then, `heads` the theatres' chains.

    `unsaved` holds the phase that finished a row until the row closes, a moment later and in the same transaction. `lineage` says who rolled
    the dice of which row, `logged` brings dice of a log where a row is played again whose secret nobody may know.
    """

    record: CampaignRecord
    lease: Lease
    store: Keeper
    back_end: BackEnd
    resolve: Resolver
    sequence: TurnSequence
    table: Table
    boards: dict[str, Board] = field(default_factory=dict)
    mail: dict[str, list[Routed]] = field(default_factory=dict)
    sent: list[Sent] = field(default_factory=list)
    moved: set[str] = field(default_factory=set)
    heads: dict[str, str] = field(default_factory=dict)
    unsaved: list[PhaseCommit] = field(default_factory=list)
    lineage: Lineage = field(default_factory=Lineage)
    logged: Callable[[PhaseJob, int], Dice | None] = lambda _job, _tick: None

    def play_row(self, tick: int) -> bool:
        """Play what is due at a row. False if a person must answer before it can close."""
        due = self.due(tick)
        left = len(due)
        jobs = [self.job(board, tick) for board in due if not self.table.is_waiting(board.id)]
        for result in by_battle(jobs, self.back_end.run(jobs)):
            self.take(commit := self.as_commit(result, tick))
            left -= commit.done
            if not left:
                self.unsaved.append(commit)
            elif not self.store.commit_phase(self.lease, self.record.timeline, commit):
                raise OutOfStep(f"{result.battle} is no longer at version {result.version}")
        return not left

    def due(self, tick: int) -> list[Board]:
        """The open boards of the row's scale that have not finished it, by id."""
        scale = self.sequence.row(tick).scale
        found = [b for b in self.boards.values() if b.is_open and b.scale == scale and b.record.done_tick < tick]
        return sorted(found, key=lambda board: board.id)

    def job(self, board: Board, tick: int) -> PhaseJob:
        """The job that takes a board on through a row."""
        record = board.record
        pending = self.table.pending(record.battle) if record.phase else []
        phase_no = record.phase_no + (0 if record.phase else 1)
        return PhaseJob(
            campaign=self.record.id,
            timeline=self.record.timeline,
            battle=record.battle,
            scale=record.scale,
            version=record.version,
            phase_no=phase_no,
            phase=self.sequence.row(tick).phase,
            key=self.key(tick, record.battle, phase_no),
            bot_key=self.key(tick, record.battle, phase_no, "bot"),
            state=Raw(record.state),
            inbox=[] if record.phase else [routed.delivery for routed in self.inbox(record.battle, tick)],
            pending=[asked.decision for asked in pending],
            answers={asked.decision.key: asked.answer for asked in pending if asked.answer is not None},
            absent=[asked.decision.key for asked in pending if asked.is_absent],
            people=self.table.people(record.battle),
            random_seats=self.table.random(record.battle),
            formations=self.table.formations(record.battle),
            plans=self.table.plans_of(record.battle, phase_no),
        )

    def key(self, tick: int, battle: str, phase_no: int, stream: str = "dice") -> str:
        stretch = self.lineage.at(tick)
        secret = bytes.fromhex(stretch.secret) if stretch.commitment else self.record.secret
        return phase_key(secret, stretch.timeline, battle, phase_no, stream).hex()

    def inbox(self, battle: str, tick: int) -> list[Routed]:
        """What is due at a board by a row, in the order of rows, then of senders."""
        found = [routed for routed in self.mail.get(battle, []) if routed.due_tick <= tick]
        if len(found) > 1:
            found.sort(key=lambda routed: (routed.due_tick, routed.sent_tick, natural(routed.delivery.id)))
        return found

    def post_to(self, routed: Routed) -> None:
        self.mail.setdefault(routed.battle, []).append(routed)

    def take_out(self, battle: str, ids: set[str]) -> None:
        """Deliveries that arrived or were struck off."""
        self.mail[battle] = [routed for routed in self.mail[battle] if routed.delivery.id not in ids]

    def as_commit(self, result: PhaseResult, tick: int) -> PhaseCommit:
        """The steps of a result as they are stored."""
        row, record = self.sequence.row(tick), self.boards[result.battle].record
        phase_no = record.phase_no + (0 if record.phase else 1)
        commit = phase_commit(result, record.head, tick=tick, kind="phase", phase=row.phase, phase_no=phase_no)
        commit.ended = result.done and result.report is not None and result.report.over
        commit.snapshot = result.done and self.sequence.is_first_of_scale(tick)
        return commit

    def take(self, commit: PhaseCommit) -> None:
        """Go on from a commit."""
        self.moved.add(commit.battle)
        record = self.boards[commit.battle].record
        record.version = commit.base + len(commit.steps)
        record.state, record.head, record.phase_no = commit.state, commit.heads[-1][-1], commit.phase_no
        record.phase = "" if commit.done else commit.phase
        if commit.done:
            record.status = ENDED if commit.ended else OPEN
            record.ended_tick = commit.tick if commit.ended else None
            if commit.ends_row:
                record.done_tick = commit.tick
        if commit.report is not None:
            record.report = commit.report
        self.table.ask(commit.battle, record.version, commit.pending)
        delivered = {delivery.id for step in commit.steps for delivery in step.inbox}
        if delivered:
            self.take_out(commit.battle, delivered)
        for routed in commit.posted:
            self.post_to(routed)
        for step in commit.steps:
            self.sent += sent(commit.battle, step.version, commit.tick, step.outbox)


def natural(id: str) -> list[tuple[int, str]]:
    """Ids by their numbers: b:9:0 before b:10:0."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", id)]


def phase_commit(result: PhaseResult, head: str, *, tick: int, kind: str, phase: str, phase_no: int) -> PhaseCommit:
    """A result as it is stored, its chain going on from `head`."""
    heads: list[list[str]] = []
    for step in result.steps:
        heads.append(digest.step_links(heads[-1][-1] if heads else head, result.battle, step, kind, phase))
    return PhaseCommit(
        result.battle,
        result.version,
        tick,
        kind,
        phase,
        phase_no,
        result.steps,
        heads,
        bytes(result.state),
        result.pending,
        result.done,
        result.report,
    )


def by_battle(jobs: Sequence[PhaseJob], results: Iterable[PhaseResult]) -> Iterator[PhaseResult]:
    """Results in the order of their jobs, each as soon as those before it are there. Double and strange ones are dropped."""
    waiting = [job.id for job in jobs]
    there: dict[str, PhaseResult] = {}
    for result in results:
        there.setdefault(result.id, result)
        while waiting and waiting[0] in there:
            yield _sound(there[waiting.pop(0)])
    if waiting:
        raise PhaseFailed(f"the back end brought no result of {', '.join(waiting)}")


def _sound(result: PhaseResult) -> PhaseResult:
    if result.error:
        raise PhaseFailed(result.error)
    return result

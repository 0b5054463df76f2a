"""Computing a logged campaign again, from its plan, its secret and its orders, with nothing stored.

Boards, links and rows are played as they were at first; only the orders come out of the log, and the dice of rows whose secret nobody may know
(`orchestrator.history.lineage`). Every step and row must give the same heads.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from orchestrator.clock import Clock
from orchestrator.closing import BEGINNING, Judge, close_row
from orchestrator.dispatch.seating import Table
from orchestrator.errors import ImperatorError, ReplayDiffers
from orchestrator.history.export import Exported
from orchestrator.history.lineage import Lineage
from orchestrator.history.verify import Verdict
from orchestrator.links.link import Board
from orchestrator.links.post import Post
from orchestrator.rulings import KINDS, order_of, overrule
from orchestrator.running import Running
from orchestrator.sequence import sequence
from orchestrator.store.lease import Lease
from orchestrator.store.reading import LoggedEvent, LoggedStep
from orchestrator.store.records import BattleRecord, CampaignRecord, PhaseCommit, RowCommit
from scales.codec import encode
from scales.dice import Dice, LoggedDice, Roll
from scales.engine import Decision, Engine, Json
from scales.engines import Resolver
from workers.inline import Inline
from workers.jobs import Given, PhaseJob, run_phase_job

Kept = list[PhaseCommit | RowCommit]
"""What a replay would have stored, in its order; the phases and openings of a row's commit are in it too."""


@dataclass(slots=True)
class Compare:
    """A store that compares everything with a log. What it is given for rows before `kept_before` it keeps: states only where a board stands
    in the end, and for snapshots.
    """

    steps: dict[tuple[str, int], LoggedStep]
    heads: dict[tuple[str, int, int], str]
    rows: dict[tuple[str, int], str]
    result: Json | None
    rolls: dict[tuple[str, str, int], dict[int, Roll]] = field(default_factory=dict)
    compared: int = 0
    kept_before: int = BEGINNING
    kept: Kept = field(default_factory=list)
    stand: dict[str, PhaseCommit] = field(default_factory=dict)

    def commit_phase(self, lease: Lease, timeline: int, commit: PhaseCommit) -> bool:  # noqa: ARG002
        self._compare(commit)
        if commit.tick < self.kept_before:
            self.kept.append(commit)
            before = self.stand.get(commit.battle)
            if before is not None and not before.snapshot:
                before.state = b""
            self.stand[commit.battle] = commit
        return True

    def close_row(self, lease: Lease, timeline: int, row: RowCommit, commits: Sequence[PhaseCommit] = ()) -> bool:
        for commit in commits:
            self.commit_phase(lease, timeline, commit)
        for opened in row.opened:
            self._compare(opened.commit)
        for each in row.theatres:
            if self.rows.get((each.theatre, row.tick)) != each.head:
                raise ReplayDiffers(f"row {row.tick} of {each.theatre} comes out otherwise")
        if row.result is not None and encode(row.result) != encode(self.result):
            raise ReplayDiffers(f"the result comes out otherwise: {row.result}")
        if row.tick < self.kept_before:
            self.kept.append(row)
        return True

    def _compare(self, commit: PhaseCommit) -> None:
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

    def dice(self, job: PhaseJob) -> Dice:
        """The dice of a job as the log tells them."""
        return LoggedDice(rolls=self.rolls.get(_die_key(job.battle, job.kind, job.version + 1, job.phase_no), {}))

    def orders(self, job: PhaseJob, rules: Engine, state: Any, version: int, pending: Sequence[Decision]) -> dict[str, Given] | None:  # noqa: ARG002
        """The orders of the log, in place of bots and people."""
        logged = self.steps.get((job.battle, version + 1))
        if logged is None or logged.kind in KINDS:
            return None
        if sorted(logged.orders) != sorted(decision.key for decision in pending):
            raise ReplayDiffers(f"step {job.battle}:{version + 1} answers other decisions than are asked")
        return {decision.key: logged.orders[decision.key] for decision in pending}


def _die_key(battle: str, kind: str, version: int, phase_no: int) -> tuple[str, str, int]:
    """Rulings have dice of their own, by the version they lead to; a phase's are counted through all its steps."""
    return (battle, "ruling", version) if kind in KINDS else (battle, "dice", phase_no)


def compare_with(
    steps: Iterable[LoggedStep], events: Iterable[LoggedEvent], rows: dict[tuple[str, int], str], result: Json | None = None
) -> Compare:
    """A store that compares with these steps, events and rows."""
    compare = Compare({(step.battle, step.version): step for step in steps}, {}, rows, result)
    for event in events:
        place = event.place
        compare.heads[place.battle, place.version, place.n] = event.head
        step = compare.steps.get((place.battle, place.version))
        if step is not None and event.event.rolls:
            dice = compare.rolls.setdefault(_die_key(step.battle, step.kind, step.version, step.phase_no), {})
            dice |= {roll.index: roll for roll in event.event.rolls}
    return compare


@contextmanager
def differing() -> Iterator[None]:
    """What an engine makes of orders and set-ups that it never let pass is nothing that is known beforehand: a difference, in a sentence."""
    try:
        yield
    except ImperatorError:
        raise
    except Exception as error:
        first = (str(error).splitlines() or ["no more is known"])[0]
        raise ReplayDiffers(f"the log cannot be played again ({type(error).__name__}: {first})") from error


def replay(document: Exported, post: Post, judge: Judge, resolve: Resolver, stand: Sequence[BattleRecord] = ()) -> Verdict:
    """Play the log of an export again; raises ReplayDiffers at the first thing that comes out otherwise.

    `stand` are the boards as a database shows them: caches of the log, which must come out too.
    """
    if not document.secret:
        raise ReplayDiffers("a campaign can be replayed when its secret is known: it is published at the end")
    with differing():
        running, _ = played_again(document, post, judge, resolve)
    for shown in stand:
        played = running.boards[shown.battle].record
        if (played.state, encode(played.report), played.status) != (shown.state, encode(shown.report), shown.status):
            raise ReplayDiffers(f"{shown.battle} stands otherwise than its log says")
    return Verdict(events=len(document.events), rows=len(document.rows), digest=document.digest)


def played_again(document: Exported, post: Post, judge: Judge, resolve: Resolver, kept_before: int = BEGINNING) -> tuple[Running, Kept]:
    """A campaign as it stands after its whole log, and what a store would have been given for the rows before one.

    Where a secret is known its dice are rolled, elsewhere they are those of the log.
    """
    rows = {(row.theatre, row.tick): row.head for row in document.rows}
    compare = compare_with(document.steps, document.events, rows, document.result)
    compare.kept_before = kept_before
    running = _running(document, compare, resolve)
    close_row(running, post, BEGINNING, judge)
    last = max([step.tick for step in document.steps] + [document.tick - 1])
    clock = Clock(running.sequence, 0)
    while clock.next() <= last:
        is_done = _row(running, compare, clock.tick)
        if not is_done or clock.tick >= document.tick or close_row(running, post, clock.tick, judge) is not None:
            break
    if running.record.tick < document.tick:
        raise ReplayDiffers(f"the campaign stands before row {document.tick}, but its log comes to an end in row {running.record.tick}")
    if compare.compared != len(document.steps):
        raise ReplayDiffers(f"the log has {len(document.steps)} steps, {compare.compared} of them come out of a replay")
    return running, compare.kept


def _row(running: Running, compare: Compare, tick: int) -> bool:
    """Replay what the log has of a row; False when it ends within it."""
    running.record.tick = tick
    for board in [running.boards[id] for id in sorted(running.boards)]:
        _rulings(running, compare, board)
    due = running.due(tick)
    for board in due:
        while board.is_open and board.record.done_tick < tick and (board.id, board.record.version + 1) in compare.steps:
            _phase(running, compare, board, running.job(board, tick))
            _rulings(running, compare, board)
    return all(board.record.done_tick >= tick or not board.is_open for board in due)


def _phase(running: Running, compare: Compare, board: Board, job: PhaseJob) -> None:
    tick = running.record.tick
    result = run_phase_job(job, board.rules, compare.orders, running.logged(job, tick))
    _go_on(running, running.as_commit(result, tick))


def _rulings(running: Running, compare: Compare, board: Board) -> None:
    """Rulings and tables' results that come next in a battle's log, if they were given in this row."""
    while (step := compare.steps.get((board.id, board.record.version + 1))) and step.kind in KINDS and step.tick == running.record.tick:
        _go_on(running, overrule(running, board, step.kind, order_of(step) or {}))


def _go_on(running: Running, commit: PhaseCommit) -> None:
    running.store.commit_phase(running.lease, running.record.timeline, commit)
    running.take(commit)


def play_on(running: Running, compare: Compare, board: Board) -> None:
    """Play a board on to the end of its log, with the inboxes of the log too: no other board and no link is needed for that."""
    while (step := compare.steps.get((board.id, board.record.version + 1))) is not None:
        running.record.tick = step.tick
        if step.kind in KINDS:
            _rulings(running, compare, board)
            continue
        running.mail[board.id] = []
        job = running.job(board, step.tick)
        job.inbox = step.inbox
        _phase(running, compare, board, job)


def _running(document: Exported, compare: Compare, resolve: Resolver) -> Running:
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
    running = of_the_log(record, compare, resolve)
    running.lineage = lineage = document.history
    running.logged = lambda job, tick: None if _is_known(document, lineage, tick) else compare.dice(job)
    return running


def _is_known(document: Exported, lineage: Lineage, tick: int) -> bool:
    """Whether the secret of a row's dice is known."""
    stretch = lineage.at(tick)
    return bool(stretch.secret if stretch.commitment else document.secret)


def of_the_log(record: CampaignRecord, compare: Compare, resolve: Resolver) -> Running:
    """A campaign in play for comparing, without boards, its dice those of the log."""
    running = Running(record, Lease(record.id), compare, Inline(resolve), resolve, sequence(record.plan.scales), Table(record.seats))
    running.logged = lambda job, _tick: compare.dice(job)
    return running

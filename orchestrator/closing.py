"""Closing a row: what left the boards is sent on, battles begin and end, heads fold into the theatres' chains, and the cursor moves.

All of it is worked out first, from the boards as they stand, and then stored in one transaction. A process that dies in between works out the
same again. A row in which nothing happened leaves no trace but the cursor's next move.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from campaigns.victory import Result, Standing
from orchestrator.errors import LinkFailed
from orchestrator.history import digest
from orchestrator.links.link import Board, Scene
from orchestrator.links.post import Post, Sorted
from orchestrator.running import OutOfStep, Running, natural, phase_commit
from orchestrator.store.reading import sent
from orchestrator.store.records import BattlePlan, BattleRecord, CampaignPlan, Opened, Routed, RowCommit, Sent, TheatreClose, TheatrePlan
from orchestrator.store.writing import ENDED, OPEN
from scales.codec import plain
from scales.engine import Event, Json
from workers.jobs import NO_STATE, PhaseJob, run_phase_job

Judge = Callable[[CampaignPlan, Sequence[Standing], int], Result | None]
"""The result of a campaign after so many full turns of its table, or None while it goes on."""

BEGINNING = -1
"""The tick of the set-up, before the first row."""


@dataclass(slots=True)
class Closing:
    """A row on its way to being closed. `boards` are the campaign's, with those that begin now; `ended` those that end."""

    running: Running
    post: Post
    tick: int
    boards: dict[str, Board]
    waiting: list[Sent]
    opened: list[Opened] = field(default_factory=list)
    messages: list[Routed] = field(default_factory=list)
    struck: list[Routed] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)
    notes: dict[str, list[Event]] = field(default_factory=dict)

    def scene(self, theatre: TheatrePlan, tick: int) -> Scene:
        return Scene(self.running.record.plan, theatre, self.running.sequence, tick, self.boards)

    def work_out(self) -> None:
        """Messages first, then what links do after the row, then before the next one; what that sets in motion is delivered too."""
        theatres = sorted(self.running.record.plan.theatres, key=lambda theatre: theatre.id)
        if self.tick == BEGINNING:
            for theatre in theatres:
                self._open(theatre, theatre.battles)
        self._deliver(theatres)
        for before, tick in ((False, self.tick), (True, self.tick + 1)):
            for theatre in theatres:
                self._take(theatre, self.post.hooks(self.scene(theatre, tick), before=before))
            self._deliver(theatres)
        for routed in self.messages:
            if routed.battle not in self.boards and not routed.struck:
                raise LinkFailed(f"{routed.delivery.kind} {routed.delivery.id} is for {routed.battle!r}, which is no battle")
        if not all(board.is_open for board in self.boards.values()):
            for theatre in theatres:
                self._bounce(theatre)

    def _deliver(self, theatres: Sequence[TheatrePlan]) -> None:
        while self.waiting:
            waiting, self.waiting = self.waiting, []
            for theatre in theatres:
                ours = [each for each in waiting if self.boards[each.source].record.theatre == theatre.id]
                ours.sort(key=lambda each: natural(each.id))
                self._take(theatre, self.post.deliver(ours, self.scene(theatre, self.tick)))

    def _take(self, theatre: TheatrePlan, got: Sorted) -> None:
        self._open(theatre, got.openings)
        for battle in got.closings:
            if self.boards[battle].is_open:
                self.ended.append(battle)
                self._close(battle)
        self.messages += got.messages
        self.notes.setdefault(theatre.id, []).extend(got.notes)

    def _open(self, theatre: TheatrePlan, plans: Sequence[BattlePlan]) -> None:
        """Set up battles; what they send at once is delivered in this row."""
        for plan in plans:
            if plan.id in self.boards:
                raise LinkFailed(f"a battle {plan.id!r} is there already")
            opened = set_up(self.running, theatre.id, plan, self.tick)
            self.boards[plan.id] = board_of(self.running, opened)
            self.opened.append(opened)
            for step in opened.commit.steps:
                self.waiting += sent(plan.id, step.version, self.tick, step.outbox)

    def _close(self, battle: str) -> None:
        board = self.boards[battle]
        self.boards[battle] = Board(replace(board.record, status=ENDED, ended_tick=self.tick), board.rules)

    def _bounce(self, theatre: TheatrePlan) -> None:
        """Mail for battles that have ended, old and new, goes back or is struck off."""
        mail = [routed for battle in sorted(self.running.mail) for routed in self.running.mail[battle]]
        old = {routed.delivery.id for routed in mail}
        gone = [routed for routed in mail + self.messages if not routed.struck and self._is_late(routed, theatre)]
        for routed in sorted(gone, key=lambda routed: natural(routed.delivery.id)):
            got = self.post.bounce(routed, self.scene(theatre, self.tick))
            if any(back.battle in self.boards and not self.boards[back.battle].is_open for back in got.messages):
                raise LinkFailed(f"{routed.delivery.id} was sent back to a battle that has ended too")
            self._take(theatre, got)
            struck = replace(routed, struck="went back" if got.messages else "the battle has ended")
            if routed.delivery.id in old:
                self.struck.append(struck)
            else:
                self.messages = [struck if each is routed else each for each in self.messages]

    def _is_late(self, routed: Routed, theatre: TheatrePlan) -> bool:
        board = self.boards[routed.battle]
        return not board.is_open and board.record.theatre == theatre.id


def close_row(running: Running, post: Post, tick: int, judge: Judge) -> Result | None:
    """Close a row that all its boards have finished; returns the campaign's result if this ended it."""
    closing = Closing(running, post, tick, dict(running.boards), running.sent)
    closing.work_out()
    result = judgement(running, closing, judge)
    theatres = _folded(closing, None if result is None else plain(result))
    if theatres or closing.messages or closing.struck or result is not None:
        row = RowCommit(
            tick=tick,
            next_tick=tick + 1,
            opened=closing.opened,
            messages=closing.messages,
            struck=closing.struck,
            ended=closing.ended,
            theatres=theatres,
            result=None if result is None else plain(result),
        )
        if not running.store.close_row(running.lease, running.record.timeline, row, running.unsaved):
            raise OutOfStep(f"row {tick} was closed by another process")
    _go_on(running, closing, theatres)
    return result


def _go_on(running: Running, closing: Closing, theatres: Sequence[TheatreClose]) -> None:
    for opened in closing.opened:
        running.boards[opened.plan.id] = closing.boards[opened.plan.id]
    for battle in closing.ended:
        running.boards[battle] = closing.boards[battle]
    for routed in closing.struck:
        running.take_out(routed.battle, {routed.delivery.id})
    for routed in closing.messages:
        if not routed.struck:
            running.post_to(routed)
    running.sent, running.unsaved, running.moved = [], [], set()
    running.heads |= {each.theatre: each.head for each in theatres}
    running.record.tick = closing.tick + 1


def _folded(closing: Closing, result: Json | None) -> list[TheatreClose]:
    """The heads of theatres in which something happened in the row; beginning, branch and end happen in all of them."""
    out = []
    branch = closing.running.lineage.opening(closing.tick, closing.running.record.commitment)
    went_on = closing.running.moved | {opened.plan.id for opened in closing.opened}
    boards = [closing.boards[id].record for id in sorted(went_on)]
    for theatre in sorted(plan.id for plan in closing.running.record.plan.theatres):
        heads = {record.battle: record.head for record in boards if record.theatre == theatre}
        notes = closing.notes.get(theatre, [])
        if heads or notes or closing.tick == BEGINNING or branch or result is not None:
            before = closing.running.heads.get(theatre, digest.start(theatre))
            opened = [each.plan for each in closing.opened if each.theatre == theatre]
            bound = digest.bound(closing.running.record.plan if closing.tick == BEGINNING else None, opened, result, branch)
            out.append(TheatreClose(theatre, heads, notes, digest.row_link(before, closing.tick, heads, notes, bound)))
    return out


def judgement(running: Running, closing: Closing, judge: Judge) -> Result | None:
    """Ask for the result at the end of a turn, and when a battle is over."""
    boards = [closing.boards[id] for id in sorted(closing.boards)]
    is_over = any(b.record.report.over and b.id in running.moved for b in boards)
    if closing.tick == BEGINNING or not (is_over or running.sequence.is_last(closing.tick)):
        return None
    turns = (closing.tick + 1) // len(running.sequence.rows)
    return judge(running.record.plan, [Standing(b.id, b.scale, b.record.report) for b in boards], turns)


def turn_limit(plan: CampaignPlan, boards: Sequence[Standing], turns: int) -> Result | None:
    """The plain judge: a campaign ends at its turn limit or when every battle is over, undecided unless all agree."""
    if turns < plan.turn_limit and not all(board.report.over for board in boards):
        return None
    winners = {board.report.winner for board in boards}
    sides = sorted({side for board in boards for side in board.report.points})
    points = {side: sum(board.report.points.get(side, 0) for board in boards) for side in sides}
    return Result(winners.pop() if len(winners) == 1 else None, f"ended after {turns} turns", points)


def set_up(running: Running, theatre: str, plan: BattlePlan, tick: int) -> Opened:
    """Compute a battle's set-up. It is short, so it needs no back end."""
    job = PhaseJob(
        campaign=running.record.id,
        timeline=running.record.timeline,
        battle=plan.id,
        scale=plan.scale,
        version=0,
        phase_no=0,
        phase="",
        key=running.key(tick, plan.id, 0),
        bot_key=running.key(tick, plan.id, 0, "bot"),
        kind="setup",
        state=NO_STATE,
        order=plan.setup,
    )
    result = run_phase_job(job, running.resolve(plan.scale), dice=running.logged(job, tick))
    return Opened(theatre, plan, phase_commit(result, digest.start(plan.id), tick=tick, kind="setup", phase="", phase_no=0))


def board_of(running: Running, opened: Opened) -> Board:
    commit, plan = opened.commit, opened.plan
    assert commit.report is not None, "a set-up is done in one step"
    record = BattleRecord(
        battle=plan.id,
        theatre=opened.theatre,
        scale=plan.scale,
        setup=plan.setup,
        status=OPEN,
        version=len(commit.steps),
        phase_no=0,
        phase="",
        done_tick=commit.tick,
        head=commit.heads[-1][-1],
        state=commit.state,
        report=commit.report,
    )
    return Board(record, running.resolve(plan.scale))

"""The boards of a campaign as they stood before a row was played.

A state is that of a snapshot, or of the set-up, and of the logged steps after it, played again with the orders, inboxes and dice of the log; what
comes out must give the logged heads. No secret is needed for that.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from orchestrator.closing import board_of, set_up
from orchestrator.history.replay import Compare, compare_with, differing, of_the_log, play_on
from orchestrator.links.link import Board
from orchestrator.rulings import KINDS
from orchestrator.running import Running
from orchestrator.store.reading import Outline, Reading
from orchestrator.store.records import BattlePlan, BattleRecord, CampaignRecord
from orchestrator.store.writing import ENDED, OPEN
from scales.engines import Resolver


@dataclass(slots=True)
class _Past:
    """Where a board stood: the outline of its steps so far."""

    battle: BattleRecord
    steps: list[Outline]

    @property
    def version(self) -> int:
        return self.steps[-1].version

    @property
    def done_tick(self) -> int:
        return max(step.tick for step in self.steps if step.is_done and step.kind not in KINDS)

    def before(self, tick: int, state: bytes) -> BattleRecord:
        last = self.steps[-1]
        ended = self.battle.ended_tick
        has_ended = ended is not None and ended < tick
        return replace(
            self.battle,
            status=ENDED if has_ended else OPEN,
            version=last.version,
            phase_no=last.phase_no,
            phase="",
            # a result from a table that ended the battle ended its row too
            done_tick=last.tick if has_ended and last.kind in KINDS and last.tick == ended else self.done_tick,
            head=last.head,
            state=state,
            ended_tick=ended if has_ended else None,
        )


def boards_at(reading: Reading, record: CampaignRecord, timeline: int, tick: int, resolve: Resolver) -> list[BattleRecord]:
    """The boards of a timeline as they stood before a row, by id; raises ReplayDiffers if the log does not lead there."""
    boards = []
    for past in _pasts(reading, record.id, timeline, tick):
        with differing():
            state = _state(reading, record, timeline, past, resolve)
            board = Board(past.before(tick, state), resolve(past.battle.scale))
            boards.append(replace(board.record, report=board.rules.report(board.state())))
    return boards


def _pasts(reading: Reading, id: str, timeline: int, tick: int) -> Iterator[_Past]:
    """The boards that had been set up before a row."""
    outlines = groupby(reading.outlines(id, timeline, tick), key=lambda step: step.battle)
    steps = {battle: list(its) for battle, its in outlines}
    for battle in reading.battles(id, timeline):
        if battle.battle in steps:
            yield _Past(battle, steps[battle.battle])


def _state(reading: Reading, record: CampaignRecord, timeline: int, past: _Past, resolve: Resolver) -> bytes:
    battle = past.battle
    if battle.version == past.version:
        return battle.state
    snapshot = reading.snapshot(record.id, timeline, battle.battle, past.version)
    versions = range(snapshot[0] + 1 if snapshot else 1, past.version + 1)
    log = reading.steps(record.id, timeline, battle.battle, versions), reading.events_of(record.id, timeline, battle.battle, versions)
    compare = compare_with(*log, {})
    running = of_the_log(replace(record), compare, resolve)
    board = _from_snapshot(past, *snapshot, resolve) if snapshot else _from_set_up(past, running, compare)
    running.boards[board.id] = board
    play_on(running, compare, board)
    assert board.record.version == past.version, f"{board.id} was played to version {board.record.version}, not {past.version}"
    return board.record.state


def _from_snapshot(past: _Past, version: int, state: bytes, resolve: Resolver) -> Board:
    step = past.steps[version - 1]
    record = replace(past.battle, version=version, phase_no=step.phase_no, phase="", head=step.head, state=state)
    return Board(record, resolve(record.scale))


def _from_set_up(past: _Past, running: Running, compare: Compare) -> Board:
    battle = past.battle
    opened = set_up(running, battle.theatre, BattlePlan(battle.battle, battle.scale, battle.setup), past.steps[0].tick)
    compare.commit_phase(running.lease, running.record.timeline, opened.commit)
    return board_of(running, opened)

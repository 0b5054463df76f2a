"""Going back in a campaign's history: a rewind opens a new timeline in the same campaign, a fork a new campaign.

Either copies the log before a row, and the boards as they stood there; what follows is played with other dice. Nothing is taken away: old
timelines stay as they were and can be read, and orders and results for them are stale, since they are keyed by the timeline.
"""

import secrets
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Table, and_, case, insert, literal, or_, select, update
from sqlalchemy.sql.elements import ColumnElement

from orchestrator.errors import TimelineRefused
from orchestrator.history.lineage import Stretch, of_another
from orchestrator.history.restoring import boards_at
from orchestrator.moments import stamp, utc_now
from orchestrator.store.lease import Lease
from orchestrator.store.reading import Reading
from orchestrator.store.records import BattleRecord, CampaignRecord
from orchestrator.store.writing import (
    BATTLE,
    CAMPAIGN,
    DECISION,
    DELIVERED,
    DUE,
    ENDED,
    EVENT,
    MESSAGE,
    ROW_CLOSE,
    SNAPSHOT,
    STEP,
    STRUCK,
    TIMELINE,
    Store,
    campaign_row,
    hold,
    text,
)
from scales.dice import commitment
from scales.engines import Resolver

PAUSED = "paused"
LONGEST_REASON = 2000
OF_THE_LOG = (STEP, EVENT, SNAPSHOT, ROW_CLOSE)


@dataclass(slots=True)
class Branch:
    """A timeline that is to be opened before a row: whence it is copied, and where it goes."""

    source: CampaignRecord
    target: str
    timeline: int
    tick: int
    past: list[Stretch]
    reason: str
    by: str
    boards: list[BattleRecord]

    def row(self) -> dict[str, object]:
        """The timeline as it is stored; its parent is one of the same campaign."""
        parent = self.source.timeline if self.source.id == self.target else None
        return timeline_row(self.target, self.timeline, self.past, self.reason, self.by, parent=parent)


def timeline_row(
    campaign: str, timeline: int, past: Sequence[Stretch], reason: str, by: str, *, parent: int | None = None
) -> dict[str, object]:
    return {
        "campaign": campaign,
        "timeline": timeline,
        "parent": parent,
        "branched_at": past[-1].until_tick if past else -1,
        "lineage": text(list(past)),
        "reason": reason,
        "opened_utc": stamp(utc_now()),
        "opened_by": by,
    }


def rewind(store: Store, reading: Reading, lease: Lease, resolve: Resolver, *, tick: int, reason: str, by: str) -> None:
    """Take a campaign back to how it stood before a row; raises TimelineRefused with a sentence."""
    record = reading.campaign(lease.campaign)
    check_rewind(record, tick, reason)
    number = max(each.number for each in reading.timelines(record.id)) + 1
    past = reading.lineage(record.id, record.timeline).branched(tick)
    boards = boards_at(reading, record, record.timeline, tick, resolve)
    branch = Branch(record, record.id, number, tick, past, reason.strip(), by, boards)
    with store.database.write() as connection:
        hold(connection, lease)
        _copy(connection, branch)
        here = and_(CAMPAIGN.c.id == record.id, CAMPAIGN.c.timeline == record.timeline)
        connection.execute(update(CAMPAIGN).where(here), {"timeline": number, "tick": tick, "status": PAUSED})


def fork(store: Store, reading: Reading, resolve: Resolver, parent: CampaignRecord, child: CampaignRecord, *, reason: str, by: str) -> None:
    """Begin a campaign with another secret from the row `child.tick` of its parent; raises TimelineRefused with a sentence."""
    check_branch(parent, child.tick, reason)
    secret = parent.secret.hex() if parent.is_revealed else ""
    past = of_another(reading.lineage(parent.id, parent.timeline).branched(child.tick), parent.commitment, secret)
    boards = boards_at(reading, parent, parent.timeline, child.tick, resolve)
    branch = Branch(parent, child.id, child.timeline, child.tick, past, reason.strip(), by, boards)
    with store.database.write() as connection:
        connection.execute(insert(CAMPAIGN), [campaign_row(child)])
        _copy(connection, branch)


def child_of(parent: CampaignRecord, seats: Mapping[str, str], tick: int, secret: bytes, *, is_seeded: bool) -> CampaignRecord:
    """A campaign that goes on from a row of another, with a secret of its own."""
    return CampaignRecord(
        id=secrets.token_hex(4),
        plan=parent.plan,
        seats=dict(seats),
        created_utc=stamp(utc_now()),
        status=PAUSED,
        timeline=0,
        tick=tick,
        secret=secret,
        commitment=commitment(secret),
        is_revealed=False,
        is_seeded=is_seeded,
        result=None,
    )


def check_rewind(record: CampaignRecord, tick: int, reason: str) -> None:
    """Raises TimelineRefused if a campaign cannot be taken back to before a row."""
    if record.status == ENDED:
        raise TimelineRefused(f"campaign {record.id} has ended and its dice are published: fork it at row {tick} to play on from there")
    check_branch(record, tick, reason)


def check_branch(record: CampaignRecord, tick: int, reason: str) -> None:
    """Only what was played or stands can be gone back to, and everybody may read why: else raises TimelineRefused with every reason."""
    last = record.tick - (record.status == ENDED)
    faults = []
    if not 0 <= tick <= last:
        known = f"rows 0 to {last} were played or stand to be played" if last >= 0 else "no row was played yet"
        faults.append(f"there is no row {tick} to go back to: {known}")
    if not reason.strip():
        faults.append("a reason is needed, which everybody can read")
    if len(reason) > LONGEST_REASON:
        faults.append(f"the reason has {len(reason)} characters, {LONGEST_REASON} are enough")
    if faults:
        raise TimelineRefused("; ".join(faults))


# ---- copying ------------------------------------------------------------------------------------------------------


def _copy(connection: Connection, branch: Branch) -> None:
    """The log before the row, the messages as they were on their way, and the boards as they stood."""
    connection.execute(insert(TIMELINE), [branch.row()])
    for table in OF_THE_LOG:
        _copied(connection, branch, table, table.c.tick < branch.tick)
    _copied(connection, branch, MESSAGE, MESSAGE.c.posted_tick < branch.tick, **_on_their_way(branch))
    _copied(connection, branch, DECISION, _was_asked(branch.boards))
    if branch.boards:
        connection.execute(insert(BATTLE), [_board_row(branch, board) for board in branch.boards])


def _copied(connection: Connection, branch: Branch, table: Table, which: ColumnElement[bool], **changed: ColumnElement[Any]) -> None:
    """The rows of a table that are meant, as rows of the new timeline; a running number is given anew, in the same order."""
    values: dict[str, ColumnElement[Any]] = {column.name: column for column in table.columns if column.name != "seq"}
    values |= {**changed, "campaign": literal(branch.target), "timeline": literal(branch.timeline)}
    here = and_(table.c.campaign == branch.source.id, table.c.timeline == branch.source.timeline, which)
    order = [table.c.seq] if "seq" in table.c else list(table.primary_key)
    connection.execute(insert(table).from_select(list(values), select(*values.values()).where(here).order_by(*order)))


def _on_their_way(branch: Branch) -> dict[str, ColumnElement[Any]]:
    """What had become of each message: delivered if its step was taken by then, struck off if that was then, else due."""
    same = and_(
        STEP.c.campaign == MESSAGE.c.campaign,
        STEP.c.timeline == MESSAGE.c.timeline,
        STEP.c.battle == MESSAGE.c.battle,
        STEP.c.version == MESSAGE.c.delivered,
        STEP.c.tick < branch.tick,
    )
    is_delivered = and_(MESSAGE.c.status == DELIVERED, select(STEP.c.version).where(same).exists())
    is_struck = and_(MESSAGE.c.status == STRUCK, MESSAGE.c.struck_tick < branch.tick)
    return {
        "status": case((is_delivered, DELIVERED), (is_struck, STRUCK), else_=DUE),
        "delivered": case((is_delivered, MESSAGE.c.delivered), else_=None),
        "struck_tick": case((is_struck, MESSAGE.c.struck_tick), else_=None),
        "reason": case((is_struck, MESSAGE.c.reason), else_=""),
    }


def _was_asked(boards: Iterable[BattleRecord]) -> ColumnElement[bool]:
    """The decisions that the boards have left behind them."""
    return or_(*(and_(DECISION.c.battle == board.battle, DECISION.c.version < board.version) for board in boards), literal(False))


def _board_row(branch: Branch, board: BattleRecord) -> dict[str, object]:
    return {
        "campaign": branch.target,
        "timeline": branch.timeline,
        "battle": board.battle,
        "theatre": board.theatre,
        "scale": board.scale,
        "setup": text(board.setup),
        "status": board.status,
        "version": board.version,
        "phase_no": board.phase_no,
        "phase": board.phase,
        "done_tick": board.done_tick,
        "ended_tick": board.ended_tick,
        "head": board.head,
        "state": zlib.compress(board.state, 1),
        "report": text(board.report),
    }

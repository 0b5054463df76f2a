"""Reading what the store keeps: campaigns, boards, the log."""

import zlib
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, Row, Select, and_, bindparam, func, select

from orchestrator.errors import DamagedDatabase, NotFound, StaleOrders
from orchestrator.history.lineage import Lineage, Opened, Stretch
from orchestrator.store.database import Database
from orchestrator.store.records import Asked, BattleRecord, CampaignPlan, CampaignRecord, Place, Sent
from orchestrator.store.writing import BATTLE, CAMPAIGN, DECISION, DUE, EVENT, MESSAGE, ROW_CLOSE, SNAPSHOT, STEP, TIMELINE
from scales.codec import decode
from scales.engine import Decision, Delivery, Event, Json, Message, Orders, Report
from workers.jobs import Given

# Built once: building it takes longer than running it.
_ASKED = (
    select(DECISION)
    .join(BATTLE, and_(*(DECISION.c[name] == BATTLE.c[name] for name in ("campaign", "timeline", "battle", "version"))))
    .where(BATTLE.c.campaign == bindparam("campaign"), BATTLE.c.timeline == bindparam("timeline"))
    .order_by(DECISION.c.battle, DECISION.c.n)
)


@dataclass(slots=True)
class LoggedEvent:
    """An event as the log keeps it; `head` is its chain after it (of the orchestrator's own notes, the theatre's after the row)."""

    place: Place
    tick: int
    event: Event
    head: str


@dataclass(slots=True)
class LoggedStep:
    """A step as the log keeps it."""

    battle: str
    version: int
    tick: int
    kind: str
    phase: str
    phase_no: int
    is_done: bool
    events: int
    inbox: list[Delivery]
    orders: dict[str, Given]
    outbox: list[Message]
    head: str


@dataclass(slots=True)
class Outline:
    """A step without what went into it and came out of it; `head` is its battle's chain after all its events."""

    battle: str
    version: int
    tick: int
    kind: str
    phase_no: int
    is_done: bool
    head: str


@dataclass(slots=True)
class LoggedRow:
    """A theatre's part of a closed row."""

    theatre: str
    tick: int
    battles: dict[str, str]
    head: str


@dataclass(slots=True)
class LoggedMessage:
    """A message that went, or was to go, from board to board."""

    delivery: Delivery
    battle: str
    sent_tick: int
    due_tick: int
    status: str
    reason: str = ""


@dataclass(slots=True)
class Log:
    """All that happened on one timeline, boards, events and rows each in their order."""

    battles: list[BattleRecord]
    steps: list[LoggedStep]
    events: list[LoggedEvent]
    rows: list[LoggedRow]
    messages: list[LoggedMessage] = field(default_factory=list)


class Reading:
    """Looks at a database, changing nothing."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def _rows(self, query: Select[Any]) -> list[Row[Any]]:
        with self.database.read() as connection:
            return list(connection.execute(query))

    def campaigns(self) -> list[CampaignRecord]:
        return [_campaign(row) for row in self._rows(select(CAMPAIGN).order_by(CAMPAIGN.c.created_utc, CAMPAIGN.c.id))]

    def campaign(self, id: str) -> CampaignRecord:
        rows = self._rows(select(CAMPAIGN).where(CAMPAIGN.c.id == id))
        if not rows:
            raise NotFound(f"there is no campaign {id!r}")
        return _campaign(rows[0])

    def owner(self, id: str) -> str:
        return str(self._rows(select(CAMPAIGN.c.lease_owner).where(CAMPAIGN.c.id == id))[0][0])

    def battles(self, campaign: str, timeline: int) -> list[BattleRecord]:
        here = and_(BATTLE.c.campaign == campaign, BATTLE.c.timeline == timeline)
        return [_battle(row) for row in self._rows(select(BATTLE).where(here).order_by(BATTLE.c.battle))]

    def battle(self, campaign: str, timeline: int, battle: str) -> BattleRecord:
        here = and_(BATTLE.c.campaign == campaign, BATTLE.c.timeline == timeline, BATTLE.c.battle == battle)
        rows = self._rows(select(BATTLE).where(here))
        if not rows:
            raise NotFound(f"there is no battle {battle!r} in campaign {campaign}")
        return _battle(rows[0])

    def asked(self, campaign: str, timeline: int) -> list[Asked]:
        """The decisions of the versions at which the battles stand, answered or not, by battle and number."""
        with self.database.read() as connection:
            return [_asked(row) for row in connection.execute(_ASKED, {"campaign": campaign, "timeline": timeline})]

    def decision(self, campaign: str, timeline: int, place: Place) -> Asked:
        """A decision, whether it is still open or not."""
        here = {"campaign": campaign, "timeline": timeline, "battle": place.battle, "version": place.version, "n": place.n}
        rows = self._rows(select(DECISION).where(*(DECISION.c[name] == value for name, value in here.items())))
        if rows:
            return _asked(rows[0])
        del here["timeline"]
        if self._rows(select(DECISION.c.timeline).where(*(DECISION.c[name] == value for name, value in here.items()))):
            raise StaleOrders(f"decision {place} was asked on a timeline that the campaign has left: it was rewound")
        raise NotFound(f"there is no decision {place}")

    def due(self, campaign: str, timeline: int) -> list[LoggedMessage]:
        """Messages that are on their way."""
        here = and_(MESSAGE.c.campaign == campaign, MESSAGE.c.timeline == timeline, MESSAGE.c.status == DUE)
        return [_message(row) for row in self._rows(select(MESSAGE).where(here))]

    def messages(self, campaign: str, timeline: int, ticks: range) -> list[LoggedMessage]:
        """Messages that left their boards in these rows, whatever became of them, in the order of rows."""
        here = and_(MESSAGE.c.campaign == campaign, MESSAGE.c.timeline == timeline)
        when = and_(MESSAGE.c.sent_tick >= ticks.start, MESSAGE.c.sent_tick < ticks.stop)
        query = select(MESSAGE).where(here, when).order_by(MESSAGE.c.sent_tick, MESSAGE.c.id)
        return [_message(row) for row in self._rows(query)]

    def sent(self, campaign: str, timeline: int, tick: int) -> list[Sent]:
        """What left the boards from a row on, by battle, version and number."""
        here = and_(STEP.c.campaign == campaign, STEP.c.timeline == timeline, STEP.c.tick >= tick)
        query = select(STEP.c.battle, STEP.c.version, STEP.c.tick, STEP.c.outbox).where(here).order_by(STEP.c.battle, STEP.c.version)
        return [
            each
            for row in self._rows(query)
            for each in sent(row.battle, row.version, row.tick, _read(_what(row), row.outbox, list[Message]))
        ]

    def moved(self, campaign: str, timeline: int, tick: int) -> set[str]:
        """The boards that took a step from a row on."""
        here = and_(STEP.c.campaign == campaign, STEP.c.timeline == timeline, STEP.c.tick >= tick)
        return {row.battle for row in self._rows(select(STEP.c.battle).where(here).distinct())}

    def heads(self, campaign: str, timeline: int) -> dict[str, str]:
        """The head of every theatre's chain."""
        here = and_(ROW_CLOSE.c.campaign == campaign, ROW_CLOSE.c.timeline == timeline)
        last = select(ROW_CLOSE.c.theatre, func.max(ROW_CLOSE.c.tick).label("tick")).where(here).group_by(ROW_CLOSE.c.theatre).subquery()
        same = and_(ROW_CLOSE.c.theatre == last.c.theatre, ROW_CLOSE.c.tick == last.c.tick)
        query = select(ROW_CLOSE.c.theatre, ROW_CLOSE.c.head).select_from(ROW_CLOSE).join(last, same).where(here)
        return {row.theatre: row.head for row in self._rows(query)}

    def events(self, campaign: str, timeline: int, after: int = 0, limit: int | None = None) -> list[tuple[int, LoggedEvent]]:
        """Events in the order they were stored, with their numbers, from beyond the number `after`."""
        here = and_(EVENT.c.campaign == campaign, EVENT.c.timeline == timeline, EVENT.c.seq > after)
        return [(row.seq, _event(row)) for row in self._rows(select(EVENT).where(here).order_by(EVENT.c.seq).limit(limit))]

    def event(self, campaign: str, timeline: int, place: Place) -> LoggedEvent | None:
        here = {"campaign": campaign, "timeline": timeline, "battle": place.battle, "version": place.version, "n": place.n}
        rows = self._rows(select(EVENT).where(*(EVENT.c[name] == value for name, value in here.items())))
        return _event(rows[0]) if rows else None

    def told(self, campaign: str, timeline: int, place: Place) -> list[LoggedEvent]:
        """The events of the step in which an event was told, up to it."""
        here = {"campaign": campaign, "timeline": timeline, "battle": place.battle, "version": place.version}
        so_far = [EVENT.c[name] == value for name, value in here.items()]
        return [_event(row) for row in self._rows(select(EVENT).where(*so_far, EVENT.c.n <= place.n).order_by(EVENT.c.n))]

    def step(self, campaign: str, timeline: int, battle: str, version: int) -> LoggedStep | None:
        here = {"campaign": campaign, "timeline": timeline, "battle": battle, "version": version}
        rows = self._rows(select(STEP).where(*(STEP.c[name] == value for name, value in here.items())))
        return _step(rows[0]) if rows else None

    def outlines(self, campaign: str, timeline: int, tick: int) -> list[Outline]:
        """The steps before a row without what went into them, by battle and version."""
        here = and_(STEP.c.campaign == campaign, STEP.c.timeline == timeline, STEP.c.tick < tick)
        last = and_(
            *(EVENT.c[name] == STEP.c[name] for name in ("campaign", "timeline", "battle", "version")), EVENT.c.n == STEP.c.events - 1
        )
        head = func.coalesce(EVENT.c.head, STEP.c.head).label("head")
        query = (
            select(*(STEP.c[name] for name in _OUTLINE), head)
            .select_from(STEP)
            .outerjoin(EVENT, last)
            .where(here)
            .order_by(STEP.c.battle, STEP.c.version)
        )
        return [Outline(row.battle, row.version, row.tick, row.kind, row.phase_no, row.is_done, row.head) for row in self._rows(query)]

    def steps(self, campaign: str, timeline: int, battle: str, versions: range) -> list[LoggedStep]:
        """Some steps of a battle, in their order."""
        here = and_(STEP.c.campaign == campaign, STEP.c.timeline == timeline, STEP.c.battle == battle)
        these = and_(STEP.c.version >= versions.start, STEP.c.version < versions.stop)
        return [_step(row) for row in self._rows(select(STEP).where(here, these).order_by(STEP.c.version))]

    def events_of(self, campaign: str, timeline: int, battle: str, versions: range) -> list[LoggedEvent]:
        """The events of some steps of a battle, in their order."""
        here = and_(EVENT.c.campaign == campaign, EVENT.c.timeline == timeline, EVENT.c.battle == battle)
        these = and_(EVENT.c.version >= versions.start, EVENT.c.version < versions.stop)
        return [_event(row) for row in self._rows(select(EVENT).where(here, these).order_by(EVENT.c.version, EVENT.c.n))]

    def snapshot(self, campaign: str, timeline: int, battle: str, version: int) -> tuple[int, bytes] | None:
        """The latest state that was kept of a battle up to a version, with the version that it is of."""
        here = and_(SNAPSHOT.c.campaign == campaign, SNAPSHOT.c.timeline == timeline, SNAPSHOT.c.battle == battle)
        query = select(SNAPSHOT).where(here, SNAPSHOT.c.version <= version).order_by(SNAPSHOT.c.version.desc()).limit(1)
        return next(((row.version, _unpacked(_what(row), row.state)) for row in self._rows(query)), None)

    def timelines(self, campaign: str) -> list[Opened]:
        """The timelines of a campaign in the order in which they were opened."""
        rows = self._rows(select(TIMELINE).where(TIMELINE.c.campaign == campaign).order_by(TIMELINE.c.timeline))
        return [Opened(row.timeline, row.parent, row.branched_at, row.reason, row.opened_utc, row.opened_by) for row in rows]

    def lineage(self, campaign: str, timeline: int) -> Lineage:
        """Who rolled the dice of a timeline's rows."""
        here = and_(TIMELINE.c.campaign == campaign, TIMELINE.c.timeline == timeline)
        for row in self._rows(select(TIMELINE.c.lineage, TIMELINE.c.reason).where(here)):
            return Lineage(_read(f"timeline {timeline}", row.lineage, list[Stretch]), timeline, row.reason)
        raise NotFound(f"there is no timeline {timeline} in campaign {campaign}")

    def secret(self, commitment: str, *, is_revealed: bool) -> str:
        """The secret, hexadecimal, of a campaign that promised it; '' if no such campaign is here, or, if asked, none that has revealed it."""
        here = CAMPAIGN.c.commitment == commitment
        rows = self._rows(select(CAMPAIGN.c.secret).where(and_(here, CAMPAIGN.c.is_revealed) if is_revealed else here))
        return bytes(rows[0].secret).hex() if rows else ""

    def log(self, campaign: str, timeline: int) -> Log:
        """Everything, in one consistent look."""
        with self.database.read() as connection:
            return Log(
                [_battle(row) for row in _all(connection, BATTLE, campaign, timeline, "battle")],
                [_step(row) for row in _all(connection, STEP, campaign, timeline, "battle", "version")],
                [_event(row) for row in _all(connection, EVENT, campaign, timeline, "battle", "version", "n")],
                [
                    LoggedRow(r.theatre, r.tick, _read(f"row {r.tick} of {r.theatre}", r.battles, dict[str, str]), r.head)
                    for r in _all(connection, ROW_CLOSE, campaign, timeline, "tick", "theatre")
                ],
                [_message(row) for row in _all(connection, MESSAGE, campaign, timeline, "id")],
            )


_OUTLINE = ("battle", "version", "tick", "kind", "phase_no", "is_done")


def sent(battle: str, version: int, tick: int, outbox: list[Message]) -> list[Sent]:
    """The messages of a step with their ids, which are those of the step, numbered."""
    return [
        Sent(f"{battle}:{version}:{n}", battle, tick, message, None if message.event is None else f"{battle}:{version}:{message.event}")
        for n, message in enumerate(outbox)
    ]


def _all(connection: Connection, what: Any, campaign: str, timeline: int, *order: str) -> Any:
    here = and_(what.c.campaign == campaign, what.c.timeline == timeline)
    return connection.execute(select(what).where(here).order_by(*(what.c[name] for name in order)))


T = TypeVar("T")


def _read(what: str, text: str, kind: type[T]) -> T:
    """What a column holds; a refusal that names what it belongs to if nobody of us wrote it."""
    try:
        return decode(text, kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, TypeError) as error:
        raise DamagedDatabase(f"{what} cannot be read: {error}; the database was altered or is damaged") from error


def _unpacked(what: str, state: bytes) -> bytes:
    try:
        return zlib.decompress(state)
    except (zlib.error, TypeError) as error:
        raise DamagedDatabase(f"the state of {what} cannot be read: {error}; the database was altered or is damaged") from error


def _what(row: Any) -> str:
    return f"{row.battle}:{row.version}"


def _campaign(row: Any) -> CampaignRecord:
    what = f"campaign {row.id}"
    kinds = {str: (row.id, row.name, row.status, row.commitment), int: (row.tick, row.timeline), bytes: (row.secret,)}
    if not all(isinstance(value, kind) for kind, values in kinds.items() for value in values):
        raise DamagedDatabase(f"{what} cannot be read: a column is of another kind; the database was altered or is damaged")
    return CampaignRecord(
        row.id,
        _read(what, row.plan, CampaignPlan),
        _read(what, row.seats, dict[str, str]),
        row.created_utc,
        row.status,
        row.timeline,
        row.tick,
        row.secret,
        row.commitment,
        row.is_revealed,
        row.is_seeded,
        _read(what, row.result, Json) if row.result else None,
    )


def _battle(row: Any) -> BattleRecord:
    what = f"battle {row.battle}"
    return BattleRecord(
        row.battle,
        row.theatre,
        row.scale,
        _read(what, row.setup, Json),
        row.status,
        row.version,
        row.phase_no,
        row.phase,
        row.done_tick,
        row.head,
        _unpacked(what, row.state),
        _read(what, row.report, Report),
        row.ended_tick,
    )


def _asked(row: Any) -> Asked:
    what = f"decision {_what(row)}"
    answer = None if row.answer is None else _read(what, row.answer, Orders)
    return Asked(Place(row.battle, row.version, row.n), _read(what, row.body, Decision), answer, row.is_absent)


def _event(row: Any) -> LoggedEvent:
    return LoggedEvent(Place(row.battle, row.version, row.n), row.tick, _read(f"event {_what(row)}:{row.n}", row.body, Event), row.head)


def _step(row: Any) -> LoggedStep:
    what = f"step {_what(row)}"
    return LoggedStep(
        row.battle,
        row.version,
        row.tick,
        row.kind,
        row.phase,
        row.phase_no,
        row.is_done,
        row.events,
        _read(what, row.inbox, list[Delivery]),
        _read(what, row.orders, dict[str, Given]),
        _read(what, row.outbox, list[Message]),
        row.head,
    )


def _message(row: Any) -> LoggedMessage:
    delivery = Delivery(row.id, row.kind, row.source, _read(f"message {row.id}", row.data, Json), row.cause)
    return LoggedMessage(delivery, row.battle, row.sent_tick, row.due_tick, row.status, row.reason)

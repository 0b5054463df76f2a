"""Whether anything of a campaign has changed, cheaply: for caches of what is read, and for streams of what is new."""

import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, and_, exists, func, select

from orchestrator.dispatch.desk import ASSIGNMENT
from orchestrator.dispatch.seating import TABLE
from orchestrator.errors import NotFound
from orchestrator.store import models
from orchestrator.store.database import Database
from orchestrator.store.models import table
from orchestrator.store.writing import BATTLE, CAMPAIGN, DECISION
from scales.codec import decode
from scales.engine import Decision, Json

CALL, WORK, MEMBER, TOKEN = (table(model) for model in (models.Call, models.Work, models.Member, models.Token))
WORKS_SHOWN = 20
AT_WORK = ("queued", "running")


@dataclass(slots=True, frozen=True)
class OpenCall:
    """Something that a seat is asked and has not answered: `number` counts the calls of the seat, `id` is `timeline-seat-number`."""

    id: str
    seat: str
    number: int
    battle: str
    phase: str
    kind: str
    due_utc: str | None
    is_overdue: bool


@dataclass(slots=True, frozen=True)
class Pulse:
    """What changes when anything of a campaign does that can be read: where its cursor and its boards stand, and who is asked what.

    `owed` counts the decisions that nobody has answered, whoever should; `tables` are the battles that are played on tables; `is_run` says whether
    a piece of work is there that plays the campaign. `readers` changes when anybody's right to read does: with the members of the campaign, and
    with tokens that were ended.
    """

    timeline: int
    tick: int
    status: str
    battles: tuple[tuple[str, int, str], ...]
    calls: tuple[OpenCall, ...]
    owed: int
    tables: tuple[str, ...]
    is_run: bool
    readers: tuple[object, ...]

    def calls_of(self, seats: Iterable[str]) -> list[OpenCall]:
        own = set(seats)
        return [call for call in self.calls if call.seat in own]


class Pulses:
    """Takes the pulse of campaigns. `version` says whether it is worth while: it changes with every write to the database by anybody."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._taking = threading.Lock()
        self._watch: Connection | None = None
        self._taken: dict[str, tuple[int, Pulse]] = {}

    def version(self) -> int | None:
        """A number that is another after every write; None where the database has none (PostgreSQL, or SQLite in memory)."""
        if not self._database.is_sqlite or self._database.url.database in {None, "", ":memory:"}:
            return None
        with self._lock:
            if self._watch is None:
                self._watch = self._database.watch()
            cursor = self._watch.connection.cursor()  # past SQLAlchemy: this is asked for every request
            try:
                return int(cursor.execute("PRAGMA data_version").fetchone()[0])
            finally:
                cursor.close()

    def take(self, campaign: str) -> Pulse:
        """How a campaign stands at this moment; raises NotFound."""
        version = self.version()
        if version is None:
            return self._now(campaign)
        with self._taking:
            known = self._taken.get(campaign)
            if known is None or known[0] != version:
                known = self._taken[campaign] = (version, self._now(campaign))
            return known[1]

    def known(self, campaign: str, version: int) -> Pulse | None:
        """The pulse that was taken at this version of the database, if it was: without looking, and without waiting."""
        taken = self._taken.get(campaign)
        return taken[1] if taken is not None and taken[0] == version else None

    def _now(self, campaign: str) -> Pulse:
        with self._database.read() as connection:
            return _pulse(connection, campaign)

    def works(self, campaign: str) -> list[Json]:
        """The latest pieces of work on a campaign, oldest first: for its game master."""
        query = select(WORK.c.id, WORK.c.kind, WORK.c.status, WORK.c.progress).where(WORK.c.campaign == campaign)
        with self._database.read() as connection:
            rows = connection.execute(query.order_by(WORK.c.created_utc.desc(), WORK.c.id).limit(WORKS_SHOWN)).all()
        return [{"id": r.id, "kind": r.kind, "status": r.status, "progress": decode(r.progress, Json)} for r in reversed(rows)]

    def close(self) -> None:
        with self._lock:
            if self._watch is not None:
                self._watch.close()
                self._watch = None


def _pulse(connection: Connection, campaign: str) -> Pulse:
    where = select(CAMPAIGN.c.timeline, CAMPAIGN.c.tick, CAMPAIGN.c.status).where(CAMPAIGN.c.id == campaign)
    found = connection.execute(where).one_or_none()
    if found is None:
        raise NotFound(f"there is no campaign {campaign!r}")
    here = and_(BATTLE.c.campaign == campaign, BATTLE.c.timeline == found.timeline)
    battles = connection.execute(select(BATTLE.c.battle, BATTLE.c.version, BATTLE.c.status).where(here).order_by(BATTLE.c.battle)).all()
    stands = and_(*(DECISION.c[name] == BATTLE.c[name] for name in ("campaign", "timeline", "battle", "version")))
    open_ = and_(DECISION.c.answer.is_(None), DECISION.c.is_absent.is_(False))
    owed = connection.execute(select(func.count()).select_from(DECISION).join(BATTLE, stands).where(here, open_)).scalar_one()
    on_table = and_(ASSIGNMENT.c.campaign == campaign, ASSIGNMENT.c.holder == TABLE)
    at_work = and_(WORK.c.campaign == campaign, WORK.c.status.in_(AT_WORK))
    return Pulse(
        found.timeline,
        found.tick,
        found.status,
        tuple((row.battle, row.version, row.status) for row in battles),
        tuple(_calls(connection, here)),
        owed,
        tuple(connection.execute(select(ASSIGNMENT.c.battle).where(on_table).order_by(ASSIGNMENT.c.battle)).scalars()),
        connection.execute(select(exists().where(at_work))).scalar_one(),
        _readers(connection, campaign),
    )


def _calls(connection: Connection, here: ColumnElement[bool]) -> Iterator[OpenCall]:
    """What is asked of seats at the boards that are `here`."""
    same = and_(*(CALL.c[name] == BATTLE.c[name] for name in ("campaign", "timeline", "battle", "version")))
    decision = and_(*(CALL.c[name] == DECISION.c[name] for name in ("campaign", "timeline", "battle", "version", "n")))
    asked = select(CALL, BATTLE.c.phase, DECISION.c.body).select_from(CALL).join(BATTLE, same).outerjoin(DECISION, decision)
    for row in connection.execute(asked.where(here, CALL.c.sealed_utc.is_(None)).order_by(CALL.c.seat, CALL.c.number)):
        id, kind = f"{row.timeline}-{row.seat}-{row.number}", decode(row.body, Decision).kind if row.body else ""
        yield OpenCall(id, row.seat, row.number, row.battle, row.phase, kind, row.due_utc, row.overdue_utc is not None)


def _readers(connection: Connection, campaign: str) -> tuple[object, ...]:
    """Who is what here, and how many tokens there are and were ended anywhere."""
    members = select(MEMBER.c.person, MEMBER.c.role, MEMBER.c.seat, MEMBER.c.side).where(MEMBER.c.campaign == campaign)
    tokens = connection.execute(select(func.count(), func.count(TOKEN.c.revoked_utc)).select_from(TOKEN)).one()
    return (*sorted(tuple(row) for row in connection.execute(members)), *tokens)

"""What the store keeps of dispatch: who decides, the calls that are put to people, their plans. Each writing call is one transaction."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, Select, Table, and_, bindparam, delete, func, insert, select, update
from sqlalchemy.sql.elements import ColumnElement

from orchestrator.dispatch.seating import Assigned
from orchestrator.errors import Conflict, StaleOrders
from orchestrator.store import models
from orchestrator.store.database import Database
from orchestrator.store.models import table
from orchestrator.store.records import Place
from orchestrator.store.writing import BATTLE, CAMPAIGN, DECISION, Key, alone, text
from scales.codec import decode
from scales.engine import Orders
from workers.filling import Plan

ASSIGNMENT, CALL, PLAN, MEMBER, STEP, PERSON = (
    table(model) for model in (models.Assignment, models.Call, models.Plan, models.Member, models.Step, models.Person)
)


def _at(columns: Table, *names: str) -> ColumnElement[bool]:
    """The rows whose columns equal the parameters of the same names."""
    return and_(*(columns.c[name] == bindparam(name) for name in names))


# Statements are built once: building one takes longer than running it.
_ASSIGNED = select(ASSIGNMENT).where(_at(ASSIGNMENT, "campaign")).order_by(ASSIGNMENT.c.since_utc, ASSIGNMENT.c.id)
_TAKEN = select(MEMBER.c.seat).where(_at(MEMBER, "campaign"), MEMBER.c.role == "player", MEMBER.c.seat != "")
_PLANS = (
    select(PLAN)
    .join(BATTLE, and_(*(PLAN.c[name] == BATTLE.c[name] for name in ("campaign", "timeline", "battle", "phase_no"))))
    .where(_at(PLAN, "campaign", "timeline"))
)
_CALLS_NOW = (
    select(CALL)
    .join(BATTLE, and_(*(CALL.c[name] == BATTLE.c[name] for name in ("campaign", "timeline", "battle", "version"))))
    .where(_at(CALL, "campaign", "timeline"))
    .order_by(CALL.c.seat, CALL.c.number)
)
_CALL = select(CALL).where(_at(CALL, "campaign", "timeline", "seat", "number"))
_PAST = (
    select(CALL)
    .join(BATTLE, and_(*(CALL.c[name] == BATTLE.c[name] for name in ("campaign", "timeline", "battle"))))
    .where(_at(CALL, "campaign", "timeline"), CALL.c.version < BATTLE.c.version)
    .order_by(CALL.c.asked_utc.desc(), CALL.c.seat, CALL.c.number.desc())
)
_STEP = select(STEP.c.tick, STEP.c.phase).where(_at(STEP, "campaign", "timeline", "battle", "version"))
_CALLS_OF_DECISION = select(CALL).where(_at(CALL, "campaign", "timeline", "battle", "version", "n")).order_by(CALL.c.seat, CALL.c.number)


@dataclass(slots=True)
class CallRow:
    """A call as it is kept. `draft` is JSON, and what was sealed once `sealed_utc` is there; `revision` counts its changes."""

    campaign: str
    timeline: int
    seat: str
    number: int
    battle: str
    version: int
    n: int
    part: str
    asked_utc: str
    due_utc: str | None = None
    draft: str | None = None
    revision: int = 0
    sealed_utc: str | None = None
    sealed_by: str | None = None
    overdue_utc: str | None = None

    @property
    def id(self) -> str:
        """What people call it: `timeline-seat-number`."""
        return f"{self.timeline}-{self.seat}-{self.number}"

    @property
    def place(self) -> Place:
        """The decision that it is a part of."""
        return Place(self.battle, self.version, self.n)


@dataclass(slots=True)
class Wanted:
    """A part of a decision for which there must be a call."""

    seat: str
    place: Place
    part: str
    due_utc: str | None


@dataclass(slots=True)
class Sealing:
    """What changes when a call is sealed: its content and by whom, the seat's plan, and, when all parts are there, the decision's answer.

    `others` are the calls of the decision that were sealed before: it is only stored if these are still all.
    """

    content: str
    by: str
    now_utc: str
    others: list[int]
    plan: Plan | None = None
    phase_no: int = 0
    is_complete: bool = False
    orders: Orders | None = None
    is_absent: bool = False


def _same(columns: object, values: Key) -> ColumnElement[bool]:
    return and_(*(columns.c[name] == value for name, value in values.items()))  # type: ignore[attr-defined]


def _key(row: CallRow) -> Key:
    return {"campaign": row.campaign, "timeline": row.timeline, "seat": row.seat, "number": row.number}


def _decision(row: CallRow) -> Key:
    return {"campaign": row.campaign, "timeline": row.timeline, "battle": row.battle, "version": row.version, "n": row.n}


def _call(row: Row[tuple[object, ...]]) -> CallRow:
    found = dict(row._mapping)
    found.pop("told_utc")
    return CallRow(**found)


class Desk:
    """Dispatch in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @contextmanager
    def _write(self, campaign: str) -> Iterator[Connection]:
        """A transaction in which nobody else changes the campaign."""
        with self._database.write() as connection:
            alone(connection, campaign)
            yield connection

    # ---- assignments ----------------------------------------------------------------------------------------------

    def assigned(self, campaign: str) -> list[Assigned]:
        """All assignments of a campaign, the oldest first."""
        with self._database.read() as connection:
            return _assigned(connection, campaign)

    def assign(self, campaign: str, new: Assigned, replaced: Callable[[list[Assigned]], list[str] | None]) -> None:
        """Keep an assignment in place of those that `replaced` names, given all there are; None, or what it raises, leaves all as it is."""
        with self._write(campaign) as connection:
            gone = replaced(_assigned(connection, campaign))
            if gone is None:
                return
            connection.execute(delete(ASSIGNMENT).where(ASSIGNMENT.c.campaign == campaign, ASSIGNMENT.c.id.in_(gone)))
            connection.execute(insert(ASSIGNMENT), [_assignment_row(campaign, new)])

    def withdraw(self, campaign: str, id: str) -> bool:
        """False: there is no such assignment."""
        with self._write(campaign) as connection:
            return connection.execute(delete(ASSIGNMENT).where(_same(ASSIGNMENT, {"campaign": campaign, "id": id}))).rowcount == 1

    def sides(self, campaign: str, person: str) -> list[str]:
        """The sides for which a person plays in a campaign."""
        playing: Key = {"campaign": campaign, "person": person, "role": "player"}
        with self._database.read() as connection:
            return sorted({row.side for row in connection.execute(select(MEMBER.c.side).where(_same(MEMBER, playing)))})

    def name(self, person: str) -> str | None:
        """What a person is called; None if there is nobody of this id."""
        with self._database.read() as connection:
            found = connection.execute(select(PERSON.c.name).where(PERSON.c.id == person)).scalar()
        return None if found is None else str(found)

    def taken(self, campaign: str) -> set[str]:
        """The seats that members hold."""
        with self._database.read() as connection:
            return {row.seat for row in connection.execute(_TAKEN, {"campaign": campaign})}

    def seats(self, person: str) -> dict[str, list[str]]:
        """The seats that a person has as a member, by campaign; campaigns in which only assignments name the person have none."""
        found: dict[str, list[str]] = {}
        with self._database.read() as connection:
            for row in connection.execute(select(ASSIGNMENT.c.campaign).where(ASSIGNMENT.c.person == person)):
                found.setdefault(row.campaign, [])
            query = select(MEMBER.c.campaign, MEMBER.c.seat).where(_same(MEMBER, {"person": person, "role": "player"}))
            for row in connection.execute(query.order_by(MEMBER.c.seat)):
                found.setdefault(row.campaign, []).append(row.seat)
        return {campaign: found[campaign] for campaign in sorted(found)}

    # ---- plans ----------------------------------------------------------------------------------------------------

    def plans(self, campaign: str, timeline: int) -> dict[tuple[str, int], dict[str, dict[str, Plan]]]:
        """The plans of the phases in which battles stand, by battle and number of phase, then by seat and part."""
        found: dict[tuple[str, int], dict[str, dict[str, Plan]]] = {}
        with self._database.read() as connection:
            for row in connection.execute(_PLANS, {"campaign": campaign, "timeline": timeline}):
                found.setdefault((row.battle, row.phase_no), {})[row.seat] = decode(row.body, dict[str, Plan])
        return found

    # ---- calls ----------------------------------------------------------------------------------------------------

    def calls(self, campaign: str, timeline: int) -> list[CallRow]:
        """The calls of the versions at which battles stand, by seat and number."""
        return self._calls(_CALLS_NOW, {"campaign": campaign, "timeline": timeline})

    def call(self, campaign: str, timeline: int, seat: str, number: int) -> CallRow | None:
        found = self._calls(_CALL, {"campaign": campaign, "timeline": timeline, "seat": seat, "number": number})
        return found[0] if found else None

    def past(self, campaign: str, timeline: int, at_most: int, seats: Sequence[str] | None = None) -> list[CallRow]:
        """The calls of versions beyond which battles have gone on, of all seats or some, the newest first."""
        query = _PAST if seats is None else _PAST.where(CALL.c.seat.in_(seats))
        return self._calls(query.limit(at_most), {"campaign": campaign, "timeline": timeline})

    def asked_at(self, row: CallRow) -> tuple[int, str] | None:
        """The row of the turn sequence and the phase in which a call was asked; None on a timeline that begins after it."""
        with self._database.read() as connection:
            found = connection.execute(_STEP, {name: getattr(row, name) for name in ("campaign", "timeline", "battle", "version")}).first()
        return None if found is None else (found.tick, found.phase)

    def of_decision(self, row: CallRow) -> list[CallRow]:
        """All calls of the decision of which a call is a part."""
        return self._calls(_CALLS_OF_DECISION, _decision(row))

    def _calls(self, query: Select[Any], values: Key) -> list[CallRow]:
        with self._database.read() as connection:
            return [_call(row) for row in connection.execute(query, values)]

    def put(self, campaign: str, timeline: int, wanted: Sequence[Wanted], now_utc: str) -> int:
        """Number the calls that are not there yet, in this order; returns how many were new."""
        with self._write(campaign) as connection:
            return sum(_put(connection, campaign, timeline, each, now_utc) for each in wanted)

    def keep_draft(self, row: CallRow, draft: str, revision: int) -> int:
        """Keep a draft that was made from a revision; returns its own. The same again changes nothing. Raises Conflict."""
        with self._write(row.campaign) as connection:
            found = _call(connection.execute(select(CALL).where(_same(CALL, _key(row)))).one())
            if found.sealed_utc is None and found.draft == draft and found.revision in {revision, revision + 1}:
                return found.revision
            if found.revision != revision or found.sealed_utc is not None:
                raise Conflict(f"call {row.id} was changed in another window: it stands at revision {found.revision}, not {revision}")
            connection.execute(update(CALL).where(_same(CALL, _key(row))), {"draft": draft, "revision": revision + 1})
            return revision + 1

    def seal(self, row: CallRow, sealing: Sealing) -> bool:
        """Seal a call, and answer its decision when that makes it complete. False: this or another call of it was sealed meanwhile.

        Raises StaleOrders when the decision is no longer open.
        """
        with self._write(row.campaign) as connection:
            if _sealed(connection, row) != sealing.others:
                return False
            _hold_open(connection, row)
            changed = {"draft": sealing.content, "sealed_utc": sealing.now_utc, "sealed_by": sealing.by, "revision": CALL.c.revision + 1}
            connection.execute(update(CALL).where(_same(CALL, _key(row))).values(changed))
            if sealing.plan is not None:
                _keep_plan(connection, row, sealing)
            if sealing.is_complete:
                answer = None if sealing.orders is None else text(sealing.orders)
                given = {"answer": answer, "is_absent": sealing.is_absent}
                connection.execute(update(DECISION).where(_same(DECISION, _decision(row))), given)
            return True

    def set_due(self, row: CallRow, due_utc: str | None) -> bool:
        """Give a call another time to be answered by; that nobody was there in time is forgotten. False: it was sealed."""
        here = and_(_same(CALL, _key(row)), CALL.c.sealed_utc.is_(None))
        with self._write(row.campaign) as connection:
            return connection.execute(update(CALL).where(here), {"due_utc": due_utc, "overdue_utc": None}).rowcount == 1

    def mark_overdue(self, row: CallRow, now_utc: str) -> bool:
        """Note that nobody answered in time. False: that was noted before, or the call was sealed."""
        here = and_(_same(CALL, _key(row)), CALL.c.sealed_utc.is_(None), CALL.c.overdue_utc.is_(None), CALL.c.due_utc == row.due_utc)
        with self._write(row.campaign) as connection:
            return connection.execute(update(CALL).where(here), {"overdue_utc": now_utc}).rowcount == 1


def _assigned(connection: Connection, campaign: str) -> list[Assigned]:
    return [
        Assigned(
            row.id,
            row.seat,
            row.battle,
            decode(row.units, list[str]),
            row.holder,
            row.person,
            row.pace,
            row.deadline_seconds,
            row.on_deadline,
            row.since_utc,
        )
        for row in connection.execute(_ASSIGNED, {"campaign": campaign})
    ]


def _assignment_row(campaign: str, new: Assigned) -> Key:
    names = ("id", "seat", "battle", "holder", "person", "pace", "deadline_seconds", "on_deadline", "since_utc")
    return {"campaign": campaign, "units": text(new.units)} | {name: getattr(new, name) for name in names}


def _put(connection: Connection, campaign: str, timeline: int, wanted: Wanted, now_utc: str) -> bool:
    place = wanted.place
    where: Key = {"campaign": campaign, "timeline": timeline, "battle": place.battle, "version": place.version, "n": place.n}
    if connection.execute(select(CALL.c.number).where(_same(CALL, where | {"part": wanted.part}))).first() is not None:
        return False
    if not _stands(connection, where):
        return False
    ours = _same(CALL, {"campaign": campaign, "timeline": timeline, "seat": wanted.seat})
    last = connection.execute(select(func.max(CALL.c.number)).where(ours)).scalar() or 0
    new = {"seat": wanted.seat, "number": last + 1, "part": wanted.part, "asked_utc": now_utc, "due_utc": wanted.due_utc, "revision": 0}
    connection.execute(insert(CALL), [where | new])
    return True


def _stands(connection: Connection, where: Key) -> bool:
    """Whether a decision is open: its battle stands at its version on the present timeline, and nobody has answered."""
    present = and_(CAMPAIGN.c.id == where["campaign"], CAMPAIGN.c.timeline == where["timeline"])
    same = and_(*(BATTLE.c[name] == DECISION.c[name] for name in ("campaign", "timeline", "battle", "version")))
    query = select(DECISION.c.n).select_from(DECISION).join(BATTLE, same).join(CAMPAIGN, present)
    free = and_(DECISION.c.answer.is_(None), DECISION.c.is_absent.is_(False))
    return connection.execute(query.where(_same(DECISION, where), free)).first() is not None


def _hold_open(connection: Connection, row: CallRow) -> None:
    if not _stands(connection, _decision(row)):
        raise StaleOrders(f"call {row.id} is no longer open: it was answered or left to the bot, or the battle has gone on")


def _sealed(connection: Connection, row: CallRow) -> list[int]:
    """The numbers of the calls of a decision that are sealed."""
    return [found.number for found in connection.execute(_CALLS_OF_DECISION, _decision(row)) if found.sealed_utc is not None]


def _keep_plan(connection: Connection, row: CallRow, sealing: Sealing) -> None:
    key: Key = {"campaign": row.campaign, "timeline": row.timeline, "battle": row.battle, "phase_no": sealing.phase_no, "seat": row.seat}
    found = connection.execute(select(PLAN.c.body).where(_same(PLAN, key))).scalar()
    body = text((decode(found, dict[str, Plan]) if found else {}) | {row.part: sealing.plan})
    if found:
        connection.execute(update(PLAN).where(_same(PLAN, key)), {"body": body, "given_utc": sealing.now_utc})
    else:
        connection.execute(insert(PLAN), [key | {"body": body, "given_utc": sealing.now_utc}])

"""The store: what is written, each call one transaction. Reading the log back is in `orchestrator.store.reading`.

A phase is committed only if its battle still stands at the version the job was made from, and only by the owner of the campaign, so that lost,
late and double results change nothing.
"""

import zlib
from collections.abc import Sequence

from sqlalchemy import Connection, Table, and_, bindparam, insert, or_, select, update
from sqlalchemy.sql.elements import ColumnElement

from orchestrator.errors import AlreadyAnswered, LostLease, NotFound, StaleOrders
from orchestrator.store import models
from orchestrator.store.database import Database
from orchestrator.store.lease import Lease
from orchestrator.store.models import table
from orchestrator.store.records import CampaignRecord, Opened, PhaseCommit, Place, Routed, RowCommit
from scales.codec import decode, encode
from scales.engine import Event, Orders

CAMPAIGN, TIMELINE, BATTLE, STEP, EVENT, MESSAGE, DECISION, SNAPSHOT, ROW_CLOSE = (
    table(model)
    for model in (
        models.Campaign,
        models.Timeline,
        models.Battle,
        models.Step,
        models.Event,
        models.Message,
        models.Decision,
        models.Snapshot,
        models.RowClose,
    )
)
CALL = table(models.Call)

DUE, DELIVERED, STRUCK = "due", "delivered", "struck"
OPEN, ENDED = "open", "ended"

Key = dict[str, object]


def _by(where: Table, *names: str) -> ColumnElement[bool]:
    """The rows whose columns equal the parameters `at_<name>`."""
    return and_(*(where.c[name] == bindparam(f"at_{name}") for name in names))


# Statements are built once: building one takes longer than running it.
_HOLD = update(CAMPAIGN).where(_by(CAMPAIGN, "id", "lease_owner"))
_HOLD_ON = update(CAMPAIGN).where(_by(CAMPAIGN, "id", "lease_owner", "timeline"))
_MOVE_BATTLE = update(BATTLE).where(_by(BATTLE, "campaign", "timeline", "battle", "version"))
_END_BATTLE = update(BATTLE).where(_by(BATTLE, "campaign", "timeline", "battle"))
_MOVE_CURSOR = update(CAMPAIGN).where(_by(CAMPAIGN, "id", "timeline"), CAMPAIGN.c.tick <= bindparam("at_tick"))
_ALONE = select(CAMPAIGN.c.id).where(CAMPAIGN.c.id == bindparam("campaign")).with_for_update()
_MARK_MESSAGE = update(MESSAGE).where(_by(MESSAGE, "campaign", "timeline", "id"))
_INSERT = {each: insert(each) for each in (BATTLE, STEP, EVENT, MESSAGE, DECISION, SNAPSHOT, ROW_CLOSE)}


def at(key: Key) -> Key:
    """A key as the parameters of `_by`."""
    return {f"at_{name}": value for name, value in key.items()}


def text(value: object) -> str:
    return encode(value).decode()


class Store:
    """Everything that is kept, behind one database URL."""

    def __init__(self, url: str) -> None:
        self.database = Database(url)

    def close(self) -> None:
        self.database.close()

    # ---- campaigns ------------------------------------------------------------------------------------------------

    def create(self, campaign: CampaignRecord) -> None:
        with self.database.write() as connection:
            connection.execute(insert(CAMPAIGN), [campaign_row(campaign)])
            first = {"campaign": campaign.id, "timeline": campaign.timeline, "opened_utc": campaign.created_utc}
            connection.execute(insert(TIMELINE), [first | {"parent": None, "branched_at": -1}])

    def pause(self, lease: Lease, tick: int, status: str) -> None:
        """Keep where a campaign stands that is not played on for now."""
        with self.database.write() as connection:
            hold(connection, lease)
            connection.execute(_HOLD, at({"id": lease.campaign, "lease_owner": lease.owner}) | {"status": status, "tick": tick})

    def claim(self, lease: Lease, now: int, *, from_owner: str | None = None) -> bool:
        """Take a campaign that is free or whose lease has lapsed, or, knowing that its owner is dead, from that owner."""
        free: ColumnElement[bool] = or_(
            CAMPAIGN.c.lease_owner.in_(["", lease.owner] + ([from_owner] if from_owner else [])), CAMPAIGN.c.lease_until < now
        )
        with self.database.write() as connection:
            taken = connection.execute(update(CAMPAIGN).where(CAMPAIGN.c.id == lease.campaign, free), lease.values(now))
            return taken.rowcount == 1

    def release(self, lease: Lease) -> None:
        held = and_(CAMPAIGN.c.id == lease.campaign, CAMPAIGN.c.lease_owner == lease.owner)
        with self.database.write() as connection:
            connection.execute(update(CAMPAIGN).where(held), {"lease_owner": "", "lease_until": 0})

    # ---- phases ---------------------------------------------------------------------------------------------------

    def commit_phase(self, lease: Lease, timeline: int, commit: PhaseCommit) -> bool:
        """Steps, events, orders, decisions and the new state at once. False: the battle has gone on already, or the campaign was rewound,
        and nothing was changed.
        """
        with self.database.write() as connection:
            here = at({"id": lease.campaign, "lease_owner": lease.owner, "timeline": timeline})
            if connection.execute(_HOLD_ON, here | lease.values(lease.now())).rowcount != 1:
                hold(connection, lease)
                return False
            return write_commit(connection, {"campaign": lease.campaign, "timeline": timeline}, commit)

    def close_row(self, lease: Lease, timeline: int, row: RowCommit, commits: Sequence[PhaseCommit] = ()) -> bool:
        """The row's last phases, openings, messages, endings, heads and the cursor at once. False: it was closed before, nothing was changed."""
        with self.database.write() as connection:
            hold(connection, lease)
            key: Key = {"campaign": lease.campaign, "timeline": timeline}
            here = at({"id": lease.campaign, "timeline": timeline, "tick": row.tick})
            moved = connection.execute(_MOVE_CURSOR, here | _cursor_values(row)).rowcount == 1
            if not (moved and all(write_commit(connection, key, commit) for commit in commits)):
                connection.rollback()
                return False
            write_close(connection, key, row)
            return True

    # ---- decisions ------------------------------------------------------------------------------------------------

    def answer(self, campaign: str, timeline: int, place: Place, orders: Orders | None) -> bool:
        """Keep the orders for a decision (None: the person is absent, a bot answers). False: just these were given before."""
        wanted = {"campaign": campaign, "timeline": timeline, "battle": place.battle, "version": place.version, "n": place.n}
        this = [DECISION.c[name] == value for name, value in wanted.items()]
        with self.database.write() as connection:
            alone(connection, campaign)
            found = connection.execute(select(DECISION.c.answer, DECISION.c.is_absent).where(*this)).one_or_none()
            if found is None:
                raise NotFound(f"there is no decision {place}")
            if orders is not None and found.answer is not None:
                if decode(found.answer, Orders) == orders:
                    return False
                raise AlreadyAnswered(f"decision {place} was answered with other orders")
            if orders is None and found.is_absent:
                return False
            if _version(connection, campaign, timeline, place.battle) != place.version:
                raise StaleOrders(f"decision {place} is no longer open: the battle has gone on")
            if found.is_absent:
                raise StaleOrders(f"decision {place} was left to the bot")
            if found.answer is not None:
                raise AlreadyAnswered(f"decision {place} was answered with orders")
            given = {"is_absent": True} if orders is None else {"answer": text(orders)}
            connection.execute(update(DECISION).where(*this), given)
            return True


def alone(connection: Connection, campaign: str) -> None:
    """Let nobody else change a campaign before this transaction ends. (SQLite lets only one write anyway.)"""
    connection.execute(_ALONE, {"campaign": campaign})


def _version(connection: Connection, campaign: str, timeline: int, battle: str) -> int | None:
    """The version at which a battle of the campaign's present timeline stands."""
    here = and_(BATTLE.c.campaign == campaign, BATTLE.c.timeline == timeline, BATTLE.c.battle == battle)
    present = and_(CAMPAIGN.c.id == campaign, CAMPAIGN.c.timeline == timeline)
    return connection.execute(select(BATTLE.c.version).select_from(BATTLE).join(CAMPAIGN, present).where(here)).scalar_one_or_none()


def hold(connection: Connection, lease: Lease) -> None:
    """Prolong the lease; whoever lost it commits nothing."""
    held = at({"id": lease.campaign, "lease_owner": lease.owner})
    if connection.execute(_HOLD, held | lease.values(lease.now())).rowcount != 1:
        raise LostLease(f"campaign {lease.campaign} belongs to another orchestrator now; nothing was committed")


def write_commit(connection: Connection, key: Key, commit: PhaseCommit) -> bool:
    """A battle's steps and its new stand. False: it does not stand where they begin, nothing was changed."""
    key = key | {"battle": commit.battle}
    if connection.execute(_MOVE_BATTLE, at(key | {"version": commit.base}) | _battle_values(commit)).rowcount != 1:
        return False
    _write_steps(connection, key, commit)
    if commit.posted:
        connection.execute(_INSERT[MESSAGE], [key | _message_row(message, commit.tick) for message in commit.posted])
    return True


def write_close(connection: Connection, key: Key, row: RowCommit) -> None:
    """What a closed row changes but the cursor."""
    for opened in row.opened:
        _open(connection, key, opened)
    if row.messages:
        connection.execute(_INSERT[MESSAGE], [key | _message_row(message, row.tick) for message in row.messages])
    for message in row.struck:
        struck = {"status": STRUCK, "reason": message.struck, "struck_tick": row.tick}
        connection.execute(_MARK_MESSAGE, at(key | {"id": message.delivery.id}) | struck)
    for battle in row.ended:
        connection.execute(_END_BATTLE, at(key | {"battle": battle}) | {"status": ENDED, "ended_tick": row.tick})
    _write_closes(connection, key, row)


def campaign_row(campaign: CampaignRecord) -> dict[str, object]:
    return {
        "id": campaign.id,
        "name": campaign.plan.name,
        "plan": text(campaign.plan),
        "seats": text(campaign.seats),
        "created_utc": campaign.created_utc,
        "status": campaign.status,
        "timeline": campaign.timeline,
        "tick": campaign.tick,
        "secret": campaign.secret,
        "commitment": campaign.commitment,
        "is_revealed": campaign.is_revealed,
        "is_seeded": campaign.is_seeded,
        "result": None if campaign.result is None else text(campaign.result),
        "lease_owner": "",
        "lease_until": 0,
    }


def _battle_values(commit: PhaseCommit) -> dict[str, object]:
    values: dict[str, object] = {
        "version": commit.base + len(commit.steps),
        "phase_no": commit.phase_no,
        "phase": "" if commit.done else commit.phase,
        "head": commit.heads[-1][-1],
        "state": zlib.compress(commit.state, 1),
    }
    if commit.done:
        values["status"] = ENDED if commit.ended else OPEN
        values["ended_tick"] = commit.tick if commit.ended else None
        if commit.ends_row:
            values["done_tick"] = commit.tick
    if commit.report is not None:
        values["report"] = text(commit.report)
    return values


def _open(connection: Connection, key: Key, opened: Opened) -> None:
    plan, commit = opened.plan, opened.commit
    row = key | _battle_values(commit) | {"battle": plan.id, "theatre": opened.theatre, "scale": plan.scale, "setup": text(plan.setup)}
    connection.execute(_INSERT[BATTLE], [row])
    _write_steps(connection, key | {"battle": plan.id}, commit)


def _write_steps(connection: Connection, key: Key, commit: PhaseCommit) -> None:
    connection.execute(_INSERT[STEP], [key | row for row in _step_rows(commit)])
    events = [key | row for row in _event_rows(commit)]
    if events:
        connection.execute(_INSERT[EVENT], events)
    delivered: Key = {"status": DELIVERED, "delivered": commit.base + 1}
    for delivery in commit.steps[0].inbox:
        connection.execute(_MARK_MESSAGE, at({n: key[n] for n in ("campaign", "timeline")} | {"id": delivery.id}) | delivered)
    version = commit.base + len(commit.steps)
    asked = [key | {"version": version, "n": n, "body": text(d), "answer": None, "is_absent": False} for n, d in enumerate(commit.pending)]
    if asked:
        connection.execute(_INSERT[DECISION], asked)
    for before, after in commit.carried:
        _carry(connection, key, Place(commit.battle, commit.base, before), Place(commit.battle, version, after))
    if commit.snapshot:
        row = key | {"version": version, "tick": commit.tick, "state": zlib.compress(commit.state, 1)}
        connection.execute(_INSERT[SNAPSHOT], [row])


def _carry(connection: Connection, key: Key, before: Place, after: Place) -> None:
    """What was answered to a decision, and the calls it was put to people in, belong to another that is the same."""
    old = _by(DECISION, "campaign", "timeline", "battle", "version", "n")
    was = at(key | {"version": before.version, "n": before.n})
    given = connection.execute(select(DECISION.c.answer, DECISION.c.is_absent).where(old), was).one()
    connection.execute(update(DECISION).where(old), at(key | {"version": after.version, "n": after.n}) | dict(given._mapping))
    moved = update(CALL).where(_by(CALL, "campaign", "timeline", "battle", "version", "n"))
    connection.execute(moved, was | {"version": after.version, "n": after.n})


def _step_rows(commit: PhaseCommit) -> list[dict[str, object]]:
    return [
        {
            "version": step.version,
            "tick": commit.tick,
            "kind": commit.kind,
            "phase": commit.phase,
            "phase_no": commit.phase_no,
            "is_done": step.done,
            "events": len(step.events),
            "inbox": text(step.inbox),
            "orders": text(step.orders),
            "outbox": text(step.outbox),
            "head": heads[0],
        }
        for step, heads in zip(commit.steps, commit.heads, strict=True)
    ]


def _event_rows(commit: PhaseCommit) -> list[dict[str, object]]:
    return [
        {"version": step.version, "n": n, "tick": commit.tick, "body": text(event), "head": heads[n + 1]}
        for step, heads in zip(commit.steps, commit.heads, strict=True)
        for n, event in enumerate(step.events)
    ]


def _message_row(message: Routed, tick: int) -> dict[str, object]:
    delivery = message.delivery
    return {
        "id": delivery.id,
        "kind": delivery.kind,
        "source": delivery.source,
        "battle": message.battle,
        "data": text(delivery.data),
        "cause": delivery.cause,
        "sent_tick": message.sent_tick,
        "posted_tick": tick,
        "due_tick": message.due_tick,
        "status": STRUCK if message.struck else DUE,
        "delivered": None,
        "struck_tick": tick if message.struck else None,
        "reason": message.struck,
    }


def _cursor_values(row: RowCommit) -> dict[str, object]:
    values: dict[str, object] = {"tick": row.next_tick}
    if row.result is not None:
        values |= {"status": "ended", "result": text(row.result), "is_revealed": True}
    return values


def _write_closes(connection: Connection, key: Key, row: RowCommit) -> None:
    closes = [key | {"theatre": each.theatre, "tick": row.tick, "battles": text(each.battles), "head": each.head} for each in row.theatres]
    if closes:
        connection.execute(_INSERT[ROW_CLOSE], closes)
    notes = [key | note for each in row.theatres for note in _note_rows(each.theatre, each.notes, each.head, row.tick)]
    if notes:
        connection.execute(_INSERT[EVENT], notes)


def _note_rows(theatre: str, notes: Sequence[Event], head: str, tick: int) -> list[dict[str, object]]:
    return [
        {"battle": theatre, "version": tick + 1, "n": n, "tick": tick, "body": text(note), "head": head} for n, note in enumerate(notes)
    ]

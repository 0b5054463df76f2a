"""The tables. Only the store and what reads, copies and deletes whole campaigns touch them.

(timeline, battle, version) keys steps, events and decisions everywhere, so that nothing is stored twice and nothing from before a rewind fits.
JSON is canonical text, a state is zlib-compressed JSON.
"""

from typing import Any

from sqlalchemy import Column, Index, LargeBinary, Table, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

SCHEMA = 2
"""The version of these tables; a database of a newer one is refused."""


def _text(**keywords: Any) -> Any:
    return Field(sa_column=Column(Text, nullable=False, **keywords))


class SchemaVersion(SQLModel, table=True):
    __tablename__ = "schema_version"

    id: int = Field(default=1, primary_key=True)
    version: int


class Campaign(SQLModel, table=True):
    """`tick` is the row to be played next (-1: the set-up). `secret` leaves the server only when `is_revealed`."""

    __tablename__ = "campaign"

    id: str = Field(primary_key=True)
    name: str
    plan: str = _text()
    seats: str = _text()
    created_utc: str
    status: str
    timeline: int
    tick: int
    secret: bytes
    commitment: str
    is_revealed: bool = False
    is_seeded: bool = False
    result: str | None = Field(default=None, sa_column=Column(Text))
    lease_owner: str = ""
    lease_until: int = 0


class Timeline(SQLModel, table=True):
    """A run of history; a rewind opens another at the tick where it branched, for a reason that everyone can read.

    `lineage` tells for the rows before that which timeline and whose secret rolled their dice (`orchestrator.history.lineage.Stretch`).
    """

    __tablename__ = "timeline"

    campaign: str = Field(primary_key=True)
    timeline: int = Field(primary_key=True)
    parent: int | None = None
    branched_at: int = -1
    lineage: str = Field(default="[]", sa_column=Column(Text, nullable=False, server_default="[]"))
    reason: str = Field(default="", sa_column=Column(Text, nullable=False, server_default=""))
    opened_utc: str = Field(default="", sa_column=Column(Text, nullable=False, server_default=""))
    opened_by: str = Field(default="", sa_column=Column(Text, nullable=False, server_default=""))


class Battle(SQLModel, table=True):
    """A board as it stands: `version` counts steps, `phase_no` phases, `done_tick` is the last row it finished, `ended_tick` where it ended."""

    __tablename__ = "battle"

    campaign: str = Field(primary_key=True)
    timeline: int = Field(primary_key=True)
    battle: str = Field(primary_key=True)
    theatre: str
    scale: str
    setup: str = _text()
    status: str
    version: int
    phase_no: int
    phase: str
    done_tick: int
    ended_tick: int | None = None
    head: str
    state: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    report: str = _text()


class Step(SQLModel, table=True):
    """What led into a step, what left the board, and how many events there were. `head` is the battle's chain after its inputs."""

    __tablename__ = "step"

    campaign: str = Field(primary_key=True)
    timeline: int = Field(primary_key=True)
    battle: str = Field(primary_key=True)
    version: int = Field(primary_key=True)
    tick: int = Field(index=True)
    kind: str
    phase: str
    phase_no: int
    is_done: bool
    events: int
    inbox: str = _text()
    orders: str = _text()
    outbox: str = _text()
    head: str


class Event(SQLModel, table=True):
    """One event, with the head of its chain after it. What the orchestrator notes itself has the theatre in place of a battle."""

    __tablename__ = "event"
    __table_args__ = (UniqueConstraint("campaign", "timeline", "battle", "version", "n"),)

    seq: int | None = Field(default=None, primary_key=True)
    campaign: str
    timeline: int
    battle: str
    version: int
    n: int
    tick: int
    body: str = _text()
    head: str


class Message(SQLModel, table=True):
    """Something on its way to a board, due there from a row on. The unique id lets a second delivery change nothing.

    It was posted when the row `posted_tick` closed, and if it was struck off, that was when the row `struck_tick` closed.
    """

    __tablename__ = "message"
    __table_args__ = (Index("message_due", "campaign", "timeline", "battle", "status"),)

    campaign: str = Field(primary_key=True)
    timeline: int = Field(primary_key=True)
    id: str = Field(primary_key=True)
    kind: str
    source: str
    battle: str
    data: str = _text()
    cause: str | None = None
    sent_tick: int
    posted_tick: int
    due_tick: int
    status: str
    delivered: int | None = None
    struck_tick: int | None = None
    reason: str = ""


class Decision(SQLModel, table=True):
    """What a person is asked at a version. It is open while its battle stands at that version and `answer` is empty."""

    __tablename__ = "decision"

    campaign: str = Field(primary_key=True)
    timeline: int = Field(primary_key=True)
    battle: str = Field(primary_key=True)
    version: int = Field(primary_key=True)
    n: int = Field(primary_key=True)
    body: str = _text()
    answer: str | None = Field(default=None, sa_column=Column(Text))
    is_absent: bool = False


class Snapshot(SQLModel, table=True):
    """A state kept for looking back: a cache of the log."""

    __tablename__ = "snapshot"

    campaign: str = Field(primary_key=True)
    timeline: int = Field(primary_key=True)
    battle: str = Field(primary_key=True)
    version: int = Field(primary_key=True)
    tick: int
    state: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class RowClose(SQLModel, table=True):
    """A theatre's chain after a row, kept apart from what it covers so that a cut end shows."""

    __tablename__ = "row_close"

    campaign: str = Field(primary_key=True)
    timeline: int = Field(primary_key=True)
    theatre: str = Field(primary_key=True)
    tick: int = Field(primary_key=True)
    battles: str = _text()
    head: str


# ---- people -------------------------------------------------------------------------------------------------------


class Person(SQLModel, table=True):
    """Someone who signs in: by `login` and password, or only by the token that an invitation gave. `is_host` may begin campaigns.

    `name` is what others read; two people may have the same.
    """

    __tablename__ = "person"

    id: str = Field(primary_key=True)
    name: str
    login: str | None = Field(default=None, unique=True)
    password: str | None = None
    email: str = ""
    is_host: bool = False
    created_utc: str


class Token(SQLModel, table=True):
    """A token that was given out; it holds until it expires or is revoked."""

    __tablename__ = "token"

    id: str = Field(primary_key=True)
    person: str = Field(index=True)
    label: str = ""
    created_utc: str
    expires_utc: str
    revoked_utc: str | None = None


class Invitation(SQLModel, table=True):
    """A link that makes whoever opens it first a member of a campaign, or a host (no campaign). Only the hash of its secret is kept."""

    __tablename__ = "invitation"

    id: str = Field(primary_key=True)
    campaign: str = Field(default="", index=True)
    role: str
    side: str = ""
    seat: str = ""
    name: str = ""
    hash: str
    made_by: str = ""
    created_utc: str
    expires_utc: str
    used_utc: str | None = None
    used_by: str | None = None
    revoked_utc: str | None = None


class Member(SQLModel, table=True):
    """What a person is in a campaign: gm, player (of a side, with a seat or in reserve) or spectator (of a side, or of what all may see)."""

    __tablename__ = "member"

    campaign: str = Field(primary_key=True)
    person: str = Field(primary_key=True)
    role: str = Field(primary_key=True)
    seat: str = Field(default="", primary_key=True)
    side: str = ""
    since_utc: str


class Setting(SQLModel, table=True):
    """What the service keeps for itself: the key that signs tokens, when it was last alive."""

    __tablename__ = "setting"

    name: str = Field(primary_key=True)
    value: str = _text()


# ---- dispatch -----------------------------------------------------------------------------------------------------


class Assignment(SQLModel, table=True):
    """Who decides: for a seat everywhere (`battle` ''), in one battle, or for some units of it; a person, the bot, or a table with miniatures.

    `pace` live or plan; `on_deadline` bot, ask or wait; `deadline_seconds` None gives all the time in the world.
    """

    __tablename__ = "assignment"

    campaign: str = Field(primary_key=True)
    id: str = Field(primary_key=True)
    seat: str
    battle: str = ""
    units: str = _text()
    holder: str
    person: str = ""
    pace: str = "live"
    deadline_seconds: int | None = None
    on_deadline: str = "wait"
    since_utc: str


class Call(SQLModel, table=True):
    """A decision, or an assignment's part of one, as it is put to people; `number` counts a seat's calls on a timeline and is what they see."""

    __tablename__ = "call"
    __table_args__ = (Index("call_of_decision", "campaign", "timeline", "battle", "version", "n"),)

    campaign: str = Field(primary_key=True)
    timeline: int = Field(primary_key=True)
    seat: str = Field(primary_key=True)
    number: int = Field(primary_key=True)
    battle: str
    version: int
    n: int
    part: str = ""
    asked_utc: str
    due_utc: str | None = None
    draft: str | None = Field(default=None, sa_column=Column(Text))
    revision: int = 0
    sealed_utc: str | None = None
    sealed_by: str | None = None
    overdue_utc: str | None = None
    told_utc: str | None = None


class Plan(SQLModel, table=True):
    """A seat's orders for a whole phase of a battle, given ahead."""

    __tablename__ = "plan"

    campaign: str = Field(primary_key=True)
    timeline: int = Field(primary_key=True)
    battle: str = Field(primary_key=True)
    phase_no: int = Field(primary_key=True)
    seat: str = Field(primary_key=True)
    body: str = _text()
    given_utc: str


class TableResult(SQLModel, table=True):
    """The result of a battle played on a table as somebody reported it: proposed, approved or rejected by a GM."""

    __tablename__ = "table_result"

    campaign: str = Field(primary_key=True)
    id: str = Field(primary_key=True)
    timeline: int
    battle: str
    version: int
    body: str = _text()
    by: str
    status: str
    note: str = ""
    given_utc: str
    decided_utc: str | None = None


class Work(SQLModel, table=True):
    """Something that takes long (a run, a rewind, an import): queued, running, waiting, done, stopped or failed. `owner` is the process that runs it."""

    __tablename__ = "work"

    id: str = Field(primary_key=True)
    campaign: str = Field(default="", index=True)
    kind: str
    by: str = ""
    order: str = _text()
    status: str
    progress: str = Field(default="{}", sa_column=Column(Text, nullable=False))
    result: str | None = Field(default=None, sa_column=Column(Text))
    error: str | None = Field(default=None, sa_column=Column(Text))
    created_utc: str
    ended_utc: str | None = None
    owner: str = ""


class Receipt(SQLModel, table=True):
    """The answer to a request that had an idempotency key: the same request again gets it again. Until then `owner` is who works on it."""

    __tablename__ = "receipt"

    person: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    request: str
    status: int
    answer: str = _text()
    created_utc: str
    owner: str = ""


class Hook(SQLModel, table=True):
    """Where a person wants to be told: a web-hook (`target` a URL) or e-mail (an address). `secret` signs web-hooks."""

    __tablename__ = "hook"

    id: str = Field(primary_key=True)
    campaign: str = Field(index=True)
    person: str
    kind: str
    target: str
    secret: str = ""
    events: str = _text()
    created_utc: str


class Notice(SQLModel, table=True):
    """Something on its way to a hook; the unique key lets nobody be told twice of the same."""

    __tablename__ = "notice"

    id: str = Field(primary_key=True)
    hook: str = Field(index=True)
    campaign: str
    body: str = _text()
    status: str
    tries: int = 0
    due_utc: str
    error: str = ""


def table(model: type[SQLModel]) -> Table:
    """The SQLAlchemy table of a model, for Core statements."""
    found = getattr(model, "__table__")  # noqa: B009  (SQLModel adds it when it builds the class)
    assert isinstance(found, Table)
    return found

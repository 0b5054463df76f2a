"""The tables. Only the store and what reads, copies and deletes whole campaigns touch them.

(timeline, battle, version) keys steps, events and decisions everywhere, so that nothing is stored twice and nothing from before a rewind fits.
JSON is canonical text, a state is zlib-compressed JSON.
"""

from sqlalchemy import Column, Index, LargeBinary, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

from orchestrator.store.models.columns import text

SCHEMA = 2
"""The version of these tables; a database of a newer one is refused."""


class SchemaVersion(SQLModel, table=True):
    __tablename__ = "schema_version"

    id: int = Field(default=1, primary_key=True)
    version: int


class Campaign(SQLModel, table=True):
    """`tick` is the row to be played next (-1: the set-up). `secret` leaves the server only when `is_revealed`."""

    __tablename__ = "campaign"

    id: str = Field(primary_key=True)
    name: str
    plan: str = text()
    seats: str = text()
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
    setup: str = text()
    status: str
    version: int
    phase_no: int
    phase: str
    done_tick: int
    ended_tick: int | None = None
    head: str
    state: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    report: str = text()


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
    inbox: str = text()
    orders: str = text()
    outbox: str = text()
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
    body: str = text()
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
    data: str = text()
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
    body: str = text()
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
    battles: str = text()
    head: str

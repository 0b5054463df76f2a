"""The tables. Only `orchestrator.store` touches them.

(timeline, battle, version) keys steps, events and decisions everywhere, so that nothing is stored twice and nothing from before a rewind fits.
JSON is canonical text, a state is zlib-compressed JSON.
"""

from typing import Any

from sqlalchemy import Column, Index, LargeBinary, Table, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

SCHEMA = 1
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
    """A run of history; a rewind opens another at the tick where it branched."""

    __tablename__ = "timeline"

    campaign: str = Field(primary_key=True)
    timeline: int = Field(primary_key=True)
    parent: int | None = None
    branched_at: int = -1


class Battle(SQLModel, table=True):
    """A board as it stands: `version` counts steps, `phase_no` phases, `done_tick` is the last row it finished."""

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
    """Something on its way to a board, due there from a row on. The unique id lets a second delivery change nothing."""

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
    due_tick: int
    status: str
    delivered: int | None = None
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


def table(model: type[SQLModel]) -> Table:
    """The SQLAlchemy table of a model, for Core statements."""
    found = getattr(model, "__table__")  # noqa: B009  (SQLModel adds it when it builds the class)
    assert isinstance(found, Table)
    return found

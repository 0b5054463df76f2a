"""The tables of dispatch and of the service: who decides, what is asked, work, answers that were given, notices."""

from sqlalchemy import Column, Index, Text
from sqlmodel import Field, SQLModel

from orchestrator.store.models.columns import text


class Assignment(SQLModel, table=True):
    """Who decides: for a seat everywhere (`battle` ''), in one battle, or for some units of it; a person, the bot, or a table with miniatures.

    `pace` live or plan; `on_deadline` bot, ask or wait; `deadline_seconds` None gives all the time in the world.
    """

    __tablename__ = "assignment"

    campaign: str = Field(primary_key=True)
    id: str = Field(primary_key=True)
    seat: str
    battle: str = ""
    units: str = text()
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
    body: str = text()
    given_utc: str


class TableResult(SQLModel, table=True):
    """The result of a battle played on a table as somebody reported it: proposed, approved or rejected by a GM."""

    __tablename__ = "table_result"

    campaign: str = Field(primary_key=True)
    id: str = Field(primary_key=True)
    timeline: int
    battle: str
    version: int
    body: str = text()
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
    order: str = text()
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
    answer: str = text()
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
    events: str = text()
    created_utc: str


class Notice(SQLModel, table=True):
    """Something on its way to a hook; the unique key lets nobody be told twice of the same."""

    __tablename__ = "notice"

    id: str = Field(primary_key=True)
    hook: str = Field(index=True)
    campaign: str
    body: str = text()
    status: str
    tries: int = 0
    due_utc: str
    error: str = ""

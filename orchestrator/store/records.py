"""Plain values that pass between the store and the rest of the orchestrator."""

from dataclasses import dataclass, field

from scales.engine import Decision, Delivery, Event, Json, Message, Orders, Report
from workers.jobs import StepRecord


@dataclass(slots=True)
class BattlePlan:
    """A board of a campaign: `setup` is what its engine reads."""

    id: str
    scale: str
    setup: Json


@dataclass(slots=True)
class TheatrePlan:
    """One planet: its boards at the start, and whatever else the links want to know of it."""

    id: str
    battles: list[BattlePlan]
    data: Json = field(default_factory=dict)


@dataclass(slots=True)
class CampaignPlan:
    """A campaign as the orchestrator plays it. `scales` also names those that come into play later; `seats` gives each seat its side.

    `file` is the campaign file that it was made from, as JSON. `turn_limit` counts turns of the table.
    """

    name: str
    theatres: list[TheatrePlan]
    scales: list[str]
    seats: dict[str, str]
    turn_limit: int
    file: Json = field(default_factory=dict)


@dataclass(slots=True)
class CampaignRecord:
    """A campaign as stored. `seats` says who plays each: person, bot or random; `tick` is the row to be played next."""

    id: str
    plan: CampaignPlan
    seats: dict[str, str]
    created_utc: str
    status: str
    timeline: int
    tick: int
    secret: bytes
    commitment: str
    is_revealed: bool
    is_seeded: bool
    result: Json | None


@dataclass(slots=True)
class BattleRecord:
    """A board as stored. `state` is the JSON of its state at `version`."""

    battle: str
    theatre: str
    scale: str
    setup: Json
    status: str
    version: int
    phase_no: int
    phase: str
    done_tick: int
    head: str
    state: bytes
    report: Report
    ended_tick: int | None = None


@dataclass(slots=True, frozen=True)
class Place:
    """Where something stands in the log: `str` and `Place.of` write and read `battle:version:n`."""

    battle: str
    version: int
    n: int

    def __str__(self) -> str:
        return f"{self.battle}:{self.version}:{self.n}"

    @classmethod
    def of(cls, text: str) -> "Place | None":
        """None if this is no such id."""
        battle, _, rest = text.rpartition(":")[0].rpartition(":")
        n = text.rpartition(":")[2]
        if not battle or not (rest.isdecimal() and n.isdecimal() and len(rest) < 12 and len(n) < 12):
            return None
        return cls(battle, int(rest), int(n))


@dataclass(slots=True)
class Asked:
    """A decision that a person has been asked; `answer` is there once it was given."""

    place: Place
    decision: Decision
    answer: Orders | None = None
    is_absent: bool = False

    @property
    def id(self) -> str:
        return str(self.place)

    @property
    def is_open(self) -> bool:
        return self.answer is None and not self.is_absent


@dataclass(slots=True)
class Sent:
    """A message as it left its board, with the row in which it did."""

    id: str
    source: str
    tick: int
    message: Message
    cause: str | None


@dataclass(slots=True)
class Routed:
    """A message on its way: due at a board from a row on, or struck off for a reason."""

    delivery: Delivery
    battle: str
    sent_tick: int
    due_tick: int
    struck: str = ""


@dataclass(slots=True)
class PhaseCommit:
    """What one job changed: steps base+1 to base+k of a battle. `heads` are its chain after each step's inputs and events.

    `posted` are messages that a ruling sent to the board, `carried` the decisions that it changes nothing about: their numbers before and after.
    """

    battle: str
    base: int
    tick: int
    kind: str
    phase: str
    phase_no: int
    steps: list[StepRecord]
    heads: list[list[str]]
    state: bytes
    pending: list[Decision]
    done: bool
    report: Report | None
    ended: bool = False
    snapshot: bool = False
    posted: list[Routed] = field(default_factory=list)
    carried: list[tuple[int, int]] = field(default_factory=list)

    @property
    def ends_row(self) -> bool:
        """Whether the battle has now done what its row asks, or all it ever will; a ruling between phases leaves that open."""
        return self.done and (self.ended or self.kind in {"setup", "phase"})


@dataclass(slots=True)
class Opened:
    """A battle that begins: its plan and its set-up step."""

    theatre: str
    plan: BattlePlan
    commit: PhaseCommit


@dataclass(slots=True)
class TheatreClose:
    """A theatre's part of a closed row: the heads of the battles that moved, what the orchestrator noted, the chain after it."""

    theatre: str
    battles: dict[str, str]
    notes: list[Event]
    head: str


@dataclass(slots=True)
class RowCommit:
    """Everything that happens when a row closes; the cursor moves on in the same transaction. `struck` were on their way before."""

    tick: int
    next_tick: int
    opened: list[Opened]
    messages: list[Routed]
    struck: list[Routed]
    ended: list[str]
    theatres: list[TheatreClose]
    result: Json | None = None

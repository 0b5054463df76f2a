"""What readers are shown, as plain values: the answers of `orchestrator.readers.door`, and so the documented answers of the service.

Minutes count from the start of the campaign, turns and rows are those of the public turn sequence. Numbers of events are the reader's own: a game
master's count all of them. Fields that only a game master is shown are null for others.
"""

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import Field

from orchestrator.readers.statistics import Statistics
from scales.engine import Check

Going = Literal["in_play", "your_turn", "paused", "ended"]
"""What a reader is told: one of his seats is asked, a game master has paused the campaign, it has ended; else it is in play."""
Stored = Literal["stands", "running", "waiting", "paused", "ended"]
JsonObject = dict[str, Any]


Record = Annotated[
    JsonObject,
    Field(
        description=(
            "a record sheet as a person reads it, with what the unit's scale has of: `type`, `name`, `side`, `at` (the printed hex), `facing`, "
            "`movement`, `armor` (by side, each {left, of} in boxes), `shields`, `weapons` (name, arc, range, damage, shots, state), "
            "`systems` (name, state), `crew`, `status`; only what the reader may know is in it"
        )
    ),
]


@dataclass(slots=True)
class TimeShown:
    """A place in the turn sequence: `row` is its letter there (D6), `scale` and `phase` what is played in it; before the first row all are empty.

    `tick` counts the rows from the beginning of the campaign, from 0 (-1: before the first): what a rewind or a fork names.
    """

    turn: int
    minute: int
    row: str
    scale: str
    phase: str
    tick: int


@dataclass(slots=True)
class TimelineShown:
    """A run of history. All but the first branched off their parent at a time, for a reason."""

    timeline: int
    parent: int | None
    branched_at: TimeShown | None
    reason: str
    opened_utc: str


@dataclass(slots=True)
class SideShown:
    """A party at war."""

    id: str
    name: str
    faction: str
    seats: list[str]


@dataclass(slots=True)
class ConditionShown:
    """Something that earns victory points; of other sides' conditions only the units that the reader can see are named."""

    side: str
    kind: str
    points: int
    objective: str
    units: list[str]
    scales: list[str]
    decides: bool


@dataclass(slots=True)
class VictoryShown:
    """How the campaign ends, and how it would stand by what the reader can see; once it has ended, the points of its result. `points` by side.

    Some points are there before the first move: places that a side holds from the start, and in Legatus two for each unbroken combat century.
    """

    turn_limit: int
    conditions: list[ConditionShown]
    points: dict[str, int]
    reasons: list[str]


@dataclass(slots=True)
class CallShown:
    """Something that one of the reader's seats is asked. `id` is the decision's; `kind` says what is decided, `phase` in which phase of the battle."""

    id: str
    seat: str
    number: int
    battle: str
    phase: str
    kind: str
    due_utc: str | None
    is_overdue: bool


@dataclass(slots=True)
class MasterShown:
    """What only a game master is shown of how a campaign goes.

    `status` is stands when nothing runs it (it was never run, or a run is finished), running, waiting (for people or tables), paused or ended;
    `waiting` how many decisions people owe it, `tables` the battles that are played on tables and have no approved result yet.
    """

    status: Stored
    digest: str
    waiting: int
    calls: list[CallShown]
    tables: list[str] = field(default_factory=list)


@dataclass(slots=True)
class CampaignShown:
    """A campaign as it stands. `status` is `your_turn` when one of the reader's own seats is asked something.

    `at_tables` are the battles that are played with miniatures: their rows wait until a game master has approved their results.
    `commitment` is the hash of the secret that all dice come from, published at the start. `options` are the optional rules by scale.
    """

    id: str
    name: str
    title: str
    about: str
    status: Going
    side: str
    seats: list[str]
    sides: list[SideShown]
    scales: list[str]
    options: JsonObject
    time: TimeShown
    timeline: int
    timelines: list[TimelineShown]
    calls: list[CallShown]
    at_tables: list[str]
    victory: VictoryShown
    result: JsonObject | None
    commitment: str
    created_utc: str
    master: MasterShown | None = None


@dataclass(slots=True)
class CampaignLine:
    """A campaign in a list, with what the reader is there: `role` is gm, player or spectator."""

    id: str
    name: str
    title: str
    status: Going
    role: str
    side: str
    seats: list[str]
    time: TimeShown
    created_utc: str


@dataclass(slots=True)
class BattleSide:
    """A side of a battle as far as the reader sees it: how many of its units can still fight, and what it has scored."""

    id: str
    effective: int
    points: int


@dataclass(slots=True)
class BattleLine:
    """A battle in a list. `outcome` and `winner` are there when it has ended.

    `is_on_table`: it is played with miniatures, which everybody may know; its row waits until a game master has approved a result.
    """

    id: str
    theatre: str
    scale: str
    status: str
    turn: int
    sides: list[BattleSide]
    objectives: dict[str, str]
    outcome: str
    winner: str | None
    is_on_table: bool = False


@dataclass(slots=True)
class BattleShown:
    """A battle with its board. `phase` is the one being played, '' between phases; `seat` whose view it is ('': what all may see).

    `view` is the engine's own, and what is hidden from the seat is not in it. A game master's is the state; only he is shown the `version`.
    """

    battle: BattleLine
    phase: str
    seat: str
    view: JsonObject
    version: int | None = None


@dataclass(slots=True)
class TheatreShown:
    """A planet or stretch of space, with its battles in order of their ids."""

    id: str
    name: str
    battles: list[BattleLine]


@dataclass(slots=True)
class UnitLine:
    """A unit on one board. `status`: ok, damaged, crippled, destroyed, left or captured; `by` the unit that put it out of action, if known."""

    id: str
    battle: str
    theatre: str
    scale: str
    battle_status: str
    side: str
    name: str
    status: str
    by: str | None


@dataclass(slots=True)
class UnitOnBoard:
    """A unit on one board, with its record sheet there as far as the reader knows it; empty where nothing of it is known."""

    line: UnitLine
    record: Record


@dataclass(slots=True)
class RollShown:
    """A die as it fell. `verified` says whether it follows from the secret, once that can be told: at the end, and to a game master always."""

    sides: int
    value: int
    why: str
    index: int | None
    verified: bool | None


@dataclass(slots=True)
class EventShown:
    """What happened. `cause` is the number of the event of another board that led to it; `id` and `seen_by` are a game master's."""

    number: int
    battle: str
    theatre: str
    scale: str
    time: TimeShown
    kind: str
    text: str
    rule: str
    data: JsonObject
    units: list[str]
    checks: list[Check]
    rolls: list[RollShown]
    cause: int | None
    id: str | None = None
    seen_by: list[str] | None = None


@dataclass(slots=True)
class EventPage:
    """Events, and the cursor to go on from; `more` says whether there are others now."""

    timeline: int
    events: list[EventShown]
    cursor: str
    more: bool


@dataclass(slots=True)
class UnitShown:
    """A unit on all boards that show it, and what the reader saw of it, oldest first."""

    id: str
    boards: list[UnitOnBoard]
    history: list[EventShown]


@dataclass(slots=True)
class MessageShown:
    """Something on its way from board to board (`sender` '' is the campaign itself); it takes effect in the row `due`."""

    kind: str
    sender: str
    battle: str
    sent: TimeShown
    due: TimeShown
    data: JsonObject
    id: str | None = None
    cause: int | None = None


@dataclass(slots=True)
class ThrowShown:
    """A die with the event that tells of it."""

    event: int
    battle: str
    time: TimeShown
    kind: str
    units: list[str]
    roll: RollShown


@dataclass(slots=True)
class DicePage:
    """Dice, and the cursor to go on from; `more` says whether there are others now."""

    timeline: int
    throws: list[ThrowShown]
    cursor: str
    more: bool


@dataclass(slots=True)
class Proof:
    """What the dice and the log can be checked by. `secret` is hexadecimal, and null until the end; `digest` too but for a game master."""

    commitment: str
    digest: str | None
    secret: str | None


@dataclass(slots=True)
class StatisticsShown:
    """Figures of what the reader has seen."""

    timeline: int
    time: TimeShown
    figures: Statistics = field(default_factory=Statistics)

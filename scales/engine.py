"""The protocol that every scale implements, and the things that pass through it.

A step is a pure function: no I/O, no clock, no global random, no cache that changes results, and the state given is left as it was. So it
can be computed on any worker, twice, after a crash or in a replay, and always gives the same bytes.

Order of a phase: `advance` with the phase's name, no answers and the inbox opens it; while it returns `pending` decisions it is called
again with their answers (keyed like the decisions) and an empty inbox; `done` closes it. The state stands between phases then.

What states and steps are made of are Structs: msgspec makes, writes, reads and copies them fastest, and gives each its own list or dict where
a default is an empty one. Checks, options, slots and pictures are dataclasses: the service's documents describe them, and those are made from
dataclasses; options are also filled when they are read (`scales.late`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

from msgspec import Struct
from pydantic import BaseModel

from scales.dice import Dice, Roll
from scales.hexes import Hex

Json = dict[str, Any]


class At(Struct):
    """Where inside a phase a state stands. `memo` is the stage's own JSON; `rolls` the index of the next die of the phase."""

    phase: str = ""
    stage: int = 0
    rolls: int = 0
    turn: int = 0
    memo: Json = {}
    inbox: "list[Delivery]" = []


@dataclass(slots=True)
class Modifier:
    """One named change to a target number and the rule it comes from."""

    name: str
    value: int
    rule: str = ""


@dataclass(slots=True)
class Check:
    """A roll against a target: base + modifiers = target; `roll` is the value that fell, `passed` what came of it."""

    what: str
    base: int
    modifiers: list[Modifier]
    target: int
    roll: int
    passed: bool
    rule: str = ""


class Event(Struct):
    """What happened, in one plain sentence with its data, dice, and rule (`centurion: Hit Location`).

    `seen_by` lists the sides that may see it, None means everyone. `cause` is the id of the event of another board that led to it
    (taken from a `Delivery`). `units` are the ids of all units concerned, the acting one first.
    """

    kind: str
    text: str
    rule: str
    data: Json = {}
    units: list[str] = []
    checks: list[Check] = []
    rolls: list[Roll] = []
    seen_by: list[str] | None = None
    cause: str | None = None


class Message(Struct):
    """Something for another board. `event` is the index in this step's events of what caused it; `battle` names one board or is ''."""

    kind: str
    data: Json
    event: int | None = None
    battle: str = ""


class Delivery(Struct):
    """A message as it arrives: `source` is the sending battle ('' for the orchestrator), `cause` the id of the sender's event."""

    id: str
    kind: str
    source: str
    data: Json
    cause: str | None = None


class Decision(Struct):
    """Something a seat must decide. `key` is unique within the step; `prompt` a sentence for a person; `units` whom it is about.

    Sealed answers of one step are revealed together. If nobody answers, the bot does.
    """

    key: str
    seat: str
    kind: str
    prompt: str
    units: list[str] = []
    sealed: bool = False
    data: Json = {}


@dataclass(slots=True)
class Option:
    """One legal answer to a slot: `order` is the JSON to give back, `label` what a person reads, `info` costs, odds and the like."""

    order: Json
    label: str
    info: Json = field(default_factory=dict)


@dataclass(slots=True)
class Slot:
    """One independent part of a decision: exactly one of its options must be chosen (doing nothing is an option where it is legal).

    `unit` is whom it is about, so that a formation's commander can be asked for its own units alone; '' is the whole side.
    """

    id: str
    title: str
    options: list[Option]
    unit: str = ""


class Orders(Struct):
    """The answer to a decision: an order for each slot. Any choice of one option per slot is legal; other orders may be too: `check`."""

    choices: dict[str, Json] = {}


class Fault(Struct):
    """Why an order, a set-up or a ruling is refused: a stable code, a sentence, the rule or the place in the file, and the slot."""

    code: str
    text: str
    where: str = ""


class Fate(Struct):
    """What became of a unit. `status`: ok, damaged, crippled, destroyed, left, captured. `sheet` is what a later battle needs of its damage."""

    side: str
    name: str
    status: str
    sheet: Json = {}
    by: str | None = None


class Report(Struct):
    """How a battle stands or ended. `effective` counts each side's combat-effective units; `objectives` who holds what."""

    over: bool
    outcome: str
    winner: str | None
    turn: int
    points: dict[str, int]
    effective: dict[str, int]
    fates: dict[str, Fate]
    objectives: dict[str, str] = {}
    levels: dict[str, str] = {}
    """The level of victory or defeat of each side by the rule book's table, where it has one (substantial_victory, marginal_defeat, draw)."""
    reasons: list[str] = []
    """Of a battle that is over: why, and what decided it, in sentences; [] where the rule book needs no words."""


REPORT_KEYS = Report.__struct_fields__
FATE_KEYS = Fate.__struct_fields__
STATUSES = ("ok", "damaged", "crippled", "destroyed", "left", "captured")
"""What a fate may say of a unit's status."""


class Step(Struct):
    """The result of `advance`, `amend` or `settle`: the new state, what happened, what leaves the board, and who must answer."""

    state: Any
    events: list[Event]
    outbox: list[Message]
    pending: list[Decision]
    done: bool


class Engine(Protocol):
    """The rules of one scale. Offers, checks and bots get the seat's view, never the state: that makes leaks impossible."""

    scale: ClassVar[str]
    phases: ClassVar[tuple[str, ...]]
    """The phases of one turn in printed order."""
    turn_phase: ClassVar[str]
    """The phase that opens a turn."""
    setup_model: ClassVar[type[BaseModel]]
    """What `setup` reads, checked by pydantic; `faults` says what the model alone cannot."""
    state_type: ClassVar[type[Any]]
    """A `msgspec.Struct` that `scales.codec` can write, read and copy, with a field `at: At`."""
    rulings: ClassVar[Mapping[str, str]]
    """The kinds of rulings that `amend` takes, each with a sentence on what it needs."""

    def faults(self, setup: Json) -> list[Fault]: ...
    def setup(self, setup: Json, dice: Dice) -> Step: ...
    def advance(self, state: Any, phase: str, answers: Mapping[str, Orders], inbox: Sequence[Delivery], dice: Dice) -> Step: ...
    def view(self, state: Any, seat: str) -> Any: ...
    def offers(self, view: Any, decision: Decision) -> list[Slot]: ...
    def check(self, view: Any, decision: Decision, orders: Orders) -> list[Fault]: ...
    def choose(self, view: Any, decision: Decision, offers: Sequence[Slot], dice: Dice) -> Orders: ...
    def prospects(self, view: Any, decision: Decision) -> list[Decision]:
        """What the seat will be asked in this phase as far as can be foreseen, `decision` first: what a plan for the phase can answer.

        `offers` and `check` read each of them as if it were asked now.
        """
        ...

    def amend(self, state: Any, ruling: Json, dice: Dice) -> Step: ...
    def report_faults(self, state: Any, report: Json) -> list[Fault]:
        """Everything wrong with the result of a battle played on a table; `settle` takes one without faults."""
        ...

    def settle(self, state: Any, report: Json) -> Step: ...
    def report(self, state: Any) -> Report: ...
    def picture(self, view: Any) -> "Picture": ...
    def record(self, view: Any, unit: str) -> Json:
        """A unit's record sheet as a person reads it, as far as the view knows it; {} for units that it does not know.

        `type`, `name`, `side`, `at` (printed hex), `facing`, `movement`, `armor` ({side: {"left": boxes, "of": boxes}}), `shields`, `weapons`
        (name, arc, range, damage, shots, state), `systems` (name, state), `crew`, `status`: those that its scale has.
        """
        ...

    def invariants(self, state: Any) -> list[str]: ...
    def sample(self, dice: Dice) -> Json: ...


@dataclass(slots=True)
class Counter:
    """A unit on a picture: joined hex coordinates, a short label, the side's id, the facing hexside 1..6 or 0; `at` is the hex as printed,
    `length` how many hexes it covers, its own and those ahead. `over`: other hexes on which it lies as well, in the middle between them all;
    `signs`: letters on the counter, `about`: what a reader who points at it is told instead of the label."""

    hex: tuple[int, int]
    label: str
    side: str
    facing: int = 0
    unit: str = ""
    at: str = ""
    length: int = 1
    over: tuple[tuple[int, int], ...] = ()
    signs: str = ""
    about: str = ""

    def __post_init__(self) -> None:
        self.at = self.at or Hex(*self.hex).label


@dataclass(slots=True)
class Picture:
    """A board to draw: `fill` gives a terrain word by hex, `labels` a short text by hex, each hex as CCRR; parity as in `scales.hexes`.
    `legend`: what words and signs of the labels mean. `names`: what is printed in a hex of joined sheets ("2:0603"), where that is not
    its CCRR."""

    title: str
    columns: tuple[int, int]
    rows: tuple[int, int]
    parity: str
    fill: dict[str, str]
    counters: list[Counter]
    labels: dict[str, str] = field(default_factory=dict)
    legend: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)


def random_orders(offers: Sequence[Slot], dice: Dice) -> Orders:
    """One option per slot, each picked uniformly: the player that fuzz and duel use."""
    return Orders({slot.id: dice.pick(slot.options, slot.title).order for slot in offers})

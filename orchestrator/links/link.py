"""What a link is: the rule by which messages of some kinds leave one board and take effect on another.

A link is asked when a row closes, in a fixed order, and answers with plain values; it stores nothing and keeps nothing, so that a row closed
again after a crash gives the same. What it needs to remember stands in the boards' states or in messages on their way.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from orchestrator.sequence import Row, Sequence
from orchestrator.store.records import BattlePlan, BattleRecord, CampaignPlan, Sent, TheatrePlan
from scales.codec import decode
from scales.engine import Delivery, Engine, Event, Json


@dataclass(slots=True)
class Board:
    """A battle as it stands at this moment."""

    record: BattleRecord
    rules: Engine
    _state: Any = None
    _version: int = -1

    @property
    def id(self) -> str:
        return self.record.battle

    @property
    def scale(self) -> str:
        return self.record.scale

    @property
    def is_open(self) -> bool:
        return self.record.status == "open"

    def state(self) -> Any:
        """The engine's state, to look at and never to change."""
        if self._version != self.record.version:
            self._state = self.read(self.record.state)
            self._version = self.record.version
        return self._state

    def read(self, state: bytes) -> Any:
        """The JSON of a state as the engine's own type."""
        return decode(state, self.rules.state_type)


@dataclass(slots=True)
class Scene:
    """One theatre at the moment a row closes. `everywhere` holds the boards of all theatres, for what travels between them."""

    campaign: CampaignPlan
    theatre: TheatrePlan
    sequence: Sequence
    tick: int
    everywhere: dict[str, Board]

    @property
    def row(self) -> Row:
        return self.sequence.row(self.tick)

    @property
    def turn(self) -> int:
        return self.sequence.turn(self.tick)

    @property
    def minute(self) -> int:
        """Minutes from the start of the campaign."""
        return self.sequence.minute(self.tick)

    def boards(self, scale: str | None = None, *, is_open: bool = True) -> list[Board]:
        """The theatre's boards by id; closed ones too if asked."""
        here = (self.everywhere[id] for id in sorted(self.everywhere))
        return [
            board
            for board in here
            if board.record.theatre == self.theatre.id and scale in {None, board.scale} and (board.is_open or not is_open)
        ]

    def next_tick(self, scale: str, phase: str, skip: int = 0) -> int | None:
        """The next row after this one in which the scale plays the phase, or `skip` of them later."""
        return self.sequence.next_tick(scale, phase, self.tick, skip)


@dataclass(slots=True)
class Due:
    """Something to put into a board's inbox, from the row `tick` on. `cause` is the id of the event that led to it."""

    battle: str
    tick: int
    kind: str
    data: Json
    cause: str | None = None
    source: str = ""


@dataclass(slots=True)
class Deliveries:
    """What a link makes of a message or a moment.

    `struck` says why a message goes nowhere. `openings` begin battles (ids are the link's to choose, the same every time), `closings` end
    them, `notes` are events of the theatre's own log (seen by the sides they name; an empty list means the GM alone).
    """

    dues: list[Due] = field(default_factory=list)
    openings: list[BattlePlan] = field(default_factory=list)
    closings: list[str] = field(default_factory=list)
    notes: list[Event] = field(default_factory=list)
    struck: str = ""


class Link:
    """The base of all links: one that does nothing. Every kind of message has exactly one link."""

    kinds: ClassVar[tuple[str, ...]] = ()

    def carries(self) -> tuple[str, ...]:
        """The kinds of message that are this link's."""
        return self.kinds

    def deliver(self, message: Sent, scene: Scene) -> Deliveries:  # noqa: ARG002
        """Where a message that left a board in this row goes, and when it takes effect there."""
        return Deliveries(struck=f"{type(self).__name__} delivers no {message.message.kind}")

    def bounce(self, delivery: Delivery, scene: Scene) -> Deliveries:  # noqa: ARG002
        """What becomes of a delivery whose board ended before it arrived: struck off, unless a link brings it back."""
        return Deliveries(struck=f"the battle it was for has ended: {delivery.kind}")

    def after_row(self, scene: Scene) -> Deliveries:  # noqa: ARG002
        """Called when all boards of the scene's row are done."""
        return Deliveries()

    def before_row(self, scene: Scene) -> Deliveries:  # noqa: ARG002
        """Called before the scene's row is played, after `after_row` of the one before it."""
        return Deliveries()


@dataclass
class Carry(Link):
    """A link by the table: messages of a kind go to every open board of a scale (or to the one they name), at its next row of a phase.

    `skip` lets that many rows of the phase pass first. A board below or above that is not in play makes the message go nowhere.
    """

    kind: str
    scale: str
    phase: str
    skip: int = 0

    def carries(self) -> tuple[str, ...]:
        return (self.kind,)

    def deliver(self, message: Sent, scene: Scene) -> Deliveries:
        return carry(message, scene, self.scale, self.phase, self.skip)


def carry(message: Sent, scene: Scene, scale: str, phase: str, skip: int = 0) -> Deliveries:
    """The usual delivery, for links that have a rule of their own besides."""
    tick = scene.next_tick(scale, phase, skip)
    if tick is None:
        return Deliveries(struck=f"no {scale} board is in play")
    targets = list(_targets(message, scene, scale))
    if not targets:
        return Deliveries(struck=f"no {scale} board is open")
    sent = message.message
    return Deliveries(dues=[Due(board, tick, sent.kind, sent.data, message.cause, message.source) for board in targets])


def _targets(message: Sent, scene: Scene, scale: str) -> Iterator[str]:
    if message.message.battle:
        yield message.message.battle
        return
    for board in scene.boards(scale):
        if board.id != message.source:
            yield board.id

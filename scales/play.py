"""One step in the making: a private copy of the state, the dice, and what happened so far. Engines build every step with it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from scales.codec import clone
from scales.dice import Dice
from scales.engine import At, Check, Decision, Delivery, Event, Json, Message, Orders, Step


class HasAt(Protocol):
    at: At


S = TypeVar("S", bound=HasAt)


@dataclass(slots=True)
class Play(Generic[S]):
    """The working copy of one step. Rules change `state` freely: nobody else holds it."""

    state: S
    dice: Dice
    answers: dict[str, Orders] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    outbox: list[Message] = field(default_factory=list)
    hearing: "Hearing | None" = None

    def asks_first(self) -> bool:
        """Whether this stage has still to ask; from now on it has."""
        if self.state.at.memo.get("asked"):
            return False
        self.state.at.memo["asked"] = True
        return True

    def tell(
        self,
        kind: str,
        text: str,
        rule: str,
        *,
        units: Sequence[str] = (),
        data: Json | None = None,
        checks: Sequence[Check] = (),
        seen_by: Sequence[str] | None = None,
        cause: str | None = None,
    ) -> int:
        """Log an event with every die rolled since the last one; returns its index in the step.

        Without `seen_by` it is for everyone, or for those that `hearing` names for its units.
        """
        rolls, self.dice.fresh = self.dice.fresh, []
        if seen_by is None and self.hearing is not None:
            seen_by = self.hearing(self.state, units)
        sides = None if seen_by is None else list(seen_by)
        self.events.append(Event(kind, text, rule, data or {}, list(units), list(checks), rolls, sides, cause))
        return len(self.events) - 1

    def send(self, kind: str, message: object, *, event: int | None = None, battle: str = "") -> None:
        """Put a message of `scales.messages` (or plain JSON) into the outbox."""
        from scales.codec import plain

        self.outbox.append(Message(kind, plain(message), event, battle))

    def mail(self, kind: str) -> list[Delivery]:
        """Take the deliveries of one kind out of the inbox, in the order they came."""
        found = [m for m in self.state.at.inbox if m.kind == kind]
        self.state.at.inbox = [m for m in self.state.at.inbox if m.kind != kind]
        return found


Hearing = Callable[[Any, Sequence[str]], Sequence[str] | None]
"""The sides that may hear of units, None for everyone: what a scale with units that nobody sees gives to its steps."""

Stage = Callable[[Play[Any]], Sequence[Decision]]
"""A segment of a phase. It returns the decisions it waits for and is called again with their answers in `play.answers`
(taken with `play.answers.pop` or read); it returns () when it is finished. What it must remember between calls lives in `state.at.memo`."""


def run_phase(
    state: S,
    phase: str,
    stages: Sequence[Stage],
    answers: Mapping[str, Orders],
    inbox: Sequence[Delivery],
    dice: Dice,
    hearing: Hearing | None = None,
) -> Step:
    """Advance a phase through its stages until decisions are wanted or it is done. The state given is not changed."""
    play = Play(clone(state), dice, dict(answers), hearing=hearing)
    at = play.state.at
    if at.phase != phase:
        assert not at.phase, f"phase {phase} cannot begin: {at.phase} is not finished"
        play.state.at = at = At(phase=phase, turn=at.turn, inbox=at.inbox + list(inbox))
    else:
        assert not inbox, "the inbox belongs to the first step of a phase"
    pending: Sequence[Decision] = ()
    while at.stage < len(stages):
        pending = stages[at.stage](play)
        play.answers = {}
        if pending:
            break
        at.stage, at.memo = at.stage + 1, {}
    return _close(play, pending)


def _close(play: Play[Any], pending: Sequence[Decision]) -> Step:
    at = play.state.at
    assert not play.dice.fresh, f"dice were rolled that no event tells: {play.dice.fresh}"
    at.rolls = play.dice.index
    if not pending:
        play.state.at = At(turn=at.turn, inbox=at.inbox)
    return Step(play.state, play.events, play.outbox, list(pending), not pending)

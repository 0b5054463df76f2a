"""Small boards for the tests, and a hand to lead them through a phase."""

from collections.abc import Mapping, Sequence
from typing import Any

from scales.codec import plain
from scales.dice import Dice, KeyedDice, ScriptedDice, seeded_secret
from scales.engine import Decision, Delivery, Event, Json, Message, Orders
from scales.interceptor import ENGINE
from scales.interceptor.state import Craft, State
from scales.play import Play

SIDES = [{"id": "tog", "faction": "tog", "seat": "tog"}, {"id": "com", "faction": "commonwealth", "seat": "com"}]


def craft(id: str, kind: str, hex: str, **more: Any) -> Json:
    """A craft of the set-up; the side is told by the first letter: t... or c..."""
    return {"id": id, "name": id, "type": kind, "side": "tog" if id.startswith("t") else "com", "hex": hex, **more}


def setup_of(*units: Json, layout: str = "interceptor_deep_space", **more: Any) -> Json:
    return {"layout": layout, "sides": SIDES, "craft": list(units), **more}


def board_of(*units: Json, layout: str = "interceptor_deep_space", **more: Any) -> State:
    """A state in turn 1, as a phase would find it."""
    setup = setup_of(*units, layout=layout, **more)
    assert ENGINE.faults(setup) == []
    state: State = ENGINE.setup(setup, ScriptedDice.of()).state
    state.at.turn = 1
    return state


def play_of(state: State, *dice: int) -> Play[State]:
    """A step in the making with scripted dice; the state is changed in place."""
    return Play(state, ScriptedDice.of(*dice))


def mail(kind: str, message: object, cause: str = "above:1") -> Delivery:
    return Delivery(f"{kind}:{cause}", kind, "elsewhere", plain(message), cause)


class Table:
    """A board played on phase by phase; `events` and `outbox` hold those of the last phase."""

    def __init__(self, state: State, seed: int = 1) -> None:
        self.state, self.seed, self.phases = state, seed, 0
        self.events: list[Event] = []
        self.outbox: list[Message] = []
        self.asked: list[Decision] = []

    def phase(
        self, phase: str, inbox: Sequence[Delivery] = (), answers: Mapping[str, Orders] | None = None, dice: Dice | None = None
    ) -> None:
        """Play one phase; `answers` go before the bot's, by decision key."""
        self.events, self.outbox, self.asked = [], [], []
        self.phases += 1
        rolled = dice or KeyedDice(key=seeded_secret(self.seed * 1000 + self.phases))
        given: dict[str, Orders] = {}
        done = False
        while not done:
            step = ENGINE.advance(self.state, phase, given, inbox, rolled)
            self.state, done, inbox = step.state, step.done, ()
            self.events += step.events
            self.outbox += step.outbox
            self.asked += step.pending
            assert ENGINE.invariants(self.state) == []
            given = {d.key: (answers or {}).get(d.key) or self._bot(d) for d in step.pending}

    def _bot(self, decision: Decision) -> Orders:
        view = ENGINE.view(self.state, decision.seat)
        offers = ENGINE.offers(view, decision)
        orders = ENGINE.choose(view, decision, offers, KeyedDice(key=b"bot"))
        assert ENGINE.check(view, decision, orders) == []
        return orders

    def turn(self, **mails: Sequence[Delivery]) -> list[Message]:
        """A whole minute; `mails` by phase. Returns what left the board."""
        sent = []
        for phase in ENGINE.phases:
            self.phase(phase, mails.get(phase, ()))
            sent += self.outbox
        return sent

    def craft(self, id: str) -> Craft:
        return self.state.craft[id]

    def sent(self, kind: str) -> list[Json]:
        return [m.data for m in self.outbox if m.kind == kind]

"""Helpers for tests: small set-ups, one phase at a time, battles to the end."""

from typing import Any

from scales.dice import KeyedDice, phase_key, seeded_secret
from scales.engine import Delivery, Event, Message, Orders, random_orders
from scales.leviathan import ENGINE
from scales.leviathan.preparation.models import Setup
from scales.leviathan.preparation.setup import build
from scales.leviathan.state import State

SIDES = [{"id": "tog", "faction": "tog", "seat": "tog"}, {"id": "rl", "faction": "commonwealth", "seat": "rl"}]


def ship(id: str, kind: str, side: str, hex: str, heading: int = 1, **more: Any) -> dict[str, Any]:
    return {"id": id, "name": id.replace("_", " ").title(), "class": kind, "side": side, "hex": hex, "heading": heading, **more}


def fighters(id: str, unit: str, side: str, hex: str = "", **more: Any) -> dict[str, Any]:
    return {"id": id, "name": id.replace("_", " ").title(), "unit": unit, "side": side, "hex": hex, **more}


def document(units: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return {"layout": "leviathan_deep_space", "sides": SIDES, "units": units, "turn_limit": 20, **more}


def table(units: list[dict[str, Any]], **more: Any) -> State:
    """A battle ready for its first turn; the set-up must be without fault."""
    setup = document(units, **more)
    assert not ENGINE.faults(setup), ENGINE.faults(setup)
    return build(Setup.model_validate(setup))


class Game:
    """A battle played phase by phase; whatever is not answered here the bot answers, or chance for the seats named in `random`."""

    def __init__(self, setup: dict[str, Any] | State, seed: int = 1, random: tuple[str, ...] = (), check: bool = False) -> None:
        self.secret = seeded_secret(seed)
        self.state = setup if isinstance(setup, State) else ENGINE.setup(setup, self._dice(0, "dice")).state
        self.number, self.random, self.check = 0, random, check
        self.events: list[Event] = []
        self.outbox: list[Message] = []

    def _dice(self, number: int, stream: str, index: int = 0) -> KeyedDice:
        return KeyedDice(index=index, key=phase_key(self.secret, 1, "b", number, stream))

    def phase(self, name: str, inbox: list[Delivery] | None = None, say: dict[str, Any] | None = None) -> list[Event]:
        """Play one phase; `say` gives orders by slot id, or by kind and slot ("assign:fulgur"), that replace the bot's. Returns its events."""
        self.number += 1
        answers: dict[str, Orders] = {}
        mail, rolls, events = inbox or [], 0, []
        chance = self._dice(self.number, "bot")
        while True:
            step = ENGINE.advance(self.state, name, answers, mail, self._dice(self.number, "dice", rolls))
            self.state, mail, rolls = step.state, [], step.state.at.rolls
            events += step.events
            self.outbox += step.outbox
            if step.done:
                break
            answers = {d.key: self._answer(d, chance, say or {}) for d in step.pending}
        assert not ENGINE.invariants(self.state)
        self.events += events
        return events

    def _answer(self, decision: Any, chance: KeyedDice, say: dict[str, Any]) -> Orders:
        view = ENGINE.view(self.state, decision.seat)
        offers = ENGINE.offers(view, decision)
        assert all(slot.options for slot in offers)
        if decision.seat in self.random:
            orders = random_orders(offers, chance)
        else:
            orders = ENGINE.choose(view, decision, offers, chance)
        orders.choices |= {slot.id: say[slot.id] for slot in offers if slot.id in say}
        orders.choices |= {slot.id: say[key] for slot in offers if (key := f"{decision.kind}:{slot.id}") in say}
        if self.check or say:
            assert not ENGINE.check(view, decision, orders), ENGINE.check(view, decision, orders)
        return orders

    def turn(self) -> None:
        for name in ENGINE.phases:
            self.phase(name)

    def play(self) -> "Game":
        while not ENGINE.report(self.state).over:
            self.turn()
        return self


def mail(kind: str, data: dict[str, Any], cause: str = "other-1") -> Delivery:
    return Delivery(f"m-{kind}", kind, "other", data, cause)

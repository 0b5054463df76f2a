"""Small Legatus tables for tests: set-ups on flat ground, and phases run with scripted or keyed dice."""

from collections.abc import Sequence
from typing import Any

from scales.dice import Dice, KeyedDice, ScriptedDice, seeded_secret
from scales.engine import Decision, Delivery, Json, Orders, Step
from scales.legatus import ENGINE
from scales.legatus.state import LegatusState

FLAT = [" ".join(["0."] * 16)] * 12


def century(id: str, kind: str, at: str, **more: Any) -> Json:
    return {"id": id, "name": id.upper(), "kind": kind, "at": at, **more}


def setup(tog: list[Json], commonwealth: list[Json], **more: Any) -> Json:
    """Two cohorts 't' and 'c' on flat clear ground (16 by 12), without pools."""
    cohorts = [
        {"id": "t", "name": "T", "side": "tog", "centuries": tog},
        {"id": "c", "name": "C", "side": "commonwealth", "centuries": commonwealth},
    ]
    sides = [{"id": s, "faction": s, "seat": s} for s in ("tog", "commonwealth")]
    base: Json = {"map": "flat", "rows": FLAT, "sides": sides, "cohorts": [c for c in cohorts if c["centuries"]], "turn_limit": 20}
    return base | more


def table(tog: list[Json], commonwealth: list[Json], **more: Any) -> LegatusState:
    given = setup(tog, commonwealth, **more)
    assert ENGINE.faults(given) == []
    state: LegatusState = ENGINE.setup(given, ScriptedDice()).state
    return state


class Table:
    """A battle under way. `orders` answers decisions by key; others get the first option of every slot (pass none, stay)."""

    def __init__(self, state: LegatusState) -> None:
        self.state = state
        self.events: list[Any] = []
        self.outbox: list[Any] = []

    def phase(self, name: str, *script: int, orders: dict[str, Json] | None = None, inbox: Sequence[Delivery] = ()) -> "Table":
        """Run a phase; the script must be used up exactly. Without a script the dice are keyed."""
        dice: Dice = ScriptedDice.of(*script) if script else KeyedDice(key=seeded_secret(self.state.at.turn))
        self.events, self.outbox = [], []
        step = ENGINE.advance(self.state, name, {}, inbox, dice)
        self._keep(step)
        while not step.done:
            answers = {d.key: self._answer(d, orders or {}) for d in step.pending}
            step = ENGINE.advance(self.state, name, answers, [], dice)
            self._keep(step)
        if isinstance(dice, ScriptedDice):
            dice.done()
        return self

    def _keep(self, step: Step) -> None:
        self.state = step.state
        self.events += step.events
        self.outbox += step.outbox
        assert ENGINE.invariants(self.state) == []

    def _answer(self, decision: Decision, orders: dict[str, Json]) -> Orders:
        view = ENGINE.view(self.state, decision.seat)
        choices = {slot.id: slot.options[0].order for slot in ENGINE.offers(view, decision)}
        if decision.kind == "activation":
            choices = {"turn": {"act": "move"}}
        given = Orders(choices | orders.get(decision.key, {}))
        assert ENGINE.check(view, decision, given) == []
        return given

    def kinds(self) -> list[str]:
        return [e.kind for e in self.events]

    def sent(self, kind: str) -> list[Json]:
        return [m.data for m in self.outbox if m.kind == kind]


def mail(kind: str, data: Json, cause: str = "event 1 of another board") -> Delivery:
    return Delivery("1", kind, "elsewhere", data, cause)

"""Centuries face to face, run up to and through the combat phase with scripted dice."""

from typing import Any

from scales.dice import KeyedDice, seeded_secret
from scales.engine import Decision, Fault, Json, Orders
from scales.legatus import ENGINE
from scales.legatus.state import LegatusState
from tests.legatus.table import Table, century, table

GRAV = "medium_grav_armor"


def ready(tog: list[Json], other: list[Json], **more: Any) -> Table:
    """At the start of the commitment phase of turn 1, nobody having moved."""
    return Table(table(tog, other, **more)).phase("initiative").phase("movement").phase("spotting")


def faced(**more: Any) -> Table:
    """a of tog in 0606 beside x of the Commonwealth in 0607."""
    return ready([century("a", GRAV, "0606")], [century("x", GRAV, "0607")], **more)


def flown(cap: list[str], raiders: list[str], low: str = "", **more: Any) -> Table:
    """a faces x; the Commonwealth has CAP of light squadrons, tog heavy squadrons on ground support. `low`: the altitude of x."""
    squadrons = [{"id": q, "side": "tog", "kind": "interceptor_heavy"} for q in raiders]
    squadrons += [{"id": q, "side": "commonwealth", "kind": "interceptor_light"} for q in cap]
    other = [century("x", GRAV, "0607", **({"altitude": low} if low else {}))]
    play = Table(table([century("a", GRAV, "0606")], other, squadrons=squadrons, **more))
    orders = {"initiative:tog": {q: {"box": "ground_support"} for q in raiders}}
    orders["initiative:commonwealth"] = {q: {"box": "cap"} for q in cap}
    return play.phase("initiative", orders=orders).phase("movement").phase("spotting")


def refused(state: LegatusState, decision: Decision, choices: Json) -> list[Fault]:
    return ENGINE.check(ENGINE.view(state, decision.seat), decision, Orders(choices))


def asked(play: Table, phase: str, kind: str) -> tuple[LegatusState, Decision]:
    """The state and the decision when a phase first asks something of a kind; what comes before is answered with first options."""
    dice, answers, state = KeyedDice(key=seeded_secret(1)), {}, play.state
    while True:
        step = ENGINE.advance(state, phase, answers, [], dice)
        state = step.state
        found = next((d for d in step.pending if d.kind == kind), None)
        if found is not None:
            return state, found
        assert not step.done, f"{phase} never asks {kind}"
        answers = {d.key: Orders({s.id: s.options[0].order for s in ENGINE.offers(ENGINE.view(state, d.seat), d)}) for d in step.pending}

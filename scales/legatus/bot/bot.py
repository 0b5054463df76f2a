"""A sensible opponent: keeps its cohorts together, fights where it pays, digs in where it waits, and spends its support where it changes most."""

from collections.abc import Sequence

from scales.dice import Dice
from scales.engine import Decision, Orders, Slot
from scales.legatus.bot import fire, initiative, maneuver, spotting, support
from scales.legatus.view import View


def choose(view: View, decision: Decision, offers: Sequence[Slot], dice: Dice) -> Orders:
    """Orders for a decision; the same every time: it needs no die."""
    del dice
    kind = decision.kind
    if kind == "deploy":
        return Orders({slot.id: slot.options[0].order for slot in offers})
    if kind in {"activation", "postpone"}:
        return Orders({"turn": {"act": _activation(view, decision)} if kind == "activation" else {"after": decision.data["after"][-1]}})
    if kind == "initiative":
        return initiative.spend(view, offers)
    if kind == "spot":
        return spotting.look(view, offers)
    if kind in {"movement", "reaction", "pursuit"}:
        return maneuver.march(view, offers, now=kind != "movement")
    return fire.attack(view, offers) if kind == "attack" else support.decide(view, decision, offers)


def _activation(view: View, decision: Decision) -> str:
    """Pass while enemies wait too, so as to answer what they do; move when only friends are left."""
    waiting = decision.data.get("waiting", [])
    others = [c for c in waiting if view.state.cohorts[c].side != view.side]
    return "pass" if others else "move"

"""A sensible opponent: keeps its cohorts together, fights where it pays, digs in where it waits, and spends its support where it changes most."""

from collections.abc import Sequence

from scales.dice import Dice
from scales.engine import Decision, Orders, Slot
from scales.legatus.board import gap
from scales.legatus.bot import fire, initiative, maneuver, spotting, support
from scales.legatus.state import active
from scales.legatus.view import View

IN_REACH = 5
"""Hexes at which what an enemy cohort does changes what one's own does best."""


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
    """Pass while enemies near enough to matter wait too, so as to answer what they do; move when there are none left.

    Reactions are made at once: the fight comes whatever others do.
    """
    if view.state.at.phase == "commitment":
        return "move"
    cohorts, waiting = view.state.cohorts, decision.data.get("waiting", [])
    others = [u.at for c in waiting if cohorts[c].side != view.side for u in active(view.state, c)]
    mine = [u.at for u in active(view.state, decision.data["cohort"])]
    return "pass" if any(gap(a, b) <= IN_REACH for a in mine for b in others) else "move"

"""The Centurion engine: phases put together from the chapters."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from pydantic import BaseModel, ValidationError

from scales.centurion import (
    arrival,
    bot,
    combat,
    ending,
    initiative,
    invariants,
    movement,
    options,
    orders,
    recombining,
    reporting,
    rulings,
    sample,
)
from scales.centurion import faults as setup_faults
from scales.centurion.opening import opening
from scales.centurion.picture import picture
from scales.centurion.prospects import prospects
from scales.centurion.setup import SetUp
from scales.centurion.state import BattleState
from scales.centurion.view import View, view
from scales.codec import clone
from scales.dice import Dice
from scales.engine import Decision, Delivery, Fault, Json, Option, Orders, Picture, Report, Slot, Step
from scales.play import Play, Stage, run_phase

OWN = ("initiative", "initiative_order", "move_platoon", "move")
"""Kinds of decisions of the first two phases; all others belong to combat."""


class CenturionEngine:
    """Ground battles of one-minute turns on hexes of 200 metres."""

    scale: ClassVar[str] = "centurion"
    phases: ClassVar[tuple[str, ...]] = ("initiative", "movement", "hits", "combat", "end")
    turn_phase: ClassVar[str] = "initiative"
    setup_model: ClassVar[type[BaseModel]] = SetUp
    state_type: ClassVar[type[BattleState]] = BattleState
    rulings: ClassVar[Mapping[str, str]] = rulings.RULINGS

    stages: ClassVar[dict[str, list[Stage]]] = {
        "initiative": [*arrival.STAGES, *initiative.STAGES],
        "movement": [*movement.STAGES],
        "hits": [*combat.HITS_STAGES],
        "combat": [*combat.COMBAT_STAGES],
        "end": [*combat.END_STAGES, *recombining.STAGES, *ending.STAGES, *combat.CLOSING_STAGES],
    }

    def faults(self, setup: Json) -> list[Fault]:
        """Everything wrong with a set-up, its shape included."""
        try:
            return setup_faults.faults(SetUp.model_validate(setup))
        except ValidationError as error:
            return [Fault("shape", e["msg"], ".".join(map(str, e["loc"]))) for e in error.errors(include_url=False, include_input=False)]

    def setup(self, setup: Json, dice: Dice) -> Step:
        """The state before turn 1."""
        spec = SetUp.model_validate(setup)
        wrong = setup_faults.faults(spec)
        if wrong:
            raise ValueError("; ".join(fault.text for fault in wrong))
        play = Play(clone(opening(spec)), dice)
        sides = " and ".join(f"{s.name} ({sum(u.side == s.id for u in play.state.units())} units)" for s in play.state.sides.values())
        play.tell("battle_opened", f"A ground battle begins between {sides}.", "centurion: Preparation for Play")
        return Step(play.state, play.events, [], [], True)

    def advance(self, state: BattleState, phase: str, answers: Mapping[str, Orders], inbox: Sequence[Delivery], dice: Dice) -> Step:
        """One step of a phase."""
        if phase not in self.stages:
            raise ValueError(f"there is no phase '{phase}'; the phases are {', '.join(self.phases)}")
        return run_phase(state, phase, self.stages[phase], answers, inbox, dice)

    def view(self, state: BattleState, seat: str) -> View:
        return view(state, seat)

    def offers(self, view: View, decision: Decision) -> list[Slot]:
        """The slots of a decision."""
        if decision.kind not in OWN:
            return combat.offers_for(view, decision)
        if decision.kind == "move":
            units = [u for id in decision.units if (u := view.state.unit(id)) is not None]
            return [Slot(u.id, f"Move {u.name}", options.options(view.state, u), u.id) for u in units]
        return [_simple(view, decision)]

    def check(self, view: View, decision: Decision, orders: Orders) -> list[Fault]:
        """All faults of an answer."""
        if decision.kind not in OWN:
            return combat.check_for(view, decision, orders)
        return check_own(view, decision, orders)

    def choose(self, view: View, decision: Decision, offers: Sequence[Slot], dice: Dice) -> Orders:
        """The bot's answer."""
        if decision.kind not in OWN:
            return combat.choose_for(view, decision, offers, dice)
        return bot.choose(view, decision, offers, dice)

    def prospects(self, view: View, decision: Decision) -> list[Decision]:
        return prospects(view, decision)

    def amend(self, state: BattleState, ruling: Json, dice: Dice) -> Step:
        play = Play(clone(state), dice)
        rulings.amend(play, ruling)
        return rulings.step_of(play)

    def report_faults(self, state: BattleState, report: Json) -> list[Fault]:
        return rulings.report_faults(state, report)

    def settle(self, state: BattleState, report: Json) -> Step:
        play = Play(clone(state), rulings.no_dice())
        rulings.settle(play, report)
        return rulings.step_of(play)

    def report(self, state: BattleState) -> Report:
        return reporting.report(state)

    def picture(self, view: View) -> Picture:
        return picture(view)

    def invariants(self, state: BattleState) -> list[str]:
        return invariants.invariants(state)

    def sample(self, dice: Dice) -> Json:
        return sample.sample(dice)


def _simple(view: View, decision: Decision) -> Slot:
    """Slots of the decisions that are one plain choice."""
    if decision.kind == "initiative":
        points = range(int(decision.data["advantage"]) + 1)
        return Slot("points", "Points for the roll", [Option({"points": p}, f"{p} points") for p in points])
    if decision.kind == "initiative_order":
        return Slot("order", "Order of movement", [Option({"first": True}, "move first"), Option({"first": False}, "move last")])
    platoons = [str(p) for p in decision.data["platoons"]]
    found = [Option({"platoon": p}, _platoon_label(view, p)) for p in platoons]
    if decision.data.get("pass"):
        found.append(Option({"platoon": ""}, "let a platoon wait (3 Leadership points)"))
    return Slot("platoon", "Platoon", found)


def _platoon_label(view: View, id: str) -> str:
    platoon = view.state.platoons[id]
    units = [u for i in platoon.units if (u := view.state.unit(i)) is not None and not u.destroyed and u.hex is not None]
    return f"platoon {id}: {', '.join(u.name for u in units)}"


def check_own(view: View, decision: Decision, answer: Orders) -> list[Fault]:
    """Faults of an answer to a decision of the first two phases."""
    if not isinstance(answer.choices, dict) or len(answer.choices) > 64:
        return [Fault("malformed", "the orders are no small table of slots")]
    wanted = list(decision.units) if decision.kind == "move" else [_simple(view, decision).id]
    out = [
        Fault("unknown_slot", f"there is no slot '{str(s)[:80]}' in this decision", str(s)[:80]) for s in answer.choices if s not in wanted
    ]
    out += [Fault("missing_slot", f"slot '{slot}' has no order", slot) for slot in wanted if slot not in answer.choices]
    if decision.kind != "move":
        legal = [o.order for o in _simple(view, decision).options]
        given = answer.choices.get(wanted[0])
        return (
            out if wanted[0] not in answer.choices or given in legal else [*out, Fault("illegal", "this is none of the options", wanted[0])]
        )
    for id in wanted:
        unit = view.state.unit(id)
        if unit is not None and id in answer.choices:
            out += orders.faults_of(view.state, unit, answer.choices[id])
    return out

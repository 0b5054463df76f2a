"""The Centurion engine: phases put together from the chapters."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from pydantic import BaseModel, ValidationError

from scales import misfits
from scales.centurion import invariants, refusals, sample, switches
from scales.centurion.adjudication import rulings, table
from scales.centurion.bot import bot
from scales.centurion.careers import after_action, ratings
from scales.centurion.combat import combat
from scales.centurion.ground import hidden, sneak
from scales.centurion.movement import initiative, movement, on_the_way, options, plain_choices, recombining
from scales.centurion.preparation import faults as setup_faults
from scales.centurion.preparation.opening import opening
from scales.centurion.preparation.setup import SetUp
from scales.centurion.prospects import prospects
from scales.centurion.records.picture import picture
from scales.centurion.records.record import record
from scales.centurion.scenario import arrival, ending, reporting
from scales.centurion.state import BattleState
from scales.centurion.support import landed_craft_unloading
from scales.centurion.view import View, view
from scales.codec import clone
from scales.dice import Dice, ScriptedDice
from scales.engine import Decision, Delivery, Fault, Json, Orders, Picture, Report, Slot, Step
from scales.play import Play, Stage, run_phase
from scales.refusals import named, shown

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
        "initiative": [*arrival.STAGES, *initiative.STAGES, sneak.vanish],
        "movement": [landed_craft_unloading.unload, *movement.STAGES],
        "hits": [*combat.HITS_STAGES],
        "combat": [*combat.COMBAT_STAGES],
        "end": [*combat.END_STAGES, *recombining.STAGES, *ending.STAGES, *after_action.STAGES, *combat.CLOSING_STAGES],
    }

    def faults(self, setup: Json) -> list[Fault]:
        """Everything wrong with a set-up, its shape included."""
        if unprintable := list(misfits.unprintable(setup)):
            return [Fault("control_character", text, where) for where, text in unprintable]
        try:
            return setup_faults.faults(SetUp.model_validate(setup))
        except ValidationError as error:
            return [Fault("shape", text, where) for where, text in misfits.placed(error)]

    def setup(self, setup: Json, dice: Dice) -> Step:
        """The state before turn 1."""
        if wrong := self.faults(setup):
            raise ValueError("; ".join(fault.text for fault in wrong))
        spec = SetUp.model_validate(setup)
        play = Play(clone(opening(spec)), dice)
        sides = " and ".join(f"{s.name} ({hidden.seen(play.state, s.id)} units)" for s in play.state.sides.values())
        play.tell("battle_opened", f"A ground battle begins between {sides}.", "centurion: Preparation for Play")
        if switches.is_on(play.state, "random_leadership"):
            ratings.roll(play, spec)
        return Step(play.state, play.events, [], [], True)

    def advance(self, state: BattleState, phase: str, answers: Mapping[str, Orders], inbox: Sequence[Delivery], dice: Dice) -> Step:
        """One step of a phase."""
        if phase not in self.stages:
            raise ValueError(f"there is no phase '{phase}'; the phases are {', '.join(self.phases)}")
        step = run_phase(state, phase, self.stages[phase], answers, inbox, dice)
        hidden.hush(step.state, step.events)
        return step

    def view(self, state: BattleState, seat: str) -> View:
        return view(state, seat)

    def offers(self, view: View, decision: Decision) -> list[Slot]:
        """The slots of a decision."""
        if decision.kind not in OWN:
            return combat.offers_for(view, decision)
        if decision.kind == "move":
            units = [u for id in decision.units if (u := view.state.unit(id)) is not None]
            return [Slot(u.id, f"Move {u.name}", on_the_way.noted(view.state, u, options.options(view.state, u)), u.id) for u in units]
        return [plain_choices.slot(view, decision)]

    def check(self, view: View, decision: Decision, orders: Orders) -> list[Fault]:
        """All faults of an answer, each with its rule."""
        check = plain_choices.check if decision.kind in OWN else combat.check_for
        return named(refusals.RULES[decision.kind], check(view, decision, orders))

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
        return shown(table.report_faults(state, report))

    def settle(self, state: BattleState, report: Json) -> Step:
        play = Play(clone(state), ScriptedDice.of())
        table.settle(play, report)
        return rulings.step_of(play)

    def report(self, state: BattleState) -> Report:
        return reporting.report(state)

    def record(self, view: View, unit: str) -> Json:
        return record(view, unit)

    def picture(self, view: View) -> Picture:
        return picture(view)

    def invariants(self, state: BattleState) -> list[str]:
        return invariants.invariants(state)

    def sample(self, dice: Dice) -> Json:
        return sample.sample(dice)

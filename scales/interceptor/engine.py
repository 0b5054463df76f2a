"""The Interceptor engine: the protocol of `scales.engine`, phase by phase."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from pydantic import BaseModel, ValidationError

from scales import misfits
from scales.dice import Dice
from scales.engine import Decision, Delivery, Fault, Json, Orders, Picture, Report, Slot, Step
from scales.interceptor import checks, invariants, offers, refusals, sample
from scales.interceptor.adjudication import results, rulings
from scales.interceptor.bot import bot
from scales.interceptor.preparation.craft import enlist
from scales.interceptor.preparation.models import Setup
from scales.interceptor.preparation.setup import build
from scales.interceptor.preparation.setup_faults import faults_of
from scales.interceptor.prospects import prospects
from scales.interceptor.records.picture import picture
from scales.interceptor.records.record import record
from scales.interceptor.scenario import outcome
from scales.interceptor.sequence import STAGES
from scales.interceptor.state import State
from scales.interceptor.view import View, view_of
from scales.play import Play, run_phase
from scales.refusals import named, shown


class InterceptorEngine:
    """Fighters and patrol craft, a minute a turn, 15 km a hex."""

    scale: ClassVar[str] = "interceptor"
    phases: ClassVar[tuple[str, ...]] = tuple(STAGES)
    turn_phase: ClassVar[str] = "initiative"
    setup_model: ClassVar[type[BaseModel]] = Setup
    state_type: ClassVar[type[State]] = State
    rulings: ClassVar[Mapping[str, str]] = rulings.RULINGS

    def faults(self, setup: Json) -> list[Fault]:
        if unprintable := list(misfits.unprintable(setup)):
            return [Fault("control_character", text, where) for where, text in unprintable]
        try:
            return shown(faults_of(Setup.model_validate(setup)))
        except ValidationError as error:
            return [Fault("bad_shape", text, where) for where, text in misfits.placed(error)]

    def setup(self, setup: Json, dice: Dice) -> Step:
        given = Setup.model_validate(setup)
        play = Play(build(given), dice)
        enlist(play, given)
        count = len(play.state.craft)
        play.tell("set_up", f"The Interceptor board {play.state.layout} is set up with {count} craft.", "interceptor: Set-Up")
        return Step(play.state, play.events, play.outbox, [], True)

    def advance(self, state: State, phase: str, answers: Mapping[str, Orders], inbox: Sequence[Delivery], dice: Dice) -> Step:
        return run_phase(state, phase, STAGES[phase], answers, inbox, dice)

    def view(self, state: State, seat: str) -> View:
        return view_of(state, seat)

    def offers(self, view: View, decision: Decision) -> list[Slot]:
        return offers.offers(view, decision)

    def check(self, view: View, decision: Decision, orders: Orders) -> list[Fault]:
        return named(refusals.RULES[decision.kind], checks.check(view, decision, orders))

    def choose(self, view: View, decision: Decision, offers: Sequence[Slot], dice: Dice) -> Orders:
        return bot.choose(view, decision, offers, dice)

    def prospects(self, view: View, decision: Decision) -> list[Decision]:
        return prospects(view, decision)

    def amend(self, state: State, ruling: Json, dice: Dice) -> Step:
        return rulings.amend(state, ruling, dice)

    def report_faults(self, state: State, report: Json) -> list[Fault]:
        return shown(results.report_faults(state, report))

    def settle(self, state: State, report: Json) -> Step:
        return results.settle(state, report)

    def report(self, state: State) -> Report:
        return outcome.report(state)

    def record(self, view: View, unit: str) -> Json:
        return record(view, unit)

    def picture(self, view: View) -> Picture:
        return picture(view)

    def invariants(self, state: State) -> list[str]:
        return invariants.invariants(state)

    def sample(self, dice: Dice) -> Json:
        return sample.sample(dice)

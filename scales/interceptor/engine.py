"""The Interceptor engine: the protocol of `scales.engine`, phase by phase."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from pydantic import BaseModel, ValidationError

from scales.dice import Dice
from scales.engine import Decision, Delivery, Fault, Json, Orders, Picture, Report, Slot, Step
from scales.interceptor import bot, checks, offers, outcome, results, rulings, sample
from scales.interceptor.combat import COMBAT
from scales.interceptor.hits import HITS
from scales.interceptor.initiative import INITIATIVE
from scales.interceptor.movement import MOVEMENT
from scales.interceptor.prospects import prospects
from scales.interceptor.record import record
from scales.interceptor.setup import Setup, build, faults_of
from scales.interceptor.state import State
from scales.interceptor.view import View, view_of
from scales.play import Play, Stage, run_phase
from scales.refusals import shown

PHASES: dict[str, list[Stage]] = {"initiative": INITIATIVE, "movement": MOVEMENT, "combat": COMBAT, "hits": HITS}


class InterceptorEngine:
    """Fighters and patrol craft, a minute a turn, 15 km a hex."""

    scale: ClassVar[str] = "interceptor"
    phases: ClassVar[tuple[str, ...]] = tuple(PHASES)
    turn_phase: ClassVar[str] = "initiative"
    setup_model: ClassVar[type[BaseModel]] = Setup
    state_type: ClassVar[type[State]] = State
    rulings: ClassVar[Mapping[str, str]] = rulings.RULINGS

    def faults(self, setup: Json) -> list[Fault]:
        try:
            return faults_of(Setup.model_validate(setup))
        except ValidationError as error:
            return [Fault("bad_shape", e["msg"], ".".join(map(str, e["loc"]))) for e in error.errors()]

    def setup(self, setup: Json, dice: Dice) -> Step:
        play = Play(build(Setup.model_validate(setup)), dice)
        count = len(play.state.craft)
        play.tell("set_up", f"The Interceptor board {play.state.layout} is set up with {count} craft.", "interceptor: Set-Up")
        return Step(play.state, play.events, play.outbox, [], True)

    def advance(self, state: State, phase: str, answers: Mapping[str, Orders], inbox: Sequence[Delivery], dice: Dice) -> Step:
        return run_phase(state, phase, PHASES[phase], answers, inbox, dice)

    def view(self, state: State, seat: str) -> View:
        return view_of(state, seat)

    def offers(self, view: View, decision: Decision) -> list[Slot]:
        return offers.offers(view, decision)

    def check(self, view: View, decision: Decision, orders: Orders) -> list[Fault]:
        return shown(checks.check(view, decision, orders))

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
        return outcome.picture(view)

    def invariants(self, state: State) -> list[str]:
        return outcome.invariants(state)

    def sample(self, dice: Dice) -> Json:
        return sample.sample(dice)

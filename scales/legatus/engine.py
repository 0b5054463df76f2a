"""The Legatus engine: the phases of a turn and the protocol of `scales.engine`. legatus: Introduction, Sequence of Play"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from pydantic import BaseModel

from scales import misfits
from scales.dice import Dice
from scales.engine import Decision, Delivery, Fault, Json, Orders, Picture, Report, Slot, Step
from scales.legatus import invariants, offers, orders, refusals, sample
from scales.legatus.adjudication import rulings, settling
from scales.legatus.bot import bot
from scales.legatus.combat import committing, reactions, resolving
from scales.legatus.double_blind import learning, spotting
from scales.legatus.double_blind.hearing import hearing
from scales.legatus.initiative import opening
from scales.legatus.links import mail
from scales.legatus.movement import fleeing, marching
from scales.legatus.preparation import placing, setup, setup_faults
from scales.legatus.preparation.models import Setup
from scales.legatus.prospects import prospects
from scales.legatus.records.picture import picture
from scales.legatus.records.record import record
from scales.legatus.scenario import beginning, closing, victory
from scales.legatus.state import LegatusState
from scales.legatus.support import counter_battery, raids
from scales.legatus.view import View, view
from scales.play import Play, Stage, run_phase
from scales.refusals import named

STAGES: dict[str, tuple[Stage, ...]] = {
    "initiative": (placing.place, opening.open_turn, opening.spend_points),
    "movement": (mail.take_news, fleeing.run_broken, marching.march),
    "spotting": (mail.take_news, spotting.spot),
    "commitment": (mail.take_news, counter_battery.fire, reactions.react, committing.give_orders),
    "combat": (resolving.hear, raids.intercept, resolving.fight, raids.hunt),
    "end": (mail.take_news, closing.end_turn),
}


class LegatusEngine:
    """Cohorts and their centuries on hexes of four kilometers, in turns of twenty minutes."""

    scale: ClassVar[str] = "legatus"
    phases: ClassVar[tuple[str, ...]] = tuple(STAGES)
    turn_phase: ClassVar[str] = "initiative"
    setup_model: ClassVar[type[BaseModel]] = Setup
    state_type: ClassVar[type[LegatusState]] = LegatusState
    rulings: ClassVar[Mapping[str, str]] = rulings.RULINGS

    def faults(self, setup_: Json) -> list[Fault]:
        if unprintable := list(misfits.unprintable(setup_)):
            return [Fault("control_character", text, where) for where, text in unprintable]
        return setup_faults.faults(Setup.model_validate(setup_))

    def setup(self, setup_: Json, dice: Dice) -> Step:
        play: Play[LegatusState] = Play(setup.build(setup_), dice, hearing=hearing)
        beginning.open_battle(play)
        learning.begin(play.state)
        return Step(play.state, play.events, play.outbox, [], True)

    def advance(self, state: LegatusState, phase: str, answers: Mapping[str, Orders], inbox: Sequence[Delivery], dice: Dice) -> Step:
        return learning.learnt(run_phase(state, phase, STAGES[phase], answers, inbox, dice, hearing))

    def view(self, state: LegatusState, seat: str) -> View:
        return view(state, seat)

    def offers(self, view: View, decision: Decision) -> list[Slot]:
        return offers.offers(view, decision)

    def check(self, view: View, decision: Decision, orders_: Orders) -> list[Fault]:
        return named(refusals.RULES[decision.kind], orders.check(view, decision, orders_))

    def choose(self, view: View, decision: Decision, offers: Sequence[Slot], dice: Dice) -> Orders:
        return bot.choose(view, decision, offers, dice)

    def prospects(self, view: View, decision: Decision) -> list[Decision]:
        return prospects(view, decision)

    def amend(self, state: LegatusState, ruling: Json, dice: Dice) -> Step:
        return learning.learnt(rulings.amend(state, ruling, dice))

    def report_faults(self, state: LegatusState, report: Json) -> list[Fault]:
        return settling.report_faults(state, report)

    def settle(self, state: LegatusState, report: Json) -> Step:
        return learning.learnt(settling.settle(state, report))

    def report(self, state: LegatusState) -> Report:
        return victory.report(state)

    def record(self, view: View, unit: str) -> Json:
        return record(view, unit)

    def picture(self, view: View) -> Picture:
        return picture(view)

    def invariants(self, state: LegatusState) -> list[str]:
        return invariants.broken(state)

    def sample(self, dice: Dice) -> Json:
        return sample.sample(dice)

"""The Leviathan engine: the phases of a turn of five minutes, put together from the chapters (leviathan: Components, Sequence of Play, Full
Leviathan/Centurion Integration)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, TypeVar

from pydantic import BaseModel

from scales import misfits
from scales.codec import clone
from scales.dice import Dice, ScriptedDice
from scales.engine import At, Counter, Decision, Delivery, Fault, Json, Orders, Picture, Report, Slot, Step
from scales.hexes import Hex
from scales.leviathan import board, invariants, orders, refusals
from scales.leviathan import offers as offering
from scales.leviathan import sample as sampling
from scales.leviathan import view as viewing
from scales.leviathan.adjudication import results, rulings
from scales.leviathan.bot import bot
from scales.leviathan.combat import combat
from scales.leviathan.damage import damage, damage_control
from scales.leviathan.fighters import after_battle, attacks, launch
from scales.leviathan.ground import ground, strafing, support
from scales.leviathan.installations import abandoning, boats
from scales.leviathan.movement import moves, planet, ramming
from scales.leviathan.patrol import crossing
from scales.leviathan.power import allocation, initiative
from scales.leviathan.preparation import setup as setting
from scales.leviathan.preparation import setup_faults
from scales.leviathan.preparation.models import Setup
from scales.leviathan.prospects import prospects
from scales.leviathan.records.record import record
from scales.leviathan.scenario import chase, deployment, organization, victory
from scales.leviathan.state import FighterUnit, Ship, State
from scales.leviathan.view import View
from scales.play import Play, Stage, run_phase
from scales.refusals import named, shown

STAGES: dict[str, tuple[Stage, ...]] = {
    "power": (organization.organize, deployment.deploy, initiative.open_turn, initiative.choose_first, allocation.allocate),
    "movement": (
        chase.enter,
        abandoning.launch_boats,
        moves.begin,
        moves.by_turns,
        boats.fly_all,
        planet.gravity,
        abandoning.declare,
        moves.go_down,
        chase.scroll,
        damage.clear_drives,
        after_battle.review,
    ),
    "spotting": (ground.take_mail, ground.search, support.assign),
    "launch": (launch.returns, crossing.returns, support.reports, launch.launch_and_recover),
    "combat": (
        ramming.declare,
        combat.ask_fire,
        strafing.attack,
        attacks.ask_fighters,
        combat.close,
        damage_control.ask,
        after_battle.review,
    ),
}

U = TypeVar("U")


class LeviathanEngine:
    """Ships of the line, their fighters, and what they do to the ground."""

    scale: ClassVar[str] = "leviathan"
    phases: ClassVar[tuple[str, ...]] = tuple(STAGES)
    turn_phase: ClassVar[str] = "power"
    setup_model: ClassVar[type[BaseModel]] = Setup
    state_type: ClassVar[type[State]] = State
    rulings: ClassVar[Mapping[str, str]] = rulings.RULINGS

    def faults(self, setup: Json) -> list[Fault]:
        if unprintable := list(misfits.unprintable(setup)):
            return [Fault("control_character", text, where) for where, text in unprintable]
        return setup_faults.faults(Setup.model_validate(setup))

    def setup(self, setup: Json, dice: Dice) -> Step:
        state = setting.build(Setup.model_validate(setup))
        play = Play(state, dice)
        ships = ", ".join(f"{len(state.of_side(s.id))} for {s.id}" for s in state.sides)
        play.tell("set_up", f"The battle is set up with ships: {ships}.", "leviathan: Game Set-Up", units=[*state.ships, *state.fighters])
        return Step(state, play.events, play.outbox, [], True)

    def advance(self, state: State, phase: str, answers: Mapping[str, Orders], inbox: Sequence[Delivery], dice: Dice) -> Step:
        return run_phase(state, phase, STAGES[phase], orders.spelled_out(answers), inbox, dice)

    def view(self, state: State, seat: str) -> View:
        return viewing.view(state, seat)

    def offers(self, view: View, decision: Decision) -> list[Slot]:
        return offering.offers(view, decision)

    def check(self, view: View, decision: Decision, orders_: Orders) -> list[Fault]:
        return named(refusals.RULES[decision.kind], orders.check(view, decision, orders_))

    def choose(self, view: View, decision: Decision, offers: Sequence[Slot], dice: Dice) -> Orders:
        return bot.choose(view, decision, offers, dice)

    def prospects(self, view: View, decision: Decision) -> list[Decision]:
        return prospects(view, decision)

    def amend(self, state: State, ruling: Json, dice: Dice) -> Step:
        play = Play(clone(state), dice)
        rulings.amend(play, ruling)
        return Step(play.state, play.events, play.outbox, [], not play.state.at.phase)

    def report_faults(self, state: State, report: Json) -> list[Fault]:
        return shown(results.report_faults(state, report))

    def settle(self, state: State, report: Json) -> Step:
        play = Play(clone(state), ScriptedDice.of())
        results.settle(play, report)
        play.state.at = At(turn=play.state.turn)
        return Step(play.state, play.events, play.outbox, [], True)

    def report(self, state: State) -> Report:
        return victory.report(state)

    def record(self, view: View, unit: str) -> Json:
        return record(view, unit)

    def picture(self, view: View) -> Picture:
        return _picture(view.state)

    def invariants(self, state: State) -> list[str]:
        return invariants.broken(state)

    def sample(self, dice: Dice) -> Json:
        return sampling.sample(dice)


def _picture(state: State) -> Picture:
    columns = [s.column for s in state.sheets]
    rows = [s.row for s in state.sheets]
    size = board.layouts()
    span = ((min(columns) + 1, max(columns) + size["columns"]), (min(rows) + 1, max(rows) + size["rows"]))
    fill, names = {}, {}
    for column in range(span[0][0], span[0][1] + 1):
        for row in range(span[1][0], span[1][1] + 1):
            key, hex = f"{column:02d}{row:02d}", Hex(column, row)
            fill[key] = board.zone(state.layout, column)
            names[key] = board.label(state.sheets, hex) if board.sheet_at(state.sheets, hex) else ""
    units: list[Ship | FighterUnit] = [*by_id(state.ships), *by_id(state.fighters)]
    counters = [_counter(u) for u in units if u.on_map] + list(_small(state))
    return Picture(f"Leviathan, turn {state.turn}", span[0], span[1], board.PARITY, fill, counters, names=names)


def _small(state: State) -> Iterator[Counter]:
    """Lifeboats, and what the seat knows of on the ground."""
    for boat in by_id(state.lifeboats):
        if boat.on_map:
            yield Counter((boat.hex.column, boat.hex.row), boat.name, boat.side, boat.heading, boat.id)
    for thing in by_id(state.ground.things):
        if not thing.gone:
            yield Counter((thing.hex.column, thing.hex.row), thing.name, thing.side, 0, thing.id)


def by_id(units: Mapping[str, U]) -> list[U]:
    """Units in the order in which a state is written, whatever came first in this step."""
    return [units[id] for id in sorted(units)]


def _counter(unit: Ship | FighterUnit) -> Counter:
    hex = (unit.hex.column, unit.hex.row)
    if not isinstance(unit, Ship):
        return Counter(hex, unit.name, unit.side, 0, unit.id)
    name = f"{unit.name} (wreck)" if unit.destroyed else unit.name
    return Counter(hex, name, unit.side, unit.heading, unit.id, length=unit.card.hexes)

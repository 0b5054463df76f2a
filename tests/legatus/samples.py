"""Sample battles played by bots against random orders, and every moment of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from scales.dice import KeyedDice, phase_key, seeded_secret
from scales.engine import Decision, Json, Orders, Step, random_orders
from scales.legatus import ENGINE
from scales.legatus.state import LegatusState


@dataclass(slots=True)
class Moment:
    """A state before a step, what was asked and answered in it, and what came of it."""

    before: LegatusState
    phase: str
    asked: list[Decision]
    given: dict[str, Orders]
    step: Step
    dice: KeyedDice


def sample(seed: int, **more: object) -> Json:
    return ENGINE.sample(KeyedDice(key=seeded_secret(seed))) | more


def moments(setup: Json, seed: int) -> Iterator[Moment]:
    """A battle to its end; one side is played at random."""
    state: LegatusState = ENGINE.setup(setup, KeyedDice(key=b"set-up")).state
    number = 0
    while not state.over:
        for phase in ENGINE.phases:
            number += 1
            key = phase_key(seeded_secret(seed), 0, "b", number)
            step = Step(state, [], [], [], False)
            while not step.done:
                before, asked = step.state, step.pending
                given = {d.key: answer(before, d, number, d.seat == "tog") for d in asked}
                dice = KeyedDice(key=key, index=before.at.rolls if asked else 0)
                step = ENGINE.advance(before, phase, given, [], dice)
                yield Moment(before, phase, asked, given, step, KeyedDice(key=key, index=before.at.rolls if asked else 0))
            state = step.state


def answer(state: LegatusState, decision: Decision, number: int, at_random: bool) -> Orders:
    view = ENGINE.view(state, decision.seat)
    offers, dice = ENGINE.offers(view, decision), KeyedDice(key=phase_key(seeded_secret(1), 0, decision.key, number, "bot"))
    return random_orders(offers, dice) if at_random else ENGINE.choose(view, decision, offers, dice)


@lru_cache(maxsize=32)
def battle(seed: int, turns: int = 3) -> tuple[Moment, ...]:
    return tuple(moments(sample(seed, turn_limit=turns), seed))

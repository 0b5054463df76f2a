"""Battles between bots, and every moment of them: also those in which nobody is asked."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scales.dice import KeyedDice, seeded_secret
from scales.engine import Decision, Delivery, Json, Orders, Step, random_orders
from scales.hexes import Hex
from scales.interceptor import ENGINE
from scales.interceptor.state import State
from tests.interceptor.recomputed import book, space
from tests.interceptor.scenes import bot_answers

Mails = Mapping[tuple[int, str], Sequence[Delivery]]


@dataclass(slots=True)
class Moment:
    """A state before a step, what was asked and answered in it, and what came of it."""

    before: State
    phase: str
    pending: list[Decision]
    given: dict[str, Orders]
    step: Step


def moments(state: State, turns: int, seed: int, mails: Mails | None = None, reckless: str = "") -> Iterator[Moment]:
    """Some turns of a battle, to its end at most; `mails` by turn (from 0) and phase, `reckless` the seat that flies as no bot would."""
    number = 0
    for turn in range(turns):
        for phase in ENGINE.phases:
            number += 1
            dice = KeyedDice(key=seeded_secret(seed * 1000 + number))
            step = ENGINE.advance(state, phase, {}, (mails or {}).get((turn, phase), ()), dice)
            yield Moment(state, phase, [], {}, step)
            while not step.done:
                before, asked = step.state, step.pending
                given = bot_answers(before, [d for d in asked if d.seat != reckless])
                given |= {
                    d.key: thrown(before, d, KeyedDice(key=seeded_secret(seed), index=1000 * number)) for d in asked if d.seat == reckless
                }
                step = ENGINE.advance(before, phase, given, [], dice)
                yield Moment(before, phase, asked, given, step)
            state = step.state
        if not state.standing and ENGINE.report(state).over:
            return


def sample(seed: int, **more: Any) -> Json:
    return ENGINE.sample(KeyedDice(key=seeded_secret(seed))) | more


def begun(setup: Json, seed: int = 1) -> State:
    assert ENGINE.faults(setup) == []
    state: State = ENGINE.setup(setup, KeyedDice(key=seeded_secret(seed))).state
    return state


def thrown(state: State, decision: Decision, dice: KeyedDice) -> Orders:
    """An answer by the dice alone; a move may be any that is legal, with as much thrust as a pilot can dare."""
    view = ENGINE.view(state, decision.seat)
    for _ in range(12 if decision.kind == "move" else 0):
        orders = Orders({"move": leap(state, dice.pick(decision.units, "craft"), dice)})
        if not ENGINE.check(view, decision, orders):
            return orders
    return random_orders(ENGINE.offers(view, decision), dice)


def leap(state: State, id: str, dice: KeyedDice) -> Json:
    """A move of a craft that may be too much for it."""
    craft = state.craft[id]
    faster = max(-craft.velocity, dice.roll(9, "faster") - 4)
    turns = [dice.pick((0, 0, 0, 1, -1, 2), "turn") for _ in range(craft.velocity + faster + 1)]
    after, push = dice.pick((0, 0, 1, -1), "after"), dice.pick((0, 0, 1, 2), "push")
    return {"craft": id, "faster": faster, "turns": turns, "after": after, "push": push, "up": dice.pick((0, 0, 1), "up")}


STORES = {"sss": 1, "tgm": 1, "ris": 1, "dfm": 1, "ecm_pod": 1, "ecm_missile": 1, "hell_missile": 1}


def at_once(seed: int, many: int = 2) -> Json:
    """A sample of which some craft a side meet in the first turn, with all kinds of missiles where they have room for them."""
    found = sample(seed)
    first, second = (_of(found, side)[:many] for side in ("tog", "commonwealth"))
    start = space.hex_of(found["layout"], first[0]["hex"])
    near = [_placed(found, craft, Hex(start.column + 2 * n, start.row)) for n, craft in enumerate(first)]
    return found | {"craft": near + [_placed(found, craft, Hex(start.column + n, start.row + 5)) for n, craft in enumerate(second)]}


def _of(setup: Json, side: str) -> list[Json]:
    found: list[Json] = [c for c in setup["craft"] if c["side"] == side]
    return found


def _placed(setup: Json, craft: Json, hex: Hex) -> Json:
    room = book.craft(craft["type"])["hard_points"]["count"]
    loads = {"loads": dict(list(STORES.items())[:room])} if 1 < room <= len(STORES) else {}
    return {**craft, "hex": space.label(setup["layout"], hex), "mission": "fighters", "missions": hex.column % 6 * 7, **loads}

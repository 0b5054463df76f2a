"""Sample battles part-way: every moment at which somebody is asked, and the ends of phases."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scales.dice import KeyedDice, seeded_secret
from scales.engine import Decision, Event, Orders
from scales.leviathan import ENGINE
from scales.leviathan.state import State
from tests.leviathan.table import Game, document, fighters, mail, ship

GROUND = [
    {"id": "c1", "name": "Century 1", "side": "rl", "kind": "century", "hex": "1:0114", "terrain": "open", "mode": "laf"},
    {"id": "c2", "name": "Century 2", "side": "tog", "kind": "century", "hex": "1:0112", "terrain": "wooded", "mode": "nf"},
    {"id": "c3", "name": "Rockets", "side": "rl", "kind": "century", "hex": "1:0113", "terrain": "open", "mode": "nf", "century_type": "rocket"},
    {"id": "c4", "name": "Air Defense", "side": "tog", "kind": "century", "hex": "1:0109", "terrain": "open", "mode": "nf",
     "century_type": "air_space_defense"},
    {"id": "c5", "name": "Engaged", "side": "rl", "kind": "century", "hex": "1:0110", "terrain": "open", "mode": "laf", "in_battle": "g"},
    {"id": "c6", "name": "Engaging", "side": "tog", "kind": "century", "hex": "1:0110", "terrain": "open", "mode": "laf", "in_battle": "g"},
]  # fmt: skip


@dataclass(slots=True)
class Moment:
    """A state that waits for `pending`; `given` is what was answered, `events` what came of it, `after` the state then."""

    phase: str
    state: State
    pending: list[Decision]
    given: dict[str, Orders]
    events: list[Event]
    after: State


class Watched(Game):
    """A game that keeps its moments."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.moments: list[Moment] = []

    def phase(self, name: str, inbox: Any = None, say: Any = None) -> list[Event]:
        self.number += 1
        answers: dict[str, Orders] = {}
        post, rolls, pending = inbox or [], 0, list[Decision]()
        chance = self._dice(self.number, "bot")
        while True:
            before = self.state
            step = ENGINE.advance(before, name, answers, post, self._dice(self.number, "dice", rolls))
            if pending:
                self.moments.append(Moment(name, before, pending, answers, step.events, step.state))
            self.state, post, rolls, pending = step.state, [], step.state.at.rolls, step.pending
            if step.done:
                return step.events
            answers = {d.key: self._answer(d, chance, say or {}) for d in pending}


def planet() -> dict[str, Any]:
    """A fight over a planet, with something of everything: a carrier, patrol ships, bases, hidden units and a battle below."""
    units = [
        ship("fulgur", "fulgur", "tog", "1:0812", 1, velocity=2, skill=1),
        ship("serpens", "serpens", "tog", "1:0511", 1, velocity=1),
        ship("lusoria", "lusoria", "tog", "1:0910", 4, velocity=2),
        ship("ajax", "ajax", "rl", "1:0614", 1, velocity=2),
        ship("lexington", "lexington", "rl", "2:1204", 4, velocity=2, fighters=[fighters("aboard", "gladius_flight", "rl")]),
        ship("exeter", "exeter", "rl", "2:0702", 4, velocity=1),
    ]
    squadrons = [fighters("cheetahs", "cheetah_squadron", "rl", "2:0401"), fighters("spicula", "spiculum_flight", "tog", "1:0413")]
    base = {"id": "base", "name": "Base", "class": "gl2", "side": "rl", "hex": "1:0114"}
    return document(units, layout="leviathan_planet", interceptor=True, fighters=squadrons, installations=[base])


@lru_cache(maxsize=32)
def moments(seed: int, turns: int = 4) -> tuple[Moment, ...]:
    """The planet for seed 0 (with the ground in view), samples else; orders at random, or the bots' for even seeds."""
    setup = planet() if seed == 0 else ENGINE.sample(KeyedDice(key=seeded_secret(seed)))
    game = Watched(setup, seed=seed, random=("tog", "rl") if seed % 2 else ())
    for _ in range(turns):
        for name in ENGINE.phases:
            ground = [mail("ground_picture", {"units": GROUND, "battles": {"g": "1:0110"}})] if seed == 0 and name == "spotting" else []
            game.phase(name, ground)
        if ENGINE.report(game.state).over:
            break
    return tuple(game.moments)

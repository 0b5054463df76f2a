"""Small boards for the tests, and a hand to lead them through a phase."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scales.codec import plain
from scales.dice import Dice, KeyedDice, ScriptedDice, seeded_secret
from scales.engine import Decision, Delivery, Event, Json, Message, Orders, Step
from scales.interceptor import ENGINE
from scales.interceptor.board import board
from scales.interceptor.combat.gunner import Gunner
from scales.interceptor.combat.gunnery import Aim, aim_along
from scales.interceptor.patrol.halves import hexes_of, line_to, nearest
from scales.interceptor.state import Craft, State
from scales.messages import Battlefield, FightersDown, InterceptorMission, ReturnFire, ThorCall
from scales.play import Play

SIDES = [{"id": "tog", "faction": "tog", "seat": "tog"}, {"id": "com", "faction": "commonwealth", "seat": "com"}]


def craft(id: str, kind: str, hex: str, **more: Any) -> Json:
    """A craft of the set-up; the side is told by the first letter: t... or c..."""
    return {"id": id, "name": id, "type": kind, "side": "tog" if id.startswith("t") else "com", "hex": hex, **more}


def setup_of(*units: Json, layout: str = "interceptor_deep_space", **more: Any) -> Json:
    return {"layout": layout, "sides": SIDES, "craft": list(units), **more}


def board_of(*units: Json, layout: str = "interceptor_deep_space", **more: Any) -> State:
    """A state in turn 1, as a phase would find it."""
    setup = setup_of(*units, layout=layout, **more)
    assert ENGINE.faults(setup) == []
    state: State = ENGINE.setup(setup, ScriptedDice.of()).state
    state.at.turn = 1
    return state


def play_of(state: State, *dice: int) -> Play[State]:
    """A step in the making with scripted dice; the state is changed in place."""
    return Play(state, ScriptedDice.of(*dice))


def aim(state: State, firer: Craft, target: Craft, number: int | None = None) -> Aim:
    """The to-hit number of a gun that bears; without a gun that from the nearest hex of one to the nearest of the other."""
    if number is not None:
        return Gunner(state, firer).aims(target)[number]
    b = board(state.layout)
    lines = [line_to(hex, nearest(b, target, hex)) for hex in hexes_of(b, firer)]
    return aim_along(state, firer, target, [min(lines, key=lambda line: line.range_hexes)])


def mail(kind: str, message: object, cause: str = "above:1") -> Delivery:
    return Delivery(f"{kind}:{cause}", kind, "elsewhere", plain(message), cause)


class Table:
    """A board played on phase by phase; `events` and `outbox` hold those of the last phase."""

    def __init__(self, state: State, seed: int = 1) -> None:
        self.state, self.seed, self.phases = state, seed, 0
        self.events: list[Event] = []
        self.outbox: list[Message] = []
        self.asked: list[Decision] = []

    def phase(
        self, phase: str, inbox: Sequence[Delivery] = (), answers: Mapping[str, Orders] | None = None, dice: Dice | None = None
    ) -> None:
        """Play one phase; `answers` go before the bot's, by decision key."""
        self.events, self.outbox, self.asked = [], [], []
        self.phases += 1
        rolled = dice or KeyedDice(key=seeded_secret(self.seed * 1000 + self.phases))
        given: dict[str, Orders] = {}
        done = False
        while not done:
            step = ENGINE.advance(self.state, phase, given, inbox, rolled)
            self.state, done, inbox = step.state, step.done, ()
            self.events += step.events
            self.outbox += step.outbox
            self.asked += step.pending
            assert ENGINE.invariants(self.state) == []
            given = {d.key: (answers or {}).get(d.key) or self._bot(d) for d in step.pending}

    def _bot(self, decision: Decision) -> Orders:
        view = ENGINE.view(self.state, decision.seat)
        offers = ENGINE.offers(view, decision)
        orders = ENGINE.choose(view, decision, offers, KeyedDice(key=b"bot"))
        assert ENGINE.check(view, decision, orders) == []
        return orders

    def turn(self, **mails: Sequence[Delivery]) -> list[Message]:
        """A whole minute; `mails` by phase. Returns what left the board."""
        sent = []
        for phase in ENGINE.phases:
            self.phase(phase, mails.get(phase, ()))
            sent += self.outbox
        return sent

    def craft(self, id: str) -> Craft:
        return self.state.craft[id]

    def sent(self, kind: str) -> list[Json]:
        return [m.data for m in self.outbox if m.kind == kind]


# --- battles played by bots, step by step -----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Moment:
    """Somebody was asked: the state then, the decisions, the bots' answers, and the step that followed."""

    state: State
    phase: str
    pending: list[Decision]
    given: dict[str, Orders]
    step: Step


def bot_answers(state: State, pending: Sequence[Decision]) -> dict[str, Orders]:
    """What the bots answer, each from its own view."""
    given = {}
    for decision in pending:
        view = ENGINE.view(state, decision.seat)
        given[decision.key] = ENGINE.choose(view, decision, ENGINE.offers(view, decision), KeyedDice(key=b"bot"))
        assert ENGINE.check(view, decision, given[decision.key]) == []
    return given


def moments_of(state: State, turns: int, seed: int, mails: Mapping[tuple[int, str], Sequence[Delivery]] | None = None) -> list[Moment]:
    """Every decision of some turns; `mails` by turn (from 0) and phase."""
    found, number = [], 0
    for turn in range(turns):
        for phase in ENGINE.phases:
            number += 1
            dice = KeyedDice(key=seeded_secret(seed * 1000 + number))
            step = ENGINE.advance(state, phase, {}, (mails or {}).get((turn, phase), ()), dice)
            while not step.done:
                before, given = step.state, bot_answers(step.state, step.pending)
                asked, step = step.pending, ENGINE.advance(before, phase, given, [], dice)
                found.append(Moment(before, phase, asked, given, step))
            state = step.state
    return found


@lru_cache(maxsize=8)
def sample_battle(seed: int, turns: int = 5) -> tuple[Moment, ...]:
    """A sample battle; the last step may be long before its end."""
    setup = ENGINE.sample(KeyedDice(key=seeded_secret(seed)))
    return tuple(moments_of(ENGINE.setup(setup, KeyedDice(key=seeded_secret(seed))).state, turns, seed))


def linked_start() -> tuple[State, dict[tuple[int, str], list[Delivery]]]:
    """Above a planet with a ground battle: units come down from above, squadrons take off, raiders are shot at, all kinds of missiles fly.
    The board before its first turn, and what arrives, by turn (from 0) and phase."""
    units = [
        craft("t1", "gladius", "2:1003", heading=4, velocity=4, loads={"tgm": 1, "ris": 1, "dfm": 2, "ecm_pod": 1}),
        craft("t2", "gladius", "1:0514", heading=5, velocity=2, mission="ground", loads={"hafe_i": 1}),
        craft("c1", "stinger", "2:1010", heading=1, velocity=4, loads={"sss": 1, "hell_missile": 1, "ecm_pod": 1}),
        craft("c2", "stinger", "1:0114", heading=1, mission="ground"),
    ]
    state = board_of(*units, layout="three_game", standing=True, satellites=[{"id": "tsat", "side": "tog", "hex": "1:0901"}])
    state.at.turn = 0
    fighters = {"gladius": 12}
    first = [
        mail("battlefield", Battlefield("b1", "1:0114", True, ["tog", "com"])),
        mail("fighters_down", FightersDown("wing", "Wing", "tog", "1:0214", "flight", fighters, 19, 19, "fighters"), "above:1"),
        mail("fighters_down", FightersDown("hawks", "Hawks", "com", "2:0603", "squadron", {"avenger": 6}, 5, 5, "ground"), "above:2"),
        mail("interceptor_mission", InterceptorMission("sq", "11th", "com", "penetrator", "ground_support", "1:0114"), "legatus:1"),
    ]
    calls = {(turn, "combat"): [mail("thor_call", ThorCall(f"tog-{turn}-1", "b1", "tog"), f"ground:{turn}")] for turn in (0, 1)}
    fire = ReturnFire("c2", "b1", [], {"hafe_i": 1})
    return state, {(0, "initiative"): first, (0, "hits"): [mail("return_fire", fire, "ground:1")]} | calls


@lru_cache(maxsize=2)
def linked_battle(turns: int = 5) -> tuple[Moment, ...]:
    """The linked board played by bots."""
    state, mails = linked_start()
    return tuple(moments_of(state, turns, 4, mails))

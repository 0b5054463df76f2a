"""Moments of the battles that the documentation shows, in which each kind of decision is asked."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from scales.dice import KeyedDice, seeded_secret
from scales.engine import Decision, Delivery, Json, Orders, Slot
from scales.hexes import Hex, neighbor
from scales.interceptor import ENGINE
from scales.interceptor.board import board
from scales.interceptor.state import Shot, State, Unit
from scales.messages import AntiAir, FightersDown, GroundForces, GroundTarget
from tests.interceptor.documents import examples
from tests.interceptor.scenes import mail


class Asked(NamedTuple):
    """A decision of a battle, the state in which it is asked, and all decisions that are asked with it."""

    state: State
    decision: Decision
    phase: str
    pending: Sequence[Decision]


def dice(number: int) -> KeyedDice:
    return KeyedDice(key=seeded_secret(number + 7))


def begun(number: int, **more: object) -> State:
    """An example of the page on battles."""
    setup = examples()[number] | more
    assert ENGINE.faults(setup) == []
    state: State = ENGINE.setup(setup, dice(0)).state
    return state


def played(state: State, phase: str) -> State:
    """The battle after a phase in which everybody did what changes least."""
    answers: dict[str, Orders] = {}
    while True:
        step = ENGINE.advance(state, phase, answers, [], dice(1))
        state = step.state
        if step.done:
            return state
        answers = {d.key: answer(state, d, {}) for d in step.pending}


def asked(state: State, phase: str, inbox: Sequence[Delivery] = (), say: Json | None = None) -> Iterator[Asked]:
    """Every decision of a phase, with the state in which it is asked; `say` gives orders by slot."""
    answers: dict[str, Orders] = {}
    number = 0
    while True:
        step = ENGINE.advance(state, phase, answers, inbox, dice(number))
        state, number, inbox = step.state, number + 1, ()
        if step.done:
            return
        yield from (Asked(state, decision, phase, step.pending) for decision in step.pending)
        answers = {d.key: answer(state, d, say or {}) for d in step.pending}


def answer(state: State, decision: Decision, say: Json) -> Orders:
    """What is said of a slot, else the option that changes least."""
    slots = ENGINE.offers(ENGINE.view(state, decision.seat), decision)
    return Orders({slot.id: say.get(slot.id, plain_order(slot)) for slot in slots})


def plain_order(slot: Slot) -> Json:
    """Straight on at the same velocity, where that is offered."""
    calm = (o.order for o in slot.options if not (o.order.get("faster") or o.order.get("after") or any(o.order.get("turns", ()))))
    found: Json = next(calm, slot.options[0].order)
    return found


def put(state: State, id: str, hex: str, heading: int = 1, velocity: int = 0) -> None:
    craft = state.craft[id]
    craft.place(board(state.layout).hex(hex))
    craft.heading, craft.velocity = heading, velocity


# --- scenes -----------------------------------------------------------------------------------------------------------------------------


def hunted() -> State:
    """The first battle in its first turn with everybody on the board, the raiders near the escort."""
    state = begun(0)
    state.at.turn = 1
    for id, hex in (("raider-1", "1:0906"), ("raider-2", "1:0908"), ("raider-3", "1:1107"), ("late", "1:1209")):
        put(state, id, hex, heading=5, velocity=3)
        state.craft[id].where = "board"
    return state


def outside() -> State:
    """The first battle, with a craft of the escort off the board and able to come back."""
    state = hunted()
    state.at.turn = 4
    put(state, "lance-1", "1:0501", heading=1, velocity=2)
    state.craft["lance-1"].where, state.craft["lance-1"].away = "away", 2
    return state


def over_the_port() -> State:
    """The second battle with craft of the landing force in the hex of the port, at rest."""
    state = begun(1)
    state.at.turn = 1
    put(state, "lance-1", "1:0114")
    put(state, "patrol-1", "1:0212", heading=5)
    put(state, "lance-2", "1:0710", heading=3, velocity=2)
    state.craft["lance-2"].unit = "wing"
    state.units["wing"] = Unit("wing", "Wing", "tog", ["lance-2"])
    return state


def defended_port() -> State:
    """That battle with a fort and a vehicle at low altitude in the port, and a craft of the landing force in their reach."""
    state = over_the_port()
    state.ground = {"port": units_below()}
    put(state, "patrol-2", "1:0214", heading=6)
    return state


def units_below() -> list[GroundTarget]:
    arms = AntiAir(["laser_7_5_6", "laser_7_5_6"], {"sss": 5, "tgm": 5}, 5, 4, {"targeting computer": -1})
    return [
        GroundTarget("fort", "Fort", "cw", "installation", "grounded", 1, {}, anti_air=arms),
        GroundTarget("hover-1", "First Hover", "cw", "vehicle", "laf", 1, {"front": 4}),
        GroundTarget("truck", "Truck", "cw", "vehicle", "nf", 1, {}),
    ]


def shot_at() -> State:
    """The second battle with two missiles on their way to a craft of the port patrol, of which one has reached it."""
    state = begun(1)
    state.at.turn = 3
    put(state, "patrol-2", "1:1010", heading=2, velocity=1)
    target = state.craft["patrol-2"]
    for number, heading in ((1, 2), (2, 3)):
        at = Hex(*neighbor(target.hex, heading, "odd"))
        state.shots.append(Shot(f"lance-2.m{number}", "sss", "tog", "lance-2", "patrol-2", *at, 4, 1))
    state.next_shot = 3
    return state


def near() -> State:
    """The second battle with craft of both sides near each other."""
    state = over_the_port()
    put(state, "lance-2", "1:1008", heading=4, velocity=2)
    put(state, "patrol-2", "1:1010", heading=1, velocity=1)
    return state


def attacking() -> State:
    """Craft of the landing force in their attack on the ground."""
    state = over_the_port()
    craft = state.craft["lance-1"]
    craft.where, craft.battle, craft.attack = "ground_attack", "port", "dive_bombing"
    return state


def coming_down() -> list[Delivery]:
    return [mail("fighters_down", FightersDown("hawks", "Hawks", "cw", "2:0603", "squadron", {"avenger": 6}, 5, 5, "fighters"))]


def ground() -> list[Delivery]:
    return [mail("ground_forces", GroundForces("port", units_below()))]


Scene = Callable[[], Iterator[Asked]]
SCENES: dict[str, list[Scene]] = {
    "deploy": [lambda: asked(begun(0), "initiative")],
    "return": [lambda: asked(outside(), "initiative")],
    "place": [lambda: asked(begun(1), "initiative", coming_down())],
    "shields": [lambda: asked(begun(1), "initiative"), lambda: asked(hunted(), "initiative")],
    "move": [lambda: asked(played(begun(1), "initiative"), "movement"), lambda: asked(played(hunted(), "initiative"), "movement")],
    "defend": [lambda: asked(shot_at(), "movement")],
    "announce": [lambda: asked(over_the_port(), "movement")],
    "fire": [lambda: asked(near(), "combat"), lambda: asked(defended_port(), "combat", ground())],
    "ground_fire": [lambda: asked(defended_port(), "combat", ground())],
    "launch": [lambda: asked(near(), "combat"), lambda: asked(defended_port(), "combat", ground()), lambda: asked(hunted(), "combat")],
    "ground_launch": [lambda: asked(defended_port(), "combat", ground())],
    "pull_out": [lambda: asked(attacking(), "hits")],
}
"""Where each kind of decision is asked, in the order of a minute."""


@lru_cache
def decisions(kind: str) -> list[Asked]:
    """Every decision of a kind that its battles ask."""
    return [found for scene in SCENES[kind] for found in scene() if found.decision.kind == kind]

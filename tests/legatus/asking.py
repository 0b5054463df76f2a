"""Moments of the battles that the documentation shows, in which each kind of decision is asked."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from scales.dice import KeyedDice, phase_key, seeded_secret
from scales.engine import Decision, Json, Orders
from scales.legatus import ENGINE
from scales.legatus.state import LegatusState
from tests.legatus.documents import examples


class Asked(NamedTuple):
    """A decision of a battle, and the state in which it is asked."""

    state: LegatusState
    decision: Decision


def dice(number: int) -> KeyedDice:
    return KeyedDice(key=phase_key(seeded_secret(7), 1, "b", number, "dice"))


def begun(number: int, **more: object) -> LegatusState:
    setup = examples()[number] | more
    assert ENGINE.faults(setup) == []
    state: LegatusState = ENGINE.setup(setup, dice(0)).state
    return state


def asked(state: LegatusState, phase: str, say: Json | None = None) -> Iterator[Asked]:
    """Every decision of a phase, with the state in which it is asked; `say` gives orders by slot."""
    answers: dict[str, Orders] = {}
    number = 0
    while True:
        step = ENGINE.advance(state, phase, answers, [], dice(number))
        state, number = step.state, number + 1
        if step.done:
            return
        yield from (Asked(state, decision) for decision in step.pending)
        answers = {d.key: answer(state, d, say or {}) for d in step.pending}


def answer(state: LegatusState, decision: Decision, say: Json) -> Orders:
    """The first option of every slot, or what is said of it."""
    slots = ENGINE.offers(ENGINE.view(state, decision.seat), decision)
    return Orders({slot.id: say.get(slot.id, slot.options[0].order) for slot in slots})


def moved(state: LegatusState, places: Json, boxes: Json | None = None) -> LegatusState:
    """The battle with units elsewhere, and squadrons in other boxes of their sheets."""
    for id, at in places.items():
        state.units[id].at = at
    for id, box in (boxes or {}).items():
        state.squadrons[id].box = box
    for id, unit in state.units.items():
        if id.startswith("first-"):
            unit.altitude = "normal"
    return state


MEETING = {"brigade.1-1": "0808", "brigade.1-2": "0609|0709", "brigade.1-hq": "0910", "brigade.1-4": "0710|0810"}


def meeting(low: bool = False, **boxes: str) -> LegatusState:
    """The second battle with a battalion before the bridgehead, and the satellite over it; `low`: a century of it flies low."""
    state = moved(begun(1), MEETING, boxes)
    state.satellites[0].hex, state.satellites[0].velocity = "0707", 0
    state.units["brigade.1-4"].altitude = "low_altitude" if low else "normal"
    return state


def alone() -> LegatusState:
    """That battle without an installation that would keep the ships away, and with squadrons on missions."""
    state = meeting(lances="ground_support", cats="cap")
    state.units["fort"].status = "destroyed"
    return state


def headless() -> LegatusState:
    """That battle without the headquarters of the 1st Cohort."""
    state = meeting()
    state.units["first-hq"].status = "destroyed"
    return state


def night(**boxes: str) -> LegatusState:
    """The third battle after the sides have placed their forces, with some of them spotted and close to each other."""
    state = played(begun(2), "initiative")
    state = moved(state, {"hammer-1": "0705", "marines-1": "0805", "reserve-hq": "0804"}, boxes)
    for id, side in (("reserve-hq", "tog"), ("marines-1", "tog"), ("hammer-hq", "cw")):
        state.units[id].spotted_by = [side]
    for cohort, initiative in (("spear.1", 2), ("spear.2", 2), ("spear.3", 8), ("hammer", 4), ("marines", 3), ("reserve", 6)):
        state.cohorts[cohort].initiative = initiative
    return state


def low_night() -> LegatusState:
    """That battle with a century of the garrison at low altitude near the forts."""
    state = night()
    state.units["reserve-6"].altitude = "low_altitude"
    return state


def played(state: LegatusState, phase: str, say: Json | None = None) -> LegatusState:
    answers: dict[str, Orders] = {}
    while True:
        step = ENGINE.advance(state, phase, answers, [], dice(1))
        state = step.state
        if step.done:
            return state
        answers = {d.key: answer(state, d, say or {}) for d in step.pending}


Scene = Callable[[], Iterator[Asked]]
AIR: Json = {"lances": {"target": "brigade.1-1"}, "cats": {"raider": "lances"}}
SCENES: dict[str, list[Scene]] = {
    "deploy": [lambda: asked(begun(0), "initiative"), lambda: asked(begun(2), "initiative")],
    "initiative": [
        lambda: asked(meeting(), "initiative"),
        lambda: asked(headless(), "initiative"),
        lambda: asked(placed(0), "initiative"),
    ],
    "activation": [lambda: asked(meeting(), "movement"), lambda: asked(meeting(), "commitment")],
    "postpone": [lambda: asked(night(), "movement")],
    "movement": [lambda: asked(meeting(), "movement"), lambda: asked(night(), "movement")],
    "spot": [lambda: asked(night(lances="ground_support", cats="cap"), "spotting")],
    "counter_battery": [lambda: asked(meeting(), "commitment")],
    "reaction": [lambda: asked(meeting(), "commitment"), lambda: asked(night(), "commitment")],
    "pursuit": [lambda: asked(meeting(), "commitment", {"brigade.1-1": {"path": ["0909"]}})],
    "attack": [
        lambda: asked(alone(), "commitment"),
        lambda: asked(meeting(), "commitment"),
        lambda: asked(night(), "commitment"),
        lambda: asked(low_night(), "commitment"),
    ],
    "intercept": [lambda: asked(flying(), "combat")],
    "contact": [lambda: asked(flying(), "combat", AIR)],
    "low_attack": [lambda: asked(meeting(low=True, lances="ground_support"), "combat")],
}
"""Where each kind of decision is asked."""


def flying() -> LegatusState:
    """A raid is on its way to a century, and enemies fly CAP."""
    state = alone()
    state.plans.missions = {"lances": "brigade.1-1"}
    return state


def placed(number: int) -> LegatusState:
    """A battle after the sides have placed their forces."""
    return played(begun(number), "initiative")


@lru_cache
def decisions(kind: str) -> list[Asked]:
    """Every decision of a kind that its battles ask."""
    return [found for scene in SCENES[kind] for found in scene() if found.decision.kind == kind]

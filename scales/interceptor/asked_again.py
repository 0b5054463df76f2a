"""The decisions that stand after a ruling: asked again of whom they still concern, under the keys that they had."""

from scales.engine import Decision
from scales.interceptor import announce, combat
from scales.interceptor.movement import MOVEMENT, move_all, move_decision, unmoved
from scales.interceptor.state import State

NOBODY = "None of these craft is left to move."


def asked_again(state: State) -> list[Decision]:
    """What is asked where a phase stands; empty where the decisions that stand are right as they are."""
    at = state.at
    if at.phase == "movement":
        return _move(state) if MOVEMENT[at.stage] is move_all else _announce(state) if MOVEMENT[at.stage] is announce.ask else []
    if at.phase == "combat":
        return _fire(state) if combat.COMBAT[at.stage] is combat.fire else _launch(state)
    return []


def _move(state: State) -> list[Decision]:
    """Whose turn it is stays so, also when a ruling has taken all of its craft."""
    number = state.at.memo.get("next", 0)
    side, weight = state.order[number]
    decision = move_decision(state, f"move:{number}", side, unmoved(state, side, int(weight)))
    decision.prompt = decision.prompt if decision.units else NOBODY
    return [decision]


def _announce(state: State) -> list[Decision]:
    return [announce.decision(seat, craft) for seat, craft in state.by_seat(lambda side: announce.choosers(state, side)).items()]


def _fire(state: State) -> list[Decision]:
    return combat.fire_decisions(state)


def _launch(state: State) -> list[Decision]:
    asked = {seat: [id for id in craft if state.craft[id].where == "board"] for seat, craft in sorted(state.at.memo.get("ask", {}).items())}
    return [combat.launch_decision(seat, craft) for seat, craft in asked.items()]

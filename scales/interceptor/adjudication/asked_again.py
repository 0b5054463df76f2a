"""The decisions that stand after a ruling: asked again of whom they still concern, under the keys that they had."""

from scales.engine import Decision
from scales.interceptor.combat import combat
from scales.interceptor.ground_attack import announce, pulling_out
from scales.interceptor.ground_fire import lasers
from scales.interceptor.ground_fire import launches as ground_launches
from scales.interceptor.landing import ground_time
from scales.interceptor.missiles import launches, point_defense
from scales.interceptor.movement import away
from scales.interceptor.movement.movement import move_all, move_decision, steered
from scales.interceptor.patrol import allocation
from scales.interceptor.scenario import deploying
from scales.interceptor.sequence import STAGES
from scales.interceptor.state import State

NOBODY = "None of these craft is left to move."


def asked_again(state: State) -> list[Decision]:
    """What is asked where a phase stands; empty where the decisions that stand are right as they are."""
    at = state.at
    stage = STAGES[at.phase][at.stage] if at.phase else None
    again = next((make for asked, make in AGAIN if asked is stage), None)
    return again(state) if again else []


def _move(state: State) -> list[Decision]:
    """Whose turn it is stays so, also when a ruling has taken all of its craft."""
    number = state.at.memo.get("next", 0)
    side, weight = state.order[number]
    decision = move_decision(state, f"move:{number}", side, steered(state, side, int(weight)))
    decision.prompt = decision.prompt if decision.units else NOBODY
    return [decision]


def _shields(state: State) -> list[Decision]:
    return [allocation.decision(seat, craft) for seat, craft in state.by_seat(lambda side: allocation.choosers(state, side)).items()]


def _return(state: State) -> list[Decision]:
    asked = {seat: [id for id in craft if state.craft[id].where == "away"] for seat, craft in sorted(state.at.memo.get("ask", {}).items())}
    return [away.return_decision(state, seat, craft) for seat, craft in asked.items()]


def _announce(state: State) -> list[Decision]:
    return [announce.decision(seat, craft) for seat, craft in state.by_seat(lambda side: announce.choosers(state, side)).items()]


def _fire(state: State) -> list[Decision]:
    return [*combat.fire_decisions(state), *lasers.decisions(state)]


def _launch(state: State) -> list[Decision]:
    asked = {seat: [id for id in craft if state.craft[id].where == "board"] for seat, craft in sorted(state.at.memo.get("ask", {}).items())}
    return [launches.launch_decision(seat, craft, state.at.memo["round"]) for seat, craft in asked.items()]


def _defend(state: State) -> list[Decision]:
    return point_defense.decisions(state)


AGAIN = (
    (deploying.deploy, deploying.decisions),
    (allocation.ask, _shields),
    (away.come_back, _return),
    (ground_time.take_off, ground_time.decisions),
    (move_all, _move),
    (announce.ask, _announce),
    (pulling_out.pull_out, pulling_out.decisions),
    (combat.fire, _fire),
    (launches.launch, _launch),
    (ground_launches.launch, ground_launches.decisions),
    (point_defense.prepare, _defend),
)
"""The stages that ask, and how each asks again."""

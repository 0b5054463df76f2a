"""The commitment phase: orders for attacks, artillery and squadrons, then the engagements to be fought below. legatus: Combat Phase, Artillery, Interceptors"""

from collections.abc import Mapping, Sequence
from typing import Any

from scales.engine import Decision
from scales.legatus.combat import targets
from scales.legatus.links import engagement
from scales.legatus.orders import Attack, Barrage, Patrol, read, slots_of
from scales.legatus.state import LegatusState, Plans, Side
from scales.legatus.support import artillery, calls
from scales.legatus.view import view
from scales.play import Play

RULE = "legatus: Combat Phase"


def give_orders(play: Play[LegatusState]) -> Sequence[Decision]:
    """Both sides seal whom they attack, support and intercept."""
    state = play.state
    if not play.answers:
        state.plans = Plans()
        asked = [attack_orders(s) for s in state.sides]
        asked = [d for d in asked if slots_of(view(state, d.seat), d)]
        if asked:
            return asked
    counters: dict[str, dict[str, int]] = {}
    for side in state.sides:
        answer = play.answers.get(f"attack:{side.id}")
        choices = answer.choices if answer else {}
        _plan(state, side.id, choices, counters)
        state.plans.calls |= calls.called(state, side.id, choices)
    _fire_orders(play, counters)
    engagement.commit(play)
    return ()


def attack_orders(side: Side) -> Decision:
    """A side is asked whom it attacks, supports and intercepts."""
    return Decision(f"attack:{side.id}", side.seat, "attack", "Attacks, artillery and squadrons", sealed=True, data={"side": side.id})


def _plan(state: LegatusState, side: str, choices: Mapping[str, Any], counters: dict[str, dict[str, int]]) -> None:
    """Put one side's orders into the plans."""
    for unit in targets.attackers(state, side):
        target = read(Attack, choices.get(unit.id)).target
        state.plans.attacks[unit.id] = target or targets.targets_of(state, unit)[0].id
    for unit in artillery.batteries(state, side):
        order = read(Barrage, choices.get(f"fire:{unit.id}"))
        state.plans.support[unit.id], counters[unit.id] = order.support, order.counter
    for id, squadron in sorted(state.squadrons.items()):
        if squadron.side == side and squadron.box == "ground_support":
            target = read(Attack, choices.get(id)).target
            if target:
                state.plans.missions[id] = target
        if squadron.side == side and squadron.box == "cap" and read(Patrol, choices.get(id)).intercept:
            state.plans.intercept.append(id)


def _fire_orders(play: Play[LegatusState], counters: dict[str, dict[str, int]]) -> None:
    """Counter-battery fire of both sides at once takes shots from its targets; what is left supports."""
    state = play.state
    lost: dict[str, int] = {}
    for battery in sorted(counters):
        for target, shots in sorted(counters[battery].items()):
            lost[target] = lost.get(target, 0) + shots
            text = f"{state.units[battery].name} fires {shots} shots at {state.units[target].name}."
            play.tell("counter_battery", text, artillery.RULE, units=[battery, target], data={"shots": shots})
    for id in sorted(state.plans.support):
        unit, wanted = state.units[id], state.plans.support[id]
        own = sum(counters[id].values())
        helped = wanted[: max(0, artillery.shots_left(unit) - own - lost.get(id, 0))]
        unit.shots += own + len(helped)
        state.plans.support[id] = helped
        if helped:
            names = ", ".join(state.units[u].name for u in helped)
            play.tell("supported", f"{unit.name} supports {names}.", artillery.RULE, units=[id, *helped], data={"wanted": len(wanted)})

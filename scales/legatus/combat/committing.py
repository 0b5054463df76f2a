"""The commitment phase: orders for attacks, artillery and squadrons, then the engagements to be fought below. legatus: Combat Phase, Artillery, Interceptors"""

from collections.abc import Mapping, Sequence
from typing import Any

from scales.engine import Decision
from scales.legatus.combat import targets
from scales.legatus.double_blind.hearing import hides
from scales.legatus.links import engagement
from scales.legatus.orders import AirDefense, Attack, Barrage, read, slots_of
from scales.legatus.state import LegatusState, Plans, Side
from scales.legatus.support import air_defense, artillery, calls
from scales.legatus.view import view
from scales.play import Play

RULE = "legatus: Combat Phase"


def give_orders(play: Play[LegatusState]) -> Sequence[Decision]:
    """Both sides seal whom they attack and support."""
    state = play.state
    if not play.answers:
        state.plans = Plans()
        asked = [attack_orders(s) for s in state.sides]
        asked = [d for d in asked if slots_of(view(state, d.seat), d)]
        if asked:
            return asked
    for side in state.sides:
        answer = play.answers.get(f"attack:{side.id}")
        choices = answer.choices if answer else {}
        _plan(state, side.id, choices)
        state.plans.calls |= calls.called(state, side.id, choices)
    _support(play)
    engagement.commit(play)
    return ()


def attack_orders(side: Side) -> Decision:
    """A side is asked whom it attacks and supports."""
    return Decision(f"attack:{side.id}", side.seat, "attack", "Attacks, artillery and squadrons", sealed=True, data={"side": side.id})


def _plan(state: LegatusState, side: str, choices: Mapping[str, Any]) -> None:
    """Put one side's orders into the plans."""
    for unit in targets.attackers(state, side):
        ordered = read(Attack, choices[unit.id]).target if unit.id in choices else ""
        if ordered or not (hides(state) and unit.id in choices):
            state.plans.attacks[unit.id] = ordered or targets.targets_of(state, unit)[0].id
    for unit in artillery.batteries(state, side):
        state.plans.support[unit.id] = read(Barrage, choices.get(f"fire:{unit.id}")).support
    for unit in air_defense.armed_of(state, side):
        if read(AirDefense, choices.get(f"fire:{unit.id}")).air_defense == "hold":
            state.plans.held.append(unit.id)
    for id, squadron in sorted(state.squadrons.items()):
        if squadron.side == side and squadron.box == "ground_support":
            target = read(Attack, choices.get(id)).target
            if target:
                state.plans.missions[id] = target


def _support(play: Play[LegatusState]) -> None:
    """Batteries fire for those they support; they are spotted when the attacks are made."""
    state = play.state
    for id, helped in sorted(state.plans.support.items()):
        unit = state.units[id]
        unit.shots += len(helped)
        if helped:
            names = ", ".join(state.units[u].name for u in helped)
            data = {"bonus": artillery.bonus_modifier(unit).value, "shots": {"used": len(helped), "left": artillery.shots_left(unit)}}
            play.tell("supported", f"{unit.name} supports {names}.", artillery.RULE, units=[id, *helped], data=data)

"""What a side is offered when it commits itself to combat: attacks, fire missions, squadrons, fire from orbit.

legatus: Combat Phase, Artillery, Interceptors, Thor, Naval Vessels
"""

from functools import partial

from scales.engine import Decision, Json, Option, Slot
from scales.late import Late
from scales.legatus.combat import combat, targets
from scales.legatus.combat.figures import against, attack_label
from scales.legatus.double_blind.hearing import hides
from scales.legatus.links import engagement
from scales.legatus.orders import slots_of
from scales.legatus.state import Century, LegatusState
from scales.legatus.support import air_offers, artillery, calls
from scales.legatus.support.gun_offers import barrages, call_options
from scales.legatus.view import View


def offers(view: View, decision: Decision) -> list[Slot]:
    return [_slot(view, id) for id in slots_of(view, decision)]


def _slot(view: View, id: str) -> Slot:
    state = view.state
    if id.startswith("fire:"):
        unit = state.units[id.removeprefix("fire:")]
        options = list(barrages(state, unit)) if artillery.is_artillery(unit) else air_offers.defense_options(state, unit)
        return Slot(id, f"fire of {unit.name}", options, unit.id)
    if id in state.units:
        unit = state.units[id]
        return Slot(id, unit.name, [*(_attack(state, unit, target) for target in targets.targets_of(state, unit)), *_hold(state)], id)
    if id in state.squadrons:
        squadron = state.squadrons[id]
        return Slot(id, squadron.name, air_offers.raid_options(state, squadron, targets.enemies_in_combat(state, view.side)), id)
    return Slot(id, f"fire from orbit: {calls.name_of(state, id)}", list(call_options(state, id)), id)


def _attack(state: LegatusState, unit: Century, target: Century) -> Option:
    return Late({"target": target.id}, partial(_tell_attack, state, unit, target))


def _tell_attack(state: LegatusState, unit: Century, target: Century) -> tuple[str, Json]:
    """The attack without artillery: each battery's option says what it adds."""
    roll = combat.attack_trial(state, unit, target)
    info = against(state, roll, target) | {
        "support_barred": artillery.shielded(state, target),
        "below": engagement.may_go_below(state, unit, target),
    }
    return attack_label("attack", roll, target), info


def _hold(state: LegatusState) -> list[Option]:
    """Whoever fires in a double-blind battle is spotted: a century may rather stay unseen. legatus: Double-blind rules: Combat"""
    return [Option({"target": ""}, "hold fire: who fires is spotted")] if hides(state) else []

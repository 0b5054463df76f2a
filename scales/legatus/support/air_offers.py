"""What squadrons are offered: targets, raids to intercept, how to meet CAP, centuries at low altitude.

legatus: Interceptors, Air/Space Defense Centuries
"""

from collections.abc import Iterator, Sequence
from functools import partial

from scales.engine import Decision, Json, Option, Slot
from scales.late import Late
from scales.legatus.combat import targets
from scales.legatus.combat.figures import against, attack_label
from scales.legatus.orders import slots_of
from scales.legatus.state import Century, LegatusState, Squadron, on_mission
from scales.legatus.support import air_defense, interceptors
from scales.legatus.view import View

MOST_TARGETS = 60


def slots(view: View, decision: Decision) -> list[Slot]:
    """The slots of `intercept`, `contact` and `low_attack`."""
    state, found = view.state, []
    for id in slots_of(view, decision):
        squadron = state.squadrons[id]
        if decision.kind == "intercept":
            options = list(_patrol(state, squadron, decision.data["flights"]))
        elif decision.kind == "contact":
            options = list(_caught(state, squadron, decision.data["contacts"][id]))
        else:
            options = raid_options(state, squadron, targets.low_targets(state, view.side))
        found.append(Slot(id, squadron.name, options, id))
    return found


def raid_options(state: LegatusState, squadron: Squadron, prey: Sequence[Century]) -> list[Option]:
    """Ground attacks: who may intercept on the way, and who fires at the squadron over its target."""
    raids = [Late({"target": target.id}, partial(_tell_raid, state, squadron, target)) for target in prey[:MOST_TARGETS]]
    return [Option({"target": ""}, "stay", {"box": squadron.box}), *raids]


def _tell_raid(state: LegatusState, squadron: Squadron, target: Century) -> tuple[str, Json]:
    roll = interceptors.attack_of(state, squadron, target)
    info = against(state, roll, target) | {
        "interceptors": [_meeting(state, cap, squadron) for cap in on_mission(state, target.side, "cap")],
        "air_defense": [air_defense.attack_on(state, u, squadron).told() for u in air_defense.defenders_of(state, target)],
        "own_defense": interceptors.defense_of(state, squadron).told(),
    }
    return attack_label("strike", roll, target), info


def defense_options(state: LegatusState, unit: Century) -> list[Option]:
    """Fire at squadrons over the friends that it covers, or stay unseen."""
    roll = air_defense.attack_on(state, unit, None)
    info: Json = {"range": air_defense.reach(), "covers": [u.id for u in air_defense.covered_by(state, unit)]}
    label = f"fire at squadrons: each is hit on {roll.target} or less"
    return [
        Option({"air_defense": "fire"}, label, info | {"roll": roll.told()}),
        Option({"air_defense": "hold"}, "hold fire: who fires is spotted", info),
    ]


def _patrol(state: LegatusState, cap: Squadron, flights: dict[str, str]) -> Iterator[Option]:
    yield Option({"raider": ""}, "stay on patrol", {"raids": flights})
    for id, target in sorted(flights.items()):
        raider = state.squadrons[id]
        info = _meeting(state, cap, raider) | {"target": target}
        label = f"intercept {raider.name} on its way to {state.units[target].name}: contact on {info['interception']['target']} or less"
        yield Option({"raider": id}, label, info)


def _meeting(state: LegatusState, cap: Squadron, raider: Squadron) -> Json:
    """The rolls when CAP goes for a raid: contact, the raider's evasion, then the attack of the CAP and a survivor's at it."""
    return {
        "cap": cap.id,
        "raider": raider.id,
        "interception": interceptors.interception(state, cap, raider).told(),
        "evasion": interceptors.evasion(state, raider).told(),
        **_combat(state, cap, raider),
    }


def _combat(state: LegatusState, cap: Squadron, raider: Squadron) -> Json:
    return {
        "attack": interceptors.attack_of(state, cap, raider).told(),
        "defense": interceptors.defense_of(state, raider).told(),
        "answer": interceptors.attack_of(state, raider, cap).told(),
        "answer_defense": interceptors.defense_of(state, cap).told(),
    }


def _caught(state: LegatusState, raider: Squadron, caps: Sequence[str]) -> Iterator[Option]:
    """Try to avoid contact or not; whom to fire back at when it comes to a fight and it is survived."""
    evasion = interceptors.evasion(state, raider)
    met = [state.squadrons[c] for c in caps]
    first = {cap.id: _combat(state, cap, raider) for cap in met}
    for cap in met:
        back = f"fire back at {cap.name}"
        info: Json = {"evasion": evasion.told(), "met_by": first}
        yield Option({"evade": True, "target": cap.id}, f"avoid contact on {evasion.target} or less, else {back}", info)
        yield Option({"evade": False, "target": cap.id}, f"fight and {back}", info | {"evasion": None})

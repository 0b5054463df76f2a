"""What a side is offered when it commits itself to combat: attacks, fire missions, squadrons, fire from calls.

legatus: Combat Phase, Artillery, Interceptors, Thor, Naval Vessels
"""

from collections.abc import Iterator
from itertools import combinations

from scales.engine import Decision, Json, Option, Slot
from scales.legatus.combat import combat, targets
from scales.legatus.links import engagement
from scales.legatus.orders import slots_of
from scales.legatus.rolls import Trial, told
from scales.legatus.state import Century, LegatusState, Squadron
from scales.legatus.support import artillery, calls, interceptors
from scales.legatus.view import View

MOST_TARGETS = 60
MOST_HELPED = 9
MOST_COUNTERED = 20


def offers(view: View, decision: Decision) -> list[Slot]:
    return [_slot(view, id) for id in slots_of(view, decision)]


def _slot(view: View, id: str) -> Slot:
    state = view.state
    if id.startswith("fire:"):
        unit = state.units[id.removeprefix("fire:")]
        return Slot(id, f"fire of {unit.name}", list(_barrages(state, unit)), unit.id)
    if id in state.units:
        unit = state.units[id]
        return Slot(id, unit.name, [_attack(state, unit, target) for target in targets.targets_of(state, unit)], id)
    if id in state.squadrons:
        squadron = state.squadrons[id]
        return Slot(id, squadron.name, _patrol(state, squadron) if squadron.box == "cap" else _raids(state, squadron), id)
    return Slot(id, f"fire from orbit: {calls.name_of(state, id)}", list(_calls(state, id)), id)


def _attack(state: LegatusState, unit: Century, target: Century) -> Option:
    """The attack without artillery: each battery's option says what it adds."""
    roll = combat.attack_trial(state, unit, target)
    info = _against(state, roll, target) | {
        "support_barred": artillery.shielded(state, target),
        "below": engagement.may_go_below(state, unit, target),
    }
    return Option({"target": target.id}, _attack_label("attack", roll, target), info)


def _against(state: LegatusState, roll: Trial, target: Century) -> Json:
    """A roll at a century, and what it rolls when it is hit."""
    morale = None if target.kind == "defensive_installation" else combat.morale_told(target)
    return {"roll": roll.told(), "at": target.at, "defense": combat.defense_trial(state, target).told(), "morale": morale}


def _attack_label(verb: str, roll: Trial, target: Century) -> str:
    hurt = ", crippled" if target.crippled else ""
    return f"{verb} {target.name} in {target.at}{hurt}: hits on {roll.target} or less"


def _barrages(state: LegatusState, unit: Century) -> Iterator[Option]:
    """Nothing, every way to support as many centuries as there are shots, all shots at one enemy battery."""
    shots, friends = artillery.shots_left(unit), artillery.supportable(state, unit.side)[:MOST_HELPED]
    bonus = artillery.bonus_modifier(unit)
    yield Option({}, "hold fire", {"shots": {"used": 0, "left": shots}, "range": artillery.RANGE})
    for group in combinations(friends, min(shots, len(friends))):
        if group:
            info: Json = {"shots": {"used": len(group), "left": shots - len(group)}, "range": artillery.RANGE, "modifiers": told([bonus])}
            label = f"support {', '.join(u.name for u in group)}: {bonus.value:+d} to each attack"
            yield Option({"support": [u.id for u in group]}, label, info)
    for enemy in artillery.counter_targets(state, unit.side)[:MOST_COUNTERED]:
        info = {"shots": {"used": shots, "left": 0}, "range": artillery.RANGE, "target_shots": artillery.shots_left(enemy)}
        yield Option({"counter": {enemy.id: shots}}, f"counter-battery fire at {enemy.name}: takes {shots} shots from it", info)


def _raids(state: LegatusState, squadron: Squadron) -> list[Option]:
    """Ground attacks: who may intercept on the way, and who fires at the squadron over its target."""
    meets = [_meeting(state, cap, squadron) for cap in _on_mission(state, "cap") if cap.side != squadron.side]
    found = [Option({"target": ""}, "stay")]
    for target in targets.squadron_targets(state, squadron.side)[:MOST_TARGETS]:
        roll = interceptors.attack_of(state, squadron, target)
        fire = [interceptors.air_defense(state, u, squadron).told() for u in interceptors.defenders_of(state, target)]
        late = not targets.in_combat(state, target)
        info = _against(state, roll, target) | {"interceptors": meets, "air_defense": fire, "after_combat": late}
        found.append(Option({"target": target.id}, _attack_label("strike", roll, target), info))
    return found


def _on_mission(state: LegatusState, box: str) -> list[Squadron]:
    return [state.squadrons[q] for q in sorted(state.squadrons) if state.squadrons[q].box == box]


def _meeting(state: LegatusState, cap: Squadron, raider: Squadron) -> Json:
    return {
        "cap": cap.id,
        "raider": raider.id,
        "interception": interceptors.interception(state, cap, raider).told(),
        "evasion": interceptors.evasion(state, raider, cap).told(),
        "attack": interceptors.attack_of(state, cap, raider).told(),
        "defense": interceptors.defense_of(state, raider).told(),
    }


def _patrol(state: LegatusState, cap: Squadron) -> list[Option]:
    meets = [_meeting(state, cap, raider) for raider in _on_mission(state, "ground_support") if raider.side != cap.side]
    number = interceptors.maneuver_of(cap)
    return [
        Option({"intercept": True}, f"intercept the first ground attack: makes contact on {number} or less", {"raiders": meets}),
        Option({"intercept": False}, "stay on patrol", {"raiders": meets}),
    ]


def _calls(state: LegatusState, id: str) -> Iterator[Option]:
    yield Option({"target": ""}, "hold", calls.course_of(state, id))
    for target in calls.targets_for(state, id)[:MOST_TARGETS]:
        rolls = calls.trials_of(state, id, target)
        info = _against(state, rolls[target.id], target) | calls.course_of(state, id)
        weak = calls.weakness_of(state, id)
        if weak:
            info["defense"] = combat.defense_trial(state, target, weak).told()
            info["strikes"] = {u: roll.told() for u, roll in rolls.items()}
        yield Option({"target": target.id}, _attack_label("strike", rolls[target.id], target), info)

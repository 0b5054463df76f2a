"""The steps of support in the combat phase: shots at enemy guns, raids to intercept, how to meet CAP, prey at low altitude."""

from collections.abc import Mapping, Sequence

from scales.engine import Decision, Json, Orders, Slot
from scales.legatus.bot import air
from scales.legatus.bot.fire import Plan
from scales.legatus.combat.targets import in_combat
from scales.legatus.state import LegatusState
from scales.legatus.support import artillery, interceptors
from scales.legatus.view import View


def decide(view: View, decision: Decision, slots: Sequence[Slot]) -> Orders:
    """An answer to counter_battery, intercept, contact or low_attack."""
    if decision.kind == "counter_battery":
        return _counter(view, slots)
    if decision.kind == "intercept":
        raiders = sorted(decision.data["flights"])
        return Orders({s.id: {"raider": raiders[n % len(raiders)]} for n, s in enumerate(slots)})
    if decision.kind == "contact":
        return Orders({s.id: _meet(view.state, s.id, decision.data["contacts"][s.id]) for s in slots})
    plan = Plan(view)
    return Orders({s.id: air.mission(plan, s) for s in slots})


def _counter(view: View, slots: Sequence[Slot]) -> Orders:
    """Each battery in turn fires at the guns that would help their side most, if that is more than its own help is worth."""
    state, orders, silenced = view.state, Orders(), dict[str, int]()
    fighting = {s.id: len(in_combat(state, s.id)) for s in state.sides if s.id != view.side}
    for slot in slots:
        own = _help(state, slot.id)
        worth = {
            n: _saved(state, o.order.get("targets", {}), fighting, silenced) - own * _used(o.order) for n, o in enumerate(slot.options)
        }
        order = slot.options[max(worth, key=lambda n: (worth[n], -n))].order
        for enemy, shots in order.get("targets", {}).items():
            silenced[enemy] = silenced.get(enemy, 0) + shots
        orders.choices[slot.id] = order
    return orders


def _used(order: Json) -> int:
    return sum(order.get("targets", {}).values())


def _help(state: LegatusState, battery: str) -> int:
    """What a shot of a battery adds to the attacks of its side: its bonus, while there is anybody to support."""
    unit = state.units[battery]
    return artillery.bonus_modifier(unit).value if artillery.supportable(state, unit) else 0


def _saved(state: LegatusState, targets: Mapping[str, int], fighting: Mapping[str, int], silenced: Mapping[str, int]) -> int:
    """What the shots taken from enemy guns would have added to the attacks of their side, which has so many centuries fighting."""
    found = 0
    for id, shots in targets.items():
        enemy = state.units[id]
        found += min(shots, max(0, fighting[enemy.side] - silenced.get(id, 0))) * artillery.bonus_modifier(enemy).value
    return found


def _meet(state: LegatusState, raider: str, caps: Sequence[str]) -> Json:
    """Fight one that is weaker, avoid others; fire back at the one that falls most easily."""
    mine, met = interceptors.values_of(state.squadrons[raider]), [state.squadrons[c] for c in caps]
    target = min(met, key=lambda cap: (interceptors.values_of(cap).defense, cap.id))
    theirs = sum(interceptors.values_of(cap).attack for cap in met)
    return {"evade": mine.attack + mine.defense <= theirs + interceptors.values_of(target).defense, "target": target.id}

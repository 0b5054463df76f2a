"""The steps of support in the combat phase: shots at enemy guns, raids to intercept, how to meet CAP, prey at low altitude."""

from collections.abc import Sequence

from scales.engine import Decision, Json, Orders, Slot
from scales.legatus.bot import air
from scales.legatus.bot.fire import Plan
from scales.legatus.state import LegatusState
from scales.legatus.support import artillery, interceptors
from scales.legatus.view import View


def decide(view: View, decision: Decision, slots: Sequence[Slot]) -> Orders:
    """An answer to counter_battery, intercept, contact or low_attack."""
    if decision.kind == "counter_battery":
        return Orders({s.id: _counter(view.state, s) for s in slots})
    if decision.kind == "intercept":
        raiders = sorted(decision.data["flights"])
        return Orders({s.id: {"raider": raiders[n % len(raiders)]} for n, s in enumerate(slots)})
    if decision.kind == "contact":
        return Orders({s.id: _meet(view.state, s.id, decision.data["contacts"][s.id]) for s in slots})
    plan = Plan(view)
    return Orders({s.id: air.mission(plan, s) for s in slots})


def _counter(state: LegatusState, slot: Slot) -> Json:
    """Guns that have nobody to support fire at enemy guns, as many shots as they can."""
    fire = [o.order for o in slot.options if o.order.get("targets")]
    idle = not artillery.supportable(state, state.units[slot.id])
    return max(fire, key=lambda order: sum(order["targets"].values())) if fire and idle else {}


def _meet(state: LegatusState, raider: str, caps: Sequence[str]) -> Json:
    """Fight one that is weaker, avoid others; fire back at the one that falls most easily."""
    mine, met = interceptors.values_of(state.squadrons[raider]), [state.squadrons[c] for c in caps]
    target = min(met, key=lambda cap: (interceptors.values_of(cap).defense, cap.id))
    theirs = sum(interceptors.values_of(cap).attack for cap in met)
    return {"evade": mine.attack + mine.defense <= theirs + interceptors.values_of(target).defense, "target": target.id}

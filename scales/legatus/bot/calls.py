"""When to call on satellites, which come once, and on ships, whose fire strikes friends too. legatus: Thor, Naval Vessels"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scales.engine import Json, Slot
from scales.legatus.bot.values import harm
from scales.legatus.combat import combat
from scales.legatus.rolls import tenths
from scales.legatus.support import calls
from scales.legatus.tables import tables

if TYPE_CHECKING:
    from scales.legatus.bot.fire import Plan

WORTH_A_SATELLITE = 60
"""What a satellite waits for, until the last turns."""
LAST_TURNS = 2


def call(plan: Plan, slot: Slot) -> Json:
    """The target that is worth most, if any is worth it."""
    ships = bool(calls.weakness_of(plan.state, slot.id))
    worth = {t: _worth(plan, slot.id, t, ships) for t in (str(o.order["target"]) for o in slot.options) if t}
    best = max(worth, key=lambda t: (worth[t], t), default="")
    late = plan.state.at.turn + LAST_TURNS > plan.state.turn_limit
    if not best or worth[best] <= (0 if ships or late else WORTH_A_SATELLITE):
        return {"target": ""}
    return {"target": best}


def _worth(plan: Plan, id: str, target: str, ships: bool) -> int:
    """The harm to enemies less that to friends."""
    state, total = plan.state, 0
    weaker = int(tables()["naval"]["defense"]) if ships else 0
    for struck, trial in calls.trials_of(state, id, state.units[target]).items():
        unit = state.units[struck]
        cost = harm(state, unit, combat.defense_value(state, unit) + weaker, unit.altitude == "dug_in") * tenths(state, trial.target) // 10
        total += cost if unit.side != plan.side else -cost
    return total

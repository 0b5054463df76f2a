"""What squadrons do: CAP while the enemy can strike, ground support while there is something to strike, raids where they pay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scales.engine import Json, Slot
from scales.legatus.board import gap
from scales.legatus.rolls import tenths
from scales.legatus.state import LegatusState, Squadron, enemies_of, units_of
from scales.legatus.support import air_defense, interceptors
from scales.legatus.tables import kinds, tables
from scales.legatus.view import View

if TYPE_CHECKING:
    from scales.legatus.bot.fire import Plan

LOSS = 100
"""A hundredth of a victory point."""
IN_REACH = 8
"""Hexes between the sides at which they may fight this turn."""


def assign(view: View, slots: Sequence[Slot]) -> dict[str, Json]:
    """The best fliers go on CAP, one for each enemy squadron that may come but never more than half; the rest support the ground."""
    squadrons = view.state.squadrons
    mine = sorted((squadrons[s.id] for s in slots), key=lambda q: (-kinds()[q.kind].whole.maneuver, q.id))
    if not _may_fight(view.state, view.side):
        return {q.id: {"box": "ready"} for q in mine}
    threat = sum(q.side != view.side and q.box == "ready" for q in squadrons.values())
    patrols = min(threat, (len(mine) + 1) // 2 if len(mine) > 1 else view.state.at.turn % 2)
    return {q.id: {"box": "cap" if n < patrols else "ground_support"} for n, q in enumerate(mine)}


def _may_fight(state: LegatusState, side: str) -> bool:
    """Can anybody meet an enemy this turn? One that nobody has seen is not known to be far."""
    enemies = enemies_of(state, side)
    return not enemies or any(gap(u.at, e.at) <= IN_REACH for u in units_of(state, side) for e in enemies)


def mission(plan: Plan, slot: Slot) -> Json:
    """Ground support strikes where what it does is worth more than what it risks."""
    squadron = plan.state.squadrons[slot.id]
    raids = [o for o in slot.options if o.order.get("target")]
    worth = {str(o.order["target"]): _raid(plan, squadron, str(o.order["target"])) for o in raids}
    best = max(worth, key=lambda t: (worth[t], t), default="")
    if not best or worth[best] <= 0:
        return {"target": ""}
    plan.strike(best, _hits(plan.state, squadron, best))
    return {"target": best}


def _hits(state: LegatusState, squadron: Squadron, target: str) -> int:
    return tenths(state, interceptors.attack_of(state, squadron, state.units[target]).target)


def _raid(plan: Plan, squadron: Squadron, target: str) -> int:
    """What an attack is worth less what the fire over the target costs."""
    state, unit = plan.state, plan.state.units[target]
    fire = [tenths(state, air_defense.attack_on(state, u, squadron).target) for u in air_defense.defenders_of(state, unit)]
    falls = 10 - tenths(state, interceptors.defense_of(state, squadron).target)
    lost = int(tables()["victory_points"][kinds()[squadron.kind].group][1]) * LOSS
    return plan.worth(target, _hits(state, squadron, target)) - min(10, sum(fire)) * falls * lost // 100

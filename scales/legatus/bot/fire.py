"""Whom to attack and whom guns help: the most harm for every roll, and no more on an enemy than it needs."""

from collections.abc import Sequence

from scales.engine import Json, Orders, Slot
from scales.legatus.bot import air, calls
from scales.legatus.bot.values import harm_now
from scales.legatus.combat import combat
from scales.legatus.rolls import tenths
from scales.legatus.support import artillery
from scales.legatus.view import View


class Plan:
    """What one side has decided so far: `hurt` tenths of a chance that an enemy will have failed a defense roll, `aimed` the target of each
    century, `extra` what guns add to its attack; `harms` what a hit on an enemy is worth as it stands and once it is crippled."""

    def __init__(self, view: View) -> None:
        self.state, self.side = view.state, view.side
        self.hurt: dict[str, int] = {}
        self.harms: dict[str, tuple[int, int]] = {}
        self.aimed: dict[str, str] = {}
        self.extra: dict[str, int] = {}

    def worth(self, target: str, likely: int) -> int:
        """What an attack that hits with tenths of a chance is worth after those already decided."""
        unit, hurt = self.state.units[target], self.hurt.get(target, 0)
        if target not in self.harms:
            self.harms[target] = harm_now(self.state, unit), harm_now(self.state, unit, crippled=True)
        fresh, worn = self.harms[target]
        harm = fresh * (10 - hurt) // 10 if unit.crippled else (fresh * (10 - hurt) + worn * hurt) // 10
        return harm * likely // 10

    def strike(self, target: str, likely: int) -> None:
        """Count an attack in."""
        fails = 10 - tenths(self.state, combat.defense_value(self.state, self.state.units[target]))
        hurt = self.hurt.get(target, 0)
        self.hurt[target] = hurt + (10 - hurt) * likely * fails // 100

    def attack_of(self, id: str, more: int = 0) -> int:
        """Tenths of a chance that a century hits with the support it has, and some more."""
        return tenths(self.state, combat.attack_value(self.state, self.state.units[id]) + self.extra.get(id, 0) + more)


def attack(view: View, slots: Sequence[Slot]) -> Orders:
    """Centuries choose first, those with the fewest targets before the others; then guns, squadrons, and what is called from orbit."""
    plan, orders = Plan(view), Orders()
    units = view.state.units
    for slot in sorted((s for s in slots if s.id in units), key=lambda s: (len(s.options), s.id)):
        orders.choices[slot.id] = _target(plan, slot)
    for slot in (s for s in slots if s.id not in units):
        if slot.id.startswith("fire:"):
            orders.choices[slot.id] = _barrage(plan, slot)
        elif slot.id in view.state.squadrons:
            orders.choices[slot.id] = air.mission(plan, slot)
        else:
            orders.choices[slot.id] = calls.call(plan, slot)
    return orders


def _target(plan: Plan, slot: Slot) -> Json:
    likely = plan.attack_of(slot.id)
    named = [o for o in slot.options if o.order.get("target")]
    if not named:
        return slot.options[0].order
    best = max(named, key=lambda o: (plan.worth(str(o.order["target"]), likely), o.order["target"]))
    plan.aimed[slot.id] = str(best.order["target"])
    plan.strike(plan.aimed[slot.id], likely)
    return best.order


def _barrage(plan: Plan, slot: Slot) -> Json:
    """Support where it changes most; guns that change nothing hold their fire. Air/space defense always fires."""
    battery = plan.state.units[slot.id.removeprefix("fire:")]
    if not artillery.is_artillery(battery):
        return {"air_defense": "fire"}
    bonus = artillery.bonus_modifier(battery).value
    gains = {u: _gain(plan, u, bonus) for u in plan.aimed}
    best = max(slot.options, key=lambda o: sum(gains.get(u, 0) for u in o.order.get("support", ())))
    for helped in best.order.get("support", ()):
        plan.extra[helped] = plan.extra.get(helped, 0) + bonus
    return best.order


def _gain(plan: Plan, id: str, bonus: int) -> int:
    """What a bonus adds to the worth of a century's attack; nothing under the cover of air/space defense."""
    target = plan.aimed[id]
    if artillery.shielded(plan.state, plan.state.units[target]):
        return 0
    return plan.worth(target, plan.attack_of(id, bonus)) - plan.worth(target, plan.attack_of(id))

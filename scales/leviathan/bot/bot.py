"""A sensible commander: closes to where its broadside counts, keeps it on the enemy, concentrates fire, spends missiles where they tell."""

from collections.abc import Sequence

from scales.dice import Dice
from scales.engine import Decision, Option, Orders, Slot
from scales.leviathan.bot import (
    close_quarters,
    errands,
    flying,
    installations,
    opening,
    point_defence,
    power,
    repairs,
    shooting,
    steering,
    striking,
)
from scales.leviathan.bot.nearest import nearest_enemy
from scales.leviathan.bot.picks import Pick, by_value
from scales.leviathan.view import View


def choose(view: View, decision: Decision, offers: Sequence[Slot], dice: Dice) -> Orders:
    """One option per slot; the shares of turrets and the targets of bays are mixed from several."""
    if decision.kind == "fire":
        return shooting.fire_all(view, offers)
    if decision.kind == "turrets":
        return point_defence.defend(view, decision, offers)
    if decision.kind == "fighters":
        return striking.attack_all(view, offers)
    pick = _KINDS[decision.kind]
    return Orders({slot.id: pick(view, decision, slot, dice).order for slot in offers})


def _move(view: View, decision: Decision, slot: Slot, _dice: Dice) -> Option:
    state, unit = view.state, decision.units[0]
    if unit in state.fighters:
        return flying.fly(state, state.fighters[unit], slot)
    return steering.steer(state, state.ships[unit], slot)


def _next(view: View, decision: Decision, slot: Slot, _dice: Dice) -> Option:
    """Hold back the units nearest to the enemy."""
    units = {u: view.state.ships.get(u) or view.state.fighters[u] for u in decision.units}
    return max(slot.options, key=lambda o: (nearest_enemy(view.state, units[o.order["unit"]]), o.order["unit"]))


_KINDS: dict[str, Pick] = {
    "organize": opening.organize, "deploy": opening.deploy, "first": power.first, "power": power.allocate, "next": _next, "move": _move,
    "down": errands.down, "search": errands.search, "assign": errands.assign, "launch": errands.launch,
    "abandon": installations.abandon, "lifeboats": installations.fly_lifeboat,
    "collisions": close_quarters.declare, "struck": by_value, "ground_fire": by_value, "ground_turrets": by_value, "repair": repairs.mend,
}  # fmt: skip

"""How the bot fights: it paints what many can shoot at, gathers its fire, and keeps artillery and ships off its own units."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from scales.centurion import aim, hidden, installation_tactics
from scales.centurion.catalog import vehicle_type
from scales.centurion.state import PARITY, BattleState, Squad, Vehicle
from scales.dice import Dice
from scales.engine import Decision, Json, Option, Orders, Slot
from scales.hexes import distance

SUPPORT_RANGE = 12
ENOUGH = 900
"""Expected boxes in tenths on one vehicle beyond which more fire is better spent elsewhere."""
SPOTTING = 2500
"""Worth of marking a hex: about as much as a sure paint on a strong shield for four friends."""
WORTH_FIRING = 60
"""Boxes in tenths that a watcher expects of its fire before it gives up waiting for a better target."""
LEAST_CALL = 15
"""Score of a hex (an enemy at rest is worth ten, friends count against it) at which a mission is worth its shot."""


def choose(state: BattleState, decision: Decision, offers: Sequence[Slot], _dice: Dice) -> Orders:
    """One option for each slot."""
    pick: Callable[[BattleState, Decision, Sequence[Slot]], dict[str, Json]] = {
        "paint": _paint,
        "fire": _fire,
        "artillery": _artillery,
        "opportunity": _opportunity,
    }.get(decision.kind, _best_score)
    orders = pick(state, decision, [_in_hiding(state, slot) for slot in offers])
    return Orders(installation_tactics.idle(state, orders) if decision.kind in ("paint", "fire") else orders)


def _in_hiding(state: BattleState, slot: Slot) -> Slot:
    """A hidden unit does nothing that shows it but fire at an enemy who is near."""
    unit = state.unit(slot.unit)
    if unit is None or not unit.hidden:
        return slot
    quiet = [o for o in slot.options if not o.order or ("expected_tenths" in o.info and o.info["range"] <= hidden.NEAR)]
    return replace(slot, options=quiet or slot.options)


# --- painting -------------------------------------------------------------------------------------------------------------------


def _paint(state: BattleState, decision: Decision, offers: Sequence[Slot]) -> dict[str, Json]:
    """Targets with strong shields that many friends can reach; one unit marks each hex that artillery falls on."""
    side = decision.data["side"]
    missed: dict[str, int] = {}
    marked: set[str] = set()
    friends = [u for u in state.in_play() if u.side == side and isinstance(u, Vehicle)]
    wants: dict[str, int] = {}
    orders: dict[str, Json] = {}
    for slot in offers:
        best, gain = slot.options[0], 0
        for option in slot.options:
            if "paint" in option.order and option.order["paint"] not in wants:
                wants[option.order["paint"]] = _wanted(state, option.order["paint"], friends)
            worth = _painting_worth(option, wants, missed, marked)
            if worth > gain:
                best, gain = option, worth
        orders[slot.id] = best.order
        if "paint" in best.order:
            missed[best.order["paint"]] = missed.get(best.order["paint"], 100) * (100 - best.info["chance"]) // 100
        elif "spot" in best.order:
            marked.add(best.order["spot"])
    return orders


def _painting_worth(option: Option, wants: dict[str, int], missed: dict[str, int], marked: set[str]) -> int:
    """Chance to paint, of what is not painted yet, times what paint on that target is worth."""
    if "spot" in option.order:
        return 0 if option.order["spot"] in marked else SPOTTING
    if "paint" not in option.order:
        return 0
    target = option.order["paint"]
    return int(option.info["chance"]) * missed.get(target, 100) * wants[target] // 100


def _wanted(state: BattleState, target: str, friends: list[Vehicle]) -> int:
    """Shield factor times the friends near enough to use the paint."""
    vehicle = state.vehicles.get(target)
    if vehicle is None or vehicle.hex is None:
        return 4 * len(friends)
    near = sum(1 for f in friends if f.hex is not None and distance(f.hex, vehicle.hex, PARITY) <= SUPPORT_RANGE)
    return near * max(aim.shield_factor(vehicle.shields, side) for side in ("front", "left", "right"))


# --- fire -----------------------------------------------------------------------------------------------------------------------


def _fire(state: BattleState, _decision: Decision, offers: Sequence[Slot]) -> dict[str, Json]:
    """The strongest shots first; each following unit prefers what is already under fire until that is enough. Equals go by name and range."""
    orders: dict[str, Json] = {}
    planned: dict[str, int] = {}
    for slot in sorted(offers, key=lambda s: (-max(int(o.info["expected_tenths"]) for o in s.options), s.id)):
        best = max(slot.options, key=lambda o: (_shot_worth(state, o, planned), o.label.rpartition(" (")[0] or o.label))
        orders[slot.id] = best.order
        if "target" in best.info:
            target = best.info["target"]
            planned[target] = planned.get(target, 0) + best.info["expected_tenths"]
    return orders


def _shot_worth(state: BattleState, option: Option, planned: dict[str, int]) -> int:
    """Expected boxes weighed by the target; missiles are kept for shots that have a chance."""
    if "target" not in option.info:
        return 0
    target = option.info["target"]
    already = planned.get(target, 0)
    weight = _target_weight(state, target) * (100 + min(already, ENOUGH) // 12 if already < ENOUGH else 40)
    return int(option.info["expected_tenths"]) * weight


def _target_weight(state: BattleState, target: str) -> int:
    """Dear and damaged vehicles first; buildings last."""
    unit = state.unit(target)
    if unit is None:
        return 60 if not target.startswith("building:") else 15
    if isinstance(unit, Squad):
        return 60
    hurt = sum(1 for facing in unit.armor.values() for row in facing.rows if row.bit_count() < facing.width)
    return 80 + 2 * vehicle_type(unit.type).points + 2 * min(hurt, 20) + (25 if unit.internals else 0)


# --- calls ----------------------------------------------------------------------------------------------------------------------


def _artillery(_state: BattleState, _decision: Decision, offers: Sequence[Slot]) -> dict[str, Json]:
    """Airburst rounds on the best hexes, another one for each mission."""
    used: set[str] = set()
    orders: dict[str, Json] = {}
    for slot in offers:
        free = [
            o for o in slot.options if o.order.get("round") == "hafe_i" and o.order["hex"] not in used and o.info["score"] >= LEAST_CALL
        ]
        best = max(free, key=lambda o: int(o.info["score"]), default=None)
        orders[slot.id] = best.order if best is not None else {}
        if best is not None:
            used.add(best.order["hex"])
    return orders


def _opportunity(_state: BattleState, _decision: Decision, offers: Sequence[Slot]) -> dict[str, Json]:
    """A watcher fires with all that bears once its expected damage is worth the attack of the turn."""
    best = {slot.id: max(slot.options, key=lambda o: int(o.info["expected_tenths"])) for slot in offers}
    return {id: option.order if option.info["expected_tenths"] >= WORTH_FIRING else {} for id, option in best.items()}


def _best_score(_state: BattleState, decision: Decision, offers: Sequence[Slot]) -> dict[str, Json]:
    """The option of the highest score; doing nothing counts as a low one."""
    low = 0 if decision.kind == "air" else LEAST_CALL - 1
    return {slot.id: max(slot.options, key=lambda o: (int(o.info.get("score", low)), o.label)).order for slot in offers}

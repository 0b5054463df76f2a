"""Fire plans offered to a side, a slot for each unit, and the check of what comes back (centurion: Weapons Fire)."""

from typing import Any

from scales.centurion import aim, plans
from scales.centurion.painting import name_of
from scales.centurion.plans import Bearing
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.centurion.weapons import described
from scales.engine import Decision, Fault, Json, Option, Orders, Slot

RULE = "centurion: Weapons Fire"


def offers(state: BattleState, decision: Decision) -> list[Slot]:
    """A slot for each unit that can fire: hold fire, or all that bears on one of its best targets."""
    return [_slot(state, id) for id in decision.data["units"]]


def _slot(state: BattleState, id: str) -> Slot:
    unit = state.unit(id)
    hold = Option({}, "hold fire", {"expected": 0})
    if isinstance(unit, Squad):
        found = [_squad_option(state, *plan[:3]) for plan in plans.squad_plans(state, unit)[: plans.MOST_TARGETS]]
    elif unit is not None:
        found = [option for b in plans.bearings(state, unit)[: plans.MOST_TARGETS] for option in _vehicle_options(state, unit, b)]
    else:
        found = []
    return Slot(id, f"{name_of(state, id)} fires", [hold, *found])


def _vehicle_options(state: BattleState, vehicle: Vehicle, bearing: Bearing) -> list[Option]:
    """Everything that bears; when that spends missiles, also everything but those."""
    options = [_option(state, bearing)]
    if any(s.arm.family == "missile" for s in bearing.shots):
        sparing = plans.bearing(state, vehicle, bearing.aim.target, bearing.aim, missiles=False)
        options += [_option(state, sparing, ", sparing missiles")] if sparing is not None else []
    return options


def _option(state: BattleState, bearing: Bearing, note: str = "") -> Option:
    found = bearing.aim
    lines = [
        {
            "weapon": described(s.arm, s.shell),
            "to_hit": aim.number(found, s.arm),
            "modifiers": [f"{m.name} {m.value:+d}" for m in aim.modifiers_for(found, s.arm)],
        }
        for s in bearing.shots
    ]
    info: Json = {"expected": bearing.expected, "range": found.range, "facing": found.facing, "painted": found.painted, "weapons": lines}
    info["target"] = found.target
    label = f"fire at {name_of(state, found.target)}, range {found.range}: {len(lines)} weapon{'s' if len(lines) != 1 else ''}{note}"
    return Option(plans.plan_of(bearing.shots), label, info)


def _squad_option(state: BattleState, order: Json, found: aim.Aim, expected: int) -> Option:
    arm, count = plans.squad_weapon(state, state.squads[found.firer], order["action"], found.target)
    number = aim.number(found, arm)
    info = {"expected": expected, "range": found.range, "to_hit": number, "target": found.target}
    return Option(order, f"{count} x {arm.name} at {name_of(state, found.target)}, range {found.range}", info)


def check(state: BattleState, decision: Decision, orders: Orders) -> list[Fault]:
    """All faults of fire orders."""
    asked: list[Any] = decision.data["units"]
    return [Fault("not_legal", text, id) for id in asked if id in orders.choices for text in plans.faults(state, id, orders.choices[id])]

"""Fire plans offered to a side, a slot for each unit, and the check of what comes back (centurion: Weapons Fire)."""

from typing import Any

from scales.centurion.catalog import vehicle_type
from scales.centurion.combat import aim, moments, plan_faults, plans, squad_plans, to_hit, vulcan
from scales.centurion.combat.aim import Aim
from scales.centurion.combat.painting import name_of
from scales.centurion.combat.plans import Bearing
from scales.centurion.combat.weapons import SHIELDED, Weapon, described
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.centurion.support import craft_aim
from scales.engine import Decision, Fault, Json, Option, Orders, Slot

RULE = "centurion: Weapons Fire"


def offers(state: BattleState, decision: Decision) -> list[Slot]:
    """A slot for each unit that can fire: hold fire, or all that bears on one of its best targets."""
    return [_slot(state, id) for id in decision.data["units"]]


def _slot(state: BattleState, id: str) -> Slot:
    """A unit that cannot fire any more (a ruling took it off the table) holds its fire."""
    unit = state.unit(id)
    hold = [Option({}, "hold fire", {"expected_tenths": 0})]
    if isinstance(unit, Squad) and unit.concealed:
        hold.append(Option({"action": "appear"}, "come out of hiding without firing", {"expected_tenths": 0}))
    if isinstance(unit, Vehicle) and vulcan.is_needed(state, unit):
        hold += [_vulcan_option(unit, engaged) for engaged in range(plan_faults.most_engaged(unit) + 1)]
    if unit is None or not aim.can_fire(unit):
        found = []
    elif isinstance(unit, Squad):
        found = [squad_option(state, *plan) for plan in squad_plans.squad_plans(state, unit)[: plans.MOST_TARGETS]]
    else:
        found = [option for b in plans.bearings(state, unit)[: plans.MOST_TARGETS] for option in _vehicle_options(state, unit, b)]
    return Slot(id, f"{name_of(state, id)} fires", [*hold, *found], id)


def _vulcan_option(vehicle: Vehicle, engaged: int) -> Option:
    """Hold fire, with the number of missiles that the Vulcan engages (`info`: that number, and on what it destroys each of them)."""
    number = vulcan.number(vehicle_type(vehicle.type).vulcan, engaged)
    how = (
        f"up to {engaged} missile{'s' if engaged != 1 else ''} with the Vulcan, on {number} or less"
        if engaged
        else "no missile with the Vulcan"
    )
    return Option({"vulcan": engaged}, f"engage {how}, and hold fire", {"expected_tenths": 0, "vulcan": engaged, "to_hit": number})


def _vehicle_options(state: BattleState, vehicle: Vehicle, bearing: Bearing) -> list[Option]:
    """Everything that bears; when that spends missiles, also everything but those. At a strafing craft, at each moment worth a thought."""
    if craft_aim.is_strafing(state, bearing.aim.target):
        return _moment_options(state, vehicle, bearing.aim.target)
    options = [option(state, bearing)]
    if any(s.arm.family == "missile" for s in bearing.shots):
        sparing = plans.bearing(state, vehicle, bearing.aim.target, bearing.aim, missiles=False)
        options += [option(state, sparing, ", sparing missiles")] if sparing is not None else []
    return options


def _moment_options(state: BattleState, vehicle: Vehicle, craft: str) -> list[Option]:
    """`info` as of other fire, and the `moment` of the run with the hex over which the craft is then (centurion: Return Fire)."""
    run, options = state.runs[craft], list[Option]()
    sure = craft_aim.sure(state, run)
    for at, found in moments.bearings(state, vehicle, craft):
        plain = option(state, found, f" {moments.words(at, sure)}")
        hex = craft_aim.passed(run, at if isinstance(at, int) else sure)
        where = {"moment": at, "hex": hex.label, "at": [hex.column, hex.row]}
        options.append(Option(moments.order_at(state, vehicle, found, at), plain.label, {**plain.info, **where}))
    return options


def option(state: BattleState, bearing: Bearing, note: str = "") -> Option:
    """`info`: target, range, side struck, painted, expected boxes in tenths; a line for each weapon with its number and every modifier."""
    found, count = bearing.aim, len(bearing.shots)
    name, lines = name_of(state, found.target), _lines(bearing)
    label = f"fire at {name}, range {found.range}: {count} weapon{'s' if count != 1 else ''}{note} ({_summary(found, lines)})"
    return Option(plans.plan_of(bearing.shots), label, {**_about(found, name), "expected_tenths": bearing.expected, "weapons": lines})


def _about(found: Aim, name: str) -> Json:
    """What is the same for all weapons."""
    return {"target": found.target, "name": name, "range": found.range, "facing": found.facing, "painted": found.painted}


def _lines(bearing: Bearing) -> list[Json]:
    """One line for each shot; the reckoning is the same for all weapons that shields hinder, and for all others."""
    known: dict[bool, Json] = {}
    lines = []
    for shot in bearing.shots:
        shielded = shot.arm.family in SHIELDED
        if shielded not in known:
            known[shielded] = to_hit.reckoned(bearing.aim, shot.arm).info()
        lines.append(
            {
                "weapon": described(shot.arm, shot.shell),
                "mount": shot.mount,
                "shell": shot.shell,
                "damage": plans.damage(shot.arm, shot.shell),
                "expected_tenths": plans.worth(bearing.aim, shot.arm, shot.shell),
                **known[shielded],
            }
        )
    return lines


def _summary(found: Aim, lines: list[Json]) -> str:
    """'front, painted, on 6 or less'."""
    numbers = sorted({line["to_hit"] for line in lines})
    words = [found.facing] if found.facing else []
    words += ["painted"] if found.painted else []
    return ", ".join([*words, f"on {' and '.join(map(str, numbers))} or less"])


def squad_option(state: BattleState, order: Json, found: Aim, expected: int, arm: Weapon) -> Option:
    """What a squad can do to a target, with the weapon's number and every modifier."""
    _, count = squad_plans.squad_weapon(state, state.squads[found.firer], order["action"], found.target)
    name, reckoned = name_of(state, found.target), to_hit.reckoned(found, arm)
    line = {"weapon": arm.name, "attacks": count, "damage": plans.damage(arm, ""), "expected_tenths": expected, **reckoned.info()}
    label = f"{count} x {arm.name} at {name}, range {found.range} ({_summary(found, [line])})"
    return Option(order, label, {**_about(found, name), "expected_tenths": expected, "to_hit": reckoned.number, "weapons": [line]})


def check(state: BattleState, decision: Decision, orders: Orders) -> list[Fault]:
    """All faults of fire orders."""
    asked: list[Any] = decision.data["units"]
    return [
        Fault("not_legal", text, id) for id in asked if id in orders.choices for text in plan_faults.faults(state, id, orders.choices[id])
    ]

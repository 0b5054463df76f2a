"""Why a fire order is refused: lines of a vehicle's plan one by one and together, and which units fire at all (centurion: Weapons Fire).

Orders are as in `plans`.
"""

from collections.abc import Mapping
from typing import Any

from scales.centurion.catalog import vehicle_type
from scales.centurion.combat import aim, moments, vulcan
from scales.centurion.combat.aim import Aim
from scales.centurion.combat.plans import (
    FIRING_ARCS,
    MISSILES_A_TURN,
    NO_PLACE,
    Shot,
    aim_at,
    armed,
    bearing,
    is_place,
    no_aim,
    not_played,
    targets_near,
    why_not,
)
from scales.centurion.combat.squad_plans import appear_faults, squad_faults, squad_plans
from scales.centurion.combat.weapons import DIRECT, Weapon, weapon
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.centurion.support import fire_up

MAX_SHOTS = 24
MISSILES = "centurion: Missiles"
WEAPONS_FIRE, SQUADS, SQUAD_PAINTS = "centurion: Weapons Fire", "centurion: Infantry Combat", "centurion: Infantry Squad Painting"
FIRED_ABOVE = "centurion: Attacking Fighters from the Centurion Board"
UNDER_WATER, DROPPED, GUNNER = "centurion: Grounding in Water", "centurion: Landing or Launching Centurion Units", "centurion: Gunner Hit"


def has_target(state: BattleState, unit: Vehicle | Squad) -> bool:
    """Can the unit fire at anything at all?"""
    if isinstance(unit, Squad):
        return bool(squad_plans(state, unit))
    return any(bearing(state, unit, target) is not None for target in targets_near(state, unit))


def vehicle_faults(state: BattleState, vehicle: Vehicle, order: Mapping[str, Any]) -> list[str]:
    """Why a vehicle's fire plan is refused, every reason."""
    lines = order.get("fire", [])
    engaged = order.get("vulcan", 0)
    if set(order) - {"fire", "vulcan", "place", "at"} or not isinstance(lines, list) or len(lines) > MAX_SHOTS:
        return [f"A fire plan is a list of at most {MAX_SHOTS} lines [weapon number, target, shell]."]
    if not is_place(order):
        return [NO_PLACE]
    if type(engaged) is not int or not 0 <= engaged <= most_engaged(vehicle):
        most = most_engaged(vehicle)
        engages = f"The Vulcan of {vehicle.name} engages 0 to {most} missiles" if most else f"{vehicle.name} has no Vulcan"
        return [f"{engages} ({vulcan.RULE})."]
    if wrong := moments.faults(state, vehicle, order):
        return wrong
    arms = {number: (arm, where) for number, arm, where in armed(vehicle)}
    craft = moments.craft_of(state, order)
    free = craft and aim_at(state, vehicle, craft) is not None
    aims: dict[str, Aim | None] = {craft: moments.aim_at(state, vehicle, craft, order.get("at", moments.END))} if free else {}
    shots, faults = [], []
    for line in lines:
        shot, fault = _read(state, vehicle, arms, aims, line)
        faults += [fault] if fault else []
        shots += [shot] if shot else []
    return faults + _together(state, vehicle, shots)


def most_engaged(vehicle: Vehicle) -> int:
    """Missiles that its Vulcan can engage in a turn; 0 without one (centurion: Vulcan Anti-Missile To-Hit Table)."""
    kind = vehicle_type(vehicle.type).vulcan
    return sum(1 for number in weapon(f"vulcan_{kind}").intercept if number) if kind else 0


def _read(
    state: BattleState, vehicle: Vehicle, arms: dict[int, tuple[Weapon, str]], aims: dict[str, Aim | None], line: Any
) -> tuple[Shot | None, str]:
    if not (isinstance(line, list) and len(line) == 3 and type(line[0]) is int and isinstance(line[1], str) and isinstance(line[2], str)):
        return None, "A line of a fire plan is [weapon number, target, shell]."
    number, target, shell = line
    if number not in arms:
        return None, f"{vehicle.name} has no working weapon {number}."
    if target not in aims:
        aims[target] = aim_at(state, vehicle, target)
    found = aims[target]
    if found is None:
        return None, no_aim(state, vehicle, target)
    arm, where = arms[number]
    fault = why_not(vehicle, arm, where, found, shell) or not_played(state, found, shell)
    return Shot(number, arm, target, shell), f"{vehicle.name} cannot fire at {target[:40]}: {fault}." if fault else ""


def _together(state: BattleState, vehicle: Vehicle, shots: list[Shot]) -> list[str]:
    """Limits on the whole plan: one shot a gun, one target for all direct fire, one for all missiles (centurion: Firing Arcs, Missiles)."""
    faults = []
    guns = [s.mount for s in shots if s.arm.family != "missile"]
    if len(guns) != len(set(guns)):
        faults.append(f"A gun or laser of {vehicle.name} fires once a turn.")
    for families, what in (((*DIRECT, "artillery"), "direct-fire weapons"), (("missile",), "missiles")):
        if len({s.target for s in shots if s.arm.family in families}) > 1:
            faults.append(f"All {what} of {vehicle.name} must fire at one target ({FIRING_ARCS}).")
    for kind, most in MISSILES_A_TURN.items():
        fired = sum(s.arm.kind == kind for s in shots)
        if fired > min(most, vehicle.missiles.get(kind, 0)):
            left = min(most, vehicle.missiles.get(kind, 0))
            faults.append(f"{vehicle.name} may fire {left} {kind.upper()} missiles this turn, not {fired} ({MISSILES}).")
    return faults + _craft_alone(state, vehicle, shots) + _too_many_up(state, vehicle, shots)


def _craft_alone(state: BattleState, vehicle: Vehicle, shots: list[Shot]) -> list[str]:
    """Who fires at a craft has no other target (centurion: Return Fire)."""
    crafts = {a.craft for a in state.air}
    mixed = len({s.target for s in shots}) > 1 and any(s.target in crafts for s in shots)
    return [f"{vehicle.name} fires at a craft and may have no other target (centurion: Return Fire)."] if mixed else []


def _too_many_up(state: BattleState, vehicle: Vehicle, shots: list[Shot]) -> list[str]:
    """A gunner serves only so many weapons against a craft of the board above (centurion: Attacks at LAF)."""
    fired, most = len({s.mount for s in shots if fire_up.craft_of(state, s.target) is not None}), fire_up.most_weapons()
    return [f"The gunner of {vehicle.name} serves {most} weapons against a craft, not {fired} ({fire_up.RULE})."] if fired > most else []


def _idle(unit: Vehicle | Squad) -> str:
    """Why a unit that is ordered to fire does not fire in this turn (`aim.can_fire`)."""
    if unit.destroyed or unit.left or unit.hex is None:
        return "it is not on the board"
    if unit.fired:
        return f"it has fired in this turn ({WEAPONS_FIRE})"
    if isinstance(unit, Squad):
        return f"it paints in this turn ({SQUAD_PAINTS})" if unit.painting else f"only squads on foot fight ({SQUADS})"
    if unit.under_water:
        return f"it is under water ({UNDER_WATER})"
    if unit.fired_above:
        return f"it has fired at craft above in this turn ({FIRED_ABOVE})"
    return f"it has just been dropped ({DROPPED})" if unit.dropped else f"nobody is left to fire its weapons ({GUNNER})"


def faults(state: BattleState, id: str, order: Any) -> list[str]:
    """Why a unit's fire order is refused; {} is always legal."""
    unit = state.unit(id)
    if unit is None or not isinstance(order, Mapping):
        return ["A fire order is a mapping."]
    if not order:
        return []
    if isinstance(unit, Squad) and order.get("action") == "appear":
        return appear_faults(unit, order)
    if not aim.can_fire(unit) and not (isinstance(unit, Vehicle) and aim.in_play(unit) and set(order) == {"vulcan"}):
        return [f"{unit.name} cannot fire: {_idle(unit)}."]
    return squad_faults(state, unit, order) if isinstance(unit, Squad) else vehicle_faults(state, unit, order)

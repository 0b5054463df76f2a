"""What a squad may do to whom, and why an order of a squad is refused (centurion: Infantry Combat, Combat in the Same Hex).

Orders are as in `plans`.

Headings of the book played here too: Fire Personal Weapons, TVLG Missile Fire, Mortar Squads, Indirect Mortar Fire.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scales.centurion.combat import aim, infantry_combat, to_hit
from scales.centurion.combat.aim import Aim
from scales.centurion.combat.plans import NO_PLACE, aim_at, is_place, no_aim, targets_near, worth
from scales.centurion.combat.reckoning import chance
from scales.centurion.combat.weapons import Weapon, weapon
from scales.centurion.ground import installations, los
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.centurion.support import landed_craft_aim
from scales.engine import Json

RULE, CONCEALED = "centurion: Infantry Combat", "centurion: Concealed Infantry"
CLOSE = ("front", "left", "right", "stern", "turret")
"""What a squad may attack of a vehicle in its own hex."""


def squad_aim(state: BattleState, squad: Squad, target: str, facing: str | None = None, declared: bool = False) -> Aim | None:
    """How a squad aims; at a vehicle in its own hex it chooses the location that it attacks, and meets the shield there (centurion: Combat in
    the Same Hex)."""
    found, vehicle = aim_at(state, squad, target, declared), state.vehicles.get(target)
    if found is None or vehicle is None or not is_close(squad, vehicle):
        return found
    found.chosen = facing or max(CLOSE, key=lambda each: _opening(found, vehicle, each))
    found.facing, found.shield_facing, found.shield = _at(found, vehicle, found.chosen)
    return found


def is_close(squad: Squad, vehicle: Vehicle) -> bool:
    """Does the squad stand before the vehicle itself? Not under one that flies, nor at the foot of an installation."""
    return vehicle.hex == squad.hex and vehicle.mode not in ("ttf", "laf") and not installations.is_turret(vehicle)


def _at(found: Aim, vehicle: Vehicle, facing: str) -> tuple[str, str, int]:
    """Side, and whose shield counts how much, when a location is attacked: the turret has that of the side that it turns to the squad."""
    if facing == "turret":
        return found.facing, found.shield_facing, found.shield
    return facing, facing, aim.shield_factor(vehicle.shields, facing)


def _opening(found: Aim, vehicle: Vehicle, facing: str) -> int:
    """How good a location is to attack: a weak shield and thin armor."""
    shield = 0 if found.painted else _at(found, vehicle, facing)[2]
    return 1000 * chance(to_hit.base_of(found) - shield) // (10 + sum(row.bit_count() for row in vehicle.armor[facing].rows))


def squad_plans(state: BattleState, squad: Squad, targets: Sequence[str] | None = None) -> list[tuple[Json, Aim, int, Weapon]]:
    """What a squad can do to some targets, or to all that are near: order, aim, expected boxes in tenths and weapon; the best first."""
    found: list[tuple[Json, Aim, int, Weapon]] = []
    for target in targets_near(state, squad) if targets is None else targets:
        seen = squad_aim(state, squad, target)
        if seen is None:
            continue
        for action in ("personal", "missiles", "mortars"):
            order = {"action": action, "target": target, **({"facing": seen.chosen} if seen.chosen else {})}
            if not squad_faults(state, squad, order):
                arm, count = squad_weapon(state, squad, action, target)
                found.append((order, seen, worth(seen, arm, "") * count, arm))
    return sorted(found, key=lambda p: (-p[2], p[1].target, p[3].id))


def squad_weapon(state: BattleState, squad: Squad, action: str, target: str) -> tuple[Weapon, int]:
    """The weapon of an action and how many attacks it makes."""
    rank = infantry_combat.effectiveness(squad.strength)
    if action == "missiles":
        return weapon("infantry_tvlg"), min(squad.missiles, rank.tvlg)
    if action == "mortars":
        return weapon("infantry_mortar"), min(squad.mortars, rank.mortars)
    unit = state.unit(target)
    moved = unit.moved and unit.hexes_moved > 0 if unit is not None else False
    return weapon(rank.weapon), infantry_combat.attacks(moved, unit is not None and unit.hex == squad.hex)


def squad_faults(state: BattleState, squad: Squad, order: Mapping[str, Any]) -> list[str]:
    """Why a squad's order is refused."""
    action, target = order.get("action"), order.get("target")
    if action not in ("personal", "missiles", "mortars") or not isinstance(target, str):
        return [f"A squad fires personal weapons, missiles or mortars at one target ({RULE})."]
    found = aim_at(state, squad, target)
    if found is None or (found.kind == "craft" and landed_craft_aim.find(state, target) is None):
        return [no_aim(state, squad, target)]
    _, count = squad_weapon(state, squad, action, target)
    if count < 1:
        return [f"{squad.name} has no {action} left ({RULE})."]
    vehicle = state.vehicles.get(target)
    close = vehicle is not None and is_close(squad, vehicle)
    return [*_squad_reach(state, squad, action, found), *_squad_details(squad, count, close, found, order)]


def appear_faults(squad: Squad, order: Mapping[str, Any]) -> list[str]:
    """Why a squad may not come out of hiding without firing (centurion: Concealed Infantry)."""
    if set(order) - {"action", "place"} or not is_place(order):
        return [f"A squad that shows itself without firing has nothing else to say ({CONCEALED})."]
    return [] if squad.concealed else [f"{squad.name} is not hiding ({CONCEALED})."]


def _squad_reach(state: BattleState, squad: Squad, action: str, found: Aim) -> list[str]:
    arm, _ = squad_weapon(state, squad, action, found.target)
    if found.range > arm.range:
        return [f"{arm.name} reaches {arm.range} hexes, the target is {found.range} away ({RULE})."]
    if action == "missiles" and found.kind == "squad":
        return ["Missiles may not be fired at dismounted infantry (centurion: Missiles)."]
    indirect = action == "mortars" and (found.painted or _observed(state, squad, found))
    return [] if found.seen or indirect else [f"{squad.name} has no line of sight to its target (centurion: Line-of-Sight (LOS))."]


def _observed(state: BattleState, squad: Squad, found: Aim) -> bool:
    """Anti-personnel mortar rounds need any friend who sees the squad they fall on (centurion: Indirect Mortar Fire)."""
    target = state.squads.get(found.target)
    if target is None:
        return False
    friends = [u for u in state.in_play() if u.side == squad.side]
    return any(aim.engageable(state, friend, target) and los.sees(state, friend, target) for friend in friends)


def _squad_details(squad: Squad, count: int, close: bool, found: Aim, order: Mapping[str, Any]) -> list[str]:
    faults = [] if is_place(order) else [NO_PLACE]
    if set(order) - {"action", "target", "count", "facing", "place"}:
        faults.append(f"A squad's order has action, target, count, facing and place only ({RULE}).")
    wanted = order.get("count", count)
    if not isinstance(wanted, int) or isinstance(wanted, bool) or not 1 <= wanted <= count:
        faults.append(f"{squad.name} can make 1 to {count} attacks ({RULE}).")
    facing = order.get("facing")
    if facing is not None and found.location == "building":
        faults.append("An installation is struck like a building: nobody chooses a side of it (centurion: Defense Installations).")
    elif facing is not None and not (close and facing in CLOSE):
        faults.append(
            "Only an attack on a vehicle in the squad's own hex chooses front, left, right, stern or turret (centurion: Combat in the Same Hex)."
        )
    return faults

"""Painting targets, and marking hexes for artillery (centurion: Painting a Target, Infantry Squad Painting, General Artillery Rules).

Headings of the book played here too: Painting Targets.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from scales.centurion.catalog import vehicle_type
from scales.centurion.combat import aim, infantry_combat, shield_rolls, to_hit
from scales.centurion.combat.morale import is_withdrawing
from scales.centurion.combat.reckoning import Reckoning
from scales.centurion.combat.weapons import Weapon, figures
from scales.centurion.ground.terrain import on_board
from scales.centurion.state import PARITY, BattleState, Call, Squad, Unit, Vehicle
from scales.centurion.support import craft_aim, fire_up, landed_craft_aim
from scales.engine import Modifier
from scales.hexes import distance
from scales.messages import GroundAttack

RULE = "centurion: Painting a Target"
LASER = Weapon("painting_laser", "painting laser", "painting", 20)
GRAVITIC = "gpa_e"
MOST = 10
"""Targets offered to one painter."""


# --- who and what ---------------------------------------------------------------------------------------------------------------


def may_paint(unit: Unit) -> bool:
    """Painting needs a conscious commander, communications and the turret; squads on foot with nothing else to do (Comm, Commander Hit)."""
    if unit.destroyed or unit.left or unit.hex is None or is_withdrawing(unit):
        return False
    if isinstance(unit, Squad):
        return infantry_combat.may_fight(unit) and not unit.concealed and not unit.fired
    return aim.commands(unit) and "turret_weapons" not in unit.effects and not unit.under_water and not unit.dropped


def painters(state: BattleState, side: str) -> list[str]:
    """Units and craft of a side that may paint, sorted."""
    ground = [u.id for u in state.in_play() if u.side == side and may_paint(u)]
    pods = [a.craft for a in state.air if a.side == side and a.painting and a.craft in state.runs]
    return sorted(ground) + sorted(pods)


def painting_range(unit: Unit) -> int:
    """Vehicles paint to 20 hexes, squads to 6."""
    return infantry_combat.PAINT_RANGE if isinstance(unit, Squad) else LASER.range


def choices(state: BattleState, id: str) -> list[tuple[str, Reckoning]]:
    """Targets that a painter may paint with what it rolls against, the best ones first."""
    found = [(target, how) for target in _candidates(state, id) if (how := reckoned(state, id, target)) is not None]
    return sorted(found, key=lambda c: (-c[1].number, c[0]))


def _candidates(state: BattleState, id: str) -> list[str]:
    """Enemy vehicles, and craft about to attack."""
    unit = state.unit(id)
    side = unit.side if unit is not None else _attack(state, id).side
    vehicles = [v.id for v in state.vehicles.values() if v.side != side and aim.in_play(v)]
    high = fire_up.targets(state, unit) if unit is not None else []
    landed = [id for id, each in sorted(state.landed.items()) if each.craft.side != side]
    return [*vehicles, *(a.craft for a in state.air if a.side != side), *landed, *high]


def target_number(state: BattleState, id: str, target: str) -> int | None:
    """The number on which a painter paints a target; None if it may not."""
    found = reckoned(state, id, target)
    return found.number if found is not None else None


def reckoned(state: BattleState, id: str, target: str) -> Reckoning | None:
    """What a painter rolls against for a target; None if it may not paint it."""
    unit, vehicle = state.unit(id), state.vehicles.get(target)
    if unit is None:
        return _by_pod(state, id, vehicle)
    if vehicle is None:
        return _on_craft(state, unit, target)
    near = unit.hex is not None and vehicle.hex is not None and distance(unit.hex, vehicle.hex, PARITY) <= painting_range(unit)
    if not near or vehicle.side == unit.side or not aim.in_play(vehicle):
        return None
    seen = aim.aim(state, unit, vehicle)
    if not seen.seen:
        return None
    return infantry_combat.painting(unit.strength) if isinstance(unit, Squad) else to_hit.reckoned(seen, LASER)


def _on_craft(state: BattleState, unit: Unit, craft: str) -> Reckoning | None:
    """Vehicles may paint a craft where its counter stands, before its run, and at low altitude one above them; squads may not."""
    if craft in state.landed:
        return _on_landed(state, unit, craft)
    above = fire_up.craft_of(state, craft)
    if above is not None and isinstance(unit, Vehicle) and craft in fire_up.targets(state, unit):
        return to_hit.reckoned(fire_up.aim_up(state, unit, above), LASER)
    if isinstance(unit, Squad) or unit.hex is None or craft not in state.runs or _attack(state, craft).side == unit.side:
        return None
    found = craft_aim.aim_now(state, unit, craft)
    return to_hit.reckoned(found, LASER) if found.seen and found.range <= LASER.range else None


def _on_landed(state: BattleState, unit: Unit, craft: str) -> Reckoning | None:
    """Any unit may paint a craft on the ground, as it paints a vehicle."""
    found = landed_craft_aim.to_paint(state, unit, craft)
    if found is None or found.range > painting_range(unit):
        return None
    return infantry_combat.painting(unit.strength) if isinstance(unit, Squad) else to_hit.reckoned(found, LASER)


def _by_pod(state: BattleState, craft: str, target: Vehicle | None) -> Reckoning | None:
    """A painting laser on a hard point: ground targets within 20 hexes of the counter."""
    attack = next((a for a in state.air if a.craft == craft and craft in state.runs), None)
    if (
        attack is None
        or target is None
        or target.hex is None
        or target.side == attack.side
        or target.under_water
        or not aim.in_play(target)
    ):
        return None
    if distance(state.runs[craft].hex, target.hex, PARITY) > LASER.range:
        return None
    factor = aim.shield_toward(state, target, state.runs[attack.craft].hex, attack.craft)
    shield = Modifier("shield", -factor, "centurion: Target Shield Modifier")
    return shield_rolls.against(
        state, int(figures("air")["strafing_base"]), pod_modifiers(state, target, attack), shield, "centurion: Strafing"
    )


def pod_modifiers(state: BattleState, target: Vehicle, attack: GroundAttack) -> list[Modifier]:
    """Gunnery and terrain for a craft's laser from above its counter."""
    return [Modifier("gunnery", attack.gunnery, "centurion: Strafing"), *aim.cover(state, target)]


def _attack(state: BattleState, craft: str) -> GroundAttack:
    return next(a for a in state.air if a.craft == craft)


def spotting(state: BattleState, unit: Unit) -> list[Call]:
    """Missions landing this turn that a unit can see and that nobody marks yet; craft and crews do not spot."""
    due = [c for c in state.calls if c.side == unit.side and c.kind == "artillery" and c.due == state.turn and not c.spotter]
    return [c for c in due if aim.sees_hex(state, unit, c.hex)]


def may_mark(state: BattleState, unit: Unit, label: str) -> bool:
    """May a unit mark a hex? A mission of its side lands there, or a gravitic cannon of its side can fire there indirectly this turn."""
    if any(label == call.hex.label for call in spotting(state, unit)):
        return True
    hex = aim.named_hex(f"hex:{label}", "hex") if has_far_guns(state, unit.side) else None
    return hex is not None and on_board(state, hex) and aim.sees_hex(state, unit, hex)


def has_far_guns(state: BattleState, side: str) -> bool:
    """Has a side artillery on the board that could fire?"""
    return any(v.side == side and _has_cannon(v.type) and aim.in_play(v) and aim.can_fire(v) for v in state.vehicles.values())


@lru_cache(maxsize=512)
def _has_cannon(type: str) -> bool:
    return any(mount.weapon == GRAVITIC for mount in vehicle_type(type).weapons)


def has_work(state: BattleState, id: str) -> bool:
    """Has a painter anything to paint or to mark?"""
    unit = state.unit(id)
    if unit is not None and (spotting(state, unit) or has_far_guns(state, unit.side)):
        return True
    return any(target_number(state, id, target) is not None for target in _candidates(state, id))


def name_of(state: BattleState, target: str) -> str:
    """The name of a unit, craft or building."""
    unit = state.unit(target)
    if unit is not None:
        return unit.name
    hex, aimed = aim.building_hex(target), aim.named_hex(target, "hex")
    if hex is not None or aimed is not None:
        return f"the buildings in {hex.label}" if hex is not None else target.replace(":", " ")
    landed = state.landed.get(target) or state.landed.get(target.rpartition(":")[0])
    if landed is not None:
        return landed.craft.craft_name
    above = fire_up.craft_of(state, target)
    return above.name if above is not None else next((a.craft_name for a in state.air if a.craft == target), target)


def painters_of(state: BattleState, target: str) -> list[str]:
    """Who has painted a vehicle, squad or craft in this turn."""
    painted = state.unit(target) or state.runs.get(target) or state.landed.get(target)
    return painted.painted_by if painted is not None else state.painted_above.get(target, [])


def order_faults(state: BattleState, id: str, order: Any) -> list[str]:
    """Why a painting order is refused."""
    if not isinstance(order, Mapping) or set(order) - {"paint", "spot"} or len(order) > 1:
        return ["A painting order is {}, {paint: target} or {spot: hex}."]
    unit = state.unit(id)
    if "paint" in order and not (isinstance(order["paint"], str) and target_number(state, id, order["paint"]) is not None):
        return [f"{name_of(state, id)} cannot paint {str(order['paint'])[:40]}: it must see an enemy vehicle in range."]
    if "spot" in order and not (unit is not None and isinstance(order["spot"], str) and may_mark(state, unit, order["spot"])):
        why = "no mission of its side lands there in its sight (centurion: General Artillery Rules)"
        return [f"{name_of(state, id)} cannot mark hex {str(order['spot'])[:40]}: {why}."]
    return []

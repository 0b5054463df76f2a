"""Fire plans: what a unit may fire at whom, the plans offered, and why a plan is refused (centurion: Weapons Fire, Firing Arcs).

A vehicle's plan is {"fire": [[mount, target, shell], ...]} in the order of shooting: `mount` counts the weapons of its sheet from 0, a
missile is listed once for each one fired. A squad's is {"action": personal | missiles | mortars, "target": id, ...}; one that hides may come out
of hiding without firing with {"action": "appear"}. {} holds fire.
Either may have a `place` (0 to 99) in the order in which the units of its side fire: low ones first, equals by id.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scales.centurion import aim, calls, craft_aim, infantry_combat, installations, los, mines, switches, withdrawal
from scales.centurion.aim import Aim
from scales.centurion.catalog import vehicle_type
from scales.centurion.morale import is_withdrawing
from scales.centurion.reckoning import chance
from scales.centurion.state import PARITY, BattleState, Squad, Vehicle
from scales.centurion.terrain import on_board, terrain_of
from scales.centurion.weapons import DIRECT, Weapon, anti_vehicle_shells, boxes, figures, known, shape, weapon
from scales.engine import Json
from scales.hexes import Hex, distance

MOST_TARGETS = 12
MISSILES_A_TURN = {"smlm": 1, "tvlg": 2}
MAX_SHOTS = 24
REACH = 20
CLOSE = ("front", "left", "right", "stern", "turret")
"""What a squad may attack of a vehicle in its own hex."""
NO_PLACE = "The place of a unit in the order of firing is a number from 0 to 99 (centurion: Weapons Fire)."
LAST_PLACE = 99
BLAST_WORTH = 20
"""What a HAFE-I round on a hex with an enemy counts for, in boxes."""


@dataclass(slots=True)
class Shot:
    """One weapon of a plan: where it sits, what it is, at whom, with which shell, and its to-hit number."""

    mount: int
    arm: Weapon
    target: str
    shell: str = ""


@dataclass(slots=True)
class Bearing:
    """Everything a vehicle can bring to bear on one target, with the boxes expected in tenths."""

    aim: Aim
    shots: list[Shot]
    expected: int = 0


# --- what bears -----------------------------------------------------------------------------------------------------------------


def armed(vehicle: Vehicle) -> tuple[tuple[int, Weapon, str], ...]:
    """Weapons of the sheet that work and can be fired in combat: number, weapon, location."""
    return _armed(vehicle.type, *(effect in vehicle.effects for effect in LOCATIONS))


LOCATIONS = ("turret_weapons", "hull_weapons_1", "hull_weapons_2")


@lru_cache(maxsize=512)
def _armed(type: str, no_turret: bool, no_hull_1: bool, no_hull_2: bool) -> tuple[tuple[int, Weapon, str], ...]:
    lost = {"turret": no_turret, "hull_1": no_hull_1, "hull_2": no_hull_2, "hull_both": no_hull_1 or no_hull_2}
    mounts = enumerate(vehicle_type(type).weapons)
    arms = [(i, weapon(m.weapon), m.location) for i, m in mounts if known(m.weapon) and not lost[m.location]]
    return tuple(line for line in arms if line[1].family in (*DIRECT, "missile", "ap_laser", "artillery"))


def aim_at(state: BattleState, firer: Vehicle | Squad, target: str, declared: bool = False) -> Aim | None:
    """How a unit aims at a target id: an enemy unit, a craft on its run, or the buildings of a hex; None for anything else."""
    if not withdrawal.may_fire_at(state, firer, target):
        return None
    unit = state.unit(target)
    if unit is not None:
        return aim.aim(state, firer, unit, declared) if unit.side != firer.side and aim.in_play(unit) else None
    if isinstance(firer, Vehicle) and any(a.craft == target and a.side != firer.side for a in state.air) and target in state.runs:
        return craft_aim.aim_at_run(state, firer, target)
    aimed = aim.named_hex(target, "hex")
    if aimed is not None:
        return aim.aim_hex(state, firer, aimed) if isinstance(firer, Vehicle) and on_board(state, aimed) else None
    hex = aim.building_hex(target)
    if hex is None or not has_building(state, hex):
        return None
    turret = installations.turret_at(state, hex)
    return (
        aim.aim(state, firer, turret, declared) if turret is not None and turret.side != firer.side else aim.aim_building(state, firer, hex)
    )


def _no_aim(state: BattleState, firer: Vehicle | Squad, target: str) -> str:
    """Why there is nothing to aim at."""
    free = withdrawal.may_fire_at(state, firer, target)
    return f"{firer.name} cannot fire at {target[:40]}." if free else withdrawal.returns_fire(firer)


def has_building(state: BattleState, hex: Hex) -> bool:
    """Are there buildings left to shoot at in a hex on the board?"""
    tile = terrain_of(state).tile(hex)
    return tile is not None and tile.ground == "buildings"


def why_not(vehicle: Vehicle, arm: Weapon, where: str, found: Aim, shell: str) -> str:  # noqa: PLR0911
    """Why a weapon cannot fire at an aim, '' if it can."""
    if found.range > arm.range:
        return f"{arm.name} reaches {arm.range} hexes, the target is {found.range} away"
    if where != "turret" and not found.front:
        return f"the {arm.name} in the hull cannot bear outside the forward arc"
    if found.kind == "squad" and arm.family == "missile":
        return "missiles may not be fired at dismounted infantry"
    if (found.kind == "hex") != (arm.family == "artillery"):
        return "only on-board artillery fires at hexes, and at nothing else"
    if found.kind == "hex" and shell == "hell" and found.range < figures("on_board")["hell_least_range"]:
        return "HELL rounds do not arm within six hexes"
    if found.kind != "squad" and arm.family == "ap_laser":
        return "an AP laser only harms infantry"
    if not found.seen and not _indirect(vehicle, arm, found):
        return "there is no line of sight"
    if shell == "smoke":
        return "smoke rounds are fired in the End Phase (centurion: Smoke)"
    return "" if shell in shells_for(arm, found.kind) else f"{arm.name} cannot fire {shell or 'without a shell'} at that target"


def not_played(state: BattleState, found: Aim, shell: str) -> str:
    """The optional rule that a shot needs and that is not played, '' if there is none."""
    if found.kind == "hex" and found.range > figures("on_board")["direct_range"] and not switches.is_on(state, "artillery"):
        return "this battle is played without artillery, so gravitic cannons do not fire indirectly (centurion: General Artillery Rules)"
    if shell == "hell" and not switches.is_on(state, "hell_rounds"):
        return "HELL rounds are not allowed in this battle (centurion: HELL Rounds)"
    return "" if mines.is_played(state, shell) else "this battle is played without mines"


def _indirect(vehicle: Vehicle, arm: Weapon, found: Aim) -> bool:
    """Vehicle missiles need no line of sight to a target painted by a friend (centurion: Indirect Missile Fire)."""
    aimed = arm.family == "missile" and found.kind == "vehicle" and found.painted
    return aimed and aim.commands(vehicle) and not is_withdrawing(vehicle)


def shells_for(arm: Weapon, kind: str) -> tuple[str, ...]:
    """Shells that may be fired at a kind of target; ('',) for weapons without any."""
    if arm.family == "artillery":
        return tuple(shell for shell in arm.shells if shell != "smoke")
    if arm.family != "gauss":
        return ("",)
    return ("anti_personnel",) if kind == "squad" else anti_vehicle_shells(arm)


def best_shell(arm: Weapon, kind: str) -> str:
    """The shell that marks off most boxes, HEAP when equal; airburst rounds for artillery."""
    return _best_shell(arm.id, kind) if arm.family == "gauss" else "hafe_i" if arm.family == "artillery" else ""


@lru_cache(maxsize=64)
def _best_shell(id: str, kind: str) -> str:
    return max(shells_for(weapon(id), kind), key=lambda shell: boxes(shape(weapon(id), shell)))


def bearing(state: BattleState, vehicle: Vehicle, target: str, found: Aim | None = None, missiles: bool = True) -> Bearing | None:
    """All weapons that bear on a target, the wide shapes first so that the deep ones find the holes."""
    found = found or aim_at(state, vehicle, target)
    if found is None:
        return None
    shots: list[Shot] = []
    left = {kind: min(most, vehicle.missiles.get(kind, 0)) for kind, most in MISSILES_A_TURN.items()}
    for number, arm, where in armed(vehicle):
        shell = best_shell(arm, found.kind)
        if why_not(vehicle, arm, where, found, shell) or not_played(state, found, shell):
            continue
        count = left[arm.kind] if arm.family == "missile" else 1
        if arm.family == "missile":
            count = min(count, arm.missiles) if missiles else 0
            left[arm.kind] -= count
        shots += [Shot(number, arm, target, shell)] * count
    shots.sort(key=lambda s: -_width(s.arm.id, s.shell))
    return Bearing(found, shots, sum(worth(found, s.arm, s.shell) for s in shots)) if shots else None


def worth(found: Aim, arm: Weapon, shell: str) -> int:
    """Boxes a shot takes on the average, in tenths; three for each man."""
    odds = chance(aim.number(found, arm))
    if arm.family == "artillery":
        return odds * BLAST_WORTH
    if found.kind == "squad":
        column = infantry_combat.damage_column(arm)
        return odds * 3 * infantry_combat.tenfold(column) // 10
    return odds * damage(arm, shell) * (100 - aim.stops(found, arm)) // 100


def damage(arm: Weapon, shell: str) -> int:
    """Boxes that a hit marks off."""
    return _boxes(arm.id, shell)


@lru_cache(maxsize=128)
def _boxes(id: str, shell: str) -> int:
    return boxes(shape(weapon(id), shell))


@lru_cache(maxsize=128)
def _width(id: str, shell: str) -> int:
    """Boxes of the outermost row: wide shapes are fired first."""
    marks = shape(weapon(id), shell)
    return len(marks[0]) if marks else 0


def targets_near(state: BattleState, unit: Vehicle | Squad) -> list[str]:
    """Ids of possible targets within reach of a unit: ground units, craft, buildings with enemies inside, installations without a turret."""
    assert unit.hex is not None
    near = [u for u in aim.enemies(state, unit.side) if u.hex is not None and distance(unit.hex, u.hex, PARITY) <= REACH]
    found = [u.id for u in near if not (isinstance(u, Squad) and u.level)]
    held = {u.hex: None for u in near if isinstance(u, Squad) and u.level and u.hex is not None and installations.at(state, u.hex) is None}
    inside = [
        aim.building_id(hex) for hex in [*held, *installations.strongholds(state, unit.side)] if distance(unit.hex, hex, PARITY) <= REACH
    ]
    crafts = [a.craft for a in state.air if a.side != unit.side and a.craft in state.runs] if isinstance(unit, Vehicle) else []
    return [*found, *inside, *crafts, *_hexes_for_artillery(state, unit)]


def _hexes_for_artillery(state: BattleState, unit: Vehicle | Squad) -> list[str]:
    """Hexes worth a round of the unit's own gravitic cannon, none of its friends being near."""
    if isinstance(unit, Squad) or not any(arm.family == "artillery" for _, arm, _ in armed(unit)):
        return []
    return [aim.hex_id(hex) for hex, score in calls.clusters(state, unit.side, 0, 4) if score > 0]


def has_target(state: BattleState, unit: Vehicle | Squad) -> bool:
    """Can the unit fire at anything at all?"""
    if isinstance(unit, Squad):
        return bool(squad_plans(state, unit))
    return any(bearing(state, unit, target) is not None for target in targets_near(state, unit))


def bearings(state: BattleState, vehicle: Vehicle) -> list[Bearing]:
    """What a vehicle can do to each target, the best ones first."""
    found = [b for target in targets_near(state, vehicle) if (b := bearing(state, vehicle, target)) is not None]
    return sorted(found, key=lambda b: (-b.expected, b.aim.target))


def plan_of(shots: list[Shot]) -> Json:
    """A vehicle's order for these shots."""
    return {"fire": [[s.mount, s.target, s.shell] for s in shots]} if shots else {}


# --- squads ---------------------------------------------------------------------------------------------------------------------


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
    return 1000 * chance(aim.base_of(found) - shield) // (10 + sum(row.bit_count() for row in vehicle.armor[facing].rows))


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
        return ["A squad fires personal weapons, missiles or mortars at one target."]
    found = aim_at(state, squad, target)
    if found is None or found.kind == "craft":
        return [_no_aim(state, squad, target)]
    _, count = squad_weapon(state, squad, action, target)
    if count < 1:
        return [f"{squad.name} has no {action} left."]
    vehicle = state.vehicles.get(target)
    close = vehicle is not None and is_close(squad, vehicle)
    return [*_squad_reach(state, squad, action, found), *_squad_details(squad, count, close, found, order)]


def appear_faults(squad: Squad, order: Mapping[str, Any]) -> list[str]:
    """Why a squad may not come out of hiding without firing (centurion: Concealed Infantry)."""
    if set(order) - {"action", "place"} or not _is_place(order):
        return ["A squad that shows itself without firing has nothing else to say."]
    return [] if squad.concealed else [f"{squad.name} is not hiding."]


def _squad_reach(state: BattleState, squad: Squad, action: str, found: Aim) -> list[str]:
    arm, _ = squad_weapon(state, squad, action, found.target)
    if found.range > arm.range:
        return [f"{arm.name} reaches {arm.range} hexes, the target is {found.range} away."]
    if action == "missiles" and found.kind == "squad":
        return ["Missiles may not be fired at dismounted infantry."]
    indirect = action == "mortars" and (found.painted or _observed(state, squad, found))
    return [] if found.seen or indirect else [f"{squad.name} has no line of sight to its target."]


def _observed(state: BattleState, squad: Squad, found: Aim) -> bool:
    """Anti-personnel mortar rounds need any friend who sees the squad they fall on (centurion: Indirect Mortar Fire)."""
    target = state.squads.get(found.target)
    if target is None:
        return False
    friends = [u for u in state.in_play() if u.side == squad.side]
    return any(aim.engageable(state, friend, target) and los.sees(state, friend, target) for friend in friends)


def _squad_details(squad: Squad, count: int, close: bool, found: Aim, order: Mapping[str, Any]) -> list[str]:
    faults = [] if _is_place(order) else [NO_PLACE]
    if set(order) - {"action", "target", "count", "facing", "place"}:
        faults.append("A squad's order has action, target, count, facing and place only.")
    wanted = order.get("count", count)
    if not isinstance(wanted, int) or isinstance(wanted, bool) or not 1 <= wanted <= count:
        faults.append(f"{squad.name} can make 1 to {count} attacks.")
    facing = order.get("facing")
    if facing is not None and found.location == "building":
        faults.append("An installation is struck like a building: nobody chooses a side of it.")
    elif facing is not None and not (close and facing in CLOSE):
        faults.append("Only an attack on a vehicle in the squad's own hex chooses front, left, right, stern or turret.")
    return faults


# --- checks ---------------------------------------------------------------------------------------------------------------------


def place_of(order: Mapping[str, Any]) -> int:
    """Where a unit stands in the order in which its side fires (centurion: Weapons Fire)."""
    return int(order.get("place", 0))


def _is_place(order: Mapping[str, Any]) -> bool:
    place = order.get("place", 0)
    return type(place) is int and 0 <= place <= LAST_PLACE


def vehicle_faults(state: BattleState, vehicle: Vehicle, order: Mapping[str, Any]) -> list[str]:
    """Why a vehicle's fire plan is refused, every reason."""
    lines = order.get("fire", [])
    vulcan = order.get("vulcan", 0)
    if set(order) - {"fire", "vulcan", "place"} or not isinstance(lines, list) or len(lines) > MAX_SHOTS:
        return [f"A fire plan is a list of at most {MAX_SHOTS} lines [weapon number, target, shell]."]
    if not _is_place(order):
        return [NO_PLACE]
    if type(vulcan) is not int or not 0 <= vulcan <= most_engaged(vehicle):
        most = most_engaged(vehicle)
        return [f"The Vulcan of {vehicle.name} engages 0 to {most} missiles." if most else f"{vehicle.name} has no Vulcan."]
    arms = {number: (arm, where) for number, arm, where in armed(vehicle)}
    aims: dict[str, Aim | None] = {}
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
        return None, _no_aim(state, vehicle, target)
    arm, where = arms[number]
    fault = why_not(vehicle, arm, where, found, shell) or not_played(state, found, shell)
    return Shot(number, arm, target, shell), f"{vehicle.name} cannot fire at {target[:40]}: {fault}." if fault else ""


def _together(state: BattleState, vehicle: Vehicle, shots: list[Shot]) -> list[str]:
    """Limits on the whole plan: one shot a gun, one target for all direct fire, one for all missiles (centurion: Firing Arcs, Missiles)."""
    faults = []
    guns = [s.mount for s in shots if s.arm.family != "missile"]
    if len(guns) != len(set(guns)):
        faults.append("A gun or laser fires once a turn.")
    for families, what in (((*DIRECT, "artillery"), "direct-fire weapons"), (("missile",), "missiles")):
        if len({s.target for s in shots if s.arm.family in families}) > 1:
            faults.append(f"All {what} of {vehicle.name} must fire at one target.")
    for kind, most in MISSILES_A_TURN.items():
        fired = sum(s.arm.kind == kind for s in shots)
        if fired > min(most, vehicle.missiles.get(kind, 0)):
            faults.append(
                f"{vehicle.name} may fire {min(most, vehicle.missiles.get(kind, 0))} {kind.upper()} missiles this turn, not {fired}."
            )
    return faults + _craft_alone(state, vehicle, shots)


def _craft_alone(state: BattleState, vehicle: Vehicle, shots: list[Shot]) -> list[str]:
    """Who fires at a craft has no other target (centurion: Return Fire)."""
    crafts = {a.craft for a in state.air}
    mixed = len({s.target for s in shots}) > 1 and any(s.target in crafts for s in shots)
    return [f"{vehicle.name} fires at a craft and may have no other target."] if mixed else []


def faults(state: BattleState, id: str, order: Any) -> list[str]:
    """Why a unit's fire order is refused; {} is always legal."""
    unit = state.unit(id)
    if unit is None or not isinstance(order, Mapping):
        return ["A fire order is a mapping."]
    if not order:
        return []
    if isinstance(unit, Squad) and order.get("action") == "appear":
        return appear_faults(unit, order)
    if not aim.can_fire(unit):
        return [f"{unit.name} cannot fire."]
    return squad_faults(state, unit, order) if isinstance(unit, Squad) else vehicle_faults(state, unit, order)

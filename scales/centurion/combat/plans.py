"""Fire plans: what a unit may fire at whom, the plans offered, and why a plan is refused (centurion: Weapons Fire, Firing Arcs).

A vehicle's plan is {"fire": [[mount, target, shell], ...]} in the order of shooting: `mount` counts the weapons of its sheet from 0, a
missile is listed once for each one fired; `at` is the moment of a strafing run (`moments`). A squad's is {"action": personal | missiles |
mortars, "target": id, ...}; one that hides may come out of hiding without firing with {"action": "appear"}. {} holds fire.
Either may have a `place` (0 to 99) in the order in which the units of its side fire: low ones first, equals by id.

Headings of the book played here too: Shell and Missile Selection, Ballistic Weapons, Missiles, Anti-Personnel (AP) Lasers, Installation Weapon
Attacks.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scales.centurion import switches
from scales.centurion.catalog import vehicle_type
from scales.centurion.combat import aim, infantry_combat, to_hit
from scales.centurion.combat.aim import Aim
from scales.centurion.combat.morale import is_withdrawing
from scales.centurion.combat.reckoning import chance
from scales.centurion.combat.weapons import DIRECT, Weapon, anti_vehicle_shells, boxes, figures, known, shape, weapon
from scales.centurion.ground import installations, mines
from scales.centurion.ground.terrain import on_board, terrain_of
from scales.centurion.movement import withdrawal
from scales.centurion.state import PARITY, WEAPON_SYSTEMS, BattleState, Squad, Vehicle
from scales.centurion.support import calls, craft_aim, fire_up, landed_craft_aim
from scales.engine import Json
from scales.hexes import Hex, distance

MOST_TARGETS = 12
MISSILES_A_TURN = {"smlm": 1, "tvlg": 2}
REACH = 20
NO_PLACE = "The place of a unit in the order of firing is a number from 0 to 99 (centurion: Weapons Fire)."
FIRING_ARCS = "centurion: Firing Arcs"
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
    return _armed(vehicle.type, *(effect in vehicle.effects for effect in WEAPON_SYSTEMS))


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
    if (craft := landed_craft_aim.aim_at(state, firer, target) or _aim_at_craft(state, firer, target)) is not None:
        return craft
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


def _aim_at_craft(state: BattleState, firer: Vehicle | Squad, target: str) -> Aim | None:
    """How a vehicle aims at an enemy craft: one that attacks the ground, or from low altitude one above it."""
    if isinstance(firer, Squad):
        return None
    if any(a.craft == target and a.side != firer.side for a in state.air) and target in state.runs:
        return craft_aim.aim_now(state, firer, target)
    above = fire_up.craft_of(state, target)
    return fire_up.aim_up(state, firer, above) if above is not None and target in fire_up.targets(state, firer) else None


def no_aim(state: BattleState, firer: Vehicle | Squad, target: str) -> str:
    """Why there is nothing to aim at."""
    free = withdrawal.may_fire_at(state, firer, target)
    return f"{firer.name} cannot fire at {target[:40]}: it sees no such enemy." if free else withdrawal.returns_fire(firer)


def has_building(state: BattleState, hex: Hex) -> bool:
    """Are there buildings left to shoot at in a hex on the board?"""
    tile = terrain_of(state).tile(hex)
    return tile is not None and tile.ground == "buildings"


def why_not(vehicle: Vehicle, arm: Weapon, where: str, found: Aim, shell: str) -> str:  # noqa: PLR0911
    """Why a weapon cannot fire at an aim, '' if it can."""
    if found.range > arm.range:
        return f"{arm.name} reaches {arm.range} hexes, the target is {found.range} away"
    if where != "turret" and not found.front:
        return f"the {arm.name} in the hull cannot bear outside the forward arc ({FIRING_ARCS})"
    if found.kind == "squad" and arm.family == "missile":
        return "missiles may not be fired at dismounted infantry (centurion: Missiles)"
    if (found.kind == "hex") != (arm.family == "artillery"):
        return "only on-board artillery fires at hexes, and at nothing else (centurion: On-Board Artillery Fire)"
    if found.kind == "hex" and shell == "hell" and found.range < figures("on_board")["hell_least_range"]:
        return "HELL rounds do not arm within six hexes (centurion: HELL Rounds)"
    if found.kind != "squad" and arm.family == "ap_laser":
        return "an AP laser only harms infantry (centurion: Anti-Personnel (AP) Lasers)"
    if not found.seen and not _indirect(vehicle, arm, found):
        return "there is no line of sight (centurion: Line-of-Sight (LOS))"
    if shell == "smoke":
        return "smoke rounds are fired in the End Phase (centurion: Smoke)"
    if shell in shells_for(arm, found.kind):
        return ""
    return f"{arm.name} cannot fire {shell or 'without a shell'} at that target (centurion: Shell and Missile Selection)"


def not_played(state: BattleState, found: Aim, shell: str) -> str:
    """The optional rule that a shot needs and that is not played, '' if there is none."""
    if found.kind == "hex" and found.range > figures("on_board")["direct_range"] and not switches.is_on(state, "artillery"):
        return "this battle is played without artillery, so gravitic cannons do not fire indirectly (centurion: General Artillery Rules)"
    if shell == "hell" and not switches.is_on(state, "hell_rounds"):
        return "HELL rounds are not allowed in this battle (centurion: HELL Rounds)"
    return "" if mines.is_played(state, shell) else "this battle is played without mines (centurion: Mines)"


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
    """All weapons that bear on a target, the wide shapes first so that the deep ones find the holes; on a strafing craft at the moment of its
    run that is best for the vehicle."""
    if found is None and craft_aim.is_strafing(state, target):
        return max((b for _, b in along(state, vehicle, target, missiles)), key=lambda b: b.expected, default=None)
    found = found or aim_at(state, vehicle, target)
    if found is None or not (found.seen or found.painted):
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
    if fire_up.craft_of(state, target) is not None:
        shots = _of_one_gunner(found, shots)
    shots.sort(key=lambda s: -_width(s.arm.id, s.shell))
    return Bearing(found, shots, sum(worth(found, s.arm, s.shell) for s in shots)) if shots else None


def along(state: BattleState, vehicle: Vehicle, craft: str, missiles: bool = True) -> list[tuple[int, Bearing]]:
    """What bears on a strafing craft after each hex that it is sure to fly; where nothing does, after those that it may fly beyond."""
    if aim_at(state, vehicle, craft) is None:
        return []
    run = state.runs[craft]
    least, most = craft_aim.sure(state, run), craft_aim.on_map(state, run)
    for hexes in (range(least + 1), range(least + 1, most + 1)):
        found = [(at, b) for at in hexes if (b := bearing_after(state, vehicle, craft, at, missiles)) is not None]
        if found:
            return found
    return []


def bearing_after(state: BattleState, vehicle: Vehicle, craft: str, flown: int, missiles: bool = True) -> Bearing | None:
    """What bears on a strafing craft when so many hexes of its run are behind it."""
    return bearing(state, vehicle, craft, craft_aim.aim_after(state, vehicle, craft, flown), missiles)


def _of_one_gunner(found: Aim, shots: list[Shot]) -> list[Shot]:
    """The best weapons of as many as a gunner serves (centurion: Attacks at LAF)."""
    best = sorted(dict.fromkeys(s.mount for s in shots), key=lambda m: -sum(worth(found, s.arm, s.shell) for s in shots if s.mount == m))
    return [s for s in shots if s.mount in best[: fire_up.most_weapons()]]


def worth(found: Aim, arm: Weapon, shell: str) -> int:
    """Boxes a shot takes on the average, in tenths; three for each man."""
    odds = chance(to_hit.number(found, arm))
    if arm.family == "artillery":
        return odds * BLAST_WORTH
    if found.kind == "squad":
        column = infantry_combat.damage_column(arm)
        return odds * 3 * infantry_combat.tenfold(column) // 10
    return odds * damage(arm, shell) * (100 - to_hit.stops(found, arm)) // 100


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
    landed = landed_craft_aim.targets(state, unit.side, unit.hex, REACH)
    return [*found, *inside, *crafts, *landed, *fire_up.targets(state, unit), *_hexes_for_artillery(state, unit)]


def _hexes_for_artillery(state: BattleState, unit: Vehicle | Squad) -> list[str]:
    """Hexes worth a round of the unit's own gravitic cannon, none of its friends being near."""
    if isinstance(unit, Squad) or not any(arm.family == "artillery" for _, arm, _ in armed(unit)):
        return []
    return [aim.hex_id(hex) for hex, score in calls.clusters(state, unit.side, 0, 4) if score > 0]


def bearings(state: BattleState, vehicle: Vehicle) -> list[Bearing]:
    """What a vehicle can do to each target, the best ones first."""
    found = [b for target in targets_near(state, vehicle) if (b := bearing(state, vehicle, target)) is not None]
    return sorted(found, key=lambda b: (-b.expected, b.aim.target))


def plan_of(shots: list[Shot]) -> Json:
    """A vehicle's order for these shots."""
    return {"fire": [[s.mount, s.target, s.shell] for s in shots]} if shots else {}


def place_of(order: Mapping[str, Any]) -> int:
    """Where a unit stands in the order in which its side fires (centurion: Weapons Fire)."""
    return int(order.get("place", 0))


def is_place(order: Mapping[str, Any]) -> bool:
    """Is the place that an order names, if any, one that there is?"""
    place = order.get("place", 0)
    return type(place) is int and 0 <= place <= LAST_PLACE

"""Aiming at craft that attack the ground (centurion: Return Fire), and their own aim (centurion: Strafing, Dive Bombing)."""

from scales.centurion.combat import aim, shield_rolls
from scales.centurion.combat.aim import Aim
from scales.centurion.combat.reckoning import Reckoning
from scales.centurion.combat.weapons import base_to_hit, figures
from scales.centurion.ground import installations
from scales.centurion.state import PARITY, BattleState, Run, Vehicle
from scales.engine import Modifier
from scales.hexes import Hex, arc_sides, distance, neighbor
from scales.messages import GroundAttack

STRAFING = "centurion: Strafing"
DIVE = "centurion: Dive Bombing"

ANGLES = {1: ("bow", -1), 2: ("right", -4), 3: ("right", -2), 4: ("stern", 0), 5: ("left", -2), 6: ("left", -4)}
"""Side of a craft and angle of attack modifier by the hexside that faces the firer (centurion: Return Fire)."""


def craft_factor(shields: dict[str, int], facing: str) -> int:
    """A tenth of a craft's shield rating; patrol craft take fire from the side on their bow quarters."""
    return (shields.get(facing, shields.get(f"{facing}_bow", 0)) + 5) // 10


def path_of(run: Run) -> list[Hex]:
    """The hexes a craft's counter passes: the target hex alone for a dive."""
    return [neighbor(run.hex, run.heading, PARITY, steps) for steps in range(run.length + 1 if run.length else 1)]


def aim_at_run(state: BattleState, firer: Vehicle, craft: str) -> Aim:
    """A vehicle and an attacking craft, at the best point of its run (centurion: Return Fire; R-INT-02)."""
    run = state.runs[craft]
    best = max((_aim_point(state, firer, craft, run, hex) for hex in path_of(run)), key=lambda a: (a.range <= 20, craft_number(a)))
    best.modifiers += aim.own_modifiers(firer)
    return best


def aim_at_start(state: BattleState, firer: Vehicle, craft: str) -> Aim:
    """A vehicle and a craft where its counter was put, before it flies."""
    return _aim_point(state, firer, craft, state.runs[craft], state.runs[craft].hex)


def craft_number(found: Aim) -> int:
    """To-hit number of a shielded weapon at a point of the run, for choosing the point."""
    shield = 0 if found.painted else found.shield
    return base_to_hit(min(20, found.range)) - shield + sum(m.value for m in found.modifiers)


def _aim_point(state: BattleState, firer: Vehicle, craft: str, run: Run, hex: Hex) -> Aim:
    assert firer.hex is not None
    sides = arc_sides(hex, run.heading, firer.hex, PARITY) or (1,)
    facing, angle = max((ANGLES[side] for side in sides), key=lambda f: f[1])
    found = Aim(firer.id, craft, "craft", max(1, distance(firer.hex, hex, PARITY)), True, aim.in_front(firer, hex, craft), facing=facing)
    attack = next(a for a in state.air if a.craft == craft)
    found.painted = aim.is_painted(state, firer, run.painted_by)
    found.shield, found.shield_facing = craft_factor(attack.shields, facing), facing
    found.splits = shield_rolls.is_played(state)
    if angle:
        found.modifiers = [Modifier("angle of attack", angle, "centurion: Return Fire")]
    return found


# --- what the craft aim at ------------------------------------------------------------------------------------------------------


def aimed(craft: GroundAttack) -> list[Modifier]:
    """What the pilot and the condition of the craft do to a strafing run."""
    return [Modifier("gunnery", craft.gunnery, STRAFING), *(Modifier(n.replace("_", " "), v, STRAFING) for n, v in craft.condition.items())]


def strafing(modifiers: list[Modifier]) -> Reckoning:
    """One roll for each weapon on 4 + Gunnery and the modifiers (R-CEN-30)."""
    return Reckoning(int(figures("air")["strafing_base"]), modifiers, STRAFING)


def side_strafed(craft: str, run: Run, vehicle: Vehicle) -> str:
    """The side of a vehicle in the corridor that a run strikes."""
    assert vehicle.hex is not None
    near = [h for h in path_of(run) if distance(h, vehicle.hex, PARITY) <= 1]
    origin = next((h for h in near if h != vehicle.hex), near[0])
    return aim.struck_facing(vehicle, origin, craft)


def column(vehicle: Vehicle) -> str:
    """The hit table of a strafing craft's fire on a vehicle (centurion: Hit Location)."""
    return "hull_down" if aim.hull_down(vehicle) else "normal"


def at_vehicle(state: BattleState, craft: GroundAttack, run: Run, vehicle: Vehicle) -> Reckoning:
    """What a craft on its run rolls against for a vehicle in the corridor: also cover, and the shield unless it is painted."""
    if installations.is_turret(vehicle) and vehicle.hex is not None:
        return at_building(state, craft, vehicle.hex)
    side = side_strafed(craft.craft, run, vehicle)
    painted = any(aim.side_of(state, p) == craft.side for p in vehicle.painted_by)
    factor = 0 if painted else aim.shield_factor(vehicle.shields, side)
    shield = Modifier(f"{side} shield", -factor, "centurion: Target Shield Modifier")
    return behind(state, [*aimed(craft), *aim.cover(state, vehicle)], shield)


def at_building(state: BattleState, craft: GroundAttack, hex: Hex) -> Reckoning:
    """What a craft on its run rolls against for the buildings of a hex: their shield, no terrain; a painted installation has no shield."""
    factor, turret = installations.shield(state, hex), installations.turret_at(state, hex)
    if turret is not None and any(aim.side_of(state, p) == craft.side for p in turret.painted_by):
        factor = 0
    return behind(state, aimed(craft), Modifier("installation shield", -factor, installations.RULE))


def behind(state: BattleState, modifiers: list[Modifier], shield: Modifier) -> Reckoning:
    """A strafing roll at what has a shield, which makes it harder or rolls for itself (Variant Shield Rule)."""
    return shield_rolls.against(state, int(figures("air")["strafing_base"]), modifiers, shield, STRAFING)


def diving(craft: GroundAttack) -> Reckoning:
    """Each round of a dive on 4 + Gunnery and nothing else."""
    return Reckoning(int(figures("air")["dive_base"]), [Modifier("gunnery", craft.gunnery, DIVE)], DIVE)

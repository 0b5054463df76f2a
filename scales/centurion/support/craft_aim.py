"""Aiming at craft that attack the ground (centurion: Return Fire), and their own aim (centurion: Strafing, Dive Bombing)."""

from scales.centurion.combat import aim, shield_rolls
from scales.centurion.combat.aim import Aim
from scales.centurion.combat.reckoning import Reckoning
from scales.centurion.combat.weapons import figures
from scales.centurion.ground import installations
from scales.centurion.ground.terrain import on_board
from scales.centurion.state import PARITY, BattleState, Run, Vehicle
from scales.engine import Modifier
from scales.hexes import Hex, arc_sides, distance, neighbor
from scales.messages import GroundAttack

STRAFING = "centurion: Strafing"
DIVE = "centurion: Dive Bombing"
RETURN_FIRE = "centurion: Return Fire"

LONGEST: int = figures("air")["longest_run"]
FIGHTER = ("bow", "right", "right", "stern", "left", "left")
PATROL = ("bow", "right_bow", "right_stern", "stern", "left_stern", "left_bow")
"""The side of a craft at each of its hexsides; a patrol craft has a shield for each."""


def path_of(run: Run) -> list[Hex]:
    """The hexes a craft's counter passes: the target hex alone for a dive."""
    return [passed(run, flown) for flown in range(run.length + 1 if run.length else 1)]


def passed(run: Run, flown: int) -> Hex:
    """The hex in which the counter is when so many hexes of the run are behind it, on the map or off it."""
    return neighbor(run.hex, run.heading, PARITY, flown)


def on_map(state: BattleState, run: Run) -> int:
    """Hexes that the craft can fly before it leaves the map, however long its run is."""
    flown = 0
    while on_board(state, passed(run, flown + 1)):
        flown += 1
    return flown


def sure(state: BattleState, run: Run) -> int:
    """Hexes of a run that are certain to be flown on the map: everybody knows of the least run, nobody how much longer it is (Strafing)."""
    return min(int(figures("air")["least_run"]), on_map(state, run))


def is_strafing(state: BattleState, target: str) -> bool:
    """Is a target a craft with a run before it?"""
    return target in state.runs and state.runs[target].length > 0


def place(state: BattleState, run: Run) -> Hex:
    """Where the counter is now; one that flew off the map was last seen at its edge."""
    return passed(run, min(run.flown, on_map(state, run)) if run.length else 0)


def aim_now(state: BattleState, firer: Vehicle, craft: str) -> Aim:
    """A vehicle and a craft where its counter is at this moment: before its run where it was put (centurion: Return Fire; R-INT-02)."""
    run = state.runs[craft]
    return _aim_point(state, firer, craft, run, place(state, run))


def aim_after(state: BattleState, firer: Vehicle, craft: str, flown: int) -> Aim:
    """A vehicle and a strafing craft when so many hexes of its run are behind it."""
    run = state.runs[craft]
    return _aim_point(state, firer, craft, run, passed(run, flown))


def _aim_point(state: BattleState, firer: Vehicle, craft: str, run: Run, hex: Hex) -> Aim:
    assert firer.hex is not None
    attack = next(a for a in state.air if a.craft == craft)
    painted = aim.is_painted(state, firer, run.painted_by)
    facing, angle = struck(attack, run.heading, hex, firer.hex, painted=painted)
    found = Aim(firer.id, craft, "craft", max(1, distance(firer.hex, hex, PARITY)), True, aim.in_front(firer, hex, craft), painted, facing)
    found.shield, found.shield_facing = craft_factor(attack.shields, facing), facing.replace("_", " ")
    found.splits = shield_rolls.is_played(state)
    found.modifiers = [Modifier("angle of attack", angle, RETURN_FIRE)] if angle else []
    found.modifiers += aim.own_modifiers(firer)
    return found


def struck(craft: GroundAttack, heading: int, hex: Hex, firer: Hex, *, painted: bool) -> tuple[str, int]:
    """The side of a craft that fire from a hex strikes, and its angle of attack; on the border of two the craft shows the better one, and who
    fires from below strikes the front."""
    sides = PATROL if "right_bow" in craft.shields else FIGHTER
    angles: list[int] = figures("air")["angle_of_attack"]
    found = [(sides[n - 1], angles[n - 1]) for n in arc_sides(hex, heading, firer, PARITY) or (1,)]
    return min(found, key=lambda f: (f[1] - (0 if painted else craft_factor(craft.shields, f[0])), f[0]))


def craft_factor(shields: dict[str, int], facing: str) -> int:
    """A tenth of the shield rating of a side."""
    return (shields.get(facing, 0) + 5) // 10


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
    origin = near[0] if near[0] != vehicle.hex else neighbor(vehicle.hex, run.heading + 3, PARITY)
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

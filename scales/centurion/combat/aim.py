"""Who can be shot at, from which side, and through what (centurion: Firing Arcs, To-Hit Modifiers)."""

from dataclasses import dataclass, field

from scales.centurion.catalog import vehicle_type
from scales.centurion.combat import shield_rolls
from scales.centurion.combat.infantry_combat import is_hidden, may_fight
from scales.centurion.combat.weapons import figures
from scales.centurion.ground import installations, los, terrain
from scales.centurion.state import PARITY, BattleState, Squad, Unit, Vehicle
from scales.engine import Modifier
from scales.hexes import ARCS, Hex, distance, hex_of, relative_bearing

ARC_ORDER = ("front", "left", "right", "rear")
SHOWN = tuple(tuple("stern" if arc == "rear" else arc for arc in ARC_ORDER if n in ARCS[arc]) for n in range(12))
"""The facings that fire from each relative bearing may strike."""
SMOKE = -2
HULL_DOWN = -2


@dataclass(slots=True)
class Aim:
    """A firer and a target: range, whether it is seen, in the forward arc, painted; the facing struck, whose shield counts, and what
    terrain and damage change whatever the weapon. `kind`: vehicle, squad, craft, building, hex. `location` is the column of the hit table."""

    firer: str
    target: str
    kind: str
    range: int
    seen: bool
    front: bool
    painted: bool = False
    facing: str = ""
    shield: int = 0
    shield_facing: str = ""
    location: str = "normal"
    chosen: str = ""
    """The facing that a close assault picks."""
    base: int = 0
    """Base to-hit number where it is not that of the range (on-board artillery)."""
    modifiers: list[Modifier] = field(default_factory=list)
    splits: bool = False
    """The shield rolls for itself (Variant Shield Rule)."""


# --- sight ----------------------------------------------------------------------------------------------------------------------


def sees_hex(state: BattleState, unit: Unit, hex: Hex) -> bool:
    """Line of sight of a unit to a hex."""
    if unit.hex is None or (isinstance(unit, Vehicle) and unit.under_water):
        return False
    return los.is_high(unit) or los.hex_sees(state, unit.hex, hex, los.height(unit), 0)


def engageable(state: BattleState, firer: Unit, target: Unit) -> bool:
    """Concealed squads only from their own hex; squads inside a building or a wreck never directly (centurion: Concealed Infantry,
    Buildings, Vehicle Destroyed)."""
    if isinstance(target, Squad):
        return not target.in_wreck and target.level == 0 and (not is_hidden(state, target) or target.hex == firer.hex)
    return True


def in_play(unit: Unit) -> bool:
    """On the board and not out of the game, nor aboard a vehicle."""
    if unit.destroyed or unit.left or unit.hex is None:
        return False
    return isinstance(unit, Vehicle) or unit.aboard is None


def enemies(state: BattleState, side: str) -> list[Unit]:
    """Units of the other sides that are in play."""
    return [u for u in state.in_play() if u.side != side]


def crew_fights(vehicle: Vehicle) -> bool:
    """Gunner or commander must be conscious for any weapon to fire (centurion: Gunner Hit)."""
    return vehicle.crew.get("gunner") == "ok" or vehicle.crew.get("commander") == "ok"


def can_fire(unit: Unit) -> bool:
    """May the unit attack in this Weapons Fire segment? Not if it already made an opportunity attack, was dropped, or fired at the board above."""
    if unit.fired or unit.hex is None or unit.destroyed or unit.left:
        return False
    if isinstance(unit, Squad):
        return may_fight(unit) and not unit.painting
    return crew_fights(unit) and not (unit.under_water or unit.dropped or unit.fired_above)


def commands(vehicle: Vehicle) -> bool:
    """Commander and communications: needed for painting, indirect fire and calls."""
    return vehicle.crew.get("commander") == "ok" and "comm" not in vehicle.effects


# --- arcs -----------------------------------------------------------------------------------------------------------------------


def bearing_to(unit: Unit, other: Hex, other_id: str) -> int:
    """Relative bearing of another unit; in the same hex that of the hexside it came in by (centurion: Combat in the Same Hex)."""
    assert unit.hex is not None
    if unit.hex == other:
        return 2 * (unit.entered.get(other_id, 1) - 1)
    return relative_bearing(unit.hex, unit.facing if isinstance(unit, Vehicle) else 1, other, PARITY)


def in_front(vehicle: Vehicle, other: Hex, other_id: str) -> bool:
    """The forward firing arc of hull weapons."""
    return bearing_to(vehicle, other, other_id) in ARCS["front"]


def struck_facing(vehicle: Vehicle, origin: Hex, firer: str) -> str:
    """The side that fire from a hex strikes; on the border of two arcs the defender takes the better shield (R-CEN-51)."""
    sides = SHOWN[bearing_to(vehicle, origin, firer)]
    return sides[0] if len(sides) == 1 else max(sides, key=lambda side: vehicle.shields.get(side, 0))


# --- aiming ---------------------------------------------------------------------------------------------------------------------


def aim(state: BattleState, firer: Unit, target: Unit, declared: bool = False) -> Aim:
    """A firer and a ground unit; what cannot be shot at at all is not worked out further.

    Fire that was declared is carried out, whatever smoke or falling trees come between: combat is simultaneous.
    """
    assert firer.hex is not None
    assert target.hex is not None
    front = isinstance(firer, Squad) or in_front(firer, target.hex, target.id)
    seen = engageable(state, firer, target) and los.sees(state, firer, target)
    found = Aim(firer.id, target.id, "squad", max(1, distance(firer.hex, target.hex, PARITY)), seen, front)
    found.splits = shield_rolls.is_played(state)
    if isinstance(target, Vehicle):
        found.kind = "vehicle"
        found.painted = is_painted(state, firer, target.painted_by)
        if not (seen or found.painted or declared):
            return found
        _side(state, found, firer, target)
        close = isinstance(firer, Squad) and firer.hex == target.hex
        found.modifiers = [m for m in cover(state, target) if not close or m.rule == "centurion: Smoke"]
    found.modifiers += own_modifiers(firer)
    return found


def _side(state: BattleState, found: Aim, firer: Unit, target: Vehicle) -> None:
    """Facing struck, shield used and hit column by the flight modes of both (centurion: TTF and NF Movement, Combat)."""
    assert firer.hex is not None
    if installations.is_turret(target):
        _over_the_roof(state, found, target)
        return
    found.facing = struck_facing(target, firer.hex, firer.id)
    low = firer.mode if isinstance(firer, Vehicle) and firer.mode in ("ttf", "laf") else "nf"
    found.shield_facing, found.location = shield_and_location(low, target.mode, found.facing)
    if found.location == "normal" and hull_down(target):
        found.location = "hull_down"
    found.shield = shield_factor(target.shields, found.shield_facing)


def _over_the_roof(state: BattleState, found: Aim, turret: Vehicle) -> None:
    """An installation is fired at as the building it is, behind its shield (Defense Installations: Shields, Damage)."""
    assert turret.hex is not None
    found.facing, found.location = "turret", "building"
    found.shield, found.shield_facing = installations.shield(state, turret.hex), "installation"


def shield_and_location(attacker: str, target: str, facing: str) -> tuple[str, str]:
    """Which shield counts and which hit column is used, from the flight modes of attacker and target."""
    if target == "laf" and attacker != "laf":
        return "bottom", "laf"
    if target == "ttf" and attacker not in ("ttf", "laf"):
        return "bottom", "ttf"
    return facing, "normal"


def shield_toward(state: BattleState, target: Vehicle, origin: Hex, firer: str) -> int:
    """The shield factor that a vehicle turns to fire from a hex; a turret has that of its installation."""
    if installations.is_turret(target):
        return installations.shield(state, target.hex) if target.hex is not None else 0
    return shield_factor(target.shields, struck_facing(target, origin, firer))


def shield_factor(shields: dict[str, int], facing: str) -> int:
    """The factor on the sheet: a tenth of the flicker rate."""
    return shields.get(facing, 0)


def hull_down(vehicle: Vehicle) -> bool:
    """Grounded in a crater; a ground vehicle only has to be in it (centurion: Hull Down)."""
    return vehicle.crater and (vehicle.mode == "grounded" or not vehicle_type(vehicle.type).grav)


def cover(state: BattleState, target: Vehicle) -> list[Modifier]:
    """Terrain, crater and smoke at the target's hex; above the trees there is none (R-CEN-09), nor for the building of an installation."""
    if installations.is_turret(target) or target.mode in ("ttf", "laf") or target.hex is None:
        return []
    found = []
    ground = terrain.tile(state, target.hex).ground
    if ground != "clear" and (value := terrain.ground_modifier(ground)):
        found.append(Modifier(f"{ground.replace('_', ' ')} at the target", value, "centurion: Terrain Modifiers"))
    if hull_down(target):
        found.append(Modifier("hull down", HULL_DOWN, "centurion: Hull Down Modifier"))
    if terrain_smoke(state, target.hex):
        found.append(Modifier("smoke at the target", SMOKE, "centurion: Smoke"))
    return found


def terrain_smoke(state: BattleState, hex: Hex) -> bool:
    return hex.label in state.ground.smoke


def own_modifiers(firer: Unit) -> list[Modifier]:
    """What damage to the firer takes off."""
    if isinstance(firer, Vehicle) and firer.targeting:
        return [Modifier("targeting systems hit", -firer.targeting, "centurion: Targeting Control Systems")]
    return []


def is_painted(state: BattleState, firer: Unit, painters: list[str]) -> bool:
    """Painted for this firer: by a friend while it has communications, or by itself (centurion: Painting a Target, Comm)."""
    if firer.id in painters:
        return True
    if isinstance(firer, Vehicle) and "comm" in firer.effects:
        return False
    return any(side_of(state, painter) == firer.side for painter in painters)


def side_of(state: BattleState, id: str) -> str:
    """The side of a unit or of a craft above."""
    unit = state.unit(id)
    return unit.side if unit is not None else next((craft.side for craft in state.air if craft.craft == id), "")


def aim_building(state: BattleState, firer: Unit, hex: Hex) -> Aim:
    """A firer and the buildings of a hex: no terrain modifiers, but the shield of an installation (centurion: Buildings, Combat Effects;
    Defense Installations: Shields)."""
    assert firer.hex is not None
    front = isinstance(firer, Squad) or in_front(firer, hex, building_id(hex))
    near = max(1, distance(firer.hex, hex, PARITY))
    return Aim(
        firer.id,
        building_id(hex),
        "building",
        near,
        sees_hex(state, firer, hex),
        front,
        shield=installations.shield(state, hex),
        shield_facing="installation",
        modifiers=own_modifiers(firer),
        location="building",
        splits=shield_rolls.is_played(state),
    )


def aim_hex(state: BattleState, firer: Unit, hex: Hex) -> Aim:
    """On-board artillery on a hex: 7 in sight up to 20 hexes, beyond that indirectly as any artillery, a spotter helping (centurion: On-Board
    Artillery Fire)."""
    assert firer.hex is not None
    far = distance(firer.hex, hex, PARITY)
    figure = figures("on_board")
    near = far <= figure["direct_range"]
    front = isinstance(firer, Squad) or in_front(firer, hex, hex_id(hex))
    seen = sees_hex(state, firer, hex) if near else True
    spotted = firer.side in state.painted.get(hex.label, [])
    base = figure["to_hit"] if near else figures("artillery_to_hit")["spotted" if spotted else "unspotted"]
    return Aim(firer.id, hex_id(hex), "hex", max(1, far), seen, front, base=base, modifiers=own_modifiers(firer))


def hex_id(hex: Hex) -> str:
    """How a hex is named as a target of on-board artillery."""
    return f"hex:{hex.label}"


def building_id(hex: Hex) -> str:
    """How a building is named as a target."""
    return f"building:{hex.label}"


def building_hex(target: str) -> Hex | None:
    """The hex of a building target, None for anything else."""
    return named_hex(target, "building")


def named_hex(target: str, wanted: str) -> Hex | None:
    """The hex of a target id building:CCRR or hex:CCRR."""
    kind, _, label = target.partition(":")
    try:
        return hex_of(label) if kind == wanted else None
    except ValueError:
        return None

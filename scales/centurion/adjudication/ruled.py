"""What rulings do to units: put them somewhere, hurt, mend, destroy and remove them. Objections are asked for first."""

from collections.abc import Sequence
from dataclasses import dataclass

from scales import armor
from scales.centurion import switches
from scales.centurion.catalog import squad_type, vehicle_type
from scales.centurion.combat import aim, damage, effects, infantry_combat, internals
from scales.centurion.combat.morale import WITHDRAWING
from scales.centurion.combat.weapons import laser_shape, table, template
from scales.centurion.ground import installations, terrain
from scales.centurion.movement import entering, flight, grav
from scales.centurion.preparation import muster
from scales.centurion.preparation.setup import VehicleSpec
from scales.centurion.state import CREW, FACINGS, BattleState, Squad, Vehicle
from scales.engine import Json
from scales.hexes import hex_of
from scales.play import Play


def refuse(objections: Sequence[str]) -> None:
    """Raises ValueError with all objections as one sentence, if there are any."""
    if objections:
        raise ValueError("; ".join(objections))


def in_the_game(state: BattleState, id: str) -> Vehicle | Squad:
    """A unit that is neither destroyed nor gone; raises ValueError."""
    unit = state.unit(id)
    if unit is None:
        raise ValueError(f"there is no unit '{id[:80]}' in this battle")
    if unit.destroyed or unit.left:
        raise ValueError(f"{unit.name} {'is destroyed' if unit.destroyed else 'has left the board'}")
    return unit


def on_board(state: BattleState, id: str) -> Vehicle | Squad:
    """A unit that stands on the board by itself; raises ValueError."""
    unit = in_the_game(state, id)
    if isinstance(unit, Squad) and unit.aboard is not None:
        raise ValueError(f"{unit.name} rides in {state.vehicles[unit.aboard].name}: move that")
    if not aim.in_play(unit):
        raise ValueError(f"{unit.name} is not on the board")
    return unit


# --- moving ---------------------------------------------------------------------------------------------------------------------


@dataclass(slots=True, frozen=True)
class Place:
    """Where a unit is put; None leaves things as they are."""

    hex: str
    facing: int | None = None
    velocity: int | None = None
    grounded: bool | None = None
    mode: str | None = None


def place_objections(state: BattleState, unit: Vehicle | Squad, place: Place) -> list[str]:
    """What is against putting a unit there; an installation stays where it is."""
    tile = terrain.terrain_of(state).tile(hex_of(place.hex))
    if installations.is_turret(unit) and unit.hex != hex_of(place.hex):
        return [f"{unit.name} belongs to an installation, which cannot be moved"]
    if tile is None:
        return [f"hex {place.hex} is not on the board"]
    out = []
    grav = isinstance(unit, Vehicle) and vehicle_type(unit.type).grav
    if tile.ground == "lake" and not grav:
        out.append(f"{unit.name} cannot stand in the lake {place.hex}")
    if place.facing is not None and isinstance(unit, Squad):
        out.append("a squad has no facing")
    if not grav and (place.velocity is not None or place.grounded is not None):
        out.append("only a grav vehicle has a velocity and grounds")
    if place.velocity and (place.grounded or (isinstance(unit, Vehicle) and "grav_drive" in unit.effects)):
        out.append(f"{unit.name} cannot move while it is grounded or without its drive")
    return out + _flight_objections(state, unit, place)


def _flight_objections(state: BattleState, unit: Vehicle | Squad, place: Place) -> list[str]:
    """What is against a mode of flight, and against a velocity in it."""
    if not isinstance(unit, Vehicle) or not vehicle_type(unit.type).grav:
        return ["only a grav vehicle has a mode of flight"] if place.mode is not None else []
    mode = place.mode or (unit.mode if flight.is_high(unit) and not place.grounded else "nf")
    out = []
    if place.mode in ("ttf", "laf") and not switches.is_on(state, "flight_modes"):
        out.append("tree-top and low-altitude flight are not played in this battle")
    if place.mode in ("ttf", "laf") and (place.grounded or not grav.has_drive(unit)):
        out.append(f"{unit.name} cannot fly while it is grounded or without its drive")
    if place.velocity is not None and abs(place.velocity) > flight.top_speed(mode):
        out.append(f"{unit.name} cannot fly at {place.velocity}: in {flight.NAMES[mode]} the most is {flight.top_speed(mode)}")
    return out


def put(state: BattleState, unit: Vehicle | Squad, place: Place) -> None:
    """The unit stands there from now on, out of any crater, building or hiding place."""
    entering.forget(state, unit)
    unit.hex, unit.crater = hex_of(place.hex), False
    if isinstance(unit, Squad):
        unit.level, unit.concealed, unit.hidden, unit.lane = 0, False, False, 0
        return
    unit.facing, unit.hidden = place.facing or unit.facing, False
    unit.lane, unit.clearing, unit.cutting = 0, False, 0
    if place.velocity is not None:
        unit.velocity = place.velocity
    if vehicle_type(unit.type).grav:
        _ground(state, unit, place)


def _ground(state: BattleState, vehicle: Vehicle, place: Place) -> None:
    """On the ground, or in the mode of flight that is named or that it has."""
    grounded = (vehicle.mode == "grounded" and not place.mode) if place.grounded is None else place.grounded
    grounded = grounded and not place.velocity
    vehicle.mode = "grounded" if grounded else place.mode or flight.mode_after(vehicle, 0)
    vehicle.velocity = 0 if grounded else vehicle.velocity
    vehicle.under_water = grounded and vehicle.hex is not None and terrain.is_water(state, vehicle.hex)


# --- hurting --------------------------------------------------------------------------------------------------------------------


@dataclass(slots=True, frozen=True)
class Blow:
    """Damage as the rules take it: points along the rows of a side, a template or a laser's boxes at a column of it, or men of a squad."""

    side: str | None = None
    points: int | None = None
    template: str | None = None
    laser: int | None = None
    column: int | None = None
    casualties: int | None = None

    def told(self) -> Json:
        """The fields that are given."""
        fields = ("side", "points", "template", "laser", "column", "casualties")
        return {name: value for name in fields if (value := getattr(self, name)) is not None}


def blow_objections(unit: Vehicle | Squad, blow: Blow) -> list[str]:
    """What is against such damage."""
    given = set(blow.told())
    if isinstance(unit, Squad):
        if given != {"casualties"}:
            return [f"{unit.name} is a squad: its damage is casualties only"]
        return [] if (blow.casualties or 0) <= unit.strength else [f"{unit.name} has {unit.strength} men, not {blow.casualties}"]
    wrong = [] if blow.template is None or blow.template in templates() else [_no_template(blow.template)]
    if installations.is_turret(unit) and blow.side not in (None, "turret"):
        wrong.append(f"{unit.name} has the side turret alone")
    if given not in ({"side", "points"}, {"side", "template", "column"}, {"side", "laser", "column"}):
        wrong.append(f"{unit.name} is a vehicle: its damage is side and points, or side, column and either template or laser")
    return wrong


def templates() -> list[str]:
    """The templates that there are."""
    return list(table("centurion_damage_templates")["templates"])


def _no_template(id: str) -> str:
    return f"there is no template '{id}'; there are {', '.join(templates())}, and laser with the depth of a laser"


def strike(play: Play[BattleState], unit: Vehicle | Squad, blow: Blow) -> None:
    """The damage with all that follows from it, at once; what other fire did inside still waits for its own time."""
    if isinstance(unit, Squad):
        infantry_combat.kill(play, unit, blow.casualties or 0, "")
        return
    waiting, unit.queued = unit.queued, []
    if blow.template is not None:
        damage.strike(unit, blow.side or "", template(blow.template), blow.column or 1, weapon="ruling")
    elif blow.laser is not None:
        damage.strike(unit, blow.side or "", laser_shape(blow.laser), blow.column or 1, weapon="ruling")
    else:
        damage.across(unit, blow.side or "", blow.points or 0, weapon="ruling")
    unit.turn_damaged = play.state.last_damage = max(1, play.state.turn)
    effects.take_effect(play, unit)
    infantry_combat.casualties_take_effect(play)
    unit.queued = [] if unit.destroyed else waiting


# --- mending --------------------------------------------------------------------------------------------------------------------


def repair_objections(unit: Vehicle | Squad, system: str | None) -> list[str]:
    """What is against a repair."""
    if system is None:
        return []
    if isinstance(unit, Squad):
        return [f"{unit.name} is a squad: it has no systems"]
    hurt = damaged(unit)
    return [] if system in hurt else [f"nothing is wrong with '{system}' of {unit.name}; damaged are: {', '.join(hurt) or 'none'}"]


def damaged(vehicle: Vehicle) -> list[str]:
    """Everything of a vehicle that a repair may name."""
    new = _new(vehicle)
    sides = [side for side in new.armor if vehicle.armor[side].rows != new.armor[side].rows]
    crew = [who for who in CREW if vehicle.crew.get(who) != "ok" or internals.lost(vehicle, who)]
    strained = [
        vane for vane in internals.VANES if vane not in vehicle.effects and (vane in vehicle.shorted or internals.lost(vehicle, vane))
    ]
    return [*sides, *crew, *(["targeting"] if vehicle.targeting else []), *vehicle.effects, *strained]


def _new(vehicle: Vehicle) -> Vehicle:
    return muster.fresh(VehicleSpec(id="new", type=vehicle.type), vehicle.side, vehicle.century, vehicle.platoon)


def repair(unit: Vehicle | Squad, system: str | None) -> None:
    """A vehicle as built or a squad at full strength, with all they carry; or one system with the boxes under it."""
    if isinstance(unit, Squad):
        kind = squad_type(unit.type)
        unit.strength = len(CREW) if unit.type == "vehicle_crew" else infantry_combat.FULL
        unit.missiles, unit.mortars, unit.casualties_queued = kind.missiles, kind.mortars, 0
    elif system is None:
        new = _new(unit)
        unit.armor, unit.shields, unit.crew = new.armor, new.shields, new.crew
        unit.missiles, unit.smoke, unit.digging, unit.hard_points = new.missiles, new.smoke, new.digging, new.hard_points
        unit.internals, unit.effects, unit.queued, unit.stunned, unit.shorted = {}, [], [], {}, {}
        unit.targeting = unit.turn_damaged = 0
    else:
        _mend(unit, system)


def _mend(vehicle: Vehicle, system: str) -> None:
    new = _new(vehicle)
    if system in FACINGS:
        vehicle.armor[system] = new.armor[system]
        return
    if system in CREW:
        vehicle.crew[system] = "ok"
        vehicle.stunned.pop(system, None)
    if system == "targeting":
        vehicle.targeting = 0
    vehicle.effects = [effect for effect in vehicle.effects if effect != system]
    vehicle.shorted.pop(system, None)
    if system.endswith("_shield"):
        side = system.removesuffix("_shield")
        vehicle.shields[side] = new.shields[side]
    names = {"targeting": ("targ",), "mobility": ("mobility_left", "mobility_right")}
    _fill(vehicle, names.get(system, (system, f"{system}_a", f"{system}_b")))


def _fill(vehicle: Vehicle, components: Sequence[str]) -> None:
    """Put back the internal boxes of some components."""
    for name, grid in vehicle.internals.items():
        drawn = internals.sheet_of(vehicle)[name].rows
        armor.mend(grid, [[r, c] for r, row in enumerate(drawn, 1) for c, component in enumerate(row, 1) if component in components])


# --- morale ---------------------------------------------------------------------------------------------------------------------


def morale_objections(unit: Vehicle | Squad, *, withdraws: bool) -> list[str]:
    """What is against making a unit withdraw or hold."""
    if unit.type == "vehicle_crew" or installations.is_turret(unit):
        return [f"{unit.name} is {'a crew on foot' if isinstance(unit, Squad) else 'an installation'}: its morale is not tested"]
    already = unit.morale == WITHDRAWING if withdraws else not unit.morale
    return [f"{unit.name} {'is withdrawing' if withdraws else 'is steady'} already"] if already else []


def set_morale(unit: Vehicle | Squad, *, withdraws: bool) -> None:
    """A unit withdraws at once, out of its hiding place, or is steady again."""
    unit.morale = WITHDRAWING if withdraws else ""
    if withdraws:
        unit.hidden = False
    if withdraws and isinstance(unit, Squad):
        unit.concealed = False


# --- out of the game ------------------------------------------------------------------------------------------------------------


def destroy(state: BattleState, unit: Vehicle | Squad) -> list[str]:
    """Off the game with everyone aboard, whose ids it returns."""
    lost = _riders(state, unit)
    for each in (unit, *lost):
        entering.forget(state, each)
        each.destroyed, each.hidden = True, False
    if isinstance(unit, Vehicle):
        unit.velocity, unit.inside, unit.outside, unit.queued = 0, None, None, []
    else:
        step_off(state, unit)
    for squad in [unit, *lost] if isinstance(unit, Squad) else lost:
        squad.strength, squad.casualties_queued, squad.aboard, squad.outside = 0, 0, None, False
    return [squad.id for squad in lost]


def _riders(state: BattleState, unit: Vehicle | Squad) -> list[Squad]:
    return [state.squads[id] for id in (unit.inside, unit.outside) if id is not None] if isinstance(unit, Vehicle) else []


def step_off(state: BattleState, squad: Squad) -> None:
    """The squad no longer rides in anything."""
    carrier = state.vehicles.get(squad.aboard or "")
    if carrier is not None:
        carrier.inside = None if carrier.inside == squad.id else carrier.inside
        carrier.outside = None if carrier.outside == squad.id else carrier.outside
    squad.aboard, squad.outside = None, False


def remove(state: BattleState, unit: Vehicle | Squad) -> list[str]:
    """Off the board with everyone aboard, whose ids it returns; they count as having left."""
    gone = _riders(state, unit)
    entering.forget(state, unit)
    if isinstance(unit, Vehicle):
        unit.velocity, unit.queued = 0, []
    else:
        step_off(state, unit)
    for each in (unit, *gone):
        each.left, each.hex = True, None
    return [squad.id for squad in gone]

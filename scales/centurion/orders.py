"""Orders of the Movement Phase as JSON, and what the rules say against them. Headings and facings are hexsides 1 to 6."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from scales import misfits
from scales.centurion import aim, grav, ground_move, grounding, mounting, opportunity, recombining
from scales.centurion.catalog import vehicle_type
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.centurion.terrain import terrain_of
from scales.engine import Fault

Facing = Annotated[int, Field(ge=1, le=6)]
Ids = Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=2)]


class _Order(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class GravMove(_Order):
    """A grav vehicle: rise, turn on the spot, accelerate, follow the path, brake, ground.

    `path`: F a hex along the line of flight, L and R a hexside of turn. `crater`: ground into a crater of the hex; `dig`: dig it first.
    """

    kind: Literal["grav"]
    lift: bool = False
    spin: Facing | None = None
    accelerate: Annotated[int, Field(ge=0, le=60)] = 0
    path: Annotated[str, Field(max_length=80, pattern="^[FLR]*$")] = ""
    decelerate: Annotated[int, Field(ge=0, le=60)] = 0
    ground: bool = False
    crater: bool = False
    dig: bool = False
    dismount: Ids = []


class Drive(_Order):
    """A ground vehicle: headings of the hexes entered, final facing; `crater`: it uses a crater of its last hex."""

    kind: Literal["drive"]
    route: Annotated[str, Field(max_length=20, pattern="^[1-6]*$")] = ""
    facing: Facing
    crater: bool = False
    dig: bool = False
    dismount: Ids = []


class March(_Order):
    """A squad on foot: headings of the hexes entered; `crater`: it takes cover in a crater of its last hex."""

    kind: Literal["march"]
    route: Annotated[str, Field(max_length=12, pattern="^[1-6]*$")] = ""
    crater: bool = False


class Mount(_Order):
    """A squad climbs into or onto a vehicle at rest in its hex."""

    kind: Literal["mount"]
    vehicle: Annotated[str, Field(max_length=200)]


class Conceal(_Order):
    """A squad hides instead of moving."""

    kind: Literal["conceal"]


class Storey(_Order):
    """A squad goes into a building or changes the storey; 0 leaves it."""

    kind: Literal["storey"]
    level: Annotated[int, Field(ge=0, le=10)]


class Join(_Order):
    """A squad idles for a turn and hands its men over to another one in its hex."""

    kind: Literal["join"]
    squad: Annotated[str, Field(max_length=200)]


class Stay(_Order):
    """A unit does nothing; a vehicle at rest may let its infantry off. `watch`: it fires at the first enemy that moves within so many hexes."""

    kind: Literal["stay"]
    dismount: Ids = []
    watch: Annotated[int, Field(ge=0, le=20)] = 0


MoveOrder = GravMove | Drive | March | Mount | Conceal | Storey | Join | Stay
_ADAPTER: TypeAdapter[MoveOrder] = TypeAdapter(Annotated[MoveOrder, Field(discriminator="kind")])


def read(raw: Any) -> MoveOrder:
    """An order from JSON; raises pydantic's `ValidationError`."""
    return _ADAPTER.validate_python(raw)


def faults_of(state: BattleState, unit: Vehicle | Squad, raw: Any) -> list[Fault]:
    """Everything that the rules say against an order for a unit."""
    rule = slot_rule(unit)
    try:
        order = read(raw)
    except ValidationError as error:
        return [Fault("malformed", f"{unit.name}: {_sentence(error, raw)}", unit.id)]
    return [Fault("illegal", f"{unit.name}: {text} ({rule})", unit.id) for text in objections(state, unit, order)]


KINDS = ("grav", "drive", "march", "mount", "conceal", "storey", "join", "stay")


def _sentence(error: ValidationError, raw: Any) -> str:
    """Why this is no movement order: its kind first, which says what else it has."""
    kind = raw.get("kind") if isinstance(raw, dict) else None
    if kind not in KINDS:
        found = f"not {str(kind)[:40]!r}" if kind is not None else "and names none"
        return f"this is no movement order: its kind is one of {', '.join(KINDS)}, {found}"
    wrong = [text.replace(f"'{kind}.", "'") for text in misfits.sentences(error)]
    return f"this is no movement order of kind {kind}: {'; '.join(wrong)}"


def slot_rule(unit: Vehicle | Squad) -> str:
    """The chapter that governs a unit's movement."""
    if isinstance(unit, Squad):
        return "centurion: Infantry Movement"
    return "centurion: Grav Movement" if vehicle_type(unit.type).grav else "centurion: Ground Vehicles"


def objections(state: BattleState, unit: Vehicle | Squad, order: MoveOrder) -> list[str]:
    """Sentences on what is wrong with an order."""
    if not aim.in_play(unit):
        return [] if order == Stay(kind="stay") else ["it is not on the board"]
    if isinstance(unit, Squad):
        return _squad_objections(state, unit, order)
    if isinstance(order, Stay):
        return _stay(unit, order)
    if isinstance(order, GravMove) and vehicle_type(unit.type).grav:
        return _grav_objections(state, unit, order)
    if isinstance(order, Drive) and not vehicle_type(unit.type).grav:
        return _drive_objections(state, unit, order)
    return [f"it cannot take an order of kind {order.kind}"]


def _stay(unit: Vehicle, order: Stay) -> list[str]:
    if unit.velocity and can_move_at_will(unit):
        return [f"it has velocity {unit.velocity} and must move"]
    watching = opportunity.objections(unit) if order.watch else []
    return watching + mounting.dismount_objections(unit, order.dismount)


def can_fly(vehicle: Vehicle) -> bool:
    """Has a grav vehicle its drive?"""
    return "grav_drive" not in vehicle.effects


def can_move_at_will(vehicle: Vehicle) -> bool:
    """Does anybody steer it, and has it a drive or an engine to move it?"""
    return grav.is_steered(vehicle) and (can_fly(vehicle) if vehicle_type(vehicle.type).grav else "engine" not in vehicle.effects)


def _grav_objections(state: BattleState, vehicle: Vehicle, order: GravMove) -> list[str]:
    """Thrust, lift, spin, path, braking and grounding in the printed order (Movement Phase)."""
    out: list[str] = []
    thrust, lift = grav.thrust_of(vehicle), grav.lift_cost(vehicle)
    if not can_move_at_will(vehicle):
        return ["it cannot be steered"]
    if order.lift != (lift > 0):
        out.append("it has to rise first" if lift else "it is not on the ground")
    if order.accelerate < lift:
        out.append(f"rising takes {lift} thrust")
    if order.accelerate + order.decelerate > thrust:
        out.append(f"acceleration and deceleration together may not exceed its thrust of {thrust}")
    if order.spin is not None and vehicle.velocity:
        out.append("only a vehicle at velocity 0 may turn on the spot")
    velocity = vehicle.velocity + order.accelerate - (lift if order.lift else 0)
    if abs(velocity) > grav.TOP_SPEED:
        out.append(f"no vehicle flies faster than {grav.TOP_SPEED}")
    return out or _grav_path(state, vehicle, order, velocity)


def _grav_path(state: BattleState, vehicle: Vehicle, order: GravMove, velocity: int) -> list[str]:
    assert vehicle.hex is not None
    terrain = terrain_of(state)
    track = grav.walk(terrain, terrain.index(vehicle.hex), order.spin or vehicle.facing, velocity, grav.handling(vehicle), order.path)
    out = [track.fault] if track.fault else []
    end = velocity - order.decelerate
    grounds = order.ground or grounding.must_ground(velocity, track.spent)
    if (order.crater or order.dig) and not grounds:
        out.append("only a vehicle that grounds can use a crater")
    if order.dig and not grounding.can_dig(vehicle):
        out.append("it has no digging charge")
    if order.dismount and end and not grounds:
        out.append("infantry gets off only at velocity 0")
    return out + mounting.dismount_objections(vehicle, order.dismount)


def _drive_objections(state: BattleState, vehicle: Vehicle, order: Drive) -> list[str]:
    assert vehicle.hex is not None
    terrain = terrain_of(state)
    way = ground_move.follow(terrain, terrain.index(vehicle.hex), ground_move.points_of(vehicle), True, order.route)
    out = [way.fault] if way.fault else []
    if "engine" in vehicle.effects and order.facing != vehicle.facing:
        out.append("without an engine it cannot turn")
    if not grav.is_steered(vehicle) and (order.route or order.facing != vehicle.facing):
        out.append("it cannot be steered")
    if order.dig and not grounding.can_dig(vehicle):
        out.append("it has no digging charge")
    return out + mounting.dismount_objections(vehicle, order.dismount)


def _squad_objections(state: BattleState, squad: Squad, order: MoveOrder) -> list[str]:
    if isinstance(order, Stay):
        watching = opportunity.objections(squad) if order.watch else []
        return [*watching, *(["it carries no infantry"] if order.dismount else [])]
    if squad.moved or squad.concealed:
        return ["it may not move this turn"]
    if isinstance(order, March):
        return _march_objections(state, squad, order)
    return _other_squad_objections(state, squad, order)


def _march_objections(state: BattleState, squad: Squad, order: March) -> list[str]:
    assert squad.hex is not None
    if squad.level:
        return ["it has to leave the building first"]
    terrain = terrain_of(state)
    fault = ground_move.follow(terrain, terrain.index(squad.hex), ground_move.points_of(squad), False, order.route).fault
    return [fault] if fault else []


def _other_squad_objections(state: BattleState, squad: Squad, order: MoveOrder) -> list[str]:
    if isinstance(order, Mount):
        return mounting.mount_objections(state, squad, order.vehicle)
    if isinstance(order, Storey):
        return mounting.storey_objections(state, squad, order.level)
    if isinstance(order, Join):
        return recombining.objections(state, squad, order.squad)
    if isinstance(order, Conceal):
        return ["a vehicle crew does not hide"] if squad.type == "vehicle_crew" else []
    return [f"it cannot take an order of kind {order.kind}"]

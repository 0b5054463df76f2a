"""The order of a grav vehicle as JSON, and what the rules say against it in the printed order of its move (Movement Phase)."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from scales.centurion import switches
from scales.centurion.ground import engineering
from scales.centurion.ground.terrain import terrain_of
from scales.centurion.movement import diving, emergency_turns, flight, grav, grounding, jumping, mounting, ramming, track
from scales.centurion.movement.track import because
from scales.centurion.state import BattleState, Vehicle

ACCELERATION = "centurion: Acceleration"
HULL_DOWN = "centurion: Hull Down"
LATERAL = "centurion-variants: Variant Lateral Shift"

Facing = Annotated[int, Field(ge=1, le=6)]
Digs = Annotated[list[Annotated[int, Field(ge=0, le=100)]], Field(max_length=8)]
Ids = Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=2)]


class Plain(BaseModel):
    """An order as JSON; it has no other fields than these."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Order(Plain):
    """What a unit does in the Movement Phase. `place`: when it moves within its platoon, low ones first; equals in the usual order."""

    place: Annotated[int, Field(ge=0, le=99)] = 0


class Jump(Plain):
    """A squad jumps when its vehicle has entered so many hexes of its path (0: where it begins); `roof`: onto the top storey there."""

    squad: Annotated[str, Field(max_length=200)]
    after: Annotated[int, Field(ge=0, le=100)]
    roof: bool = False


class GravMove(Order):
    """A grav vehicle: rise, climb or come down, turn on the spot, accelerate, follow the path, brake, ground.

    `climb`: levels of flight up or down, each for a thrust beside those of `accelerate`. `path`: F a hex along the line of flight, L and R a
    hexside of turn. `jumps`: infantry that jumps on the way. `crater`: ground into a crater of the hex; `dig`: dig it first.
    `laser`: the planar laser of an engineering vehicle is on in this move, or on in those hexes alone: 0 the first, 1 the next entered. By variants the path has < and >, a hex aside instead of a turn, and
    `emergency` lets turns come too early, for thrust in the vanes, and `ram` names the enemy vehicle that it means to ram.
    A path that does not spend the whole velocity grounds the vehicle whatever `ground` says: that is legal and costs what grounding costs.
    `odd`: where an odd ten points of damage from striking the ground go. `submerged`: it stays under water.
    `digs`: digging charges fired on the way, by the number of hexes entered (0: where it begins).
    """

    kind: Literal["grav"]
    lift: bool = False
    climb: Annotated[int, Field(ge=-2, le=2)] = 0
    spin: Facing | None = None
    accelerate: Annotated[int, Field(ge=0, le=60)] = 0
    path: Annotated[str, Field(max_length=160, pattern="^[FLR<>]*$")] = ""
    emergency: bool = False
    ram: Annotated[str, Field(max_length=200)] = ""
    jumps: Annotated[list[Jump], Field(max_length=2)] = []
    decelerate: Annotated[int, Field(ge=0, le=60)] = 0
    ground: bool = False
    crater: bool = False
    dig: bool = False
    dismount: Ids = []
    laser: bool | Annotated[list[Annotated[int, Field(ge=0, le=160)]], Field(max_length=160)] = False
    odd: Literal["front", "bottom"] = "front"
    submerged: bool = False
    digs: Digs = []


def objections(state: BattleState, vehicle: Vehicle, order: GravMove) -> list[str]:
    """Thrust, lift, change of level, spin, path, braking and grounding in the printed order (Movement Phase)."""
    if not (grav.is_steered(vehicle) and grav.has_drive(vehicle)):
        return [helpless(vehicle)]
    velocity = velocity_of(vehicle, order)
    out = _lifting(vehicle, order) + flight.objections(state, vehicle, order.climb) + _thrust(vehicle, order) + _variants(state, order)
    if order.spin is not None and vehicle.velocity:
        text = f"cannot spin in place at velocity {vehicle.velocity}: only a vehicle at velocity 0 may"
        out.append(because(text, track.FACING))
    top = flight.top_speed(flight.mode_after(vehicle, order.climb))
    if abs(velocity) > max(top, abs(vehicle.velocity)):
        out.append(because(f"cannot accelerate to {velocity}: it flies no faster than {top}", ACCELERATION))
    out += _laser(state, vehicle, order) if order.laser else []
    out += diving.objections(vehicle, _above_water(order)) if order.submerged else []
    return out or _grav_path(state, vehicle, order, velocity)


def mode_of(vehicle: Vehicle, order: GravMove) -> str:
    """How the move of an order is reckoned: in its mode of flight, or under water."""
    return diving.mode(vehicle, flight.mode_after(vehicle, order.climb), submerged=order.submerged)


def _above_water(order: GravMove) -> list[str]:
    """What an order wants that nobody does under water."""
    wants = {"change its level of flight": bool(order.climb), "dig": order.dig or bool(order.digs), "use a crater": order.crater}
    wants |= {"cut a path": bool(order.laser), "let infantry off": bool(order.dismount or order.jumps)}
    return [what for what, wanted in wants.items() if wanted]


def _laser(state: BattleState, vehicle: Vehicle, order: GravMove) -> list[str]:
    """What is against cutting a path in this move."""
    mode = flight.mode_after(vehicle, order.climb)
    high = [because(f"cannot cut a path from {flight.NAMES[mode]}: it flies above the trees", engineering.TREES)] if mode != "nf" else []
    return engineering.objections(state, vehicle) or high


def velocity_of(vehicle: Vehicle, order: GravMove) -> int:
    """Current velocity once the vehicle has risen and accelerated (ruling R-CEN-08)."""
    return vehicle.velocity + order.accelerate - (grav.lift_cost(vehicle, submerged=order.submerged) if order.lift else 0)


def helpless(vehicle: Vehicle) -> str:
    """Why a grav vehicle takes no orders."""
    if not grav.has_drive(vehicle):
        return because("cannot move: its grav drive is out of action", "centurion: Grav Drive")
    if "helm" in vehicle.effects:
        return because("cannot be steered: its helm is out of action", "centurion: Helm")
    return because("cannot be steered: its driver is out of action", "centurion: Driver Hit")


def _lifting(vehicle: Vehicle, order: GravMove) -> list[str]:
    lift = grav.lift_cost(vehicle, submerged=order.submerged)
    if order.lift != (lift > 0):
        return [
            because(f"has to rise first, for {lift} thrust" if lift else "is not on the ground and cannot rise from it", grounding.RULE)
        ]
    if order.accelerate < lift:
        return [because(f"needs {lift} thrust to rise and applies {order.accelerate}", grounding.RULE)]
    return []


def walk(state: BattleState, vehicle: Vehicle, order: GravMove) -> track.Track:
    """The path of an order as far as the rules allow it."""
    assert vehicle.hex is not None
    terrain = terrain_of(state)
    how = grav.handling(vehicle, mode_of(vehicle, order), forces=order.emergency)
    facing, velocity = order.spin or vehicle.facing, velocity_of(vehicle, order)
    return track.walk(terrain, terrain.index(vehicle.hex), facing, velocity, how, order.path)


def _variants(state: BattleState, order: GravMove) -> list[str]:
    """What is against flying by rules that this battle does not play."""
    out = emergency_turns.objections(state) if order.emergency else []
    if any(letter in order.path for letter in track.SHIFTS) and not switches.is_on(state, "lateral_shift"):
        out.append(because("cannot shift aside: lateral shifts are not played in this battle", LATERAL))
    return out


def _thrust(vehicle: Vehicle, order: GravMove, walked: track.Track | None = None) -> list[str]:
    """Acceleration, change of level, deceleration, and what is spent on the way, may not exceed the thrust."""
    thrust, climb = grav.thrust_of(vehicle), flight.thrust_for(order.climb)
    vanes, shifts = (sum(each.thrust for each in walked.forced), walked.shifts) if walked is not None else (0, 0)
    if order.accelerate + climb + order.decelerate + vanes + shifts <= thrust:
        return []
    terms = [(order.accelerate, "accelerating"), (climb, "changing level"), (vanes, "forcing turns"), (shifts, "shifting aside")]
    terms += [(order.decelerate, "braking")]
    words = " and ".join(f"{points} for {what}" for points, what in terms if points)
    return [because(f"has a thrust of {thrust} and cannot spend {words}", ACCELERATION)]


def _grav_path(state: BattleState, vehicle: Vehicle, order: GravMove, velocity: int) -> list[str]:
    assert vehicle.hex is not None
    terrain, mode = terrain_of(state), flight.mode_after(vehicle, order.climb)
    walked = walk(state, vehicle, order)
    over = [vehicle.hex, *(terrain.hex(entry.place) for entry in walked.entries)]
    out = [walked.fault] if walked.fault else _thrust(vehicle, order, walked)
    out += jumping.objections(state, vehicle, mode, over, jumps_of(order))
    stops = order.ground or grounding.must_ground(velocity, walked.spent)
    out += ramming.objections(state, vehicle, order.ram, over[-1], 0 if stops else velocity - order.decelerate, mode)
    end = terrain.tiles[walked.place]
    out += grounding.charges_objections(vehicle, order.digs, [terrain.index(hex) for hex in over], terrain, last=order.dig, mode=mode)
    return out + _grav_end(vehicle, order, mode, velocity, walked.spent, end.ground if end is not None else "")


def jumps_of(order: GravMove) -> list[jumping.Jump]:
    """The jumps of an order."""
    return [jumping.Jump(jump.squad, jump.after, jump.roof) for jump in order.jumps]


def _grav_end(vehicle: Vehicle, order: GravMove, mode: str, velocity: int, spent: int, ground: str) -> list[str]:
    """What is against the way in which a flight is to end on some ground."""
    out: list[str] = []
    grounds = order.ground or grounding.must_ground(velocity, spent)
    if order.ground and mode in ("ttf", "laf"):
        out.append(because(f"cannot ground from {flight.NAMES[mode]}: it has to come down to normal flight first", flight.RULE))
    if (order.crater or order.dig) and (not grounds or mode in ("ttf", "laf")):
        out.append(because("cannot use a crater: only a vehicle that grounds from normal flight can", HULL_DOWN))
    if order.dig and not grounding.can_dig(vehicle):
        out.append(because("has no digging charge", HULL_DOWN))
    if order.dismount and velocity - order.decelerate and not grounds:
        text = f"lets infantry off only at velocity 0, and ends at {velocity - order.decelerate}"
        out.append(because(text, mounting.RULE))
    return out + grounding.digging_objections(order.dig, ground) + dismounting(vehicle, order.dismount, mode, ground)


def dismounting(vehicle: Vehicle, squads: list[str], mode: str, ground: str) -> list[str]:
    """What is against letting these squads off at the end of a move in a mode of flight."""
    if squads and mode in ("ttf", "laf"):
        return [because("lets infantry off only at NF: from TTF and LAF bounce infantry jumps", jumping.RULE)]
    return mounting.dismount_objections(vehicle, squads, ground)

"""What the rules say against orders of the Movement Phase (centurion: Movement)."""

from typing import Any

from pydantic import ValidationError

from scales import misfits
from scales.centurion.catalog import vehicle_type
from scales.centurion.combat import aim
from scales.centurion.combat.morale import is_withdrawing
from scales.centurion.ground import hidden, installations
from scales.centurion.ground.terrain import Terrain, terrain_of, tile
from scales.centurion.movement import (
    exits,
    grav,
    grav_orders,
    ground_move,
    grounding,
    mounting,
    opportunity,
    ramming,
    recombining,
    retreat,
    retreat_orders,
    track,
)
from scales.centurion.movement.grav_orders import GravMove
from scales.centurion.movement.move_orders import KINDS, Conceal, Drive, Enter, Join, Leave, March, Mount, MoveOrder, Stay, Storey, read
from scales.centurion.movement.track import because
from scales.centurion.preparation import entry, zones
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.engine import Fault
from scales.hexes import Hex, hex_of, turned


def faults_of(state: BattleState, unit: Vehicle | Squad, raw: Any) -> list[Fault]:
    """Everything that the rules say against an order for a unit."""
    rule = slot_rule(unit)
    try:
        order = read(raw)
    except ValidationError as error:
        return [Fault("malformed", f"{unit.name}: {_sentence(error, raw)}", unit.id)]
    return [Fault("illegal", _about(unit, text, rule), unit.id) for text in objections(state, unit, order)]


def _about(unit: Vehicle | Squad, text: str, rule: str) -> str:
    """An objection as a sentence on the unit with the rule it comes from, the chapter's where it names none."""
    said = f"{unit.name} {text[3:]}" if text.startswith("it ") else f"{unit.name}: {text}"
    return said if "(centurion" in said else f"{said} ({rule})"


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
    if installations.is_turret(unit):
        return installations.RULE
    return "centurion: Grav Movement" if vehicle_type(unit.type).grav else "centurion: Ground Vehicles"


def objections(state: BattleState, unit: Vehicle | Squad, order: MoveOrder) -> list[str]:
    """Sentences on what is wrong with an order."""
    found = _usual(state, unit, order)
    return retreat_orders.objections(state, unit, order.model_dump()) if is_withdrawing(unit) and not found else found


def _usual(state: BattleState, unit: Vehicle | Squad, order: MoveOrder) -> list[str]:
    """What is wrong with an order to a unit that does not withdraw."""
    if installations.is_turret(unit) and not isinstance(order, Stay):
        return ["an installation neither moves nor turns"]
    if isinstance(order, Enter):
        return _enter_objections(state, unit, order)
    if (coming := entry.entry_of(state, unit)) is not None and entry.is_due(state, unit):
        return (
            [] if order == Stay(kind="stay") and coming.or_later else [because(f"has to enter the board in turn {state.turn}", entry.RULE)]
        )
    if isinstance(order, Leave):
        return _leave_objections(state, unit, order)
    if not aim.in_play(unit):
        return [] if order == Stay(kind="stay") else ["it is not on the board"]
    return _on_board(state, unit, order)


def _on_board(state: BattleState, unit: Vehicle | Squad, order: MoveOrder) -> list[str]:
    """What is against an order to a unit that stands on the board."""
    if isinstance(unit, Squad):
        return _squad_objections(state, unit, order)
    if isinstance(order, Stay):
        return _stay(state, unit, order)
    if isinstance(order, GravMove) and vehicle_type(unit.type).grav:
        return grav_orders.objections(state, unit, order)
    if isinstance(order, Drive) and not vehicle_type(unit.type).grav:
        return _drive_objections(state, unit, order)
    return [f"it cannot take an order of kind {order.kind}"]


def _enter_objections(state: BattleState, unit: Vehicle | Squad, order: Enter) -> list[str]:
    """The way in, then the move from there."""
    out = entry.objections(state, unit, order.hex, order.facing, order.velocity)
    return out or objections(state, entry.placed(unit, hex_of(order.hex), order.facing, order.velocity), order.move)


def _leave_objections(state: BattleState, unit: Vehicle | Squad, order: Leave) -> list[str]:
    """The move, a point left for the step over the edge, and the exit that the scenario gives."""
    found = _usual(state, unit, order.move)
    if found or not (isinstance(unit, Vehicle) or is_withdrawing(unit)):
        return found or ["only vehicles leave the board, and squads that withdraw"]
    hex, heading, left = end_of(state, unit, order.move)
    edge = zones.edge_beyond(state.board, hex, heading)
    if not edge:
        return [because(f"does not stand before the edge of the board in {hex.label} with heading {heading}", exits.RULE)]
    if left < 1:
        return [because(f"has no point left in {hex.label} to leave the board", exits.RULE)]
    return exits.refused(state, unit, edge, hex.label)


def end_of(state: BattleState, unit: Vehicle | Squad, move: GravMove | Drive | March) -> tuple[Hex, int, int]:
    """Where a legal move ends, the heading onward (of a squad over its side's edge), and the velocity or movement points left there."""
    assert unit.hex is not None
    terrain = terrain_of(state)
    if isinstance(move, Drive | March):
        points = ground_move.points_of(unit)
        way = ground_move.follow(terrain, terrain.index(unit.hex), points, isinstance(move, Drive), move.route)
        onward = move.facing if isinstance(move, Drive) else retreat.way_out(state, way.place, retreat.edge_of(state, unit)) or 1
        return terrain.hex(way.place), onward, points - way.spent
    assert isinstance(unit, Vehicle)
    return _end_of_flight(state, unit, move)


def _end_of_flight(state: BattleState, vehicle: Vehicle, move: GravMove) -> tuple[Hex, int, int]:
    assert vehicle.hex is not None
    terrain, velocity = terrain_of(state), grav_orders.velocity_of(vehicle, move)
    walked = grav_orders.walk(state, vehicle, move)
    return terrain.hex(walked.place), turned(walked.facing, 0 if velocity > 0 else 3), abs(velocity) - walked.spent


def _stay(state: BattleState, unit: Vehicle, order: Stay) -> list[str]:
    if unit.velocity and can_move_at_will(unit):
        return [because(f"has velocity {unit.velocity} and must move", track.MOVEMENT)]
    assert unit.hex is not None
    watching = opportunity.objections(unit) if order.watch else []
    watching += _digging_in(unit) if order.dig or order.crater else []
    watching += grounding.charges_objections(unit, [0], [terrain_of(state).index(unit.hex)], terrain_of(state)) if order.dig else []
    return watching + grav_orders.dismounting(unit, order.dismount, unit.mode, tile(state, unit.hex).ground)


def _digging_in(vehicle: Vehicle) -> list[str]:
    """What is against taking cover in a crater without moving (Hull Down)."""
    down = vehicle.mode == "grounded" or not vehicle_type(vehicle.type).grav
    if down and not vehicle.under_water and not installations.is_turret(vehicle):
        return []
    return [because("cannot use a crater where it stands: only a vehicle that is on the ground can", grav_orders.HULL_DOWN)]


def can_move_at_will(vehicle: Vehicle) -> bool:
    """Does anybody steer it, and has it a drive or an engine to move it? An installation has neither."""
    if installations.is_turret(vehicle):
        return False
    return grav.is_steered(vehicle) and (grav.has_drive(vehicle) if vehicle_type(vehicle.type).grav else "engine" not in vehicle.effects)


def _drive_objections(state: BattleState, vehicle: Vehicle, order: Drive) -> list[str]:
    assert vehicle.hex is not None
    terrain = terrain_of(state)
    way = ground_move.follow(terrain, terrain.index(vehicle.hex), ground_move.points_of(vehicle), True, order.route)
    out = [way.fault] if way.fault else []
    if "engine" in vehicle.effects and order.facing != vehicle.facing:
        out.append(because("cannot turn: its engine is out of action", "centurion: Engine"))
    if not grav.is_steered(vehicle) and (order.route or order.facing != vehicle.facing):
        out.append(grav_orders.helpless(vehicle))
    if order.dig and not grounding.can_dig(vehicle):
        out.append(because("has no digging charge", grav_orders.HULL_DOWN))
    out += ramming.objections(state, vehicle, order.ram, terrain.hex(way.place), len(order.route))
    out += _backing(vehicle, order) if order.backward else []
    out += grounding.charges_objections(
        vehicle, order.digs, _over(terrain, terrain.index(vehicle.hex), order.route), terrain, last=order.dig
    )
    end = terrain.tiles[way.place]
    ground = end.ground if end is not None else ""
    return out + grounding.digging_objections(order.dig, ground) + mounting.dismount_objections(vehicle, order.dismount, ground)


def _backing(vehicle: Vehicle, order: Drive) -> list[str]:
    """A ground vehicle may back one hex instead of moving forward (Ground Vehicles)."""
    if order.route == str(turned(vehicle.facing, 3)):
        return []
    return [because("backs one hex, straight behind it, and no other way", "centurion: Ground Vehicles")]


def _over(terrain: Terrain, place: int, route: str) -> list[int]:
    """The places of a route, the first included."""
    found = [place]
    for letter in route:
        found.append(found[-1] + terrain.steps[int(letter) - 1])
    return found


def _squad_objections(state: BattleState, squad: Squad, order: MoveOrder) -> list[str]:
    if isinstance(order, Stay):
        watching = opportunity.objections(squad) if order.watch else []
        digging = ["it has no digging cannons, and marches into a crater"] if order.dig or order.crater else []
        return [*watching, *digging, *(["it carries no infantry"] if order.dismount else [])]
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
        return [because("is hidden already", hidden.RULE)] if squad.hidden else []
    return [f"it cannot take an order of kind {order.kind}"]

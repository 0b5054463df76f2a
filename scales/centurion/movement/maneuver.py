"""One unit moves by its order or, without one, as the rules force it: it flies, drifts, drives or goes on foot."""

from collections.abc import Sequence

from pydantic import ValidationError

from scales.centurion.ground import hidden
from scales.centurion.ground.terrain import terrain_of
from scales.centurion.movement import crossing, flying, grav, ground_move, grounding, mounting, move_orders, opportunity, orders, ramming
from scales.centurion.movement.entering import arrive, leave
from scales.centurion.movement.grav_orders import GravMove
from scales.centurion.preparation import entry, zones
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.engine import Json
from scales.hexes import hex_of
from scales.play import Play


def carry_out(play: Play[BattleState], unit: Vehicle | Squad, raw: Json | None) -> None:
    """Move a unit by its order; what the rules do not allow any more, or no order, becomes staying or drifting on."""
    waits = entry.is_due(play.state, unit)
    if (unit.hex is None and not waits) or unit.destroyed or unit.left or (isinstance(unit, Squad) and unit.aboard):
        return
    order = _legal(play.state, unit, raw)
    if order is not None and gives_away(unit, order):
        hidden.reveal(play, unit, "it moves")
    if waits:
        if isinstance(order, move_orders.Enter):
            _enter(play, unit, order)
    elif isinstance(order, move_orders.Leave):
        _leave(play, unit, order)
    elif isinstance(unit, Squad):
        _squad(play, unit, order)
    elif isinstance(order, GravMove):
        flying.fly(play, unit, order)
    elif isinstance(order, move_orders.Drive):
        _drive(play, unit, order)
    elif unit.velocity:
        flying.drift(play, unit)
    elif isinstance(order, move_orders.Stay):
        _dig_in(play, unit, order)
        mounting.dismount(play, unit, order.dismount)
        if order.watch:
            opportunity.declare(play, unit, order.watch, order.terms)


def _enter(play: Play[BattleState], unit: Vehicle | Squad, order: move_orders.Enter) -> None:
    """Onto the board over an edge hex, then the move from there (Scenario Design)."""
    came = entry.placed(unit, hex_of(order.hex), order.facing, order.velocity)
    heading = came.facing if isinstance(came, Vehicle) else zones.ways_in(play.state.board, hex_of(order.hex))[0]
    if isinstance(unit, Vehicle):
        unit.facing, unit.velocity = order.facing, order.velocity
    arrive(play.state, unit, hex_of(order.hex), heading)
    speed = f" at velocity {order.velocity}" if order.velocity else ""
    data = {"hex": order.hex, "facing": order.facing, "velocity": order.velocity}
    play.tell("entered", f"{unit.name} comes onto the board in {order.hex}{speed}.", entry.RULE, units=[unit.id], data=data)
    crossing.enter(play, unit, heading)
    opportunity.spring(play, unit)
    unit.moved, unit.hexes_moved = False, 0
    if not unit.destroyed:
        carry_out(play, unit, order.move.model_dump())


def _leave(play: Play[BattleState], unit: Vehicle | Squad, order: move_orders.Leave) -> None:
    """The move, and then off the board, if nothing stops the unit on the way (Scenario Design, Withdrawal)."""
    hex, heading, _ = orders.end_of(play.state, unit, order.move)
    if isinstance(unit, Squad):
        _squad(play, unit, order.move)
    elif isinstance(order.move, move_orders.Drive):
        _drive(play, unit, order.move)
    elif isinstance(order.move, GravMove):
        flying.fly(play, unit, order.move, leaves=True)
    is_down = isinstance(unit, Vehicle) and unit.mode == "grounded"
    if unit.hex == hex and not unit.destroyed and not is_down:
        leave(play, unit, heading)


def gives_away(unit: Vehicle | Squad, order: move_orders.MoveOrder) -> bool:
    """Does an order betray a hidden unit: does it move, turn, dig or let somebody off? (Hidden Units)"""
    if isinstance(unit, Squad) and unit.sneak_suit and isinstance(order, move_orders.March | move_orders.Storey):
        return False
    if isinstance(order, move_orders.Stay):
        return bool(order.dismount or order.dig)
    if isinstance(order, move_orders.Drive):
        turns = isinstance(unit, Vehicle) and order.facing != unit.facing
        return bool(order.route or turns or order.dig or order.digs or order.dismount)
    return not isinstance(order, move_orders.Join)


def _legal(state: BattleState, unit: Vehicle | Squad, raw: Json | None) -> move_orders.MoveOrder | None:
    if raw is None:
        return None
    try:
        order = move_orders.read(raw)
    except ValidationError:
        return None
    return None if orders.objections(state, unit, order) else order


def _drive(play: Play[BattleState], vehicle: Vehicle, order: move_orders.Drive) -> None:
    """A ground vehicle follows its route and faces as it likes."""
    assert vehicle.hex is not None
    ramming.declare(play, vehicle, order.ram)
    start = vehicle.hex
    if order.route:
        vehicle.crater = False
    path = _along(play, vehicle, order.route, order.digs, backward=order.backward)
    if vehicle.destroyed:
        return
    vehicle.facing = order.facing
    if order.dig:
        grounding.dig(play, vehicle)
    if order.crater or order.dig:
        vehicle.crater = grounding.free_crater(play.state, vehicle)
    how = f"drives {flying.hexes(len(path))} to {vehicle.hex.label}" if path else "stays"
    data = {"from": start.label, "path": path, "facing": vehicle.facing}
    play.tell("moved", f"{vehicle.name} {how}, facing {vehicle.facing}.", "centurion: Ground Vehicles", units=[vehicle.id], data=data)
    mounting.dismount(play, vehicle, order.dismount)


def _dig_in(play: Play[BattleState], vehicle: Vehicle, order: move_orders.Stay) -> None:
    """A vehicle that stays on the ground digs a crater under itself, or uses one of its hex (Hull Down)."""
    if order.dig:
        grounding.dig(play, vehicle)
    if (order.dig or order.crater) and not vehicle.crater and grounding.free_crater(play.state, vehicle):
        vehicle.crater = True
        play.tell("hull_down", f"{vehicle.name} is hull down in a crater.", "centurion: Hull Down", units=[vehicle.id])


def _goes_on(unit: Vehicle | Squad) -> bool:
    """Does nothing stop a unit on the ground: is it there, has a vehicle its engine, its tracks and its driver?"""
    if unit.hex is None or unit.destroyed:
        return False
    return isinstance(unit, Squad) or (grav.is_steered(unit) and not {"engine", "mobility"} & set(unit.effects))


def _has_points(state: BattleState, unit: Vehicle | Squad, start: int, route: str) -> bool:
    """Do the movement points that a vehicle has left after damage still carry it so far? (Maximum Thrust/Movement Reduced)"""
    if isinstance(unit, Squad):
        return True
    return not ground_move.follow(terrain_of(state), start, ground_move.points_of(unit), True, route).fault


def _along(play: Play[BattleState], unit: Vehicle | Squad, route: str, digs: Sequence[int] = (), *, backward: bool = False) -> list[str]:
    """Enter hex by hex until something stops the unit, digging where it is to; returns the labels."""
    assert unit.hex is not None
    terrain, start = terrain_of(play.state), terrain_of(play.state).index(unit.hex)
    path: list[str] = []
    _charges(play, unit, digs, 0)
    for letter in route:
        if not _goes_on(unit) or not _has_points(play.state, unit, start, route[: len(path) + 1]):
            break
        assert unit.hex is not None
        hex = terrain.hex(terrain.index(unit.hex) + terrain.steps[int(letter) - 1])
        if isinstance(unit, Vehicle) and not backward:
            unit.facing = int(letter)
        if not crossing.leave(play, unit, int(letter)):
            break
        arrive(play.state, unit, hex, int(letter))
        path.append(hex.label)
        crossing.enter(play, unit, int(letter))
        opportunity.spring(play, unit)
        _charges(play, unit, digs, len(path))
    return path


def _charges(play: Play[BattleState], unit: Vehicle | Squad, digs: Sequence[int], entered: int) -> None:
    """Digging charges fired after so many hexes (Hull Down)."""
    for _ in range(list(digs).count(entered)):
        if isinstance(unit, Vehicle):
            grounding.dig(play, unit)


def _squad(play: Play[BattleState], squad: Squad, order: move_orders.MoveOrder | None) -> None:
    """What a squad does in its move (Infantry Movement, Concealed Infantry)."""
    if isinstance(order, move_orders.Mount):
        mounting.mount(play, squad, play.state.vehicles[order.vehicle])
    elif isinstance(order, move_orders.Storey):
        mounting.change_storey(play, squad, order.level)
    elif isinstance(order, move_orders.Conceal):
        squad.concealed, squad.hid = True, play.state.turn
        play.tell("conceals", f"{squad.name} hides.", "centurion: Concealed Infantry", units=[squad.id])
    elif isinstance(order, move_orders.Join):
        squad.joins, squad.men_to_join = order.squad, order.men
    elif isinstance(order, move_orders.Stay):
        if order.watch:
            opportunity.declare(play, squad, order.watch, order.terms)
    elif isinstance(order, move_orders.March):
        if order.route:
            start, squad.crater = squad.hex, False
            path = _along(play, squad, order.route)
            text = f"{squad.name} moves on foot to {path[-1]}."
            data = {"from": start.label if start else "", "path": path}
            play.tell("moved", text, "centurion: Infantry Movement", units=[squad.id], data=data)
        if order.crater:
            grounding.take_cover(play, squad)

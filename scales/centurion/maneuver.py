"""One unit moves by its order or, without one, as the rules force it: it flies, drifts, drives or goes on foot."""

from collections.abc import Sequence

from pydantic import ValidationError

from scales.centurion import grav, grounding, mounting, opportunity, orders, rounds, speed
from scales.centurion.entering import arrive, leave
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.centurion.terrain import terrain_of
from scales.engine import Json
from scales.hexes import Hex
from scales.play import Play


def carry_out(play: Play[BattleState], unit: Vehicle | Squad, raw: Json | None) -> None:
    """Move a unit by its order; what the rules do not allow any more, or no order, becomes staying or drifting on."""
    if unit.hex is None or unit.destroyed or unit.left or (isinstance(unit, Squad) and unit.aboard):
        return
    order = _legal(play.state, unit, raw)
    if isinstance(unit, Squad):
        _squad(play, unit, order)
    elif isinstance(order, orders.GravMove):
        _fly(play, unit, order)
    elif isinstance(order, orders.Drive):
        _drive(play, unit, order)
    elif unit.velocity:
        _drift(play, unit)
    elif isinstance(order, orders.Stay):
        mounting.dismount(play, unit, order.dismount)
        if order.watch:
            opportunity.declare(play, unit, order.watch)


def _legal(state: BattleState, unit: Vehicle | Squad, raw: Json | None) -> orders.MoveOrder | None:
    if raw is None:
        return None
    try:
        order = orders.read(raw)
    except ValidationError:
        return None
    return None if orders.objections(state, unit, order) else order


def _fly(play: Play[BattleState], vehicle: Vehicle, order: orders.GravMove) -> None:
    """Acceleration, the path with its piloting rolls, deceleration, grounding (Movement Phase)."""
    assert vehicle.hex is not None
    start, lift = vehicle.hex, grav.lift_cost(vehicle)
    how = grav.handling(vehicle)
    vehicle.facing = order.spin or vehicle.facing
    vehicle.velocity += order.accelerate - lift
    vehicle.mode, vehicle.crater, vehicle.under_water = "nf", False, False
    terrain = terrain_of(play.state)
    track = grav.walk(terrain, terrain.index(start), vehicle.facing, vehicle.velocity, how, order.path)
    velocity = vehicle.velocity
    passed = _pass_hexes(play, vehicle, track.entries, velocity)
    if vehicle.destroyed or (passed and vehicle.mode == "grounded"):
        _tell_stop(play, vehicle, start, track.entries[:passed])
        return
    vehicle.facing = track.facing
    brake = order.decelerate if grav.is_steered(vehicle) else 0
    vehicle.velocity -= brake
    _tell_flight(play, vehicle, start, velocity, track)
    _end_flight(play, vehicle, order, grounding.must_ground(velocity, track.spent))


def _pass_hexes(play: Play[BattleState], vehicle: Vehicle, entries: Sequence[grav.Entry], velocity: int) -> int:
    """Enter hex by hex until damage stops the vehicle; returns the number of hexes."""
    terrain = terrain_of(play.state)
    for number, entry in enumerate(entries, start=1):
        vehicle.facing = entry.heading if velocity > 0 else (entry.heading + 2) % 6 + 1
        arrive(play.state, vehicle, terrain.hex(entry.place), entry.heading)
        if abs(velocity) > entry.limit:
            speed.enter(play, vehicle, terrain.hex(entry.place).label, entry.limit)
        rounds.mine_attack(play, vehicle)
        opportunity.spring(play, vehicle)
        if vehicle.destroyed or vehicle.mode == "grounded":
            return number
    return len(entries)


def _tell_stop(play: Play[BattleState], vehicle: Vehicle, start: Hex, entries: Sequence[grav.Entry]) -> None:
    """The flight ended where the vehicle was struck."""
    terrain = terrain_of(play.state)
    path = [terrain.hex(e.place).label for e in entries]
    data = {"from": start.label, "path": path, "facing": vehicle.facing, "end_velocity": 0}
    play.tell(
        "moved",
        f"{vehicle.name} is stopped in {path[-1]} after {_hexes(len(path))}.",
        "centurion: Grav Drive",
        units=[vehicle.id],
        data=data,
    )


def _tell_flight(play: Play[BattleState], vehicle: Vehicle, start: Hex, velocity: int, track: grav.Track) -> None:
    assert vehicle.hex is not None
    terrain = terrain_of(play.state)
    hexes = [terrain.hex(e.place).label for e in track.entries]
    how = f"moves {_hexes(len(hexes))} to {vehicle.hex.label}" if hexes else "holds its hex"
    text = f"{vehicle.name} flies at {velocity}, {how}, facing {vehicle.facing}, and ends at velocity {vehicle.velocity}."
    data = {"from": start.label, "path": hexes, "facing": vehicle.facing, "velocity": velocity, "end_velocity": vehicle.velocity}
    play.tell("moved", text, "centurion: Grav Movement", units=[vehicle.id], data=data)


def _hexes(count: int) -> str:
    return "1 hex" if count == 1 else f"{count} hexes"


def _end_flight(play: Play[BattleState], vehicle: Vehicle, order: orders.GravMove, forced: bool) -> None:
    """Ground, by will or because velocity was left, then let the infantry off."""
    if order.ground or forced:
        if order.dig:
            grounding.dig(play, vehicle)
        why = "it did not spend its velocity" if forced and not order.ground else ""
        grounding.settle(play, vehicle, crater=order.crater or order.dig, why=why)
    if not vehicle.destroyed and not vehicle.velocity:
        mounting.dismount(play, vehicle, order.dismount)


def _drift(play: Play[BattleState], vehicle: Vehicle) -> None:
    """Nobody steers: straight on until it strikes something, cannot go on, or leaves the board (Helm, Driver Hit)."""
    assert vehicle.hex is not None
    terrain = terrain_of(play.state)
    velocity, left, moved = vehicle.velocity, abs(vehicle.velocity), 0
    heading = (vehicle.facing - 1 + (3 if velocity < 0 else 0)) % 6 + 1
    play.tell("drifts", f"{vehicle.name} flies on unsteered at velocity {velocity}.", "centurion: Helm", units=[vehicle.id])
    while left > 0:
        j, cost, limit = terrain.way(terrain.index(vehicle.hex))[heading - 1]
        if j < 0:
            leave(play, vehicle)
            return
        if cost > left and moved:
            break
        moved, left = moved + 1, left - cost
        arrive(play.state, vehicle, terrain.hex(j), heading)
        rounds.mine_attack(play, vehicle)
        opportunity.spring(play, vehicle)
        if vehicle.destroyed or vehicle.mode == "grounded":
            return
        if speed.enter(play, vehicle, terrain.hex(j).label, grav.limit_for(limit, velocity, "tsr" in vehicle.effects), steered=False):
            vehicle.velocity = 0
            return
    if left > 0:
        grounding.settle(play, vehicle, crater=False, why="it could not spend its velocity")


def _drive(play: Play[BattleState], vehicle: Vehicle, order: orders.Drive) -> None:
    """A ground vehicle follows its route and faces as it likes."""
    assert vehicle.hex is not None
    start = vehicle.hex
    if order.route:
        vehicle.crater = False
    path = _along(play, vehicle, order.route)
    if vehicle.destroyed:
        return
    vehicle.facing = order.facing
    if order.dig:
        grounding.dig(play, vehicle)
    if order.crater or order.dig:
        vehicle.crater = grounding.free_crater(play.state, vehicle)
    how = f"drives {_hexes(len(path))} to {vehicle.hex.label}" if path else "stays"
    data = {"from": start.label, "path": path, "facing": vehicle.facing}
    play.tell("moved", f"{vehicle.name} {how}, facing {vehicle.facing}.", "centurion: Ground Vehicles", units=[vehicle.id], data=data)
    mounting.dismount(play, vehicle, order.dismount)


def _along(play: Play[BattleState], unit: Vehicle | Squad, route: str) -> list[str]:
    """Enter hex by hex until something stops the unit; returns the labels."""
    terrain, path = terrain_of(play.state), []
    for letter in route:
        if unit.hex is None or unit.destroyed or (isinstance(unit, Vehicle) and {"engine", "mobility"} & set(unit.effects)):
            break
        hex = terrain.hex(terrain.index(unit.hex) + terrain.steps[int(letter) - 1])
        if isinstance(unit, Vehicle):
            unit.facing = int(letter)
        arrive(play.state, unit, hex, int(letter))
        path.append(hex.label)
        rounds.mine_attack(play, unit)
        opportunity.spring(play, unit)
    return path


def _squad(play: Play[BattleState], squad: Squad, order: orders.MoveOrder | None) -> None:
    """What a squad does in its move (Infantry Movement, Concealed Infantry)."""
    if isinstance(order, orders.Mount):
        mounting.mount(play, squad, play.state.vehicles[order.vehicle])
    elif isinstance(order, orders.Storey):
        mounting.change_storey(play, squad, order.level)
    elif isinstance(order, orders.Conceal):
        squad.concealed = True
        play.tell("conceals", f"{squad.name} hides.", "centurion: Concealed Infantry", units=[squad.id], seen_by=[squad.side])
    elif isinstance(order, orders.Join):
        squad.joins = order.squad
    elif isinstance(order, orders.Stay):
        if order.watch:
            opportunity.declare(play, squad, order.watch)
    elif isinstance(order, orders.March):
        if order.route:
            start, squad.crater = squad.hex, False
            path = _along(play, squad, order.route)
            text = f"{squad.name} moves on foot to {path[-1]}."
            data = {"from": start.label if start else "", "path": path}
            play.tell("moved", text, "centurion: Infantry Movement", units=[squad.id], data=data)
        if order.crater and squad.hex is not None and not squad.destroyed:
            squad.crater = squad_crater(play.state, squad)


def squad_crater(state: BattleState, squad: Squad) -> bool:
    """Is there a crater in its hex that no other squad uses? (Hull Down: one infantry unit each)"""
    assert squad.hex is not None
    users = [s for s in state.squads.values() if s.hex == squad.hex and s.crater and s.id != squad.id]
    return state.ground.craters.get(squad.hex.label, 0) > len(users)

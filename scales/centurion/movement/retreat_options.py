"""What is offered to a unit that withdraws: the ways back among which its player may choose (centurion: Withdrawal)."""

from collections.abc import Iterator

from scales.centurion.catalog import vehicle_type
from scales.centurion.ground.terrain import terrain_of
from scales.centurion.movement import at_rest, flight, grav_options, ground_move, retreat, retreat_orders
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.engine import Json, Option


def ways_back(state: BattleState, unit: Vehicle | Squad) -> list[Option]:
    """The ways back; none for a unit that cannot go, or has to leave a building first."""
    if not retreat.can_go(unit) or (isinstance(unit, Squad) and unit.level):
        return []
    is_grav = isinstance(unit, Vehicle) and vehicle_type(unit.type).grav
    return list(_flights(state, unit) if is_grav and isinstance(unit, Vehicle) else _marches(state, unit))


def rest(state: BattleState, unit: Vehicle | Squad, usual: list[Option]) -> list[Option]:
    """What of the usual moves is left to a unit that has no way back."""
    return [option for option in usual if not retreat_orders.objections(state, unit, option.order)]


def _flights(state: BattleState, vehicle: Vehicle) -> Iterator[Option]:
    """Ends of a flight at each level that the rules of the battle allow."""
    edge = retreat.edge_of(state, vehicle)
    for climb in flight.climbs(state, vehicle):
        way = retreat.fly(state, vehicle, climb)
        if way is None:
            continue
        run = grav_options.Run(climb, way.accelerate, way.velocity, flight.mode_after(vehicle, climb))
        for node in way.nodes:
            option = grav_options.at_speed(state, vehicle, way.found, node, run)
            yield _over(option, edge) if way.leaves else option


def _marches(state: BattleState, unit: Vehicle | Squad) -> Iterator[Option]:
    """Routes of a ground vehicle, which faces the edge at the end, or of a squad."""
    way, edge = retreat.march(state, unit), retreat.edge_of(state, unit)
    for route in way.routes if way is not None else ():
        info = _about(state, unit, route)
        heading = retreat.way_out(state, info["place"], edge) if way is not None and way.leaves else retreat.TOWARD[edge][0]
        order: Json = (
            {"kind": "drive", "route": route, "facing": heading} if isinstance(unit, Vehicle) else {"kind": "march", "route": route}
        )
        option = Option(order, f"withdraw to {info['hex']}", info | ({"facing": heading} if isinstance(unit, Vehicle) else {}))
        yield _over(option, edge) if way is not None and way.leaves else option


def _about(state: BattleState, unit: Vehicle | Squad, route: str) -> Json:
    """Where a route ends and what it costs."""
    assert unit.hex is not None
    terrain, points, wheels = terrain_of(state), ground_move.points_of(unit), isinstance(unit, Vehicle)
    way = ground_move.follow(terrain, terrain.index(unit.hex), points, wheels, route)
    info = {**at_rest.where(terrain, way.place), "facing": 0, "velocity": 0, "stop": 0, "hexes": way.hexes}
    return info | {"points_used": way.spent, "points_left": max(0, points - way.spent), "mode": "at rest" if wheels else "on foot"}


def _over(option: Option, edge: str) -> Option:
    """The move, and then over the edge."""
    order: Json = {"kind": "leave", "move": option.order}
    return Option(order, f"{option.label}, and over the {edge} edge", option.info | {"leaves": edge, "mode": "gone"})

"""Offers for crossing the edge of the board: ways of coming onto it, and of leaving it where the scenario lets a unit go."""

from collections.abc import Callable, Iterator

from scales.centurion.bot.nearest import enemy_places, facing_from, nearest_of
from scales.centurion.catalog import vehicle_type
from scales.centurion.ground.terrain import Terrain, ground_limit, terrain_of
from scales.centurion.movement import exits, flight, grav, ground_move
from scales.centurion.preparation import entry, zones
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.engine import Json, Option
from scales.hexes import Hex, hex_of

OVER, SPEEDS, MOST = 4, 2, 60
"""Edge hexes and velocities that are offered to a unit, and options in all."""

Moves = Callable[[BattleState, Vehicle | Squad], list[Option]]


# --- coming onto the board --------------------------------------------------------------------------------------------------------


def ways_in(state: BattleState, unit: Vehicle | Squad, moves: Moves) -> list[Option]:
    """Some edge hexes, spread over all of them, with the facing nearest to the enemy and two velocities; from each the best spread of moves."""
    coming = entry.entry_of(state, unit)
    assert coming is not None
    starts = list(_starts(state, unit, coming.hexes))
    share = max(1, MOST // max(1, len(starts)))
    found = [each for start in starts for each in _moves_from(state, unit, start, moves, share)]
    if coming.or_later or not found:
        info = {"mode": "off the board", "place": -1, "at": [0, 0], "stop": 0, "velocity": 0, "facing": 1}
        found.append(Option({"kind": "stay"}, f"{unit.name} does not enter yet", info))
    return found


def _starts(state: BattleState, unit: Vehicle | Squad, hexes: list[str]) -> Iterator[tuple[Hex, int, int]]:
    """Hex, facing and velocity to begin with."""
    coming = entry.entry_of(state, unit)
    assert coming is not None
    least, most = entry.velocities(coming, unit)
    usable = [h for label in hexes if _passable(state, unit, h := hex_of(label))] or [hex_of(label) for label in hexes]
    count = min(OVER, len(usable))
    for hex in [usable[(2 * k + 1) * len(usable) // (2 * count)] for k in range(count)]:
        facing = _facing(state, unit, hex)
        limit = max(least, min(most, _limit(state, hex)))
        for velocity in sorted({limit, max(least, limit // SPEEDS)}, reverse=True):
            yield hex, facing, velocity


def _passable(state: BattleState, unit: Vehicle | Squad, hex: Hex) -> bool:
    tile = terrain_of(state).tile(hex)
    return tile is not None and (tile.ground != "lake" or (isinstance(unit, Vehicle) and vehicle_type(unit.type).grav))


def _limit(state: BattleState, hex: Hex) -> int:
    tile = terrain_of(state).tile(hex)
    return ground_limit(tile) if tile is not None else 0


def _facing(state: BattleState, unit: Vehicle | Squad, hex: Hex) -> int:
    """Of the facings with which the hex can be entered, the one nearest to the enemy, or to the middle of the board."""
    terrain = terrain_of(state)
    near = nearest_of(terrain, enemy_places(state, unit.side))(terrain.index(hex))[1]
    there = near if near != terrain.index(hex) else terrain.index(Hex((terrain.columns + 1) // 2, (terrain.rows + 1) // 2))
    want = facing_from(terrain, terrain.index(hex), there)
    return min(zones.ways_in(state.board, hex), key=lambda f: (min((f - want) % 6, (want - f) % 6), f))


def _moves_from(state: BattleState, unit: Vehicle | Squad, start: tuple[Hex, int, int], moves: Moves, share: int) -> Iterator[Option]:
    """The moves of a unit as it would stand in the edge hex, thinned out evenly, each as an order to enter."""
    hex, facing, velocity = start
    found = [o for o in moves(state, entry.placed(unit, hex, facing, velocity)) if o.order["kind"] in ("grav", "drive", "march", "stay")]
    found = [o for o in found if not o.order.get("watch")]
    for option in found if len(found) <= share else [found[k * len(found) // share] for k in range(share)]:
        order: Json = {"kind": "enter", "hex": hex.label, "facing": facing, "velocity": velocity, "move": option.order}
        how = f" at velocity {velocity}" if velocity else ""
        yield Option(order, f"enter over {hex.label}{how}, {option.label}", {**option.info, "over": hex.label})


# --- leaving it -------------------------------------------------------------------------------------------------------------------


def ways_out(state: BattleState, unit: Vehicle) -> Iterator[Option]:
    """One way over each edge by which a vehicle may leave in this turn, the cheapest one."""
    if not exits.may_leave(state, unit):
        return
    found = _flights_out(state, unit) if vehicle_type(unit.type).grav else _drives_out(state, unit)
    told: set[str] = set()
    for _, edge, hex, move in sorted(found, key=lambda each: (each[0], each[1], each[2])):
        if edge not in told:
            told.add(edge)
            place = terrain_of(state).index(hex)
            info = {
                "place": place,
                "hex": hex.label,
                "at": [hex.column, hex.row],
                "leaves": edge,
                "stop": 0,
                "velocity": 0,
                "facing": unit.facing,
            }
            yield Option({"kind": "leave", "move": move}, f"leave the board over the {edge} edge in {hex.label}", {**info, "mode": "gone"})


Way = tuple[int, str, Hex, Json]
"""What it costs, over which edge, from which hex, and the move."""


def _flights_out(state: BattleState, vehicle: Vehicle) -> Iterator[Way]:
    assert vehicle.hex is not None
    terrain, thrust, lift = terrain_of(state), grav.thrust_of(vehicle), grav.lift_cost(vehicle)
    mode = flight.mode_after(vehicle, 0)
    for accelerate in sorted({max(lift, a) for a in (0, thrust // 2, thrust)}):
        velocity = vehicle.velocity + accelerate - lift
        if velocity <= 0 or accelerate > thrust or velocity > flight.top_speed(mode):
            continue
        found = grav.reach(terrain, terrain.index(vehicle.hex), vehicle.facing, velocity, grav.handling(vehicle, mode))
        for node in found.parents:
            place, facing, _, spent = grav.unpack(node)
            if spent < velocity and (edge := _open_edge(state, vehicle, terrain, place, facing)):
                spin, path = grav.path_to(found, node)
                order: Json = {"kind": "grav", "accelerate": accelerate, "path": path}
                order |= {"lift": True} if lift else {}
                order |= {"spin": spin} if vehicle.velocity == 0 and spin != vehicle.facing else {}
                yield accelerate * 100 + spent, edge, terrain.hex(place), order


def _drives_out(state: BattleState, vehicle: Vehicle) -> Iterator[Way]:
    assert vehicle.hex is not None
    terrain, points = terrain_of(state), ground_move.points_of(vehicle)
    for place, route in ground_move.reach(terrain, terrain.index(vehicle.hex), points, True).items():
        spent = ground_move.follow(terrain, terrain.index(vehicle.hex), points, True, route).spent
        for facing in range(1, 7):
            if spent < points and (edge := _open_edge(state, vehicle, terrain, place, facing)):
                yield spent, edge, terrain.hex(place), {"kind": "drive", "route": route, "facing": facing}


def _open_edge(state: BattleState, vehicle: Vehicle, terrain: Terrain, place: int, facing: int) -> str:
    """The edge straight ahead of a place, if the vehicle may leave over it; '' if there is none."""
    if terrain.tiles[place + terrain.steps[facing - 1]] is not None:
        return ""
    hex = terrain.hex(place)
    edge = zones.edge_beyond(state.board, hex, facing)
    return "" if not edge or exits.refused(state, vehicle, edge, hex.label) else edge

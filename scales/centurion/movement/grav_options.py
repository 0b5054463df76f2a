"""What a grav vehicle may do in the Movement Phase: ends of its move at several velocities, in its own mode of flight and in the others."""

from collections.abc import Iterator
from dataclasses import dataclass

from scales.centurion.bot.nearest import Nearest, facing_from
from scales.centurion.ground.terrain import NO_CRATER, Terrain, terrain_of
from scales.centurion.movement import at_rest, diving, flight, grav, grounding, jumping, mounting, orders
from scales.centurion.state import BattleState, Vehicle
from scales.engine import Json, Option

FASTEST = 20
"""No ground allows more without a roll; at low altitude the air does."""
HEXSIDES = (0, 1, 2, 3, 2, 1)
"""Hexsides of turn between two facings, by their difference."""
ELSEWHERE = 4
"""Ends offered for each velocity in a mode of flight other than the vehicle's own."""


@dataclass(slots=True, frozen=True)
class Run:
    """How a move is flown: levels climbed, points of acceleration (rising included), the velocity it gives, and the mode of flight."""

    climb: int
    accelerate: int
    velocity: int
    mode: str


def options(state: BattleState, vehicle: Vehicle, near: Nearest) -> Iterator[Option]:
    """Staying at rest, then moves that spend their velocity without a roll: a good many in the vehicle's own mode, some in the others."""
    assert vehicle.hex is not None
    if vehicle.velocity == 0:
        yield from at_rest.resting(state, vehicle)
    if not orders.can_move_at_will(vehicle):
        return
    terrain, place = terrain_of(state), terrain_of(state).index(vehicle.hex)
    if vehicle.under_water:
        yield from diving.options(state, vehicle)
    for climb in flight.climbs(state, vehicle):
        flights = runs(state, vehicle, climb)
        share = ELSEWHERE if climb else at_rest.MOST // (2 * max(1, len(flights)))
        for run in flights:
            found = grav.reach(terrain, place, vehicle.facing, run.velocity, grav.handling(vehicle, run.mode))
            nodes = _spread(terrain, found, near, share)
            for node in nodes:
                yield from _ends(state, vehicle, found, node, run)
            yield from _jumps(state, vehicle, found, nodes, run, near)


def runs(state: BattleState, vehicle: Vehicle, climb: int) -> list[Run]:
    """Some accelerations: none, a third, half and all of the thrust, after a change of level none and all. Rising takes its cost off."""
    assert vehicle.hex is not None
    lift, mode = grav.lift_cost(vehicle), flight.mode_after(vehicle, climb)
    thrust = grav.thrust_of(vehicle) - flight.thrust_for(climb)
    terrain = terrain_of(state)
    limit = terrain.limit_over(terrain.index(vehicle.hex), mode)
    if climb < 0 and abs(vehicle.velocity) > grav.limit_for(limit, vehicle.velocity, "tsr" in vehicle.effects):
        return []
    wanted = (0, thrust) if climb else (0, thrust // 3, thrust // 2, thrust)
    most = flight.top_speed(mode) if mode == "laf" else FASTEST
    steps = [a for a in sorted({max(lift, a) for a in wanted}) if a <= thrust and abs(vehicle.velocity + a - lift) <= most]
    return [Run(climb, a, vehicle.velocity + a - lift, mode) for a in steps]


def _spread(terrain: Terrain, found: grav.Reach, near: Nearest, share: int) -> list[int]:
    """End nodes: for each hex the facing nearest to the enemy, then evenly from near to far."""
    best: dict[int, tuple[int, int, int]] = {}
    for key, node in found.ends.items():
        place, facing = key >> 3, key & 7
        known = best.get(place)
        want = facing_from(terrain, place, near(place)[1]) if known is None else known[0]
        off = HEXSIDES[(facing - want) % 6]
        if known is None or off < known[1]:
            best[place] = want, off, node
    ends = sorted(best, key=lambda place: (near(place)[0], place))
    nodes = [best[place][2] for place in ends]
    if len(nodes) <= share:
        return nodes
    return [nodes[k * len(nodes) // share] for k in range(share)]


def _ends(state: BattleState, vehicle: Vehicle, found: grav.Reach, node: int, run: Run) -> Iterator[Option]:
    """The ways to end a move in one hex: at speed, or braked and, at rest, with the ground under it."""
    order, info = _flown(state, vehicle, found, node, run)
    brake = min(info["thrust_left"], run.velocity) if run.velocity > 0 else 0
    if run.velocity and brake < abs(run.velocity):
        yield flight_option(order, info)
    if not run.velocity or brake:
        braked = {**order, "decelerate": brake} if brake else order
        used, left = info["thrust_used"] + brake, info["thrust_left"] - brake
        yield from _rest(state, vehicle, braked, {**info, "velocity": run.velocity - brake, "thrust_used": used, "thrust_left": left})


def _flown(state: BattleState, vehicle: Vehicle, found: grav.Reach, node: int, run: Run) -> tuple[Json, Json]:
    """The order for a move to a node without braking, and what there is to know of it."""
    place, now, _, _ = grav.unpack(node)
    facing, path = grav.path_to(found, node)
    return flown(state, vehicle, run, path, place, now, facing)


def flown(state: BattleState, vehicle: Vehicle, run: Run, path: str, place: int, now: int, facing: int) -> tuple[Json, Json]:
    """The order for a path that begins with a facing and ends in a place with the facing `now`, and what there is to know of it."""
    order: Json = {"kind": "grav", "accelerate": run.accelerate, "path": path}
    if grav.lift_cost(vehicle):
        order["lift"] = True
    if run.climb:
        order["climb"] = run.climb
    if vehicle.velocity == 0 and facing != vehicle.facing:
        order["spin"] = facing
    used = run.accelerate + flight.thrust_for(run.climb)
    info = {
        **at_rest.where(terrain_of(state), place),
        "facing": now,
        "velocity": run.velocity,
        "stop": 0,
        "flown": run.velocity,
        "hexes": sum(map(path.count, "F<>")),
        "thrust_used": used,
        "thrust_left": grav.thrust_of(vehicle) - used,
        "points_used": abs(run.velocity),
        "points_left": 0,
    }
    return order, info | ({"flight": run.mode} if run.mode != "nf" else {})


def at_speed(state: BattleState, vehicle: Vehicle, found: grav.Reach, node: int, run: Run) -> Option:
    """A move to a node that ends at its velocity."""
    return flight_option(*_flown(state, vehicle, found, node, run))


def _rest(state: BattleState, vehicle: Vehicle, order: Json, info: Json) -> Iterator[Option]:
    """A braked end; at velocity 0 near the ground also grounded in a crater, and with the infantry off."""
    riders = mounting.riders(vehicle) if _is_land(state, info["place"]) else []
    if info["velocity"] or "flight" in info:
        yield flight_option(order, info)
        return
    if riders:
        yield flight_option({**order, "dismount": riders}, {**info, "stop": 1, "dismounts": riders})
    yield flight_option(order, info)
    terrain = terrain_of(state)
    tile = terrain.tiles[info["place"]]
    free = at_rest.free_crater(state, vehicle, terrain.hex(info["place"]))
    if tile is not None and tile.ground not in NO_CRATER and (free or grounding.can_dig(vehicle)):
        hole: Json = {**order, "ground": True, "crater": True} if free else {**order, "ground": True, "dig": True}
        yield flight_option(hole, {**info, "stop": 2})
        if riders:
            yield flight_option({**hole, "dismount": riders}, {**info, "stop": 3, "dismounts": riders})


ENDS = ("hovering", "hovering, infantry off", "hull down in a crater", "hull down in a crater, infantry off")


def flight_option(order: Json, info: Json) -> Option:
    """A grav vehicle's move as an option."""
    mode = info["mode"] = _mode(info)
    hexes = info["hexes"]
    where = f"fly {hexes} hex{'es' if hexes != 1 else ''} to {info['hex']}" if hexes else f"hold {info['hex']}"
    end = f"ending at velocity {info['velocity']}" if info["velocity"] else mode
    high = f" in {flight.NAMES[info['flight']]}" if info["velocity"] and "flight" in info else ""
    down = " at normal flight" if order.get("climb", 0) < 0 and "flight" not in info else ""
    end = end.replace("in a crater", "in a crater that it digs") if order.get("dig") else end
    return Option(order, f"{where}{high}{down}, facing {info['facing']}, {end}", info)


def _mode(info: Json) -> str:
    """How the move ends."""
    words = ENDS[info["stop"]] if info["stop"] or not info["velocity"] else "flying"
    return f"{words} in {flight.NAMES[info['flight']]}" if "flight" in info else words


# --- jumping ----------------------------------------------------------------------------------------------------------------------


def _jumps(state: BattleState, vehicle: Vehicle, found: grav.Reach, nodes: list[int], run: Run, near: Nearest) -> Iterator[Option]:
    """For the ends nearest to the enemy: all bounce infantry jumps over the hex of the path that is nearest to him."""
    squads = jumping.jumpers(state, vehicle) if run.mode != "nf" else []
    if not squads or (run.climb and not run.velocity):
        return
    for node in nodes[: ELSEWHERE // 2]:
        order, info = _flown(state, vehicle, found, node, run)
        places = _passed(found, node)
        dry = [n for n, place in enumerate(places) if (tile := terrain_of(state).tiles[place]) is not None and tile.ground != "lake"]
        if dry:
            after = min(dry, key=lambda n: (near(places[n])[0], n))
            yield _jump(state, order, info, squads, after, places[after])


def _passed(found: grav.Reach, node: int) -> list[int]:
    """The places of a path, the one where it begins first."""
    places: list[int] = []
    while node != -1:
        place = grav.unpack(node)[0]
        if not places or places[-1] != place:
            places.append(place)
        node = found.parents[node]
    return places[::-1]


def _jump(state: BattleState, order: Json, info: Json, squads: list[str], after: int, place: int) -> Option:
    """A move on which these squads jump, onto the roof where a building stands."""
    hex = terrain_of(state).hex(place)
    roof = mounting.storeys_in(state, hex) > 0
    jumps = [{"squad": id, "after": after, "roof": roof} for id in squads]
    off = [{"squad": id, "hex": hex.label, "roof": roof} for id in squads]
    option = flight_option({**order, "jumps": jumps}, {**info, "jumps": off})
    where = f"onto the building in {hex.label}" if roof else f"over {hex.label}"
    return Option(option.order, f"{option.label}, infantry jumps {where}", option.info)


# --- nothing else left ------------------------------------------------------------------------------------------------------------


def emergency(state: BattleState, vehicle: Vehicle) -> Option:
    """No safe way on: brake as hard as possible and ground where it is, which from above the trees is a fall."""
    assert vehicle.hex is not None
    thrust = grav.thrust_of(vehicle)
    brake = min(thrust, abs(vehicle.velocity)) if vehicle.velocity > 0 else 0
    order: Json = {"kind": "grav", "decelerate": brake} | ({} if flight.is_high(vehicle) else {"ground": True})
    speed = vehicle.velocity - brake
    info = {
        **at_rest.where(terrain_of(state), terrain_of(state).index(vehicle.hex)),
        "facing": vehicle.facing,
        "velocity": 0,
        "flown": vehicle.velocity,
        "hexes": 0,
        "stop": 0,
        "mode": "grounded",
        "thrust_used": brake,
        "thrust_left": thrust - brake,
        "damage": grounding.points(abs(speed) + flight.fall(vehicle), False),
    }
    falls = f", falling from {flight.NAMES[vehicle.mode]}" if flight.is_high(vehicle) else ""
    return Option(order, f"ground in {vehicle.hex.label} at velocity {speed}{falls}", info)


def _is_land(state: BattleState, place: int) -> bool:
    """May infantry get off there? (Grounding in Water)"""
    tile = terrain_of(state).tiles[place]
    return tile is not None and tile.ground != "lake"

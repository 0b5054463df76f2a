"""What a unit may do in the Movement Phase, as a good spread of at most `MOST` options; a player may give any other legal order."""

from collections.abc import Iterator

from scales.centurion import aim, grav, ground_move, grounding, maneuver, mounting, opportunity, orders, recombining
from scales.centurion.catalog import vehicle_type
from scales.centurion.nearest import Nearest, enemy_places, facing_from, nearest_of
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.centurion.terrain import Terrain, terrain_of
from scales.engine import Json, Option
from scales.hexes import Hex

MOST = 60
WATCH = 8
"""Hexes within which a watching unit is offered to fire; an order may name another range."""
NO_CRATER = ("lake", "buildings")


def options(state: BattleState, unit: Vehicle | Squad) -> list[Option]:
    """The options of one unit; at least one, also for a unit that has nothing to decide since a ruling changed it.

    `info` of each: hex, `at` its joined coordinates and `place` its number in the terrain lists, facing, velocity at the end, hexes moved, what
    it costs (thrust or movement points, used and left), mode at the end, squads put off, who else stands there now, and `stop`, the end as a
    number for the bot (1 infantry off, 2 in a crater, 3 both; 4 to 7 what a squad does instead of moving).
    """
    if not aim.in_play(unit):
        return [Option({"kind": "stay"}, f"{unit.name} is off the board and does nothing", {"mode": "off the board"})]
    if isinstance(unit, Vehicle) and not orders.can_move_at_will(unit) and unit.velocity:
        return [Option({"kind": "stay"}, f"{unit.name} flies on unsteered", {"mode": "unsteered", "velocity": unit.velocity})]
    near = nearest_of(terrain_of(state), enemy_places(state, unit.side))
    if isinstance(unit, Squad):
        found = list(_squad_options(state, unit, near))
    elif not vehicle_type(unit.type).grav:
        found = list(_ground_options(state, unit, near))
    else:
        found = list(_grav_options(state, unit, near)) or [_emergency(state, unit)]
    return _with_company(state, unit, found)


def _with_company(state: BattleState, unit: Vehicle | Squad, found: list[Option]) -> list[Option]:
    """Who stands in the hex where each option ends, as things are (Stacking: no limit, but it matters for artillery)."""
    there: dict[tuple[int, int], list[str]] = {}
    for other in state.in_play():
        if other.id != unit.id and other.hex is not None:
            there.setdefault(other.hex, []).append(other.id)
    for option in found:
        column, row = option.info["at"]
        option.info["stacked"] = there.get((column, row), [])
    return found


# --- grav vehicles ----------------------------------------------------------------------------------------------------------------


def _grav_options(state: BattleState, vehicle: Vehicle, near: Nearest) -> Iterator[Option]:
    assert vehicle.hex is not None
    if vehicle.velocity == 0:
        yield from _resting(state, vehicle)
    if not orders.can_move_at_will(vehicle):
        return
    terrain, place = terrain_of(state), terrain_of(state).index(vehicle.hex)
    thrust, lift = grav.thrust_of(vehicle), grav.lift_cost(vehicle)
    speeds = _speeds(vehicle.velocity, thrust, lift)
    share = MOST // (2 * len(speeds)) if speeds else 0
    for accelerate, velocity in speeds:
        found = grav.reach(terrain, place, vehicle.facing, velocity, grav.handling(vehicle))
        for node in _spread(terrain, found, near, share):
            yield from _ends(state, vehicle, found, node, accelerate, velocity)


def _speeds(velocity: int, thrust: int, lift: int) -> list[tuple[int, int]]:
    """Some accelerations and the velocity they give: none, a third, half and all of the thrust. Rising takes its cost off."""
    steps = sorted({max(lift, a) for a in (0, thrust // 3, thrust // 2, thrust)})
    return [(a, velocity + a - lift) for a in steps if a <= thrust and abs(velocity + a - lift) <= 20]


def _spread(terrain: Terrain, found: grav.Reach, near: Nearest, share: int) -> list[int]:
    """End nodes: for each hex the facing nearest to the enemy, then evenly from near to far."""
    best: dict[int, tuple[int, int]] = {}
    for key, node in found.ends.items():
        place, facing = key >> 3, key & 7
        want = facing_from(terrain, place, near(place)[1]) if place not in best else best[place][0] >> 3
        off = min((facing - want) % 6, (want - facing) % 6)
        if place not in best or off < best[place][0] & 7:
            best[place] = (want << 3 | off, node)
    ends = sorted(best.items(), key=lambda item: (near(item[0])[0], item[0]))
    nodes = [node for _, (_, node) in ends]
    if len(nodes) <= share:
        return nodes
    return [nodes[k * len(nodes) // share] for k in range(share)]


def _ends(state: BattleState, vehicle: Vehicle, found: grav.Reach, node: int, accelerate: int, velocity: int) -> Iterator[Option]:
    """The ways to end a move in one hex: at speed, or braked and, at rest, with the ground under it."""
    thrust, lift = grav.thrust_of(vehicle), grav.lift_cost(vehicle)
    place = node >> 12
    facing, path = grav.path_to(found, node)
    order: Json = {"kind": "grav", "accelerate": accelerate, "path": path}
    if lift:
        order["lift"] = True
    if vehicle.velocity == 0 and facing != vehicle.facing:
        order["spin"] = facing
    brake = min(thrust - accelerate, abs(velocity)) if velocity > 0 else 0
    info = {
        **_where(terrain_of(state), place),
        "facing": node >> 9 & 7,
        "velocity": velocity,
        "stop": 0,
        "flown": velocity,
        "hexes": path.count("F"),
    }
    info |= {"thrust_used": accelerate, "thrust_left": thrust - accelerate, "points_used": abs(velocity), "points_left": 0}
    if velocity and brake < abs(velocity):
        yield _flight(order, info)
    if not velocity or brake:
        braked = {**order, "decelerate": brake} if brake else order
        left = thrust - accelerate - brake
        yield from _rest(state, vehicle, braked, {**info, "velocity": velocity - brake, "thrust_used": thrust - left, "thrust_left": left})


def _rest(state: BattleState, vehicle: Vehicle, order: Json, info: Json) -> Iterator[Option]:
    """A braked end; at velocity 0 also grounded in a crater, and with the infantry off."""
    riders = mounting.riders(vehicle)
    if info["velocity"]:
        yield _flight(order, info)
        return
    if riders:
        yield _flight({**order, "dismount": riders}, {**info, "stop": 1, "dismounts": riders})
    yield _flight(order, info)
    terrain = terrain_of(state)
    tile = terrain.tiles[info["place"]]
    free = _free_crater(state, vehicle, terrain.hex(info["place"]))
    if tile is not None and tile.ground not in NO_CRATER and (free or grounding.can_dig(vehicle)):
        hole: Json = {**order, "ground": True, "crater": True} if free else {**order, "ground": True, "dig": True}
        yield _flight(hole, {**info, "stop": 2})
        if riders:
            yield _flight({**hole, "dismount": riders}, {**info, "stop": 3, "dismounts": riders})


def _free_crater(state: BattleState, vehicle: Vehicle, hex: Hex) -> bool:
    label = hex.label
    users = sum(v.crater and v.hex == hex and v.id != vehicle.id for v in state.vehicles.values()) if label in state.ground.craters else 0
    return state.ground.craters.get(label, 0) > users


def _where(terrain: Terrain, place: int) -> Json:
    """The hex of a place: its number, label and joined coordinates."""
    hex = terrain.hex(place)
    return {"place": place, "hex": hex.label, "at": [hex.column, hex.row]}


ENDS = ("hovering", "hovering, infantry off", "hull down in a crater", "hull down in a crater, infantry off")


def _flight(order: Json, info: Json) -> Option:
    """A grav vehicle's move as an option."""
    mode = info["mode"] = ENDS[info["stop"]] if info["stop"] or not info["velocity"] else "flying"
    hexes = info["hexes"]
    where = f"fly {hexes} hex{'es' if hexes != 1 else ''} to {info['hex']}" if hexes else f"hold {info['hex']}"
    end = f"ending at velocity {info['velocity']}" if info["velocity"] else mode
    dig = " that it digs" if order.get("dig") else ""
    return Option(order, f"{where}, facing {info['facing']}, {end}{dig}", info)


def _resting(state: BattleState, vehicle: Vehicle) -> Iterator[Option]:
    """A vehicle at rest may simply stay, with its infantry on or off."""
    assert vehicle.hex is not None
    info = {**_where(terrain_of(state), terrain_of(state).index(vehicle.hex)), "facing": vehicle.facing, "velocity": 0, "hexes": 0}
    info |= {"stop": 2 if vehicle.crater else 0, "mode": _standing(vehicle)}
    yield Option({"kind": "stay"}, f"stay in {vehicle.hex.label}", {**info})
    if not opportunity.objections(vehicle):
        yield Option(
            {"kind": "stay", "watch": WATCH}, f"stay and fire at the first enemy that moves within {WATCH} hexes", info | {"watch": WATCH}
        )
    riders = mounting.riders(vehicle)
    if riders and not vehicle.under_water:
        off = {**info, "stop": info["stop"] + 1, "dismounts": riders}
        yield Option({"kind": "stay", "dismount": riders}, f"stay in {vehicle.hex.label}, infantry off", off)


def _standing(unit: Vehicle | Squad) -> str:
    """How a unit at rest stands."""
    if isinstance(unit, Squad):
        return "in a crater" if unit.crater else f"on storey {unit.level}" if unit.level else "on foot"
    return (
        "hull down in a crater"
        if unit.crater
        else "under water"
        if unit.under_water
        else "grounded"
        if unit.mode == "grounded"
        else "at rest"
    )


def _emergency(state: BattleState, vehicle: Vehicle) -> Option:
    """No safe way on: brake as hard as possible and ground where it is."""
    assert vehicle.hex is not None
    thrust = grav.thrust_of(vehicle)
    brake = min(thrust, abs(vehicle.velocity)) if vehicle.velocity > 0 else 0
    order = {"kind": "grav", "decelerate": brake, "ground": True}
    speed = vehicle.velocity - brake
    info = {
        **_where(terrain_of(state), terrain_of(state).index(vehicle.hex)),
        "facing": vehicle.facing,
        "velocity": 0,
        "flown": vehicle.velocity,
    }
    info |= {
        "hexes": 0,
        "stop": 0,
        "mode": "grounded",
        "thrust_used": brake,
        "thrust_left": thrust - brake,
        "damage": grounding.points(speed, False),
    }
    return Option(order, f"ground in {vehicle.hex.label} at velocity {speed}", info)


# --- ground vehicles and infantry -------------------------------------------------------------------------------------------------


def _ground_options(state: BattleState, vehicle: Vehicle, near: Nearest) -> Iterator[Option]:
    assert vehicle.hex is not None
    yield from _resting(state, vehicle)
    if not orders.can_move_at_will(vehicle):
        return
    terrain, place = terrain_of(state), terrain_of(state).index(vehicle.hex)
    ways = ground_move.reach(terrain, place, ground_move.points_of(vehicle), True)
    riders = mounting.riders(vehicle)
    for end in _evenly(list(ways), near, MOST // 2):
        facing = facing_from(terrain, end, near(end)[1]) if near(end)[1] != end else vehicle.facing
        order: Json = {"kind": "drive", "route": ways[end], "facing": facing}
        info = {**_on_the_ground(state, vehicle, ways[end]), "facing": facing}
        where = f"drive {len(ways[end])} hexes to {info['hex']}, facing {facing}"
        if riders:
            yield Option({**order, "dismount": riders}, f"{where}, infantry off", {**info, "stop": 1, "dismounts": riders})
        if _free_crater(state, vehicle, terrain.hex(end)):
            yield Option({**order, "crater": True}, f"{where}, into a crater", {**info, "stop": 2, "mode": "hull down in a crater"})
        else:
            yield Option(order, where, info)


def _on_the_ground(state: BattleState, unit: Vehicle | Squad, route: str) -> Json:
    """Where a route ends and what it costs, by the same walk as the move itself."""
    assert unit.hex is not None
    points, terrain = ground_move.points_of(unit), terrain_of(state)
    way = ground_move.follow(terrain, terrain.index(unit.hex), points, isinstance(unit, Vehicle), route)
    costs = {
        "points_used": way.spent,
        "points_left": max(0, points - way.spent),
        "mode": "at rest" if isinstance(unit, Vehicle) else "on foot",
    }
    return {**_where(terrain, way.place), "facing": 0, "velocity": 0, "stop": 0, "hexes": way.hexes, **costs}


def _evenly(places: list[int], near: Nearest, share: int) -> list[int]:
    """Places from near the enemy to far, thinned out evenly."""
    places.sort(key=lambda p: (near(p)[0], p))
    return places if len(places) <= share else [places[k * len(places) // share] for k in range(share)]


def _squad_options(state: BattleState, squad: Squad, near: Nearest) -> Iterator[Option]:
    info = _on_the_ground(state, squad, "") | {"stop": 2 if squad.crater else 0, "mode": _standing(squad)}
    yield Option({"kind": "stay"}, f"stay in {info['hex']}", {**info})
    if squad.concealed or squad.moved:
        return
    if squad.type != "vehicle_crew":
        yield from _squad_actions(state, squad, info)
    for level in range(mounting.storeys(state, squad) + 1):
        if not mounting.storey_objections(state, squad, level):
            label = f"go to storey {level}" if level else "leave the building"
            yield Option(
                {"kind": "storey", "level": level}, label, {**info, "stop": 6, "mode": f"on storey {level}" if level else "on foot"}
            )
    if not squad.level:
        yield from _marches(state, squad, near, info)


def _squad_actions(state: BattleState, squad: Squad, info: Json) -> Iterator[Option]:
    """What a squad may do instead of going on foot."""
    if not opportunity.objections(squad):
        label = f"stay and fire at the first enemy that moves within {WATCH} hexes"
        yield Option({"kind": "stay", "watch": WATCH}, label, {**info, "watch": WATCH})
    yield Option({"kind": "conceal"}, f"hide in {info['hex']}", {**info, "stop": 4, "mode": "concealed"})
    for id in mounting.mountable(state, squad):
        yield Option(
            {"kind": "mount", "vehicle": id}, f"mount {state.vehicles[id].name}", {**info, "stop": 5, "mode": "aboard", "vehicle": id}
        )
    for id in recombining.partners(state, squad):
        label = f"hand men over to {state.squads[id].name}"
        fits = state.squads[id].strength + squad.strength <= recombining.FULL
        yield Option({"kind": "join", "squad": id}, label, {**info, "stop": 7, "squad": id, "fits": fits})


def _marches(state: BattleState, squad: Squad, near: Nearest, info: Json) -> Iterator[Option]:
    assert squad.hex is not None
    terrain, place = terrain_of(state), terrain_of(state).index(squad.hex)
    ways = ground_move.reach(terrain, place, ground_move.points_of(squad), False)
    for end in _evenly([p for p in ways if p != place], near, MOST // 2):
        there = _on_the_ground(state, squad, ways[end])
        yield Option({"kind": "march", "route": ways[end]}, f"march to {there['hex']}", there)
    if not squad.crater and maneuver.squad_crater(state, squad):
        yield Option({"kind": "march", "crater": True}, "take cover in the crater", {**info, "stop": 2, "mode": "in a crater"})

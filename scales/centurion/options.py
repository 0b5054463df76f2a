"""What a unit may do in the Movement Phase, as a good spread of at most `MOST` options; a player may give any other legal order."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from scales.centurion import grav, ground_move, grounding, maneuver, mounting, opportunity, orders, recombining
from scales.centurion.catalog import vehicle_type
from scales.centurion.state import PARITY, BattleState, Squad, Vehicle
from scales.centurion.terrain import Terrain, terrain_of
from scales.engine import Json, Option
from scales.hexes import Hex, bearing, from_cube

MOST = 60
WATCH = 8
"""Hexes within which a watching unit is offered to fire; an order may name another range."""
NO_CRATER = ("lake", "buildings")


def enemy_places(state: BattleState, side: str) -> list[int]:
    """Where the enemy's vehicles stand, or his squads when he has no vehicles."""
    terrain = terrain_of(state)
    found = [
        terrain.index(v.hex) for v in state.vehicles.values() if v.side != side and v.hex is not None and not v.destroyed and not v.left
    ]
    return found or [terrain.index(s.hex) for s in state.squads.values() if s.side != side and s.hex is not None and not s.destroyed]


@lru_cache(maxsize=20_000)
def facing_toward(dx: int, dz: int) -> int:
    """The facing nearest to the direction (dx, dz) in cube coordinates."""
    a = Hex(40, 80)
    toward = bearing(a, from_cube(a.column + dx, a.row - (a.column + 1) // 2 + dz, PARITY), PARITY)
    return (toward + (toward & 1)) // 2 % 6 + 1


def facing_from(terrain: Terrain, a: int, b: int) -> int:
    """The facing from one place toward another."""
    stride = terrain.stride
    return facing_toward(b // stride - a // stride, b % stride - a % stride)


class Nearest:
    """The nearest enemy of any place, remembered: (hexes away, place). Without enemies the place itself."""

    def __init__(self, terrain: Terrain, enemies: Sequence[int]) -> None:
        self._stride = terrain.stride
        self._enemies = [(e // terrain.stride, e % terrain.stride, e) for e in enemies]
        self._known: dict[int, tuple[int, int]] = {}

    def __call__(self, place: int) -> tuple[int, int]:
        found = self._known.get(place)
        if found is None:
            found = self._known[place] = self._search(place)
        return found

    def _search(self, place: int) -> tuple[int, int]:
        x, z = place // self._stride, place % self._stride
        best = 999, place
        for ex, ez, enemy in self._enemies:
            dx, dz = ex - x, ez - z
            away = (abs(dx) + abs(dz) + abs(dx + dz)) // 2
            if away < best[0]:
                best = away, enemy
        return best


def nearest_of(terrain: Terrain, enemies: list[int]) -> Nearest:
    """The finder for these places; the terrain remembers the last ones."""
    key = ("nearest", *enemies)
    found: Nearest | None = terrain.reach.get(key)
    if found is None:
        found = terrain.keep(key, Nearest(terrain, enemies))
    return found


def options(state: BattleState, unit: Vehicle | Squad) -> list[Option]:
    """The options of one unit; at least one."""
    near = nearest_of(terrain_of(state), enemy_places(state, unit.side))
    if isinstance(unit, Squad):
        return list(_squad_options(state, unit, near))
    if not vehicle_type(unit.type).grav:
        return list(_ground_options(state, unit, near))
    return list(_grav_options(state, unit, near)) or [_emergency(unit)]


# --- grav vehicles ----------------------------------------------------------------------------------------------------------------


def _grav_options(state: BattleState, vehicle: Vehicle, near: Nearest) -> Iterator[Option]:
    assert vehicle.hex is not None
    if vehicle.velocity == 0:
        yield from _resting(state, vehicle)
    if not orders.can_fly(vehicle) or not grav.is_steered(vehicle):
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
    info = {"place": place, "facing": node >> 9 & 7, "velocity": velocity, "stop": 0}
    if velocity and brake < abs(velocity):
        yield _option(state, order, info)
    if not velocity or brake:
        braked = {**order, "decelerate": brake} if brake else order
        yield from _rest(state, vehicle, braked, {**info, "velocity": velocity - brake})


def _rest(state: BattleState, vehicle: Vehicle, order: Json, info: Json) -> Iterator[Option]:
    """A braked end; at velocity 0 also grounded in a crater, and with the infantry off."""
    riders = mounting.riders(vehicle)
    if info["velocity"]:
        yield _option(state, order, info)
        return
    if riders:
        yield _option(state, {**order, "dismount": riders}, {**info, "stop": 1})
    yield _option(state, order, info)
    terrain = terrain_of(state)
    tile = terrain.tiles[info["place"]]
    free = _free_crater(state, vehicle, terrain.hex(info["place"]))
    if tile is not None and tile.ground not in NO_CRATER and (free or grounding.can_dig(vehicle)):
        hole: Json = {**order, "ground": True, "crater": True} if free else {**order, "ground": True, "dig": True}
        yield _option(state, hole, {**info, "stop": 2})
        if riders:
            yield _option(state, {**hole, "dismount": riders}, {**info, "stop": 3})


def _free_crater(state: BattleState, vehicle: Vehicle, hex: Hex) -> bool:
    label = hex.label
    users = sum(v.crater and v.hex == hex and v.id != vehicle.id for v in state.vehicles.values()) if label in state.ground.craters else 0
    return state.ground.craters.get(label, 0) > users


def _option(state: BattleState, order: Json, info: Json) -> Option:
    """`info`: place in the terrain lists, facing, velocity at the end, stop (1 infantry off, 2 in a crater, 3 both)."""
    hex = terrain_of(state).hex(info["place"])
    words = [f"to {hex.label} facing {info['facing']}", f"velocity {info['velocity']}"]
    words += [("hover", "infantry off", "into a crater", "into a crater, infantry off")[info["stop"]]] if info["stop"] else []
    return Option(order, ", ".join(words), {**info, "hex": hex.label})


def _resting(state: BattleState, vehicle: Vehicle) -> Iterator[Option]:
    """A vehicle at rest may simply stay, with its infantry on or off."""
    assert vehicle.hex is not None
    info = {"place": terrain_of(state).index(vehicle.hex), "facing": vehicle.facing, "velocity": 0, "stop": 2 if vehicle.crater else 0}
    yield Option({"kind": "stay"}, "stay", {**info, "hex": vehicle.hex.label})
    if not opportunity.objections(vehicle):
        watching = {**info, "hex": vehicle.hex.label, "watch": WATCH}
        yield Option({"kind": "stay", "watch": WATCH}, f"stay and watch within {WATCH} hexes", watching)
    riders = mounting.riders(vehicle)
    if riders and not vehicle.under_water:
        yield Option(
            {"kind": "stay", "dismount": riders}, "stay, infantry off", {**info, "stop": info["stop"] + 1, "hex": vehicle.hex.label}
        )


def _emergency(vehicle: Vehicle) -> Option:
    """No safe way on: brake as hard as possible and ground where it is."""
    assert vehicle.hex is not None
    brake = min(grav.thrust_of(vehicle), abs(vehicle.velocity)) if vehicle.velocity > 0 else 0
    order = {"kind": "grav", "decelerate": brake, "ground": True}
    return Option(order, f"ground in {vehicle.hex.label} at velocity {vehicle.velocity - brake}", {"hex": vehicle.hex.label, "stop": 0})


# --- ground vehicles and infantry -------------------------------------------------------------------------------------------------


def _ground_options(state: BattleState, vehicle: Vehicle, near: Nearest) -> Iterator[Option]:
    assert vehicle.hex is not None
    yield from _resting(state, vehicle)
    if not grav.is_steered(vehicle) or "engine" in vehicle.effects:
        return
    terrain, place = terrain_of(state), terrain_of(state).index(vehicle.hex)
    ways = ground_move.reach(terrain, place, ground_move.points_of(vehicle), True)
    for end in _evenly(list(ways), near, MOST // 2):
        facing = facing_from(terrain, end, near(end)[1]) if near(end)[1] != end else vehicle.facing
        order: Json = {"kind": "drive", "route": ways[end], "facing": facing}
        info = {"place": end, "facing": facing, "velocity": 0, "stop": 0}
        riders = mounting.riders(vehicle)
        if riders:
            yield _option(state, {**order, "dismount": riders}, {**info, "stop": 1})
        if _free_crater(state, vehicle, terrain.hex(end)):
            yield _option(state, {**order, "crater": True}, {**info, "stop": 2})
        else:
            yield _option(state, order, info)


def _evenly(places: list[int], near: Nearest, share: int) -> list[int]:
    """Places from near the enemy to far, thinned out evenly."""
    places.sort(key=lambda p: (near(p)[0], p))
    return places if len(places) <= share else [places[k * len(places) // share] for k in range(share)]


def _squad_options(state: BattleState, squad: Squad, near: Nearest) -> Iterator[Option]:
    assert squad.hex is not None
    terrain, place = terrain_of(state), terrain_of(state).index(squad.hex)
    info = {"place": place, "facing": 0, "velocity": 0, "stop": 2 if squad.crater else 0, "hex": squad.hex.label}
    yield Option({"kind": "stay"}, "stay", info)
    if squad.concealed or squad.moved:
        return
    if squad.type != "vehicle_crew" and not opportunity.objections(squad):
        yield Option({"kind": "stay", "watch": WATCH}, f"stay and watch within {WATCH} hexes", {**info, "watch": WATCH})
    if squad.type != "vehicle_crew":
        yield Option({"kind": "conceal"}, "hide", {**info, "stop": 4})
    for id in mounting.mountable(state, squad):
        yield Option({"kind": "mount", "vehicle": id}, f"mount {state.vehicles[id].name}", {**info, "stop": 5})
    for id in recombining.partners(state, squad):
        label = f"hand men over to {state.squads[id].name}"
        yield Option({"kind": "join", "squad": id}, label, {**info, "stop": 7, "fits": state.squads[id].strength + squad.strength <= 8})
    yield from _storeys(state, squad, info)
    if not squad.level:
        ways = ground_move.reach(terrain, place, ground_move.points_of(squad), False)
        for end in _evenly([p for p in ways if p != place], near, MOST // 2):
            label = terrain.hex(end).label
            yield Option({"kind": "march", "route": ways[end]}, f"to {label}", {**info, "place": end, "hex": label, "stop": 0})
        if not squad.crater and maneuver.squad_crater(state, squad):
            yield Option({"kind": "march", "crater": True}, "into the crater", {**info, "stop": 2})


def _storeys(state: BattleState, squad: Squad, info: Json) -> Iterator[Option]:
    for level in range(mounting.storeys(state, squad) + 1):
        if not mounting.storey_objections(state, squad, level):
            yield Option({"kind": "storey", "level": level}, f"storey {level}" if level else "leave the building", {**info, "stop": 6})

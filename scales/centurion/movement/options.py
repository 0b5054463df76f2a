"""What a unit may do in the Movement Phase, as a good spread of at most `MOST` options; a player may give any other legal order."""

from collections.abc import Iterator

from scales.centurion.bot.nearest import Nearest, enemy_places, facing_from, nearest_of
from scales.centurion.catalog import vehicle_type
from scales.centurion.combat import aim
from scales.centurion.combat.morale import is_withdrawing
from scales.centurion.ground import installations
from scales.centurion.ground.terrain import terrain_of
from scales.centurion.movement import (
    at_rest,
    board_edge,
    grav_options,
    ground_move,
    grounding,
    mounting,
    orders,
    ram_options,
    recombining,
    retreat_options,
    sharp_turns,
)
from scales.centurion.movement.at_rest import MOST
from scales.centurion.preparation import entry
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.engine import Json, Option


def options(state: BattleState, unit: Vehicle | Squad) -> list[Option]:
    """The options of one unit; at least one, also for a unit that has nothing to decide since a ruling changed it.

    `info` of each: hex, `at` its joined coordinates and `place` its number in the terrain lists, facing, velocity at the end, hexes moved, what
    it costs (thrust or movement points, used and left), mode at the end, squads put off, who else stands there now, and `stop`, the end as a
    number for the bot (1 infantry off, 2 in a crater, 3 both; 4 to 7 what a squad does instead of moving).
    """
    if entry.is_due(state, unit):
        return board_edge.ways_in(state, unit, options)
    if not aim.in_play(unit):
        return [Option({"kind": "stay"}, f"{unit.name} is off the board and does nothing", {"mode": "off the board"})]
    if isinstance(unit, Vehicle) and not orders.can_move_at_will(unit) and unit.velocity:
        return [Option({"kind": "stay"}, f"{unit.name} flies on unsteered", {"mode": "unsteered", "velocity": unit.velocity})]
    if is_withdrawing(unit):
        back = retreat_options.ways_back(state, unit) or retreat_options.rest(state, unit, _usual(state, unit))
        return _with_company(state, unit, back)
    found = _usual(state, unit)
    if isinstance(unit, Vehicle) and not installations.is_turret(unit):
        found += board_edge.ways_out(state, unit)
    return _with_company(state, unit, found)


def _usual(state: BattleState, unit: Vehicle | Squad) -> list[Option]:
    """What a unit on the board may do that does not leave it."""
    near = nearest_of(terrain_of(state), enemy_places(state, unit.side))
    if isinstance(unit, Squad):
        return list(_squad_options(state, unit, near))
    if not vehicle_type(unit.type).grav:
        return [*_ground_options(state, unit, near), *ram_options.options(state, unit)]
    found = [*grav_options.options(state, unit, near), *sharp_turns.options(state, unit), *ram_options.options(state, unit)]
    return found or [grav_options.emergency(state, unit)]


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


# --- ground vehicles and infantry -------------------------------------------------------------------------------------------------


def _ground_options(state: BattleState, vehicle: Vehicle, near: Nearest) -> Iterator[Option]:
    assert vehicle.hex is not None
    yield from at_rest.resting(state, vehicle)
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
        if at_rest.free_crater(state, vehicle, terrain.hex(end)):
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
    return {**at_rest.where(terrain, way.place), "facing": 0, "velocity": 0, "stop": 0, "hexes": way.hexes, **costs}


def _evenly(places: list[int], near: Nearest, share: int) -> list[int]:
    """Places from near the enemy to far, thinned out evenly."""
    places.sort(key=lambda p: (near(p)[0], p))
    return places if len(places) <= share else [places[k * len(places) // share] for k in range(share)]


def _squad_options(state: BattleState, squad: Squad, near: Nearest) -> Iterator[Option]:
    info = _on_the_ground(state, squad, "") | {"stop": 2 if squad.crater else 0, "mode": at_rest.standing(squad)}
    yield Option({"kind": "stay"}, f"stay in {info['hex']}", {**info})
    if squad.concealed or squad.moved:
        return
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
    yield from at_rest.watches(squad, info)
    if not squad.hidden:
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
    if not squad.crater and grounding.has_foxholes(state, squad):
        yield Option({"kind": "march", "crater": True}, "take cover in the crater", {**info, "stop": 2, "mode": "in a crater"})

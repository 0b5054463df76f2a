"""What the rules say against a move of a unit that withdraws: it does nothing but go back, as fast as is safe (centurion: Withdrawal)."""

from collections.abc import Iterator

from scales.centurion.catalog import vehicle_type
from scales.centurion.ground.terrain import terrain_of
from scales.centurion.movement import flight, grav, ground_move, retreat, track
from scales.centurion.movement.retreat import edge_of
from scales.centurion.movement.track import because
from scales.centurion.movement.withdrawal import RULE
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.engine import Json
from scales.hexes import turned

NEVER = {
    "conceal": "does not hide",
    "join": "hands no men over",
    "dismount": "lets no infantry off",
    "jumps": "lets no infantry off",
    "watch": "does not watch for a target",
}
"""Kinds and parts of orders that a withdrawing unit is not given."""
STOPS = {"decelerate": "does not brake", "ground": "does not ground", "crater": "takes no cover in a crater", "dig": "does not dig"}
"""What it does not do as long as there is a way back."""


def objections(state: BattleState, unit: Vehicle | Squad, order: Json) -> list[str]:
    """What is against an otherwise legal order to a withdrawing unit."""
    leaves, move = order["kind"] == "leave", order.get("move") or order
    out = list(_named(NEVER, move))
    if unit.hex is None or out or not retreat.can_go(unit):
        return out
    if isinstance(unit, Vehicle) and vehicle_type(unit.type).grav:
        return list(_flight(state, unit, move, leaves=leaves))
    if isinstance(unit, Squad) and unit.level:
        return [] if (move["kind"], move.get("level")) == ("storey", 0) else [_because("leaves the building first")]
    return list(_march(state, unit, move, leaves=leaves))


def _because(words: str) -> str:
    return because(f"is withdrawing and {words}", RULE)


def _named(forbidden: dict[str, str], move: Json) -> Iterator[str]:
    """A sentence for each thing in a move that is forbidden."""
    found = [words for name, words in forbidden.items() if move["kind"] == name or move.get(name)]
    yield from (_because(words) for words in dict.fromkeys(found))


def _flight(state: BattleState, vehicle: Vehicle, move: Json, *, leaves: bool) -> Iterator[str]:
    """A grav vehicle's acceleration, then where it ends."""
    way, edge = retreat.fly(state, vehicle, move.get("climb", 0)), edge_of(state, vehicle)
    if way is not None:
        yield from _named(STOPS, move)
    if way is not None and move["kind"] == "stay":
        yield _because(f"has to fly toward the {edge} edge")
    elif way is not None and move.get("accelerate", 0) != way.accelerate:
        yield _because(f"accelerates by {way.accelerate}, as fast as is safe, not by {move.get('accelerate', 0)}")
    elif move["kind"] == "grav":
        place, heading = _end(state, vehicle, move)
        yield from _ending(state, place, edge, heading, leaves=leaves, can_leave=way is not None and way.leaves)
        far = retreat.away(terrain_of(state), place, edge)
        if way is not None and not (leaves or way.leaves) and far > way.farthest:
            yield _because(f"has to come within {way.farthest} hexes of the {edge} edge, and ends {far} from it")


def _end(state: BattleState, vehicle: Vehicle, move: Json) -> tuple[int, int]:
    """Where the path ends, and the line of flight there."""
    assert vehicle.hex is not None
    terrain, how = terrain_of(state), grav.handling(vehicle, flight.mode_after(vehicle, move.get("climb", 0)))
    velocity = vehicle.velocity + move.get("accelerate", 0) - grav.lift_cost(vehicle)
    walked = track.walk(terrain, terrain.index(vehicle.hex), move.get("spin") or vehicle.facing, velocity, how, move.get("path", ""))
    return walked.place, turned(walked.facing, 0 if velocity > 0 else 3)


def _march(state: BattleState, unit: Vehicle | Squad, move: Json, *, leaves: bool) -> Iterator[str]:
    """A ground vehicle or a squad: the way that is left from where it ends."""
    assert unit.hex is not None
    way, edge, terrain = retreat.march(state, unit), edge_of(state, unit), terrain_of(state)
    if way is None:
        return
    yield from _named(STOPS, move)
    if move["kind"] not in ("drive", "march"):
        yield _because(f"has to go toward the {edge} edge")
        return
    route = ground_move.follow(
        terrain, terrain.index(unit.hex), ground_move.points_of(unit), isinstance(unit, Vehicle), move.get("route", "")
    )
    heading = move.get("facing") or retreat.way_out(state, route.place, edge)
    yield from _ending(state, route.place, edge, heading, leaves=leaves, can_leave=way.leaves)
    left = retreat.costs(terrain, edge).get(route.place, 0)
    if not (leaves or way.leaves) and left > way.farthest:
        yield _because(f"takes the shortest way to the {edge} edge: {way.farthest} points may be left of it, not {left}")


def _ending(state: BattleState, place: int, edge: str, heading: int, *, leaves: bool, can_leave: bool) -> Iterator[str]:
    """Over its own edge and no other, and over it as soon as it can."""
    if leaves and not retreat.way_out(state, place, edge, (heading,)):
        yield _because(f"leaves the board over its own edge alone, in the {edge}")
    if can_leave and not leaves:
        yield _because(f"can leave the board over the {edge} edge in this move, and has to")

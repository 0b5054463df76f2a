"""Grounding in Water: a vehicle under water may move there, hex by hex of the lake, before it rises for one thrust more.

Under water a hex costs four velocity points and the speed limit is one; nobody gets on or off, and nothing is fired in or out.
"""

from collections.abc import Iterator

from scales.centurion.ground.terrain import SUBMERGED, terrain_of
from scales.centurion.movement import at_rest, grav
from scales.centurion.movement.track import because
from scales.centurion.state import BattleState, Vehicle
from scales.engine import Json, Option

RULE = "centurion: Grounding in Water"


def mode(vehicle: Vehicle, wanted: str, *, submerged: bool) -> str:
    """How a move is reckoned: under water, or in the mode of flight wanted."""
    return SUBMERGED if submerged and vehicle.under_water else wanted


def objections(vehicle: Vehicle, others: list[str]) -> list[str]:
    """What is against a move under water; `others` says in words what the order wants beside it."""
    if not vehicle.under_water:
        return [because("is not under water and cannot move there", RULE)]
    return [because(f"cannot {what} under water", RULE) for what in others]


def options(state: BattleState, vehicle: Vehicle) -> Iterator[Option]:
    """A hex of the lake ahead at velocity 1, in every direction for a vehicle at rest, braked and grounded there."""
    assert vehicle.hex is not None
    lift, terrain = grav.lift_cost(vehicle, submerged=True), terrain_of(state)
    if vehicle.velocity or lift + 2 > grav.thrust_of(vehicle):
        return
    found = grav.reach(terrain, terrain.index(vehicle.hex), vehicle.facing, 1, grav.handling(vehicle, SUBMERGED))
    for node in found.ends.values():
        place, now, _, _ = grav.unpack(node)
        spin, path = grav.path_to(found, node)
        if path == "F":
            order: Json = {"kind": "grav", "submerged": True, "accelerate": lift + 1, "path": path, "decelerate": 1, "ground": True}
            order |= ({"lift": True} if lift else {}) | ({"spin": spin} if spin != vehicle.facing else {})
            where = at_rest.where(terrain, place)
            info = {**where, "facing": now, "velocity": 0, "stop": 0, "flown": 1, "hexes": 1, "mode": "under water"}
            info |= {"thrust_used": lift + 2, "thrust_left": grav.thrust_of(vehicle) - lift - 2, "points_used": 1, "points_left": 0}
            yield Option(order, f"move under water to {where['hex']}, facing {now}", info)

"""Ramming as options of the Movement Phase: moves that end at speed in the hex of an enemy vehicle (Variant Ramming in Centurion)."""

from collections.abc import Iterator

from scales.centurion.catalog import vehicle_type
from scales.centurion.ground.terrain import terrain_of
from scales.centurion.movement import grav, grav_options, ground_move, orders, ramming
from scales.centurion.state import BattleState, Vehicle
from scales.engine import Json, Option

MOST = 4
"""Rams offered to one vehicle."""


def options(state: BattleState, vehicle: Vehicle) -> list[Option]:
    """A ram of each enemy within reach, at the greatest velocity first."""
    if not ramming.is_played(state) or not orders.can_move_at_will(vehicle):
        return []
    found = _flown(state, vehicle) if vehicle_type(vehicle.type).grav else _driven(state, vehicle)
    best: dict[str, Option] = {}
    for option in found:
        best.setdefault(option.info["ram"], option)
    return list(best.values())[:MOST]


def _flown(state: BattleState, vehicle: Vehicle) -> Iterator[Option]:
    assert vehicle.hex is not None
    terrain = terrain_of(state)
    foes = {terrain.index(foe.hex): foe for foe in ramming.targets(state, vehicle) if foe.hex is not None}
    for run in sorted((r for r in grav_options.runs(state, vehicle, 0) if r.velocity > 0), key=lambda r: -r.velocity):
        found = grav.reach(terrain, terrain.index(vehicle.hex), vehicle.facing, run.velocity, grav.handling(vehicle, run.mode))
        for key, node in sorted(found.ends.items()):
            foe = foes.get(key >> 3)
            if foe is not None and not ramming.objections(state, vehicle, foe.id, terrain.hex(key >> 3), run.velocity, run.mode):
                yield _told(grav_options.at_speed(state, vehicle, found, node, run), foe, run.velocity)


def _driven(state: BattleState, vehicle: Vehicle) -> Iterator[Option]:
    assert vehicle.hex is not None
    terrain = terrain_of(state)
    ways = ground_move.reach(terrain, terrain.index(vehicle.hex), ground_move.points_of(vehicle), True)
    for foe in ramming.targets(state, vehicle):
        route = ways.get(terrain.index(foe.hex), "") if foe.hex is not None else ""
        if route and foe.hex is not None and not ramming.objections(state, vehicle, foe.id, foe.hex, len(route)):
            info = {"hex": foe.hex.label, "at": [foe.hex.column, foe.hex.row], "place": terrain.index(foe.hex), "hexes": len(route)}
            order: Json = {"kind": "drive", "route": route, "facing": int(route[-1])}
            costs = {"facing": int(route[-1]), "velocity": 0, "stop": 0, "mode": "at rest"}
            yield _told(Option(order, f"drive {len(route)} hexes to {info['hex']}", info | costs), foe, len(route))


def _told(option: Option, foe: Vehicle, velocity: int) -> Option:
    """The option with the ram and what it would do."""
    struck, own = ramming.points(velocity)
    label = f"{option.label}, ramming {foe.name} ({struck} points on it, {own} on the own front)"
    return Option({**option.order, "ram": foe.id}, label, {**option.info, "ram": foe.id, "points": struck, "own_points": own})

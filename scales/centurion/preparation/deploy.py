"""Placing units before play: each platoon together in its side's zone, spread over its width, facing the enemy (zones designed)."""

from collections.abc import Sequence

from scales.centurion.ground.terrain import board_key, printed
from scales.centurion.preparation import zones
from scales.centurion.preparation.ground_setup import DeploySpec
from scales.centurion.state import PARITY, BattleState, Side, Squad, Vehicle
from scales.hexes import Hex, bearing, distance

BAND = 3
"""A side inside a Legatus hex keeps to hexes about as far from the enemy as its middle, give or take so many."""
OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}


def edge_zone(state: BattleState, edge: str) -> list[Hex]:
    """The hexes of the outer rows or columns along an edge."""
    return zones.along(zones.ground_of(state.board, ()), edge, zones.DEPTH)


def edge_of(side: Side, index: int, sides: Sequence[Side]) -> str:
    """The edge a side comes from: its own, the one opposite the other's, north for the first and south for the second."""
    if side.edge_name:
        return side.edge_name
    other = next((s.edge_name for s in sides if s.id != side.id and s.edge_name), "")
    return OPPOSITE[other] if other else ("north", "south")[index]


def zone_of(state: BattleState, spec: DeploySpec, edge: str) -> list[Hex]:
    """The hexes where a century or platoon may stand."""
    return zones.deployment(state.board, spec, edge)


def middle(hexes: Sequence[Hex]) -> Hex:
    """The hex nearest to the mean of some hexes."""
    return Hex(sum(h.column for h in hexes) // len(hexes), sum(h.row for h in hexes) // len(hexes))


def front(zone: Sequence[Hex], enemy: Hex) -> list[Hex]:
    """The hexes of a zone at about the distance of its middle from the enemy."""
    away = distance(middle(zone), enemy, PARITY)
    band = [h for h in zone if abs(distance(h, enemy, PARITY) - away) <= BAND]
    return band or list(zone)


def facing_to(hex: Hex, enemy: Hex) -> int:
    """The facing nearest to the direction of the enemy."""
    toward = bearing(hex, enemy, PARITY)
    return (toward + (toward & 1)) // 2 % 6 + 1


def place(state: BattleState, platoons: Sequence[Sequence[Vehicle | Squad]], zone: Sequence[Hex], enemy: Hex) -> None:
    """Give every unit without a hex one of the zone, platoons side by side across the direction of the enemy."""
    tiles = printed(board_key(state.board))
    usable = [h for h in zone if h in tiles and tiles[h].ground not in ("lake", "buildings")] or [h for h in zone if h in tiles]
    line = sorted(front(usable, enemy), key=lambda h: (_across(h, enemy, middle(usable)), h))
    taken = {u.hex for u in state.vehicles.values() if u.hex is not None}
    waiting = [units for p in platoons if (units := [u for u in p if u.hex is None and not _rides(u)])]
    for number, units in enumerate(waiting):
        anchor = line[(2 * number + 1) * len(line) // (2 * len(waiting))]
        for unit in units:
            near = min(usable, key=lambda h: (h in taken, distance(h, anchor, PARITY), h))
            taken.add(near)
            unit.hex = near
            if isinstance(unit, Vehicle):
                unit.facing = facing_to(near, enemy)


def _rides(unit: Vehicle | Squad) -> bool:
    return isinstance(unit, Squad) and unit.aboard is not None


def _across(hex: Hex, enemy: Hex, own: Hex) -> int:
    """How far to the side of the line from the middle to the enemy a hex lies."""
    dx, dy = enemy.column - own.column, 2 * (enemy.row - own.row)
    return dx * 2 * (hex.row - own.row) - dy * (hex.column - own.column)

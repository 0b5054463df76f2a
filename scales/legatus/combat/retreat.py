"""Retreats after combat, and the flight of broken centuries. legatus: Combat Phase (morale), Movement Phase (broken centuries)"""

from scales.legatus.board import Grid, at_edge, gap
from scales.legatus.movement.movement import HALF, Ground, Walk, allowance_of, ground_for, reachable
from scales.legatus.movement.zones import controlled, zone
from scales.legatus.state import Century, LegatusState, enemies_of, units_of


def refuge(state: LegatusState, unit: Century) -> Century | None:
    """Where a broken century runs: its headquarters, else the nearest friendly headquarters or installation."""
    own = [u for u in units_of(state, unit.side) if u.hq and u.cohort == unit.cohort and u is not unit]
    others = [u for u in units_of(state, unit.side) if (u.hq or u.kind == "defensive_installation") and u is not unit]
    return min(own or others, key=lambda u: (gap(unit.at, u.at), u.id), default=None)


def retreat_to(state: LegatusState, unit: Century, hitters: list[Century], whole_way: bool) -> str:
    """The position a century retreats to, '' when it cannot. `whole_way`: broken, so it runs as far as its points go.

    It must get wholly out of the zones of those that hit it, never into the hex or zone of another enemy; of several places the
    nearest to its headquarters is taken (a broken one runs as far as it can first).
    """
    ground, walk = _flight(state, unit)
    left = {h for enemy in hitters for h in controlled(enemy) | set(enemy.at.split("|"))}
    barred = frozenset(h for e in enemies_of(state, unit.side) if e not in hitters for h in controlled(e)) | ground.blocked
    best = reachable(Ground(ground.grid, ground.carriage, frozenset(), frozenset(), frozenset()), walk, barred)
    threats = hitters or [e for e in enemies_of(state, unit.side) if gap(e.at, unit.at) <= 2]
    places = [at for at in best if at != unit.at and not left.intersection(at.split("|"))]
    home = refuge(state, unit)
    return min(places, key=lambda at: _rank(at, best[at][0], threats, home, whole_way), default="")


def _rank(at: str, used: int, threats: list[Century], home: Century | None, whole_way: bool) -> tuple[int, int, int, str]:
    far = min((gap(at, t.at) for t in threats), default=0)
    near = gap(at, home.at) if home else 0
    return (-far, near, used, at) if whole_way else (used, near, -far, at)


def _flight(state: LegatusState, unit: Century) -> tuple[Ground, Walk]:
    altitude = "normal" if unit.altitude == "dug_in" else unit.altitude
    return ground_for(state, unit), Walk(unit.at, altitude, HALF * allowance_of(unit))


def flight_to(state: LegatusState, unit: Century) -> str:
    """Where a broken century goes in the movement phase: as near to its refuge as it gets; without one to the edge, 'off' when it is there."""
    ground, walk = _flight(state, unit)
    barred = frozenset(h for e in enemies_of(state, unit.side) for h in zone(e)) | ground.blocked
    home = refuge(state, unit)
    if home is None and at_edge(ground.grid, unit.at):
        return "off"
    best = reachable(Ground(ground.grid, ground.carriage, ground.blocked, frozenset(), frozenset()), walk, barred)
    if home:
        return min(best, key=lambda at: (gap(at, home.at), best[at][0], at))
    return min(best, key=lambda at: (edge_distance(ground.grid, at), best[at][0], at))


def edge_distance(grid: Grid, at: str) -> int:
    """Hexes from a position to the nearest edge, by columns and rows."""
    column, row = int(at[:2]), int(at[2:4])
    return min(column - 1, grid.columns - column, row - 1, grid.rows - row)

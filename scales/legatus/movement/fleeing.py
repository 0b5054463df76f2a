"""Broken centuries run before anybody else moves. legatus: Broken Centuries

They keep to the deployment they have, and out of the hexes and zones of every enemy and of enemy passive defenses, seen or not.
"""

from collections.abc import Sequence

from scales.engine import Decision
from scales.legatus.board import Grid, at_edge, gap
from scales.legatus.combat.retreat import flight, refuge
from scales.legatus.movement.movement import HALF, RULE, Ground, allowance_of, reachable
from scales.legatus.movement.zones import zone
from scales.legatus.state import Century, LegatusState, enemies_of, free
from scales.play import Play

OFF = "off"


def run_broken(play: Play[LegatusState]) -> Sequence[Decision]:
    """Broken centuries run for their headquarters, else another or an installation, else off the map."""
    for id in sorted(play.state.units):
        unit = play.state.units[id]
        if unit.broken and free(unit) and allowance_of(unit):
            _run(play, unit)
    return ()


def _run(play: Play[LegatusState], unit: Century) -> None:
    to = flight_to(play.state, unit)
    if to == OFF:
        unit.status, unit.moved = "left", True
        play.tell("left", f"{unit.name} is broken, has nobody to rally on, and leaves the map.", RULE, units=[unit.id])
    elif to != unit.at:
        unit.at, unit.altitude, unit.moved = to, "normal" if unit.altitude == "dug_in" else unit.altitude, True
        play.tell("fled", f"{unit.name} is broken and runs to {to}.", RULE, units=[unit.id], data={"to": to})


def flight_to(state: LegatusState, unit: Century) -> str:
    """Where a broken century gets: as near to its refuge as it can; without one to the edge, or `OFF` when it has a point left there."""
    ground, walk = flight(state, unit)
    barred = frozenset(h for e in enemies_of(state, unit.side) for h in zone(e)) | ground.blocked | ground.passive
    best = reachable(Ground(ground.grid, ground.carriage, ground.blocked, frozenset(), frozenset()), walk, barred)
    home = refuge(state, unit)
    if home:
        return min(best, key=lambda at: (gap(at, home.at), best[at][0], at))
    if any(at_edge(ground.grid, at) and walk.left - best[at][0] >= HALF for at in best):
        return OFF
    return min(best, key=lambda at: (edge_distance(ground.grid, at), best[at][0], at))


def edge_distance(grid: Grid, at: str) -> int:
    """Hexes from a position to the nearest edge, by columns and rows."""
    return min(min(c - 1, grid.columns - c, r - 1, grid.rows - r) for c, r in ((int(h[:2]), int(h[2:])) for h in at.split("|")))

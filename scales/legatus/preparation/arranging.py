"""How the engine would place a side in its zone: each cohort together in its part, the line in front, headquarters and support behind it."""

from collections.abc import Sequence
from dataclasses import dataclass

from scales.hexes import Hex, distance, hex_of
from scales.legatus.board import Grid, gap, standable
from scales.legatus.movement.movement import grid_of
from scales.legatus.preparation.placement import waiting
from scales.legatus.scenario.scoring import is_combat
from scales.legatus.state import Century, LegatusState, enemies_of
from scales.legatus.tables import kinds

REACH = 2
"""Hexes from the middle of a cohort's line to its ends."""


@dataclass(slots=True)
class Front:
    """A zone seen from within: its dry hexes, how far each is from the enemy, and where it lies along the front."""

    hexes: list[str]
    depth: dict[str, int]
    along: dict[str, int]


def arrangement(state: LegatusState, side: str) -> dict[str, list[str]]:
    """For each unit that a side has to place the hexes that suit it, best first; never none."""
    front, ids = front_of(state, side), waiting(state, side)
    cohorts = sorted({state.units[u].cohort for u in ids if state.units[u].cohort})
    found: dict[str, list[str]] = {}
    for n, cohort in enumerate(cohorts):
        found |= _cohort([state.units[u] for u in ids if state.units[u].cohort == cohort], _part(front, n, len(cohorts)), front)
    for n, id in enumerate(u for u in ids if u not in found):
        found[id] = _turned(_for_installations(state, front), n)
    grid = grid_of(state)
    return {u: _fit(grid, state.units[u], hexes, front) for u, hexes in found.items()}


def front_of(state: LegatusState, side: str) -> Front:
    zone, grid = state.zones[side], grid_of(state)
    dry = [h for h in zone if grid.cells[h].ground != "lake"] or list(zone)
    goal = _goal(state, side)
    depth = {h: distance(hex_of(h), goal, "even") for h in dry}
    wide = _span(dry, 0) > _span(dry, 1)
    return Front(sorted(dry, key=lambda h: (depth[h], h)), depth, {h: int(h[:2]) if wide else int(h[2:]) for h in dry})


def _span(hexes: Sequence[str], axis: int) -> int:
    values = [int(h[2 * axis : 2 * axis + 2]) for h in hexes]
    return max(values) - min(values)


def _goal(state: LegatusState, side: str) -> Hex:
    """Where the enemy is to be expected: the middle of his zones, or of those of his units that are seen, or of the map."""
    there = [h for other, hexes in sorted(state.zones.items()) if other != side for h in hexes] or [
        e.at[:4] for e in enemies_of(state, side)
    ]
    grid = grid_of(state)
    if not there:
        return Hex((grid.columns + 1) // 2, (grid.rows + 1) // 2)
    return Hex(sum(int(h[:2]) for h in there) // len(there), sum(int(h[2:4]) for h in there) // len(there))


def _part(front: Front, n: int, parts: int) -> list[str]:
    """The hexes of the n-th of so many parts side by side; all where a part would hold none."""
    low, high = min(front.along.values()), max(front.along.values()) + 1
    found = [h for h in front.hexes if low + (high - low) * n // parts <= front.along[h] < low + (high - low) * (n + 1) // parts]
    return found or front.hexes


def _cohort(units: list[Century], part: list[str], front: Front) -> dict[str, list[str]]:
    """Line centuries side by side, everybody else in one hex behind them."""
    middle = (min(front.along[h] for h in part) + max(front.along[h] for h in part)) // 2
    anchor = min(part, key=lambda h: (front.depth[h], abs(front.along[h] - middle), h))
    line = sorted((h for h in part if gap(h, anchor) <= REACH), key=lambda h: (front.depth[h], gap(h, anchor), h))
    behind = sorted((h for h in part if front.depth[h] > front.depth[anchor]), key=lambda h: (abs(gap(h, anchor) - REACH), h)) or line
    found, used = {}, 0
    for unit in units:
        if kinds()[unit.kind].group == "combat" and not unit.hq:
            found[unit.id] = _turned(line, used)
            used += 1
        else:
            found[unit.id] = behind
    return found


def _turned(hexes: list[str], n: int) -> list[str]:
    """The list from its n-th on, and around."""
    n %= len(hexes)
    return [*hexes[n:], *hexes[:n]]


def _for_installations(state: LegatusState, front: Front) -> list[str]:
    """At places worth holding, else in the middle of the zone."""
    goals = [o.hex for o in state.objectives]
    middle = sorted(front.hexes, key=lambda h: (front.depth[h], h))[len(front.hexes) // 2]
    return sorted(front.hexes, key=lambda h: (min((gap(h, g) for g in goals), default=gap(h, middle)), h))


def _fit(grid: Grid, unit: Century, hexes: list[str], front: Front) -> list[str]:
    """Those where a unit can stand, others of the zone where none of them will do."""
    carriage = kinds()[unit.kind].carriage
    return [h for h in [*hexes, *front.hexes] if standable(grid, carriage, h)] or hexes


def defenses(state: LegatusState, side: str, n: int) -> list[dict[str, list[str]]]:
    """Ways to lay n defensive hexes, best first: earthworks for the line with hidden passive defenses before it, one of them alone, none."""
    taken = {h for m in state.markers if m.side == side for h in m.hexes}
    dry = [h for h in front_of(state, side).hexes if h not in taken and grid_of(state).cells[h].ground != "lake"]
    plan = arrangement(state, side)
    stands = [h for h in dict.fromkeys(hexes[0] for u, hexes in plan.items() if is_combat(state.units[u])) if h in dry]
    works = list(dict.fromkeys([*stands, *dry]))
    fields = [h for h in dry if h not in stands] or dry
    mixed = works[: (n + 1) // 2]
    ways: list[dict[str, list[str]]] = [
        {"passive": [], "hidden": [h for h in fields if h not in mixed][: n // 2], "earthworks": mixed},
        {"passive": [], "hidden": [], "earthworks": works[:n]},
        {"passive": [], "hidden": fields[:n], "earthworks": []},
        {"passive": fields[:n], "hidden": [], "earthworks": []},
        {"passive": [], "hidden": [], "earthworks": []},
    ]
    return [way for k, way in enumerate(ways) if way not in ways[:k]]

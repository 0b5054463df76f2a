"""How far it is to the enemy on the ground: movement points of the cheapest way, around lakes and along roads.

Straight distance leads ground vehicles and infantry into woods and to the shores of lakes.
"""

from collections.abc import Sequence
from heapq import heappop, heappush

from scales.centurion.terrain import Terrain, ground_cost

Field = dict[int, int]
NOWHERE = 99
"""Points to the enemy from where there is no way."""


def field_of(terrain: Terrain, enemies: Sequence[int]) -> Field:
    """Points from every place to the nearest of these places; remembered by the terrain."""
    goals = sorted(set(enemies))
    key = ("approach", *goals)
    found: Field | None = terrain.reach.get(key)
    if found is None:
        found = terrain.keep(key, _search(_entries(terrain), goals))
    return found


def _search(entries: dict[int, list[tuple[int, int]]], enemies: Sequence[int]) -> Field:
    best: Field = dict.fromkeys(enemies, 0)
    queue = [(0, place) for place in enemies]
    while queue:
        spent, place = heappop(queue)
        if spent > best[place]:
            continue
        for before, cost in entries.get(place, ()):
            if spent + cost < best.get(before, NOWHERE):
                best[before] = spent + cost
                heappush(queue, (spent + cost, before))
    return best


def _entries(terrain: Terrain) -> dict[int, list[tuple[int, int]]]:
    """For every place those from which it may be entered, with the cost; remembered by the terrain."""
    found: dict[int, list[tuple[int, int]]] | None = terrain.reach.get("entries")
    return found if found is not None else terrain.keep("entries", {i: _into(terrain, i) for i in range(len(terrain.tiles))})


def _into(terrain: Terrain, place: int) -> list[tuple[int, int]]:
    there = terrain.tiles[place]
    if there is None:
        return []
    around = [(place - step, terrain.tiles[place - step]) for step in terrain.steps]
    return [(i, cost) for i, here in around if here is not None and (cost := ground_cost(here, there)) >= 0]

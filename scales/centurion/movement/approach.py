"""How far it is to the enemy on the ground: movement points of the cheapest way, around lakes and along roads.

Straight distance leads ground vehicles and infantry into woods and to the shores of lakes. Smoke does not hinder on the ground.
"""

from collections.abc import Sequence

from scales.centurion.ground.terrain import Terrain, ground_cost

Field = list[int]
"""Points by place."""
NOWHERE = 99
"""Points to the enemy from where there is no way."""


def field_of(terrain: Terrain, enemies: Sequence[int]) -> Field:
    """Points from every place to the nearest of these places; remembered by the terrain."""
    terrain, goals = terrain.bare or terrain, sorted(set(enemies))
    key = ("approach", *goals)
    found: Field | None = terrain.reach.get(key)
    if found is None:
        found = terrain.keep(key, _search(_entries(terrain), goals))
    return found


def _search(entries: list[list[tuple[int, int]]], enemies: Sequence[int]) -> Field:
    """Places in the order of their points, which are few: those of each number wait in a list of their own."""
    best: Field = [NOWHERE] * len(entries)
    waiting: list[list[int]] = [list(enemies), *([] for _ in range(NOWHERE))]
    for place in enemies:
        best[place] = 0
    for spent, places in enumerate(waiting):
        for place in places:
            if spent == best[place]:
                for before, cost in entries[place]:
                    after = spent + cost
                    if after < best[before]:
                        best[before] = after
                        waiting[after].append(before)
    return best


def _entries(terrain: Terrain) -> list[list[tuple[int, int]]]:
    """For every place those from which it may be entered, with the cost; remembered by the terrain."""
    found: list[list[tuple[int, int]]] | None = terrain.reach.get("entries")
    return found if found is not None else terrain.keep("entries", [_into(terrain, i) for i in range(len(terrain.tiles))])


def _into(terrain: Terrain, place: int) -> list[tuple[int, int]]:
    there = terrain.tiles[place]
    if there is None:
        return []
    around = [(place - step, terrain.tiles[place - step]) for step in terrain.steps]
    return [(i, cost) for i, here in around if here is not None and (cost := ground_cost(here, there)) >= 0]

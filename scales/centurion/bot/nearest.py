"""Where the enemy is: his places, the nearest one of any place, and the facing toward it."""

from collections.abc import Sequence
from functools import lru_cache

from scales.centurion.ground.terrain import Terrain, terrain_of
from scales.centurion.state import PARITY, BattleState
from scales.hexes import Hex, bearing, from_cube


def enemy_places(state: BattleState, side: str) -> list[int]:
    """Where the enemy's vehicles stand, or his squads when he has no vehicles."""
    terrain = terrain_of(state)
    found = [
        terrain.index(v.hex) for v in state.vehicles.values() if v.side != side and v.hex is not None and not v.destroyed and not v.left
    ]
    return found or [terrain.index(s.hex) for s in state.squads.values() if s.side != side and s.hex is not None and not s.destroyed]


@lru_cache(maxsize=20_000)
def facing_toward(dx: int, dz: int) -> int:
    """The facing nearest to the direction (dx, dz) in cube coordinates."""
    a = Hex(40, 80)
    toward = bearing(a, from_cube(a.column + dx, a.row - (a.column + 1) // 2 + dz, PARITY), PARITY)
    return (toward + (toward & 1)) // 2 % 6 + 1


def facing_from(terrain: Terrain, a: int, b: int) -> int:
    """The facing from one place toward another."""
    stride = terrain.stride
    return facing_toward(b // stride - a // stride, b % stride - a % stride)


class Nearest:
    """The nearest enemy of any place, remembered: (hexes away, place). Without enemies the place itself."""

    def __init__(self, terrain: Terrain, enemies: Sequence[int]) -> None:
        self._stride = terrain.stride
        self._enemies = [(e // terrain.stride, e % terrain.stride, e) for e in enemies]
        self._known: dict[int, tuple[int, int]] = {}

    def __call__(self, place: int) -> tuple[int, int]:
        found = self._known.get(place)
        if found is None:
            found = self._known[place] = self._search(place)
        return found

    def _search(self, place: int) -> tuple[int, int]:
        x, z = place // self._stride, place % self._stride
        best = 999, place
        for ex, ez, enemy in self._enemies:
            dx, dz = ex - x, ez - z
            away = (abs(dx) + abs(dz) + abs(dx + dz)) // 2
            if away < best[0]:
                best = away, enemy
        return best


def nearest_of(terrain: Terrain, enemies: list[int]) -> Nearest:
    """The finder for these places; the terrain remembers the last ones."""
    key = ("nearest", *enemies)
    found: Nearest | None = terrain.reach.get(key)
    if found is None:
        found = terrain.keep(key, Nearest(terrain, enemies))
    return found

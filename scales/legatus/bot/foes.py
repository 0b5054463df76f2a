"""The enemies that one side knows, as they stand: who is met where, how far they are, what a hit by and on them means."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from scales.legatus.board import Distances, Grid, around, dispersion, distances, gap
from scales.legatus.bot import values
from scales.legatus.defenses import installations
from scales.legatus.deployment import fielded
from scales.legatus.rolls import chance
from scales.legatus.state import Century, hexes_of

FAR = 99


class Foe(NamedTuple):
    """What counts of an enemy: how it stands, and what may become of it."""

    at: str
    altitude: str
    kind: str
    quality: str
    crippled: bool
    broken: bool
    high_hq: bool


def foe_of(enemy: Century) -> Foe:
    return Foe(enemy.at, enemy.altitude, enemy.kind, enemy.quality, enemy.crippled, enemy.broken, enemy.high_hq)


class Figures(NamedTuple):
    """How far an enemy attacks; `threat` tenths of a chance that it hits, `prize` what a hit on it is worth, `hard` how little likely it falls."""

    reach: int
    threat: int
    prize: int
    hard: int


def figures_of(foe: Foe, works: frozenset[str], automatic: bool) -> Figures:
    """`works`: the hexes with earthworks; `automatic`: 1 and 10 succeed and fail by themselves."""
    at, altitude, kind, quality, crippled, broken, high_hq = foe
    dug_in, reach = altitude == "dug_in", installations.zone_reach() if kind == installations.KIND else 1
    attack, defense, _ = fielded(kind, crippled, dispersion(at), altitude, dug_in and not works.isdisjoint(hexes_of(at)))
    prize = values.hit(kind, quality, high_hq, crippled, broken, dug_in, defense, automatic)
    return Figures(reach, chance(attack, automatic) // 10, prize, defense - 4 * crippled)


class Group(NamedTuple):
    """Enemies that stand together and so are met together: their `threats`, the best `prize`; `prey`: which of them is to be gone for first, by how
    hard that is and its number."""

    at: str
    reach: int
    threats: tuple[int, ...]
    prize: int
    prey: tuple[int, int]


class Foes:
    """`groups` of enemies, known by their number; `far` hexes to the nearest of them, `reach` those at which any attacks. What is found out about
    a place is kept: enemies often stand as they did at the decision before."""

    def __init__(self, grid: Grid, foes: Sequence[Foe], works: frozenset[str], automatic: bool) -> None:
        self.groups = _grouped(foes, [figures_of(foe, works, automatic) for foe in foes])
        self.far = distances(grid, tuple(sorted({f.at for f in foes}))) if foes else Distances(dict.fromkeys(grid.cells, FAR))
        self.reach = max([g.reach for g in self.groups], default=0)
        self.prizes, self.threats = [g.prize for g in self.groups], [g.threats for g in self.groups]
        self._forts = {n for n, g in enumerate(self.groups) if g.reach > 1}
        self._near: dict[str, tuple[int, ...]] = {}
        for n, group in enumerate(self.groups):
            for hex in _around(group.at, group.reach):
                self._near[hex] = (*self._near.get(hex, ()), n)

    def near(self, at: str) -> tuple[int, ...]:
        """The groups that a century there fights with; an installation fires two hexes far."""
        if len(at) == 4:
            return self._near.get(at, ())
        if at not in self._near:
            self._near[at] = tuple(sorted({n for hex in hexes_of(at) for n in self._near.get(hex, ())}))
        return self._near[at]

    def number(self, at: str) -> int:
        """How many enemies a century there fights with."""
        return sum([len(self.threats[n]) for n in self.near(at)])

    def touched(self, at: str, near: tuple[int, ...]) -> tuple[int, ...]:
        """Those of the groups that it fights with whom a century there can attack: installations fire farther than one fires back."""
        if not self._forts or self._forts.isdisjoint(near):
            return near
        return tuple(n for n in near if n not in self._forts or gap(at, self.groups[n].at) <= 1)

    def prey(self, middle: str) -> str:
        """Where those are whom a cohort goes for: near ones, and not the strong ones or those in company."""
        return min([(gap(middle, g.at) * 4 + g.prey[0], g.prey[1], g.at) for g in self.groups])[2]


@lru_cache(maxsize=64)
def as_they_stand(grid: Grid, foes: tuple[Foe, ...], works: frozenset[str], automatic: bool) -> Foes:
    return Foes(grid, foes, works, automatic)


def _grouped(foes: Sequence[Foe], figures: Sequence[Figures]) -> list[Group]:
    """Enemies by where they stand and how far they attack."""
    together: dict[tuple[str, int], list[int]] = {}
    for n, (foe, each) in enumerate(zip(foes, figures, strict=True)):
        together.setdefault((foe.at, each.reach), []).append(n)
    found = []
    for (at, reach), numbers in together.items():
        company = sum([len(others) for (there, _), others in together.items() if gap(at, there) <= 1])
        prey = min([(figures[n].hard + company * 2, n) for n in numbers])
        found.append(Group(at, reach, tuple(figures[n].threat for n in numbers), max([figures[n].prize for n in numbers]), prey))
    return found


@lru_cache(maxsize=20_000)
def _around(at: str, radius: int) -> frozenset[str]:
    """The hexes within some hexes of a position."""
    found = set(hexes_of(at))
    for _ in range(radius):
        found |= {n for h in found for n in around(h)}
    return frozenset(found)

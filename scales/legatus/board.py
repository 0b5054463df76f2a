"""The map: terrain of each hex, and the hexes, hexsides and junctions a century can stand on. legatus: Dispersion, Terrain,
Dispersed Movement"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from scales.hexes import hex_of, neighbors, to_cube
from scales.legatus.tables import DISPERSIONS, tables
from scales.terrain import Terrain, parse, sheet, sheet_ids

_COLUMNS = {"infantry": 0, "ground": 1, "grav": 2}


@dataclass(frozen=True, eq=False)
class Grid:
    """A map: terrain and its token by hex label; compared by identity, since `grid` gives the same object for the same map."""

    id: str
    columns: int
    rows: int
    cells: dict[str, Terrain]
    tokens: dict[str, str]

    @cached_property
    def lakes(self) -> frozenset[str]:
        return frozenset(hex for hex, cell in self.cells.items() if cell.ground == "lake")


@lru_cache(maxsize=32)
def grid(id: str, rows: tuple[str, ...] = ()) -> Grid:
    """A map sheet by its id, or one made of rows of tokens; raises ValueError with a sentence when it cannot be read."""
    lines = [tuple(row.split()) for row in rows] if rows else list(sheet(id).rows)
    if len({len(line) for line in lines}) != 1 or not lines[0]:
        raise ValueError(f"the rows of map '{id}' are not all of the same length")
    tokens = {f"{c:02d}{r:02d}": mark for r, line in enumerate(lines, 1) for c, mark in enumerate(line, 1)}
    cells = {hex: parse(mark) for hex, mark in tokens.items()}
    strange = sorted({cell.ground for cell in cells.values()} - set(tables()["terrain_movement"]["ground"]))
    if strange:
        raise ValueError(f"map '{id}' is no Legatus map: it has {', '.join(strange)}")
    return Grid(id, len(lines[0]), len(lines), cells, tokens)


def map_ids() -> list[str]:
    """The sheets made for Legatus."""
    return sheet_ids("legatus")


@cache
def around(hex: str) -> tuple[str, ...]:
    """The labels of the six neighbors, heading 1 first; some may lie off the map."""
    return tuple(h.label for h in neighbors(hex_of(hex), "even"))


@cache
def cube(hex: str) -> tuple[int, int]:
    """The cube coordinates of a hex."""
    return to_cube(hex_of(hex), "even")


@lru_cache(maxsize=200_000)
def gap(a: str, b: str) -> int:
    """Fewest hexes between two positions: 0 when they share a hex, 1 when they are adjacent."""
    if len(a) == len(b) == 4:
        (ax, az), (bx, bz) = cube(a), cube(b)
        return length(bx - ax, bz - az)
    return min([gap(x, y) for x in a.split("|") for y in b.split("|")])


def length(x: int, z: int) -> int:
    """Hexes that a step in cube coordinates goes."""
    return (abs(x) + abs(z) + abs(x + z)) // 2


class Distances(dict[str, int]):
    """Hexes from every hex of a map to the nearest of some places. Of a position it is the least of those of its hexes, worked out when it is first
    looked up; 0 off the map. To be looked up only: the order is that of sets."""

    def __missing__(self, at: str) -> int:
        found = self[at] = min([self.get(hex, 0) for hex in at.split("|")])
        return found


@lru_cache(maxsize=1024)
def distances(grid: Grid, places: tuple[str, ...]) -> Distances:
    """Hexes to the nearest of some positions on a map; 0 everywhere without any."""
    edge = {h for at in places for h in at.split("|") if h in grid.cells}
    found, beside, far = dict.fromkeys(edge, 0), _neighbors(grid), 0
    while edge:
        far += 1
        edge = set().union(*[beside[h] for h in edge]).difference(found)
        found |= dict.fromkeys(edge, far)
    return Distances(found)


@lru_cache(maxsize=32)
def _neighbors(grid: Grid) -> dict[str, list[str]]:
    """The neighbors on the map of every hex."""
    return {hex: [n for n in around(hex) if n in grid.cells] for hex in grid.cells}


@lru_cache(maxsize=200_000)
def reach(a: str, b: str) -> int:
    """Distance from hex or position a to the farthest hex that position b occupies."""
    if len(b) == 4:
        return gap(a, b)
    return max([min([gap(x, y) for x in a.split("|")]) for y in b.split("|")])


def dispersion(at: str) -> str:
    """The dispersion that a position stands for. legatus: Deployment"""
    return DISPERSIONS[at.count("|")]


def position(hexes: list[str] | tuple[str, ...]) -> str:
    return "|".join(sorted(set(hexes)))


@cache
def sides(hex: str) -> tuple[str, ...]:
    """The six hexsides of a hex as positions."""
    return tuple(position((hex, n)) for n in around(hex))


@cache
def common(a: str, b: str) -> tuple[str, ...]:
    """The two hexes next to both of two neighbors."""
    return tuple(sorted(set(around(a)) & set(around(b))))


@cache
def steps(at: str) -> tuple[str, ...]:
    """Positions one step away at the same dispersion: 6 hexes, 14 hexsides or 9 junctions. legatus: Movement Phase"""
    hexes = at.split("|")
    if len(hexes) == 1:
        return around(at)
    found = _side_steps(*hexes) if len(hexes) == 2 else _junction_steps(at)
    return tuple(sorted(found - {at}))


def _side_steps(a: str, b: str) -> set[str]:
    """The ten other sides of both hexes, and the four parallel ones that touch them by a corner."""
    return set(sides(a)) | set(sides(b)) | parallels(a, b)


def parallels(a: str, b: str) -> set[str]:
    """Sides parallel to a|b of the two hexes next to both."""
    found = set()
    for c in common(a, b):
        there = around(c)
        i, j = there.index(a), there.index(b)
        middle = (i + 1) if (i + 1) % 6 == j else (i - 1)
        assert (i - j) % 6 in (1, 5), (a, b, c)
        before, after = (i - 1, j + 1) if middle == i + 1 else (i + 1, j - 1)
        found |= {position((c, there[before % 6])), position((c, there[after % 6]))}
    return found


def _touching(at: str) -> set[str]:
    """The junctions one hexside away: those that share two hexes."""
    a, b, c = at.split("|")
    found = set()
    for pair, third in (((a, b), c), ((a, c), b), ((b, c), a)):
        found |= {position((*pair, x)) for x in common(*pair) if x != third}
    return found


def _junction_steps(at: str) -> set[str]:
    near = _touching(at)
    return near.union(*(_touching(j) for j in near))


@cache
def spreads(at: str) -> tuple[str, ...]:
    """Positions one level of dispersion away: wider and closer."""
    hexes = at.split("|")
    if len(hexes) == 1:
        return sides(at)
    if len(hexes) == 2:
        return tuple(sorted([*hexes, *(position((*hexes, c)) for c in common(*hexes))]))
    a, b, c = hexes
    return (position((a, b)), position((a, c)), position((b, c)))


def on_map(grid: Grid, at: str) -> bool:
    return all(h in grid.cells for h in at.split("|"))


def standable(grid: Grid, carriage: str, hex: str) -> bool:
    """Can a unit stand in a hex of the map? On lakes only grav vehicles can."""
    return carriage == "grav" or grid.cells[hex].ground != "lake"


def is_position(at: str) -> bool:
    """One hex, or two or three that all touch each other, in order of their labels."""
    hexes = at.split("|")
    if not 1 <= len(hexes) <= 3 or any(len(h) != 4 or not h.isdecimal() for h in hexes) or at != position(hexes):
        return False
    return len(set(hexes)) == len(hexes) and all(b in around(a) for i, a in enumerate(hexes) for b in hexes[i + 1 :])


def at_edge(grid: Grid, at: str) -> bool:
    return any(n not in grid.cells for h in at.split("|") for n in around(h))


@lru_cache(maxsize=200_000)
def entry(grid: Grid, carriage: str, altitude: str, together: bool, way: tuple[str, str]) -> int:
    """Half movement points to go from a hex to its neighbor; 0 when that is not allowed. legatus: Movement Points, R-LEG-01

    `together`: concentrated, so that roads (and for grav centuries rivers) along the way count.
    """
    table = tables()["terrain_movement"]
    here, there = grid.cells[way[0]], grid.cells[way[1]]
    if altitude == "low_altitude":
        return int(table["ground"]["clear"][2])
    column = _COLUMNS[carriage]
    ground = "clear" if altitude == "tree_top" and there.ground in table["clear_at_tree_top"] else there.ground
    if carriage == "infantry" and ground == "buildings":
        ground = "clear"
    cost = int(table["ground"][ground][column])
    if together and here.road and there.road:
        cost = int(table["road"][column])
    elif together and carriage == "grav" and here.river and there.river:
        cost = min(cost, int(table["river"][column]))
    elif there.river and carriage != "grav" and cost:
        cost = max(cost, int(table["river"][column]))
    return _climb(table, column, cost, there.level - here.level)


def _climb(table: dict[str, list[int]], column: int, cost: int, up: int) -> int:
    """The cost with the climb added; more than three levels cannot be climbed."""
    if cost == 0 or up <= 0:
        return cost
    if up > 3:
        return 0
    extra = int(table[("climb_one", "climb_two", "climb_three")[up - 1]][column])
    return cost + extra if extra else 0


@lru_cache(maxsize=200_000)
def prices(grid: Grid, carriage: str, altitude: str, start: str, end: str) -> tuple[int, ...]:
    """The cost in half points of each new hex when a counter goes from one position to another; () when one may not be entered."""
    old, new = start.split("|"), end.split("|")
    together = len(old) == len(new) == 1
    found = []
    for hex in new:
        if hex in old:
            continue
        ways = [entry(grid, carriage, altitude, together, (o, hex)) for o in old if o in around(hex)]
        best = min((w for w in ways if w), default=0)
        if not best:
            return ()
        found.append(best)
    return tuple(found)


Move = tuple[str, tuple[str, ...], int]
"""A step: where to, the hexes newly entered, the higher cost of entering them in half points."""


class Moves(dict[str, tuple[Move, ...]]):
    """The steps that the terrain allows from each position, of those that `steps` names; worked out when they are first looked up."""

    def __init__(self, grid: Grid, carriage: str, altitude: str, steps: Callable[[str], Sequence[str]]) -> None:
        self._grid, self._carriage, self._altitude, self._steps = grid, carriage, altitude, steps

    def __missing__(self, at: str) -> tuple[Move, ...]:
        found = self[at] = tuple(self._from(at))
        return found

    def _from(self, at: str) -> Iterator[Move]:
        old = at.split("|")
        for to in self._steps(at):
            if on_map(self._grid, to):
                paid = prices(self._grid, self._carriage, self._altitude, at, to)
                new = tuple(h for h in to.split("|") if h not in old)
                if paid or not new:
                    yield to, new, max(paid, default=0)


@lru_cache(maxsize=128)
def moves(grid: Grid, carriage: str, altitude: str) -> Moves:
    """The steps to positions of the same dispersion on a map, for who goes on a carriage at an altitude."""
    return Moves(grid, carriage, altitude, steps)


@lru_cache(maxsize=128)
def spreadings(grid: Grid, carriage: str, altitude: str) -> Moves:
    """The steps to positions of the next dispersions."""
    return Moves(grid, carriage, altitude, spreads)

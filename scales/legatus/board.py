"""The map: terrain of each hex, and the hexes, hexsides and junctions a century can stand on. legatus: Deployment, Movement Points"""

from dataclasses import dataclass
from functools import cache, lru_cache

from scales.hexes import distance as hex_distance
from scales.hexes import hex_of, neighbors
from scales.legatus.tables import DATA, DISPERSIONS, tables

GROUNDS = {".": "clear", "l": "light_woods", "h": "heavy_woods", "w": "lake", "s": "swamp", "u": "rough_rubble", "b": "buildings"}
_COLUMNS = {"infantry": 0, "ground": 1, "grav": 2}
FAR = 99


@dataclass(frozen=True, slots=True)
class Cell:
    token: str
    level: int
    ground: str
    road: bool
    river: bool


@dataclass(frozen=True, eq=False)
class Grid:
    """A map sheet; compared by identity, since `grid` gives the same object for the same map."""

    id: str
    columns: int
    rows: int
    cells: dict[str, Cell]


def _cell(token: str) -> Cell:
    cut = next(i for i, c in enumerate(token) if c not in "-0123456789")
    flags = token[cut + 1 :]
    return Cell(token, int(token[:cut]), GROUNDS[token[cut]], "r" in flags, "v" in flags)


@lru_cache(maxsize=32)
def grid(id: str, rows: tuple[str, ...] = ()) -> Grid:
    """A sheet of `data/` by its id, or one made of rows of tokens; raises ValueError with a sentence when it cannot be read."""
    lines = rows or sheet_rows(id)
    cells: dict[str, Cell] = {}
    width = 0
    for r, line in enumerate(lines, 1):
        tokens = line.split()
        width = max(width, len(tokens))
        for c, token in enumerate(tokens, 1):
            try:
                cells[f"{c:02d}{r:02d}"] = _cell(token)
            except (KeyError, ValueError, StopIteration):
                raise ValueError(
                    f"'{token}' in column {c} of row {r} is no terrain: a level, then one of {' '.join(GROUNDS)}, then r and v"
                ) from None
    if len(cells) != width * len(lines) or not cells:
        raise ValueError(f"the rows of map '{id}' are not all of the same length")
    return Grid(id, width, len(lines), cells)


def sheet_ids() -> list[str]:
    return sorted(p.stem for p in DATA.glob("legatus_*.txt"))


def sheet_rows(id: str) -> tuple[str, ...]:
    if id not in sheet_ids():
        raise ValueError(f"there is no map '{id}': known are {', '.join(sheet_ids())}")
    lines = (DATA / f"{id}.txt").read_text().splitlines()
    return tuple(line.split(None, 1)[1] for line in lines if line.strip() and not line.startswith("#"))


@cache
def around(hex: str) -> tuple[str, ...]:
    """The labels of the six neighbors, heading 1 first; some may lie off the map."""
    return tuple(h.label for h in neighbors(hex_of(hex), "even") if h.column >= 0 and h.row >= 0)


@lru_cache(maxsize=200_000)
def gap(a: str, b: str) -> int:
    """Fewest hexes between two positions: 0 when they share a hex, 1 when they are adjacent."""
    return min(hex_distance(hex_of(x), hex_of(y), "even") for x in a.split("|") for y in b.split("|"))


@lru_cache(maxsize=200_000)
def reach(a: str, b: str) -> int:
    """Distance from hex or position a to the farthest hex that position b occupies."""
    return max(min(hex_distance(hex_of(x), hex_of(y), "even") for x in a.split("|")) for y in b.split("|"))


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


def is_position(at: str) -> bool:
    """One hex, or two or three that all touch each other, in order of their labels."""
    hexes = at.split("|")
    if not 1 <= len(hexes) <= 3 or any(len(h) != 4 or not h.isdecimal() for h in hexes) or at != position(hexes):
        return False
    return len(set(hexes)) == len(hexes) and all(b in around(a) for i, a in enumerate(hexes) for b in hexes[i + 1 :])


def at_edge(grid: Grid, at: str) -> bool:
    return any(n not in grid.cells for h in at.split("|") for n in (*around(h), *(["0000"] if len(around(h)) < 6 else [])))


@lru_cache(maxsize=200_000)
def entry(grid: Grid, carriage: str, altitude: str, together: bool, start: str, end: str) -> int:
    """Half movement points to go from a hex to its neighbor; 0 when that is not allowed. legatus: Movement Points, R-LEG-01

    `together`: concentrated, so that roads (and for grav centuries rivers) along the way count.
    """
    table = tables()["terrain_movement"]
    here, there = grid.cells[start], grid.cells[end]
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
        ways = [entry(grid, carriage, altitude, together, o, hex) for o in old if o in around(hex)]
        best = min((w for w in ways if w), default=0)
        if not best:
            return ()
        found.append(best)
    return tuple(found)


def ground_hex(at: str, board: str = "leviathan") -> str:
    """The ground hex of another board under the first hex of a position. boards: a Legatus map along the ground"""
    table = tables()["ground_hexes"]
    column = int(at[:2])
    place = table["columns"].index(board)
    return str(next((r[place] for r in table["rows"] if r[0] <= column <= r[1]), table["rows"][-1][place]))


def ground_class(grid: Grid, at: str) -> str:
    """What a search from space meets there: open, wooded, mountainous_urban or water."""
    table = tables()["ground_classes"]
    cell = grid.cells[at.split("|", maxsplit=1)[0]]
    return "mountainous_urban" if cell.level >= table["mountain_level"] and cell.ground != "lake" else str(table[cell.ground])

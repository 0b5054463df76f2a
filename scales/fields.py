"""A Centurion board of 20 by 20 hexes from a Legatus hex, and the field that such boards tile.

The same key gives the same board on any machine, and boards of neighboring Legatus hexes meet in height, road and river. The field
coordinates of a hex are its joined coordinates: column 20 x (CC - 1) + column and row 20 x (RR - 1) + row, plus 10 if CC is even, for the
Legatus hex CCRR. All arithmetic is on whole numbers. Steps and numbers are those of the block `recipe` in `data/boards.yaml`.
"""

import hashlib
from functools import lru_cache
from typing import NamedTuple

from scales.hexes import HEADINGS, Hex, Parity, distance, hex_of, neighbor, neighbors
from scales.terrain import Terrain, boards_data, sheet, token

SIDE = 20
PARITY: Parity = "even"
_HEIGHT_STEP, _COVER_STEP = 5, 3
# low end and spread of the hub, by kind of way
_HUBS = {"river": (7, 8), "road": (9, 4)}


class Row(NamedTuple):
    """How one Legatus terrain looks on the ground: levels, thresholds of the cover values, percentage of hexes with buildings."""

    base: int
    relief: int
    light: int
    heavy: int
    water: int
    rubble: int
    building_percent: int


class Source(NamedTuple):
    """Where a field comes from: campaign key and id of the Legatus sheet."""

    key: str
    map: str


@lru_cache(maxsize=1)
def _rows() -> dict[str, Row]:
    return {name: Row(*numbers) for name, *numbers in boards_data()["recipe"]["terrain"]["rows"]}


@lru_cache(maxsize=100_000)
def draw(source: Source, layer: str, i: int, j: int, n: int) -> int:
    """A whole number 0 .. n - 1 that depends on the key, the layer and the place alone."""
    digest = hashlib.sha256(f"{source.key}|{source.map}|{layer}|{i}|{j}".encode()).digest()
    return int.from_bytes(digest[:8], "big") * n >> 64


def offset(legatus: Hex) -> tuple[int, int]:
    """What is added to columns and rows of the board of a Legatus hex to give field coordinates."""
    return SIDE * (legatus.column - 1), SIDE * (legatus.row - 1) + (10 if legatus.column % 2 == 0 else 0)


def owner(source: Source, x: int, y: int) -> Hex:
    """The Legatus hex whose board holds the field hex (x, y), kept within the map."""
    rows = sheet(source.map).rows
    column = min(max((x - 1) // SIDE + 1, 1), len(rows[0]))
    row = (y - 1 - (10 if column % 2 == 0 else 0)) // SIDE + 1
    return Hex(column, min(max(row, 1), len(rows)))


def _legatus(source: Source, hex: Hex) -> Terrain | None:
    """Terrain of a Legatus hex, None off the map."""
    found = sheet(source.map)
    return found.terrain(hex) if 1 <= hex.column <= found.columns and 1 <= hex.row <= len(found.rows) else None


def _here(source: Source, hex: Hex) -> tuple[Terrain, Row]:
    terrain = sheet(source.map).terrain(hex)
    return terrain, _rows()[terrain.ground]


@lru_cache(maxsize=100_000)
def _height_node(source: Source, i: int, j: int) -> int:
    """Height of a lattice node in hundredths of a level, from the four hexes around it."""
    x, y = _HEIGHT_STEP * i, _HEIGHT_STEP * j
    around = [_here(source, owner(source, x + dx, y + dy)) for dx in (0, 1) for dy in (0, 1)]
    levels = sum(2 * terrain.level + row.base for terrain, row in around)
    relief = sum(row.relief for _, row in around)
    return 25 * levels + relief * (draw(source, "relief", i, j, 201) - 100) // 4


def _cover_node(source: Source, layer: str, i: int, j: int) -> int:
    return draw(source, layer, i, j, 201) - 100


def _between(nodes: tuple[int, int, int, int], fx: int, fy: int, step: int) -> int:
    """Sum of the four nodes around a place, weighted by nearness; weights add up to step * step."""
    a, b, c, d = nodes
    return (step - fx) * (step - fy) * a + fx * (step - fy) * b + (step - fx) * fy * c + fx * fy * d


def level_at(source: Source, x: int, y: int) -> int:
    """Level of a field hex before rivers and lakes."""
    (i, fx), (j, fy) = divmod(x, _HEIGHT_STEP), divmod(y, _HEIGHT_STEP)
    nodes = (
        _height_node(source, i, j),
        _height_node(source, i + 1, j),
        _height_node(source, i, j + 1),
        _height_node(source, i + 1, j + 1),
    )
    return max(0, (_between(nodes, fx, fy, _HEIGHT_STEP) + 1250) // 2500)


def _cover(source: Source, layer: str, x: int, y: int) -> int:
    (i, fx), (j, fy) = divmod(x, _COVER_STEP), divmod(y, _COVER_STEP)
    nodes = (
        _cover_node(source, layer, i, j),
        _cover_node(source, layer, i + 1, j),
        _cover_node(source, layer, i, j + 1),
        _cover_node(source, layer, i + 1, j + 1),
    )
    return _between(nodes, fx, fy, _COVER_STEP) // (_COVER_STEP * _COVER_STEP)


def _ground(source: Source, row: Row, x: int, y: int) -> str:
    if _cover(source, "water", x, y) >= row.water:
        return "lake"
    if _cover(source, "rubble", x, y) >= row.rubble:
        return "rough_rubble"
    woods = _cover(source, "woods", x, y)
    return "heavy_woods" if woods >= row.heavy else "light_woods" if woods >= row.light else "clear"


# --- rivers and roads -----------------------------------------------------------------------------------------------------------


def hub(source: Source, legatus: Hex, kind: str) -> Hex:
    """Where the roads or rivers of a Legatus hex meet, on its own board."""
    low, spread = _HUBS[kind]
    column = low + draw(source, f"{kind} hub column", legatus.column, legatus.row, spread)
    return Hex(column, low + draw(source, f"{kind} hub row", legatus.column, legatus.row, spread))


def _carries(terrain: Terrain | None, kind: str) -> bool:
    if terrain is None:
        return False
    return terrain.road if kind == "road" else terrain.river or terrain.ground == "lake"


def _open_sides(source: Source, legatus: Hex, kind: str) -> list[int]:
    """Headings over which the road or river goes on; a way that would end here leaves the map if it can."""
    around = [_legatus(source, neighbor(legatus, heading, PARITY)) for heading in HEADINGS]
    sides = [heading for heading, there in zip(HEADINGS, around, strict=True) if _carries(there, kind)]
    if len(sides) < 2:
        sides += [heading for heading, there in zip(HEADINGS, around, strict=True) if there is None][:1]
    return sides


def _gate(source: Source, legatus: Hex, heading: int, kind: str) -> Hex:
    """Where the road or river crosses a side of the board; the neighbor's board has its gate next to it."""
    first, second = sorted((legatus, neighbor(legatus, heading, PARITY)))
    k = draw(source, f"{kind} gate", 100 * first.column + first.row, 100 * second.column + second.row, 6)
    if heading in (1, 4):
        return Hex(8 + k, 1 if heading == 1 else SIDE)
    return Hex(SIDE if heading in (2, 3) else 1, (3 if heading in (2, 6) else 13) + k)


def _way(source: Source, legatus: Hex, gate: Hex, kind: str) -> set[Hex]:
    """The hexes from a gate to the hub, both included."""
    goal, here = hub(source, legatus, kind), gate
    dx, dy = offset(legatus)
    way = {here}
    while here != goal:
        nearer = [n for n in _inside(here) if distance(n, goal, PARITY) < distance(here, goal, PARITY)]
        here = min(nearer, key=lambda n: (draw(source, f"{kind} way", n.column + dx, n.row + dy, 1000), n))
        way.add(here)
    return way


def _inside(hex: Hex) -> list[Hex]:
    """Neighbors on the same board."""
    return [n for n in neighbors(hex, PARITY) if 1 <= n.column <= SIDE and 1 <= n.row <= SIDE]


def _ways(source: Source, legatus: Hex, kind: str) -> set[Hex]:
    """All road or river hexes of a board."""
    terrain = sheet(source.map).terrain(legatus)
    if not (terrain.road if kind == "road" else terrain.river):
        return set()
    found = {hub(source, legatus, kind)}
    for heading in _open_sides(source, legatus, kind):
        found |= _way(source, legatus, _gate(source, legatus, heading, kind), kind)
    return found


# --- the board ------------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def board_rows(source: Source, label: str) -> tuple[tuple[str, ...], ...]:
    """The 20 rows of 20 tokens of the board of a Legatus hex; raises ValueError when the map has no such hex."""
    legatus = hex_of(label)
    if _legatus(source, legatus) is None:
        raise ValueError(f"Legatus map '{source.map}' has no hex {label}")
    board = {hex: _bare(source, legatus, hex) for hex in _hexes()}
    rivers, roads = _ways(source, legatus, "river"), _ways(source, legatus, "road")
    _dig(board, rivers)
    _settle(source, legatus, board, rivers, roads)
    _build(source, legatus, board)
    return tuple(tuple(token(board[Hex(c, r)]) for c in range(1, SIDE + 1)) for r in range(1, SIDE + 1))


def _hexes() -> list[Hex]:
    """Row by row, by column within a row."""
    return [Hex(c, r) for r in range(1, SIDE + 1) for c in range(1, SIDE + 1)]


def _bare(source: Source, legatus: Hex, hex: Hex) -> Terrain:
    dx, dy = offset(legatus)
    x, y = hex.column + dx, hex.row + dy
    return Terrain(level_at(source, x, y), _ground(source, _here(source, legatus)[1], x, y))


def _dig(board: dict[Hex, Terrain], rivers: set[Hex]) -> None:
    """A river takes the lowest level around it, in order of rows."""
    for hex in _hexes():
        if hex in rivers and board[hex].ground != "lake":
            low = min(board[n].level for n in [hex, *_inside(hex)])
            board[hex] = Terrain(low, board[hex].ground)


def _settle(source: Source, legatus: Hex, board: dict[Hex, Terrain], rivers: set[Hex], roads: set[Hex]) -> None:
    """Flags of rivers and roads; rivers end in lakes, roads cross them on clear ground, and lakes lie level."""
    terrain, row = _here(source, legatus)
    for hex, was in board.items():
        road, lake = hex in roads, was.ground == "lake"
        ground = "clear" if lake and road else was.ground
        level = 2 * terrain.level + row.base if ground == "lake" else was.level
        board[hex] = Terrain(level, ground, road, hex in rivers and not lake)


def _build(source: Source, legatus: Hex, board: dict[Hex, Terrain]) -> None:
    """Buildings on clear hexes, twice as many beside roads."""
    terrain, row = _here(source, legatus)
    dx, dy = offset(legatus)
    for hex, was in board.items():
        if was.ground != "clear" or was.road or was.river:
            continue
        percent = row.building_percent * (2 if any(board[n].road for n in _inside(hex)) else 1)
        if draw(source, "building", hex.column + dx, hex.row + dy, 100) < percent:
            kind = draw(source, "height", hex.column + dx, hex.row + dy, 20)
            levels, armor = _building(kind, terrain.ground == "buildings")
            board[hex] = Terrain(was.level, "buildings", False, False, levels, armor)


def _building(kind: int, town: bool) -> tuple[int, int]:
    """Levels and armor factor for a draw of 0..19."""
    if not town:
        return (1, 10) if kind < 14 else (2, 20)
    return next(size for last, size in ((4, (1, 10)), (9, (2, 20)), (14, (3, 20)), (18, (4, 30)), (19, (6, 30))) if kind <= last)


def installation_hex(source: Source, label: str) -> Hex:
    """Where a Legatus defensive installation stands on its board: the road hub, else the river hub, else 1010."""
    legatus = hex_of(label)
    terrain = sheet(source.map).terrain(legatus)
    if terrain.road or terrain.river:
        return hub(source, legatus, "road" if terrain.road else "river")
    return Hex(10, 10)


def side_hexes(heading: int) -> tuple[Hex, ...]:
    """The hexes of a 20 by 20 board along a side of its Legatus hex (1 top, 2 upper right ... 6 upper left)."""
    if heading in (1, 4):
        return tuple(Hex(c, 1 if heading == 1 else SIDE) for c in range(1, SIDE + 1))
    column, first = (SIDE if heading in (2, 3) else 1), (1 if heading in (2, 6) else 11)
    return tuple(Hex(column, r) for r in range(first, first + 10))


def digest(source: Source, label: str) -> str:
    """The first 16 hexadecimal digits of the SHA-256 of the rows, for comparing boards between machines."""
    text = "\n".join(" ".join(row) for row in board_rows(source, label))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def tiles(labels: tuple[str, ...]) -> dict[str, tuple[int, int]]:
    """Offsets (columns, rows) of the boards of some Legatus hexes, moved so that the field of all of them begins in column 1 and row 1.

    Column offsets are multiples of 20, so the parity holds.
    """
    places = {label: offset(hex_of(label)) for label in labels}
    left, top = min(c for c, _ in places.values()), min(r for _, r in places.values())
    return {label: (c - left, r - top) for label, (c, r) in places.items()}


def field_tokens(source: Source, labels: tuple[str, ...]) -> dict[Hex, str]:
    """Terrain tokens of a field made of some Legatus hexes, by joined hex (see `tiles`)."""
    return {
        Hex(column + dc, row + dr): mark
        for label, (dc, dr) in tiles(labels).items()
        for row, marks in enumerate(board_rows(source, label), start=1)
        for column, mark in enumerate(marks, start=1)
    }

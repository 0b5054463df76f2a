"""Terrain Effects Table: what the ground of a battle is like. Heights are levels of 20 metres, costs velocity or movement points.

A `Terrain` is the board with everything play changed on it, in flat lists indexed by cube coordinates: `i = column * stride + z`, so that
a step along a heading or a whole line of sight is an addition. It never changes; `terrain_of` makes one for each different ground.
"""

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, TypeVar

from scales.centurion.catalog import data
from scales.centurion.preparation.sheets import BoardKey, tokens_of
from scales.centurion.state import BattleState, Board, Ground
from scales.hexes import CUBE_STEPS, Hex, hex_of
from scales.terrain import parse

GROUNDS = {"swamp": "lake", "rough_rubble": "rubble"}
"""Grounds of other boards that are something else on ours."""
NO_CRATER = ("lake", "buildings")
"""Grounds into which no crater can be dug (Hull Down)."""
OFF = -1000
"""Blocking height of a hex off the board: it blocks nothing."""
SLOPE_LIMIT = 16
MOST_SEARCHES, MOST_SIGHTS = 1000, 30_000

FLIGHT = ("nf", "ttf", "laf")
"""Modes of flight from the lowest to the highest."""
SUBMERGED = "submerged"
"""How a vehicle moves that stays under water."""
MODES = (*FLIGHT, SUBMERGED)

T = TypeVar("T")
Ways = tuple[tuple[int, int, int], ...]
GroundKey = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[tuple[str, int], ...]]
WOODS = ("light_woods", "heavy_woods")


@dataclass(slots=True, frozen=True)
class Tile:
    """One hex: `ground` is a row of the Terrain Effects Table, `levels` and `armor_factor` those of its buildings."""

    level: int
    ground: str
    road: bool = False
    river: bool = False
    levels: int = 0
    armor_factor: int = 0


@dataclass(slots=True, eq=False)
class Terrain:
    """The ground as it stands. `tiles[i]` is None off the board; `block[i]` the height that blocks sight, `level[i]` where a unit stands."""

    columns: int
    rows: int
    stride: int
    shift: int
    tiles: list[Tile | None]
    level: list[int]
    block: list[int]
    smoke: list[bool]
    steps: tuple[int, ...]
    sight: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    reach: dict[Any, Any] = field(default_factory=dict)
    ways: dict[str, dict[int, Ways]] = field(default_factory=lambda: {mode: {} for mode in MODES})
    paths: dict[int, set[int]] = field(default_factory=dict)
    """The hexsides that the paths cut through a hex of woods reach, by place (Clearing Trees)."""
    bare: "Terrain | None" = None
    """The same ground without smoke, where there is any."""

    def keep(self, key: Any, found: T) -> T:
        """Remember the result of a search; forgets everything now and then, so that long runs do not grow."""
        if len(self.reach) >= MOST_SEARCHES:
            self.reach.clear()
        self.reach[key] = found
        return found

    def index(self, hex: Hex) -> int:
        """The place of a hex in the lists."""
        return hex[0] * self.stride + hex[1] - (hex[0] + 1) // 2 + self.shift

    def hex(self, i: int) -> Hex:
        """The hex at a place of the lists."""
        column, z = divmod(i, self.stride)
        return Hex(column, z - self.shift + (column + 1) // 2)

    def tile(self, hex: Hex) -> Tile | None:
        """The hex's terrain, None off the board."""
        if not (1 <= hex[0] <= self.columns and 1 <= hex[1] <= self.rows):
            return None
        return self.tiles[self.index(hex)]

    def distance(self, a: int, b: int) -> int:
        """Range in hexes between two places."""
        stride = self.stride
        dx, dz = b // stride - a // stride, b % stride - a % stride
        return (abs(dx) + abs(dz) + abs(dx + dz)) // 2

    def way(self, i: int, mode: str = "nf") -> Ways:
        """For headings 1 to 6: place of the neighbor (-1 off the board), velocity points and speed limit of entering it in a mode of flight
        (Grav Movement; TTF and NF Movement)."""
        ways = self.ways[mode]
        found = ways.get(i)
        if found is None:
            found = ways[i] = tuple(self._enter(i, heading, mode) for heading in range(1, 7))
        return found

    def _enter(self, i: int, heading: int, mode: str) -> tuple[int, int, int]:
        j = i + self.steps[heading - 1]
        here, there = self.tiles[i], self.tiles[j]
        if here is None or there is None:
            return -1, 0, 0
        if mode == SUBMERGED:
            return (j, *_under_water(here, there)) if there.ground == "lake" else (-1, 0, 0)
        if mode == "laf":
            return j, data("flight")["laf"]["velocity"], data("flight")["laf"]["limit"]
        if mode == "ttf":
            here, there = under_trees(here), under_trees(there)
        elif self.paths and (heading + 2) % 6 + 1 in self.paths.get(j, ()):
            here, there = replace(here, road=True), replace(there, road=True)
        return j, grav_cost(here, there), speed_limit(here, there, smoke=self.smoke[j])

    def limit_over(self, i: int, mode: str) -> int:
        """Speed limit of the hex itself for a vehicle that comes down into it (TTF and NF Movement)."""
        tile = self.tiles[i]
        if tile is None or mode == "laf":
            return int(data("flight")["laf"]["limit"])
        return ground_limit(under_trees(tile) if mode == "ttf" else tile, smoke=self.smoke[i])


def _under_water(here: Tile, there: Tile) -> tuple[int, int]:
    """Velocity points and speed limit of a step under water (Grounding in Water)."""
    row, levels = data("movement")["terrain"]["under_water"], there.level - here.level
    return max(0, int(row["velocity"]) + slope_cost(levels)), min(int(row["limit"]), slope_limit(levels))


def slope_cost(levels: int) -> int:
    """Velocity points that a climb (positive) or descent (negative levels) adds; beyond five levels ruling R-CEN-05."""
    table = data("movement")
    if levels >= 0:
        up = table["slope_up"]["velocity"]
        return int(up[levels]) if levels < len(up) else levels
    down = table["slope_down"]["velocity"]
    return int(down[min(-levels, len(down) - 1)])


def slope_limit(levels: int) -> int:
    """Speed limit of a climb or descent."""
    limits = data("movement")["slope_up" if levels >= 0 else "slope_down"]["limit"]
    return int(limits[abs(levels)]) if abs(levels) < len(limits) else SLOPE_LIMIT


def _along(here: Tile, there: Tile, grav: bool) -> bool:
    """Does the step follow a road, or a river in a grav vehicle? (Road and River Movement)"""
    return (here.road and there.road) or (grav and here.river and there.river)


def raw_grav_cost(here: Tile, there: Tile) -> int:
    """Velocity points of a step before the floor of 0 (Grav Movement, Traveling Up and Down Slope)."""
    base = 1 if _along(here, there, True) else data("movement")["terrain"][there.ground]["velocity"]
    return int(base) + slope_cost(there.level - here.level)


def grav_cost(here: Tile, there: Tile) -> int:
    """Velocity points of a step, never below 0 (ruling R-CEN-05)."""
    return max(0, raw_grav_cost(here, there))


def ground_cost(here: Tile, there: Tile) -> int:
    """Movement points of a step of a ground vehicle or squad; -1 means that it may not enter (Ground Vehicles, Dismounted Infantry)."""
    rows = data("movement")["terrain"]
    base = 1 if _along(here, there, False) else int(rows[there.ground]["ground"])
    if there.ground == "lake":
        return -1
    if there.river and not there.road:
        base = max(base, int(rows["river"]["ground"]))
    return max(0, base + slope_cost(there.level - here.level))


def speed_limit(here: Tile, there: Tile, smoke: bool = False) -> int:
    """Speed limit of the step: the lower of terrain and slope, half of it in smoke, fractions up (Exceeding the Speed Limit, Smoke)."""
    table = data("movement")
    limit = table["road"]["limit"] if _along(here, there, True) else table["terrain"][there.ground]["limit"]
    limit = min(int(limit), slope_limit(there.level - here.level))
    return half_up(limit) if smoke else limit


def ground_limit(tile: Tile, smoke: bool = False) -> int:
    """Speed limit of a hex by its ground alone, half of it in smoke."""
    limit = int(data("movement")["terrain"][tile.ground]["limit"])
    return half_up(limit) if smoke else limit


def under_trees(tile: Tile) -> Tile:
    """A hex as a vehicle at tree-top level meets it: clear, but for buildings of more than one storey (TTF and NF Movement; R-CEN-06)."""
    if tile.ground == "buildings" and tile.levels > data("flight")["ttf"]["storeys"]:
        return tile
    return Tile(tile.level, "clear")


def half_up(number: int) -> int:
    """Half, fractions up."""
    return -(-number // 2)


def read_tile(token: str) -> Tile:
    """A token of a sheet ('3b4/30r', '0.v', '2h')."""
    found = parse(token)
    return Tile(found.level, GROUNDS.get(found.ground, found.ground), found.road, found.river, found.levels, found.armor)


def board_key(board: Board) -> BoardKey:
    """What alone decides the printed or generated ground."""
    changes = tuple(sorted(board.terrain.items())) if board.terrain else ()
    return tuple(board.sheets), board.campaign_key, board.map, tuple(board.hexes), changes, board.across


@lru_cache(maxsize=64)
def printed(key: BoardKey) -> dict[Hex, Tile]:
    """The ground of a board before play, by joined hex."""
    return {hex: read_tile(token) for hex, token in tokens_of(key).items()}


_UNTOUCHED: GroundKey = ((), (), (), ())


def ground_key(ground: Ground) -> GroundKey:
    """What play changed that matters for movement and sight."""
    if not (ground.rubble or ground.cleared or ground.smoke or ground.buildings):
        return _UNTOUCHED
    buildings = tuple((label, sum(1 for boxes in b.levels if boxes > 0)) for label, b in sorted(ground.buildings.items()))
    return tuple(sorted(ground.rubble)), tuple(sorted(ground.cleared)), tuple(sorted(ground.smoke)), buildings


@dataclass(slots=True, frozen=True)
class _Last:
    """The ground asked for last. Sight asks for the same one thousands of times in a step: comparing is cheaper than making a key."""

    board: Board
    lists: tuple[list[str], list[str], list[str]]
    smoke: frozenset[str]
    buildings: dict[str, list[int]]
    terrain: Terrain

    def stands(self, state: BattleState) -> bool:
        """Is the ground of this battle still the same?"""
        ground = state.ground
        return (
            self.board is state.board
            and self.lists == (ground.rubble, ground.cleared, ground.tree_paths)
            and self.smoke == ground.smoke.keys()
            and self.buildings == {label: building.levels for label, building in ground.buildings.items()}
        )


_last: _Last | None = None


def terrain_of(state: BattleState) -> Terrain:
    """The ground of a battle as it stands. A board never changes after the set-up, the ground on it does."""
    global _last  # noqa: PLW0603
    if _last is not None and _last.stands(state):
        return _last.terrain
    ground = state.ground
    key, paths = (board_key(state.board), ground_key(ground)), list(ground.tree_paths)
    found = _with_paths(*key, tuple(paths)) if paths else _terrain(*key)
    lists = list(ground.rubble), list(ground.cleared), paths
    _last = _Last(state.board, lists, frozenset(ground.smoke), {i: list(b.levels) for i, b in ground.buildings.items()}, found)
    return found


@lru_cache(maxsize=32)
def _with_paths(board: BoardKey, ground: GroundKey, paths: tuple[str, ...]) -> Terrain:
    """The same ground with paths cut through its woods: sight stays as it is, what it costs to move does not."""
    base = _terrain(board, ground)
    cut: dict[int, set[int]] = {}
    for each in paths:
        place = base.index(hex_of(each[:4]))
        tile = base.tiles[place]
        if tile is not None and tile.ground in WOODS:
            cut.setdefault(place, set()).update(int(side) for side in each[5:])
    return replace(base, paths=cut, reach={}, ways={mode: {} for mode in MODES})


@lru_cache(maxsize=32)
def _terrain(board: BoardKey, ground: GroundKey) -> Terrain:
    rubble, cleared, smoke, heights = ground
    return _in_smoke(_terrain(board, (rubble, cleared, (), heights)), smoke) if smoke else _without_smoke(board, ground)


def _in_smoke(bare: Terrain, labels: tuple[str, ...]) -> Terrain:
    """The ground under smoke: what it costs to move anywhere else stays as it is."""
    places = [bare.index(hex) for label in labels if bare.tile(hex := hex_of(label)) is not None]
    smoke, block = list(bare.smoke), list(bare.block)
    for i in places:
        smoke[i], block[i] = True, max(block[i], bare.level[i] + 1)
    near = {i - step for i in places for step in bare.steps}
    ways = {mode: {i: way for i, way in known.items() if i not in near} for mode, known in bare.ways.items()}
    return replace(bare, smoke=smoke, block=block, sight={}, reach={}, ways=ways, bare=bare)


def _without_smoke(board: BoardKey, ground: GroundKey) -> Terrain:
    tiles = printed(board)
    columns, rows = max(h.column for h in tiles), max(h.row for h in tiles)
    shift = (columns + 1) // 2 + 1
    stride = rows + shift + 2
    size = (columns + 2) * stride
    terrain = Terrain(
        columns=columns,
        rows=rows,
        stride=stride,
        shift=shift,
        tiles=[None] * size,
        level=[OFF] * size,
        block=[OFF] * size,
        smoke=[False] * size,
        steps=tuple(x * stride + z for x, z in CUBE_STEPS),
    )
    rubble, cleared, heights = set(ground[0]), set(ground[1]), dict(ground[3])
    for hex, before in tiles.items():
        i, label = terrain.index(hex), hex.label
        tile = _changed(before, label in rubble, label in cleared, heights.get(label))
        terrain.tiles[i], terrain.level[i] = tile, tile.level
        terrain.block[i] = tile.level + max(tile.levels, tile.ground in WOODS)
    return terrain


def _changed(tile: Tile, rubbled: bool, cleared: bool, levels: int | None) -> Tile:
    """A hex after what happened to it: rubbled, cleared of trees, or with fewer storeys."""
    if cleared and tile.ground in ("light_woods", "heavy_woods", "buildings", "rubble"):
        return Tile(tile.level, "clear", tile.road, tile.river)
    if rubbled or (levels == 0 and tile.ground == "buildings"):
        return Tile(tile.level, "rubble", tile.road, tile.river)
    if levels is not None:
        return Tile(tile.level, tile.ground, tile.road, tile.river, levels, tile.armor_factor)
    return tile


def on_board(state: BattleState, hex: Hex) -> bool:
    """Is the hex on the board? That does not change with the ground: any terrain of the board will do."""
    terrain = _last.terrain if _last is not None and _last.board is state.board else terrain_of(state)
    return terrain.tile(hex) is not None


def tile(state: BattleState, hex: Hex) -> Tile:
    """The terrain of a hex on the board."""
    found = terrain_of(state).tile(hex)
    if found is None:
        raise ValueError(f"hex {hex.label} is not on the board")
    return found


def modifier(state: BattleState, hex: Hex) -> int:
    """Combat modifier of the terrain in a hex, without craters and smoke (To-Hit Modifiers: Terrain)."""
    return ground_modifier(tile(state, hex).ground)


def ground_modifier(ground: str) -> int:
    """Combat modifier of a row of the Terrain Effects Table."""
    return int(data("movement")["terrain"][ground]["modifier"])


def is_water(state: BattleState, hex: Hex) -> bool:
    """Does a vehicle that grounds there go under water? (Grounding in Water)"""
    return tile(state, hex).ground == "lake"

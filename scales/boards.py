"""Boards: sheets joined by a layout, labels, zones above a planet, edges, and which board lies over which.

A hex is named by its joined coordinates (`Hex`) inside the engines and by its label outside: "sheet:CCRR" on joined sheets ("2:0603",
"1909:0512" on a generated board), CCRR alone on a board of one sheet. Column offsets of a layout are even, so the parity of a sheet holds for
the whole board. `board("three_game")` opens a layout, `board("centurion_town")` a single sheet, `open_board(BoardSpec(...))` anything.
"""

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from scales import fields
from scales.hexes import Hex, Parity, neighbors
from scales.terrain import Terrain, boards_data, parse, sheet, sheet_ids

ZONES = ("ground", "atmosphere", "interface", "gravity", "space")
_EDGE = re.compile(r"(?:(\w+):)?(\d\d|xx)(\d\d|xx)")


@dataclass(frozen=True, slots=True)
class BoardSpec:
    """What a set-up says about its board: either a `layout` (with the `sheets` laid in it, north or west first, if it leaves them open), or
    one sheet, or the field of Legatus `hexes` of a `map`, generated with the campaign's `key`."""

    layout: str = ""
    sheets: tuple[str, ...] = ()
    map: str = ""
    key: str = ""
    hexes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet of a board: its printed name, what is added to its columns and rows, its size, and the map sheet with its terrain, if any."""

    name: str
    column: int
    row: int
    columns: int
    rows: int
    tokens: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Planet:
    """The planet along an edge: first and last joined column of each zone, and the headings that lead down, along and up."""

    zones: tuple[tuple[str, int, int], ...]
    down: tuple[int, ...]
    along: tuple[int, ...]
    up: tuple[int, ...]

    @property
    def ground(self) -> int:
        """Joined column of the ground."""
        return self.zones[0][1]


@dataclass(frozen=True, eq=False)
class Board:
    """A board as laid out. Compared by identity: `open_board` gives the same object for the same spec."""

    spec: BoardSpec
    game: str
    parity: Parity
    sheets: tuple[Sheet, ...]
    planet: Planet | None
    data: dict[str, Any]

    @cached_property
    def labels(self) -> dict[Hex, str]:
        """Every hex with its label, sheet by sheet; where sheets share hexes the first one names them."""
        found: dict[Hex, str] = {}
        for part in self.sheets:
            prefix = f"{part.name}:" if len(self.sheets) > 1 else ""
            for column in range(1, part.columns + 1):
                for row in range(1, part.rows + 1):
                    found.setdefault(Hex(column + part.column, row + part.row), f"{prefix}{column:02d}{row:02d}")
        return found

    @cached_property
    def _hexes(self) -> dict[str, Hex]:
        return {label: hex for hex, label in self.labels.items()}

    @cached_property
    def tokens(self) -> dict[Hex, str]:
        """Terrain tokens by hex; empty in open space."""
        found: dict[Hex, str] = {}
        for part in self.sheets:
            for row, marks in enumerate(part.tokens, start=1):
                for column, mark in enumerate(marks, start=1):
                    found.setdefault(Hex(column + part.column, row + part.row), mark)
        return found

    @cached_property
    def bounds(self) -> tuple[int, int, int, int]:
        """First column, first row, last column, last row."""
        columns, rows = {h.column for h in self.labels}, {h.row for h in self.labels}
        return min(columns), min(rows), max(columns), max(rows)

    def contains(self, hex: Hex) -> bool:
        return hex in self.labels

    def label(self, hex: Hex) -> str:
        """The label of a hex; raises ValueError with a sentence off the board."""
        try:
            return self.labels[hex]
        except KeyError:
            raise ValueError(f"column {hex.column}, row {hex.row} is off the board") from None

    def hex(self, label: str) -> Hex:
        """The hex of a label; raises ValueError with a sentence when the board has none."""
        try:
            return self._hexes[label]
        except KeyError:
            form = "sheet:CCRR" if len(self.sheets) > 1 else "CCRR"
            raise ValueError(f"'{label}' is no hex of this board: a label is {form}, such as {next(iter(self._hexes))}") from None

    def around(self, hex: Hex) -> list[Hex]:
        """The neighbors on the board, heading 1 first."""
        return [n for n in neighbors(hex, self.parity) if n in self.labels]

    def terrain(self, hex: Hex) -> Terrain:
        """Terrain of a hex; clear at level 0 where nothing is drawn."""
        return parse(self.tokens.get(hex, "0."))

    def zone(self, hex: Hex) -> str:
        """ground, atmosphere, interface, gravity or space; '' on a board without a planet."""
        for name, first, last in self.planet.zones if self.planet else ():
            if first <= hex.column <= last:
                return name
        return ""

    def altitude(self, hex: Hex) -> int:
        """Columns above the ground, 0 being the ground itself; 0 on a board without a planet."""
        return abs(hex.column - self.planet.ground) if self.planet else 0

    @property
    def battlefield(self) -> str:
        """Label of the ground hex that stands for the Centurion board, '' if there is none."""
        return str(self.data.get("battlefield", ""))

    @property
    def edges(self) -> tuple[str, ...]:
        """Names of the edges (left, right, top, bottom; north, south, west, east)."""
        return tuple(self.data.get("edges", {}))

    def edge(self, name: str) -> tuple[Hex, ...]:
        """The hexes along an edge, in order of column and row; raises ValueError for an unknown name."""
        if name not in self.edges:
            raise ValueError(f"the board has no edge '{name}'; it has {', '.join(self.edges)}")
        pattern = self.data["edges"][name]
        if pattern == "ground":
            return tuple(h for h in sorted(self.labels) if self.zone(h) == "ground")
        return tuple(sorted({h for part in self.sheets for h in _matching(part, pattern)}))


def _matching(part: Sheet, pattern: str) -> list[Hex]:
    """The hexes of a sheet that fit a pattern such as 1:xx01 or 26xx."""
    found = _EDGE.fullmatch(pattern)
    assert found is not None
    name, column, row = found.groups()
    if name not in (None, part.name):
        return []
    columns = range(1, part.columns + 1) if column == "xx" else [int(column)]
    rows = range(1, part.rows + 1) if row == "xx" else [int(row)]
    return [Hex(c + part.column, r + part.row) for c in columns for r in rows]


# --- opening boards -------------------------------------------------------------------------------------------------------------


def layouts() -> list[str]:
    """Ids of the layouts."""
    return list(boards_data()["layouts"])


def faults(spec: BoardSpec) -> list[str]:
    """What is wrong with a spec, in sentences; empty when `open_board` can open it."""
    try:
        open_board(spec)
    except ValueError as error:
        return [str(error)]
    return []


def board(id: str, sheets: tuple[str, ...] = ()) -> Board:
    """The board of a layout or of one sheet, by its id."""
    return open_board(BoardSpec(id, sheets))


@lru_cache(maxsize=256)
def open_board(spec: BoardSpec) -> Board:
    """The board of a spec; raises ValueError with a sentence when it names nothing known."""
    if spec.hexes:
        return _field(spec)
    if spec.layout in boards_data()["layouts"]:
        return _layout(spec)
    if spec.layout in sheet_ids():
        return _single(spec)
    known = ", ".join([*layouts(), *sheet_ids()])
    raise ValueError(f"there is no layout or map sheet '{spec.layout}'; known are {known}")


def _single(spec: BoardSpec) -> Board:
    """One map sheet with bare labels."""
    found = sheet(spec.layout)
    game = next((s["game"] for s in boards_data()["sheets"] if s["id"] == spec.layout), "centurion")
    part = Sheet(spec.layout, 0, 0, found.columns, len(found.rows), found.rows)
    parity: Parity = "odd" if found.heading.get("parity", "").startswith("odd") else "even"
    last = f"{found.columns:02d}xx", f"xx{len(found.rows):02d}"
    edges = {"north": "xx01", "south": last[1], "west": "01xx", "east": last[0]}
    return Board(spec, game, parity, (part,), None, {"edges": edges, "view": "upright"})


def _layout(spec: BoardSpec) -> Board:
    layout = boards_data()["layouts"][spec.layout]
    game = layout["game"]
    size = boards_data()["boards"][game]["size"]
    names = _names(spec, layout)
    parts = tuple(
        Sheet(name, column, row, size["columns"], size["rows"], _tokens_of(given, game))
        for (name, given), (column, row) in zip(names, layout["sheets"].values(), strict=True)
    )
    renamed = dict(zip(layout["sheets"], (name for name, _ in names), strict=True))
    edges = {edge: _renamed(pattern, renamed) for edge, pattern in layout["edges"].items()}
    return Board(spec, game, boards_data()["boards"][game]["parity"], parts, _planet(layout), layout | {"edges": edges})


def _names(spec: BoardSpec, layout: dict[str, Any]) -> list[tuple[str, str]]:
    """Label prefix and terrain of each sheet. Space sheets keep their numbers, ground sheets take the names given."""
    places = list(layout["sheets"])
    if not spec.sheets:
        return [(place, place) for place in places]
    if len(spec.sheets) != len(places):
        raise ValueError(f"layout '{spec.layout}' has {len(places)} sheets, {len(spec.sheets)} are named")
    if layout["game"] != "centurion":
        return list(zip(places, spec.sheets, strict=True))
    if len(set(spec.sheets)) < len(places):
        raise ValueError(f"the sheets of a board must differ: {', '.join(spec.sheets)}")
    return [(name, name) for name in spec.sheets]


def _tokens_of(name: str, game: str) -> tuple[tuple[str, ...], ...]:
    """Terrain of a sheet by its id or, on the ground, by the number of the printed map it stands in for; none for an empty sheet."""
    id = boards_data()["stands_in_for"].get(name, name) if game == "centurion" else name
    if id in sheet_ids():
        return sheet(id).rows
    if name and name not in ("1", "2", "3", "north", "south", "west", "east"):
        raise ValueError(f"there is no map sheet '{name}'; known are {', '.join(sheet_ids())}")
    return ()


def _renamed(pattern: str, names: dict[str, str]) -> str:
    name, colon, rest = pattern.partition(":")
    return f"{names.get(name, name)}:{rest}" if colon else pattern


def _planet(layout: dict[str, Any]) -> Planet | None:
    planet = layout.get("planet")
    if planet is None:
        return None
    zones = tuple((zone, *planet[zone]) for zone in ZONES if zone in planet)
    return Planet(zones, tuple(planet["down"]), tuple(planet["along"]), tuple(planet["up"]))


def _field(spec: BoardSpec) -> Board:
    """The generated boards of some Legatus hexes, tiled; sheets are named by their Legatus labels."""
    source = fields.Source(spec.key, spec.map)
    if len(set(spec.hexes)) < len(spec.hexes):
        raise ValueError(f"a Legatus hex is named twice: {', '.join(spec.hexes)}")
    parts = tuple(
        Sheet(label, column, row, fields.SIDE, fields.SIDE, fields.board_rows(source, label))
        for label, (column, row) in fields.tiles(spec.hexes).items()
    )
    return Board(spec, "centurion", fields.PARITY, parts, None, {"view": "upright"})

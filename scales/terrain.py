"""Terrain tokens and map sheets, as stored in `data/maps`: one text file a sheet, one token a hex.

A token is level + ground + flags: "0." clear at level 0, "2h" heavy woods at level 2, "1.r" a road, "0lv" a river through light woods,
"3b4/30r" buildings of four levels and armor factor 30 with a street on level 3. Levels are 20 m on a Centurion board.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from scales import facts
from scales.hexes import Hex

DATA = Path(__file__).parent / "data"
GROUNDS = {
    ".": "clear",
    "l": "light_woods",
    "h": "heavy_woods",
    "w": "lake",
    "s": "swamp",
    "u": "rough_rubble",
    "b": "buildings",
    "a": "asteroids",
    "A": "large_asteroid",
}
_TOKEN = re.compile(r"(-?\d{1,3})?(?:([.lhwsuaA])|b(?:(\d{1,2})/(\d{1,3}))?)(r?)(v?)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Terrain:
    """One hex. `ground` is a value of GROUNDS, `levels` and `armor` describe its buildings (0 on Legatus maps)."""

    level: int = 0
    ground: str = "clear"
    road: bool = False
    river: bool = False
    levels: int = 0
    armor: int = 0

    @property
    def height(self) -> int:
        """Elevation level of the top of the ground and what grows or stands on it (centurion: Line-of-Sight)."""
        return self.level + (1 if self.ground in ("light_woods", "heavy_woods") else self.levels)


@lru_cache(maxsize=4096)
def parse(token: str) -> Terrain:
    """The terrain of a token; raises ValueError with a sentence when it is none."""
    found = _TOKEN.fullmatch(token)
    if found is None:
        raise ValueError(
            f"'{token}' is no terrain: a level, one of {' '.join(GROUNDS)} (buildings b4/30), then r for a road and v for a river"
        )
    level, ground, levels, armor, road, river = found.groups()
    return Terrain(int(level or 0), GROUNDS[ground or "b"], bool(road), bool(river), int(levels or 0), int(armor or 0))


def token(terrain: Terrain) -> str:
    """The token of a terrain with a level (space sheets leave it out)."""
    mark = next(mark for mark, name in GROUNDS.items() if name == terrain.ground)
    size = f"{terrain.levels}/{terrain.armor}" if terrain.levels else ""
    return f"{terrain.level}{mark}{size}{'r' if terrain.road else ''}{'v' if terrain.river else ''}"


@dataclass(frozen=True, eq=False)
class MapSheet:
    """A sheet: its heading (title, game, status ...) and rows of tokens. Compared by identity."""

    id: str
    heading: dict[str, str]
    rows: tuple[tuple[str, ...], ...]

    @property
    def columns(self) -> int:
        return len(self.rows[0])

    def token(self, hex: Hex) -> str:
        """Token of a hex of this sheet."""
        return self.rows[hex.row - 1][hex.column - 1]

    def terrain(self, hex: Hex) -> Terrain:
        return parse(self.token(hex))


def sheet_ids(game: str = "") -> list[str]:
    """Ids of the sheets that come along, of one game or of all; each id starts with its game (centurion, legatus, space) or generated."""
    return sorted(path.stem for path in (DATA / "maps").glob(f"{game}*.txt"))


@lru_cache(maxsize=64)
def sheet(id: str) -> MapSheet:
    """A sheet by its id; raises ValueError with a sentence when there is none."""
    if id not in sheet_ids():
        raise ValueError(f"there is no map sheet '{id}'; known are {', '.join(sheet_ids())}")
    return read_sheet(id, (DATA / "maps" / f"{id}.txt").read_text(encoding="utf-8"))


def read_sheet(id: str, text: str) -> MapSheet:
    """A sheet from the text of its file: heading lines start with #, every other line is a row number and one token a column."""
    heading: dict[str, str] = {}
    rows: list[tuple[str, ...]] = []
    for line in text.splitlines():
        key, colon, value = line[1:].partition(": ")
        if line.startswith("#"):
            heading.update({key.strip(): value} if colon else {})
        elif line.strip():
            rows.append(tuple(line.split()[1:]))
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            raise ValueError(f"row {number} of sheet '{id}' has {len(row)} hexes, row 1 has {len(rows[0])}")
        for mark in row:
            parse(mark)
    return MapSheet(id, heading, tuple(rows))


@lru_cache(maxsize=1)
def boards_data() -> Any:
    """`data/boards.yaml`: boards, layouts, overlap, recipe."""
    return facts.read(DATA / "boards.yaml")

"""Laying out the ground of a battle: printed sheets side by side, or a field of Legatus hexes, as terrain tokens by joined hex."""

from functools import lru_cache
from importlib.resources import files

from scales import fields
from scales.hexes import Hex

SHEETS = ("map_3", "farmland", "rolling_woods", "hills", "river_valley", "town", "mountain_pass", "lakes")
SHEET_ROWS = 14


def sheet_id(name: str) -> str:
    """The id of a sheet; the prefix of the game may stand before it ('centurion_town')."""
    return name.removeprefix("centurion_")


@lru_cache(maxsize=16)
def sheet(name: str) -> tuple[tuple[str, ...], ...]:
    """The tokens of a sheet, row by row."""
    text = files("scales.centurion").joinpath("data", "sheets", f"{name}.txt").read_text(encoding="utf-8")
    return tuple(tuple(line.split()[1:]) for line in text.splitlines() if line and not line.startswith("#"))


def stacked(names: tuple[str, ...]) -> dict[Hex, str]:
    """Sheets joined from north to south: row 14 of one touches row 1 of the next."""
    return {
        Hex(column, row + SHEET_ROWS * place): token
        for place, name in enumerate(names)
        for row, tokens in enumerate(sheet(sheet_id(name)), start=1)
        for column, token in enumerate(tokens, start=1)
    }


def tokens(key: tuple[tuple[str, ...], str, str, tuple[str, ...], tuple[tuple[str, str], ...]]) -> dict[Hex, str]:
    """The tokens of a board by joined hex. `key` is `terrain.board_key`: sheets, campaign key, Legatus map, Legatus hexes, changes."""
    names, campaign_key, legatus_map, hexes, changes = key
    found = stacked(names) if names else legatus_field(campaign_key, legatus_map, hexes)
    for label, token in changes:
        found[Hex(int(label[:2]), int(label[2:]))] = token
    return found


def legatus_field(campaign_key: str, legatus_map: str, hexes: tuple[str, ...]) -> dict[Hex, str]:
    """The generated boards of some Legatus hexes, moved so that the field begins in column and row 1 and keeps its parity."""
    return fields.field_tokens(fields.Source(campaign_key, legatus_map), hexes)

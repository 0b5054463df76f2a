"""Laying out the ground of a battle: printed sheets side by side, or a field of Legatus hexes, as terrain tokens by joined hex.

Headings of the book played here too: Mapsheets.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scales import fields
from scales.hexes import Hex, hex_of
from scales.terrain import boards_data, sheet, sheet_ids

BoardKey = tuple[tuple[str, ...], str, str, tuple[str, ...], tuple[tuple[str, str], ...], int]
"""Sheets, campaign key, Legatus map, Legatus hexes, changed tokens by hex label, sheets side by side: all that decides the ground before play."""


@dataclass(slots=True, frozen=True)
class Laid:
    """A sheet on the table: its id, and what is added to its columns and rows to give those of the board."""

    id: str
    left: int
    top: int
    columns: int
    rows: int

    def holds(self, hex: Hex) -> bool:
        """Does the sheet cover a hex of the board?"""
        return self.left < hex.column <= self.left + self.columns and self.top < hex.row <= self.top + self.rows


def sheet_id(name: str) -> str:
    """The id of a sheet by its id, its id without the game, or the number of the printed map it stands in for."""
    stands_in = boards_data()["stands_in_for"]
    name = str(stands_in.get(name, stands_in.get(int(name), name) if name.isdigit() else name))
    return name if name.startswith(("centurion_", "generated_")) else f"centurion_{name}"


def known_sheets() -> list[str]:
    """Sheets that a battle may be laid on."""
    return [*sheet_ids("centurion"), *sheet_ids("generated")]


def laid_out(names: Sequence[str], across: int = 1) -> list[Laid]:
    """Sheets row by row from the north-west. The last row of one touches row 1 of the next; sheets of an odd number of columns share the column
    in which they meet (Mapsheet Layout), since they begin and end high."""
    found: list[Laid] = []
    top = 0
    for first in range(0, len(names), across):
        left = 0
        for name in names[first : first + across]:
            printed = sheet(sheet_id(name))
            found.append(Laid(sheet_id(name), left, top, printed.columns, len(printed.rows)))
            left += printed.columns - printed.columns % 2
        top += found[-1].rows
    return found


def joined(names: Sequence[str], across: int = 1) -> dict[Hex, str]:
    """Tokens of sheets laid together; in a shared column the western sheet's hold."""
    found: dict[Hex, str] = {}
    for each in laid_out(names, across):
        for row, tokens in enumerate(sheet(each.id).rows, start=each.top + 1):
            for column, token in enumerate(tokens, start=each.left + 1):
                found.setdefault(Hex(column, row), token)
    return found


def tokens_of(key: BoardKey) -> dict[Hex, str]:
    """The tokens of a board by joined hex."""
    names, campaign_key, legatus_map, hexes, changes, across = key
    found = joined(names, across) if names else fields.field_tokens(fields.Source(campaign_key, legatus_map), hexes)
    return {**found, **{hex_of(label): token for label, token in changes}}


def legatus_hexes(hexes: tuple[str, ...]) -> dict[str, list[Hex]]:
    """The joined hexes of each Legatus hex of a field."""
    span = range(1, fields.SIDE + 1)
    return {label: [Hex(c + dc, r + dr) for c in span for r in span] for label, (dc, dr) in fields.tiles(hexes).items()}

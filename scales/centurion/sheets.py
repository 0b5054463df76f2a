"""Laying out the ground of a battle: printed sheets from north to south, or a field of Legatus hexes, as terrain tokens by joined hex."""

from scales import fields
from scales.hexes import Hex, hex_of
from scales.terrain import boards_data, sheet, sheet_ids

BoardKey = tuple[tuple[str, ...], str, str, tuple[str, ...], tuple[tuple[str, str], ...]]
"""Sheets, campaign key, Legatus map, Legatus hexes, changed tokens by hex label: all that decides the ground before play."""


def sheet_id(name: str) -> str:
    """The id of a sheet by its id, its id without the game, or the number of the printed map it stands in for."""
    stands_in = boards_data()["stands_in_for"]
    name = str(stands_in.get(name, stands_in.get(int(name), name) if name.isdigit() else name))
    return name if name.startswith(("centurion_", "generated_")) else f"centurion_{name}"


def known_sheets() -> list[str]:
    """Sheets that a battle may be laid on."""
    return [*sheet_ids("centurion"), *sheet_ids("generated")]


def stacked(names: tuple[str, ...]) -> dict[Hex, str]:
    """Sheets joined from north to south: the last row of one touches row 1 of the next."""
    found: dict[Hex, str] = {}
    top = 0
    for name in names:
        rows = sheet(sheet_id(name)).rows
        for row, tokens in enumerate(rows, start=top + 1):
            found.update({Hex(column, row): token for column, token in enumerate(tokens, start=1)})
        top += len(rows)
    return found


def tokens_of(key: BoardKey) -> dict[Hex, str]:
    """The tokens of a board by joined hex."""
    names, campaign_key, legatus_map, hexes, changes = key
    found = stacked(names) if names else fields.field_tokens(fields.Source(campaign_key, legatus_map), hexes)
    return {**found, **{hex_of(label): token for label, token in changes}}


def legatus_hexes(hexes: tuple[str, ...]) -> dict[str, list[Hex]]:
    """The joined hexes of each Legatus hex of a field."""
    span = range(1, fields.SIDE + 1)
    return {label: [Hex(c + dc, r + dr) for c in span for r in span] for label, (dc, dr) in fields.tiles(hexes).items()}

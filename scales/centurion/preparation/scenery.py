"""What a scenario changes on its sheets before play: ground that reads as other ground, and building counters (Mapsheet Layout)."""

from dataclasses import replace

from scales.centurion.preparation.ground_setup import BoardSpec, ReadAsSpec
from scales.centurion.preparation.sheets import joined, laid_out, sheet_id
from scales.centurion.state import Building, Ground
from scales.hexes import Hex, hex_of
from scales.terrain import Terrain, parse, token


def changes(board: BoardSpec) -> dict[str, str]:
    """The tokens of all hexes that are not as printed, by label: first what reads as something else, then buildings, then single tokens."""
    whole = joined(board.sheets, board.across) if board.read_as or board.buildings else {}
    found = {h.label: token(now) for h, was in whole.items() if (now := _read(board, h, parse(was))) != parse(was)}
    for each in board.buildings:
        ground = parse(found.get(each.hex) or whole[hex_of(each.hex)])
        found[each.hex] = token(replace(ground, ground="buildings", river=False, levels=each.levels, armor=each.armor_factor))
    return {**found, **board.terrain}


def _read(board: BoardSpec, hex: Hex, ground: Terrain) -> Terrain:
    for reading in board.read_as:
        if _is_on(board, reading, hex):
            ground = replace(ground, ground=reading.ground.get(ground.ground, ground.ground))  # type: ignore[call-overload]
            if reading.hills and ground.level > 0 and ground.ground != "buildings":
                ground = replace(ground, ground=reading.hills)
    return ground


def _is_on(board: BoardSpec, reading: ReadAsSpec, hex: Hex) -> bool:
    wanted = {sheet_id(name) for name in reading.sheets}
    return not wanted or any(each.holds(hex) and each.id in wanted for each in laid_out(board.sheets, board.across))


def raise_antennas(board: BoardSpec, ground: Ground) -> None:
    """An antenna is one box on top of its building: the storey that falls first."""
    for each in board.buildings:
        if each.antenna:
            ground.buildings[each.hex] = Building(each.armor_factor, [each.armor_factor] * each.levels + [1])

"""When the bot leaves: for T-space only with a ship that is beaten and would come out where it wants to (leviathan: Traveling Faster Than the Speed of
Light), over the edge of the map with one that can hardly fight, where leaving is no loss (leviathan: Meeting Engagement, Game Length)."""

from collections.abc import Sequence

from scales import armor
from scales.engine import Option
from scales.hexes import Hex
from scales.leviathan import board
from scales.leviathan.state import Ship, State

MISDIRECTION = 50
"""Percent beyond which a translation is no escape."""


def worth_it(ship: Ship, options: Sequence[Option]) -> list[Option]:
    """The moves among which a ship chooses: those into T-space for one that flees, the others for all others."""
    away = [o for o in options if o.info.get("translates", {}).get("misdirection", 100) <= MISDIRECTION]
    return away if away and is_beaten(ship) else [o for o in options if "translates" not in o.info]


def is_beaten(ship: Ship) -> bool:
    """Is half of its armor gone, or all its power?"""
    left = sum(armor.boxes_left(grid) for grid in ship.armor.values())
    return 2 * left < sum(ship.card.armor.values()) or not ship.power


def breaks_off(state: State, ship: Ship) -> bool:
    """Is a third of its inside gone, or all its bays, in a battle that counts what is destroyed and not who stays?"""
    if state.victory.get("kind") != "tonnage" or state.victory.get("leaving_is_loss"):
        return False
    inside = sum(row.bit_count() for row in ship.internals)
    spent = bool(ship.bays) and all(bay.destroyed for bay in ship.bays) and not ship.salvos
    return spent or 3 * inside > ship.card.width * len(ship.internals)


def to_the_edge(state: State, hex: Hex) -> int:
    """Columns or rows to the nearest edge of the sheets in play."""
    columns, rows = int(board.layouts()["columns"]), int(board.layouts()["rows"])
    left, top = min(s.column for s in state.sheets), min(s.row for s in state.sheets)
    right, bottom = max(s.column for s in state.sheets) + columns, max(s.row for s in state.sheets) + rows
    return min(hex.column - left, right + 1 - hex.column, hex.row - top, bottom + 1 - hex.row)

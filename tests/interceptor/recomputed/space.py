"""The map as the referee sees it: its own geometry of hexes, the zones above a planet, and which way is down."""

from scales.hexes import Hex

STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""Headings 1 to 6 as steps of column and skewed row."""
ZONES = {
    "two_game": {26: "ground", 25: "air", 24: "air", 23: "air", 22: "air", 21: "air", 20: "interface"} | dict.fromkeys(range(20), "well"),
    "three_game": {1: "ground", 2: "air", 3: "air", 4: "air", 5: "air", 6: "air", 7: "interface"} | dict.fromkeys(range(8, 27), "well"),
    "drop_zone": {1: "ground", 2: "air", 3: "air", 4: "air", 5: "air", 6: "air", 7: "interface"} | dict.fromkeys(range(8, 28), "well"),
}
BOUNDS = {
    "two_game": (-25, 26, 1, 14),
    "three_game": (1, 26, 1, 28),
    "interceptor_deep_space": (1, 26, 1, 28),
    "three_sheets": (1, 26, 1, 42),
    "drop_zone": (1, 52, 1, 14),
}
"""First and last column, first and last row."""
FALL = {"two_game": 1, "three_game": -1, "drop_zone": -1}
DOWN = {"two_game": (2, 3), "three_game": (5, 6), "drop_zone": (5, 6)}
UP = {"two_game": (5, 6), "three_game": (2, 3), "drop_zone": (2, 3)}


def skew(hex: Hex) -> tuple[int, int]:
    """Column and skewed row: odd columns lie half a hex lower."""
    return hex.column, hex.row - hex.column // 2


def step(hex: Hex, heading: int) -> Hex:
    dx, dz = STEPS[(heading - 1) % 6]
    x, z = skew(hex)
    return Hex(x + dx, z + dz + (x + dx) // 2)


def turn(heading: int, hexsides: int) -> int:
    return (heading + hexsides - 1) % 6 + 1


def gap(a: Hex, b: Hex) -> int:
    """Hexes from one to another."""
    (ax, az), (bx, bz) = skew(a), skew(b)
    return max(abs(bx - ax), abs(bz - az), abs(bx - ax + bz - az))


def hexsides(at: Hex, heading: int, to: Hex) -> list[int]:
    """Through which hexsides, clockwise from the heading, a line leaves: one, or two on the border of sectors; none to the own hex."""
    (ax, az), (bx, bz) = skew(at), skew(to)
    x, z = bx - ax, bz - az
    for _ in range(heading - 1):
        x, z = x + z, -x
    found = []
    for side in range(6):
        if (x or z) and 3 * abs(x) <= -(2 * z + x):
            found.append(side)
        x, z = x + z, -x
    return found


def zone(layout: str, hex: Hex) -> str:
    """ground, air, interface, well or space."""
    return ZONES.get(layout, {}).get(hex.column, "space")


def in_air(layout: str, hex: Hex) -> bool:
    return zone(layout, hex) in {"ground", "air"}


def pulled(layout: str, hex: Hex) -> bool:
    return zone(layout, hex) in {"interface", "well"}


def on_board(layout: str, hex: Hex) -> bool:
    first, last, top, bottom = BOUNDS[layout]
    return first <= hex.column <= last and top <= hex.row <= bottom


def height(layout: str, hex: Hex) -> int:
    """Columns above the ground; many in deep space."""
    if layout not in FALL:
        return 999
    return 26 - hex.column if layout == "two_game" else hex.column - 1


def label(layout: str, hex: Hex) -> str:
    """The hex as its sheet prints it; the nearest one when it is beyond an edge."""
    first, last, top, bottom = BOUNDS[layout]
    column, row = min(max(hex.column, first), last), min(max(hex.row, top), bottom)
    if layout == "two_game":
        return f"1:{column + 26:02d}{row:02d}" if column < 1 else f"2:{column:02d}{row:02d}"
    if layout == "drop_zone":
        return f"1:{column - 26:02d}{row:02d}" if column > 26 else f"2:{column:02d}{row:02d}"
    return f"{(row + 13) // 14}:{column:02d}{(row - 1) % 14 + 1:02d}"


def hex_of(layout: str, text: str) -> Hex:
    sheet, digits = text.split(":")
    column, row = int(digits[:2]), int(digits[2:])
    if layout == "two_game":
        return Hex(column - 26 if sheet == "1" else column, row)
    if layout == "drop_zone":
        return Hex(column + 26 if sheet == "1" else column, row)
    return Hex(column, row + 14 * (int(sheet) - 1))

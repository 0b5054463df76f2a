"""Patrol craft on this map: they belong to the board above, here stands a counter of two hexes (centurion: Landing or Launching Centurion Units).

The `hex` of a landed craft is that of its bow; its stern is in the hex behind. Each half shows the sides that it shows on the board above.
"""

from scales.centurion.state import PARITY, Landed
from scales.hexes import Hex, arc_sides, neighbor

RULE = "centurion: Landing or Launching Centurion Units"
BOW, STERN = "bow", "stern"
HALVES = (BOW, STERN)
SHOWN = {
    BOW: (("bow",), ("right_bow",), ("right_bow",), ("right_bow", "left_bow"), ("left_bow",), ("left_bow",)),
    STERN: (("right_stern", "left_stern"), ("right_stern",), ("right_stern",), ("stern",), ("left_stern",), ("left_stern",)),
}
"""The sides that a half shows to what comes from each of its hexsides, clockwise from its heading."""


def stern_of(bow: Hex, heading: int) -> Hex:
    return neighbor(bow, heading + 3, PARITY)


def spot(landed: Landed, half: str) -> Hex:
    """The hex of a half."""
    return landed.hex if half == BOW else stern_of(landed.hex, landed.heading)


def hexes_of(landed: Landed) -> list[Hex]:
    return [spot(landed, half) for half in HALVES]


def sides_in(half: str) -> list[str]:
    """The sides of the craft that lie in a half."""
    return list(dict.fromkeys(side for sides in SHOWN[half] for side in sides))


def facing(landed: Landed, half: str, origin: Hex, *, painted: bool) -> str:
    """The side of a half that fire from a hex strikes; on the border of two the one with the better shield, and in its own hex that half's end.

    What comes along the other half may find either side; on the border to a side beside it, only that one, as on the board above.
    """
    numbers = arc_sides(spot(landed, half), landed.heading, origin, PARITY)
    shown = [SHOWN[half][n - 1] for n in numbers] or [(half,)]
    sides = [side for each in [sides for sides in shown if len(sides) == 1] or shown for side in each]
    return max(sides, key=lambda side: (0 if painted else landed.craft.shields.get(side, 0), side == half, side))

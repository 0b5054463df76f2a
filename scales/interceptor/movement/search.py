"""The cheapest ways to turn and move: what all places cost at once, a layer for each hex flown (Interceptor: Movement).

Places are cube steps (x, z) from a craft on heading 1; headings are counted from 0 here.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scales.hexes import CUBE_STEPS

Ints = NDArray[np.int64]
Layer = NDArray[np.int16]
"""All places after so many hexes, by heading 0 to 5 and by x and z, both counted from minus so many hexes: the thrust that its turns take, times
eight, and which of TURNS was the last. So the least number is the cheapest way, and of equally cheap ones that with the first turn."""

TURNS = (0, -1, 1, -2, 2, 3)
"""Hexsides that a craft may turn in a hex, clockwise."""
UNREACHED = 1 << 10
"""More thrust than any craft has."""
_BEFORE = [[(heading - turn) % 6 for heading in range(6)] for turn in TURNS]
"""By turn and heading, the heading before it."""


class Reached(NamedTuple):
    """The places and headings in reach, as arrays of the same length, with the thrust that the turns take: the cheapest first."""

    x: Ints
    z: Ints
    heading: Ints
    spent: Ints


class Way(NamedTuple):
    """Turns before each hex and at the end, and the cube steps of the hexes in which it turned on the way."""

    turns: tuple[int, ...]
    bends: tuple[tuple[int, int], ...]


@lru_cache(maxsize=256)
def reached(hexes: int, left: int, right: int) -> Reached:
    """Where so many hexes and a turn at the end lead with any thrust; `left`, `right` price a hexside."""
    spent = np.moveaxis(_turned(hexes, left, right) >> 3, 0, -1)
    x, z, heading = np.nonzero(spent < UNREACHED)
    prices = spent[x, z, heading].astype(np.int64)
    first = np.argsort(prices, kind="stable")
    return Reached(x[first] - hexes, z[first] - hexes, heading[first], prices[first])


@lru_cache(maxsize=512)
def _turned(hexes: int, left: int, right: int) -> Layer:
    """So many hexes, and a turn in every place."""
    spent = _flown(hexes, left, right) & ~7
    best = np.full_like(spent, UNREACHED << 3)
    for number, (turn, before) in enumerate(zip(TURNS, _BEFORE, strict=True)):
        price = min(abs(turn) * (right if turn > 0 else left), UNREACHED)
        np.minimum(best, spent[before] + np.int16((price << 3) + number), out=best)
    return best


@lru_cache(maxsize=512)
def _flown(hexes: int, left: int, right: int) -> Layer:
    """So many hexes, with the turn before the last of them."""
    size = 2 * hexes + 1
    layer = np.full((6, size, size), UNREACHED << 3, np.int16)
    if not hexes:
        layer[0] = 0
        return layer
    turned = _turned(hexes - 1, left, right)
    for heading, (dx, dz) in enumerate(CUBE_STEPS):
        layer[heading, 1 + dx : size - 1 + dx, 1 + dz : size - 1 + dz] = turned[heading]
    return layer


@lru_cache(maxsize=50_000)
def way(hexes: int, left: int, right: int, x: int, z: int, heading: int) -> Way:
    """The cheapest way of so many hexes to a place in reach and a heading there."""
    turn = TURNS[_turned(hexes, left, right)[heading, x + hexes, z + hexes] & 7]
    turns, bends, heading = [turn], list[tuple[int, int]](), (heading - turn) % 6
    for flown in range(hexes, 0, -1):
        turn = TURNS[_flown(flown, left, right)[heading, x + flown, z + flown] & 7]
        x, z = x - CUBE_STEPS[heading][0], z - CUBE_STEPS[heading][1]
        turns.append(turn)
        bends += [(x, z)] if turn else []
        heading = (heading - turn) % 6
    return Way(tuple(turns[::-1]), tuple(bends[::-1]))

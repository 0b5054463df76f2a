"""The cheapest ways to turn and move: what all places cost at once, a layer for each hex flown (Interceptor: Movement).

Places are cube steps (x, z) from a craft on heading 1; headings are counted from 0 here.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scales.hexes import CUBE_STEPS

Ints = NDArray[np.int64]
Small = NDArray[np.int16]

TURNS = (0, -1, 1, -2, 2, 3)
"""Hexsides that a craft may turn in a hex, clockwise; of equally cheap ones the first counts."""
UNREACHED = 1 << 10
"""More thrust than any craft has."""
_BEFORE = [[(heading - turn) % 6 for heading in range(6)] for turn in TURNS]
"""By turn and heading, the heading before it."""


class Layer(NamedTuple):
    """All places after so many hexes, by heading 0 to 5 and by x and z, both counted from minus so many hexes: the thrust that its turns take, and
    which of TURNS was the last."""

    spent: Small
    last: Small


class Reached(NamedTuple):
    """The places and headings in reach, as arrays of the same length in the order of x, z and heading, with the thrust that its turns take."""

    x: Ints
    z: Ints
    heading: Ints
    spent: Ints


class Way(NamedTuple):
    """Turns before each hex and at the end, and the cube steps of the hexes in which it turned on the way."""

    turns: tuple[int, ...]
    bends: tuple[tuple[int, int], ...]


@lru_cache(maxsize=1024)
def reached(hexes: int, left: int, right: int) -> Reached:
    """Where so many hexes and a turn at the end lead with any thrust; `left`, `right` price a hexside."""
    spent = np.moveaxis(_turned(hexes, left, right).spent, 0, -1)
    x, z, heading = np.nonzero(spent < UNREACHED)
    return Reached(x - hexes, z - hexes, heading, spent[x, z, heading].astype(np.int64))


@lru_cache(maxsize=1024)
def _turned(hexes: int, left: int, right: int) -> Layer:
    """So many hexes, and a turn in every place."""
    spent = _flown(hexes, left, right).spent
    prices = [min(abs(turn) * (right if turn > 0 else left), UNREACHED) for turn in TURNS]
    # thrust and turn as one number, so that the least of these is the cheapest, and of the cheapest the first
    costs = [(spent[before] + np.int16(price) << 3) + np.int16(n) for n, (before, price) in enumerate(zip(_BEFORE, prices, strict=True))]
    best = np.minimum.reduce(costs)
    return Layer(np.minimum(best >> 3, UNREACHED), best & 7)


@lru_cache(maxsize=1024)
def _flown(hexes: int, left: int, right: int) -> Layer:
    """So many hexes, with the turn before the last of them."""
    if not hexes:
        start = np.full((6, 1, 1), UNREACHED, np.int16)
        start[0] = 0
        return Layer(start, np.zeros_like(start))
    turned, size = _turned(hexes - 1, left, right), 2 * hexes + 1
    spent, last = np.full((6, size, size), UNREACHED, np.int16), np.zeros((6, size, size), np.int16)
    for heading, (dx, dz) in enumerate(CUBE_STEPS):
        ahead = heading, slice(1 + dx, size - 1 + dx), slice(1 + dz, size - 1 + dz)
        spent[ahead], last[ahead] = turned.spent[heading], turned.last[heading]
    return Layer(spent, last)


@lru_cache(maxsize=50_000)
def way(hexes: int, left: int, right: int, x: int, z: int, heading: int) -> Way:
    """The cheapest way of so many hexes to a place in reach and a heading there."""
    turn = TURNS[_turned(hexes, left, right).last[heading, x + hexes, z + hexes]]
    turns, bends, heading = [turn], list[tuple[int, int]](), (heading - turn) % 6
    for flown in range(hexes, 0, -1):
        turn = TURNS[_flown(flown, left, right).last[heading, x + flown, z + flown]]
        x, z = x - CUBE_STEPS[heading][0], z - CUBE_STEPS[heading][1]
        turns.append(turn)
        bends += [(x, z)] if turn else []
        heading = (heading - turn) % 6
    return Way(tuple(turns[::-1]), tuple(bends[::-1]))

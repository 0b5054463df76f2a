"""What a craft and one enemy can do to each other from any place: damage dealt and taken, in tables by the line between them and the heading."""

from functools import lru_cache

import numpy as np

from scales.interceptor.bot.bearings import AHEAD, HEADINGS, LINES
from scales.interceptor.bot.guns import BANDS, Gun
from scales.interceptor.movement.search import Ints

IN_FRONT, CLOSE, NEAR = 15, 8, 2
"""What counts for an enemy ahead, and for each hex that he is farther away than two."""
_IN_FRONT = IN_FRONT * AHEAD.ravel()


class Exchange:
    """Fire between a craft and an enemy with these guns. `deals`: what is done to the enemy, `worth`: what the place counts for otherwise, both by
    range band, bearing and the craft's heading in one row (`bearings.Lines.rows`), ended by what stands for all longer lines.

    `shy` is how damage taken counts beside damage done, in tenths, `sure` how surely the enemy is there on his heading 0 to 5.
    """

    def __init__(self, me: Gun, gun: Gun, heading: int, sure: int, shy: int) -> None:
        self.deals, self.worth = np.zeros((2, len(BANDS) * LINES + 1), np.int64)
        self.deals[:-1] = _dealt(me, gun, heading, sure).ravel()
        self.worth[:-1] = (_IN_FRONT - _taken(me, gun, heading, sure * shy)).ravel()


def _dealt(me: Gun, gun: Gun, heading: int, sure: int) -> Ints:
    """What is done to the enemy, by range band and line; in one hex fire comes along the heading of the firer."""
    him, face = gun.against[heading], (HEADINGS + 3 - heading) % 6
    dealt: Ints = me.power * (_number(me.base + him.guards) * (sure * him.thins) // 10)
    dealt[0, :6] = me.power[0, :6] * _number(me.base[0] + gun.guard[face]) * sure * gun.thin[face] // 10
    return dealt


def _taken(me: Gun, gun: Gun, heading: int, weight: int) -> Ints:
    """What the enemy does, likewise."""
    him, face = gun.against[heading], (heading + 3 - HEADINGS) % 6
    taken: Ints = him.power * weight * _number(gun.base + me.guards) * me.thins // 100
    taken[0, :6] = him.power[0, :6] * weight * _number(gun.base[0] + me.guard[face]) * me.thin[face] // 100
    return taken


def _number(base: Ints) -> Ints:
    """A number to hit as it can be rolled."""
    return np.minimum(np.maximum(base, 1), 9)


exchange = lru_cache(maxsize=512)(Exchange)
"""The exchange of these guns: what is reckoned once stands for every move of a battle."""

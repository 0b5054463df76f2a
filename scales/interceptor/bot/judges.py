"""How good a place is for a craft: for one that fights, and for one on its way somewhere."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

from scales.hexes import Hex, to_cube
from scales.interceptor.board import Board, board
from scales.interceptor.bot.aims import friends, is_worn
from scales.interceptor.bot.breaking import cost_at, threats
from scales.interceptor.bot.exchange import FARTHER, SIXTEEN, exchange, line
from scales.interceptor.bot.guns import gun, sides_of
from scales.interceptor.bot.prey import javelins, marks
from scales.interceptor.damage.condition import air_limit, kind
from scales.interceptor.landing.hold import aboard
from scales.interceptor.state import Craft, State

FASTEST = 64
EDGE = 3
"""What counts against a hex nearer to an edge than five."""
SHY, SHY_WORN = 7, 12
"""How damage taken counts beside damage done, in tenths, for a sound craft and for one that is worn."""
NEAR_EDGE = 5
JAVELINS, ESCORT, ESCORTED = 60, 6, 4
"""What javelins ahead within ESCORTED hexes count; a hex farther than that from a friend with troops aboard."""

NONE: tuple[int, ...] = (0,) * 6
Rows = tuple[Sequence[int], Sequence[int]]
"""What a place is worth by heading 0 to 5, and what is added by velocity."""


class Judge(Protocol):
    focus: tuple[int, int] | None
    """Cube coordinates near which alone places need to be looked at; None where all need."""
    is_pressed: bool
    """Whether more thrust than is safe may be worth its risk."""

    def at(self, x: int, z: int) -> Rows:
        """How good a place in cube coordinates is."""
        ...


@lru_cache(maxsize=64)
def _paces(wanted: int, price: int) -> tuple[int, ...]:
    return tuple(-price * abs(velocity - wanted) for velocity in range(FASTEST))


def _away(dx: int, dz: int) -> int:
    return max(abs(dx), abs(dz), abs(dx + dz))


class Travel:
    """Nearer to the goal is better; slow enough near the end to stop there."""

    def __init__(self, b: Board, craft: Craft, goal: Hex) -> None:
        self.b, self.limit, self.goal = b, air_limit(craft), to_cube(goal, "odd")
        self.focus: tuple[int, int] | None = None
        self.is_pressed = False

    def at(self, x: int, z: int) -> Rows:
        dx, dz = self.goal[0] - x, self.goal[1] - z
        left = _away(dx, dz)
        wanted = min(left, self.limit if self.b.height(Hex(x, z + x // 2)) <= 9 else 7)
        aimed = sides_of(dx, dz)
        return [(10 if not left or h in aimed else 0) - 20 * left for h in range(6)], _paces(wanted, 6)


class Fight:
    """Deal more than you take, now where the enemy has moved, else where he is likely to be; stay near, at a velocity that can turn."""

    def __init__(self, state: State, craft: Craft) -> None:
        self.b, self.shy = board(state.layout), SHY_WORN if is_worn(craft) else SHY
        me, found = gun(state, craft), marks(state, craft)
        self.exchanges = [(exchange(me, m.gun, m.heading, m.sure, self.shy), m.x, m.z) for m in found]
        self.focus = (found[0].x, found[0].z) if found else None
        self.threats, self.javelins = threats(state, craft), javelins(state, craft)
        self.is_pressed = any(threat.is_grave for threat in self.threats)
        self.charges = [to_cube(c.hex, "odd") for c in friends(state, craft) if aboard(state, c)] if not kind(craft).is_patrol else []
        self.paces = _paces(5, 5) if kind(craft).thrust > 4 else _paces(3, 15)

    def at(self, x: int, z: int) -> Rows:
        flat, deals, takes = -EDGE * _edge(self.b, x, z), [NONE], [NONE]
        for between, ex, ez in self.exchanges:
            key = line(ex - x, ez - z)
            dealt, worth = between.weight(key)
            takes.append(worth)
            if dealt is not None:
                deals.append(dealt)
            flat += FARTHER[key // SIXTEEN]
        total = list(map(sum, zip(*takes, strict=True)))
        if self.threats:
            self._break(x, z, total)
        if self.javelins or self.charges:
            self._errands(x, z, total)
        best = map(max, *deals) if len(deals) > 1 else NONE
        return [a + b + flat for a, b in zip(total, best, strict=True)], self.paces

    def _break(self, x: int, z: int, total: list[int]) -> None:
        """What missiles locked on the craft do to it there."""
        for threat in self.threats:
            for h, cost in enumerate(cost_at(threat, x, z)):
                total[h] -= cost * self.shy // 10

    def _errands(self, x: int, z: int, total: list[int]) -> None:
        """Javelins to shoot at, and friends with troops aboard to stay by."""
        for jx, jz in self.javelins:
            if (away := _away(jx - x, jz - z)) <= ESCORTED:
                for h in sides_of(jx - x, jz - z) if away else range(6):
                    total[h] += JAVELINS
        for cx, cz in self.charges:
            far = ESCORT * max(0, _away(cx - x, cz - z) - ESCORTED)
            for h in range(6):
                total[h] -= far


def _edge(b: Board, x: int, z: int) -> int:
    """How much nearer than five hexes an edge is."""
    row = z + x // 2
    return max(0, NEAR_EDGE - min(x - b.first.column, b.last.column - x, row - b.first.row, b.last.row - row))

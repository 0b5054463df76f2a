"""How good a place is for a craft: for one that fights, and for one on its way somewhere."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

from scales.hexes import Hex, to_cube
from scales.interceptor.board import Board, board
from scales.interceptor.bot.aims import friends, is_worn
from scales.interceptor.bot.breaking import cost_at, threats
from scales.interceptor.bot.guns import FAR, Gun, sides_of
from scales.interceptor.bot.prey import Mark, javelins, marks
from scales.interceptor.damage.condition import air_limit, kind
from scales.interceptor.landing.hold import aboard
from scales.interceptor.state import Craft, State

FASTEST = 64
AHEAD, CLOSE, EDGE = 15, 8, 3
"""What counts for an enemy ahead, for a hex farther from him than two, and for a hex nearer to an edge than five."""
SHY, SHY_WORN = 7, 12
"""How damage taken counts beside damage done, in tenths, for a sound craft and for one that is worn."""
NEAR_EDGE = 5
JAVELINS, ESCORT, ESCORTED = 60, 6, 4
"""What javelins ahead within ESCORTED hexes count; a hex farther than that from a friend with troops aboard."""

Rows = tuple[Sequence[int], Sequence[int]]
"""What a place is worth by heading 0 to 5, and what is added by velocity."""


class Judge(Protocol):
    focus: tuple[int, int] | None
    """Cube coordinates near which alone places need to be looked at; None where all need."""

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

    def at(self, x: int, z: int) -> Rows:
        dx, dz = self.goal[0] - x, self.goal[1] - z
        left = _away(dx, dz)
        wanted = min(left, self.limit if self.b.height(Hex(x, z + x // 2)) <= 9 else 7)
        aimed = sides_of(dx, dz)
        return [(10 if not left or h in aimed else 0) - 20 * left for h in range(6)], _paces(wanted, 6)


class Fight:
    """Deal more than you take, now where the enemy has moved, else where he is likely to be; stay near, at a velocity that can turn."""

    def __init__(self, state: State, craft: Craft) -> None:
        self.b, self.me, self.marks = board(state.layout), Gun(state, craft), marks(state, craft)
        self.focus = (self.marks[0].x, self.marks[0].z) if self.marks else None
        self.threats, self.javelins = threats(state, craft), javelins(state, craft)
        self.charges = [to_cube(c.hex, "odd") for c in friends(state, craft) if aboard(state, c)] if not kind(craft).is_patrol else []
        self.shy = SHY_WORN if is_worn(craft) else SHY
        self.paces = _paces(5, 5) if kind(craft).thrust > 4 else _paces(3, 15)

    def at(self, x: int, z: int) -> Rows:
        total, best = [-EDGE * _edge(self.b, x, z)] * 6, [0] * 6
        for mark in self.marks:
            self._weigh(mark, mark.x - x, mark.z - z, total, best)
        for threat in self.threats:
            for h, cost in enumerate(cost_at(threat, x, z)):
                total[h] -= cost * self.shy // 10
        self._errands(x, z, total)
        return [a + b for a, b in zip(total, best, strict=True)], self.paces

    def _weigh(self, mark: Mark, dx: int, dz: int, total: list[int], best: list[int]) -> None:
        """Add what an enemy so far away does to `total` and take what can be done to him into `best`, by heading."""
        away = _away(dx, dz)
        toward, back = sides_of(dx, dz), sides_of(-dx, -dz)
        pull = -CLOSE * (away - 2) if away > 2 else 0
        if away > FAR:
            toward = ()
        elif away == 0:
            return self._in_one_hex(mark, total, best)
        else:
            self._fire(mark, away, toward, back, total, best)
        for h in range(6):
            total[h] += pull
        for h in toward:
            total[h] += AHEAD
        return None

    def _fire(self, mark: Mark, away: int, toward: tuple[int, ...], back: tuple[int, ...], total: list[int], best: list[int]) -> None:
        me, gun, sure = self.me, mark.gun, mark.sure
        guard, thin = gun.struck(back)[mark.heading]
        each = max(1, min(9, me.base[away] + guard)) * sure * thin // 10
        for h in range(6) if me.aside or me.around[away] else toward:
            best[h] = max(best[h], me.power(toward, h, away) * each)
        if power := gun.power(back, mark.heading, away) * sure * self.shy:
            base = gun.base[away]
            for h, (guard, thin) in enumerate(me.struck(toward)):
                total[h] -= power * max(1, min(9, base + guard)) * thin // 100

    def _in_one_hex(self, mark: Mark, total: list[int], best: list[int]) -> None:
        """In one hex all guns bear, and fire comes along the heading of the firer."""
        for h in range(6):
            guard, thin = mark.gun.struck(((h + 3) % 6,))[mark.heading]
            best[h] = max(best[h], self.me.power((), h, 0) * max(1, min(9, self.me.base[0] + guard)) * mark.sure * thin // 10)
            guard, thin = self.me.struck(((mark.heading + 3) % 6,))[h]
            taken = mark.gun.power((), mark.heading, 0) * max(1, min(9, mark.gun.base[0] + guard)) * mark.sure * thin
            total[h] += AHEAD - taken * self.shy // 100

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

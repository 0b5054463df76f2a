"""What a craft and one enemy can do to each other from a place: damage dealt and taken by the craft's heading."""

from functools import lru_cache

from scales.interceptor.bot.guns import FAR, Gun, sides_of
from scales.interceptor.bot.prey import Mark

AHEAD, CLOSE, NEAR = 15, 8, 2
"""What counts for an enemy ahead, and for each hex that he is farther away than two."""

Bearing = tuple[int, ...]


BEARINGS = ((), (0,), (0, 1), (1,), (1, 2), (2,), (2, 3), (3,), (3, 4), (4,), (4, 5), (5,), (0, 5))
"""The hexsides that a line can go by, of one's own hex none; the line back goes by the opposite ones."""
SIXTEEN = 16
IN_REACH = SIXTEEN * (FAR + 1)


@lru_cache(maxsize=50_000)
def line(dx: int, dz: int) -> int:
    """The line to a hex so many cube steps away as one number: sixteen times its length, and the number of its bearing."""
    return SIXTEEN * max(abs(dx), abs(dz), abs(dx + dz)) + BEARINGS.index(tuple(sorted(sides_of(dx, dz))))


def _back(bearing: int) -> Bearing:
    """The hexsides by which a line comes that goes out by a bearing."""
    return BEARINGS[(bearing + 5) % 12 + 1] if bearing else ()


def _number(base: int) -> int:
    """A number to hit as it can be rolled."""
    return 1 if base < 1 else 9 if base > 9 else base


@lru_cache(maxsize=64)
def _aheads(toward: Bearing) -> tuple[int, ...]:
    """What the enemy counts for who is ahead on a heading 0 to 5."""
    return tuple(AHEAD if h in toward else 0 for h in range(6))


Weight = tuple[tuple[tuple[int, int], ...], tuple[int, ...]]
"""What is done to the enemy by those of one's headings that do any, and what all headings count otherwise."""


class Exchange:
    """Fire between a craft and an enemy; `shy` is how damage taken counts beside damage done, in tenths."""

    def __init__(self, me: Gun, mark: Mark, shy: int) -> None:
        self.me, self.mark, self.shy = me, mark, shy
        self._weights: list[Weight | None] = [None] * IN_REACH

    def weigh(self, dx: int, dz: int, total: list[int], best: list[int]) -> int:
        """Take what can be done to an enemy so far away into `best`, take off `total` what he does, both by heading 0 to 5; what his distance
        counts for on every heading is returned."""
        key = line(dx, dz)
        if key < IN_REACH:
            weight = self._weights[key]
            if weight is None:
                weight = self._weights[key] = self._weight(*divmod(key, SIXTEEN))
            for h, done in weight[0]:
                best[h] = max(best[h], done)
            for h, worth in enumerate(weight[1]):
                total[h] += worth
        return min(0, CLOSE * (NEAR - key // SIXTEEN))

    def _weight(self, away: int, bearing: int) -> Weight:
        if not away:
            return self._in_one_hex()
        me, mark, toward, back = self.me, self.mark, BEARINGS[bearing], _back(bearing)
        guard, thin = mark.gun.struck(back)[mark.heading]
        each = _number(me.base[away] + guard) * mark.sure * thin // 10
        if me.turns:
            deals = tuple((h, done) for h in range(6) if (done := me.power(toward, h, away) * each))
        else:
            deals = tuple((h, me.ahead[away] * each) for h in toward)
        power = mark.gun.power(back, mark.heading, away) * mark.sure * self.shy
        if not power:
            return deals, _aheads(toward)
        base = mark.gun.base[away]
        return deals, tuple(
            ahead - power * _number(base + guard) * thin // 100
            for ahead, (guard, thin) in zip(_aheads(toward), me.struck(toward), strict=True)
        )

    def _in_one_hex(self) -> Weight:
        """In one hex all guns bear, and fire comes along the heading of the firer."""
        me, gun, mark = self.me, self.mark.gun, self.mark
        deals, worth = [], []
        for h in range(6):
            guard, thin = gun.struck(((h + 3) % 6,))[mark.heading]
            deals.append((h, me.power((), h, 0) * _number(me.base[0] + guard) * mark.sure * thin // 10))
            guard, thin = me.struck(((mark.heading + 3) % 6,))[h]
            taken = gun.power((), mark.heading, 0) * _number(gun.base[0] + guard) * mark.sure * thin
            worth.append(AHEAD - taken * self.shy // 100)
        return tuple(deals), tuple(worth)

"""What a craft and one enemy can do to each other from a place: damage dealt and taken by the craft's heading."""

from functools import lru_cache

from scales.interceptor.bot.guns import FAR, Gun, sides_of

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


Weight = tuple[tuple[int, ...] | None, tuple[int, ...]]
"""By one's heading 0 to 5: what is done to the enemy, None where it is nothing, and what it counts for otherwise."""
NOTHING: Weight = (None, (0,) * 6)


class Exchange:
    """Fire between a craft and an enemy with these guns; `shy` is how damage taken counts beside damage done, in tenths, `sure` how surely
    the enemy is there on his heading 0 to 5."""

    def __init__(self, me: Gun, gun: Gun, heading: int, sure: int, shy: int) -> None:
        self.me, self.gun, self.heading, self.sure, self.shy = me, gun, heading, sure, shy
        self._weights: list[Weight | None] = [None] * IN_REACH

    def weight(self, key: int) -> Weight:
        """What fire counts for between the ends of a line."""
        if key >= IN_REACH:
            return NOTHING
        found = self._weights[key]
        if found is None:
            found = self._weights[key] = self._weight(*divmod(key, SIXTEEN))
        return found

    def _weight(self, away: int, bearing: int) -> Weight:
        if not away:
            return self._in_one_hex()
        toward, back = BEARINGS[bearing], _back(bearing)
        return self._deals(toward, back, away), self._takes(toward, back, away)

    def _deals(self, toward: Bearing, back: Bearing, away: int) -> tuple[int, ...] | None:
        me = self.me
        guard, thin = self.gun.struck(back)[self.heading]
        each = _number(me.base[away] + guard) * self.sure * thin // 10
        if me.turns:
            deals = tuple([me.power(toward, h, away) * each for h in range(6)])
            return deals if any(deals) else None
        done = me.ahead[away] * each
        return tuple([done if h in toward else 0 for h in range(6)]) if done else None

    def _takes(self, toward: Bearing, back: Bearing, away: int) -> tuple[int, ...]:
        """What he does, taken off what he counts for who is ahead."""
        aheads, power = _aheads(toward), self.gun.power(back, self.heading, away) * self.sure * self.shy
        if not power:
            return aheads
        base = self.gun.base[away]
        struck = self.me.struck(toward)
        return tuple([aheads[h] - power * _number(base + guard) * thin // 100 for h, (guard, thin) in enumerate(struck)])

    def _in_one_hex(self) -> Weight:
        """In one hex all guns bear, and fire comes along the heading of the firer."""
        me, gun = self.me, self.gun
        deals, worth = [], []
        for h in range(6):
            guard, thin = gun.struck(((h + 3) % 6,))[self.heading]
            deals.append(me.power((), h, 0) * _number(me.base[0] + guard) * self.sure * thin // 10)
            guard, thin = me.struck(((self.heading + 3) % 6,))[h]
            taken = gun.power((), self.heading, 0) * _number(gun.base[0] + guard) * self.sure * thin
            worth.append(AHEAD - taken * self.shy // 100)
        return tuple(deals), tuple(worth)


exchange = lru_cache(maxsize=2048)(Exchange)
"""The exchange of these guns: what is reckoned for a line stands for every move of a battle."""
FARTHER = tuple(min(0, CLOSE * (NEAR - away)) for away in range(200))
"""What the distance of an enemy counts for on every heading."""

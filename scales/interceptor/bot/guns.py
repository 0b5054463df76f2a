"""What the bot keeps of a craft's guns and sides, so that a place and a heading cost it little to weigh."""

from functools import lru_cache

from scales.hexes import Hex, arc_sides
from scales.interceptor.combat.gunnery import ANGLES, base_at
from scales.interceptor.damage.condition import armed, gunnery, kind, shield_factor
from scales.interceptor.state import Craft, State
from scales.interceptor.tables import band, rule, weapons

FAR = 20
"""Hexes that guns reach."""
BOXES_THIN = 12
"""Armor boxes left on a side under which a hit is likely to go inside."""


@lru_cache(maxsize=50_000)
def sides_of(dx: int, dz: int) -> tuple[int, ...]:
    """Hexsides (0 ahead, clockwise) toward a hex so many cube steps away, for heading 1: two on the line between them, none in one's own hex."""
    return tuple(s - 1 for s in arc_sides(Hex(0, 0), 1, Hex(dx, dz + dx // 2), "odd"))


@lru_cache(maxsize=6)
def _angle(hexside: int) -> int:
    value: int = rule("to_hit")["angle"][ANGLES[hexside]]
    return value


class Gun:
    """Damage by range ahead, all round and to the sides of a patrol craft; to-hit by range; what each hexside makes of it, and how thin it is."""

    def __init__(self, state: State, craft: Craft) -> None:
        turn, sides = state.at.turn, kind(craft).sides
        ahead, around, aside = [0] * 7, [0] * 7, dict[int, list[int]]()
        for n in armed(craft, turn):
            mount, weapon = craft.mounts[n], weapons()[craft.mounts[n].weapon]
            if mount.arc in ("turret", "bow"):
                row = around if mount.arc == "turret" else ahead
            else:
                row = aside.setdefault(sides.index(mount.arc), [0] * 7)
            for index, (a, b) in enumerate(zip(weapon.damage, weapon.second or (0,) * 5, strict=True)):
                row[index] += a + b
        self.ahead, self.around = _by_range(ahead), _by_range(around)
        self.aside = {hexside: _by_range(row) for hexside, row in aside.items()}
        self.base = [base_at(r) + gunnery(craft) for r in range(FAR + 1)]
        self.guard = [_angle(s) - shield_factor(craft, side, turn) for s, side in enumerate(sides)]
        self.thin = [15 if _left(craft, side) < BOXES_THIN else 10 for side in sides]
        self._struck: dict[tuple[int, ...], tuple[tuple[int, int], ...]] = {}

    def power(self, toward: tuple[int, ...], heading: int, away: int) -> int:
        """Damage of the guns that bear to these hexsides, on heading 0 to 5; in one hex all do."""
        total = self.around[away]
        if not away or heading in toward:
            total += self.ahead[away]
        if self.aside:
            bearing = {(side - heading) % 6 for side in toward} if away else set(self.aside)
            total += sum(row[away] for hexside, row in self.aside.items() if hexside in bearing)
        return total

    def struck(self, back: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
        """For each heading 0 to 5 what the side turned to these hexsides takes from a number to hit, and how thin it is in tenths."""
        if back not in self._struck:
            found = []
            for heading in range(6):
                side = min(((s - heading) % 6 for s in back), key=lambda s: self.guard[s])
                found.append((self.guard[side], self.thin[side]))
            self._struck[back] = tuple(found)
        return self._struck[back]


def _by_range(row: list[int]) -> list[int]:
    return [row[band(r)] for r in range(FAR + 1)]


def _left(craft: Craft, side: str) -> int:
    return sum(row.bit_count() for row in craft.armor[side].rows)

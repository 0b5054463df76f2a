"""What the bot keeps of a craft's guns and sides, so that a place and a heading cost it little to weigh."""

from functools import lru_cache

from scales.armor import boxes_left
from scales.hexes import Hex, arc_sides
from scales.interceptor.combat.gunnery import ANGLES, base_at
from scales.interceptor.damage.condition import armed, gunnery, kind, shield_factor
from scales.interceptor.state import Craft, State
from scales.interceptor.tables import band, craft_types, rule, weapons

FAR = 20
"""Hexes that guns reach."""
BOXES_THIN, THIN = 12, 15
"""Armor boxes left on a side under which a hit is likely to go inside, and how much more it then counts, in tenths."""


@lru_cache(maxsize=50_000)
def sides_of(dx: int, dz: int) -> tuple[int, ...]:
    """Hexsides (0 ahead, clockwise) toward a hex so many cube steps away, for heading 1: two on the line between them, none in one's own hex."""
    return tuple(s - 1 for s in arc_sides(Hex(0, 0), 1, Hex(dx, dz + dx // 2), "odd"))


@lru_cache(maxsize=6)
def _angle(hexside: int) -> int:
    value: int = rule("to_hit")["angle"][ANGLES[hexside]]
    return value


Mounts = tuple[tuple[str, str], ...]
"""Weapons with the arcs that they fire in."""
Row = tuple[int, ...]
"""Damage by range, from 0 to FAR hexes."""


class Gun:
    """Damage by range ahead, all round and to the sides of a patrol craft; to-hit by range; what each hexside makes of it, and how thin it is.

    `turns` says that it has guns that fire elsewhere than ahead. Craft with the same figures share one (`gun`).
    """

    def __init__(self, type: str, mounts: Mounts, skill: int, guard: tuple[int, ...], thin: tuple[int, ...]) -> None:
        self.ahead, self.around, self.aside = _rows(type, mounts)
        self.turns = bool(self.aside) or any(self.around)
        self.base, self.guard, self.thin = _bases(skill), guard, thin

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
        return _struck(back, self.guard, self.thin)


def gun(state: State, craft: Craft) -> Gun:
    """The guns and sides of a craft as they are this turn."""
    turn, sides = state.at.turn, kind(craft).sides
    shields = {side: shield_factor(craft, side, turn) for side in craft.armor}
    thin = {side: THIN if boxes_left(grid) < BOXES_THIN else 10 for side, grid in craft.armor.items()}
    mounts = tuple((craft.mounts[n].weapon, craft.mounts[n].arc) for n in armed(craft, turn))
    guard = tuple(_angle(s) - shields[side] for s, side in enumerate(sides))
    return _gun(craft.type, mounts, gunnery(craft), guard, tuple(thin[side] for side in sides))


_gun = lru_cache(maxsize=4096)(Gun)


@lru_cache(maxsize=4096)
def _rows(type: str, mounts: Mounts) -> tuple[Row, Row, dict[int, Row]]:
    """Damage by range of these guns of a craft: ahead, all round, and by hexside to the others."""
    ahead, around, aside = [0] * 7, [0] * 7, dict[int, list[int]]()
    for name, arc in mounts:
        weapon = weapons()[name]
        if arc in ("turret", "bow"):
            row = around if arc == "turret" else ahead
        else:
            row = aside.setdefault(craft_types()[type].sides.index(arc), [0] * 7)
        for index, (a, b) in enumerate(zip(weapon.damage, weapon.second or (0,) * 5, strict=True)):
            row[index] += a + b
    return _by_range(ahead), _by_range(around), {hexside: _by_range(row) for hexside, row in aside.items()}


def _by_range(row: list[int]) -> Row:
    return tuple(row[band(r)] for r in range(FAR + 1))


@lru_cache(maxsize=64)
def _bases(skill: int) -> Row:
    """To-hit by range with a gunnery skill, before angle and shields."""
    return tuple(base_at(r) + skill for r in range(FAR + 1))


@lru_cache(maxsize=20_000)
def _struck(back: tuple[int, ...], guard: tuple[int, ...], thin: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    found = []
    for heading in range(6):
        side = min(((s - heading) % 6 for s in back), key=lambda s: guard[s])
        found.append((guard[side], thin[side]))
    return tuple(found)

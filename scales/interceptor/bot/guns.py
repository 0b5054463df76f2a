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


Row = tuple[int, ...]
"""Damage by range, from 0 to FAR hexes."""


class Gun:
    """Damage by range ahead, all round and to the sides of a patrol craft; to-hit by range; what each hexside makes of it, and how thin it is.

    `turns` says that it has guns that fire elsewhere than ahead.
    """

    def __init__(self, state: State, craft: Craft) -> None:
        turn, sides = state.at.turn, kind(craft).sides
        self.ahead, self.around, self.aside = _rows(
            craft.type, tuple((craft.mounts[n].weapon, craft.mounts[n].arc) for n in armed(craft, turn))
        )
        self.turns = bool(self.aside) or any(self.around)
        self.base = _bases(gunnery(craft))
        self.guard = tuple(_angle(s) - shield_factor(craft, side, turn) for s, side in enumerate(sides))
        self.thin = tuple(THIN if boxes_left(craft.armor[side]) < BOXES_THIN else 10 for side in sides)

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


@lru_cache(maxsize=4096)
def _rows(type: str, mounts: tuple[tuple[str, str], ...]) -> tuple[Row, Row, dict[int, Row]]:
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

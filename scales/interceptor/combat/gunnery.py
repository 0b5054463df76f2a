"""Who can fire at whom, and at which number: range, gunnery, angle of attack, shields (Interceptor: Combat)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from scales.dice import succeeds
from scales.engine import Check, Modifier
from scales.hexes import Hex
from scales.interceptor.board import AIR, board
from scales.interceptor.damage.condition import VACUUM_ONLY, fire_modifiers, gunnery_parts, kind, shield_factor
from scales.interceptor.patrol.halves import Line, struck
from scales.interceptor.state import Craft, State
from scales.interceptor.tables import CraftType, Weapon, band, damage_at, rule, weapons

ANGLES = ("front", "side_front", "side_rear", "rear", "side_rear", "side_front")
RULE = "interceptor: To-Hit"


class Aim(NamedTuple):
    """A to-hit number (`target`) with its parts, the side it would strike, and the line of fire to it."""

    base: int
    modifiers: tuple[tuple[str, int], ...]
    target: int
    side: str
    line: Line

    @property
    def range_hexes(self) -> int:
        return self.line.range_hexes

    def named(self) -> list[Modifier]:
        """The modifiers with the rule they come from."""
        return [Modifier(name, value, RULE) for name, value in self.modifiers]

    def check(self, what: str, roll: int) -> Check:
        """A roll for this number; the range of which the base comes stands in its words."""
        return Check(
            f"{what}, {range_words(self.range_hexes)}", self.base, self.named(), self.target, roll, succeeds(roll, self.target), RULE
        )


def aim_of(line: Line, side: str, modifiers: tuple[tuple[str, int], ...]) -> Aim:
    """The to-hit number at the range of a line, with these modifiers."""
    base = base_at(line.range_hexes)
    return Aim(base, modifiers, base + sum([value for _, value in modifiers]), side, line)


def odds(target: int) -> int:
    """The chance of a number in percent: 10 to 90."""
    return 10 * max(1, min(9, target))


def number_words(target: int) -> str:
    """A number to roll: one always succeeds, ten never does."""
    return f"{max(1, min(9, target))} or less"


def range_words(range_hexes: int) -> str:
    """A range in words; in one hex the number is that of range 1."""
    return f"range {range_hexes}" if range_hexes else "in the same hex"


@lru_cache(maxsize=256)
def base_at(range_hexes: int) -> int:
    """Base to-hit number; 0 out of range."""
    bases: list[int] = rule("to_hit")["base"]
    index = band(range_hexes)
    return bases[index] if index < len(bases) else 0


def side_of(craft: Craft, hexside: int) -> str:
    return kind(craft).sides[hexside]


def aim_along(state: State, firer: Craft, target: Craft, found: Sequence[Line]) -> Aim:
    """The to-hit number along the best of some lines for the defender, at the best of several sides in line (standing preference)."""
    b = board(state.layout)
    aims = [_aim_at(state, firer, target, side, line) for line in found for side in struck(b, target, line, firer.heading)]
    return min(aims, key=lambda a: (a.target, a.side)) if len(aims) > 1 else aims[0]


def _aim_at(state: State, firer: Craft, target: Craft, hexside: int, line: Line) -> Aim:
    side = side_of(target, hexside)
    changes = [angle_of(hexside), (f"shield factor, {side.replace('_', ' ')}", -shield_factor(target, side, state.at.turn))]
    changes += [(name.replace("_", " "), value) for name, value in fire_modifiers(firer, line.range_hexes)]
    modifiers = (*gunnery_parts(firer), *(change for change in changes if change[1]))
    return aim_of(line, side, modifiers)


@lru_cache(maxsize=6)
def angle_of(hexside: int) -> tuple[str, int]:
    """What the angle of attack to a hexside adds to a to-hit number."""
    angle = ANGLES[hexside]
    return f"angle of attack: {angle.replace('_', ' ')}", rule("to_hit")["angle"][angle]


def hexside_of(type: CraftType, arc: str) -> int | None:
    """The hexside that an arc is the sector of; None for a turret, which fires all round."""
    return None if arc == "turret" else type.sides.index(arc)


def in_vacuum(state: State, hex: Hex) -> bool:
    return board(state.layout).zone(hex) not in AIR


def can_harm(state: State, weapon: Weapon, line: Line) -> bool:
    """Does a weapon reach, and does the air let it? Electron and neutron beams need vacuum at both ends."""
    if weapon.family in VACUUM_ONLY and not (in_vacuum(state, line.source) and in_vacuum(state, line.spot)):
        return False
    return damage_of(weapon.id, line.range_hexes) > 0


def second_damage(state: State, weapon: Weapon, line: Line) -> int:
    """Damage of the electron part of a LEPC, which needs vacuum at both ends; 0 when it does nothing."""
    damage = damage_at(weapon.second, line.range_hexes)
    return damage if damage and in_vacuum(state, line.source) and in_vacuum(state, line.spot) else 0


@lru_cache(maxsize=1024)
def damage_of(weapon: str, range_hexes: int) -> int:
    """Damage of a weapon at a range, both parts of a LEPC."""
    row = weapons()[weapon]
    return damage_at(row.damage, range_hexes) + damage_at(row.second, range_hexes)


def power(firer: Craft, number: int, range_hexes: int) -> int:
    """Damage of a weapon of a craft at a range."""
    return damage_of(firer.mounts[number].weapon, range_hexes)


def enemies(state: State, craft: Craft) -> list[Craft]:
    """Craft of other sides on the board."""
    return [c for c in state.flying() if c.side != craft.side]

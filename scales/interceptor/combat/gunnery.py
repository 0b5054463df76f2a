"""Who can fire at whom, and at which number: range, gunnery, angle of attack, shields (Interceptor: Combat)."""

from dataclasses import dataclass

from scales.engine import Check, Modifier
from scales.hexes import arc_sides, distance, turned
from scales.interceptor.board import AIR, board
from scales.interceptor.damage.condition import VACUUM_ONLY, armed, fire_modifiers, gunnery, kind, shield_factor, shots_allowed
from scales.interceptor.state import Craft, State
from scales.interceptor.tables import FIGHTER_SIDES, PATROL_SIDES, Weapon, band, damage_at, rule, weapons

ANGLES = ("front", "side_front", "side_rear", "rear", "side_rear", "side_front")
RULE = "interceptor: To-Hit"
STANDARD_GUNNERY = 4


@dataclass(frozen=True, slots=True)
class Aim:
    """A to-hit number with its parts, and the side it would strike."""

    base: int
    modifiers: tuple[tuple[str, int], ...]
    side: str
    range_hexes: int

    @property
    def target(self) -> int:
        return self.base + sum(value for _, value in self.modifiers)

    def named(self) -> list[Modifier]:
        """The modifiers with the rule they come from."""
        return [Modifier(name, value, RULE) for name, value in self.modifiers]

    def check(self, what: str, roll: int) -> Check:
        return Check(what, self.base, self.named(), self.target, roll, hits(roll, self.target), RULE)


def hits(roll: int, target: int) -> bool:
    """One always hits, ten always misses (Interceptor: Combat)."""
    return roll == 1 or (roll != 10 and roll <= target)


def odds(target: int) -> int:
    """The chance of a number in percent: 10 to 90."""
    return 10 * max(1, min(9, target))


def base_at(range_hexes: int) -> int:
    """Base to-hit number; 0 out of range."""
    bases: list[int] = rule("to_hit")["base"]
    index = band(range_hexes)
    return bases[index] if index < len(bases) else 0


def struck(target: Craft, source: Craft) -> tuple[int, ...]:
    """Hexsides (0 bow, clockwise) of the target that the source's fire can strike; in one hex the fire comes along the source's heading."""
    if source.hex == target.hex:
        return ((turned(source.heading, 3) - target.heading) % 6,)
    return tuple(s - 1 for s in arc_sides(target.hex, target.heading, source.hex, "odd"))


def side_of(craft: Craft, hexside: int) -> str:
    return kind(craft).sides[hexside]


def aim(state: State, firer: Craft, target: Craft) -> Aim:
    """The to-hit number of guns; on the line between two sides the defender's better one counts (standing preference)."""
    range_hexes = distance(firer.hex, target.hex, "odd")
    return min((_aim_at(state, firer, target, side, range_hexes) for side in struck(target, firer)), key=lambda a: (a.target, a.side))


def _aim_at(state: State, firer: Craft, target: Craft, hexside: int, range_hexes: int) -> Aim:
    angle, side = ANGLES[hexside], side_of(target, hexside)
    modifiers = [("gunnery", gunnery(firer)), (f"angle of attack: {angle.replace('_', ' ')}", rule("to_hit")["angle"][angle])]
    modifiers.append((f"shield factor, {side.replace('_', ' ')}", -shield_factor(target, side, state.at.turn)))
    modifiers += [(name.replace("_", " "), value) for name, value in fire_modifiers(firer, range_hexes)]
    return Aim(base_at(range_hexes), tuple(m for m in modifiers if m[1] or m[0] == "gunnery"), side, range_hexes)


def in_arc(firer: Craft, arc: str, target: Craft) -> bool:
    """Does an arc cover a target? An arc is the sector of its hexside; turrets cover all; in one hex everything bears."""
    if arc == "turret" or firer.hex == target.hex:
        return True
    sides = PATROL_SIDES if kind(firer).is_patrol else FIGHTER_SIDES
    return any(sides[s - 1] == arc for s in arc_sides(firer.hex, firer.heading, target.hex, "odd"))


def in_vacuum(state: State, craft: Craft) -> bool:
    return board(state.layout).zone(craft.hex) not in AIR


def can_harm(state: State, weapon: Weapon, firer: Craft, target: Craft) -> bool:
    """Does a weapon reach, and does the air let it? Electron and neutron beams need vacuum at both ends."""
    range_hexes = distance(firer.hex, target.hex, "odd")
    if weapon.family in VACUUM_ONLY and not (in_vacuum(state, firer) and in_vacuum(state, target)):
        return False
    return damage_at(weapon.damage, range_hexes) + damage_at(weapon.second, range_hexes) > 0


def second_damage(state: State, weapon: Weapon, firer: Craft, target: Craft) -> int:
    """Damage of the electron part of a LEPC, which needs vacuum at both ends; 0 when it does nothing."""
    damage = damage_at(weapon.second, distance(firer.hex, target.hex, "odd"))
    return damage if damage and in_vacuum(state, firer) and in_vacuum(state, target) else 0


def bears(state: State, firer: Craft, number: int, target: Craft) -> bool:
    """Can this working weapon hit a target from here?"""
    mount = firer.mounts[number]
    return in_arc(firer, mount.arc, target) and can_harm(state, weapons()[mount.weapon], firer, target)


def bearing(state: State, firer: Craft, target: Craft) -> list[int]:
    """Numbers of the firer's weapons that can hit a target this turn, the strongest first, as many as may fire."""
    range_hexes = distance(firer.hex, target.hex, "odd")
    if base_at(range_hexes) == 0:
        return []
    usable = [n for n in armed(firer, state.at.turn) if bears(state, firer, n, target)]
    return sorted(usable, key=lambda n: (-power(firer, n, range_hexes), n))[: shots_allowed(firer)]


def power(firer: Craft, number: int, range_hexes: int) -> int:
    """Damage of a weapon at a range, both parts of a LEPC."""
    weapon = weapons()[firer.mounts[number].weapon]
    return damage_at(weapon.damage, range_hexes) + damage_at(weapon.second, range_hexes)


def enemies(state: State, craft: Craft) -> list[Craft]:
    """Craft of other sides on the board."""
    return [c for c in state.flying() if c.side != craft.side]

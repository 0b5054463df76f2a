"""What a unit's weapons do at a range, before anybody has moved: boxes expected from one turn of fire, in tenths."""

from dataclasses import dataclass, field
from functools import lru_cache

from scales.centurion.combat import infantry_combat, plans
from scales.centurion.combat.reckoning import chance
from scales.centurion.combat.weapons import SHIELDED, Weapon, base_to_hit, weapon
from scales.centurion.state import Squad, Vehicle

BASE = tuple(base_to_hit(n) for n in range(21))


@dataclass(slots=True, frozen=True)
class Line:
    """One weapon: boxes of a hit, men a hit kills in tenths, range, whether shields hinder it and whether it bears all round."""

    boxes: int
    men: int
    range: int
    shielded: bool
    turret: bool


@dataclass(slots=True, eq=False)
class Firepower:
    """All weapons of a unit; what was worked out is remembered."""

    lines: tuple[Line, ...]
    known: dict[tuple[int, bool, int, int, int], int] = field(default_factory=dict)

    def boxes(self, range: int, front: bool, shield: int, cover: int, painters: int = 0) -> int:
        """Boxes expected on a vehicle, in tenths, with so many painters trying first. `front`: the hull bears too; `cover` is negative."""
        key = (range, front, shield, cover, painters)
        found = self.known.get(key)
        if found is None:
            bare = self._boxes(range, front, 0, cover)
            behind = self._boxes(range, front, shield, cover)
            missed = (10 - chance(BASE[range] - shield + cover)) ** painters
            found = self.known[key] = bare - (bare - behind) * missed // 10**painters
        return found

    def _boxes(self, range: int, front: bool, shield: int, cover: int) -> int:
        number = BASE[range] + cover
        bears = [line for line in self.lines if range <= line.range and (front or line.turret)]
        return sum(line.boxes * chance(number - shield if line.shielded else number) for line in bears)

    def men(self, range: int) -> int:
        """Men expected to fall in a squad, in hundredths."""
        return sum(line.men * chance(BASE[range]) for line in self.lines if range <= line.range)


def of(unit: Vehicle | Squad) -> Firepower:
    """The firepower that a unit has left."""
    if isinstance(unit, Squad):
        return _of_squad(min(unit.strength, 8), min(unit.missiles, 4))
    stores = tuple(min(most, unit.missiles.get(kind, 0)) for kind, most in plans.MISSILES_A_TURN.items())
    return _of_vehicle(plans.armed(unit), stores)


@lru_cache(maxsize=512)
def _of_vehicle(arms: tuple[tuple[int, Weapon, str], ...], stores: tuple[int, ...]) -> Firepower:
    """Guns and lasers once each, missiles as many as may be fired in a turn."""
    left = dict(zip(plans.MISSILES_A_TURN, stores, strict=True))
    lines: list[Line] = []
    for _, arm, where in arms:
        if arm.family == "artillery":
            continue
        count = min(left[arm.kind], arm.missiles) if arm.family == "missile" else 1
        left[arm.kind] = left.get(arm.kind, 0) - count
        lines += [_line(arm, where == "turret")] * count
    return Firepower(tuple(lines))


@lru_cache(maxsize=64)
def _of_squad(strength: int, missiles: int) -> Firepower:
    """Missiles while it has some, else its own weapons."""
    rank = infantry_combat.effectiveness(strength)
    if min(missiles, rank.tvlg):
        return Firepower((_line(weapon("infantry_tvlg"), True),) * min(missiles, rank.tvlg))
    return Firepower((_line(weapon(rank.weapon), True),) * 2 if rank.weapon else ())


def _line(arm: Weapon, turret: bool) -> Line:
    boxes = plans.damage(arm, plans.best_shell(arm, "vehicle"))
    men = infantry_combat.tenfold(infantry_combat.damage_column(arm)) if arm.family != "missile" else 0
    return Line(boxes, men, arm.range, arm.family in SHIELDED, turret)

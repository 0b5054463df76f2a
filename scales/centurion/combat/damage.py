"""Damage to armor and what lies under it: templates, lasers, damage along the rows (centurion: Damage, Damage Template, Grounding)."""

from dataclasses import dataclass, field

from scales import armor
from scales.armor import Box
from scales.centurion.combat import internals
from scales.centurion.combat.weapons import Shape
from scales.centurion.state import FACINGS, Vehicle

SIDES = ("front", "left", "right", "stern", "turret")
"""Every facing but the bottom."""


@dataclass(slots=True)
class Struck:
    """What a hit did: boxes of armor and internal boxes marked off, points that found nothing, systems by boxes lost."""

    facing: str
    column: int = 0
    armor: int = 0
    inside: int = 0
    lost: int = 0
    systems: dict[str, int] = field(default_factory=dict)

    @property
    def boxes(self) -> int:
        return self.armor + self.inside


def strike(vehicle: Vehicle, facing: str, shape: Shape, column: int, *, by: str = "", weapon: str = "") -> Struck:
    """A template (or a laser: one column) at the rolled column of a facing. Armor goes at once, system hits are queued."""
    name, shift = internals.section(facing)
    below = internals.grid(vehicle, name)
    outer = vehicle.armor[facing]
    if all(row == (0,) for row in shape):
        hit = armor.by_column(outer, column, len(shape), below, shift)
    else:
        hit = armor.by_template(outer, shape, column, below, shift)
    return _booked(vehicle, Struck(facing, column, len(hit.marked), len(hit.inside), hit.lost), name, hit.inside, by=by, weapon=weapon)


def _booked(vehicle: Vehicle, struck: Struck, name: str, inside: list[Box], *, by: str, weapon: str) -> Struck:
    struck.systems = internals.systems_hit(vehicle, name, inside)
    internals.queue(vehicle, struck.systems, by, weapon)
    return struck


def across(vehicle: Vehicle, facing: str, points: int, by: str = "", weapon: str = "") -> Struck:
    """Damage along the rows, from the upper left box to the right and down; boxes already gone do not count (centurion: Grounding)."""
    name, shift = internals.section(facing)
    outer = vehicle.armor[facing]
    marked = _take_rows(outer, points, range(1, outer.width + 1))
    inside: list[Box] = []
    if points > len(marked):
        inside = _take_rows(internals.grid(vehicle, name), points - len(marked), range(1 + shift, outer.width + 1 + shift))
    struck = Struck(facing, 0, len(marked), len(inside), points - len(marked) - len(inside))
    return _booked(vehicle, struck, name, inside, by=by, weapon=weapon)


def _take_rows(grid: armor.Grid, points: int, columns: range) -> list[Box]:
    """Mark intact boxes row by row within some columns."""
    taken: list[Box] = []
    for row in range(1, len(grid.rows) + 1):
        for column in columns:
            if len(taken) >= points:
                return taken
            if armor.mark(grid, row, column):
                taken.append([row, column])
    return taken


def all_round(vehicle: Vehicle, points: dict[str, int], by: str = "", weapon: str = "") -> list[Struck]:
    """Damage along the rows of every facing but the bottom (HAFE-I, HELL, naval fire)."""
    return [across(vehicle, facing, points[facing], by, weapon) for facing in SIDES if points[facing] > 0]


def hell_points(vehicle: Vehicle, rating: int, shielded: bool = True) -> dict[str, int]:
    """Points of a HELL round or naval strike on each facing: the rating less the shield rating of the facing, the turret having that of
    the front (centurion: HELL Rounds; R-CEN-29)."""
    factors = {facing: vehicle.shields.get("front" if facing == "turret" else facing, 0) for facing in SIDES}
    return {facing: max(0, rating - (10 * factors[facing] if shielded else 0)) for facing in SIDES}


def widow(vehicle: Vehicle) -> int:
    """Remove widowed armor from all facings; returns the boxes (centurion: Widowed Armor)."""
    return sum(len(armor.widow(vehicle.armor[facing])) for facing in FACINGS if facing in vehicle.armor)

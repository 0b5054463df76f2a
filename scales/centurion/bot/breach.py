"""How near a vehicle is to being shot through, and what one more hit brings (centurion: Damage Template, Destroying a Unit).

A hit that reaches the Vehicle Destroyed boxes under a facing ends the vehicle. So it counts how many boxes each column still has above
them: a deep hole is worth more than wide scratches, and a facing that has been hit before more than a whole one. Worths are millionths of
the vehicle.
"""

from dataclasses import dataclass, field
from functools import lru_cache

from scales.armor import COLUMNS
from scales.centurion.catalog import vehicle_type
from scales.centurion.combat import aim, internals
from scales.centurion.combat.weapons import Shape
from scales.centurion.ground import installations
from scales.centurion.preparation.opening import points_of
from scales.centurion.state import Vehicle

WHOLE = 1_000_000
FATAL = "vehicle_destroyed"
MOST_BOXES = 40
TENTHS_A_WORTH = 125
"""A box takes a fifth off the closeness of one column in ten, and four hits to come profit from it: in tenths of a box."""


def _closeness() -> tuple[int, ...]:
    """Worth of a column with so many boxes left: about the chance that a strong hit goes through it, a fifth less for every box."""
    found = [WHOLE]
    while len(found) <= MOST_BOXES:
        found.append(found[-1] * 4 // 5)
    return tuple(found)


CLOSENESS = _closeness()


@dataclass(slots=True, frozen=True)
class Gain:
    """What a hit brings on the average: the chance that it destroys, and how much nearer the facing is to that if it does not."""

    kill: int
    progress: int


@dataclass(slots=True, eq=False)
class Wall:
    """One facing, armor and what lies under it. Bit r of a column is set while its box r rows below the surface is there; a hit on a box
    of row `fatal` or deeper destroys. `left` counts the boxes above that row."""

    columns: list[int]
    left: list[int]
    fatal: int
    softness: int
    """Worth of the facing as a target: the mean closeness of its columns."""
    known: dict[Shape, Gain] = field(default_factory=dict)

    def hit(self, shape: Shape) -> Gain:
        """What a hit of this shape brings when every column of the die is as likely as any other."""
        found = self.known.get(shape)
        if found is None:
            strike = self._laser if all(row == (0,) for row in shape) else self._template
            hits = [strike(shape, c) for c in range(COLUMNS)]
            kills, steps = sum(step is None for step in hits), sum(step or 0 for step in hits)
            found = self.known[shape] = Gain(WHOLE * kills // COLUMNS, steps // (COLUMNS * COLUMNS))
        return found

    def burnt(self, points: int) -> int:
        """Closeness that so many points along its rows win, ten of them a row; as much as `WHOLE` when they reach what destroys."""
        rows, rest = divmod(points, COLUMNS)
        return (self._stripped(rows) * (COLUMNS - rest) + self._stripped(rows + 1) * rest) // COLUMNS

    def _stripped(self, rows: int) -> int:
        return sum(CLOSENESS[max(0, n - rows)] - CLOSENESS[n] for n in self.left) // COLUMNS

    def _laser(self, shape: Shape, column: int) -> int | None:
        """Closeness won by burning down one column; None if that destroys."""
        left = self.left[column]
        return CLOSENESS[left - len(shape)] - CLOSENESS[left] if len(shape) <= left else None

    def _template(self, shape: Shape, column: int) -> int | None:
        """Closeness won by a shape laid on the highest box of a column; None if that destroys."""
        start = (self.columns[column] & -self.columns[column]).bit_length() - 1
        won = 0
        for offset, rows in by_column(shape) if start >= 0 else ():
            at = column + offset
            if not 0 <= at < COLUMNS:
                continue
            taken = rows << start & self.columns[at]
            if taken >> self.fatal:
                return None
            won += CLOSENESS[self.left[at] - taken.bit_count()] - CLOSENESS[self.left[at]]
        return won


@lru_cache(maxsize=64)
def by_column(shape: Shape) -> tuple[tuple[int, int], ...]:
    """A shape as (column from the arrow, mask of the rows it takes there)."""
    found: dict[int, int] = {}
    for row, offsets in enumerate(shape):
        for offset in offsets:
            found[offset] = found.get(offset, 0) | 1 << row
    return tuple(sorted(found.items()))


def wall(vehicle: Vehicle, facing: str) -> Wall | None:
    """A facing of a vehicle as it stands; None for one that it does not have."""
    armor = vehicle.armor.get(facing)
    if armor is None:
        return None
    name, shift = internals.section(facing)
    fatal, under = _fatal(vehicle.type, name), vehicle.internals.get(name)
    return _wall(armor.rows, under.rows if under is not None else (), shift, fatal) if fatal is not None else None


@lru_cache(maxsize=2048)
def _fatal(type: str, name: str) -> int | None:
    """Rows of an internal grid above the ones that destroy; None for a grid that the type does not have."""
    drawn = internals.diagrams(vehicle_type(type).sheet).get(name)
    return len(drawn.rows) - drawn.boxes.get(FATAL, 0) // drawn.width if drawn is not None else None


@lru_cache(maxsize=4096)
def _wall(rows: tuple[int, ...], below: tuple[int, ...], shift: int, fatal: int) -> Wall:
    """`below` is empty while nothing under the armor has been hit; `fatal` counts the rows there above the ones that destroy."""
    every = [*rows, *(row >> shift for row in below or (-1,) * (fatal + 1))]
    columns = [sum((row >> c & 1) << r for r, row in enumerate(every)) for c in range(COLUMNS)]
    fatal += len(rows)
    left = [min(MOST_BOXES, (column & (1 << fatal) - 1).bit_count()) for column in columns]
    return Wall(columns, left, fatal, sum(CLOSENESS[n] for n in left) // COLUMNS)


def places(vehicle: Vehicle, facing: str) -> list[tuple[Wall, int]]:
    """Where fire at a facing falls, with its share in tenths: mostly the turret of a vehicle that is hull down (Hit Location), and the
    storeys under the turret of an installation."""
    if installations.is_turret(vehicle):
        return [(found, 1)] if (found := wall(vehicle, "turret")) is not None else []
    turret = 7 if aim.hull_down(vehicle) else 3
    shares = ((facing, 10 - turret), ("turret", turret))
    return [(found, share) for each, share in shares if (found := wall(vehicle, each)) is not None]


def softness(vehicle: Vehicle, facing: str) -> int:
    """Worth of a vehicle as a target from a side, the turret's share in it."""
    return sum(found.softness * share for found, share in places(vehicle, facing)) // 10


def worth_of_tenth(vehicle: Vehicle, facing: str) -> int:
    """Millionths of a scenario point that a tenth of a box on a side is worth."""
    return softness(vehicle, facing) * points_of(vehicle) // TENTHS_A_WORTH

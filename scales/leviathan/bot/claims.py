"""What the units of a side that have chosen their targets before will probably do to them: so that fire is gathered and none is wasted."""

from dataclasses import dataclass, field

from scales import armor
from scales.hexes import Hex
from scales.leviathan.combat import fire
from scales.leviathan.combat.fire import Target
from scales.leviathan.combat.worth import worth
from scales.leviathan.state import FighterUnit, Ship, State

GATHERED = 6
"""A target under fire already is worth so many fifths."""


@dataclass(slots=True)
class Claims:
    """Expected damage in tenths of a box: on fighters by hex, since what is left over passes on there, on ships by side and
    on columns of their armor."""

    state: State
    on_fighters: dict[Hex, int] = field(default_factory=dict)
    on_ships: dict[tuple[str, str], int] = field(default_factory=dict)
    on_columns: dict[tuple[str, str, int], int] = field(default_factory=dict)

    def gain(self, target: Target, points: int, chance: int, side: str = "") -> int:
        """What a chance in ten of so many points is still worth."""
        if isinstance(target, FighterUnit):
            return worth(target, min(points, self.boxes(target)), chance)
        claimed = self.on_ships.get((target.id, side), 0)
        if claimed > 10 * _to_sink(target, side):
            return 0
        return worth(target, points, chance, side) * (GATHERED if claimed else 5) // 5

    def boxes(self, unit: FighterUnit) -> int:
        """Boxes in the unit's hex that are not yet spoken for."""
        here = sum(f.boxes_left for f in self.state.fighters.values() if f.side == unit.side and f.on_map and f.hex == unit.hex)
        return max(0, here - self.on_fighters.get(unit.hex, 0) // 10)

    def take(self, target: Target, points: int, chance: int, side: str = "") -> None:
        if isinstance(target, FighterUnit):
            self.on_fighters[target.hex] = self.on_fighters.get(target.hex, 0) + chance * min(points, self.boxes(target))
        else:
            self.on_ships[target.id, side] = self.on_ships.get((target.id, side), 0) + chance * points

    def strike(self, ship: Ship, points: int, chance: int, side: str, column: int) -> int:
        """What so many points down one column are worth: what goes on inside counts twice."""
        left = armor.column_left(ship.armor[side], column) - self.on_columns.get((ship.id, side, column), 0) // 10
        return self.gain(ship, points, chance, side) + worth(ship, max(0, points - max(0, left)), chance, side)

    def take_column(self, ship: Ship, points: int, chance: int, side: str, column: int) -> None:
        key = (ship.id, side, column)
        self.on_columns[key] = self.on_columns.get(key, 0) + chance * points

    def copy(self) -> "Claims":
        return Claims(self.state, dict(self.on_fighters), dict(self.on_ships), dict(self.on_columns))

    def find(self, target: str) -> Target:
        found = fire.find(self.state, target)
        assert found is not None, "offers name units of the battle"
        return found


def _to_sink(ship: Ship, side: str) -> int:
    """Boxes through a side that will probably reach the last row of the inside."""
    whole = ship.card.width * len(ship.internals)
    left = whole - sum(row.bit_count() for row in ship.internals)
    return armor.boxes_left(ship.armor[side]) + left * 2 // 3

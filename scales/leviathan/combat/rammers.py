"""Turrets at a ship that rams theirs: at range 1, against its shields, by rows (leviathan: Collisions)."""

from scales.engine import Modifier
from scales.leviathan import board
from scales.leviathan.damage import damage
from scales.leviathan.state import Ship, State

RANGE = 1


def rammer(state: State, ship: Ship, target: str) -> Ship | None:
    """The enemy ship of this id that has declared that it rams this one."""
    found = state.ships.get(target)
    return found if found is not None and found.ramming == ship.id and found.on_map and found.side != ship.side else None


def flanks(ship: Ship, other: Ship) -> tuple[str, ...]:
    """The turret sides of a ship that bear on the one that rams it: where it came in, both ahead and astern."""
    seen = board.flank(ship.heading, *board.stern_line(ship, other))
    return tuple("LR"["RL".index(side)] for side in seen) if ship.rolled else seen


def struck(ship: Ship, other: Ship) -> tuple[str, list[Modifier]]:
    """The side of the ramming ship that turrets strike, with what its shield takes off the number."""
    (way,) = board.ways(ship, other, "*")
    side = damage.best_side(other, way.sides)
    shield = other.shield(side)
    return side, [Modifier(f"shield {side}", -shield, "leviathan: Target Shield Factor Modifier")] if shield else []

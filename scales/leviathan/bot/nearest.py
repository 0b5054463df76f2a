"""How far the enemy is, and where his ships will probably lie when the guns fire."""

from scales.hexes import Hex, neighbor
from scales.leviathan import board
from scales.leviathan.board import PARITY
from scales.leviathan.combat import fire
from scales.leviathan.state import FighterUnit, Ship, State


def nearest_enemy(state: State, unit: Ship | FighterUnit) -> int:
    """Hexes to the nearest enemy ship, or to any enemy; 99 when there is none."""
    found = [board.between(unit, t) for t in fire.targets(state, unit.side) if isinstance(t, Ship)]
    found = found or [board.between(unit, t) for t in fire.targets(state, unit.side)]
    return min(found, default=99)


def expected_hex(state: State, unit: Ship | FighterUnit) -> Hex:
    """The stern hex after this turn's movement: ships that have still to move are taken to go straight on."""
    if isinstance(unit, FighterUnit) or unit.kind != "ship" or unit.id in state.at.memo.get("moved", ()):
        return unit.hex
    return neighbor(unit.hex, unit.heading, PARITY, unit.velocity)

"""Against leaving the map and falling onto a planet."""

from scales.hexes import Hex, neighbor
from scales.leviathan import board
from scales.leviathan.board import PARITY
from scales.leviathan.state import Ship, State


def danger(state: State, ship: Ship, stern: Hex, heading: int, velocity: int) -> int:
    """What it costs to be on the way off the map or down: where would the ship be after going straight on?"""
    value = -_edge(state, ship, stern, heading, velocity)
    if board.planet(state.layout):
        value -= _fall(ship, stern, neighbor(stern, heading, PARITY, max(1, velocity)))
    return value


def _edge(state: State, ship: Ship, stern: Hex, heading: int, velocity: int) -> int:
    """Large ships need three turns to come about."""
    turns = ((1, 6000), (2, 3000), (3, 1000)) if ship.card.hexes > 2 else ((1, 3000), (2, 600))
    return sum(cost for n, cost in turns if board.off_map(state, neighbor(stern, heading, PARITY, n * velocity + 1)))


def _fall(ship: Ship, stern: Hex, ahead: Hex) -> int:
    floor = 3 if ship.card.atmosphere else 5
    low = min(ahead.column, stern.column) - 1
    high = 0 if ship.card.hull in ("battleship", "cruiser", "frigate") else 40 * max(0, 14 - stern.column) // 4
    return 1500 * max(0, floor - low) - high

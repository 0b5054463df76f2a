"""Whom a craft of the bot minds in a fight: the nearest enemies, sooner those that matter most, and javelins on their way to the ground."""

from typing import NamedTuple

from scales.hexes import Hex, distance, neighbor, to_cube
from scales.interceptor.board import board
from scales.interceptor.bot.errands import is_quarry
from scales.interceptor.bot.guns import Gun, gun
from scales.interceptor.combat.gunnery import enemies
from scales.interceptor.damage.condition import kind
from scales.interceptor.missiles.in_flight import JAVELINS
from scales.interceptor.state import Craft, Shot, State

NEAREST = 3
SATELLITE, CARRIER, HURT = 6, 4, 2
"""Hexes by which a satellite with javelins, a craft that may have troops aboard, and one hit inside seem nearer than others."""
QUARRY = 30
"""The same for an enemy that the scenario turns on."""
NEAR_JAVELINS = 12


class Mark(NamedTuple):
    """An enemy as the bot sees him: where he is or will be in cube coordinates, his heading 0 to 5, how surely he is there, in tenths."""

    gun: Gun
    x: int
    z: int
    heading: int
    sure: int


def marks(state: State, craft: Craft) -> list[Mark]:
    """The enemies that count most for a craft."""
    near = sorted(enemies(state, craft), key=lambda e: (distance(craft.hex, e.hex, "odd") - _draw(state, craft, e), e.id))[:NEAREST]
    return [Mark(gun(state, e), *likely(state, e), 10 if e.moved >= state.at.turn else 5) for e in near]


def _draw(state: State, craft: Craft, enemy: Craft) -> int:
    type = kind(enemy)
    if is_quarry(state, craft.side, enemy):
        return QUARRY
    if type.is_satellite:
        return SATELLITE if enemy.missiles else 0
    return (CARRIER if type.bays or type.passengers else 0) + (HURT if enemy.marks else 0)


def likely(state: State, enemy: Craft) -> tuple[int, int, int]:
    """Where an enemy is, or would be flying straight on, in cube coordinates, and his heading 0 to 5."""
    there = enemy.hex
    if enemy.moved < state.at.turn:
        there = board(state.layout).nearest(neighbor(enemy.hex, enemy.heading, "odd", enemy.velocity))
    return *to_cube(there, "odd"), enemy.heading - 1


def javelins(state: State, craft: Craft) -> list[tuple[int, int]]:
    """Where the javelins of others near a craft will be after they have fallen, in cube coordinates."""
    found = [s for s in state.shots if s.kind == JAVELINS and s.side != craft.side and distance(craft.hex, s.hex, "odd") <= NEAR_JAVELINS]
    return [to_cube(_fallen(state, shot), "odd") for shot in found]


def _fallen(state: State, shot: Shot) -> Hex:
    b = board(state.layout)
    return b.nearest(Hex(shot.column + b.fall * (shot.velocity + 1), shot.row))

"""How the bot sets variable shields: strong where enemies will fire from, weak nowhere."""

from scales.engine import Json, Option, Slot
from scales.hexes import neighbor
from scales.interceptor.board import board
from scales.interceptor.damage.condition import kind
from scales.interceptor.patrol.halves import facing, gap, nearest
from scales.interceptor.state import Craft, State

NEAR = 20
"""Hexes within which an enemy counts: the range of guns and missiles."""
EVERY_SIDE = 1
"""What each side counts beside the sides that face enemies."""


def set_shields(state: State, slot: Slot) -> Json:
    """The option with the greatest factors where they count; the one that stands when nothing is better."""
    weights = _weights(state, state.craft[slot.id])

    def worth(option: Option) -> int:
        return sum(weights[side] * factor for side, factor in option.info["factors"].items())

    return max(slot.options, key=worth).order


def _weights(state: State, craft: Craft) -> dict[str, int]:
    """How much each side of a craft will be shot at: near enemies are where they fly straight on to, nearer ones count more."""
    b = board(state.layout)
    found = dict.fromkeys(craft.armor, EVERY_SIDE)
    for enemy in state.flying():
        away = gap(b, craft, enemy)
        if enemy.side != craft.side and away <= NEAR:
            there = b.nearest(neighbor(enemy.hex, enemy.heading, "odd", enemy.velocity))
            for hexside in facing(b, craft, nearest(b, craft, there), there):
                found[kind(craft).sides[hexside]] += 1 + (NEAR - away) // 5
    return found

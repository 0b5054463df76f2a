"""Where the bot's craft come down from the board above."""

from scales.engine import Json, Slot
from scales.hexes import Hex, distance
from scales.interceptor.board import AIR, board
from scales.interceptor.bot.aims import battle_for
from scales.interceptor.combat.gunnery import enemies
from scales.interceptor.state import Craft, State

SLOW = 3
"""A velocity that can be stopped in any case."""
MIDDLE = Hex(12, 14)


def place(state: State, slot: Slot) -> Json:
    """Near the battle or the enemy, above the air, heading up, at a velocity that can be stopped."""
    id, _, part = slot.id.rpartition(".")
    craft, b = state.craft[id], board(state.layout)
    if part == "velocity":
        return slot.options[min(SLOW, len(slot.options) - 1)].order
    goal = _wanted(state, craft)
    if part == "hex":
        spots = [o for o in slot.options if b.zone(b.hex(o.order["hex"])) not in AIR] or slot.options
        return min(spots, key=lambda o: distance(b.hex(o.order["hex"]), goal, "odd")).order
    return slot.options[(b.up[0] if b.up else 1) - 1].order


def _wanted(state: State, craft: Craft) -> Hex:
    battle = battle_for(state, craft)
    if battle is not None:
        return battle.hex
    enemy = min(enemies(state, craft), key=lambda e: e.id, default=None)
    return enemy.hex if enemy else board(state.layout).nearest(MIDDLE)

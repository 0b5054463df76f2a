"""Whether and where the bot's craft come back onto the board."""

from scales.engine import Json, Option, Slot
from scales.hexes import Hex, distance
from scales.interceptor.board import board
from scales.interceptor.bot.caution import Safety
from scales.interceptor.bot.retreat import is_free_to_go
from scales.interceptor.damage.condition import safe_thrust
from scales.interceptor.movement.flight import Pose
from scales.interceptor.movement.handling import handling
from scales.interceptor.state import Craft, State


def come_back(state: State, slot: Slot) -> Json:
    """At once, on the safest way in, nearest to where it left; it waits or goes only when there is no way in, or to save its pilot."""
    craft = state.craft[slot.id]
    if is_free_to_go(state, craft):
        return next(o.order for o in slot.options if o.order["do"] != "return")
    safe = Safety(board(state.layout), safe_thrust(craft, state.at.turn), handling(state, craft))
    ways = [o for o in slot.options if o.order["do"] == "return"]
    return min(ways or slot.options, key=lambda o: _worth(craft, safe, o)).order


def _worth(craft: Craft, safe: Safety, option: Option) -> tuple[bool, int]:
    if option.order["do"] != "return":
        return (True, 0)
    there = Hex(*option.info["at"])
    pose = Pose(there, option.order["heading"], craft.velocity)
    return (not safe.lasts(pose), distance(there, craft.hex, "odd"))

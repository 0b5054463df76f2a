"""What the bot announces at the end of movement: ground units set down, attacks below, the way home."""

from scales.engine import Json, Slot
from scales.interceptor.bot.aims import battle_for, wants_home
from scales.interceptor.bot.carrying import delivery
from scales.interceptor.state import Craft, State


def announce(state: State, slot: Slot) -> Json:
    """Set down what is aboard, attack below, go home when there is nothing left to do, else stay."""
    craft = state.craft[slot.id]
    if (units := delivery(state, slot)) is not None:
        return units
    by_do = {o.order["do"]: o.order for o in reversed(slot.options)}
    attack = next((o.order for o in slot.options if _is_wanted(state, craft, o.order)), None)
    if attack is not None:
        return attack
    for way in ("up", "land"):
        if way in by_do and wants_home(state, craft):
            return by_do[way]
    return by_do["stay"]


def _is_wanted(state: State, craft: Craft, order: Json) -> bool:
    """Is this an attack on a battle with enemies, by a craft that came for it?"""
    battle = state.battles.get(order.get("battle", ""))
    return battle is not None and battle_for(state, craft) is battle

"""How the bot carries ground units to their battle: it drops what it can as soon as it is there, and lands with the rest."""

from scales.engine import Json, Slot
from scales.hexes import Hex, distance
from scales.interceptor.damage.condition import air_limit
from scales.interceptor.landing import hold
from scales.interceptor.state import Battle, Craft, State


def destination(state: State, craft: Craft) -> Battle | None:
    """The nearest ground battle for a craft with units aboard, if it can fly there."""
    if not hold.aboard(state, craft) or not air_limit(craft):
        return None
    return min((b for _, b in sorted(state.battles.items())), key=lambda b: distance(craft.hex, Hex(b.column, b.row), "odd"), default=None)


def delivery(state: State, slot: Slot) -> Json | None:
    """All vehicles at once by a drop, or else a landing with whoever is aboard."""
    if not hold.aboard(state, state.craft[slot.id]):
        return None
    found = {do: order for order in (o.order for o in reversed(slot.options)) if (do := order["do"]) in ("drop", "touch_down")}
    return found.get("drop") or found.get("touch_down")

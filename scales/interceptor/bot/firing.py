"""How the bot fires: where its weapons do the most, and at missiles that come for it or for the ground below."""

from scales.engine import Json, Option, Slot
from scales.interceptor.bot.errands import is_quarry
from scales.interceptor.state import Craft, State
from scales.interceptor.tables import missiles

QUARRY = 2
"""How much more a hit on what the scenario turns on is worth."""


def fire(state: State, slot: Slot) -> Json:
    """The option that does the most damage by its chance, or saves it."""
    craft = state.craft[slot.id]
    return max(slot.options, key=lambda option: _worth(state, craft, option)).order


def _worth(state: State, craft: Craft, option: Option) -> int:
    """Tenths of a box of damage done, or kept off the craft itself and the ground."""
    if not option.info:
        return 0
    if "missile" not in option.info:
        target = state.craft.get(option.info.get("target", ""))
        wanted = target is not None and is_quarry(state, craft.side, target)
        return int(option.info["expected_tenths"]) * (QUARRY if wanted else 1)
    if option.info["flies_at"] not in ("", craft.id):
        return 0
    return missiles()[option.info["missile"]].damage * int(option.info["destroys"]) // 10

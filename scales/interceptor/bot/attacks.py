"""How the bot comes out of an attack on the ground."""

from scales.engine import Json, Slot
from scales.hexes import arc_sides, distance
from scales.interceptor.state import State


def pull_out(state: State, slot: Slot) -> Json:
    """With the nearest enemy ahead of it rather than behind, if there is one."""
    craft = state.craft[slot.id]
    foe = min((c for c in state.flying() if c.side != craft.side), key=lambda c: (distance(craft.hex, c.hex, "odd"), c.id), default=None)
    if foe is None or foe.hex == craft.hex:
        return slot.options[0].order

    def behind(heading: int) -> int:
        """Hexsides between the bow and the enemy, 0 to 3."""
        return min(min(side - 1, 7 - side) for side in arc_sides(craft.hex, heading, foe.hex, "odd"))

    return min(slot.options, key=lambda option: behind(option.order["heading"])).order

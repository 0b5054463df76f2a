"""What ships fire at: bays, mounts and missiles, one ship after the other."""

from collections.abc import Sequence

from scales.engine import Json, Option, Orders, Slot
from scales.leviathan.combat.worth import worth
from scales.leviathan.state import State
from scales.leviathan.view import View

MISSILE_WORTH = 400
"""A salvo is spent when it promises at least this much."""


def fire_all(view: View, offers: Sequence[Slot]) -> Orders:
    """Every ship its best fire, one after the other: fighters that others will likely destroy, and hexes that salvos already strike, are
    worth less."""
    choices: dict[str, Json] = {}
    struck: dict[str, int] = {}
    for slot in offers:
        missiles = slot.id.endswith("/missiles")
        best = max(slot.options, key=lambda o: _left(view.state, o, struck))
        if missiles and "at" in best.info and _left(view.state, best, struck) < MISSILE_WORTH:
            best = slot.options[0]
        key = str(best.info.get("at") or best.info.get("primary"))
        struck[key] = struck.get(key, 0) + (1 if missiles else best.info.get("share", 0))
        choices[slot.id] = best.order
    return Orders(choices)


def _left(state: State, option: Option, struck: dict[str, int]) -> int:
    """What an option is still worth."""
    value: int = option.info.get("value", 0)
    if "at" in option.info:
        return value // (1 + 2 * struck.get(str(option.info["at"]), 0))
    unit = state.fighters.get(option.info.get("primary", ""))
    if unit is None:
        return value
    all_of_it = worth(unit, unit.boxes_left, 10)
    share: int = option.info["share"]
    return value - share + min(share, max(0, all_of_it - struck.get(unit.id, 0)))

"""How the bot fires: all of a seat's craft together, where a hit goes through or will soon; at missiles that come for it or for the ground below."""

from collections import Counter
from collections.abc import Sequence

from scales.armor import boxes_left
from scales.engine import Json, Option, Slot
from scales.interceptor.bot.errands import is_quarry
from scales.interceptor.damage.condition import kind
from scales.interceptor.state import Craft, State
from scales.interceptor.tables import missiles

QUARRY = 2
"""How much more a hit on what the scenario turns on is worth."""
BARE, THROUGH, THIN, PLAIN = 25, 20, 14, 10
"""What a box is worth, in tenths, on a side that is bare, that the volley goes through, that is thin, and on another."""
THIN_BOXES = 20
HURT = 6
"""What is added where the whole craft has lost all its armor, and in proportion where it has lost some."""


def fire(state: State, slots: Sequence[Slot]) -> dict[str, Json]:
    """For each craft the option that does most, together with what others fire at the same side."""
    planned: Counter[tuple[str, str]] = Counter()
    found = {}
    for slot in slots:
        craft = state.craft[slot.id]
        best = max(slot.options, key=lambda option: _worth(state, craft, option, planned))
        found[slot.id] = best.order
        planned += _by_side(best)
    return found


def _worth(state: State, craft: Craft, option: Option, planned: Counter[tuple[str, str]]) -> int:
    """Hundredths of a box of damage done, or kept off the craft itself, its friends and the ground."""
    if not option.info:
        return 0
    if "missile" in option.info:
        return _saved(state, craft, option.info)
    total = 0
    for (target, side), tenths in _by_side(option).items():
        enemy = state.craft.get(target)
        total += tenths * (_weight(state, craft, enemy, side, tenths, planned) if enemy is not None else PLAIN)
    return total


def _saved(state: State, craft: Craft, info: Json) -> int:
    """What a missile would do: to the craft or the ground all of it, to a friend half."""
    whole = missiles()[info["missile"]].damage * int(info["destroys"])
    if info["flies_at"] in ("", craft.id):
        return whole
    prey = state.craft.get(info["flies_at"])
    return whole // 2 if prey is not None and prey.side == craft.side else 0


def _shots(option: Option) -> list[tuple[str, str, int]]:
    """Target, side and tenths of a box expected of each gun; nothing for fire that is no fire at craft."""
    info = option.info
    if not info or "expected_tenths" not in info:
        return []
    return [(s.get("target", info["target"]), s.get("side", info.get("side", "")), s["expected_tenths"]) for s in info["weapons"]]


def _by_side(option: Option) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for target, side, tenths in _shots(option):
        found[target, side] += tenths
    return found


def _weight(state: State, craft: Craft, enemy: Craft, side: str, tenths: int, planned: Counter[tuple[str, str]]) -> int:
    """What a box on a side of an enemy is worth, in tenths."""
    left = boxes_left(enemy.armor[side]) - planned[enemy.id, side] // 10
    each = BARE if left <= 0 else THROUGH if left * 10 < tenths else THIN if left < THIN_BOXES else PLAIN
    each += HURT * (100 - _whole(enemy)) // 100
    return each * (QUARRY if is_quarry(state, craft.side, enemy) else 1)


def _whole(craft: Craft) -> int:
    """Percent of its armor that is left."""
    full = sum(kind(craft).armor[side] for side in craft.armor)
    return 100 * sum(map(boxes_left, craft.armor.values())) // max(1, full)

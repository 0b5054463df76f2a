"""Missiles as the bot uses them: launched where they are likely to strike, saved against ECM and where enough are under way, met with what helps most."""

from scales.engine import Json, Option, Slot
from scales.interceptor.state import State

LEAST = 150
"""Expected boxes, in hundredths, below which a missile is kept."""
PAINTED_TWICE = 3
"""One stand-off missile in so many finds its target painted both times."""
FAR = 3
"""Movement phases after which a HELL missile comes too late."""
ENOUGH = 2
"""Missiles under way at one target that are enough for it."""


def launch(state: State, slot: Slot) -> Json:
    """The launch that promises most; none where it promises too little."""
    craft = state.craft[slot.id]
    best = max(slot.options, key=lambda option: worth(state, craft.side, option))
    return best.order if worth(state, craft.side, best) >= LEAST else {"missile": ""}


def worth(state: State, side: str, option: Option) -> int:
    """Expected boxes in hundredths, those of friends counted double against it."""
    info = option.info
    if not info:
        return 0
    if "blast" in info:
        return _blast(state, side, info)
    if "struck" in info:
        return _balance(state, side, dict.fromkeys(info["struck"], int(info["damage"]))) * int(info["chance"])
    waiting: int = len(info["under_way"])
    attack, damage = int(info["attack_chance"]), int(info["damage"])
    through = 100 - _shot_down(info["point_defense"], waiting)
    slow = 100 if waiting < ENOUGH else 20
    return int(info["chance"]) * attack * damage * through * slow // 100**3 // _delay(info)


def _delay(info: Json) -> int:
    """What a target on the ground loses of its worth: it must be painted twice, or may leave low altitude while the missile flies."""
    if "paint" not in info:
        return 1
    return PAINTED_TWICE if info["paint"] else int(info["flight"]["turns"])


def _shot_down(row: list[int], waiting: int) -> int:
    """The chance in percent that point defense stops one of the missiles that come together."""
    return 10 * row[waiting] if waiting < len(row) else 10 if row else 0


def _blast(state: State, side: str, info: Json) -> int:
    """A HELL missile is slow: it is worth its blast only where the target is near and friends are not."""
    turns = int(info["flight"]["turns"])
    if turns > FAR:
        return 0
    boxes = {id: sum(points.values()) for id, points in info["blast"].items()}
    javelins = 0 if info["target"] in state.craft else 300
    return (_balance(state, side, boxes) // 4 + javelins) * int(info["chance"]) // turns


def _balance(state: State, side: str, boxes: dict[str, int]) -> int:
    return sum(-2 * count if state.craft[id].side == side else count for id, count in boxes.items())


def defend(state: State, slot: Slot) -> Json:  # noqa: ARG001
    """The answer after which the fewest missiles are expected to strike; an ECM missile is used up only where two would."""

    def cost(option: Option) -> int:
        return int(option.info["expected_hundredths"]) + (100 if option.order["ecm"] == "missile" else 0)

    return min(slot.options, key=cost).order

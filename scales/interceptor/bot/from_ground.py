"""How the bot fires upward from the ground: lasers where they do more than the ground fire that they cost, missiles where they are likely to strike."""

from scales.engine import Json, Option, Slot
from scales.interceptor.bot.rocketry import LEAST, worth
from scales.interceptor.ground_fire.batteries import Battery, find
from scales.interceptor.state import State
from scales.interceptor.tables import missiles

TURRET_WORTH = 40
"""Tenths of a box below which an installation keeps its turret for enemies on the ground; a vehicle half of that."""
TWO = 2
"""Missiles of a vehicle that are enough for one target in one minute."""


def ground_fire(state: State, slot: Slot) -> Json:
    """The target at which the lasers do most, if that is more than they give up."""
    battery = find(state, slot.id)
    best = max(slot.options, key=_lasers)
    return best.order if battery is not None and _lasers(best) >= _price(state, battery) else slot.options[0].order


def _lasers(option: Option) -> int:
    """Tenths of a box done, or kept off friends above and what is below."""
    info = option.info
    if "missile" in info:
        return missiles()[info["missile"]].damage * int(info["destroys"]) // 10
    return int(info["expected_tenths"]) if info else 0


def _price(state: State, battery: Battery) -> int:
    """What ground fire is worth to it: little where no enemy is seen below."""
    seen = any(unit.side != battery.unit.side for unit in state.ground.get(battery.battle.id, []))
    if not seen:
        return 1
    return TURRET_WORTH if battery.is_installation else TURRET_WORTH // 2


def ground_launch(state: State, slot: Slot) -> Json:
    """The launch that promises most, with two missiles of a vehicle or all launchers of an installation; none where it promises too little."""
    battery = find(state, slot.id)
    if battery is None:
        return slot.options[0].order
    best = max(slot.options, key=lambda option: (_launch(state, battery, option), option.info.get("tries", 0)))
    return best.order if _launch(state, battery, best) >= LEAST else slot.options[0].order


def _launch(state: State, battery: Battery, option: Option) -> int:
    """What one of its missiles is worth: nothing where more are ordered than are enough."""
    if not option.info or (option.info["tries"] > TWO and not battery.is_installation):
        return 0
    return worth(state, battery.unit.side, option) // (int(option.info["flight"]["turns"]) if battery.unit.kind == "vehicle" else 1)

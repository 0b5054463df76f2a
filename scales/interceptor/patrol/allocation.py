"""The decision on power: how patrol craft set their variable shields, between initiative and movement (Interceptor: Variable Shields)."""

from functools import lru_cache
from typing import Any

from scales.engine import Decision
from scales.interceptor.damage.condition import is_helpless, kind
from scales.interceptor.damage.damage import P
from scales.interceptor.orders import read
from scales.interceptor.patrol.shields import faults, power_of, setting, strengthened
from scales.interceptor.state import Craft, State
from scales.interceptor.tables import craft_types

RULE = "interceptor: Variable Shields"
GROUPS = {
    "all round": (),
    "ahead": ("bow", "right_bow", "left_bow"),
    "astern": ("stern", "right_stern", "left_stern"),
    "to the right": ("right_bow", "right_stern"),
    "to the left": ("left_bow", "left_stern"),
    "to the bow": ("bow",),
    "to the stern": ("stern",),
    "to the right bow": ("right_bow",),
    "to the left bow": ("left_bow",),
    "to the right stern": ("right_stern",),
    "to the left stern": ("left_stern",),
}
"""Where the power may go first."""
ORDER = ("bow", "stern", "right_bow", "left_bow", "right_stern", "left_stern")
"""Which sides get power first where it does not reach for all of them."""


def decision(seat: str, craft: list[str]) -> Decision:
    return Decision(f"shields:{seat}", seat, "shields", "How do your patrol craft share the power of their shields?", craft, True)


def ask(play: P) -> list[Decision]:
    """Ask every seat at once, sealed; then all shields are set."""
    wanted = play.state.by_seat(lambda side: choosers(play.state, side))
    asked = {f"shields:{seat}": decision(seat, craft) for seat, craft in wanted.items()}
    if asked and not any(key in play.answers for key in asked):
        return list(asked.values())
    for key, each in asked.items():
        given = play.answers.pop(key).choices if key in play.answers else {}
        for id in each.units:
            if id in given:
                _set(play, play.state.craft[id], read("shields", given[id]).shields)
    return []


def choosers(state: State, side: str) -> list[str]:
    """Patrol craft of a side with variable shields, somebody to set them, and something to fear."""
    return [c.id for c in state.flying() if c.side == side and may_set(c) and _is_threatened(state, c)]


def may_set(craft: Craft) -> bool:
    """Can it share out shield power?"""
    return craft.where == "board" and kind(craft).shield_power > 0 and not is_helpless(craft)


def _is_threatened(state: State, craft: Craft) -> bool:
    """Is there an enemy on the board, a missile on its way to it, or a ground battle below with an enemy in it?"""
    flying = any(c.side != craft.side for c in state.flying()) or any(s.target == craft.id for s in state.shots)
    return flying or any(side != craft.side for battle in state.battles.values() for side in battle.sides)


def fit_faults(craft: Craft, given: dict[str, int]) -> list[str]:
    """What is wrong with a setting for a craft; an empty one keeps the shields as they are."""
    return faults(kind(craft).sides, kind(craft).shield_power, given) if given else []


def choices(craft: Craft) -> dict[str, dict[str, int]]:
    """Settings worth choosing, by where the power goes first: as it is, then the others; a broken generator gets none."""
    whole = tuple(side for side in ORDER if f"shield_destroyed:{side}" not in craft.marks)
    found = {"as it is": dict(setting(craft))}
    for name, ratings in _presets(craft.type, whole).items():
        if ratings not in found.values():
            found[name] = dict(ratings)
    return found


@lru_cache(maxsize=256)
def _presets(id: str, whole: tuple[str, ...]) -> dict[str, dict[str, int]]:
    """A setting for each place where the power of a craft with these generators may go first."""
    type = craft_types()[id]
    none = dict.fromkeys(type.sides, 0)
    return {name: none | strengthened(whole, type.shield_power, type.shields, first) for name, first in GROUPS.items()}


def _set(play: P, craft: Craft, given: dict[str, int]) -> None:
    if not may_set(craft) or not given or given == setting(craft):
        return
    craft.shields = {side: given[side] for side in kind(craft).sides}
    words = ", ".join(f"{side.replace('_', ' ')} {rating}" for side, rating in craft.shields.items())
    data: dict[str, Any] = {"shields": dict(craft.shields), "power": power_of(given), "of": kind(craft).shield_power}
    text = f"{craft.name} sets its shields: {words}; {data['power']} of {data['of']} power."
    play.tell("shields_set", text, RULE, units=[craft.id], data=data)

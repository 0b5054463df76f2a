"""What a craft's drive, crew and systems let it do in a move: who steers it, the safe operating thrust, turns, limits by zone, the plant."""

from dataclasses import replace

from scales.interceptor.damage.condition import is_helpless, kind, piloting, thrust, wings
from scales.interceptor.movement.flight import Wings
from scales.interceptor.state import Craft, State
from scales.interceptor.switches import is_on
from scales.interceptor.tables import rule

AUTOMATIC = "A"
"""In the chart of the plant: no roll, it is damaged in any case."""


def is_powerless(craft: Craft, turn: int) -> bool:
    """Has it no thrust at all?"""
    return thrust(craft, turn) == 0


def drifts(craft: Craft, turn: int) -> bool:
    """Does it keep velocity and heading, because there is no thrust or nobody who could use it?"""
    return is_powerless(craft, turn) or (is_helpless(craft) and not craft.wild)


def is_steered(craft: Craft, turn: int) -> bool:
    """Is somebody asked how it moves?"""
    return not craft.wild and not drifts(craft, turn)


def safe_rating(craft: Craft, turn: int) -> int:
    """The SOT rating: the average of maximum thrust and piloting skill, rounded up; it may lie above the thrust there is."""
    return (thrust(craft, turn) + piloting(craft) + 1) // 2


def handling(state: State, craft: Craft) -> Wings:
    """How it turns, by the column of the chart in use, and how fast it may be in the air and in the interface."""
    found = wings(craft)
    if kind(craft).is_patrol:
        found = replace(found, interface=rule("atmosphere")["interface"])
    if is_on(state, "optional_turning"):
        less: int = rule("heading_change")["optional_less"]
        found = replace(found, left=found.left - less, right=found.right - less)
    return found


def push_chart(craft: Craft, turn: int) -> list[int | str]:
    """What each extra point of thrust asks of the plant, by the current maximum thrust (Interceptor: Pushing the Plant)."""
    rows: list[list[int | str]] = rule("pushing_the_plant")["by_thrust"]
    most = thrust(craft, turn)
    return rows[min(most, len(rows)) - 1] if most else []


def push_number(craft: Craft, extra: int, turn: int) -> int:
    """The number at which the plant holds; 0 where it is damaged without a roll."""
    found = push_chart(craft, turn)[extra - 1]
    return 0 if found == AUTOMATIC else int(found)

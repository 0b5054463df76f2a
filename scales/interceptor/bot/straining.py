"""What the bot reckons for thrust beyond what is safe: a saving roll that may fail, a plant that may be hit."""

from scales.interceptor.combat.gunnery import odds
from scales.interceptor.damage.condition import safe_thrust, thrust
from scales.interceptor.movement.handling import push_chart, push_number, safe_rating
from scales.interceptor.state import Craft

TUMBLES, PLANT = 30, 15
"""What a percent of the chance counts that the craft moves at random, and that its plant is hit."""


def risks(craft: Craft, turn: int) -> list[int]:
    """What each amount of thrust costs in risk, from 0 to the most that the plant gives when pushed; none beyond the rating without navigation."""
    most, rating = thrust(craft, turn), safe_rating(craft, turn)
    last = most + len(push_chart(craft, turn))
    if craft.marks.get("navigation"):
        last = min(last, max(rating, safe_thrust(craft, turn)))
    return [_over(spent - rating, rating) + _pushed(craft, spent - most, turn) for spent in range(last + 1)]


def _over(over: int, rating: int) -> int:
    """The saving roll for so much above the rating (Interceptor: Exceeding SOT)."""
    return TUMBLES * (100 - odds(rating - over)) if over > 0 else 0


def _pushed(craft: Craft, extra: int, turn: int) -> int:
    """The roll of the plant for so much beyond the thrust (Interceptor: Pushing the Plant)."""
    if extra <= 0:
        return 0
    number = push_number(craft, extra, turn)
    return PLANT * (100 - odds(number) if number else 100)

"""Units that come aboard a craft: taken up from the ground, or back because the battle that they went to is over."""

from scales.codec import typed
from scales.engine import Decision, Delivery
from scales.interceptor.damage.damage import P
from scales.interceptor.landing import hold
from scales.interceptor.landing.hold import RULE
from scales.interceptor.state import HERE
from scales.messages import UnitsAboard


def take(play: P) -> list[Decision]:
    """Into the craft that they are for; with one that is gone they are lost."""
    for delivery in play.mail("units_aboard"):
        _take(play, typed(delivery.data, UnitsAboard), delivery)
    return []


def _take(play: P, news: UnitsAboard, delivery: Delivery) -> None:
    craft = play.state.craft.get(news.craft)
    known = {load.id for loads in play.state.loads.values() for load in loads}
    units = [load for load in news.units if load.id not in known]
    if craft is None or not units:
        return
    hold.stow(play.state, craft, units)
    names = ", ".join(load.name for load in units)
    text = f"Aboard {craft.name}: {names}."
    play.tell("units_aboard", text, RULE, units=[craft.id, *(u.id for u in units)], seen_by=[craft.side], cause=delivery.cause)
    if craft.where not in HERE:
        hold.lost_with(play, craft, delivery.cause)

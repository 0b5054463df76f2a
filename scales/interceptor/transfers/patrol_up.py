"""A patrol class ship of the Leviathan board leaves this one: what the board above hears of it (option patrol_craft_cross)."""

from scales.interceptor.board import board
from scales.interceptor.damage.damage import P
from scales.interceptor.damage.sheets import sheet_of
from scales.interceptor.landing import hold
from scales.interceptor.state import LOST, Craft, State, Unit
from scales.interceptor.transfers import conversion
from scales.messages import PatrolUp

RULE = "leviathan: Patrol Class Ships"
HOW = {"destroyed": "destroyed", "captured": "captured", "left": "off the board"}


def is_ship(unit: Unit) -> bool:
    """Is it a single ship, which keeps its id, and no unit of fighters?"""
    return unit.craft == [unit.id]


def tell(play: P, unit: Unit) -> None:
    """Gone from here: back where it came from, in the hex above, or lost."""
    craft = play.state.craft[unit.id]
    news = _news(play.state, craft)
    unit.closed, unit.lost = True, int(news == "lost")
    if news == "lost":
        hold.lost_with(play, craft)
    words = {"up": f"is back above, in {unit.last}", "lost": f"is lost below: {HOW.get(craft.where, '')}", "back": "did not come down"}
    data = {"hex": unit.last, "news": news}
    index = play.tell("unit_up", f"{unit.name} {words[news]}.", RULE, units=[unit.id], data=data, cause=unit.cause or None)
    play.send("patrol_up", _message(play.state, unit, craft, news), event=index)


def _news(state: State, craft: Craft) -> str:
    if craft.where in LOST and not craft.exit:
        return "lost"
    return "up" if board(state.layout).has(craft.hex) else "back"


def _message(state: State, unit: Unit, craft: Craft, news: str) -> PatrolUp:
    if news == "lost":
        return PatrolUp(unit.id, unit.side, unit.last, news, how=HOW[craft.where], by=craft.by)
    cargo = list(hold.aboard(state, craft))
    hold.take_out(state, craft, cargo)
    message = PatrolUp(unit.id, unit.side, unit.last, news, craft.heading, craft.velocity, sheet=sheet_of(craft), cargo=cargo)
    message.armor, message.weapons_lost = conversion.armor_left(craft), conversion.weapons_lost(craft)
    message.turret_guns, message.shields_lost = conversion.turret_guns(craft), conversion.shields_lost(craft)
    message.systems = conversion.systems_out(craft)
    return message

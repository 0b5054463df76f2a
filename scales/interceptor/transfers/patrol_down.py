"""A patrol class ship comes down from the Leviathan board, one craft for it (option patrol_craft_cross of that board).

It keeps its id, and what it carries is aboard. Where it comes down its side says in D3, like that of fighters.
"""

from scales.engine import Delivery
from scales.interceptor.board import hexes_below
from scales.interceptor.damage.damage import P
from scales.interceptor.damage.sheets import sheet_faults, with_sheet
from scales.interceptor.landing import hold
from scales.interceptor.pilots import roster
from scales.interceptor.preparation.craft import fresh_craft
from scales.interceptor.state import HERE, Craft, State, Unit
from scales.interceptor.tables import CraftType, aliases, craft_types
from scales.interceptor.transfers import conversion
from scales.interceptor.transfers.patrol_up import RULE
from scales.messages import PatrolDown, PatrolUp


def come_down(play: P, news: PatrolDown, delivery: Delivery) -> None:
    """Still to be placed; one that cannot be here is back above at once."""
    state, type = play.state, craft_types().get(aliases().get(news.craft_type.lower(), ""))
    why = _hindrance(state, news, type)
    data = {"hex": news.hex, "craft_type": news.craft_type}
    words = f"does not come down: {why}" if why else f"comes down under {news.hex}"
    index = play.tell("patrol_down", f"{news.name} {words}.", RULE, units=[news.ship], data=data, cause=delivery.cause)
    if why or type is None:
        back = PatrolUp(news.ship, news.side, news.hex, "back", sheet=news.sheet, cargo=news.cargo)
        play.send("patrol_up", back, event=index)
        return
    craft = _craft(news, type)
    state.craft[craft.id] = craft
    hold.stow(state, craft, news.cargo)
    roster.man(play, craft, unknown="pilot" not in news.sheet)
    state.units[news.ship] = Unit(news.ship, news.name, news.side, [craft.id], 0, news.hex, cause=delivery.cause or "")


def _hindrance(state: State, news: PatrolDown, type: CraftType | None) -> str:
    """Why it cannot come down; '' if it can."""
    if type is None or not type.is_patrol:
        return f"there is no patrol craft '{news.craft_type[:40]}' here"
    there = state.craft.get(news.ship)
    if there is not None and (there.where in HERE or not there.unit):
        return "it is here already"
    if not hexes_below(state.layout, news.hex):
        return f"{news.hex} does not lie over this board"
    aboard = {load.id for loads in state.loads.values() for load in loads} | set(state.falling)
    twice = [load.name for load in news.cargo if load.id in aboard]
    if twice:
        return f"{twice[0]} is here already"
    return "; ".join(hold.misfits(fresh_craft(news.ship, news.name, type, news.side, mission="fighters"), news.cargo))


def _craft(news: PatrolDown, type: CraftType) -> Craft:
    """The craft of its last time here, if there was one, with what was done to its ship since."""
    craft = fresh_craft(news.ship, news.name, type, news.side, mission="fighters")
    if news.sheet and not sheet_faults(craft, news.sheet):
        with_sheet(craft, news.sheet)
    conversion.wear(craft, news)
    craft.unit, craft.where = news.ship, "arriving"
    return craft

"""The initiative phase: ground battles that open or end, units lost above, who moves when (Interceptor: Initiative)."""

from scales.codec import typed
from scales.engine import Decision, Delivery
from scales.interceptor.board import board
from scales.interceptor.damage.condition import kind
from scales.interceptor.damage.damage import P, take_effect
from scales.interceptor.state import ON_BOARD, Battle, Craft
from scales.interceptor.tables import rule
from scales.interceptor.transfers.going_up import UP, close_units
from scales.messages import Battlefield, FightersLost

LIFE_SUPPORT_TURNS = 10


def open_turn(play: P) -> list[Decision]:
    """A new minute: ground battles that open or end, units lost above, air running out."""
    play.state.at.turn += 1
    for delivery in play.mail("battlefield"):
        _battlefield(play, typed(delivery.data, Battlefield), delivery)
    for delivery in play.mail("fighters_lost"):
        _lost(play, typed(delivery.data, FightersLost).unit, delivery)
    for craft in play.state.flying():
        if craft.marks.get("life_support"):
            _breathe(play, craft)
    return []


def _breathe(play: P, craft: Craft) -> None:
    """Without life support the air lasts ten turns after the hit, in a later battle after its first turn; then each turn wounds the crew."""
    craft.life_support = craft.life_support or play.state.at.turn
    if play.state.at.turn > craft.life_support + LIFE_SUPPORT_TURNS:
        craft.fresh.append("pilot")
        play.tell("no_air", f"The crew of {craft.name} suffers without life support.", "interceptor: Internal Damage", units=[craft.id])
        take_effect(play, craft)


def _battlefield(play: P, news: Battlefield, delivery: Delivery) -> None:
    state = play.state
    if news.open:
        hex = board(state.layout).hex(news.hex)
        state.battles[news.battle] = Battle(news.battle, hex.column, hex.row, list(news.sides))
    else:
        state.battles.pop(news.battle, None)
    words = "is fought" if news.open else "is over"
    text = f"A ground battle in {news.hex} {words}."
    play.tell(
        "battlefield",
        text,
        "centurion: Interceptor Integration (Map Set-Up)",
        data={"battle": news.battle, "hex": news.hex},
        cause=delivery.cause,
    )


def _lost(play: P, id: str, delivery: Delivery) -> None:
    """The counter above was destroyed: its craft below leave play (designed)."""
    unit = play.state.units.get(id)
    if unit is None or unit.closed:
        return
    unit.closed = True
    for craft in [play.state.craft[c] for c in unit.craft]:
        if craft.where in (*ON_BOARD, "away"):
            craft.where = "left"
    play.tell("unit_lost", f"{unit.name} is lost above; its craft leave play.", UP, units=[id, *unit.craft], cause=delivery.cause)


# --- initiative -----------------------------------------------------------------------------------------------------------------------


def roll_initiative(play: P) -> list[Decision]:
    """One die a side in each tonnage category, largest first; the higher roll moves first, the larger side moves more each time."""
    state = play.state
    state.order = []
    close_units(play)
    flying = [c for c in state.flying() if not kind(c).is_satellite]
    for weight in sorted({kind(c).weight for c in flying}, reverse=True):
        counts = {s.id: sum(c.side == s.id and kind(c).weight == weight for c in flying) for s in state.sides}
        here = [s for s, count in counts.items() if count]
        order = _roll(play, here, rule("classes")[weight]) if len(here) > 1 else here
        state.order += [[side, str(weight)] for side in turns(order, counts)]
    return []


def _roll(play: P, sides: list[str], category: str) -> list[str]:
    """Sides by their dice, the higher first; those that are level roll again among themselves."""
    rolled = {s: [play.dice.d10(f"initiative, {category}s: {s}")] for s in sides}
    while tied := [s for s in sides if list(rolled.values()).count(rolled[s]) > 1]:
        for s in tied:
            rolled[s].append(play.dice.d10(f"initiative, {category}s, tie: {s}"))
    order = sorted(sides, key=lambda s: rolled[s], reverse=True)
    rolls = {s: dice[-1] for s, dice in rolled.items()}
    play.tell("initiative", f"{order[0]} must move its {category}s first.", "interceptor: Initiative", data={"rolls": rolls})
    return order


def turns(order: list[str], counts: dict[str, int]) -> list[str]:
    """Who moves, craft by craft: the smallest side moves one a round, larger ones in proportion."""
    rounds = min((counts[s] for s in order), default=0)
    found: list[str] = []
    for r in range(rounds):
        for side in order:
            found += [side] * (counts[side] * (r + 1) // rounds - counts[side] * r // rounds)
    return found

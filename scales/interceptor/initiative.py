"""The initiative phase: what comes down or takes off, what is lost above, who moves when (Interceptor: Initiative; centurion: Moving Between Boards)."""

from scales.codec import typed
from scales.engine import Decision, Delivery
from scales.interceptor.announce import UP, close_units
from scales.interceptor.board import board, hexes_below
from scales.interceptor.condition import kind
from scales.interceptor.damage import P, take_effect
from scales.interceptor.orders import read
from scales.interceptor.setup import fresh_craft
from scales.interceptor.state import Battle, Craft, State, Unit
from scales.interceptor.tables import aliases, craft_types, rule
from scales.messages import Battlefield, FightersDown, FightersLost, FightersUp, InterceptorMission
from scales.play import Stage

LIFE_SUPPORT_TURNS = 10
FIGHTERS = {"squadron": 6, "flight": 24, "group": 72}


def open_turn(play: P) -> list[Decision]:
    """A new minute: ground battles that open or end, units lost above, air running out."""
    play.state.at.turn += 1
    for delivery in play.mail("battlefield"):
        _battlefield(play, typed(delivery.data, Battlefield), delivery)
    for delivery in play.mail("fighters_lost"):
        _lost(play, typed(delivery.data, FightersLost).unit, delivery)
    for craft in play.state.flying():
        if craft.life_support and play.state.at.turn > craft.life_support + LIFE_SUPPORT_TURNS:
            craft.fresh.append("pilot")
            play.tell("no_air", f"The crew of {craft.name} suffers without life support.", "interceptor: Damage", units=[craft.id])
            take_effect(play, craft)
    return []


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
        if craft.where in ("board", "ground_attack"):
            craft.where = "left"
    play.tell("unit_lost", f"{unit.name} is lost above; its craft leave play.", UP, units=[id, *unit.craft], cause=delivery.cause)


# --- coming down ----------------------------------------------------------------------------------------------------------------------


def counters(size: str, fighters: int, boxes: int, boxes_left: int, roll: int) -> int:
    """Craft counters that a unit shows: one for six fighters; a damaged squadron one on 1-5, a damaged larger unit boxes left / 6, rounded up."""
    six: int = rule("counters")["fighters_each"]
    shown: int = -(-fighters // six)
    if boxes_left >= boxes:
        return shown
    if size == "squadron":
        return 1 if roll <= rule("counters")["damaged_squadron_appears"] else 0
    return min(shown, -(-boxes_left // six))


def arrive(play: P) -> list[Decision]:
    """Squadrons take off, units come down; their seats are asked where."""
    state, memo = play.state, play.state.at.memo
    if "ask" not in memo:
        for delivery in play.mail("interceptor_mission"):
            _take_off(play, typed(delivery.data, InterceptorMission), delivery)
        for delivery in play.mail("fighters_down"):
            _down(play, typed(delivery.data, FightersDown), delivery)
        waiting = [c for _, c in sorted(state.craft.items()) if c.where == "arriving"]
        memo["ask"] = state.by_seat(lambda side: [c.id for c in waiting if c.side == side])
        if memo["ask"]:
            return [_place(state, seat, memo["ask"][seat]) for seat in sorted(memo["ask"])]
    for seat in sorted(memo["ask"]):
        choices = play.answers[f"place:{seat}"].choices
        for id in memo["ask"][seat]:
            parts = {name: read("place", choices[f"{id}.{name}"]) for name in ("hex", "heading", "velocity")}
            _put(play, state.craft[id], parts["hex"].hex, parts["heading"].heading, parts["velocity"].velocity)
    return []


def _place(state: State, seat: str, ids: list[str]) -> Decision:
    above = {id: state.units[state.craft[id].unit].last for id in ids}
    return Decision(f"place:{seat}", seat, "place", "Where do your fighters come down?", ids, True, {"above": above})


def _put(play: P, craft: Craft, label: str, heading: int, velocity: int) -> None:
    craft.place(board(play.state.layout).hex(label))
    craft.heading, craft.velocity, craft.where = heading, velocity, "board"
    text = f"{craft.name} comes down in {label}, heading {heading}, velocity {velocity}."
    play.tell("came_down", text, UP, units=[craft.id, craft.unit], data={"hex": label})


def next_id(state: State, stem: str) -> str:
    """The next free id of a unit's craft: "<unit>/1" and so on; numbers are never used twice."""
    number = 1
    while f"{stem}/{number}" in state.craft:
        number += 1
    return f"{stem}/{number}"


def _down(play: P, news: FightersDown, delivery: Delivery) -> None:
    state = play.state
    total = sum(news.fighters.values()) or FIGHTERS[news.size]
    damaged_squadron = news.boxes_left < news.boxes and news.size == "squadron"
    roll = play.dice.d10(f"does {news.name} appear below?") if damaged_squadron else 0
    shown = counters(news.size, total, news.boxes, news.boxes_left, roll) if hexes_below(state.layout, news.hex) else 0
    craft = [_shown(play, news) for _ in range(shown)]
    words = f"shows {shown} craft below" if shown else "does not appear below"
    data = {"hex": news.hex, "shown": shown}
    index = play.tell("fighters_down", f"{news.name} {words}.", UP, units=[news.unit, *craft], data=data, cause=delivery.cause)
    if shown:
        state.units[news.unit] = Unit(news.unit, news.name, news.side, craft, 0, news.hex, cause=delivery.cause or "")
    else:
        play.send("fighters_up", FightersUp(news.unit, news.side, news.hex, 0, 0, False), event=index)


def _shown(play: P, news: FightersDown) -> str:
    """One craft of a unit, of a type drawn by the numbers in it."""
    types = [t for t, n in sorted(news.fighters.items()) for _ in range(n)]
    chosen = types[play.dice.roll(len(types), f"type of craft of {news.name}") - 1] if len(news.fighters) > 1 else types[0]
    id = next_id(play.state, news.unit)
    name = f"{news.name} {id.rpartition('/')[2]}"
    craft = fresh_craft(
        id, name, craft_types()[aliases()[chosen.lower()]], news.side, mission="ground" if news.mission == "ground" else "fighters"
    )
    craft.unit, craft.where = news.unit, "arriving"
    play.state.craft[id] = craft
    return id


def _take_off(play: P, news: InterceptorMission, delivery: Delivery) -> None:
    """A ground squadron of six shows one craft, which starts from its base at rest, heading up."""
    state, here = play.state, board(play.state.layout)
    label = news.hex or here.battlefield
    id = next_id(state, news.squadron)
    mission = "ground" if "ground" in news.mission else "fighters"
    craft = fresh_craft(id, news.name, craft_types()[aliases()[news.craft_type.lower()]], news.side, mission=mission)
    craft.squadron, craft.home, craft.heading = news.squadron, label, here.up[0] if here.up else 1
    craft.place(here.hex(label))
    state.craft[id] = craft
    text = f"{news.name} takes off from {label}."
    play.tell("took_off", text, "legatus: Interceptors", units=[id, news.squadron], data={"hex": label}, cause=delivery.cause)


# --- initiative -----------------------------------------------------------------------------------------------------------------------


def roll_initiative(play: P) -> list[Decision]:
    """One die a side in each tonnage category, largest first; the higher roll moves first, the larger side moves more each time."""
    state = play.state
    state.order = []
    close_units(play)
    flying = state.flying()
    for weight in sorted({kind(c).weight for c in flying}, reverse=True):
        counts = {s.id: sum(c.side == s.id and kind(c).weight == weight for c in flying) for s in state.sides}
        here = [s for s, count in counts.items() if count]
        order = _roll(play, here, rule("classes")[weight]) if len(here) > 1 else here
        state.order += [[side, str(weight)] for side in turns(order, counts)]
    return []


def _roll(play: P, sides: list[str], category: str) -> list[str]:
    """Sides by their dice, the higher first; ties roll again."""
    rolls = {s: play.dice.d10(f"initiative, {category}s: {s}") for s in sides}
    while len(set(rolls.values())) < len(rolls):
        tied = [s for s in sides if list(rolls.values()).count(rolls[s]) > 1]
        rolls |= {s: play.dice.d10(f"initiative, {category}s, tie: {s}") for s in tied}
    order = sorted(sides, key=lambda s: -rolls[s])
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


INITIATIVE: list[Stage] = [open_turn, arrive, roll_initiative]

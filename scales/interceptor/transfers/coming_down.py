"""Fighter units come down and squadrons take off (centurion: Moving Between Leviathan and Interceptor Boards; legatus: Interceptors)."""

from scales.codec import typed
from scales.engine import Check, Decision, Delivery
from scales.interceptor.board import board, hexes_below
from scales.interceptor.damage.damage import P
from scales.interceptor.orders import read
from scales.interceptor.pilots import roster
from scales.interceptor.preparation.craft import fresh_craft
from scales.interceptor.state import Craft, State, Unit
from scales.interceptor.tables import aliases, craft_types, rule
from scales.interceptor.transfers.going_up import UP
from scales.interceptor.transfers.patrol_down import come_down
from scales.interceptor.transfers.showing import next_id, show
from scales.messages import FightersDown, FightersUp, InterceptorMission, PatrolDown

FIGHTERS = {"squadron": 6, "flight": 24, "group": 72}


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
        for delivery in play.mail("patrol_down"):
            come_down(play, typed(delivery.data, PatrolDown), delivery)
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


def _down(play: P, news: FightersDown, delivery: Delivery) -> None:
    state = play.state
    total = sum(news.fighters.values()) or FIGHTERS[news.size]
    damaged_squadron = news.boxes_left < news.boxes and news.size == "squadron"
    checks = [_appears(play, news)] if damaged_squadron else []
    shown = (
        counters(news.size, total, news.boxes, news.boxes_left, checks[0].roll if checks else 0)
        if hexes_below(state.layout, news.hex)
        else 0
    )
    craft = show(play, news, shown)
    words = f"shows {shown} craft below" if shown else "does not appear below"
    data = {"hex": news.hex, "shown": shown}
    index = play.tell(
        "fighters_down", f"{news.name} {words}.", UP, units=[news.unit, *craft], checks=checks, data=data, cause=delivery.cause
    )
    if shown:
        state.units[news.unit] = Unit(news.unit, news.name, news.side, craft, 0, news.hex, cause=delivery.cause or "")
    else:
        play.send("fighters_up", FightersUp(news.unit, news.side, news.hex, 0, 0, False), event=index)


def _appears(play: P, news: FightersDown) -> Check:
    """A damaged squadron shows a craft on a low roll; else all its survivors fight elsewhere."""
    most = rule("counters")["damaged_squadron_appears"]
    roll = play.dice.d10(f"does {news.name} appear below?")
    return Check(f"one craft of {news.name} appears", most, [], most, roll, roll <= most, UP)


def _take_off(play: P, news: InterceptorMission, delivery: Delivery) -> None:
    """A ground squadron of six shows one craft, which starts from its base at rest, heading up."""
    state, here = play.state, board(play.state.layout)
    label = news.hex or here.battlefield
    id = next_id(state, news.squadron)
    mission = "ground" if "ground" in news.mission else "fighters"
    craft = fresh_craft(id, news.name, craft_types()[aliases()[news.craft_type.lower()]], news.side, mission=mission)
    craft.squadron, craft.home, craft.heading = news.squadron, label, here.up[0] if here.up else 1
    craft.place(here.hex(label))
    roster.man(play, craft, unknown=True)
    state.craft[id] = craft
    text = f"{news.name} takes off from {label}."
    play.tell("took_off", text, "legatus: Interceptors", units=[id, news.squadron], data={"hex": label}, cause=delivery.cause)

"""Patrol craft that come down on this map and leave it (centurion: Landing or Launching Centurion Units)."""

from collections.abc import Mapping, Sequence
from typing import Any

from scales.centurion.ground.terrain import board_key, on_board, printed, terrain_of
from scales.centurion.preparation import deploy
from scales.centurion.state import PARITY, BattleState, Landed
from scales.centurion.support.labels import read_hex
from scales.centurion.support.landed_craft import RULE, hexes_of, stern_of
from scales.codec import typed
from scales.engine import Decision, Fault, Json, Option, Orders, Slot
from scales.hexes import HEADINGS, Hex, distance
from scales.messages import CraftLanded, CraftTookOff
from scales.play import Play

P = Play[BattleState]
OFFERED, SAFE = 12, 12
"""Places offered, and how far away from enemies more distance counts for nothing."""


# --- coming down and taking off ---------------------------------------------------------------------------------------------------


def arrive(play: P) -> Sequence[Decision]:
    """Craft that took off are gone; those that came down are placed by their side, those still here are as they are now."""
    state = play.state
    for mail in play.mail("craft_took_off"):
        state.landed.pop(typed(mail.data, CraftTookOff).craft, None)
    for mail in play.mail("craft_landed"):
        news = typed(mail.data, CraftLanded)
        if news.craft in state.landed:
            state.landed[news.craft].craft = news
        else:
            state.landing.append(news)
        if mail.cause:
            state.causes[news.craft] = mail.cause
    if state.landing and play.asks_first() and (asked := ask(state)):
        return asked
    answers = {id: order for orders in play.answers.values() for id, order in orders.choices.items()}
    for news in state.landing:
        _put_down(play, news, answers.get(news.craft))
    state.landing = []
    return ()


def ask(state: BattleState) -> list[Decision]:
    """Every side about its own craft, sealed."""
    found = []
    for side in sorted(state.sides):
        ids = [news.craft for news in state.landing if news.side == side]
        if ids:
            data = {"side": side, "units": ids}
            prompt = "Place the craft that land: the hex of the bow, and the heading."
            found.append(Decision(f"touch_down:{side}", state.seat(side), "touch_down", prompt, ids, sealed=True, data=data))
    return found


def _put_down(play: P, news: CraftLanded, order: Any) -> None:
    state = play.state
    good = order if order is not None and not faults(state, news, order) else places(state, news.side)[0].order
    landed = state.landed[news.craft] = Landed(news, read_hex(good["hex"]) or Hex(1, 1), good["heading"])
    bow, stern = (hex.label for hex in hexes_of(landed))
    text = f"{news.craft_name} is on the ground in {bow} and {stern}, heading {landed.heading}."
    data = {"bow": bow, "stern": stern, "heading": landed.heading}
    play.tell("craft_on_ground", text, RULE, units=[news.craft], data=data, cause=state.causes.get(news.craft))


# --- orders -----------------------------------------------------------------------------------------------------------------------


def faults(state: BattleState, news: CraftLanded, order: Any) -> list[str]:
    """Why a place is refused."""
    if not isinstance(order, Mapping) or set(order) != {"hex", "heading"}:
        return [f"The place of {news.craft_name} is a mapping with hex and heading."]
    if type(order["heading"]) is not int or order["heading"] not in HEADINGS:
        return [f"The heading of {news.craft_name} is 1 to 6."]
    bow = read_hex(order["hex"])
    if bow is None or not on_board(state, bow) or not on_board(state, stern_of(bow, order["heading"])):
        return [f"Both hexes of {news.craft_name} lie on the map: that of its bow, such as 0812, and the one behind it."]
    return []


def check(state: BattleState, decision: Decision, orders: Orders) -> list[Fault]:
    """All faults of the places."""
    crafts = [news for news in state.landing if news.side == decision.data["side"] and news.craft in orders.choices]
    return [Fault("not_legal", text, news.craft) for news in crafts for text in faults(state, news, orders.choices[news.craft])]


def offers(state: BattleState, decision: Decision) -> list[Slot]:
    """A slot for each craft: places over the whole map, the best first."""
    crafts = {news.craft: news for news in state.landing}
    options = places(state, decision.data["side"])
    return [Slot(id, f"{crafts[id].craft_name} lands", options, id) for id in decision.data["units"] if id in crafts]


def places(state: BattleState, side: str) -> list[Option]:
    """Hexes of friends and of each part of the map, the bow toward the enemy. `score`: far from enemies, near to friends, on open ground."""
    ground = sorted(printed(board_key(state.board)))
    friends = sorted(u.hex for u in state.in_play() if u.side == side and u.hex is not None)
    foes = [u.hex for u in state.in_play() if u.side != side and u.hex is not None and not u.hidden]
    enemy = deploy.middle(foes or ground)
    found = []
    for hex in dict.fromkeys([*friends[:OFFERED], *ground[:: max(1, len(ground) // (2 * OFFERED))]]):
        headings = (h for h in (deploy.facing_to(hex, enemy), *HEADINGS) if on_board(state, stern_of(hex, h)))
        found.append(_option(state, hex, next(headings), friends, foes))
    found.sort(key=lambda option: (-int(option.info["score"]), option.order["hex"]))
    return found[:OFFERED]


def _option(state: BattleState, bow: Hex, heading: int, friends: Sequence[Hex], foes: Sequence[Hex]) -> Option:
    away = min((distance(bow, foe, PARITY) for foe in foes), default=SAFE)
    near = min((distance(bow, friend, PARITY) for friend in friends), default=0)
    stern = stern_of(bow, heading)
    grounds = [tile.ground if (tile := terrain_of(state).tile(hex)) is not None else "" for hex in (bow, stern)]
    score = 3 * min(away, SAFE) - near - 10 * sum(ground in ("lake", "buildings") for ground in grounds)
    info: Json = {
        "hex": bow.label,
        "stern": stern.label,
        "heading": heading,
        "terrain": grounds,
        "enemy": away,
        "friend": near,
        "score": score,
    }
    return Option({"hex": bow.label, "heading": heading}, f"in {bow.label} and {stern.label}, heading {heading}", info)

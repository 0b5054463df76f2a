"""Leaving the board and coming back: a craft that flew off an edge may return near where it left, turned round, or be gone for good (designed)."""

from typing import Any

from scales.engine import Decision, Fault, Option
from scales.hexes import Hex, neighbor
from scales.interceptor.board import AIR, Board, board
from scales.interceptor.damage.damage import P
from scales.interceptor.movement.control import regains
from scales.interceptor.movement.flying import RULE, leave
from scales.interceptor.movement.handling import handling
from scales.interceptor.orders import ReturnOrder, read
from scales.interceptor.state import Craft, State
from scales.interceptor.tables import rule

INWARD = {"left": (2, 3), "right": (5, 6), "top": (3, 4, 5), "bottom": (1, 2, 6)}
"""Headings that lead onto the board, by the edge that a craft comes in over."""


def due(state: State) -> list[Craft]:
    """Craft that have been away long enough to come back, in order of id."""
    wait: int = rule("away")["back_after"]
    return [c for _, c in sorted(state.craft.items()) if c.where == "away" and state.at.turn >= c.away + wait]


def may_wait(state: State, craft: Craft) -> bool:
    """Is there another turn in which it could come back?"""
    last: int = rule("away")["gone_after"]
    return state.at.turn < craft.away + last


def return_decision(state: State, seat: str, ids: list[str]) -> Decision:
    names = ", ".join(state.craft[id].name for id in ids)
    return Decision(f"return:{seat}", seat, "return", f"Do craft come back onto the board: {names}?", ids, True)


def come_back(play: P) -> list[Decision]:
    """Every seat with craft that may come back is asked; one still out of control has to regain it first."""
    state, memo = play.state, play.state.at.memo
    if "ask" not in memo:
        able = [c for c in due(state) if _is_ready(play, c)]
        memo["ask"] = state.by_seat(lambda side: [c.id for c in able if c.side == side])
        if memo["ask"]:
            return [return_decision(state, seat, memo["ask"][seat]) for seat in sorted(memo["ask"])]
    for seat in sorted(memo["ask"]):
        answer = play.answers.get(f"return:{seat}")
        for id in memo["ask"][seat]:
            if answer is not None and id in answer.choices and state.craft[id].where == "away":
                _carry_out(play, state.craft[id], read("return", answer.choices[id]))
    return []


def _is_ready(play: P, craft: Craft) -> bool:
    """Under control; a craft that does not regain it in time is gone for good."""
    if regains(play, craft):
        return True
    if not may_wait(play.state, craft):
        _gone(play, craft)
    return False


def _carry_out(play: P, craft: Craft, order: ReturnOrder) -> None:
    if order.do == "return":
        _enter(play, craft, board(play.state.layout).hex(order.hex), order.heading)
    elif order.do == "gone" or not may_wait(play.state, craft):
        _gone(play, craft)


def _gone(play: P, craft: Craft) -> None:
    leave(play, craft, "left", "does not come back")


def _enter(play: P, craft: Craft, hex: Hex, heading: int) -> None:
    craft.place(hex)
    craft.where, craft.heading, craft.away = "board", heading, 0
    label = board(play.state.layout).label(hex)
    text = f"{craft.name} comes back onto the board in {label}, heading {heading}, velocity {craft.velocity}."
    play.tell("came_back", text, RULE, units=[craft.id], data={"hex": label, "heading": heading, "velocity": craft.velocity})


# --- where it may come in ---------------------------------------------------------------------------------------------------------------


def edge_of(b: Board, craft: Craft) -> str:
    """The edge that a craft flew off: left, right, top or bottom."""
    out = neighbor(craft.hex, craft.heading, "odd")
    if out.column < b.first.column:
        return "left"
    if out.column > b.last.column:
        return "right"
    return "top" if out.row < b.first.row else "bottom"


def entries(state: State, craft: Craft) -> list[Hex]:
    """Hexes of that edge within its velocity of where it left, above the ground and at a height that bears it at its velocity."""
    b, here = board(state.layout), craft.hex
    most = handling(state, craft).most
    along = [
        Hex(here.column, here.row + n) if edge_of(b, craft) in ("left", "right") else Hex(here.column + n, here.row) for n in _near(craft)
    ]
    return [h for h in along if h == here or (b.has(h) and b.zone(h) != "ground" and _bears(b.zone(h), craft, most(b.zone(h))))]


def _near(craft: Craft) -> range:
    return range(-craft.velocity, craft.velocity + 1)


def _bears(zone: str, craft: Craft, most: int) -> bool:
    return craft.velocity <= most and (most > 0 or zone not in AIR)


def ways_in(state: State, craft: Craft) -> list[dict[str, Any]]:
    """Every order that brings a craft back: a hex and a heading onto the board."""
    b = board(state.layout)
    headings = INWARD[edge_of(b, craft)]
    return [
        {"do": "return", "hex": b.label(h), "heading": heading}
        for h in entries(state, craft)
        for heading in headings
        if b.has(neighbor(h, heading, "odd"))
    ]


def choices(state: State, craft: Craft) -> list[Option]:
    """What a craft that is away may do: come in somewhere, wait while there is time, or go for good."""
    b, name = board(state.layout), craft.name
    found = []
    for order in ways_in(state, craft):
        hex = b.hex(order["hex"])
        info = {"hex": order["hex"], "at": list(hex), "heading": order["heading"], "velocity": craft.velocity, "zone": b.zone(hex)}
        words = f"{name} comes back in {order['hex']}, heading {order['heading']}, velocity {craft.velocity}"
        found.append(Option(order, words, info))
    if may_wait(state, craft):
        last: int = craft.away + rule("away")["gone_after"]
        found.append(Option({"do": "wait"}, f"{name} stays away; turn {last} is the last to come back in", {"last_turn": last}))
    return [*found, Option({"do": "gone"}, f"{name} leaves for good")]


def return_faults(state: State, craft: Craft, order: ReturnOrder) -> list[Fault]:
    """May it stay away, or come in there?"""
    if order.do == "wait" and not may_wait(state, craft):
        return [Fault("too_late", f"{craft.name} must come back now or is gone for good.", RULE)]
    if order.do != "return":
        return []
    ways = ways_in(state, craft)
    if any((w["hex"], w["heading"]) == (order.hex, order.heading) for w in ways):
        return []
    hexes = ", ".join(dict.fromkeys(w["hex"] for w in ways))
    return [Fault("not_there", f"{craft.name} comes back on a heading onto the board in one of {hexes}.", RULE)]

"""Craft that a side places itself, before play or when they enter later: every seat in secret, all revealed together (interceptor: Set-Up)."""

from scales.engine import Decision, Fault, Json, Option
from scales.hexes import Hex
from scales.interceptor.board import board
from scales.interceptor.damage.condition import kind, thrust
from scales.interceptor.damage.damage import P
from scales.interceptor.movement.handling import handling, safe_rating
from scales.interceptor.orders import DeployOrder, read
from scales.interceptor.patrol.halves import spots
from scales.interceptor.scenario.goals import Entry
from scales.interceptor.state import Craft, State

RULE = "interceptor: Set-Up"
OFFERED = 120
"""Places offered for one craft at most; others within its zone are as legal."""


def deploy(play: P) -> list[Decision]:
    """Ask every seat at once where its craft of this turn begin, then put them there."""
    state, memo = play.state, play.state.at.memo
    if "ask" not in memo:
        memo["ask"] = state.by_seat(lambda side: [c.id for c in due(state) if c.side == side])
        if memo["ask"]:
            return decisions(state)
    for seat in sorted(memo["ask"]):
        answer = play.answers.get(f"deploy:{seat}")
        for id in memo["ask"][seat]:
            if answer is not None and id in answer.choices and state.craft[id].where == "waiting":
                _put(play, state.craft[id], read("deploy", answer.choices[id]))
    return []


def due(state: State) -> list[Craft]:
    """Craft that begin now, in order of id."""
    return [c for _, c in sorted(state.craft.items()) if c.where == "waiting" and entry_of(state, c).turn <= state.at.turn]


def decisions(state: State) -> list[Decision]:
    """A decision for each seat with craft that still have to be placed."""
    asked = {seat: [id for id in ids if state.craft[id].where == "waiting"] for seat, ids in sorted(state.at.memo["ask"].items())}
    return [_decision(state, seat, ids) for seat, ids in asked.items()]


def _decision(state: State, seat: str, ids: list[str]) -> Decision:
    names = ", ".join(state.craft[id].name for id in ids)
    return Decision(f"deploy:{seat}", seat, "deploy", f"Where do your craft begin: {names}?", ids, True)


def entry_of(state: State, craft: Craft) -> Entry:
    return next(entry for entry in state.entries if craft.id in entry.units)


def _put(play: P, craft: Craft, order: DeployOrder) -> None:
    craft.place(board(play.state.layout).hex(order.hex))
    craft.heading, craft.velocity, craft.where = order.heading, order.velocity, "board"
    text = f"{craft.name} begins in {order.hex}, heading {order.heading}, velocity {order.velocity}."
    data = {"hex": order.hex, "heading": order.heading, "velocity": order.velocity}
    play.tell("deployed", text, RULE, units=[craft.id], data=data)


# --- where it may begin -------------------------------------------------------------------------------------------------------------------


def top_velocity(state: State, craft: Craft) -> int:
    """The greatest velocity at which a craft may begin: that of its entry, its SOT rating or its thrust."""
    most = entry_of(state, craft).velocity
    if most >= 0:
        return most
    return safe_rating(craft, state.at.turn) if most == -1 else thrust(craft, state.at.turn)


def bears(state: State, craft: Craft, hex: Hex, heading: int, velocity: int) -> bool:
    """Do the air and the interface let it begin there so fast?"""
    b, most = board(state.layout), handling(state, craft).most
    limits = [most(b.zone(h)) for h in spots(b, hex, heading, kind(craft).hexes)]
    return all(velocity <= limit and limit > 0 for limit in limits)


def places(state: State, craft: Craft) -> list[Option]:
    """Places spread over its zone, at full velocity, at half and at rest."""
    entry, b, top = entry_of(state, craft), board(state.layout), top_velocity(state, craft)
    speeds = sorted({top, (top + 1) // 2, 0}, reverse=True)
    every = [
        (label, heading, speed)
        for speed in speeds
        for heading in entry.headings
        for label in entry.hexes
        if bears(state, craft, b.hex(label), heading, speed)
    ]
    return [_option(state, craft, *each) for each in every[:: -(-len(every) // OFFERED) or 1]]


def _option(state: State, craft: Craft, label: str, heading: int, velocity: int) -> Option:
    b = board(state.layout)
    hex = b.hex(label)
    info: Json = {"hex": label, "at": list(hex), "heading": heading, "velocity": velocity, "most": top_velocity(state, craft)}
    words = f"{craft.name} begins in {label}, heading {heading}, velocity {velocity}"
    return Option({"hex": label, "heading": heading, "velocity": velocity}, words, info | {"zone": b.zone(hex)})


def deploy_faults(state: State, craft: Craft, order: DeployOrder) -> list[Fault]:
    """Is it within its zone, on one of its headings, and not too fast?"""
    entry, top = entry_of(state, craft), top_velocity(state, craft)
    found = []
    if order.hex not in entry.hexes:
        zone = f"{entry.hexes[0]} and {entry.hexes[-1]}"
        found.append(Fault("not_there", f"{craft.name} begins between {zone}, not in '{order.hex}'.", RULE))
    if order.heading not in entry.headings:
        headings = " or ".join(map(str, entry.headings))
        found.append(Fault("heading", f"{craft.name} begins on heading {headings}, not {order.heading}.", RULE))
    if order.velocity > top:
        found.append(Fault("too_fast", f"{craft.name} begins with a velocity of {top} at most, not {order.velocity}.", RULE))
    if not found and not bears(state, craft, board(state.layout).hex(order.hex), order.heading, order.velocity):
        found.append(Fault("too_fast", f"{craft.name} cannot fly in {order.hex} at velocity {order.velocity}.", RULE))
    return found

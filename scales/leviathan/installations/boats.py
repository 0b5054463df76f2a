"""How lifeboats fly and land (leviathan: Abandoning an Installation).

A boat turns, changes its velocity, and flies straight; all of it comes out of three thrust points that never come back. An order is JSON:
{"heading": 1 to 6, "velocity": hexes}.
"""

from typing import NamedTuple

from msgspec.structs import replace

from scales.engine import Decision, Json
from scales.hexes import HEADINGS, Hex, neighbor
from scales.leviathan import board
from scales.leviathan.board import PARITY
from scales.leviathan.movement import planet
from scales.leviathan.movement.movement import turn_cost
from scales.leviathan.state import Lifeboat, State
from scales.play import Play

RULE = "leviathan: Abandoning an Installation"
SAFE_ENTRY = 6
"""The fastest that a boat may enter the interface."""
FORESEEN = 12
"""Turns ahead that are looked at when it is asked where a boat comes to."""


class Flight(NamedTuple):
    """Where a flight ends and how: `status` as of a boat."""

    hex: Hex
    velocity: int
    status: str


def flying(state: State, side: str) -> list[Lifeboat]:
    return [b for b in state.lifeboats.values() if b.side == side and b.on_map]


def cost(state: State, boat: Lifeboat, heading: int, velocity: int) -> int:
    """Thrust points of a flight; the direction of the launch is free."""
    away = (heading - boat.heading) % 6
    turns = 0 if boat.fresh == state.turn else min(away, 6 - away)
    return abs(velocity - boat.velocity) + turns * turn_cost(velocity)


def courses(state: State, boat: Lifeboat) -> list[Json]:
    """Every order that the boat has the thrust for, straight on first."""
    found = [(cost(state, boat, h, v), h, v) for h in HEADINGS for v in range(boat.velocity + boat.thrust + 1)]
    return [{"heading": h, "velocity": v} for points, h, v in sorted(found) if points <= boat.thrust]


def fault(state: State, boat: Lifeboat, order: object) -> str:
    """Why a boat cannot fly as ordered; empty if it can."""
    good = isinstance(order, dict) and set(order) == {"heading", "velocity"} and all(type(n) is int for n in order.values())
    if not good or not isinstance(order, dict) or not 1 <= order["heading"] <= 6 or not 0 <= order["velocity"] <= 99:
        return "a lifeboat's order has a heading, 1 to 6, and a velocity in hexes"
    points = cost(state, boat, order["heading"], order["velocity"])
    return f"{boat.name} has {boat.thrust} thrust points left and this takes {points}" if points > boat.thrust else ""


def fly(state: State, boat: Lifeboat, heading: int, velocity: int) -> Flight:
    """A flight hex by hex: off the map, into the interface, down to the ground."""
    at = boat.hex
    for _ in range(velocity):
        came, at = at, neighbor(at, heading, PARITY)
        if board.off_map(state, at):
            return Flight(came, velocity, "left")
        status = _status(state, came, at, velocity)
        if status != "flying":
            return Flight(at, velocity, status)
    return Flight(at, velocity, _at_rest(state, at))


def _status(state: State, came: Hex, at: Hex, velocity: int) -> str:
    """What entering a hex does: too fast into the interface a boat burns up, in a ground hex it lands."""
    before, zone = (board.zone(state.layout, h.column) for h in (came, at))
    if zone == "interface" and before in ("gravity", "space") and velocity > SAFE_ENTRY:
        return "lost"
    return "landed" if zone == "ground" else "flying"


def _at_rest(state: State, at: Hex) -> str:
    """In the air it needs no thrust to come down."""
    return "landed" if board.zone(state.layout, at.column) in ("atmosphere", "ground") else "flying"


def pulled(state: State, boat: Lifeboat) -> Flight:
    """What the gravity well does to a boat at the end of the Movement Phase."""
    rows, velocity = planet.fall(board.zone(state.layout, boat.hex.column), boat.heading, boat.velocity)
    to = Hex(boat.hex.column - rows, boat.hex.row)
    status = _status(state, boat.hex, to, velocity) if rows else "flying"
    return Flight(to, velocity, status if status != "flying" else _at_rest(state, to))


def coasting(state: State, boat: Lifeboat, order: Json) -> tuple[str, int]:
    """Where a boat comes to when it flies as ordered and then on without thrust: (status, in how many turns)."""
    heading = order["heading"]
    ahead = fly(state, boat, heading, order["velocity"])
    for turn in range(1, FORESEEN + 1):
        if ahead.status == "flying":
            ahead = pulled(state, replace(boat, hex=ahead.hex, heading=heading, velocity=ahead.velocity))
        if ahead.status != "flying":
            return ahead.status, turn
        ahead = fly(state, replace(boat, hex=ahead.hex), heading, ahead.velocity)
    return ahead.status, FORESEEN


# ---- the Movement Phase --------------------------------------------------------------------------------------------


def asked(state: State, side: str) -> list[Decision]:
    """How a side's boats fly: all at once, after everything larger has moved."""
    units = [b.id for b in flying(state, side)]
    return [Decision(f"lifeboats:{side}", state.seat_of(side), "lifeboats", "Fly the lifeboats.", units, sealed=True)] if units else []


def fly_all(play: Play[State]) -> list[Decision]:
    """Lifeboats move last, as individual craft do; then the planet pulls them."""
    state = play.state
    if play.asks_first() and (wanted := [d for side in state.sides for d in asked(state, side.id)]):
        return wanted
    for key in sorted(play.answers):
        for boat_id, order in sorted(play.answers[key].choices.items()):
            if state.lifeboats[boat_id].on_map:
                _fly(play, state.lifeboats[boat_id], order)
    for boat in [b for b in state.lifeboats.values() if b.on_map]:
        _pull(play, boat)
    return []


def _fly(play: Play[State], boat: Lifeboat, order: Json) -> None:
    """As ordered; straight on when a ruling has changed so much meanwhile that the order cannot be followed any more."""
    able = not fault(play.state, boat, order)
    heading, velocity = (order["heading"], order["velocity"]) if able else (boat.heading, boat.velocity)
    boat.thrust -= cost(play.state, boat, heading, velocity)
    came = board.label(play.state.sheets, boat.hex)
    flight = fly(play.state, boat, heading, velocity)
    boat.heading, boat.velocity, boat.hex = heading, flight.velocity, flight.hex
    to = board.label(play.state.sheets, boat.hex)
    text = f"{boat.name} flies from {came} to {to}, heading {heading}, velocity {velocity}, {boat.thrust} thrust points left."
    play.tell("moved", text, RULE, units=[boat.id, boat.home],
              data={"hex": list(boat.hex), "heading": heading, "velocity": velocity, "thrust": boat.thrust})  # fmt: skip
    _end(play, boat, flight.status)


def _pull(play: Play[State], boat: Lifeboat) -> None:
    flight = pulled(play.state, boat)
    if flight.hex != boat.hex:
        boat.hex, boat.velocity = flight.hex, flight.velocity
        text = f"The planet pulls {boat.name} down to {board.label(play.state.sheets, boat.hex)}, velocity {boat.velocity}."
        play.tell("pulled", text, "leviathan: Gravity Well Movement", units=[boat.id, boat.home],
                  data={"hex": list(boat.hex), "velocity": boat.velocity})  # fmt: skip
    _end(play, boat, flight.status)


def _end(play: Play[State], boat: Lifeboat, status: str) -> None:
    if status == "landed":
        land(play, boat)
    elif status == "left":
        _save(play, boat, "left", "leaves the map")
    elif status == "lost":
        boat.status = "lost"
        text = f"{boat.name} enters the interface too fast, at velocity {boat.velocity}, and burns up."
        play.tell("lifeboat_lost", text, RULE, units=[boat.id, boat.home], data={"people": boat.people})


def land(play: Play[State], boat: Lifeboat) -> None:
    _save(play, boat, "landed", "lands")


def _save(play: Play[State], boat: Lifeboat, status: str, does: str) -> None:
    """Whoever is aboard is safe."""
    boat.status = status
    home = play.state.ships[boat.home]
    home.evacuation.saved += boat.people
    text = f"{boat.name} {does} with {boat.people} percent of the people of {home.name}: {home.evacuation.saved} percent are saved."
    play.tell("lifeboat_saved", text, RULE, units=[boat.id, boat.home], data={"people": boat.people, "saved": home.evacuation.saved})

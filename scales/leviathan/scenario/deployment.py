"""Placing forces before play and at the edge of the map (leviathan: Game Set-Up and Forces of the scenarios).

The sides throw a die; the lower one places second and sees where the other stands. An order is JSON: {"ships": {id: {"hex": "1:1303", "heading": 4,
"velocity": 4}}, "fighters": {id: {"hex": "1:1305"}}}, or {"aboard": ship} for fighters that are carried. A ship's hex is that of its stern.
"""

from collections.abc import Mapping, Sequence

from scales.engine import Decision, Json
from scales.hexes import Hex, distance
from scales.leviathan import board
from scales.leviathan.adjudication import standing
from scales.leviathan.board import PARITY
from scales.leviathan.state import FighterUnit, Ship, State, Zone
from scales.play import Play

RULE = "leviathan: Game Set-Up"
SLOT = "deployment"


def waiting(state: State, side: str) -> list[str]:
    """Units that their side has still to place, by id; reinforcements come with their group."""
    units: list[Ship | FighterUnit] = [*state.ships.values(), *state.fighters.values()]
    later = {u for group in state.due for u in group.get("units", [])}
    return [u.id for u in units if u.side == side and u.waiting and u.id not in later]


def deploy(play: Play[State]) -> list[Decision]:
    """One side after the other places what has no place yet."""
    state, memo = play.state, play.state.at.memo
    if not any(waiting(state, side.id) for side in state.sides):
        return []
    if "order" not in memo:
        memo["order"] = _order(play)
    for key in sorted(play.answers):
        place(play, memo["order"].pop(0), play.answers[key].choices[SLOT])
    while memo["order"] and not waiting(state, memo["order"][0]):
        memo["order"].pop(0)
    return [decision(state, memo["order"][0], waiting(state, memo["order"][0]))] if memo["order"] else []


def decision(state: State, side: str, units: Sequence[str], zone: Zone | None = None) -> Decision:
    """Where does a side place these units? `zone` where it is not that of the side."""
    at = zone or state.zones[side]
    words = f"within {at.within} hexes of the {at.edge} edge, each within {at.apart} of another, velocity up to {at.velocity}"
    data: Json = {"edge": at.edge, "within": at.within, "apart": at.apart, "velocity": at.velocity, "carried": at.carried}
    return Decision(f"deploy:{side}:{at.edge}", state.seat_of(side), "deploy", f"Place your forces {words}.", list(units), data=data)


def zone_of(decision: Decision) -> Zone:
    """The zone a decision asks for."""
    return Zone(*(decision.data[name] for name in ("edge", "within", "apart", "velocity", "carried")))


def _order(play: Play[State]) -> list[str]:
    """The lower die places second; equal dice are thrown again."""
    sides = [s.id for s in play.state.sides]
    if len(sides) < 2:
        return sides
    while True:
        rolled = {side: play.dice.d10(f"set-up: {side}") for side in sides}
        order = sorted(sides, key=lambda side: -rolled[side])
        words = ", ".join(f"{side} {rolled[side]}" for side in sides)
        if rolled[sides[0]] != rolled[sides[1]]:
            play.tell("set_up_order", f"{order[0]} sets up first, {order[1]} second: {words}.", RULE, data={"rolled": rolled})
            return order
        play.tell("set_up_order", f"The dice for setting up are equal and thrown again: {words}.", RULE, data={"rolled": rolled})


def place(play: Play[State], side: str, order: Json) -> None:
    """Put units where an order says, and tell it."""
    state = play.state
    for id, spot in sorted(order["ships"].items()):
        ship = state.ships[id]
        ship.hex, ship.heading, ship.velocity = board.parse(state.sheets, spot["hex"]), spot["heading"], spot["velocity"]
        ship.waiting = False
    for id, spot in sorted(order["fighters"].items()):
        unit = state.fighters[id]
        unit.aboard = spot.get("aboard", "")
        unit.hex = state.ships[unit.aboard].hex if unit.aboard else board.parse(state.sheets, spot["hex"])
        unit.waiting = False
    for unit in state.fighters.values():
        if unit.aboard in order["ships"]:
            unit.hex = state.ships[unit.aboard].hex
    ids = [*order["ships"], *order["fighters"]]
    play.tell("deployed", f"{side} places {len(ids)} unit{'s' if len(ids) != 1 else ''}.", RULE, units=sorted(ids), data=order)


# ---- checking ------------------------------------------------------------------------------------------------------


def hexes_of(state: State, zone: Zone) -> list[Hex]:
    """The joined hexes of a zone."""
    columns, rows = _spans(state, zone)
    every = (Hex(c, r) for c in columns for r in rows)
    return [h for h in every if not board.off_map(state, h)]


def _spans(state: State, zone: Zone) -> tuple[range, range]:
    """The joined columns and rows of a zone."""
    size = board.layouts()
    first, last = min(s.column for s in state.sheets) + 1, max(s.column for s in state.sheets) + size["columns"]
    top, bottom = min(s.row for s in state.sheets) + 1, max(s.row for s in state.sheets) + size["rows"]
    if zone.edge in ("left", "right"):
        first, last = (first, first + zone.within - 1) if zone.edge == "left" else (last - zone.within + 1, last)
    else:
        top, bottom = (top, top + zone.within - 1) if zone.edge == "top" else (bottom - zone.within + 1, bottom)
    return range(first, last + 1), range(top, bottom + 1)


def faults(state: State, decision: Decision, order: object) -> list[str]:
    """What is wrong with a deployment, all of it."""
    if not isinstance(order, dict) or set(order) != {"ships", "fighters"} or not all(isinstance(order[k], dict) for k in order):
        return ["a deployment gives ships and fighters their places by id"]
    side = next(s.id for s in state.sides if s.seat == decision.seat)
    ships = [u for u in decision.units if u in state.ships]
    flights = [u for u in decision.units if u in state.fighters]
    found = _missing(state, order["ships"], ships) + _missing(state, order["fighters"], flights)
    zone, places = zone_of(decision), dict[str, Hex]()
    for id in sorted(set(ships) & set(order["ships"])):
        found += _ship_faults(state, state.ships[id], order["ships"][id], zone, places)
    for id in sorted(set(flights) & set(order["fighters"])):
        found += _flight_faults(state, state.fighters[id], order["fighters"][id], zone, places)
    return found or [*_carried(state, order), *_cohesion(state, side, places, zone)]


def _missing(state: State, given: Mapping[str, object], wanted: Sequence[str]) -> list[str]:
    units: dict[str, Ship | FighterUnit] = {**state.ships, **state.fighters}
    found = [f"{units[id].name} has no place" for id in wanted if id not in given]
    return found + [f"there is no unit '{str(id)[:40]}' to place" for id in given if id not in wanted]


def _ship_faults(state: State, ship: Ship, spot: object, zone: Zone, places: dict[str, Hex]) -> list[str]:
    if not isinstance(spot, dict) or set(spot) != {"hex", "heading", "velocity"} or not isinstance(spot["hex"], str):
        return [f"{ship.name} has a hex, a heading and a velocity"]
    heading, velocity = spot["heading"], spot["velocity"]
    if type(heading) is not int or not 1 <= heading <= 6:
        return [f"{ship.name} has a heading from 1 to 6"]
    found = []
    if type(velocity) is not int or not 0 <= velocity <= zone.velocity:
        found.append(f"{ship.name} begins with a velocity from 0 to {zone.velocity} ({RULE})")
    return found + _place_faults(state, ship, spot["hex"], heading, zone, places)


def _flight_faults(state: State, unit: FighterUnit, spot: object, zone: Zone, places: dict[str, Hex]) -> list[str]:
    if not isinstance(spot, dict) or set(spot) not in ({"hex"}, {"aboard"}) or not isinstance(next(iter(spot.values())), str):
        return [f"{unit.name} has a hex, or a ship that it is aboard"]
    if "hex" in spot:
        return _place_faults(state, unit, spot["hex"], 1, zone, places)
    if not zone.carried:
        return [f"{unit.name} begins on the map: fighters have been launched in this scenario ({RULE})"]
    ship = state.ships.get(spot["aboard"])
    if ship is None or ship.side != unit.side:
        return [f"{unit.name} is aboard no ship '{spot['aboard'][:40]}' of its side"]
    return []


def _place_faults(state: State, unit: Ship | FighterUnit, text: str, heading: int, zone: Zone, places: dict[str, Hex]) -> list[str]:
    try:
        hex = board.parse(state.sheets, text)
    except ValueError as error:
        return [f"{unit.name}: {error}"]
    places[unit.id] = hex
    columns, rows = _spans(state, zone)
    if hex.column not in columns or hex.row not in rows or board.off_map(state, hex):
        return [f"{unit.name} is placed within {zone.within} hexes of the {zone.edge} edge, not in {text} ({RULE})"]
    length = unit.card.hexes if isinstance(unit, Ship) else 1
    if any(board.off_map(state, h) for h in board.hexes(hex, heading, length)):
        return [f"{unit.name} would lie across the edge of the map"]
    fault = standing.fault(state, unit, hex, heading)
    return [fault] if fault else []


def _carried(state: State, order: Json) -> list[str]:
    """Ships that would carry more fighters than they can."""
    load: dict[str, int] = {}
    for unit in state.fighters.values():
        ship = order["fighters"].get(unit.id, {}).get("aboard", unit.aboard)
        load[ship] = load.get(ship, 0) + unit.count
    most = {id: ship.card.fighters for id, ship in state.ships.items()}
    return [
        f"{state.ships[id].name} carries {most[id]} fighters, not {n} ({RULE})" for id, n in sorted(load.items()) if n > most.get(id, n)
    ]


def _cohesion(state: State, side: str, places: Mapping[str, Hex], zone: Zone) -> list[str]:
    """Ships near another ship, fighters near any unit of their side."""
    mine = {s.id: s.hex for s in state.of_side(side) if s.on_map} | {u: h for u, h in places.items() if u in state.ships}
    flights = {f.id: f.hex for f in state.fighters.values() if f.side == side and f.on_map}
    every = mine | flights | dict(places)
    units: dict[str, Ship | FighterUnit] = {**state.ships, **state.fighters}
    found = []
    for id, hex in places.items():
        others = [h for u, h in (mine if id in state.ships else every).items() if u != id]
        if others and min(distance(hex, h, PARITY) for h in others) > zone.apart:
            found.append(f"{units[id].name} stands more than {zone.apart} hexes from every other one of its squadron ({RULE})")
    return found

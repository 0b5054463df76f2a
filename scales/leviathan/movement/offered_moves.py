"""What a seat may choose in the Movement Phase, each option with where it leads and what it costs."""

from scales.armor import boxes_left
from scales.engine import Decision, Json, Option, Slot
from scales.leviathan import board
from scales.leviathan.fighters import flight
from scales.leviathan.movement import movement, reachable, translation
from scales.leviathan.movement.sequence import class_of, thrust_points
from scales.leviathan.records.words import count, name_of
from scales.leviathan.state import FighterUnit, Ship, State

_TIMES = ("", "", " twice", " three times", " four times")


def which(state: State, decision: Decision) -> list[Slot]:
    return [Slot("unit", "Unit to move", [_next(state, u) for u in decision.units])]


def _next(state: State, unit_id: str) -> Option:
    unit = state.ships.get(unit_id) or state.fighters[unit_id]
    info: Json = {"unit": unit_id, "at": list(unit.hex), "hex": board.label(state.sheets, unit.hex), "class": class_of(unit)}
    label = f"moves {unit.name}, in {info['hex']}"
    if isinstance(unit, Ship):
        info |= {"heading": unit.heading, "velocity": unit.velocity}
        label += f", heading {unit.heading}, velocity {unit.velocity}"
    return Option({"unit": unit_id}, label, info)


def moves(state: State, decision: Decision) -> list[Slot]:
    """A ship's title tells of it when not all ends that it can reach are offered."""
    unit, title = decision.units[0], f"Move {name_of(state, decision.units[0])}"
    if unit in state.ships:
        ship, every = state.ships[unit], reachable.every_plan(state, state.ships[unit])
        points = thrust_points(ship)[0]
        options = [_course(state, ship, plan, track, points) for plan, track in reachable.spread(every)]
        if len(every) > len(options):
            title += f" ({len(options)} of {len(every)} ends; other paths may be ordered)"
    else:
        flights = flight.flights(state, state.fighters[unit])
        options = [_flight(state, state.fighters[unit], order) for order in flights + _rams(state, state.fighters[unit], flights)]
    return [Slot(unit, title, options, unit)]


def _course(state: State, ship: Ship, plan: movement.Plan, track: movement.Track, points: int) -> Option:
    """A move of a ship with so many thrust points. `cost` and `thrust_left` are thrust points; `burns` points of damage to the bow; `drift` hexes straight since the last turn."""
    at = board.label(state.sheets, track.hex)
    info: Json = {
        "at": list(track.hex), "hex": at, "heading": track.heading, "velocity": track.velocity, "cost": track.cost,
        "thrust_left": points - track.cost, "velocity_change": plan.first + plan.last, "hexes": track.moved,
        "turns": [plan.path.count("L"), plan.path.count("R")], "rolls": bool(plan.rolls), "rolled": track.rolled, "drift": track.drift,
        "orbit": plan.orbit, "leaves_map": track.left, "crashes": track.crashed, "burns": track.burns,
    }  # fmt: skip
    words = _course_words(plan, track, at, points)
    if plan.translate:
        info["translates"] = translation.outlook(ship, [*ship.course, track.moved])
        words += f"; translates into T-space, going astray on {info['translates']['misdirection']} percent"
    return Option(plan.json(), words, info)


def _course_words(plan: movement.Plan, track: movement.Track, at: str, points: int) -> str:
    words = f"moves {count(track.moved, 'hex', 'hexes')}"
    for letter, side in (("L", "port"), ("R", "starboard")):
        turns = plan.path.count(letter)
        if turns:
            words += f", turns{_TIMES[turns] if turns < len(_TIMES) else f' {turns} times'} to {side}"
    words += ", leaves the map" if track.left else f", to {at}, heading {track.heading}, velocity {track.velocity}"
    words += ", rolls over" if plan.rolls else ""
    words += f", raises its orbit by {plan.orbit}" if plan.orbit else ""
    words += f", and {track.crashed}" if track.crashed else ""
    words += f", burning for {track.burns} on the bow" if track.burns else ""
    return f"{words}; {track.cost} of {count(points, 'thrust point')}"


def _flight(state: State, unit: FighterUnit, order: Json) -> Option:
    """`hexes` flown of `thrust`; `entered` is the heading on which the unit comes into the hex."""
    if order["to"] == flight.OFF:
        away = flight.edge(state, unit)
        info = {"at": list(unit.hex), "hex": "", "hexes": away, "thrust": unit.thrust, "entered": 0, "leaves_map": True}
        return Option(order, f"leaves the map, {away} hex{'' if away == 1 else 'es'} away", info)
    to = board.parse(state.sheets, order["to"])
    hexes = flight.length(unit, to, order["entered"])
    info = {"at": list(to), "hex": order["to"], "hexes": hexes, "thrust": unit.thrust, "entered": order["entered"], "leaves_map": False}
    way = f", coming in on heading {order['entered']}" if order["entered"] else ""
    label = f"flies {count(hexes, 'hex', 'hexes')} to {order['to']}{way}" if hexes else f"stays in {order['to']}"
    if "ram" in order:
        info["rams"], label = order["ram"], f"{label} and rams {name_of(state, order['ram'])}, to no effect"
    return Option(order, label, info)


def _rams(state: State, unit: FighterUnit, flights: list[Json]) -> list[Json]:
    """One way of flying into each enemy ship whose stern hex is in reach (leviathan: Collisions)."""
    ends = {order["to"]: order for order in reversed(flights)}
    sterns = [(s.id, board.label(state.sheets, s.hex)) for s in state.ships.values() if s.side != unit.side and s.on_map]
    return [ends[hex] | {"ram": ship} for ship, hex in sterns if hex in ends]


def _left(unit: Ship | FighterUnit) -> Json:
    """What is left of a unit that may go down; of a ship also what it carries there."""
    if isinstance(unit, FighterUnit):
        return {"boxes_left": unit.boxes_left}
    boxes = {side: boxes_left(grid) for side, grid in unit.armor.items()}
    return {"boxes_left": sum(boxes.values()), "armor": boxes, "cargo": [load.name for load in unit.cargo]}


def descents(state: State, decision: Decision) -> list[Slot]:
    slots = []
    for unit in decision.units:
        at = board.label(state.sheets, state.unit(unit).hex)
        info = {"hex": at, "at": list(state.unit(unit).hex), **_left(state.unit(unit))}
        options = [
            Option({"down": False}, "stays on this board", info),
            Option({"down": True}, f"goes down to the board below from {at}", info),
        ]
        slots.append(Slot(unit, f"{name_of(state, unit)} over the board below", options, unit))
    return slots

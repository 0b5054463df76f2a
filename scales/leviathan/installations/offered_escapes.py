"""What a seat may choose when it abandons an installation, and how its lifeboats fly."""

from scales.engine import Decision, Json, Option, Slot
from scales.leviathan import board
from scales.leviathan.installations import abandoning, boats, facility
from scales.leviathan.records.words import count, name_of
from scales.leviathan.state import Lifeboat, Ship, State

ENDS = {"landed": "lands", "left": "leaves the map", "lost": "burns up in the interface", "flying": "flies on"}


def abandonments(state: State, decision: Decision) -> list[Slot]:
    return [Slot(u, name_of(state, u), _abandonment(state, state.ships[u]), u) for u in decision.units]


def _abandonment(state: State, ship: Ship) -> list[Option]:
    """`boats` with `people` percent of the normal population each, launched in the Movement Phase of `turn`, `by_hand` or not; `output` and
    `stores` in percent as they are now."""
    due, escape = abandoning.launch_turn(state, ship), ship.evacuation
    info: Json = {"boats": escape.boats, "people": abandoning.load(ship), "turn": due, "by_hand": not abandoning.system_works(ship)}
    info |= {"output": facility.output(ship), "stores": facility.stores(ship)}
    how = " by hand" if info["by_hand"] else ""
    label = f"is abandoned: {count(escape.boats, 'lifeboat')} launched{how} in turn {due}, {info['people']} percent of its people in each; "
    return [
        Option({"abandon": False}, "is held", info),
        Option({"abandon": True}, f"{label}it neither fires nor does anything else any more", info),
    ]


def flights(state: State, decision: Decision) -> list[Slot]:
    slots = []
    for unit in decision.units:
        boat = state.lifeboats[unit]
        options = [_flight(state, boat, order) for order in boats.courses(state, boat)]
        slots.append(Slot(unit, f"{boat.name}, {count(boat.thrust, 'thrust point')} left", options, unit))
    return slots


def _flight(state: State, boat: Lifeboat, order: Json) -> Option:
    """`cost` in thrust points, `status` at the end of the flight; `coasts_to` what becomes of it without more thrust, `in_turns`."""
    heading, velocity = order["heading"], order["velocity"]
    flight, points = boats.fly(state, boat, heading, velocity), boats.cost(state, boat, heading, velocity)
    at = board.label(state.sheets, flight.hex)
    status, turns = boats.coasting(state, boat, order)
    info = {"at": list(flight.hex), "hex": at, "heading": heading, "velocity": velocity, "cost": points, "thrust_left": boat.thrust - points,
            "status": flight.status, "coasts_to": status, "in_turns": turns}  # fmt: skip
    end = f" and {ENDS[flight.status]}" if flight.status != "flying" else ""
    return Option(
        order, f"flies on heading {heading} at velocity {velocity} to {at}{end}; {points} of {count(boat.thrust, 'thrust point')}", info
    )

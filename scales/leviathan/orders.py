"""Checking the orders of a seat: every fault at once, none of it raised."""

from collections.abc import Callable, Mapping

from scales.codec import encode
from scales.engine import Decision, Fault, Json, Orders
from scales.leviathan import board
from scales.leviathan.combat import fire_orders, missiles, struck, turrets
from scales.leviathan.damage import damage_control, sparing
from scales.leviathan.fighters import attack_orders, decks, flight
from scales.leviathan.ground import ground, ground_fire, ground_turrets, support
from scales.leviathan.installations import boats
from scales.leviathan.movement import movement, ramming
from scales.leviathan.patrol import missile_boats
from scales.leviathan.power import initiative, power_orders
from scales.leviathan.scenario import deployment, organization
from scales.leviathan.slots import salvos_of, slot_ids
from scales.leviathan.state import State
from scales.leviathan.view import View

LARGEST = 100_000
"""Bytes of an order; more is refused unread."""
NOTHING: dict[str, Json] = {
    "abandon": {"abandon": False}, "down": {"down": False}, "search": {"hex": ""}, "assign": {"do": "none"}, "launch": {"do": "none"},
    "ground_fire": {"target": ""}, "turrets": {"shares": {}}, "ground_turrets": {"target": ""}, "struck": {"side": ""}, "repair": {"columns": []},
}  # fmt: skip
"""What `{}` says where a unit may do nothing; in other such decisions it is the order itself."""


def spelled_out(answers: Mapping[str, Orders]) -> dict[str, Orders]:
    """Answers with `{}` as the order that it stands for. The key of a decision begins with its kind."""
    found = {}
    for key, orders in answers.items():
        nothing = NOTHING.get(key.partition(":")[0])
        found[key] = orders if nothing is None else Orders({slot: order or nothing for slot, order in orders.choices.items()})
    return found


def check(view: View, decision: Decision, orders: Orders) -> list[Fault]:
    """What is wrong with an order, slot by slot."""
    if not view.side or view.seat != decision.seat:
        return [Fault("not_yours", "this decision is another seat's")]
    if not isinstance(orders.choices, dict):
        return [Fault("malformed", "an order gives a choice for each slot")]
    try:
        if len(encode(orders.choices)) > LARGEST:
            return [Fault("oversized", "this order is too large")]
    except (TypeError, ValueError, RecursionError):
        return [Fault("malformed", "this order is no plain JSON")]
    slots = slot_ids(view.state, decision)
    found = [Fault("unknown_slot", f"this decision has no slot '{str(s)[:60]}'", str(s)[:60]) for s in orders.choices if s not in slots]
    for slot in slots:
        if slot not in orders.choices:
            found.append(Fault("missing_slot", f"the order says nothing of '{slot}'", slot))
        else:
            order = orders.choices[slot]
            said = NOTHING.get(decision.kind, order) if order == {} else order
            texts = _KINDS[decision.kind](view.state, decision, slot, said)
            found += [Fault("illegal", text, slot) for text in texts]
    return found


def _power(state: State, _decision: Decision, slot: str, order: Json) -> list[str]:
    return power_orders.faults(state, state.ships[slot], order)


def _next(_state: State, decision: Decision, _slot: str, order: Json) -> list[str]:
    good = isinstance(order, dict) and set(order) == {"unit"} and order["unit"] in decision.units
    return [] if good else [f"unit names which of {', '.join(decision.units)} moves next"]


def _move(state: State, _decision: Decision, slot: str, order: Json) -> list[str]:
    if slot in state.fighters:
        return _flight(state, slot, order)
    plan = movement.parse_plan(order)
    if isinstance(plan, str):
        return [plan]
    ship = state.ships[slot]
    if plan == movement.straight(state, ship):
        return []
    return movement.follow(state, ship, plan).faults or []


def _flight(state: State, slot: str, order: Json) -> list[str]:
    good = isinstance(order, dict) and set(order) <= {"to", "entered", "ram"} and isinstance(order.get("to"), str)
    entered = order.get("entered", 0) if isinstance(order, dict) else 0
    if not good or type(entered) is not int or not 0 <= entered <= 6:
        return ["a flight has a hex to fly to, the heading 1 to 6 (0: straight) on which it is entered, and a ship to ram, if any"]
    if order["to"] == flight.OFF:
        text = flight.leave_fault(state, state.fighters[slot])
        return ([text] if text else []) + (["a unit that leaves the map rams nothing (leviathan: Collisions)"] if "ram" in order else [])
    try:
        hex = board.parse(state.sheets, order["to"])
    except ValueError as error:
        return [str(error)]
    text = flight.fault(state, state.fighters[slot], hex, entered)
    return ([text] if text else []) + ramming.flight_faults(state, state.fighters[slot], order, hex)


def _down(state: State, _decision: Decision, slot: str, order: Json) -> list[str]:
    if order in ({"down": True}, {"down": False}) and isinstance(order["down"], bool):
        return []
    return [f"say whether {state.unit(slot).name} goes down to the board below, true or false"]


def _ground_turrets(state: State, decision: Decision, slot: str, order: Json) -> list[str]:
    return ground_turrets.faults(state, state.ground.things[slot], salvos_of(decision), order)


def _abandon(state: State, _decision: Decision, slot: str, order: Json) -> list[str]:
    if order in ({"abandon": True}, {"abandon": False}) and isinstance(order["abandon"], bool):
        return []
    return [f"say whether {state.ships[slot].name} is abandoned, true or false"]


def _lifeboats(state: State, _decision: Decision, slot: str, order: Json) -> list[str]:
    text = boats.fault(state, state.lifeboats[slot], order)
    return [text] if text else []


def _search(state: State, _decision: Decision, slot: str, order: Json) -> list[str]:
    unit = state.unit(slot)
    if not isinstance(order, dict) or set(order) != {"hex"} or not isinstance(order["hex"], str):
        return [f"{unit.name} searches one hex, or none"]
    if order["hex"] in ("", *(board.label(state.sheets, h) for h in ground.searchable(state, unit))):
        return []
    where = "fighters search the ground hex right below them" if slot in state.fighters else "it is no ground hex"
    return [f"{unit.name} cannot search {order['hex'][:20]}: {where}"]


def _assign(state: State, _decision: Decision, slot: str, order: Json) -> list[str]:
    unit = state.unit(slot)
    return (
        [] if order in support.duties(state, unit) else [f"{unit.name} cannot be assigned to that: {support.why_not(state, unit, order)}"]
    )


def _launch(state: State, _decision: Decision, slot: str, order: Json) -> list[str]:
    return decks.faults(state, state.fighters[slot], order)


def _collisions(state: State, _decision: Decision, slot: str, order: Json) -> list[str]:
    return ramming.faults(state, slot, order)


def _fire(state: State, _decision: Decision, slot: str, order: Json) -> list[str]:
    ship, _, salvo = slot.partition("/")
    if salvo:
        found = missile_boats.faults if state.ships[ship].card.missile_attack else missiles.faults
        return found(state, state.ships[ship], order)
    return fire_orders.faults(state, state.ships[ship], sparing.without(order)) + sparing.faults(state.ships[ship], order)


def _repair(state: State, _decision: Decision, slot: str, order: Json) -> list[str]:
    return damage_control.faults(state.ships[slot], order)


def _turrets(state: State, decision: Decision, slot: str, order: Json) -> list[str]:
    ship, _, mount = slot.partition("/")
    return turrets.turret_faults(state, state.ships[ship], mount, salvos_of(decision), order)


def _struck(_state: State, decision: Decision, slot: str, order: Json) -> list[str]:
    return struck.faults(decision, slot, order)


def _fighters(state: State, _decision: Decision, slot: str, order: Json) -> list[str]:
    return attack_orders.faults(state, state.fighters[slot], order)


def _ground_fire(state: State, _decision: Decision, slot: str, order: Json) -> list[str]:
    return ground_fire.faults(state, state.ground.things[slot], order)


def _organize(state: State, _decision: Decision, slot: str, order: Json) -> list[str]:
    return organization.faults(state, slot, order)


def _deploy(state: State, decision: Decision, _slot: str, order: Json) -> list[str]:
    return deployment.faults(state, decision, order)


_KINDS: dict[str, Callable[[State, Decision, str, Json], list[str]]] = {
    "organize": _organize, "deploy": _deploy,
    "first": initiative.faults, "power": _power, "next": _next, "move": _move, "down": _down, "search": _search, "assign": _assign, "launch": _launch,
    "collisions": _collisions, "fire": _fire, "turrets": _turrets, "struck": _struck, "fighters": _fighters, "ground_fire": _ground_fire, "repair": _repair, "abandon": _abandon, "ground_turrets": _ground_turrets, "lifeboats": _lifeboats,
}  # fmt: skip

"""What is wrong with an order: whether the craft can fly, fire, launch, announce or come down so."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from scales.engine import Decision, Fault, Orders
from scales.interceptor.board import board, hexes_below
from scales.interceptor.combat import at_missiles
from scales.interceptor.combat.combat import may_fire
from scales.interceptor.combat.gunner import Gunner
from scales.interceptor.damage.condition import armed
from scales.interceptor.ground_attack import at_laf, stand_off
from scales.interceptor.ground_attack.announce import choices, may_announce
from scales.interceptor.ground_fire import batteries, lasers
from scales.interceptor.ground_fire import launches as ground_launches
from scales.interceptor.landing.hold import RULE as DROPS
from scales.interceptor.missiles import lock_on
from scales.interceptor.missiles.defense_offers import defend_faults
from scales.interceptor.missiles.in_flight import RULE as MISSILES
from scales.interceptor.missiles.in_flight import shot_of
from scales.interceptor.movement.away import return_faults
from scales.interceptor.movement.move_checks import move_faults
from scales.interceptor.offers import slots_of, top_velocity
from scales.interceptor.orders import read, shape_faults
from scales.interceptor.patrol.allocation import RULE as SHIELDS
from scales.interceptor.patrol.allocation import fit_faults
from scales.interceptor.scenario.deploying import deploy_faults
from scales.interceptor.state import Craft, State
from scales.interceptor.tables import missiles, weapons
from scales.interceptor.transfers.going_up import UP
from scales.interceptor.view import View
from scales.refusals import with_rule

COMBAT = "interceptor: Combat"
ANNOUNCE = "centurion: Interceptor Integration"


def check(view: View, decision: Decision, orders: Orders) -> list[Fault]:
    """Every fault of an answer; never raises for bad content."""
    if view.seat != decision.seat:
        return [Fault("not_yours", "This decision is another seat's.")]
    slots = slots_of(decision)
    found = shape_faults(slots, orders)
    if found and found[0].code == "bad_shape":
        return found
    for slot in slots:
        if slot in orders.choices:
            found += [_in_slot(slot, fault) for fault in _order_faults(view, decision, slot, orders.choices[slot])]
    return found


def _in_slot(slot: str, fault: Fault) -> Fault:
    """A fault at its slot: what judges an order gives the rule in that place, which goes into the sentence."""
    rule = "" if fault.where == slot else fault.where
    return replace(fault, text=with_rule(fault.text, rule) if rule else fault.text, where=slot)


def _order_faults(view: View, decision: Decision, slot: str, given: Any) -> list[Fault]:
    try:
        order = read(decision.kind, given)
    except ValueError as error:
        return [Fault("bad_order", f"This is no {decision.kind.replace('_', ' ')} order: {error}.", where=slot)]
    if decision.kind == "move":
        return move_faults(view.state, decision, order)
    if decision.kind == "place":
        return _place_faults(view, decision, slot, order)
    if decision.kind in GROUND:
        return _ground_faults(view.state, decision.kind, slot, order)
    return OF_CRAFT[decision.kind](view.state, view.state.craft[slot], order)


GROUND: dict[str, Callable[[State, batteries.Battery, Any], list[Fault]]] = {
    "ground_fire": lasers.faults,
    "ground_launch": ground_launches.faults,
}


def _ground_faults(state: State, kind: str, slot: str, order: Any) -> list[Fault]:
    """A unit that a ruling has taken away can do nothing, and may be told so."""
    battery = batteries.find(state, slot)
    if battery is None:
        return [Fault("gone", "It can fire at nothing above any more.", batteries.RULE)] if any(order.model_dump().values()) else []
    return GROUND[kind](state, battery, order)


# --- combat ---------------------------------------------------------------------------------------------------------------------------


def fire_faults(state: State, craft: Craft, order: Any) -> list[Fault]:
    """Does each weapon work, bear and reach?"""
    if order.fire and not may_fire(craft):
        return [Fault("cannot_fire", f"{craft.name} cannot fire any more.", COMBAT)]
    found, gunner, working = [], Gunner(state, craft), armed(craft, state.at.turn)
    if len(order.fire) > gunner.most:
        found.append(Fault("too_many", f"{craft.name} may fire only {gunner.most} weapons.", "interceptor: Damage"))
    for number, id in sorted(order.fire.items()):
        target = state.craft.get(id)
        if not number.isdecimal() or int(number) not in working or str(int(number)) != number:
            found.append(Fault("no_weapon", f"{craft.name} has no working weapon {number}.", COMBAT))
        elif at_laf.target(state, craft.side, id) is not None:
            found += _low_faults(state, craft, int(number), id)
        elif shot_of(state, id) is not None:
            found += _missile_faults(state, craft, int(number), id)
        elif target is None or target.where != "board" or target.side == craft.side:
            text = f"'{id}' is no target of {craft.name}, which fires at enemies on the board and at those that fly low over a battle."
            found.append(Fault("no_target", text, COMBAT))
        elif int(number) not in gunner.bearing(target):
            name = weapons()[craft.mounts[int(number)].weapon].name
            found.append(Fault("no_bearing", f"The {name} of {craft.name} does not bear on {target.name}.", COMBAT))
    return found


def _missile_faults(state: State, craft: Craft, number: int, id: str) -> list[Fault]:
    """Does a weapon bear on a missile of another side?"""
    if at_missiles.stands(state, craft, number, id):
        return []
    name = weapons()[craft.mounts[number].weapon].name
    return [
        Fault("no_bearing", f"The {name} of {craft.name} does not bear on '{id}', or that is no enemy (interceptor: Missiles).", COMBAT)
    ]


def _low_faults(state: State, craft: Craft, number: int, id: str) -> list[Fault]:
    """Does a weapon bear on a vehicle at low altitude?"""
    if at_laf.stands(state, craft, number, id):
        return []
    name = weapons()[craft.mounts[number].weapon].name
    return [Fault("no_bearing", f"The {name} of {craft.name} does not bear on what flies low over that battle.", at_laf.RULE)]


def launch_faults(state: State, craft: Craft, order: Any) -> list[Fault]:
    """Is the missile aboard and the target in arc and range?"""
    if not order.missile:
        return []
    if order.missile not in lock_on.can_launch(state, craft):
        return [Fault("no_missile", f"{craft.name} has no '{order.missile}' that it could launch now.", MISSILES)]
    if order.missile == "dfm":
        reach = missiles()["dfm"].reach
        return [] if 1 <= order.ahead <= reach else [Fault("reach", f"A DFM bursts 1 to {reach} hexes ahead.", MISSILES)]
    return _target_faults(state, craft, order)


def _target_faults(state: State, craft: Craft, order: Any) -> list[Fault]:
    """Can a missile that seeks a target be launched at it?"""
    if not order.target:
        return [Fault("no_target", f"'target' is missing: a {missiles()[order.missile].name} is launched at somebody.", MISSILES)]
    if order.ahead:
        return [Fault("reach", f"'ahead' is for a DFM, no {missiles()[order.missile].name} has it.", MISSILES)]
    if stand_off.find_unit(state, craft, order.missile, order.target) or lock_on.find_target(state, craft, order.missile, order.target):
        return []
    words = stand_off.why_not(state, craft, order.missile, order.target)
    return [Fault("no_lock", words or f"{craft.name} cannot lock on '{order.target}'.", "" if words else MISSILES)]


# --- shields ------------------------------------------------------------------------------------------------------------------------------


def shields_faults(state: State, craft: Craft, order: Any) -> list[Fault]:  # noqa: ARG001
    """Does the setting fit the craft and its power?"""
    return [Fault("shields", f"{craft.name}: {words}.", SHIELDS) for words in fit_faults(craft, order.shields)]


# --- announcements, coming down -------------------------------------------------------------------------------------------------------


def announce_faults(state: State, craft: Craft, order: Any) -> list[Fault]:
    """Can the craft do that from its hex?"""
    if may_announce(state, craft, order):
        return []
    able = list(dict.fromkeys(_said(c["do"], c.get("battle", "")) for c in choices(state, craft)))
    given = _said(order.do, order.battle)
    if given in able:
        units = ", ".join(f"'{id[:40]}'" for id in order.units[:3]) or "nothing"
        return [Fault("not_aboard", f"{craft.name} cannot {given} with {units}: it drops grav vehicles that are aboard, each once.", DROPS)]
    return [Fault("not_here", f"In {board(state.layout).label(craft.hex)} {craft.name} can {' or '.join(able)}, not {given}.", ANNOUNCE)]


def _said(do: str, battle: str) -> str:
    """'dive bombing at port'."""
    return do.replace("_", " ") + (f" at {battle}" if battle else "")


def pull_out_faults(_state: State, _craft: Craft, _order: Any) -> list[Fault]:
    """Either of the headings that there are will do."""
    return []


def _place_faults(view: View, decision: Decision, slot: str, order: Any) -> list[Fault]:
    id, _, part = slot.rpartition(".")
    craft = view.state.craft[id]
    value = getattr(order, part)
    below = [board(view.state.layout).label(h) for h in hexes_below(view.state.layout, decision.data["above"][id])]
    if {n for n in ("hex", "heading", "velocity") if getattr(order, n) is not None} != {part}:
        return [Fault("place", f"{craft.name} comes down with a {part} and nothing else in this slot.", UP)]
    if part == "hex" and value not in below:
        return [Fault("place", f"{craft.name} comes down in a hex under {decision.data['above'][id]}, not in '{value}'.", UP)]
    if part == "velocity" and value > top_velocity(craft):
        return [Fault("place", f"{craft.name} comes down with a velocity of {top_velocity(craft)} at most, not {value}.", UP)]
    return []


OF_CRAFT: dict[str, Callable[[State, Craft, Any], list[Fault]]] = {
    "fire": fire_faults,
    "launch": launch_faults,
    "defend": defend_faults,
    "announce": announce_faults,
    "pull_out": pull_out_faults,
    "shields": shields_faults,
    "return": return_faults,
    "deploy": deploy_faults,
}
"""What judges an order of a decision that has one slot for each craft."""

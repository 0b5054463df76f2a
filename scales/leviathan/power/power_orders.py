"""Orders for power: how they are read, and what is wrong with them (leviathan: Power Allocation).

An order for a ship is JSON: {"weapons": blocks, "maneuver": blocks}; where shields share the power also {"shields": {side: points}}, and the
blocks that are left feed them.
"""

from typing import NamedTuple

from scales.engine import Json
from scales.leviathan.power import blocks, shields
from scales.leviathan.power.blocks import Allocation
from scales.leviathan.power.shields import Settings
from scales.leviathan.state import Ship, State

RULE = "leviathan: Power Allocation"


class Order(NamedTuple):
    """What a ship does with its power, with the points of each shield side."""

    blocks: Allocation
    settings: Settings


def read(state: State, ship: Ship, order: Json) -> Order:
    """An order without faults: the shields have the blocks that weapons and drives leave."""
    weapons, maneuver = order["weapons"], order.get("maneuver", 0)
    if not shields.shared(state, ship):
        return Order(Allocation(weapons, maneuver), ship.shields)
    return Order(Allocation(weapons, maneuver, blocks.available(state, ship) - weapons - maneuver), shields.read(ship, order))


def faults(state: State, ship: Ship, order: object) -> list[str]:
    """What is wrong with an order for a ship's power, in sentences."""
    shared = shields.shared(state, ship)
    if not isinstance(order, dict) or "weapons" not in order or set(order) - {"weapons", "maneuver", "shields"}:
        return [f"{ship.name} gives blocks of power to weapons and maneuver{', and shields a number for each side' if shared else ''}"]
    weapons, maneuver = order["weapons"], order.get("maneuver", 0)
    if not all(type(n) is int and n >= 0 for n in (weapons, maneuver)):
        return [f"{ship.name} gives whole blocks of power to weapons and maneuver, none or more"]
    if "shields" in order and not shared:
        return [f"the shields of {ship.name} are fixed and take no part in the allocation ({RULE})"]
    found = _sums(state, ship, weapons, maneuver, shared)
    if not found and shared:
        found = shields.faults(ship, order.get("shields", {}), blocks.available(state, ship) - weapons - maneuver)
    return found


def _sums(state: State, ship: Ship, weapons: int, maneuver: int, shared: bool) -> list[str]:
    """Are there so many blocks, all given to something, and none taken from a damaged system?"""
    number, used = blocks.available(state, ship), weapons + maneuver
    given = Allocation(weapons, maneuver, number - used) if shared else Allocation(weapons, maneuver)
    if used > number or (used < number and not shared):
        have = f"{number} block{'' if number == 1 else 's'} of power{' at half power' if ship.power == blocks.HALF else ''}"
        return [f"{ship.name} has {have}, and {weapons} to the weapons with {maneuver} to the drives are {used} ({_rule(ship)})"]
    if maneuver and ship.kind != "ship":
        return [f"{ship.name} has no power to allocate to maneuver (leviathan: Orbital Installations)"]
    found = blocks.shunted_out(ship, given)
    if not found and given not in blocks.allocations(state, ship):
        found = [f"{ship.name} cannot share its power out otherwise than {_only(state, ship)} ({_rule(ship)})"]
    return found


def _only(state: State, ship: Ship) -> str:
    return " or ".join(f"{a.weapons} to the weapons and {a.maneuver} to the drives" for a in blocks.allocations(state, ship))


def _rule(ship: Ship) -> str:
    if ship.card.is_patrol:
        return "leviathan: Patrol Class Ships"
    return "leviathan: Engineering" if ship.power == blocks.HALF else RULE

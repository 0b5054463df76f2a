"""Blocks of power: how many a ship has, and how it may share them out (leviathan: Power Allocation, Weapons, Engineering)."""

from itertools import product
from typing import NamedTuple

from scales.leviathan.power import shields
from scales.leviathan.state import Ship, State

FULL, HALF = 2, 1
"""What `Ship.power` says of a whole ship and of one at half power."""

ALLOTMENTS = ("none", "normal", "double", "triple")
"""What so many blocks in a system are called."""


class Allocation(NamedTuple):
    """Blocks of power; shields that do not share the ship's power have one of their own."""

    weapons: int
    maneuver: int
    shields: int = 1


def systems(state: State, ship: Ship) -> tuple[str, ...]:
    """What the ship shares its power among; an installation has no drives (leviathan: Orbital Installations)."""
    drives = ("maneuver",) if ship.kind == "ship" else ()
    return ("weapons", *drives, *(("shields",) if shields.shared(state, ship) else ()))


def available(state: State, ship: Ship) -> int:
    """Blocks that it has: one a system, at half power a single one (leviathan: Engineering)."""
    return len(systems(state, ship)) if ship.power == FULL else ship.power


def allocations(state: State, ship: Ship) -> list[Allocation]:
    """Every allocation the ship may choose, the normal one first."""
    if ship.abandoned:
        return [Allocation(0, 0, ship.shield_power)]
    if not ship.controlled:
        return [standing(state, ship)]
    names, number = systems(state, ship), available(state, ship)
    every = [
        _of(dict(zip(names, parts, strict=True))) for parts in product(range(number, -1, -1), repeat=len(names)) if sum(parts) == number
    ]
    normal = _of(dict.fromkeys(names, 1))
    if ship.card.is_patrol and ship.power == FULL:
        return [normal]
    return sorted((a for a in every if not shunted_out(ship, a)), key=lambda a: a != normal)


def _of(parts: dict[str, int]) -> Allocation:
    return Allocation(parts["weapons"], parts.get("maneuver", 0), parts.get("shields", 1))


def shunted_out(ship: Ship, given: Allocation) -> list[str]:
    """The damaged power systems that an allocation takes power from, in words; at half power there is nothing to shunt."""
    if ship.power != FULL:
        return []
    damaged = [("weapon_power_system", given.weapons, "Weapon Power System", "Weapons")]
    damaged += [("maneuver_power_system", given.maneuver, "Maneuver Power System", "Maneuver")] if ship.kind == "ship" else []
    return [
        f"no power may be shunted out of the damaged {name} of {ship.name} (leviathan: {rule})"
        for part, left, name, rule in damaged
        if ship.effects.get(part) and not left
    ]


def standing(state: State, ship: Ship) -> Allocation:
    """Without a bridge the allocation stays as it was ordered last, as far as the power reaches (leviathan: Main Bridge)."""
    names, left = systems(state, ship), available(state, ship)
    wanted = dict(zip(("weapons", "maneuver", "shields"), ship.ordered_power or [1, 1, 1], strict=True))
    parts = {}
    for name in names:
        parts[name] = min(wanted[name], left)
        left -= parts[name]
    return _of(parts)


def spinal_powered(ship: Ship) -> bool:
    """May the mount be fired with the power in the weapons? Damaged weapon power needs a shunted block (leviathan: Weapons)."""
    return ship.weapons >= (2 if ship.effects.get("weapon_power_system") else 1)

"""What a unit shoots with, and what a box on each of its sides is worth to whoever shoots at it, in the measure of `combat.worth`."""

from functools import lru_cache
from typing import NamedTuple

from scales import armor
from scales.leviathan import catalog
from scales.leviathan.catalog import SIDES
from scales.leviathan.combat import fire
from scales.leviathan.combat.fire import MOUNT_WIDTH, Target
from scales.leviathan.construction import cards
from scales.leviathan.damage import internals
from scales.leviathan.state import FighterUnit, Ship

REACH = 20
"""Hexes of the longest weapon."""
Guns = dict[str, list[int]]
"""Damage of all bays of a location at ranges 0 to 20; M is the spinal mount."""
Table = tuple[int, ...]
Worth = dict[str, tuple[Table, Table]]
"""What a box of damage aimed at each side is worth at ranges 0 to 20, in thousandths: from bays, which its shield hinders, and from a mount."""


class Battery(NamedTuple):
    """What a unit shoots with and what it is worth to shoot at it."""

    guns: Guns
    worth: Worth


def battery(unit: Target) -> Battery:
    if isinstance(unit, FighterUnit):
        box = 100 * (20 + max(unit.cra[unit.row], unit.lra[unit.row])) // 12
        return Battery(dict.fromkeys("FLRAM", [0] * (REACH + 1)), dict.fromkeys(SIDES, _worth(-fire.size_modifier(unit), box)))
    return Battery(guns(unit), {side: _worth(unit.shield(side), side_worth(unit, side)) for side in SIDES})


@lru_cache(maxsize=5_000)
def _worth(shield: int, box: int) -> tuple[Table, Table]:
    """Behind such a shield, where a box is worth so many hundredths."""
    bases = [fire.base_number(max(1, away)) for away in range(REACH + 1)]
    return tuple(box * fire.chance(base - shield) for base in bases), tuple(box * fire.chance(base) for base in bases)


def side_worth(ship: Ship, side: str) -> int:
    """A box is worth more on small ships and on sides whose armor is nearly gone."""
    full = max(1, ship.card.armor[side])
    left = armor.boxes_left(ship.armor[side]) if side in ship.armor else full
    size = sum(ship.card.armor.values())
    return (1000 + 1500 * (full - left) // full) * (600 + 60_000 // (size + 60)) // 5_000


def guns(ship: Ship) -> Guns:
    """What its bays and mount can do that still work."""
    if ship.hulk or not ship.power:
        return dict.fromkeys("FLRAM", _NONE)
    whole = tuple(n for n, bay in enumerate(ship.bays) if not bay.destroyed)
    return _guns(ship.sheet, whole, bool(ship.card.spinal) and internals.mount_works(ship))


_NONE = [0] * (REACH + 1)


@lru_cache(maxsize=500)
def _guns(sheet: str, whole: tuple[int, ...], mount: bool) -> Guns:
    card = cards.card(sheet)
    found: Guns = {location: list(_NONE) for location in "FLRAM"}
    for away in range(REACH + 1):
        for number in whole:
            bay = card.bays[number]
            found[bay.location][away] += catalog.bay_damage(card, bay, max(1, away))
        if mount:
            found["M"][away] = MOUNT_WIDTH * catalog.spinal_depth(card.spinal, max(1, away)) * 3 // 2
    return found

"""The record sheet of a patrol class ship out of its Interceptor statistics (leviathan: Patrol Class Ships, Conversion with Thrust, Shields, Armor,
Weapons and Damage; rulings R-LEV-49, R-INT-03)."""

from collections.abc import Iterable
from functools import lru_cache

from pydantic import ValidationError

from scales.leviathan import catalog
from scales.leviathan.catalog import BayClass, Sheet
from scales.leviathan.patrol.statistics import (
    Interceptor,
    Mount,
    armor_boxes,
    data,
    faults,
    limits,
    statistics_of,
    turret_names,
    type_id,
    weapons,
)

DAMAGE_PER_BOX = 20
"""Interceptor points that make a box of damage."""


def values(mounts: Iterable[Mount]) -> tuple[int, ...]:
    """Boxes of damage at the Leviathan ranges 1, 2 and 3 of all these weapons together, to the nearest: their damage at the Interceptor ranges
    1, 4-6 and 11-15 over twenty. Of a LEPC half of its two parts counts."""
    halves = [0, 0, 0]
    for mount in mounts:
        weapon = weapons()[mount.weapon]
        for band, points in enumerate(weapon["damage"]):
            halves[band] += points if weapon.get("half") else 2 * points
    return tuple((total + DAMAGE_PER_BOX) // (2 * DAMAGE_PER_BOX) for total in halves)


def bays(given: Interceptor) -> tuple[BayClass, ...]:
    """A bay for the fixed weapons of each side; one that does nothing at any range is none (ruling R-LEV-49)."""
    found = []
    for place in "FLRA":
        damage = values(m for m in given.weapons if data()["bay_of"].get(m.location) == place)
        if any(damage):
            found.append(BayClass("bay", place, damage))
    return tuple(found)


def turret_factor(given: Interceptor) -> tuple[int, ...]:
    """The factor of all turrets at ranges 0 to 3: at 0 as at 1."""
    at_one, *others = values(m for m in given.weapons if m.location in turret_names(given))
    return (at_one, at_one, *others)


def missiles(given: Interceptor) -> int:
    """Missiles as they count for a missile attack: one a hard point, five an auto-loading one."""
    counted: list[int] = [weapons()[m.weapon].get("missiles", 0) for m in given.weapons]
    return given.hard_points + sum(counted)


def is_sound(id: str) -> bool:
    """Is it the id of statistics that break no limit?"""
    try:
        given = statistics_of(id)
    except ValidationError:
        return False
    return type_id(given) == id and not faults(given)


@lru_cache(maxsize=256)
def converted(id: str) -> Sheet:
    """The sheet of a patrol ship by the id of its statistics; its shields lie as the catalogued ships of its class have them, unless the
    set-up distributes them otherwise."""
    given = statistics_of(id)
    attack = catalog.missile_attack(missiles(given))
    shields = limits(given.hull)["shields"]
    return Sheet(
        id=id,
        name=given.name,
        faction=given.faction,
        ship_class=given.hull,
        hull=given.hull,
        hexes=1,
        thrust=given.thrust,
        mass=0,
        power=0,
        shields={side: shields.get(side, 0) for side in catalog.SIDES},
        armor={data()["facings"][facing]: armor_boxes(points) for facing, points in given.armor.items()},
        bays=bays(given),
        spinal=given.spinal_mount,
        missile="",
        salvos=int(attack > 0),
        turret_factor=turret_factor(given),
        turrets=len(turret_names(given)),
        fighters=given.fighters,
        internals="patrol",
        atmosphere=given.streamlined or given.anti_grav,
        carrier=False,
        ftl=given.ftl,
        missile_attack=attack,
    )

"""The charts of Interceptor as the referee knows them, and the sheets of craft and weapons as their files print them."""

from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

import scales.interceptor

DATA = Path(scales.interceptor.__file__).parent / "data"
FIGHTER = ("bow", "right", "right", "stern", "left", "left")
PATROL = ("bow", "right_bow", "right_stern", "stern", "left_stern", "left_bow")
"""What a craft shows at each hexside, clockwise from its heading."""
CATEGORIES = ("light fighter", "medium fighter", "heavy fighter", "gunboat", "corvette", "escort", "satellite")
BASE_TO_HIT = ((1, 8), (3, 7), (6, 6), (10, 5), (15, 4), (20, 3))
ANGLES = (("front", -1), ("side front", -4), ("side rear", -2), ("rear", 0), ("side rear", -2), ("side front", -4))
"""Angle of attack by the hexside that the fire comes through."""
BANDS = (1, 3, 6, 10, 15)
PUSH = ((8,), (8, 0), (8, 6, 0), (8, 6, 4, 0), (8, 6, 4, 2, 0))
"""Pushing the plant by thrust left (1 to 5 and more) and extra thrust; 0 is certain damage."""
RANDOM = (
    ("speed", -1),
    ("speed", 1),
    ("speed", -2),
    ("speed", 2),
    ("speed", 3),
    ("turn", 1),
    ("turn", -1),
    ("turn", 2),
    ("turn", -2),
    ("lost", 0),
)
SHIELD_PRICE = {
    0: 0,
    10: 1,
    20: 2,
    30: 4,
    40: 6,
    50: 12,
    60: 24,
    70: 48,
    80: 96,
    90: 182,
    100: 264,
    110: 528,
    120: 1056,
    130: 2112,
    140: 4228,
}
TEMPLATES: dict[str, dict[int, tuple[int, ...]]] = {
    "mdc": {8: (5, 3), 10: (5, 3, 1, 1), 12: (5, 3, 3, 1)},
    "npc": {1: (1,), 3: (3,), 4: (3, 1), 9: (5, 3, 1), 16: (7, 5, 3, 1), 20: (9, 7, 3, 1)},
    "tpp": {1: (1,), 3: (3,), 4: (1, 3), 9: (1, 3, 5), 16: (1, 3, 5, 7), 20: (1, 3, 7, 9)},
    "epc": {1: (1,), 3: (3,), 5: (5,), 7: (7,), 9: (9,), 14: (9, 5), 18: (9, 9)},
    "cone_laser": {8: (1, 1, 3, 3), 12: (1, 3, 3, 5), 15: (1, 3, 3, 3, 5)},
    "missile": {8: (5, 3), 20: (7, 5, 5, 3)},
}
"""Widths of the rows of a hit from the surface inward."""
SIDE_AREAS = (
    ("weapon_systems",) * 3 + ("shield_generator",) * 2 + ("vector_thruster",) * 2 + ("electronics", "aero_systems", "superstructure")
)
AREAS = {
    "bow": ("cockpit",) * 2 + ("electronics",) * 3 + ("weapon_systems",) * 2 + ("shield_generator", "aero_systems", "superstructure"),
    "left": SIDE_AREAS,
    "right": SIDE_AREAS,
    "stern": ("sub_light_drive",) * 3 + ("power_plant",) * 3 + ("shield_generator", "vector_thruster", "aero_systems", "superstructure"),
}
SATELLITE_AREAS = {
    "bow": ("electronics",) * 4 + ("weapon_systems",) * 3 + ("shield_generator", "orbital_controls", "superstructure"),
    "left": ("weapon_systems",) * 3 + ("shield_generator",) * 2 + ("orbital_controls",) * 2 + ("electronics",) * 2 + ("superstructure",),
    "stern": ("orbital_controls",) * 3 + ("power_plant",) * 4 + ("shield_generator",) + ("superstructure",) * 2,
}
SATELLITE_AREAS["right"] = SATELLITE_AREAS["left"]
PARTS = {
    "cockpit": ("pilot",) * 6 + ("life_support",) * 2 + ("navigation",) * 2,
    "electronics": (
        *("computer_transponder", "long_range_sensors", "scanner_systems", "main_weapons_control", "auxiliary_weapons_controls"),
        *("comm_system", "target_locking_circuits", "target_tracking_circuits", "range_finder_circuits", "fire_computer"),
    ),
    "weapon_systems": ("weapon_short",) * 4 + ("massive_weapon_short",) + ("weapon_destroyed",) * 5,
    "shield_generator": ("shield_short",) * 4 + ("shield_destroyed",) * 4 + ("shield_power_converter",) * 2,
    "vector_thruster": ("vector_thruster",) * 10,
    "sub_light_drive": ("drive_short",) * 3 + ("drive",) * 7,
    "power_plant": ("power_coupling",) * 3 + ("plant",) * 7,
    "aero_systems": ("anti_grav_drive",) * 5 + ("atmospheric_controls",) * 5,
    "orbital_controls": ("orbital_controls_short",) * 4 + ("orbital_controls",) * 6,
    "superstructure": ("superstructure",) * 10,
}
PRINT_OF_PATROL = {"right_bow": "right", "right_stern": "right", "left_bow": "left", "left_stern": "left"}
LONG_SIGHT, SHORT_SIGHT = 20, 10
"""Hexes over which a missile locks on, with long range sensors and without."""
GROUND_LOCK, GROUND_CLIMB, POD, DECOY, AT_MISSILES = 4, -1, -3, -8, -7


@lru_cache(maxsize=2)
def rows(name: str, block: str) -> dict[str, dict[str, Any]]:
    """The rows of a data file by id."""
    found = yaml.load((DATA / f"{name}.yaml").read_text(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return {row["id"]: row for row in found[block]}


def craft(type: str) -> dict[str, Any]:
    return rows("craft", "craft")[type]


def weapon(id: str) -> dict[str, Any]:
    return weapon_rows()[id]


@lru_cache(maxsize=1)
def weapon_rows() -> dict[str, dict[str, Any]]:
    return rows("weapons", "weapons")


@lru_cache(maxsize=1)
def missile_rows() -> dict[str, dict[str, Any]]:
    return rows("weapons", "missiles")


def at_range(row: list[int], hexes: int) -> int:
    """Damage of a row of five bands."""
    for value, last in zip(row, BANDS, strict=False):
        if hexes <= last:
            return value
    return 0


def base_to_hit(hexes: int) -> int:
    return next(number for last, number in BASE_TO_HIT if hexes <= last)


def turn_price(velocity: int, optional: bool = False) -> int:
    """Thrust for one hexside."""
    return min(velocity // 3 + 1, 10) - (1 if optional else 0)


def nearest(number: int, of: int) -> int:
    """A part of something, halves up."""
    return (2 * number + of) // (2 * of)


def safe_thrust(thrust: int, piloting: int) -> int:
    """The average, rounded up."""
    return (thrust + piloting + 1) // 2

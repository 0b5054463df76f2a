"""The Internal Component Block (leviathan: Damaging Internal Components; ruling R-LEV-28).

Boxes are marked at once; what they do waits in `ship.pending` until all fire of the turn is done, since damage is simultaneous.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from scales.dice import Dice
from scales.leviathan import catalog
from scales.leviathan.catalog import Block
from scales.leviathan.damage import components, effects
from scales.leviathan.state import Ship

GROUP = 4
EACH_BOX = (
    "plant_shorts", "sld_shorts", "left_thruster_out", "right_thruster_out", "left_turret_fire_control", "right_turret_fire_control",
    "damage_control", "installation_equipment", "ship_destroyed",
)  # fmt: skip


def block_of(ship: Ship) -> Block:
    return catalog.blocks()[ship.card.internals]


def groups(points: int) -> list[int]:
    """Penetrating damage in groups of four, the last one what is left."""
    return [GROUP] * (points // GROUP) + ([points % GROUP] if points % GROUP else [])


def roll_column(dice: Dice, width: int, why: str) -> int:
    """The column of a hit; patrol ships throw again what is beyond their five columns."""
    while True:
        column = dice.d10(why)
        if column <= width:
            return column


def take_points(ship: Ship, side: str, column: int, points: int) -> list[str]:
    """Mark points straight down one column from its first undamaged box; what is beyond the block counts as boxes of the last row."""
    rows = len(ship.internals)
    named: list[str] = []
    for row in range(rows):
        if points and not ship.internals[row] >> (column - 1) & 1:
            named += _mark(ship, side, row, column)
            points -= 1
    beyond(ship, points)
    return named


def take_spinal(ship: Ship, side: str, column: int, depth: int) -> list[str]:
    """Rows of a penetrating mount: three columns, from the first undamaged box of the middle one."""
    rows = len(ship.internals)
    start = next((r for r in range(rows) if not ship.internals[r] >> (column - 1) & 1), rows)
    named: list[str] = []
    for row in range(start, start + depth):
        for c in (column - 1, column, column + 1):
            if not 1 <= c <= ship.card.width:
                continue
            if row >= rows:
                beyond(ship, 1)
            elif not ship.internals[row] >> (c - 1) & 1:
                named += _mark(ship, side, row, c)
    return named


def gone(ship: Ship) -> bool:
    """Is every box of the block marked? Then no column need be rolled for more."""
    return all(row == (1 << ship.card.width) - 1 for row in ship.internals)


def beyond(ship: Ship, points: int) -> None:
    """Points that reach the last row or go beyond it."""
    if points:
        ship.row_boxes += points
        ship.row_fresh = True


def _mark(ship: Ship, side: str, row: int, column: int) -> list[str]:
    """Mark one box; its component is hit when the box is the first of its area or counts by itself."""
    component, area = at(ship, row, column)
    first = not marked(ship, area)
    ship.internals[row] |= 1 << (column - 1)
    if component == "ship_destroyed":
        beyond(ship, 1)
    if not first and component not in EACH_BOX:
        return []
    ship.pending.append([component, side, str(area)])
    return [component]


def at(ship: Ship, row: int, column: int) -> tuple[str, int]:
    """(component, number of its area) of a box; rows from 0, columns from 1."""
    block = block_of(ship)
    return block.grid[row][column - 1], block.areas[row][column - 1]


def marked(ship: Ship, area: int) -> int:
    """Boxes of an area that are marked off."""
    return sum(ship.internals[row] >> (column - 1) & 1 for row, column in _boxes(ship.card.internals)[area])


@lru_cache(maxsize=32)
def _boxes(block: str) -> dict[int, list[tuple[int, int]]]:
    """The boxes of every area of a block: (row from 0, column from 1)."""
    found: dict[int, list[tuple[int, int]]] = {}
    for row, numbers in enumerate(catalog.blocks()[block].areas):
        for column, area in enumerate(numbers, 1):
            found.setdefault(area, []).append((row, column))
    return found


@lru_cache(maxsize=512)
def most(block: str, component: str) -> int:
    """How often a component of a block can be hit: its areas, or its boxes where each box counts."""
    found = catalog.blocks()[block]
    numbers = [
        area for names, areas in zip(found.grid, found.areas, strict=True) for c, area in zip(names, areas, strict=True) if c == component
    ]
    return len(numbers) if component in EACH_BOX else len(set(numbers))


def clear(ship: Ship, names: Sequence[str]) -> None:
    """All boxes of these components are whole again, and nothing of them waits to take effect."""
    block = block_of(ship)
    for row, parts in enumerate(block.grid):
        for column, name in enumerate(parts):
            if name in names:
                ship.internals[row] &= ~(1 << column)
                ship.struck.pop(str(block.areas[row][column]), None)
    ship.pending = [entry for entry in ship.pending if entry[0] not in names]


def unmark(ship: Ship, row: int, column: int) -> bool:
    """Mend one box; says whether its component is in order again: when none of its area is marked, or when each box counts by itself."""
    component, area = at(ship, row, column)
    ship.internals[row] &= ~(1 << (column - 1))
    whole = component in EACH_BOX or not marked(ship, area)
    if whole:
        components.mend(ship, component, ship.struck.pop(str(area), ""))
    return whole


def words(names: Iterable[str]) -> str:
    """Components hit, as a person reads them."""
    return ", ".join(dict.fromkeys(effects.name(c) for c in names))


# ---- the end of the turn -------------------------------------------------------------------------------------------


class Loss(NamedTuple):
    """A component that goes out of order: by a hit on a side, and what it costs (a side, the number of a bay, or '')."""

    component: str
    side: str
    struck: str


def settle(ship: Ship) -> list[Loss]:
    """The end of the turn: shorts of earlier turns pass, then the components hit this turn take effect together.

    Shorts of the sub-light drive have passed already, after the movement (`drives_clear`).
    """
    ship.shorted = []
    for name in PASSING:
        setattr(ship, name, max(0, getattr(ship, name) - 1))
    lost = [_take_effect(ship, *entry) for entry in ship.pending]
    ship.pending = []
    if ship.row_boxes:
        ship.destroyed = True
    return lost


PASSING = ("plant_shorts", "left_out", "right_out", "spinal_shorts")
"""Shorts that last to the end of a turn."""


def _take_effect(ship: Ship, component: str, side: str, area: str = "") -> Loss:
    struck = components.break_down(ship, component, side)
    if component in ship.effects:  # a sheet may have named it without its boxes
        ship.effects[component] = min(ship.effects[component], most(ship.card.internals, component))
    if struck and area:
        ship.struck[area] = struck
    return Loss(component, side, struck)


def drives_clear(ship: Ship) -> bool:
    """The Movement Phase is over: one turn less of shorts in the sub-light drive (leviathan: SLD Shorts). Has one passed?"""
    had = ship.sld_shorts
    ship.sld_shorts = max(0, had - 1)
    return had > 0


# ---- what works ----------------------------------------------------------------------------------------------------


def mount_works(ship: Ship) -> bool:
    """May the spinal mount fire (power aside)?"""
    return bool(ship.card.spinal) and not (ship.spinal_shorts or ship.effects.get("spinal_coil_damaged") or mount_gone(ship))


def mount_gone(ship: Ship) -> bool:
    """Is it destroyed, by itself or with the spine of the ship? (leviathan: Spinal Mount Destroyed, Spine Cracks)"""
    return bool(ship.effects.get("spinal_destroyed") or ship.effects.get("spine_cracks"))


def deck_works(ship: Ship) -> bool:
    """May fighters be launched and recovered? (leviathan: Spinal Mount, on carriers; Orbital Installations, Fighter Bay)"""
    e = ship.effects
    if ship.hulk or e.get("fighter_bay"):
        return False
    return not (ship.card.carrier and (ship.spinal_shorts or e.get("flight_deck_damaged") or e.get("flight_deck_destroyed")))

"""Internal Component Diagrams: where a box lies, what a vehicle has, and how many boxes of each system are gone (R-CEN-56).

Headings of the book played here too: Internal Damage, Ballistic Protection, Turret Internal Component Damage and Effects.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scales import armor
from scales.armor import Box, Grid
from scales.centurion.catalog import vehicle_type
from scales.centurion.combat.weapons import table
from scales.centurion.state import Mark, Vehicle
from scales.centurion.vehicle import VehicleType

PLAIN = "ballistic_protection"
VANES = ("left_vane", "right_vane")
_SECTIONS = {
    "turret": ("turret", 0),
    "stern": ("hull", 0),
    "left": ("hull", 12),
    "front": ("hull", 24),
    "right": ("hull", 36),
    "bottom": ("bottom", 0),
}
"""The grid under each facing and the columns to add there."""
MOUNTED = {"turret_weapons": ("turret",), "hull_weapons_1": ("hull_1", "hull_both"), "hull_weapons_2": ("hull_2", "hull_both")}


@dataclass(slots=True, frozen=True)
class Diagram:
    """The rows of one grid as component names, and how many boxes each component has."""

    rows: tuple[tuple[str, ...], ...]
    boxes: dict[str, int]

    @property
    def width(self) -> int:
        return len(self.rows[0])


def _figures() -> dict[str, Any]:
    return table("centurion_internals")


@lru_cache(maxsize=8)
def diagrams(kind: str) -> dict[str, Diagram]:
    """The grids of a kind of sheet: grav_vehicle, ground_vehicle, installation_turret."""
    legend = _figures()["legend"]
    sheet = _figures()["diagrams"][kind]
    return {name: _diagram(block["grid"], legend) for name, block in sheet.items() if isinstance(block, dict)}


def _diagram(printed: list[str], legend: dict[str, str]) -> Diagram:
    rows = tuple(tuple(legend[mark] for mark in row) for row in printed)
    boxes: dict[str, int] = {}
    for row in rows:
        for name in row:
            boxes[name] = boxes.get(name, 0) + 1
    return Diagram(rows, boxes)


def sheet_of(vehicle: Vehicle) -> dict[str, Diagram]:
    """The diagrams of a vehicle by grid."""
    return diagrams(vehicle_type(vehicle.type).sheet)


def section(facing: str) -> tuple[str, int]:
    """The internal grid under a facing and the columns to add in it."""
    return _SECTIONS[facing]


def grid(vehicle: Vehicle, name: str) -> Grid:
    """The intact internal boxes of a grid; a whole one is put on the vehicle when it had none yet."""
    if name not in vehicle.internals:
        drawn = sheet_of(vehicle)[name]
        vehicle.internals[name] = armor.full(len(drawn.rows), drawn.width)
    return vehicle.internals[name]


def has_system(kind: VehicleType, system: str) -> bool:
    """A location with nothing in it counts as ballistic protection (centurion: Damage Locations and Effects)."""
    if system in MOUNTED:
        return any(mount.location in MOUNTED[system] for mount in kind.weapons)
    if system == "infantry":
        return kind.infantry_capacity > 0 or kind.role == "naval_fire_control"
    if system == "digging":
        return kind.digging_charges > 0
    return system != PLAIN


def systems_hit(vehicle: Vehicle, name: str, boxes: list[Box]) -> dict[str, int]:
    """The systems that these boxes of a grid belong to, with the boxes each lost."""
    drawn, kind = sheet_of(vehicle)[name], vehicle_type(vehicle.type)
    found: dict[str, int] = {}
    for row, column in boxes:
        system = drawn.rows[row - 1][column - 1]
        if has_system(kind, system):
            found[system] = found.get(system, 0) + 1
    return found


def lost(vehicle: Vehicle, system: str) -> int:
    """Boxes of a system that are gone."""
    gone = 0
    for name, intact in vehicle.internals.items():
        drawn = sheet_of(vehicle)[name]
        if system not in drawn.boxes:
            continue
        for row, mask in zip(drawn.rows, intact.rows, strict=True):
            gone += sum(1 for c, name_ in enumerate(row) if name_ == system and not mask >> c & 1)
    return gone


def cross_off(vehicle: Vehicle, system: str) -> None:
    """Mark off the first box of a system that is left, without what battle damage does."""
    for name, drawn in sheet_of(vehicle).items():
        for number, row in enumerate(drawn.rows if system in drawn.boxes else (), 1):
            left = [[number, c] for c, found in enumerate(row, 1) if found == system and armor.has(grid(vehicle, name), number, c)]
            if left:
                armor.mark(grid(vehicle, name), *left[0])
                return


def size(vehicle: Vehicle, system: str) -> int:
    """All boxes of a system."""
    return sum(drawn.boxes.get(system, 0) for drawn in sheet_of(vehicle).values())


def queue(vehicle: Vehicle, systems: dict[str, int], by: str, weapon: str) -> None:
    """Remember system hits until internal damage takes effect (R-CEN-53)."""
    vehicle.queued += [Mark(system, boxes, by, weapon) for system, boxes in systems.items()]


def thrust_after(thrust: int, effects: list[str]) -> int:
    """Maximum thrust or movement with the worst reduction: quarters rounded to the nearest, halves up (Thrust Reduction Table, R-CEN-02)."""
    if not effects:
        return thrust
    worst = max((int(e[7]) for e in effects if e.startswith("thrust_")), default=0)
    return (thrust * (4 - worst) * 2 + 4) // 8


def infantry_killed(before: int, now: int) -> int:
    """Men killed in the compartment: one for each four boxes lost altogether (centurion: Infantry Compartment)."""
    each = int(_figures()["figures"]["infantry_boxes_each_man"])
    return now // each - before // each


def no_explosion_number(boxes_lost: int) -> int:
    """No explosion on this or less: 7 less one for each box of that store (centurion: Ammo Stores Explode)."""
    return int(_figures()["figures"]["no_explosion"]) - boxes_lost


def survival_number(velocity: int) -> int:
    """Crew and squads live through an explosion on this or less."""
    return int(_figures()["figures"]["survival"]) - velocity


def consciousness_number(boxes_lost: int) -> int:
    """A crew member stays (or becomes) conscious on this or less."""
    return int(_figures()["figures"]["consciousness"]) - boxes_lost

"""How long technicians take to repair a vehicle between battles (centurion: Damage Locations and Effects)."""

from collections.abc import Iterable

from scales import armor
from scales.centurion.catalog import vehicle_type
from scales.centurion.combat import internals
from scales.centurion.combat.weapons import table
from scales.centurion.preparation import muster
from scales.centurion.preparation.setup import VehicleSpec
from scales.centurion.state import Vehicle
from scales.engine import Json

KINDS = ("armor", "internal", "vehicle_destroyed")


def minutes(boxes: dict[str, int]) -> int:
    """Minutes for so many boxes of each kind."""
    each = table("centurion_internals")["repair_minutes"]
    return sum(int(each[kind]) * count for kind, count in boxes.items())


def lost(vehicle: Vehicle) -> dict[str, int]:
    """Boxes that a vehicle has lost, by kind; ballistic protection and places with nothing in them count as armor."""
    new = muster.fresh(VehicleSpec(id="new", type=vehicle.type), vehicle.side, vehicle.century, vehicle.platoon)
    outside = sum(armor.boxes_left(new.armor[side]) - armor.boxes_left(grid) for side, grid in vehicle.armor.items())
    found = dict.fromkeys(KINDS, 0) | {"armor": outside}
    for name, count in _inside(vehicle):
        found[_kind(vehicle, name)] += count
    return found


def _inside(vehicle: Vehicle) -> Iterable[tuple[str, int]]:
    """Every component that has lost boxes, with how many."""
    names = dict.fromkeys(name for drawn in internals.sheet_of(vehicle).values() for name in drawn.boxes)
    return [(name, gone) for name in names if (gone := internals.lost(vehicle, name))]


def _kind(vehicle: Vehicle, component: str) -> str:
    if component == "vehicle_destroyed":
        return component
    return "internal" if internals.has_system(vehicle_type(vehicle.type), component) else "armor"


def record(vehicle: Vehicle) -> Json:
    """Boxes to repair by kind, and the minutes they take; a vehicle whose ammunition exploded is beyond repair."""
    found = lost(vehicle)
    if "exploded" in vehicle.effects:
        return {"possible": False, "boxes": found}
    return {"possible": True, "boxes": found, "minutes": minutes(found)}

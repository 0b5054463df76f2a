"""The hard points of air-defense vehicles: what hangs on them, what of it can be launched, and what is gone (centurion: Choose and Allocate Weapons).

Hard points carry SSS or HELL missiles of Interceptor and nothing else.
"""

from collections.abc import Iterator, Sequence

from scales.centurion.catalog import data, vehicle_type
from scales.centurion.state import Vehicle
from scales.centurion.vehicle import VehicleType
from scales.engine import Json

RULE = "centurion: Choose and Allocate Weapons"
KINDS = {"sss": "SSS", "hell_missile": "HELL missile"}
LOST = {"turret": "turret_weapons", "hull_1": "hull_weapons_1", "hull_2": "hull_weapons_2"}


def places(kind: VehicleType) -> list[str]:
    """Where the hard points of a vehicle sit, in the order of its sheet."""
    return [mount.location for mount in kind.weapons if mount.weapon == data("anti_air")["mount"]]


def has_system(kind: VehicleType) -> bool:
    """Does it mount an air defense system?"""
    return any(mount.weapon == data("anti_air")["system"] for mount in kind.weapons)


def loaded(kind: VehicleType, wanted: Sequence[str] | None) -> list[str]:
    """What hangs on the hard points at the start: as wanted, empty where nothing more is named; else as designed, or SSS missiles."""
    count = len(places(kind))
    if wanted is None:
        return list(kind.loads) or [data("anti_air")["hard_point"]] * count
    return [*wanted, *[""] * count][:count]


def ready(vehicle: Vehicle) -> list[int]:
    """Numbers of the hard points that carry something and are not out of action."""
    where = places(vehicle_type(vehicle.type))
    return [n for n, load in enumerate(vehicle.hard_points) if load and LOST[where[n]] not in vehicle.effects]


def missiles(vehicle: Vehicle) -> dict[str, int]:
    """Missiles that can be launched, by kind."""
    loads = [vehicle.hard_points[n] for n in ready(vehicle)]
    return {kind: loads.count(kind) for kind in KINDS if kind in loads}


def spend(vehicle: Vehicle, kind: str, count: int) -> None:
    """Missiles have left the ground: from the hard points that can launch, in their order."""
    for number in [n for n in ready(vehicle) if vehicle.hard_points[n] == kind][:count]:
        vehicle.hard_points[number] = ""


def record(vehicle: Vehicle) -> Json:
    """The hard points on its sheet; nothing for a vehicle without any."""
    where, able = places(vehicle_type(vehicle.type)), ready(vehicle)
    rows = [
        {"number": n, "location": place.replace("_", " "), "holds": KINDS.get(load, "nothing"), "state": _state(load, is_ready=n in able)}
        for n, (place, load) in enumerate(zip(where, vehicle.hard_points, strict=True))
    ]
    return {"hard_points": rows} if rows else {}


def _state(load: str, *, is_ready: bool) -> str:
    return "ready" if is_ready else "out of action" if load else "empty"


def objections(vehicle: Vehicle) -> Iterator[str]:
    """What can never be true of hard points (for the invariants)."""
    if len(vehicle.hard_points) != len(places(vehicle_type(vehicle.type))):
        yield f"{vehicle.id} has {len(vehicle.hard_points)} loads for its hard points"
    if any(load and load not in KINDS for load in vehicle.hard_points):
        yield f"{vehicle.id} carries what no hard point takes"


def load_fault(id: str, count: int, wanted: Sequence[str] | None) -> str:
    """What is wrong with the loads that a set-up gives a vehicle with so many hard points; '' for nothing."""
    return f"vehicle '{id}' has {count} hard points, not {len(wanted)} ({RULE})" if wanted is not None and len(wanted) > count else ""

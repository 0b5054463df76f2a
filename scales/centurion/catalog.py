"""The catalogue: vehicles, infantry squads, platoons and centuries, read once from the data files of this package."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from scales import facts
from scales.centurion.construction.construction import designed, is_sound
from scales.centurion.construction.design import PREFIX
from scales.centurion.vehicle import TURRET, Mount, VehicleType


@lru_cache(maxsize=32)
def data(name: str) -> Any:
    """One data file of the scale by its name without `.yaml`; shared, so nobody may change it."""
    return facts.read(Path(__file__).parent / "data" / f"{name}.yaml")


@dataclass(slots=True, frozen=True)
class SquadType:
    """An infantry squad as organised: movement points, TVLG and mortars; `points` scenario points."""

    id: str
    name: str
    movement: int
    missiles: int
    mortars: int
    points: int


@dataclass(slots=True, frozen=True)
class PlatoonType:
    """Vehicles and squads of one record sheet, in order."""

    id: str
    vehicles: tuple[str, ...]
    squads: tuple[str, ...]


@dataclass(slots=True, frozen=True)
class CenturyType:
    """A century as organised: platoons in order, and the platoon and vehicle that carry the Centurion."""

    id: str
    kind: str
    faction: str
    platoons: tuple[str, ...]
    centurion: tuple[str, str]
    leadership: int
    quality: str


@lru_cache(maxsize=1)
def vehicle_types() -> dict[str, VehicleType]:
    """All vehicles by id."""
    return {row["id"]: _vehicle(row) for row in data("vehicles")["vehicles"]}


def _vehicle(row: dict[str, Any]) -> VehicleType:
    return VehicleType(
        id=row["id"],
        name=row["name"],
        faction=row["faction"],
        role=row["role"],
        grav=row["propulsion"] == "grav",
        thrust=row.get("thrust", 0),
        movement_points=row.get("movement_points", 0),
        shields=row["shields"],
        armor=row["armor"],
        weapons=tuple(Mount(w["weapon"], w["location"]) for w in row["weapons"]),
        missiles=row["missiles"],
        vulcan=row["vulcan"],
        infantry_capacity=row["infantry_capacity"],
        digging_charges=row["digging_charges"],
        smoke_charges=row["smoke_charges"],
        mass=row["mass"],
        points=row["points"],
    )


@lru_cache(maxsize=1)
def squad_types() -> dict[str, SquadType]:
    """All infantry squads by id, and the vehicle crew on foot."""
    rows = data("movement")["squads"]
    return {i: SquadType(i, r["name"], r["movement"], r["missiles"], r["mortars"], r["points"]) for i, r in rows.items()}


@lru_cache(maxsize=1)
def platoon_types() -> dict[str, PlatoonType]:
    """All platoon templates by id."""
    return {p["id"]: PlatoonType(p["id"], _spread(p["vehicles"]), _spread(p["squads"])) for p in data("formations")["platoons"]}


def _spread(counts: dict[str, int]) -> tuple[str, ...]:
    return tuple(kind for kind, count in counts.items() for _ in range(count))


@lru_cache(maxsize=1)
def century_types() -> dict[str, CenturyType]:
    """All century templates by id."""
    return {row["id"]: _century(row) for row in data("formations")["centuries"]}


def _century(row: dict[str, Any]) -> CenturyType:
    return CenturyType(
        id=row["id"],
        kind=row["century_type"],
        faction=row["faction"],
        platoons=tuple(row["platoons"]),
        centurion=(row["centurion"]["platoon"], row["centurion"]["vehicle"]),
        leadership=row["leadership"],
        quality=row["troop_quality"],
    )


def century_type(kind: str, faction: str, formation: str = "") -> CenturyType | None:
    """The template of a century: a named formation, else the first of its kind and faction."""
    types = century_types()
    if formation in types:
        return types[formation]
    return next((t for t in types.values() if t.kind == kind and t.faction == faction), None)


def is_vehicle(id: str) -> bool:
    """Is there such a vehicle in the catalogue, or a design under the rules?"""
    return id in vehicle_types() or (id.startswith(PREFIX) and is_sound(id))


@lru_cache(maxsize=1024)
def vehicle_type(id: str) -> VehicleType:
    """A vehicle of the catalogue, one that was designed (`design.type_id`), or the turret of an installation."""
    if id.startswith(PREFIX):
        return designed(id)
    found = vehicle_types().get(id)
    return found if found is not None else installation_types()[id].turret


@dataclass(slots=True, frozen=True)
class InstallationType:
    """A defensive installation as built: its turret, HELL launchers, shield rating and the armor factor of its storeys."""

    id: str
    turret: VehicleType
    launchers: int
    shield: int
    armor_factor: int


@lru_cache(maxsize=1)
def installation_types() -> dict[str, InstallationType]:
    """Defensive installations by the id of their type, installation_1 to installation_4 (Installation Table)."""
    figures = data("installations")
    return {f"installation_{n}": _installation(n, row, figures["common"]) for n, row in figures["types"].items()}


def _installation(number: int, row: dict[str, Any], common: dict[str, Any]) -> InstallationType:
    turret = VehicleType(
        id=f"installation_{number}",
        name=f"Defensive Installation {number}",
        faction="any",
        role=TURRET,
        grav=False,
        thrust=0,
        movement_points=0,
        shields={},
        armor={"turret": common["turret_armor"]},
        weapons=tuple(Mount(weapon, "turret") for weapon in row["turret"]),
        missiles={},
        vulcan=row["vulcan"],
        infantry_capacity=0,
        digging_charges=0,
        smoke_charges=0,
        mass=0,
        points=common["points"],
    )
    return InstallationType(turret.id, turret, row["launchers"], common["shield"], common["armor_factor"])


def squad_type(id: str) -> SquadType:
    return squad_types()[id]

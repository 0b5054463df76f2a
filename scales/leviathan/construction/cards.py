"""The record sheets that battles are played with, by the id of a ship's class: of the catalogue, of a design
(`design.type_id`), or of a patrol ship converted from Interceptor (`statistics.type_id`)."""

from functools import lru_cache

from pydantic import ValidationError

from scales.leviathan import catalog
from scales.leviathan.catalog import BayClass, Sheet
from scales.leviathan.construction.construction import worksheet
from scales.leviathan.construction.design import PREFIX, design_of, type_id
from scales.leviathan.construction.figures import bay, limits
from scales.leviathan.patrol import conversion, statistics


@lru_cache(maxsize=512)
def card(id: str) -> Sheet:
    """The sheet of a class that `find` knows."""
    if id.startswith(statistics.PREFIX):
        return conversion.converted(id)
    return designed(id) if id.startswith(PREFIX) else catalog.sheets()[id]


def find(id: str) -> Sheet | None:
    """The sheet of a class of the catalogue, of a design under the rules or of a conversion within the limits, if there is one."""
    if id.startswith(statistics.PREFIX):
        return card(id) if conversion.is_sound(id) else None
    return card(id) if id in catalog.sheets() or (id.startswith(PREFIX) and is_sound(id)) else None


def called(sheet: Sheet) -> str:
    """How people know a class: by its id in the catalogue, or by the name of what was designed or converted."""
    return sheet.id if sheet.id in catalog.sheets() else sheet.name


@lru_cache(maxsize=256)
def is_sound(id: str) -> bool:
    """Is it the id of a design that breaks no rule?"""
    try:
        design = design_of(id)
    except ValidationError:
        return False
    return type_id(design) == id and not worksheet(design).broken


@lru_cache(maxsize=256)
def designed(id: str) -> Sheet:
    """The sheet of a design that breaks no rule (leviathan: Fill Out Record Sheet)."""
    design = design_of(id)
    sheet, tables = worksheet(design).results, catalog.tables()
    return Sheet(
        id=id,
        name=design.name,
        faction=design.faction,
        ship_class=design.ship_class,
        hull=design.hull,
        hexes=limits(design.hull)["hexes"],
        thrust=sheet["thrust"],
        mass=sheet["mass"],
        power=sheet["power_rating"],
        shields={side: design.shield_of(side) for side in catalog.SIDES},
        armor={side: design.armor_of(side) for side in catalog.SIDES},
        bays=tuple(BayClass(name, place, tuple(bay(name).damage)) for place, name in design.placed_bays()),
        spinal=design.spinal_mount,
        missile=design.missiles,
        salvos=tables["missiles"][design.missiles]["shots"] if design.missiles else 0,
        turret_factor=tuple(tables["turrets"][design.hull]) if design.turrets else (0, 0, 0, 0),
        turrets=1,
        fighters=design.fighters.number,
        internals=design.ship_class,
        atmosphere=design.anti_grav and design.streamlining,
        carrier=design.carrier,
        more_launchers=design.fighters.launchers,
        more_stations=design.fighters.stations,
        fighter_tons=design.fighters.tons_each,
        ftl=design.ftl,
    )

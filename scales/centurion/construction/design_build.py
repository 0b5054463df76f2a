"""A vehicle built from its file: the worksheet of its design and its new record sheet (centurion: Vehicle Construction)."""

from pydantic import ValidationError

from scales import misfits
from scales.centurion.catalog import vehicle_type
from scales.centurion.combat.internals import thrust_after
from scales.centurion.combat.weapons import known, weapon
from scales.centurion.construction.construction import NAMES, worksheet
from scales.centurion.construction.design import Design, type_id
from scales.centurion.preparation import muster
from scales.centurion.preparation.setup import VehicleSpec
from scales.centurion.records import record_arms
from scales.centurion.state import CREW
from scales.engine import Json
from scales.worksheet import Broken, Worksheet

REDUCED = ("thrust_1_4", "thrust_2_4", "thrust_3_4")


def build(document: Json, where: str) -> Worksheet:
    """The worksheet of a design file, with the record sheet if no rule is broken. `where` names a file that gives no name."""
    try:
        design = Design.model_validate(document)
    except ValidationError as error:
        rule = "centurion: Vehicle Construction"
        return Worksheet(where, "vehicle", broken=[Broken("shape", text, place, rule) for place, text in misfits.placed(error)])
    sheet = worksheet(design)
    if not sheet.broken:
        sheet.record = record_sheet(design)
    return sheet


def record_sheet(design: Design) -> Json:
    """Fill Out Vehicle Record Sheet: the vehicle as it enters play. Armor in points, shields as factors, ranges in hexes."""
    kind = vehicle_type(type_id(design))
    fresh = muster.fresh(VehicleSpec(id=kind.name, type=kind.id), "", "", "")
    speed = kind.thrust or kind.movement_points
    return {
        "name": kind.name,
        "faction": kind.faction,
        "thrust" if kind.grav else "movement_points": speed,
        "reduced": [thrust_after(speed, [each]) for each in REDUCED],
        "armor": kind.armor,
        "shields": fresh.shields,
        "weapons": [line | {"code": _code(kind.weapons[line["mount"]].weapon)} for line in record_arms.of_vehicle(fresh)],
        "fittings": [NAMES[mount.weapon] for mount in kind.weapons if not known(mount.weapon)],
        "missiles": kind.missiles,
        "crew": list(CREW),
        "infantry": kind.infantry_capacity,
        "charges": {"smoke": kind.smoke_charges, "digging": kind.digging_charges},
    }


def _code(id: str) -> str:
    """The Damage box: the depth of a laser, T for the template, S for a special procedure."""
    arm = weapon(id)
    return str(arm.depth) if arm.depth else "T" if arm.template or arm.templates else "S"

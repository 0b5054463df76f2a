"""A ship built from its file: the worksheet of its design and its new record sheet (leviathan: Ship Construction)."""

from pydantic import ValidationError

from scales import misfits
from scales.engine import Json
from scales.leviathan.construction import crew, headings
from scales.leviathan.construction.cards import card
from scales.leviathan.construction.construction import ShipSheet, masses, worksheet
from scales.leviathan.construction.design import Design, type_id
from scales.leviathan.preparation.setup import NOWHERE, new_ship
from scales.leviathan.records.armament import weapons
from scales.worksheet import Broken

WHERE = {
    "bays": "a bay lies at F, R, L or A",
    "armor": "armor lies on the sides F, FR, AR, A, AL and FL",
    "shields": "a shield stands on the sides F, FR, AR, A, AL and FL",
}
"""What the keys of a design's tables are."""
SHOWN = ("name", "arc", "range", "damage", "rows", "factor")
"""What a new sheet shows of a weapon."""


def build(document: Json, where: str) -> ShipSheet:
    """The worksheet of a design file, with the record sheet if no rule is broken. `where` names a file that gives no name."""
    try:
        design = Design.model_validate(document)
    except ValidationError as error:
        wrong = [Broken("shape", _text(place, text), place, headings.CONSTRUCTION) for place, text in misfits.placed(error)]
        fit = {key: value for key, value in document.items() if not any(each.where.partition(".")[0] == key for each in wrong)}
        return ShipSheet(fit.get("name", where), fit.get("class", "ship"), broken=wrong)
    sheet = worksheet(design)
    if not sheet.broken:
        sheet.record = record_sheet(design) | {"crew": crew.complement(design, masses(sheet.steps))}
    return sheet


def _text(place: str, text: str) -> str:
    """A misfit; of a location or side that there is not, what lies where."""
    table, _, key = place.removesuffix(misfits.KEY).partition(".")
    return f"{table}.{key[: misfits.LONGEST]}: {WHERE[table]}" if place.endswith(misfits.KEY) else text


def record_sheet(design: Design) -> Json:
    """Fill Out Record Sheet: the ship as it enters play. Armor in boxes, shields as factors, ranges in hexes."""
    kind = card(type_id(design))
    fresh = new_ship(kind.name, kind.name, "", kind.id, NOWHERE)
    return {
        "name": kind.name,
        "class": kind.ship_class,
        "faction": kind.faction,
        "hexes": kind.hexes,
        "thrust": kind.thrust,
        "mass": kind.mass,
        "armor": kind.armor,
        "shields": kind.shields,
        "weapons": [{name: line[name] for name in SHOWN if name in line} for line in weapons(fresh)],
        "salvos": kind.salvos,
        "atmosphere": kind.atmosphere,
        "fighters": {"number": kind.fighters, "launched_in_a_turn": kind.launchers, "recovered_in_a_turn": kind.stations},
        "small_craft": design.small_craft.number,
        "cargo": design.cargo,
    }

"""Ground units in the cargo of patrol craft: their figures out of the catalogue of the ground board, and what a campaign file says wrong of them.

The board of the craft checks bays and room by these figures and reads no more of a unit; the battle that it comes down to reads the rest.
(centurion: Landing or Launching Centurion Units)
"""

from collections.abc import Iterator
from typing import Any

from campaigns.places import Path
from scales.engine import Json

PLACES = {"interceptor": {"craft": "cargo", "drops": "units"}, "leviathan": {"units": "cargo"}}
"""The tables of a board with ground units in them, and where."""
CREW, SQUAD = 3, 8
"""Men of a vehicle's crew, and of a full squad."""
UNKNOWN: Json = {"kind": "grav", "mass": 0, "men": CREW}
"""Stands for the figures of a unit that the catalogue does not know, so that a file is told of that mistake alone."""


def filled(board: Json, scale: str = "interceptor") -> Json:
    """The set-up of a board with the figures of every unit aboard that gives none of its own."""
    places = PLACES.get(scale, {})
    rows = {name: board[name] for name in places if isinstance(board.get(name), list)}
    return board | {name: [_with_figures(each, places[name]) for each in given] for name, given in rows.items()}


def _with_figures(row: Any, part: str) -> Any:
    """A craft or a drop from orbit with the figures of its units."""
    if not isinstance(row, dict) or not isinstance(row.get(part), list):
        return row
    return row | {part: [(figures(unit) or UNKNOWN) | unit if isinstance(unit, dict) else unit for unit in row[part]]}


def faults(board: Json, scale: str = "interceptor") -> Iterator[tuple[Path, str]]:
    """Units that the catalogue does not know, or of which the file says other than it."""
    for name, part in PLACES.get(scale, {}).items():
        rows = board.get(name, [])
        for n, each in enumerate(rows if isinstance(rows, list) else []):
            units = each.get(part, []) if isinstance(each, dict) else []
            for k, unit in enumerate(units if isinstance(units, list) else []):
                if isinstance(unit, dict):
                    yield from (((name, n, part, k, *path), text) for path, text in _unit_faults(unit))


def _unit_faults(unit: Json) -> Iterator[tuple[Path, str]]:
    known = figures(unit)
    if not known:
        yield ("unit",), f"the ground board knows no unit of type '{_type(unit)[:40]}'; give the id of a vehicle or a squad"
        return
    for name in ("kind", "mass", "men"):
        if name in unit and unit[name] != known[name]:
            yield (name,), f"the catalogue gives {known[name]} for {name} of '{_type(unit)}', the file {unit[name]!r}; leave it out"


def _type(unit: Json) -> str:
    said = unit.get("unit", {})
    return str(said.get("type", "")) if isinstance(said, dict) else ""


def figures(unit: Json) -> Json:
    """Kind, mass, men and shields of a unit by its type; {} for one that is not in the catalogue."""
    from scales.centurion.catalog import is_vehicle, squad_types, vehicle_type  # a command that plays nothing should not load an engine

    type = _type(unit)
    if is_vehicle(type):
        found = vehicle_type(type)
        shields = {facing: rate // 10 for facing, rate in found.shields.items() if rate >= 10}
        return {"kind": "grav" if found.grav else "ground", "mass": found.mass, "men": CREW, "shields": shields}
    if type in squad_types() and type != "vehicle_crew":
        return {"kind": "squad", "mass": 0, "men": _strength(unit["unit"])}
    return {}


def _strength(squad: Json) -> int:
    said = squad.get("strength", SQUAD)
    return said if type(said) is int else SQUAD

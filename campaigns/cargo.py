"""Ground units in the cargo of patrol craft: their figures out of the catalogue of the ground board, and what a campaign file says wrong of them.

The Interceptor board checks bays and room by these figures and reads no more of a unit; the battle that it comes down to reads the rest.
(centurion: Landing or Launching Centurion Units)
"""

from collections.abc import Iterator
from typing import Any

from campaigns.places import Path
from scales.engine import Json

CREW, SQUAD = 3, 8
"""Men of a vehicle's crew, and of a full squad."""


def filled(board: Json) -> Json:
    """The set-up of an Interceptor board with the figures of every unit aboard that gives none of its own."""
    craft = board.get("craft", [])
    if not isinstance(craft, list) or not any(isinstance(each, dict) and each.get("cargo") for each in craft):
        return board
    return board | {"craft": [_with_cargo(each) for each in craft]}


def _with_cargo(craft: Any) -> Any:
    if not isinstance(craft, dict) or not isinstance(craft.get("cargo"), list):
        return craft
    return craft | {"cargo": [figures(unit) | unit if isinstance(unit, dict) else unit for unit in craft["cargo"]]}


def faults(board: Json) -> Iterator[tuple[Path, str]]:
    """Units that the catalogue does not know, or of which the file says other than it."""
    craft = board.get("craft", [])
    for n, each in enumerate(craft if isinstance(craft, list) else []):
        cargo = each.get("cargo", []) if isinstance(each, dict) else []
        for k, unit in enumerate(cargo if isinstance(cargo, list) else []):
            if isinstance(unit, dict):
                yield from (((*("craft", n, "cargo", k), *path), text) for path, text in _unit_faults(unit))


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

"""Every fault of a sheet: what a report writes of a unit's damage, and a set-up, a ruling or a table's result brings back.

A sheet may leave out what has not changed. It never gives back what the unit had lost: that takes a ruling.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from scales.centurion.catalog import squad_type, vehicle_type
from scales.centurion.combat import internals
from scales.centurion.combat.infantry_combat import FULL
from scales.centurion.combat.weapons import table
from scales.centurion.ground import installations
from scales.centurion.preparation import muster
from scales.centurion.preparation.setup import SquadSpec, VehicleSpec
from scales.centurion.state import CREW, Squad, Vehicle
from scales.engine import Json
from scales.misfits import is_whole

VEHICLE = ("armor", "internals", "shields", "effects", "crew", "targeting", "missiles", "smoke", "digging", "hard_points")
SQUAD = ("strength", "missiles", "mortars")
BESIDE = ("century", "destroyed")
"""What else a report writes on a sheet: the century's id, and `destroyed` on that of a unit that is gone, with the dead of its crew."""
MOST_MISSILES, MOST_MORTARS = 4, 2
"""What a squad may have after squads were recombined (centurion: Recombining Infantry Squads)."""


def damage_faults(spec: VehicleSpec | SquadSpec) -> list[str]:
    """What is wrong with the damage that a new unit comes with."""
    bare = spec.model_copy(update={"damage": {}})
    unit = muster.fresh(bare, "", "", "") if isinstance(bare, VehicleSpec) else muster.squad(bare, "", "", "")
    return sheet_faults(unit, spec.damage)


def sheet_faults(unit: Vehicle | Squad, sheet: Any) -> list[str]:
    """What is wrong with a sheet for a unit as it stands."""
    if not isinstance(sheet, dict):
        return [f"the sheet of {unit.name} is no table"]
    known = (*(VEHICLE if isinstance(unit, Vehicle) else SQUAD), *BESIDE, *(("installation",) if installations.is_turret(unit) else ()))
    out = [f"the sheet of {unit.name} has no '{str(key)[:40]}'; it has {', '.join(known)}" for key in sheet if key not in known]
    if type(sheet.get("destroyed", False)) is not bool:
        out.append(f"the sheet of {unit.name}: destroyed is true or false")
    read = _vehicle(unit, sheet) if isinstance(unit, Vehicle) else _squad(unit, sheet)
    return out + [f"the sheet of {unit.name}: {text}" for text in read]


def _table(sheet: Json, key: str, known: tuple[str, ...]) -> tuple[Json, list[str]]:
    """A part of a sheet that is a table by known names."""
    part = sheet.get(key, {})
    if not isinstance(part, dict):
        return {}, [f"{key} is no table"]
    return {k: v for k, v in part.items() if k in known}, [f"there is no {key} '{str(k)[:40]}'" for k in part if k not in known]


# --- vehicles -------------------------------------------------------------------------------------------------------------------


def _vehicle(vehicle: Vehicle, sheet: Json) -> Iterator[str]:
    yield from _armor(vehicle, sheet)
    yield from _internals(vehicle, sheet)
    yield from _counts(sheet, "shields", vehicle.shields)
    yield from _counts(sheet, "missiles", vehicle.missiles)
    if "hard_points" in sheet and not _are_left(sheet["hard_points"], vehicle.hard_points):
        yield f"hard_points names what hangs on each of them, '' for nothing: at most {', '.join(vehicle.hard_points) or 'none'}"
    for key, most in (("smoke", vehicle.smoke), ("digging", vehicle.digging)):
        if key in sheet and not is_whole(sheet[key], 0, most):
            yield f"{key} must be 0 to {most}"
    if "targeting" in sheet and not (
        is_whole(sheet["targeting"], 0, internals.size(vehicle, "targ")) and sheet["targeting"] >= vehicle.targeting
    ):
        yield f"targeting counts the boxes lost: {vehicle.targeting} to {internals.size(vehicle, 'targ')}"
    yield from _effects(vehicle, sheet)
    crew, wrong = _table(sheet, "crew", CREW)
    yield from wrong
    for who, how in crew.items():
        if how not in ("ok", "dead") if isinstance(how, str) else True:
            yield f"the {who} is ok or dead"
        elif how == "ok" and vehicle.crew.get(who) == "dead":
            yield f"the {who} was dead before"


def _are_left(said: Any, had: list[str]) -> bool:
    """Does every hard point carry what it did, or nothing?"""
    return isinstance(said, list) and len(said) == len(had) and all(now in ("", before) for now, before in zip(said, had, strict=True))


def _counts(sheet: Json, key: str, had: dict[str, int]) -> Iterator[str]:
    part, wrong = _table(sheet, key, tuple(had))
    yield from wrong
    for name, value in part.items():
        if not is_whole(value, 0, had[name]):
            yield f"{key} of {name} must be 0 to {had[name]}"


def _armor(vehicle: Vehicle, sheet: Json) -> Iterator[str]:
    part, wrong = _table(sheet, "armor", tuple(vehicle.armor))
    yield from wrong
    for facing, rows in part.items():
        yield from _rows(f"armor of the {facing}", rows, vehicle.armor[facing].rows)


def _rows(what: str, rows: Any, had: Sequence[int]) -> Iterator[str]:
    """Rows of boxes as numbers, a bit for each box that is left."""
    if not isinstance(rows, list) or len(rows) != len(had) or not all(type(row) is int and row >= 0 for row in rows):
        yield f"the {what} has {len(had)} rows, each a number with a bit for each box left"
    elif any(row & ~before for row, before in zip(rows, had, strict=True)):
        yield f"the {what} has boxes that were gone before or never were"


def _internals(vehicle: Vehicle, sheet: Json) -> Iterator[str]:
    drawn = internals.sheet_of(vehicle)
    part, wrong = _table(sheet, "internals", tuple(drawn))
    yield from wrong
    for name, grid in part.items():
        if not isinstance(grid, dict) or set(grid) - {"rows", "width", "next_column"} or grid.get("width") != drawn[name].width:
            yield f"the internal grid {name} has rows and its width {drawn[name].width}"
            continue
        had = vehicle.internals[name].rows if name in vehicle.internals else [(1 << drawn[name].width) - 1] * len(drawn[name].rows)
        yield from _rows(f"internal grid {name}", grid.get("rows"), had)


def _effects(vehicle: Vehicle, sheet: Json) -> Iterator[str]:
    found = sheet.get("effects", vehicle.effects)
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found) or len(set(found)) < len(found):
        yield "effects is a list of systems out of action, each once"
        return
    yield from (f"there is no system '{each[:40]}'" for each in found if each not in systems(vehicle_type(vehicle.type).sheet))
    yield from (f"{each} was out of action before" for each in vehicle.effects if each not in found)


@lru_cache(maxsize=4)
def systems(sheet: str) -> tuple[str, ...]:
    """What can be out of action on a kind of sheet, as `Vehicle.effects` names it."""
    figures = table("centurion_internals")
    drawn = internals.diagrams(sheet)
    boxes = dict.fromkeys(name for diagram in drawn.values() for name in diagram.boxes)
    plain = [
        _effect(name, figures)
        for name in boxes
        if name in figures["single"] or name == "infantry" or name[:-2] in figures["double"] or name.startswith("thrust_")
    ]
    return tuple(dict.fromkeys([*(name for name in plain if name != "vehicle_destroyed"), "exploded"]))


def _effect(system: str, figures: Any) -> str:
    return system[:-2] if system[:-2] in figures["double"] else "mobility" if system.startswith("mobility") else system


# --- squads ---------------------------------------------------------------------------------------------------------------------


def _squad(squad: Squad, sheet: Json) -> Iterator[str]:
    """Men and weapons; a squad may have got some from another one (Recombining Infantry Squads)."""
    kind = squad_type(squad.type)
    most = {"strength": len(CREW) if squad.type == "vehicle_crew" else FULL}
    most["missiles"] = max(kind.missiles, MOST_MISSILES) if squad.type != "vehicle_crew" else 0
    most["mortars"] = max(kind.mortars, MOST_MORTARS) if squad.type != "vehicle_crew" else 0
    for key, limit in most.items():
        if key in sheet and not is_whole(sheet[key], 0, limit):
            yield f"{key} must be 0 to {limit}, not {str(sheet[key])[:20]}"

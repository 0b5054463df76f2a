"""What a table's result says of the units: read from the fates of units and centuries, and every fault of it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from scales.centurion.adjudication.worn import sheet_faults
from scales.centurion.ground import installations
from scales.centurion.scenario import reporting
from scales.centurion.state import BattleState, Century, Installation, Squad, Vehicle
from scales.engine import FATE_KEYS, STATUSES, Fault, Json

GONE = ("destroyed", "captured")
CENTURY_SHEET = ("outcome", "strength_hundredths", "fired", "units", "career", "century")
SPENT = ("missiles", "smoke", "digging")
"""What a vehicle uses up without being hurt."""
CREW = "-crew"
"""How the id of the crew that got out of a vehicle ends."""


@dataclass(slots=True)
class Claim:
    """What is said of one unit. `status` is '' when only its century's sheet names it."""

    status: str
    sheet: Json = field(default_factory=dict)
    by: str | None = None

    @property
    def is_gone(self) -> bool:
        return self.status in GONE


def read(state: BattleState, fates: Json) -> dict[str, Claim]:
    """The claims of fates without faults, by unit."""
    nested = {
        unit: Claim("destroyed" if sheet.get("destroyed") else "", sheet)
        for id in speaking(state, fates)
        for unit, sheet in _nested(fates[id]).items()
    }
    own = {id: Claim(f.get("status", ""), f.get("sheet", {}), f.get("by")) for id, f in fates.items() if id not in state.centuries}
    return {**nested, **own}


def speaking(state: BattleState, fates: Json) -> list[str]:
    """The centuries whose sheets speak for their units: those of which no unit has a fate of its own."""
    own = {unit.century for id in fates if isinstance(id, str) and (unit := state.unit(id)) is not None}
    return [id for id in fates if id in state.centuries and id not in own]


def crew_of(state: BattleState, id: str) -> str:
    """The vehicle whose crew an unknown id names, '' if none."""
    vehicle = id.removesuffix(CREW)
    return vehicle if id.endswith(CREW) and vehicle in state.vehicles and id not in state.squads else ""


def outcome_of(fate: Any) -> str:
    """What a century's fate says of its outcome, '' if nothing."""
    sheet = fate.get("sheet") if isinstance(fate, dict) else None
    outcome = sheet.get("outcome", "") if isinstance(sheet, dict) else ""
    return outcome if isinstance(outcome, str) else ""


# --- faults ---------------------------------------------------------------------------------------------------------------------


def faults(state: BattleState, fates: Any) -> list[Fault]:
    """Every fault of the fates; none of them has been read if they are no table."""
    if not isinstance(fates, dict):
        return [Fault("malformed", "a result needs fates: the fate of each unit by its id", "fates")]
    found = [fault for id, fate in fates.items() for fault in _fate(state, fates, id, fate)]
    found += [fault for base in state.installations.values() for fault in _installation(state, fates, base)]
    named = {id for id in fates if isinstance(id, str)} | {u for id in speaking(state, fates) for u in _nested(fates[id])}
    missing = [u for u in state.units() if u.id not in named]
    found += [Fault("missing_unit", f"nothing is said of {u.name} ('{u.id}')", f"fates.{u.id}") for u in missing]
    return found or [*_crews(state, fates), *_men(state, fates)]


def _nested(fate: Any) -> Json:
    """The sheets of a century's units."""
    sheet = fate.get("sheet") if isinstance(fate, dict) else None
    units = sheet.get("units") if isinstance(sheet, dict) else None
    return units if isinstance(units, dict) else {}


def _fate(state: BattleState, fates: Json, id: Any, fate: Any) -> Iterator[Fault]:
    named = str(id)[:80]
    where = f"fates.{named}"
    unit = state.unit(id) if isinstance(id, str) else None
    century = state.centuries.get(id) if isinstance(id, str) and unit is None else None
    if unit is None and century is None and not (isinstance(id, str) and crew_of(state, id)):
        yield Fault("unknown_unit", f"there is no unit '{named}' in this battle", where)
    elif not isinstance(fate, dict):
        yield Fault("malformed", f"the fate of '{named}' is no table", where)
    else:
        yield from _form(fate, named, where)
        side = (unit or century or state.vehicles[crew_of(state, id)]).side
        if fate.get("side", side) != side:
            yield Fault("malformed", f"'{named}' is a unit of {side}", where)
        if century is not None:
            yield from _century(state, fates, century, fate)
        else:
            yield from _unit(unit, fate, where)


def _form(fate: Json, named: str, where: str) -> Iterator[Fault]:
    yield from (
        Fault("malformed", f"the fate of '{named}' has no '{str(k)[:40]}'; it has {', '.join(FATE_KEYS)}", where)
        for k in fate
        if k not in FATE_KEYS
    )
    status, by = fate.get("status"), fate.get("by")
    if not isinstance(status, str) or status not in STATUSES:
        yield Fault("bad_status", f"'{str(status)[:40]}' is no fate of '{named}'; it is {', '.join(STATUSES)}", where)
    if not (by is None or (isinstance(by, str) and len(by) <= 200)):
        yield Fault("malformed", f"by names the unit that did it to '{named}'", where)


def _unit(unit: Vehicle | Squad | None, fate: Json, where: str) -> Iterator[Fault]:
    """Of a unit, or of a crew that got out of its vehicle (`unit` None)."""
    status, sheet = fate.get("status"), fate.get("sheet", {})
    if unit is not None and unit.destroyed and status not in GONE:
        yield Fault("came_back", f"{unit.name} was destroyed before and cannot be {str(status)[:40]} now", where)
    elif unit is not None and unit.left and not unit.destroyed and status != "left":
        yield Fault("came_back", f"{unit.name} had left the battle and cannot be {str(status)[:40]} now", where)
    about = unit or Squad(where, f"'{where.removeprefix('fates.')}'", "", "", "", "vehicle_crew", None)
    yield from _sheet(about, sheet, where, gone=status in GONE)


def _installation(state: BattleState, fates: Json, base: Installation) -> Iterator[Fault]:
    """What the sheet of a turret, its own or the one of its century, says of the building under it."""
    sheets = [f.get("sheet") for id, f in fates.items() if id == base.id and isinstance(f, dict)]
    for sheet in [*sheets, *(_nested(f).get(base.id) for f in fates.values())]:
        if isinstance(sheet, dict) and "installation" in sheet:
            told = installations.sheet_faults(sheet["installation"], installations.sheet(state, base))
            yield from (Fault("sheet", f"the sheet of {base.name}: {text}", f"fates.{base.id}") for text in told)


def _sheet(unit: Vehicle | Squad, sheet: Any, where: str, *, gone: bool) -> Iterator[Fault]:
    if isinstance(sheet, dict) and sheet.get("destroyed", gone) != gone:
        yield Fault("contradiction", f"the status of {unit.name} and its sheet do not agree on whether it is destroyed", where)
    yield from (Fault("sheet", text, where) for text in sheet_faults(unit, sheet))


def _century(state: BattleState, fates: Json, century: Century, fate: Json) -> Iterator[Fault]:
    """A century's sheet, and those of its units on it."""
    sheet, where = fate.get("sheet", {}), f"fates.{century.id}"
    if not isinstance(sheet, dict) or not isinstance(sheet.get("units", {}), dict):
        yield Fault("sheet", f"the sheet of {century.name} is no table with the sheets of its units", where)
        return
    yield from (Fault("sheet", f"the sheet of {century.name} has no '{str(k)[:40]}'", where) for k in sheet if k not in CENTURY_SHEET)
    if not isinstance(sheet.get("fired", False), bool):
        yield Fault("sheet", f"fired says whether {century.name} fired", where)
    for id, each in sheet.get("units", {}).items():
        unit = state.unit(id) if isinstance(id, str) else None
        place = f"{where}.sheet.units.{str(id)[:80]}"
        if unit is None or unit.century != century.id:
            yield Fault("unknown_unit", f"there is no unit '{str(id)[:80]}' in {century.name}", place)
        elif century.id not in speaking(state, fates):
            yield from _same(state, unit, each, fates.get(id), place)
        else:
            gone = isinstance(each, dict) and each.get("destroyed") is True
            yield from _unit(unit, {"status": "destroyed" if gone else "left" if unit.left else "ok", "sheet": each}, place)


def _same(state: BattleState, unit: Vehicle | Squad, nested: Any, own: Any, where: str) -> Iterator[Fault]:
    """A unit named twice must be the same twice: gone in both, or with one sheet; without a sheet of its own, with that of now."""
    own = own if isinstance(own, dict) else {}
    if own.get("status") in GONE:
        agrees = isinstance(nested, dict) and nested.get("destroyed") is True
    else:
        agrees = nested == _bare(own.get("sheet") or reporting.fate(state, unit).sheet)
    if not agrees:
        text = f"fates.{unit.id} and {where} say different things of {unit.name}: leave it out of its century's sheet, or say the same"
        yield Fault("contradiction", text, where)


def _bare(sheet: Any) -> Any:
    """A sheet without the id of the century."""
    return {k: v for k, v in sheet.items() if k != "century"} if isinstance(sheet, dict) else sheet


def _crews(state: BattleState, fates: Json) -> Iterator[Fault]:
    """A crew is on foot only when its vehicle is lost, with no more men than it had."""
    for id in fates:
        vehicle = state.vehicles.get(crew_of(state, id))
        if vehicle is None:
            continue
        if read(state, fates)[vehicle.id].status not in GONE:
            yield Fault("unknown_unit", f"the crew of {vehicle.name} is in its vehicle: it has no fate of its own", f"fates.{id}")


def _men(state: BattleState, fates: Json) -> Iterator[Fault]:
    """Squads may put their men together, but no side ends with more men than it had."""
    found = read(state, fates)
    squads = [s for s in state.squads.values() if s.type != "vehicle_crew" and not s.destroyed]
    for side in state.sides:
        had = sum(s.strength for s in squads if s.side == side)
        has = sum(0 if found[s.id].is_gone else found[s.id].sheet.get("strength", s.strength) for s in squads if s.side == side)
        if has > had:
            yield Fault("more_than_before", f"the squads of {side} had {had} men and cannot have {has} now", "fates")

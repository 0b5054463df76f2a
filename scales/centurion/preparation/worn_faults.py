"""What is wrong with the damage that the units of a set-up bring from earlier battles."""

from collections.abc import Iterator, Mapping

from scales.centurion.adjudication import worn
from scales.centurion.catalog import century_type, data, installation_types, is_vehicle, platoon_types, squad_types
from scales.centurion.ground import installations
from scales.centurion.preparation import installation_setup, muster
from scales.centurion.preparation.setup import CenturySpec, InstallationSpec, SetUp, SquadSpec, VehicleSpec
from scales.engine import Fault, Json


def faults(setup: SetUp) -> Iterator[Fault]:
    """Sheets that no such unit can have, and sheets of units that there are not."""
    for platoon in setup.platoons:
        for unit in platoon.units:
            yield from _of(unit, unit.damage, f"platoons.{platoon.id}.{unit.id}")
            if unit.damage.get("destroyed") is True:
                yield Fault("damage", f"'{unit.id}' was destroyed before: leave it out", f"platoons.{platoon.id}.{unit.id}")
    factions = {side.id: side.faction for side in setup.sides}
    for century in setup.centuries:
        if century.damage and century.side in factions:
            yield from _century(century, factions[century.side], f"centuries.{century.id}", is_linked=bool(setup.engagement))
    for spec in setup.installations:
        yield from _installation(setup, spec)


def _of(unit: VehicleSpec | SquadSpec, sheet: Json, where: str) -> Iterator[Fault]:
    """Of one unit; an unknown type is a fault of its own."""
    known = is_vehicle(unit.type) or unit.type in installation_types() if isinstance(unit, VehicleSpec) else unit.type in squad_types()
    if sheet and known:
        for text in worn.damage_faults(unit.model_copy(update={"damage": sheet})):
            yield Fault("damage", text, f"{where}.damage")


def _century(spec: CenturySpec, faction: str, where: str, *, is_linked: bool) -> Iterator[Fault]:
    """Of the units that its formation gives it, Naval Fire Control Officers included. In a battle that other boards sent, sheets may be left
    of units that joined the century by a ruling."""
    kind = century_type(spec.kind, spec.faction or faction, spec.formation) if spec.kind else None
    if kind is None:
        if not spec.kind and not is_linked:
            yield Fault("damage", f"century '{spec.id}' has no kind: damage goes with the units of its platoons", f"{where}.damage")
        return
    officers = f"{kind.faction}_naval_fire_control" in platoon_types()
    whole = spec.model_copy(update={"damage": {}, "crippled": False, "fire_control": officers})
    units = {u.id: u for platoon in muster.expand(whole, faction)[1] for u in platoon.units}
    for id, sheet in spec.damage.items():
        if id in units:
            yield from _of(units[id], sheet, f"{where}.damage.{id}")
        elif not is_linked:
            yield _unknown(id, f"in century '{spec.id}'", units, where)


def _unknown(id: str, there: str, known: Mapping[str, object], where: str) -> Fault:
    return Fault("damage", f"there is no unit '{id[:60]}' {there}; its units are {', '.join(list(known)[:6])}", f"{where}.damage")


# --- installations ----------------------------------------------------------------------------------------------------------------


def _installation(setup: SetUp, spec: InstallationSpec) -> Iterator[Fault]:
    """Of its turret, the building under it and its squads; those of a counter come with the sheets of all of its installations."""
    where, units = f"installations.{spec.id}", _units(spec)
    counter = [other for other in setup.installations if other.century and other.century == spec.century]
    known = {id for other in counter for id in _units(other)} | set(units)
    for id, sheet in spec.damage.items():
        if id in units:
            yield from _of(units[id], sheet, f"{where}.damage.{id}")
        elif id not in known and not setup.engagement and spec is next(iter(counter), spec):
            yield _unknown(id, f"in installation '{spec.id}'", units, where)
    if "installation" in (own := spec.damage.get(spec.id, {})):
        for text in installations.sheet_faults(own["installation"], _as_built(spec, own["installation"])):
            yield Fault("damage", f"the sheet of '{spec.id}': {text}", f"{where}.damage.{spec.id}")


def _as_built(spec: InstallationSpec, sheet: object) -> Json:
    """What it began with. How many storeys it has depends on where it stands: as many as the sheet says, within the rules."""
    kind, most = installation_types()[installation_setup.type_id(spec)], int(data("installations")["common"]["most_levels"])
    said = sheet.get("levels") if isinstance(sheet, dict) else None
    storeys = min(len(said), most) if isinstance(said, list) and said else most
    return {"launchers": kind.launchers, "shield": kind.shield, "levels": [kind.armor_factor] * storeys}


def _units(spec: InstallationSpec) -> dict[str, VehicleSpec | SquadSpec]:
    """Its turret and its squads by id."""
    turret = VehicleSpec(id=spec.id, type=installation_setup.type_id(spec))
    squads = [
        SquadSpec(id=installation_setup.squad_id(spec, n), type=each.type) for n, each in enumerate(installation_setup.garrison(spec), 1)
    ]
    return {spec.id: turret, **{squad.id: squad for squad in squads}}

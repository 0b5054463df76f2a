"""From a set-up to units: centuries become platoons, platoons vehicles and squads with ids kept forever, and damage of earlier battles stays."""

from collections.abc import Iterable

from scales.armor import Grid, of_points
from scales.centurion.careers.leadership import BEGINNER, at_start
from scales.centurion.catalog import century_type, platoon_types, squad_type, vehicle_type
from scales.centurion.movement import flight, grav
from scales.centurion.preparation import flight_faults
from scales.centurion.preparation.setup import CenturySpec, PlatoonSpec, SetUp, SquadSpec, VehicleSpec
from scales.centurion.state import Century, Platoon, Squad, Vehicle
from scales.centurion.support import anti_air_loads
from scales.codec import typed
from scales.engine import Json
from scales.hexes import hex_of

QUALITY = {"veteran": "elite", "militia": "green"}


def fresh(spec: VehicleSpec, side: str, century: str, platoon: str) -> Vehicle:
    """A vehicle as built (Fill Out Record Sheets: ten boxes a row, shield factor a tenth of the rating), with its earlier damage."""
    kind = vehicle_type(spec.type)
    vehicle = Vehicle(
        id=spec.id,
        name=spec.name or kind.name,
        side=side,
        century=century,
        platoon=platoon,
        type=spec.type,
        hex=hex_of(spec.hex) if spec.hex else None,
        facing=spec.facing or 1,
        velocity=flight_faults.velocity_of(spec) if kind.grav else 0,
        mode=flight_faults.start_of(spec) if kind.grav else "nf",
        dropped=spec.dropped,
        crater=spec.crater,
        armor={facing: of_points(points) for facing, points in kind.armor.items()},
        shields={facing: factor(rate) for facing, rate in kind.shields.items()},
        missiles=dict(kind.missiles),
        smoke=kind.smoke_charges,
        digging=kind.digging_charges,
        hard_points=anti_air_loads.loaded(kind, spec.hard_points),
    )
    wear(vehicle, spec.damage)
    if flight.is_high(vehicle) and not grav.has_drive(vehicle):
        vehicle.mode, vehicle.velocity = "grounded", 0
    return vehicle


def factor(rating: int) -> int:
    """Shield factor of a shield rating."""
    return rating // 10


def sheet_of(vehicle: Vehicle) -> Json:
    """What a later battle needs of a vehicle's damage, as JSON."""
    return {
        "armor": {facing: list(grid.rows) for facing, grid in vehicle.armor.items()},
        "internals": {name: {"rows": list(g.rows), "width": g.width} for name, g in vehicle.internals.items()},
        "shields": dict(vehicle.shields),
        "effects": list(vehicle.effects),
        "crew": {who: "dead" if how == "dead" else "ok" for who, how in vehicle.crew.items()},
        "targeting": vehicle.targeting,
        "missiles": dict(vehicle.missiles),
        "smoke": vehicle.smoke,
        "digging": vehicle.digging,
        **({"hard_points": list(vehicle.hard_points)} if vehicle.hard_points else {}),
    }


def wear(vehicle: Vehicle, sheet: Json) -> None:
    """Put the damage of an earlier battle on a vehicle; an empty sheet changes nothing."""
    if not sheet or sheet.get("destroyed"):
        return
    for facing, rows in sheet.get("armor", {}).items():
        vehicle.armor[facing].rows = tuple(int(row) for row in rows)
    vehicle.internals = {name: typed(grid, Grid) for name, grid in sheet.get("internals", {}).items()}
    vehicle.shields.update(sheet.get("shields", {}))
    vehicle.effects = list(sheet.get("effects", []))
    vehicle.crew.update(sheet.get("crew", {}))
    vehicle.targeting = int(sheet.get("targeting", 0))
    vehicle.missiles.update(sheet.get("missiles", {}))
    vehicle.smoke, vehicle.digging = int(sheet.get("smoke", vehicle.smoke)), int(sheet.get("digging", vehicle.digging))
    vehicle.hard_points = [str(load) for load in sheet.get("hard_points", vehicle.hard_points)]


def squad(spec: SquadSpec, side: str, century: str, platoon: str) -> Squad:
    """A squad with its missiles or mortars."""
    kind = squad_type(spec.type)
    hex = hex_of(spec.hex) if spec.hex and not spec.aboard else None
    found = Squad(spec.id, spec.name or kind.name, side, century, platoon, spec.type, hex, aboard=spec.aboard)
    found.crater, found.sneak_suit = spec.crater, spec.sneak_suit
    found.level = spec.level
    found.strength = int(spec.damage.get("strength", spec.strength))
    found.missiles = int(spec.damage.get("missiles", kind.missiles))
    found.mortars = int(spec.damage.get("mortars", kind.mortars))
    return found


def squad_sheet(found: Squad) -> Json:
    """What a later battle needs of a squad."""
    return {"strength": found.strength, "missiles": found.missiles, "mortars": found.mortars}


def troops(quality: str) -> str:
    """The quality of the rules: veterans fight as elite, militia as green troops."""
    return QUALITY.get(quality, quality)


def expand(spec: CenturySpec, faction: str) -> tuple[Century, list[PlatoonSpec]]:
    """A century as platoons of single units; ids are century/platoon/number, squads century/platoon/s number."""
    if not spec.kind:
        return _gathered(spec), []
    kind = century_type(spec.kind, spec.faction or faction, spec.formation)
    assert kind is not None, "faults() finds unknown centuries"
    platoons = []
    names = _namer(spec.name)
    templates = (*kind.platoons, f"{kind.faction}_naval_fire_control") if spec.fire_control else kind.platoons
    for number, template in enumerate(templates, start=1):
        platoons.append(_platoon(spec, f"{spec.id}/{number}", template, names))
    century = Century(spec.id, spec.name, spec.side, kind.kind, quality=troops(spec.quality))
    century.leadership, century.advancement = at_start(spec.leadership, spec.advancement_points, kind.leadership)
    century.kills = spec.kills
    century.from_ground, century.leadership_before = spec.from_ground, spec.leadership_before
    century.centurion = spec.centurion or _centurion(platoons, templates, kind.centurion)
    century.paper_points = sum(points(p) for p in platoons)
    return century, _left_over(spec, platoons, century.centurion)


def _gathered(spec: CenturySpec) -> Century:
    """A century without a kind: the platoons that name it make it up, one by one (`join`)."""
    quality = troops(spec.quality)
    found = Century(spec.id, spec.name, spec.side, "mixed", quality, centurion=spec.centurion, kills=spec.kills)
    found.leadership, found.advancement = at_start(spec.leadership, spec.advancement_points, BEGINNER)
    found.from_ground, found.leadership_before = spec.from_ground, spec.leadership_before
    return found


class _Namer(dict[str, int]):
    prefix = ""

    def next(self, kind: str) -> str:
        """The next name of a kind: 'First Horatius 2'."""
        self[kind] = self.get(kind, 0) + 1
        return f"{self.prefix} {kind} {self[kind]}"


def _namer(prefix: str) -> _Namer:
    namer = _Namer()
    namer.prefix = prefix
    return namer


def _platoon(spec: CenturySpec, id: str, template: str, names: _Namer) -> PlatoonSpec:
    kind = platoon_types()[template]
    vehicles = [
        VehicleSpec(
            id=f"{id}/{n}",
            type=t,
            name=names.next(vehicle_type(t).name),
            grounded=spec.dug_in,
            mode=spec.mode,
            damage=spec.damage.get(f"{id}/{n}", {}),
        )
        for n, t in enumerate(kind.vehicles, start=1)
    ]
    squads = [
        SquadSpec(id=f"{id}/s{n}", type=t, name=names.next("squad"), aboard=_seat(vehicles, n), damage=spec.damage.get(f"{id}/s{n}", {}))
        for n, t in enumerate(kind.squads, start=1)
    ]
    return PlatoonSpec(id=id, side=spec.side, century=spec.id, vehicles=vehicles, squads=squads)


def _seat(vehicles: list[VehicleSpec], number: int) -> str | None:
    """The vehicle that carries squad `number`: first the insides, then the outsides."""
    inside = [v.id for v in vehicles if vehicle_type(v.type).infantry_capacity]
    seats = inside + [v.id for v in vehicles]
    return seats[number - 1] if number <= len(seats) else None


def _centurion(platoons: list[PlatoonSpec], templates: Iterable[str], where: tuple[str, str]) -> str:
    """The id of the Centurion's vehicle: the first of the named type in the named platoon."""
    for platoon, template in zip(platoons, templates, strict=True):
        for vehicle in platoon.vehicles:
            if template == where[0] and vehicle.type == where[1]:
                return vehicle.id
    return next((v.id for p in platoons for v in p.vehicles), "")


def _left_over(spec: CenturySpec, platoons: list[PlatoonSpec], centurion: str) -> list[PlatoonSpec]:
    """Who is still there: by the sheets when there are some, else half of each kind of a crippled century, rounded up."""
    if spec.damage:
        gone = {id for id, sheet in spec.damage.items() if sheet.get("destroyed")}
    elif spec.crippled:
        gone = _half(platoons, centurion)
    else:
        return platoons
    for platoon in platoons:
        platoon.vehicles = [v for v in platoon.vehicles if v.id not in gone]
        platoon.squads = [s for s in platoon.squads if s.id not in gone]
        for squad_spec in platoon.squads:
            if squad_spec.aboard in gone:
                squad_spec.aboard = None
    return [p for p in platoons if p.vehicles or p.squads]


def _half(platoons: list[PlatoonSpec], centurion: str) -> set[str]:
    """Ids that a crippled century has lost: the later half of each kind, the Centurion last."""
    kinds: dict[str, list[str]] = {}
    for platoon in platoons:
        for unit in platoon.units:
            kinds.setdefault(unit.type, []).append(unit.id)
    gone: set[str] = set()
    for ids in kinds.values():
        ids.sort(key=lambda id: id != centurion)
        gone |= set(ids[(len(ids) + 1) // 2 :])
    return gone


def points(platoon: PlatoonSpec) -> int:
    """Scenario points of a platoon."""
    return sum(vehicle_type(v.type).points for v in platoon.vehicles) + sum(squad_type(s.type).points for s in platoon.squads)


def platoon_of(spec: PlatoonSpec) -> Platoon:
    return Platoon(spec.id, spec.side, spec.century, [u.id for u in spec.units], name=spec.name, quality=troops(spec.quality or ""))


def dug_in(spec: PlatoonSpec) -> PlatoonSpec:
    """A platoon that starts dug in: grounded vehicles and squads on the ground in craters."""
    if not spec.dug_in:
        return spec
    vehicles = [v.model_copy(update={"grounded": True, "crater": True, "velocity": 0}) for v in spec.vehicles]
    squads = [s.model_copy(update={"crater": s.aboard is None}) for s in spec.squads]
    return spec.model_copy(update={"vehicles": vehicles, "squads": squads})


def all_platoons(setup: SetUp) -> tuple[list[Century], list[PlatoonSpec]]:
    """Centuries and platoons of a set-up; platoons without a century form one of their own for each side."""
    factions = {side.id: side.faction for side in setup.sides}
    centuries, platoons = [], []
    for spec in setup.centuries:
        century, parts = expand(spec, factions[spec.side])
        centuries.append(century)
        platoons += parts
    own: dict[str, Century] = {}
    gathered = {c.id: c for c, spec in zip(centuries, setup.centuries, strict=True) if not spec.kind}
    for platoon in setup.platoons:
        part = dug_in(platoon.model_copy(deep=True))
        if part.century in gathered:
            _gather(gathered[part.century], part)
        elif not part.century:
            part.century = f"{part.side}-century"
            own.setdefault(part.side, Century(part.century, "century", part.side, "mixed"))
            join(own[part.side], part)
        platoons.append(part)
    return [*centuries, *own.values()], platoons


def _gather(century: Century, platoon: PlatoonSpec) -> None:
    """Add a platoon to the century that it names; its leadership is the century's own."""
    century.paper_points += points(platoon)
    if platoon.centurion or (not century.centurion and platoon.vehicles):
        century.centurion = platoon.centurion or platoon.vehicles[0].id


def join(century: Century, platoon: PlatoonSpec) -> None:
    """Add a loose platoon to the century of its side; the Centurion rides where it is said, else in the first vehicle."""
    century.paper_points += points(platoon)
    if platoon.centurion or (not century.centurion and platoon.vehicles):
        century.centurion = platoon.centurion or platoon.vehicles[0].id
        century.leadership, century.advancement = at_start(platoon.leadership, None, BEGINNER)

"""A scenario becomes a table: the set-up model, everything wrong with a set-up, and the state it gives. legatus: Standard Centuries"""

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from scales import switches
from scales.engine import Fault, Json
from scales.legatus import board
from scales.legatus.deployment import altitudes_of
from scales.legatus.preparation.deploying import Formed, form
from scales.legatus.state import Century, LegatusState, Links, Marker, Objective, Policy, Satellite, Side, Squadron, Support
from scales.legatus.state import Field as Map
from scales.legatus.switches import SWITCHES
from scales.legatus.tables import formation_ids, kinds, tables

Altitude = Literal["dug_in", "normal", "tree_top", "low_altitude"]
Quality = Literal["green", "regular", "elite"]


InstallationKind = Literal[
    "defensive_installation", "defensive_installation_1", "defensive_installation_2", "defensive_installation_3", "defensive_installation_4"
]


class Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class SideIn(Model):
    id: str = Field(min_length=1)
    faction: str = "any"
    seat: str = Field(min_length=1)


class CenturyUnit(Model):
    """A century: `at` is a hex, a hexside or a junction ('0603', '0603|0604'); `hex` with `dispersion` picks one by itself."""

    id: str = Field(min_length=1)
    name: str = ""
    kind: str
    at: str = ""
    hex: str = ""
    dispersion: Literal["", "concentrated", "semi_dispersed", "dispersed"] = ""
    altitude: Altitude = "normal"
    quality: Quality | Literal[""] = ""
    crippled: bool = False
    hq: bool = False
    high_hq: bool = False
    organic_signals: bool = False


class CohortIn(Model):
    """A cohort given by centuries, or by the id or name of a standard formation with the hex of its headquarters and the heading it fronts."""

    id: str = Field(min_length=1)
    name: str = ""
    side: str
    formation: str = ""
    level: Literal["cohort", "manus"] = "cohort"
    manus: str = ""
    permanent: bool = False
    quality: Quality | Literal[""] = ""
    hex: str = ""
    front: int = Field(1, ge=1, le=6)
    altitude: Altitude = "normal"
    centuries: list[CenturyUnit] = []


class InstallationIn(Model):
    id: str = Field(min_length=1)
    name: str = ""
    side: str
    hex: str
    kind: InstallationKind = "defensive_installation_1"
    crippled: bool = False


class SquadronIn(Model):
    id: str = Field(min_length=1)
    name: str = ""
    side: str
    kind: str = "interceptor_medium"
    craft_type: str = ""


class ObjectiveIn(Model):
    name: str = Field(min_length=1)
    hex: str
    points: int = Field(0, ge=0)
    holder: str = ""


class DefenseIn(Model):
    """Passive defenses or earthworks placed before play."""

    kind: Literal["passive", "earthworks"]
    side: str
    hex: str


class SatelliteIn(Model):
    """A Thor satellite with its recorded start: hex, heading 1..6, velocity in hexes a turn."""

    id: str = Field(min_length=1)
    name: str = ""
    side: str
    hex: str
    heading: int = Field(ge=1, le=6)
    velocity: int = Field(ge=0, le=12)


class SupportIn(Model):
    """Ships that give fire support when the Leviathan board is not in play."""

    id: str = Field(min_length=1)
    name: str = ""
    side: str
    attack: int = Field(ge=1, le=12)


class EngagementsIn(Model):
    policy: Literal["none", "strongest", "all"] = "none"
    at_most: int = Field(1, ge=0)
    centuries: int = Field(4, ge=2)


class RulesIn(Model):
    engagements: EngagementsIn = EngagementsIn()


class Setup(Model):
    """A Legatus battle. `map` is the id of a sheet; `rows` (terrain tokens of each row) replace it."""

    map: str = "legatus_uplands"
    rows: list[str] = []
    sides: list[SideIn] = Field(min_length=2, max_length=8)
    attacker: str = ""
    cohorts: list[CohortIn] = []
    installations: list[InstallationIn] = []
    squadrons: list[SquadronIn] = []
    satellites: list[SatelliteIn] = []
    naval_support: list[SupportIn] = []
    superiority: str = ""
    objectives: list[ObjectiveIn] = []
    defenses: list[DefenseIn] = []
    initiative_pools: dict[str, int] = {}
    options: dict[str, bool | int] = {}
    rules: RulesIn = RulesIn()
    turn_limit: int = Field(20, ge=1, le=500)
    standing: bool = False
    leviathan: bool = False
    interceptor: bool = False


def near(word: str, known: list[str]) -> str:
    """' (near: ...)' with the known words most like one that is not known."""
    close = get_close_matches(word.lower(), known, 3, 0.4)
    return f"known and near it: {', '.join(close)}" if close else f"known are {', '.join(known[:12])}"


def faults(setup: Json) -> list[Fault]:
    """Every mistake of a set-up at once; the shape is the model's business."""
    s = Setup.model_validate(setup)
    try:
        grid = board.grid(s.map, tuple(s.rows))
    except ValueError as error:
        return [Fault("map", f"{str(error)[0].upper()}{str(error)[1:]}.", "rows" if s.rows else "map")]
    found = [*_side_faults(s), *_kind_faults(s)]
    found += switches.faults("legatus", SWITCHES, s.options)
    if not found:
        found = [*_unit_faults(grid, s), *_place_faults(grid, s)]
    return found


def _side_faults(s: Setup) -> Iterator[Fault]:
    ids = [x.id for x in s.sides]
    if len(set(ids)) < len(ids):
        yield Fault("side_twice", "Two sides have the same id.", "sides")
    lists: dict[str, list[Any]] = {"cohorts": s.cohorts, "installations": s.installations, "squadrons": s.squadrons, "defenses": s.defenses}
    named = [(f"{key}[{n}].side", item.side) for key, items in lists.items() for n, item in enumerate(items)]
    named += [(f"objectives[{n}].holder", o.holder) for n, o in enumerate(s.objectives) if o.holder]
    named += [(f"satellites[{n}].side", x.side) for n, x in enumerate(s.satellites)]
    named += [(f"naval_support[{n}].side", x.side) for n, x in enumerate(s.naval_support)]
    named += [("superiority", s.superiority)] if s.superiority else []
    named += [(f"initiative_pools.{k}", k) for k in s.initiative_pools] + ([("attacker", s.attacker)] if s.attacker else [])
    for where, side in named:
        if side not in ids:
            yield Fault("side_unknown", f"There is no side '{side}': the sides are {' and '.join(ids)}.", where)
    most = int(tables()["initiative"]["maximum"])
    for side, points in s.initiative_pools.items():
        if not 0 <= points <= most:
            yield Fault("pool", f"An initiative pool holds 0 to {most} points at the start, not {points}.", f"initiative_pools.{side}")


def ground_kinds() -> list[str]:
    return sorted(k for k, kind in kinds().items() if kind.carriage not in {"air", "fixed"})


def air_kinds() -> list[str]:
    return sorted(k for k, kind in kinds().items() if kind.carriage == "air")


def _kind_faults(s: Setup) -> Iterator[Fault]:
    ground, air = ground_kinds(), air_kinds()
    for n, c in enumerate(s.cohorts):
        if bool(c.formation) == bool(c.centuries):
            yield Fault(
                "cohort", f"Cohort '{c.id}' needs either a formation (and the hex of its headquarters) or centuries.", f"cohorts[{n}]"
            )
        if c.formation and c.formation.lower() not in formation_ids():
            known = sorted(formation_ids())
            yield Fault(
                "formation_unknown", f"There is no formation '{c.formation}'; {near(c.formation, known)}.", f"cohorts[{n}].formation"
            )
        for m, u in enumerate(c.centuries):
            if u.kind not in ground:
                yield Fault("kind_unknown", f"'{u.kind}' is no century type; {near(u.kind, ground)}.", f"cohorts[{n}].centuries[{m}].kind")
    for n, q in enumerate(s.squadrons):
        if q.kind not in air:
            yield Fault("kind_unknown", f"'{q.kind}' is no squadron type; {near(q.kind, air)}.", f"squadrons[{n}].kind")


def _unit_faults(grid: board.Grid, s: Setup) -> Iterator[Fault]:
    """Ids given twice, and centuries where they cannot stand."""
    ids: list[tuple[str, str]] = []
    for n, entry in enumerate(s.cohorts):
        formed = form(grid, entry)
        ids += [(c.id, f"cohorts[{n}].id") for c in formed.cohorts]
        for m, unit in enumerate(formed.units):
            where = f"cohorts[{n}].centuries[{m}]" if entry.centuries else f"cohorts[{n}].hex"
            ids.append((unit.id, where))
            yield from stand_faults(grid, where, unit)
    ids += [(i.id, f"installations[{n}].id") for n, i in enumerate(s.installations)]
    ids += [(q.id, f"squadrons[{n}].id") for n, q in enumerate(s.squadrons)]
    ids += [(x.id, f"satellites[{n}].id") for n, x in enumerate(s.satellites)]
    ids += [(x.id, f"naval_support[{n}].id") for n, x in enumerate(s.naval_support)]
    seen: set[str] = set()
    for id, where in ids:
        if id in seen:
            yield Fault("id_twice", f"Two units have the id '{id}'.", where)
        seen.add(id)


def stand_faults(grid: board.Grid, where: str, unit: Century) -> Iterator[Fault]:
    """Why a unit cannot be at its place and altitude."""
    if not board.is_position(unit.at):
        yield Fault("position", f"'{unit.at}' of '{unit.id}' is no hex, hexside or junction, such as '0603', '0603|0604'.", where)
        return
    if not board.on_map(grid, unit.at):
        yield Fault("off_map", f"{unit.at} of '{unit.id}' is not on the map of {grid.columns} by {grid.rows} hexes.", where)
        return
    carriage, lake = kinds()[unit.kind].carriage, any(grid.cells[h].ground == "lake" for h in unit.at.split("|"))
    if unit.altitude not in altitudes_of(carriage):
        yield Fault("altitude", f"'{unit.id}' is no grav century and cannot be at {unit.altitude.replace('_', ' ')}.", where)
    if lake and (carriage != "grav" or unit.altitude == "dug_in"):
        yield Fault("lake", f"'{unit.id}' cannot be on the lake of {unit.at}: only grav centuries can, and not dug in.", where)


def _place_faults(grid: board.Grid, s: Setup) -> Iterator[Fault]:
    places = [(f"installations[{n}].hex", i.hex) for n, i in enumerate(s.installations)]
    places += [(f"satellites[{n}].hex", x.hex) for n, x in enumerate(s.satellites)]
    places += [(f"objectives[{n}].hex", o.hex) for n, o in enumerate(s.objectives)]
    places += [(f"defenses[{n}].hex", d.hex) for n, d in enumerate(s.defenses)]
    for where, hex in places:
        if hex not in grid.cells:
            yield Fault("off_map", f"'{hex}' is no hex of the map of {grid.columns} by {grid.rows} hexes.", where)


def build(setup: Json) -> LegatusState:
    """The state at the start; the set-up must be without faults."""
    s = Setup.model_validate(setup)
    wrong = faults(setup)
    if wrong:
        raise ValueError(" ".join(f.text for f in wrong))
    grid = board.grid(s.map, tuple(s.rows))
    formed = [form(grid, c) for c in s.cohorts]
    pool = int(tables()["initiative"]["pool"])
    policy = s.rules.engagements
    return LegatusState(
        map=Map(s.map, s.rows),
        sides=[Side(x.id, x.faction, x.seat, s.initiative_pools.get(x.id, pool)) for x in s.sides],
        attacker=s.attacker or s.sides[0].id,
        units=_units(s, formed),
        cohorts={c.id: c for f in formed for c in f.cohorts},
        squadrons={q.id: squadron_of(q, next(x.faction for x in s.sides if x.id == q.side)) for q in s.squadrons},
        satellites=[Satellite(x.id, x.name or x.id, x.side, x.hex, x.heading, x.velocity) for x in s.satellites],
        supports=[Support(x.id, x.name or x.id, x.side, x.attack) for x in s.naval_support],
        superiority=s.superiority,
        markers=[Marker(d.kind, d.side, [d.hex]) for d in s.defenses],
        objectives=[Objective(o.name, o.hex, o.points, o.holder) for o in s.objectives],
        links=Links(s.leviathan, s.interceptor),
        policy=Policy(policy.policy, policy.at_most, policy.centuries),
        turn_limit=s.turn_limit,
        standing=s.standing,
        options={name: int(value) for name, value in s.options.items()},
    )


def _units(s: Setup, formed: list[Formed]) -> dict[str, Century]:
    units = {u.id: u for f in formed for u in f.units}
    for i in s.installations:
        units[i.id] = Century(
            i.id,
            i.name or i.id,
            i.side,
            "",
            "defensive_installation",
            i.hex,
            crippled=i.crippled,
            installation_type=int(i.kind[-1]) if i.kind[-1].isdecimal() else 1,
        )
    for unit in units.values():
        unit.crippled_at_start = unit.crippled
        unit.reported = "crippled" if unit.crippled else ""
    return units


def squadron_of(q: SquadronIn, faction: str) -> Squadron:
    """A squadron in the ready box, of the craft that its faction flies."""
    craft = q.craft_type or tables()["interceptor_craft"].get(faction, tables()["interceptor_craft"]["tog"])[q.kind]
    return Squadron(q.id, q.name or q.id, q.side, q.kind, craft)

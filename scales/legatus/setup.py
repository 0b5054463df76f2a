"""A scenario becomes a table: the set-up model, everything wrong with a set-up, and the state it gives. legatus: Standard Centuries"""

from difflib import get_close_matches
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from scales.engine import Fault, Json
from scales.legatus import board
from scales.legatus.deploying import Formed, form
from scales.legatus.deployment import altitudes_of
from scales.legatus.state import Century, LegatusState, Links, Marker, Objective, Policy, Side, Squadron
from scales.legatus.state import Field as Map
from scales.legatus.tables import formation_ids, kinds, tables

Altitude = Literal["dug_in", "normal", "tree_top", "low_altitude"]
Quality = Literal["green", "regular", "elite"]


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
    kind: str = "defensive_installation"
    type: int = Field(1, ge=0, le=4)
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


class EngagementsIn(Model):
    policy: Literal["none", "strongest", "all"] = "none"
    at_most: int = Field(1, ge=0)
    centuries: int = Field(8, ge=2)


class RulesIn(Model):
    engagements: EngagementsIn = EngagementsIn()


class Setup(Model):
    """A Legatus battle. `map` is the id of a sheet; `rows` (terrain tokens of each row) replace it."""

    map: str = "legatus_uplands"
    rows: list[str] = []
    sides: list[SideIn] = Field(min_length=2, max_length=2)
    attacker: str = ""
    cohorts: list[CohortIn] = []
    installations: list[InstallationIn] = []
    squadrons: list[SquadronIn] = []
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
    found: list[Fault] = []
    try:
        grid = board.grid(s.map, tuple(s.rows))
    except ValueError as error:
        return [Fault("map", f"{str(error)[0].upper()}{str(error)[1:]}.", "map")]
    found += (
        _side_faults(s) + _formation_faults(s) + [Fault("option", f"Option '{o}' is not known here.", "options") for o in sorted(s.options)]
    )
    if found:
        return found
    found += _double_ids(s)
    for cohort, formed in ((c, form(grid, c)) for c in s.cohorts):
        for unit in formed.units:
            found += _unit_faults(grid, cohort.id, unit)
    return found + _place_faults(grid, s)


def _side_faults(s: Setup) -> list[Fault]:
    ids = [x.id for x in s.sides]
    found = [Fault("side_twice", f"Side '{ids[0]}' is given twice.", "sides")] if ids[0] == ids[1] else []
    named = [(f"cohorts.{c.id}", c.side) for c in s.cohorts] + [(f"installations.{i.id}", i.side) for i in s.installations]
    named += [(f"squadrons.{q.id}", q.side) for q in s.squadrons] + [("defenses", d.side) for d in s.defenses]
    named += [("initiative_pools", k) for k in s.initiative_pools] + [("attacker", s.attacker or ids[0])]
    named += [(f"objectives.{o.name}", o.holder or ids[0]) for o in s.objectives]
    found += [
        Fault("side_unknown", f"There is no side '{side}': the sides are {' and '.join(ids)}.", where)
        for where, side in named
        if side not in ids
    ]
    most = int(tables()["initiative"]["maximum"])
    return found + [
        Fault("pool", f"An initiative pool holds 0 to {most} points, not {n}.", f"initiative_pools.{k}")
        for k, n in s.initiative_pools.items()
        if not 0 <= n <= most
    ]


def _formation_faults(s: Setup) -> list[Fault]:
    found = []
    for c in s.cohorts:
        if bool(c.formation) == bool(c.centuries):
            found.append(Fault("cohort", f"Cohort '{c.id}' needs either a formation with a hex, or centuries.", f"cohorts.{c.id}"))
        if c.formation and c.formation.lower() not in formation_ids():
            found.append(
                Fault(
                    "formation_unknown",
                    f"There is no formation '{c.formation}'; {near(c.formation, sorted(formation_ids()))}.",
                    f"cohorts.{c.id}.formation",
                )
            )
        for u in c.centuries:
            if u.kind not in kinds() or kinds()[u.kind].carriage in {"air", "fixed"}:
                found.append(
                    Fault("kind_unknown", f"'{u.kind}' is no century type; {near(u.kind, sorted(kinds()))}.", f"cohorts.{c.id}.{u.id}.kind")
                )
    for q in s.squadrons:
        if q.kind not in kinds() or kinds()[q.kind].carriage != "air":
            found.append(
                Fault(
                    "kind_unknown",
                    f"'{q.kind}' is no squadron type; {near(q.kind, sorted(k for k in kinds() if 'interceptor' in k))}.",
                    f"squadrons.{q.id}.kind",
                )
            )
    return found


def _double_ids(s: Setup) -> list[Fault]:
    grid = board.grid(s.map, tuple(s.rows))
    formed = [form(grid, c) for c in s.cohorts]
    ids = (
        [c.id for f in formed for c in f.cohorts]
        + [u.id for f in formed for u in f.units]
        + [i.id for i in s.installations]
        + [q.id for q in s.squadrons]
    )
    return [Fault("id_twice", f"Two units have the id '{i}'.", i) for i in sorted({i for i in ids if ids.count(i) > 1})]


def _unit_faults(grid: board.Grid, cohort: str, unit: Century) -> list[Fault]:
    where, found = f"cohorts.{cohort}.{unit.id}", []
    if not board.is_position(unit.at):
        return [Fault("position", f"'{unit.at}' of '{unit.id}' is no hex, hexside or junction.", where)]
    if not board.on_map(grid, unit.at):
        return [Fault("off_map", f"{unit.at} of '{unit.id}' is not on the map of {grid.columns} by {grid.rows} hexes.", where)]
    carriage, lake = kinds()[unit.kind].carriage, any(grid.cells[h].ground == "lake" for h in unit.at.split("|"))
    if unit.altitude not in altitudes_of(carriage):
        found.append(Fault("altitude", f"'{unit.id}' is no grav century and cannot be at {unit.altitude.replace('_', ' ')}.", where))
    if lake and (carriage != "grav" or unit.altitude == "dug_in"):
        found.append(Fault("lake", f"'{unit.id}' cannot be on the lake of {unit.at}: only grav centuries can, and not dug in.", where))
    return found


def _place_faults(grid: board.Grid, s: Setup) -> list[Fault]:
    places = [(f"installations.{i.id}", i.hex) for i in s.installations] + [(f"objectives.{o.name}", o.hex) for o in s.objectives]
    places += [("defenses", d.hex) for d in s.defenses]
    return [
        Fault("off_map", f"'{hex}' is no hex of the map of {grid.columns} by {grid.rows} hexes.", where)
        for where, hex in places
        if hex not in grid.cells
    ]


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
        squadrons={q.id: _squadron(s, q) for q in s.squadrons},
        markers=[Marker(d.kind, d.side, [d.hex]) for d in s.defenses],
        objectives=[Objective(o.name, o.hex, o.points, o.holder) for o in s.objectives],
        links=Links(s.leviathan, s.interceptor),
        policy=Policy(policy.policy, policy.at_most, policy.centuries),
        turn_limit=s.turn_limit,
        standing=s.standing,
    )


def _units(s: Setup, formed: list[Formed]) -> dict[str, Century]:
    units = {u.id: u for f in formed for u in f.units}
    for i in s.installations:
        units[i.id] = Century(
            i.id, i.name or i.id, i.side, "", "defensive_installation", i.hex, crippled=i.crippled, installation_type=i.type
        )
    for unit in units.values():
        unit.crippled_at_start = unit.crippled
        unit.reported = "crippled" if unit.crippled else ""
    return units


def _squadron(s: Setup, q: SquadronIn) -> Squadron:
    faction = next(x.faction for x in s.sides if x.id == q.side)
    craft = q.craft_type or tables()["interceptor_craft"].get(faction, tables()["interceptor_craft"]["tog"])[q.kind]
    return Squadron(q.id, q.name or q.id, q.side, q.kind, craft)

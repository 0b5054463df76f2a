"""A set-up document becomes a battle. Hexes are 'sheet:CCRR' (or 'CCRR' on the first sheet); a ship's hex is that of its stern."""

from difflib import get_close_matches
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from scales.engine import At, Json
from scales.hexes import Hex
from scales.leviathan import board, catalog
from scales.leviathan.catalog import SIDES
from scales.leviathan.construction import cards
from scales.leviathan.construction import designs as built
from scales.leviathan.construction.design import Design
from scales.leviathan.fighters import casualties, pilots
from scales.leviathan.fighters.craft import Fighter, named, types
from scales.leviathan.ground import armor_loss
from scales.leviathan.patrol.statistics import Interceptor, type_id
from scales.leviathan.power.shields import MOST
from scales.leviathan.records import record_sheets
from scales.leviathan.state import BayState, FighterUnit, GroundThing, Pilot, Ship, Side, State, Wing, Zone

Id = Annotated[str, Field(min_length=1, max_length=80)]
Text = Annotated[str, Field(min_length=1, max_length=80)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, populate_by_name=True)


class SideIn(_Strict):
    id: Id
    faction: Text
    seat: Id


class PilotIn(_Strict):
    """A pilot with the skills of Interceptor."""

    name: Text
    gunnery: Annotated[int, Field(ge=0, le=20)] = 4
    piloting: Annotated[int, Field(ge=0, le=20)] = 5


class FightersIn(_Strict):
    """A fighter unit: by the name of a pure or mixed unit (`gladius_squadron`, `squadron of gladius`, `mochov_group`), or size and counts.

    `pilots` who fly in it; `hours` since the battle that its `sheet` tells of, whose pilots stand on that sheet.
    """

    id: Id
    name: Text
    side: Id = ""
    unit: str = ""
    size: Literal["squadron", "flight", "group", ""] = ""
    fighters: dict[str, Annotated[int, Field(ge=1, le=400)]] = {}
    hex: str = ""
    aboard: str = ""
    mission: Literal["fighters", "ground"] = "fighters"
    sheet: dict[str, Any] = {}
    pilots: Annotated[list[PilotIn], Field(max_length=72)] = []
    hours: Annotated[int, Field(ge=0, le=1_000_000)] = 0


class ShipIn(_Strict):
    """A ship; without a hex its side places it before play (`deployment`).

    `course`: velocities of the turns that it has flown straight on before the battle, oldest first (it computes a translation into T-space).
    `skill` of its leader, `commander` 1 if he leads the squadron, 2 if he succeeds him, and his `bridge`; `shields` by side of a patrol ship.
    Instead of a class a patrol ship may give its `interceptor` statistics, which are converted.
    """

    id: Id
    name: Text
    kind: Annotated[str, Field(max_length=80, alias="class")] = ""
    interceptor: Interceptor | None = None
    side: Id
    hex: str = ""
    heading: Annotated[int, Field(ge=1, le=6)] = 1
    velocity: Annotated[int, Field(ge=0, le=40)] = 0
    course: Annotated[list[Annotated[int, Field(ge=1, le=40)]], Field(max_length=20)] = []
    skill: Annotated[int, Field(ge=0, le=9)] = 0
    commander: Annotated[int, Field(ge=0, le=99)] = 0
    bridge: Literal["flag", "main", ""] = ""
    shields: dict[str, Annotated[int, Field(ge=0, le=MOST)]] = {}
    crew: dict[str, Any] = {}
    fighters: list[FightersIn] = []
    sheet: dict[str, Any] = {}

    @model_validator(mode="after")
    def _convert(self) -> Self:
        """A ship by its Interceptor statistics gets the class id under which their conversion plays."""
        if bool(self.kind) == bool(self.interceptor):
            raise ValueError("a ship has either a class or the Interceptor statistics that it is converted from")
        self.kind = type_id(self.interceptor) if self.interceptor else self.kind
        return self


class InstallationIn(_Strict):
    id: Id
    name: Text
    kind: Id = Field(alias="class")
    side: Id
    hex: str
    heading: Annotated[int, Field(ge=1, le=6)] = 1
    skill: Annotated[int, Field(ge=0, le=9)] = 0
    commander: Annotated[int, Field(ge=0, le=99)] = 0
    fighters: list[FightersIn] = []
    sheet: dict[str, Any] = {}


class GroundIn(_Strict):
    """Mobile troops in a ground hex, hidden unless `spotted`: air defense and rocket centuries fire from there, any may be attacked."""

    id: Id
    name: Text
    kind: Literal["air_space_defense", "rocket", "other"] = Field("air_space_defense", alias="class")
    side: Id
    hex: str
    terrain: Literal["mountainous_urban", "wooded", "open", "water"] = "open"
    mode: Literal["grounded", "nf", "ttf", "laf"] = "grounded"
    spotted: bool = False


class VictoryIn(_Strict):
    kind: Literal["strength", "tonnage", "battleship", "chase"] = "strength"
    leaving_is_loss: bool = False
    battleship: str = ""
    pursued: str = ""


class ZoneIn(_Strict):
    """Where a side places what has no hex: hexes from an edge of the map, hexes from one unit to the next, velocity at most; `carried`: its
    fighters may begin aboard its ships."""

    edge: Literal["left", "right", "top", "bottom"]
    within: Annotated[int, Field(ge=1, le=60)] = 5
    apart: Annotated[int, Field(ge=1, le=60)] = 2
    velocity: Annotated[int, Field(ge=0, le=40)] = 6
    carried: bool = False


class WingIn(_Strict):
    """Fighters by craft that their side organizes into units before play; `most_percent` of them at most are of one craft."""

    id: Id
    name: Text
    side: Id = ""
    aboard: str = ""
    fighters: Annotated[dict[str, Annotated[int, Field(ge=1, le=2000)]], Field(min_length=1)]
    most_percent: Annotated[int, Field(ge=1, le=100)] = 100


class Setup(_Strict):
    """What a Leviathan battle is set up from."""

    layout: str = "leviathan_deep_space"
    sides: Annotated[list[SideIn], Field(min_length=1, max_length=2)]
    units: list[ShipIn] = []
    fighters: list[FightersIn] = []
    installations: list[InstallationIn] = []
    ground: list[GroundIn] = []
    deployment: dict[Id, ZoneIn] = {}
    wings: list[WingIn] = []
    interceptor: bool = False
    options: dict[str, bool | int] = {}
    turn_limit: Annotated[int, Field(ge=1, le=400)] = 30
    standing: bool = False
    rules: dict[str, Any] = {}
    victory: VictoryIn = VictoryIn()
    designs: Annotated[dict[Id, Design], Field(max_length=50)] = {}
    craft: Annotated[dict[Id, Fighter], Field(max_length=50)] = {}

    @model_validator(mode="after")
    def _build(self) -> Self:
        """Ships and fighters of the set-up's own designs get the ids under which these play."""
        own, craft = built.types(self.designs), types(self.craft)
        for ship in self.units:
            ship.kind = own.get(ship.kind, ship.kind)
        carried = [f for u in self.units for f in u.fighters] + [f for i in self.installations for f in i.fighters]
        units: list[FightersIn | WingIn] = [*carried, *self.fighters, *self.wings]
        for unit in units:
            unit.fighters = named(unit.fighters, craft)
        return self


NOWHERE = Hex(0, 0)
"""The place of a unit that has still to be placed."""


# ---- building ------------------------------------------------------------------------------------------------------


def new_ship(unit_id: str, name: str, side: str, kind: str, hex: Hex, sheet: Json | None = None) -> Ship:
    """A ship or installation fresh from its class sheet, or with the damage of an earlier battle."""
    card = cards.card(kind)
    ship = Ship(unit_id, name, side, kind, hex, kind=card.kind)
    ship.armor = record_sheets.new_armor(card)
    ship.internals = [0] * len(catalog.blocks()[card.internals].grid)
    ship.shields = dict(card.shields)
    ship.bays = [BayState() for _ in card.bays]
    ship.salvos = card.salvos
    record_sheets.restore(ship, sheet or {})
    ship.ftl = {}
    return ship


def unit_parts(given: FightersIn) -> tuple[str, dict[str, int]] | str:
    """(size, fighters) of a unit, or what is wrong with it."""
    if given.unit:
        size, _, craft = given.unit.partition(" of ")
        name = f"{craft}_{size}" if craft else given.unit
        found = catalog.named_units().get(name.replace(" ", "_").lower())
        if found is None:
            return f"there is no fighter unit '{given.unit}'{nearest(name, catalog.named_units())}"
        return found
    unknown = [c for c in given.fighters if not catalog.is_fighter(c)]
    if unknown:
        return f"there is no fighter '{unknown[0]}'{nearest(unknown[0], catalog.fighters())}"
    if not given.size or not given.fighters:
        return "a fighter unit needs a unit, or a size and its fighters"
    most = catalog.sizes()[given.size]
    if sum(given.fighters.values()) > most:
        return f"a {given.size} has {most} fighters at most, this one {sum(given.fighters.values())}"
    return given.size, dict(given.fighters)


def new_fighters(given: FightersIn, side: str, hex: Hex, aboard: str) -> FighterUnit:
    parts = unit_parts(given)
    assert not isinstance(parts, str), parts
    size, count = parts
    values = catalog.convert(size, count)
    attack = 0 if given.mission == "ground" else values.missile_attack
    unit = FighterUnit(given.id, given.name, side, size, count, values.thrust, values.rows, values.cra, values.lra, attack, hex,
                       mission=given.mission, aboard=aboard)  # fmt: skip
    casualties.take_sheet(unit, given.sheet, given.hours)
    unit.missiles_left = given.sheet.get("missiles_left", True)
    unit.pilots = [Pilot(p.name, p.gunnery, p.piloting) for p in given.pilots] or pilots.of_sheet(given.sheet.get("pilots", []), given.hours)
    return unit


def new_base(given: InstallationIn, hex: Hex) -> FighterUnit:
    """The smallest installations, on a fighter sheet that does not move."""
    base = catalog.bases()[given.kind]
    rows = [base["armor_boxes"]] if base["treat_as"] == "squadron" else catalog.armor_rows(base["armor_boxes"], base["treat_as"])
    cra, lra = (catalog.steps(20 * base[k], len(rows)) for k in ("cra", "lra"))
    unit = FighterUnit(given.id, given.name, given.side, base["treat_as"], {}, 0, rows, cra, lra, 0, hex, base=True)
    unit.lost = given.sheet.get("lost", 0)
    return unit


def build(setup: Setup) -> State:
    """The state before the first turn; `faults` must have found nothing."""
    state = State(At(), [Side(s.id, s.faction, s.seat) for s in setup.sides], setup.layout, board.sheets_of(setup.layout))
    state.turn_limit, state.standing, state.interceptor = setup.turn_limit, setup.standing, setup.interceptor
    state.options = {k: int(v) for k, v in setup.options.items()}
    state.rules, state.victory = dict(setup.rules), setup.victory.model_dump(exclude_defaults=True)
    state.designs, state.craft = built.types(setup.designs), types(setup.craft)
    for ship in setup.units:
        put(state, ship)
    for base in setup.installations:
        put(state, base)
    for troops in setup.ground:
        put_on_ground(state, troops)
    for unit in setup.fighters:
        hex = state.ships[unit.aboard].hex if unit.aboard else spot(state, unit.hex)
        side = unit.side or state.ships[unit.aboard].side
        made = state.fighters[unit.id] = new_fighters(unit, side, hex, unit.aboard)
        made.waiting = not (unit.hex or unit.aboard)
    state.zones = {side: Zone(z.edge, z.within, z.apart, z.velocity, z.carried) for side, z in setup.deployment.items()}
    for wing in setup.wings:
        owner = state.ships[wing.aboard].side if wing.aboard else wing.side
        state.wings.append(Wing(wing.id, wing.name, owner, dict(wing.fighters), wing.aboard))
    return state


def spot(state: State, text: str) -> Hex:
    """The joined hex of a set-up; nowhere for a unit that is placed later."""
    return board.parse(state.sheets, text) if text else NOWHERE


def put_on_ground(state: State, given: GroundIn) -> None:
    """Set mobile troops on the ground (leviathan: Space and the Ground, Combat)."""
    kind = "" if given.kind == "other" else given.kind
    hex = board.parse(state.sheets, given.hex)
    thing = GroundThing(given.id, given.name, given.side, "century", hex, given.terrain, given.mode, kind, placed=True)
    thing.spotted = {side: 0 for side in state.enemies(given.side) if given.spotted}
    state.ground.things[thing.id], state.ground.known = thing, True


def put(state: State, given: ShipIn | InstallationIn) -> None:
    """Set a ship or an installation on the map with its fighters."""
    hex = spot(state, given.hex)
    if given.kind in catalog.bases():
        assert isinstance(given, InstallationIn)
        state.fighters[given.id] = new_base(given, hex)
        return
    ship = new_ship(given.id, given.name, given.side, given.kind, hex, given.sheet)
    ship.heading, ship.skill, ship.commander = given.heading, given.skill, given.commander
    if isinstance(given, ShipIn):
        ship.velocity, ship.waiting, ship.bridge = given.velocity, not given.hex, given.bridge
        ship.course = list(given.course)
        ship.shields |= given.shields and {s: given.shields.get(s, 0) for s in SIDES}
    ship.told = "" if ship.kind == "ship" else armor_loss.told(ship)
    state.ships[ship.id] = ship
    for unit in given.fighters:
        state.fighters[unit.id] = new_fighters(unit, given.side, hex, given.id)


def nearest(name: str, known: Any) -> str:
    """' (did you mean ...?)' with the known names nearest to a wrong one."""
    close = get_close_matches(name, list(known), n=3, cutoff=0.5)
    return f"; did you mean {', '.join(close)}?" if close else f"; known are {', '.join(sorted(known)[:12])} ..."

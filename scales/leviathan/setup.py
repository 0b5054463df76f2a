"""A set-up document becomes a battle. Hexes are 'sheet:CCRR' (or 'CCRR' on the first sheet); a ship's hex is that of its stern."""

from difflib import get_close_matches
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from scales import armor
from scales.codec import typed
from scales.engine import At, Fault, Json
from scales.hexes import Hex
from scales.leviathan import board, catalog
from scales.leviathan.state import BayState, FighterUnit, Ship, Side, State

Id = Annotated[str, Field(min_length=1, max_length=80)]
Text = Annotated[str, Field(min_length=1, max_length=80)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, populate_by_name=True)


class SideIn(_Strict):
    id: Id
    faction: Text
    seat: Id


class FightersIn(_Strict):
    """A fighter unit: by the name of a pure or mixed unit (`gladius_squadron`, `squadron of gladius`, `mochov_group`), or size and counts."""

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


class ShipIn(_Strict):
    id: Id
    name: Text
    kind: Id = Field(alias="class")
    side: Id
    hex: str
    heading: Annotated[int, Field(ge=1, le=6)] = 1
    velocity: Annotated[int, Field(ge=0, le=40)] = 0
    skill: Annotated[int, Field(ge=0, le=9)] = 0
    crew: dict[str, Any] = {}
    fighters: list[FightersIn] = []
    sheet: dict[str, Any] = {}


class InstallationIn(_Strict):
    id: Id
    name: Text
    kind: Id = Field(alias="class")
    side: Id
    hex: str
    heading: Annotated[int, Field(ge=1, le=6)] = 1
    fighters: list[FightersIn] = []
    sheet: dict[str, Any] = {}


class VictoryIn(_Strict):
    kind: Literal["strength", "tonnage", "battleship", "chase"] = "strength"
    leaving_is_loss: bool = False
    battleship: str = ""
    pursued: str = ""


class Setup(_Strict):
    """What a Leviathan battle is set up from."""

    layout: str = "leviathan_deep_space"
    sides: Annotated[list[SideIn], Field(min_length=1, max_length=2)]
    units: list[ShipIn] = []
    fighters: list[FightersIn] = []
    installations: list[InstallationIn] = []
    interceptor: bool = False
    options: dict[str, bool | int] = {}
    turn_limit: Annotated[int, Field(ge=1, le=400)] = 30
    standing: bool = False
    rules: dict[str, Any] = {}
    victory: VictoryIn = VictoryIn()


OPTIONS = ("support_by_any_class",)


# ---- building ------------------------------------------------------------------------------------------------------


def new_ship(unit_id: str, name: str, side: str, kind: str, hex: Hex, sheet: Json | None = None) -> Ship:
    """A ship or installation fresh from its class sheet, or with the damage of an earlier battle."""
    card = catalog.sheets()[kind]
    ship = Ship(unit_id, name, side, kind, hex, kind=card.kind)
    ship.armor = {s: armor.of_points(boxes, card.width) for s, boxes in card.armor.items()}
    ship.internals = [0] * len(catalog.blocks()[card.internals].grid)
    ship.shields = dict(card.shields)
    ship.bays = [BayState() for _ in card.bays]
    ship.salvos = card.salvos
    for field, value in (sheet or {}).items():
        _restore(ship, field, value)
    return ship


def _restore(ship: Ship, field: str, value: Any) -> None:
    if field == "armor":
        ship.armor = {s: typed(g, armor.Grid) for s, g in value.items()}
    elif field == "bays":
        ship.bays = [typed(b, BayState) for b in value]
    else:
        setattr(ship, field, value)


def unit_parts(given: FightersIn) -> tuple[str, dict[str, int]] | str:
    """(size, fighters) of a unit, or what is wrong with it."""
    if given.unit:
        size, _, craft = given.unit.partition(" of ")
        name = f"{craft}_{size}" if craft else given.unit
        found = catalog.named_units().get(name.replace(" ", "_").lower())
        if found is None:
            return f"there is no fighter unit '{given.unit}'{nearest(name, catalog.named_units())}"
        return found
    unknown = [c for c in given.fighters if c not in catalog.fighters()]
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
    unit.lost = int(given.sheet.get("lost", 0))
    unit.missiles_left = bool(given.sheet.get("missiles_left", True))
    return unit


def new_base(given: InstallationIn, hex: Hex) -> FighterUnit:
    """The smallest installations, on a fighter sheet that does not move."""
    base = catalog.bases()[given.kind]
    rows = [base["armor_boxes"]] if base["treat_as"] == "squadron" else catalog.armor_rows(base["armor_boxes"], base["treat_as"])
    cra, lra = (catalog.steps(20 * base[k], len(rows)) for k in ("cra", "lra"))
    return FighterUnit(given.id, given.name, given.side, base["treat_as"], {}, 0, rows, cra, lra, 0, hex, base=True)


def build(setup: Setup) -> State:
    """The state before the first turn; `faults` must have found nothing."""
    state = State(At(), [Side(s.id, s.faction, s.seat) for s in setup.sides], setup.layout, board.sheets_of(setup.layout))
    state.turn_limit, state.standing, state.interceptor = setup.turn_limit, setup.standing, setup.interceptor
    state.options = {k: int(v) for k, v in setup.options.items()}
    state.rules, state.victory = dict(setup.rules), setup.victory.model_dump(exclude_defaults=True)
    for ship in setup.units:
        _put(state, ship)
    for base in setup.installations:
        _put(state, base)
    for unit in setup.fighters:
        hex = state.ships[unit.aboard].hex if unit.aboard else board.parse(state.sheets, unit.hex)
        side = unit.side or state.ships[unit.aboard].side
        state.fighters[unit.id] = new_fighters(unit, side, hex, unit.aboard)
    return state


def _put(state: State, given: ShipIn | InstallationIn) -> None:
    hex = board.parse(state.sheets, given.hex)
    if given.kind in catalog.bases():
        assert isinstance(given, InstallationIn)
        state.fighters[given.id] = new_base(given, hex)
        return
    ship = new_ship(given.id, given.name, given.side, given.kind, hex, given.sheet)
    ship.heading = given.heading
    if isinstance(given, ShipIn):
        ship.velocity, ship.skill = given.velocity, given.skill
    state.ships[ship.id] = ship
    for unit in given.fighters:
        state.fighters[unit.id] = new_fighters(unit, given.side, hex, given.id)


# ---- faults --------------------------------------------------------------------------------------------------------


def nearest(name: str, known: Any) -> str:
    """' (did you mean ...?)' with the known names nearest to a wrong one."""
    close = get_close_matches(name, list(known), n=3, cutoff=0.5)
    return f"; did you mean {', '.join(close)}?" if close else f"; known are {', '.join(sorted(known)[:12])} ..."


def faults(setup: Setup) -> list[Fault]:
    """Everything the model alone cannot see, all at once."""
    found: list[Fault] = []
    if setup.layout not in board.layouts()["layouts"]:
        text = f"there is no layout '{setup.layout}'{nearest(setup.layout, board.layouts()['layouts'])}"
        return [Fault("unknown_layout", text, "layout")]
    sides = [s.id for s in setup.sides]
    found += _doubles("side", sides, "sides")
    found += [
        Fault("unknown_option", f"there is no option '{o}'{nearest(o, OPTIONS)}", f"options.{o}") for o in setup.options if o not in OPTIONS
    ]
    ids = [u.id for u in setup.units] + [u.id for u in setup.installations] + [u.id for u in setup.fighters]
    ids += [f.id for u in setup.units for f in u.fighters] + [f.id for u in setup.installations for f in u.fighters]
    found += _doubles("unit", ids, "units")
    for n, ship in enumerate(setup.units):
        found += _ship_faults(setup, ship, sides, f"units.{n}")
    for n, base in enumerate(setup.installations):
        found += _base_faults(setup, base, sides, f"installations.{n}")
    for n, unit in enumerate(setup.fighters):
        found += _fighter_faults(setup, unit, sides, f"fighters.{n}")
    return found + _victory_faults(setup, sides)


def _doubles(what: str, ids: list[str], where: str) -> list[Fault]:
    return [Fault("double_id", f"two {what}s have the id '{i}'", where) for i in sorted({i for i in ids if ids.count(i) > 1})]


def _side_fault(side: str, sides: list[str], where: str) -> list[Fault]:
    return [] if side in sides else [Fault("unknown_side", f"there is no side '{side}'; there are {', '.join(sides)}", f"{where}.side")]


def _hex_fault(setup: Setup, text: str, where: str) -> list[Fault]:
    try:
        board.parse(board.sheets_of(setup.layout), text)
    except ValueError as error:
        return [Fault("bad_hex", str(error), f"{where}.hex")]
    return []


def _ship_faults(setup: Setup, ship: ShipIn, sides: list[str], where: str) -> list[Fault]:
    found = _side_fault(ship.side, sides, where) + _hex_fault(setup, ship.hex, where)
    card = catalog.sheets().get(ship.kind)
    if card is None or card.kind != "ship":
        ships = [k for k, c in catalog.sheets().items() if c.kind == "ship"]
        return [*found, Fault("unknown_class", f"there is no ship class '{ship.kind}'{nearest(ship.kind, ships)}", f"{where}.class")]
    found += _sheet_faults(ship.sheet, where)
    for n, unit in enumerate(ship.fighters):
        found += _parts_fault(unit, f"{where}.fighters.{n}")
    carried = [unit_parts(u) for u in [*ship.fighters, *(f for f in setup.fighters if f.aboard == ship.id)]]
    count = sum(sum(p[1].values()) for p in carried if not isinstance(p, str))
    if count > card.fighters:
        found.append(Fault("too_many_fighters", f"{ship.name} carries {card.fighters} fighters, not {count}", f"{where}.fighters"))
    if not found:
        found += _zone_faults(setup, ship, where)
    return found


def _zone_faults(setup: Setup, ship: ShipIn, where: str) -> list[Fault]:
    card = catalog.sheets()[ship.kind]
    stern = board.parse(board.sheets_of(setup.layout), ship.hex)
    zones = {board.zone(setup.layout, h.column) for h in board.hexes(stern, ship.heading, card.hexes)}
    if "ground" in zones or ("atmosphere" in zones and not card.atmosphere):
        return [Fault("bad_zone", f"{ship.name} cannot stand in the atmosphere or on the ground", f"{where}.hex")]
    return []


def _sheet_faults(sheet: dict[str, Any], where: str) -> list[Fault]:
    from scales.leviathan.victory import SHEET

    return [
        Fault("bad_sheet", f"a ship's sheet has no '{k}'; it has {', '.join(SHEET)}", f"{where}.sheet") for k in sheet if k not in SHEET
    ]


def _parts_fault(unit: FightersIn, where: str) -> list[Fault]:
    parts = unit_parts(unit)
    return [Fault("bad_fighters", f"{unit.name}: {parts}", where)] if isinstance(parts, str) else []


def _base_faults(setup: Setup, base: InstallationIn, sides: list[str], where: str) -> list[Fault]:
    found = _side_fault(base.side, sides, where) + _hex_fault(setup, base.hex, where)
    known = [*catalog.bases(), *(k for k, c in catalog.sheets().items() if c.kind != "ship")]
    if base.kind not in known:
        found.append(Fault("unknown_class", f"there is no installation '{base.kind}'{nearest(base.kind, known)}", f"{where}.class"))
    elif not found:
        hex = board.parse(board.sheets_of(setup.layout), base.hex)
        ground = base.kind.startswith("g")
        if ground != (board.zone(setup.layout, hex.column) == "ground"):
            text = f"{base.name} must stand {'in a ground hex' if ground else 'off the ground'}"
            found.append(Fault("bad_zone", text, f"{where}.hex"))
    for n, unit in enumerate(base.fighters):
        found += _parts_fault(unit, f"{where}.fighters.{n}")
    return found


def _fighter_faults(setup: Setup, unit: FightersIn, sides: list[str], where: str) -> list[Fault]:
    found = _parts_fault(unit, where)
    carriers = [u.id for u in setup.units] + [u.id for u in setup.installations if u.kind in catalog.sheets()]
    if unit.aboard:
        if unit.aboard not in carriers:
            found.append(Fault("unknown_ship", f"{unit.name} is aboard '{unit.aboard}', which is no ship here", f"{where}.aboard"))
    else:
        found += _side_fault(unit.side, sides, where) + _hex_fault(setup, unit.hex, where)
    return found


def _victory_faults(setup: Setup, sides: list[str]) -> list[Fault]:
    named = {"battleship": setup.victory.battleship, "chase": setup.victory.pursued}.get(setup.victory.kind)
    if named is not None and (named not in sides or len(sides) < 2):
        key = "pursued" if setup.victory.kind == "chase" else "battleship"
        return [Fault("bad_victory", f"victory.{key} must name one of two sides, not '{named}'", "victory")]
    if setup.victory.kind == "chase" and setup.layout != "leviathan_end_to_end":
        return [Fault("bad_victory", "a chase is played on the layout leviathan_end_to_end", "layout")]
    return []

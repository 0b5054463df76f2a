"""A set-up document becomes a battle."""

from difflib import get_close_matches
from typing import Any

from scales.engine import At, Json
from scales.ground_loads import load_of
from scales.hexes import Hex
from scales.leviathan import board, catalog
from scales.leviathan.catalog import SIDES
from scales.leviathan.construction import cards
from scales.leviathan.construction import designs as built
from scales.leviathan.fighters import casualties, pilots
from scales.leviathan.fighters.craft import types
from scales.leviathan.ground import armor_loss
from scales.leviathan.preparation.models import FightersIn, GroundIn, InstallationIn, Setup, ShipIn
from scales.leviathan.records import record_sheets
from scales.leviathan.state import BayState, FighterUnit, GroundThing, Pilot, Ship, Side, State, Wing, Zone

NOWHERE = Hex(0, 0)
"""The place of a unit that has still to be placed."""


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
    unit.loads = {craft: dict(carried) for craft, carried in given.ground_loads.items()}
    unit.pilots = [Pilot(p.name, p.gunnery, p.piloting, missions=p.missions, craft=p.craft) for p in given.pilots] or pilots.of_sheet(
        given.sheet.get("pilots", []), given.hours
    )
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
        ship.cargo = [load_of(unit, given.side) for unit in given.cargo]
        ship.shields |= given.shields and {s: given.shields.get(s, 0) for s in SIDES}
    ship.told = "" if ship.kind == "ship" else armor_loss.told(ship)
    state.ships[ship.id] = ship
    for unit in given.fighters:
        state.fighters[unit.id] = new_fighters(unit, given.side, hex, given.id)


def nearest(name: str, known: Any) -> str:
    """' (did you mean ...?)' with the known names nearest to a wrong one."""
    close = get_close_matches(name, list(known), n=3, cutoff=0.5)
    return f"; did you mean {', '.join(close)}?" if close else f"; known are {', '.join(sorted(known)[:12])} ..."

"""Everything that is wrong with a set-up, all at once and in sentences."""

from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from functools import partial

from msgspec.structs import replace

from scales import fields
from scales.centurion import switches
from scales.centurion.catalog import century_type, century_types, is_vehicle, squad_types, vehicle_type, vehicle_types
from scales.centurion.construction import designs
from scales.centurion.construction.design import Design
from scales.centurion.ground.terrain import Tile, board_key, printed
from scales.centurion.movement.initiative import rating_by_points
from scales.centurion.preparation import flight_faults, hiding, ids, installation_setup, scenario_faults, worn_faults
from scales.centurion.preparation.opening import board_of, is_officer
from scales.centurion.preparation.setup import CenturySpec, PlatoonSpec, SetUp, VehicleSpec
from scales.centurion.preparation.sheets import known_sheets, legatus_hexes, sheet_id
from scales.centurion.support import anti_air_loads, orbit
from scales.engine import Fault
from scales.hexes import Hex, hex_of
from scales.switches import faults as option_faults
from scales.terrain import parse, sheet_ids

FACTIONS = ("tog", "commonwealth", "civil", "any")


def faults(setup: SetUp) -> list[Fault]:
    """Every mistake at once: the board first, since hexes depend on it."""
    board = list(_board_faults(setup))
    found = board + list(_side_faults(setup)) + list(_century_faults(setup)) + list(_unit_faults(setup)) + list(_battery_faults(setup))
    found += [
        *option_faults("centurion", switches.SWITCHES, setup.options),
        *designs.faults(setup.designs),
        *installation_setup.faults(setup),
        *ids.faults(setup),
        *flight_faults.faults(setup),
        *worn_faults.faults(setup),
    ]
    found += orbit.faults({s.id for s in setup.sides}, setup.ships, setup.thor, setup.turn_limit)
    return found if board else found + list(_hex_faults(setup))


def _near(name: str, known: list[str]) -> str:
    """'; known are ...' with the names nearest to a wrong one."""
    near = get_close_matches(name, known, n=4, cutoff=0.4) or known[:6]
    return f"; known are {', '.join(near)}"


def _board_faults(setup: SetUp) -> Iterator[Fault]:
    board = setup.board
    if bool(board.sheets) == (board.legatus_field is not None):
        yield Fault("board", "a board has either sheets or a legatus_field", "board")
    for name in board.sheets:
        if sheet_id(name) not in known_sheets():
            yield Fault("unknown_sheet", f"there is no sheet '{name}'{_near(name, known_sheets())}", "board.sheets")
    if all(sheet_id(name) in known_sheets() for name in board.sheets):
        yield from scenario_faults.sheet_faults(board)
    for label, token in board.terrain.items():
        yield from _told(partial(parse, token), f"board.terrain.{label}")
    if board.legatus_field is not None:
        yield from _field_faults(setup)


def _told(attempt: Callable[[], object], where: str) -> Iterator[Fault]:
    try:
        attempt()
    except ValueError as error:
        yield Fault("board", str(error), where)


def _field_faults(setup: SetUp) -> Iterator[Fault]:
    field = setup.board.legatus_field
    assert field is not None
    if field.map not in sheet_ids("legatus"):
        yield Fault(
            "unknown_map", f"there is no Legatus map '{field.map}'{_near(field.map, sheet_ids('legatus'))}", "board.legatus_field.map"
        )
        return
    source = fields.Source(field.campaign_key, field.map)
    for label in field.hexes:
        yield from _told(partial(fields.board_rows, source, label), "board.legatus_field.hexes")
    if len(set(field.hexes)) < len(field.hexes):
        yield Fault("twice", "a Legatus hex is named twice", "board.legatus_field.hexes")
    columns = [int(label[:2]) for label in field.hexes]
    rows = [int(label[2:]) for label in field.hexes]
    if max(columns) - min(columns) > 3 or max(rows) - min(rows) > 3:
        yield Fault("board", "the Legatus hexes of one battle must lie next to each other", "board.legatus_field.hexes")


def _side_faults(setup: SetUp) -> Iterator[Fault]:
    if setup.sides[0].edge and setup.sides[0].edge == setup.sides[1].edge:
        yield Fault("edge", f"both sides come from the {setup.sides[0].edge} edge", "sides")
    for side in setup.sides:
        if side.faction not in FACTIONS:
            yield Fault("unknown_faction", f"there is no faction '{side.faction}'{_near(side.faction, list(FACTIONS))}", f"sides.{side.id}")
        has = any(c.side == side.id for c in setup.centuries) or any(p.side == side.id and (p.vehicles or p.squads) for p in setup.platoons)
        has = has or any(i.side == side.id for i in setup.installations)
        if not has and not setup.standing:
            yield Fault("no_units", f"side '{side.id}' has no units", f"sides.{side.id}")
    if setup.attacker and setup.attacker not in {s.id for s in setup.sides}:
        yield Fault("unknown_side", f"the attacker '{setup.attacker}' is no side", "attacker")


def _century_faults(setup: SetUp) -> Iterator[Fault]:
    factions = {s.id: s.faction for s in setup.sides}
    kinds = sorted({t.kind for t in century_types().values()})
    for spec in setup.centuries:
        where = f"centuries.{spec.id}"
        if spec.side not in factions:
            yield Fault("unknown_side", f"century '{spec.id}' belongs to no side: '{spec.side}'", where)
            continue
        yield from _rating_faults(spec, where)
        yield from _officer_faults(setup, spec, where)
        faction = spec.faction or factions[spec.side]
        if spec.formation and spec.formation not in century_types():
            yield Fault(
                "unknown_formation", f"there is no formation '{spec.formation}'{_near(spec.formation, list(century_types()))}", where
            )
        elif spec.kind and century_type(spec.kind, faction, spec.formation) is None:
            yield Fault("unknown_kind", f"there is no {faction} century of kind '{spec.kind}'{_near(spec.kind, kinds)}", where)


def _rating_faults(spec: CenturySpec, where: str) -> Iterator[Fault]:
    """A rating that the points of its Centurion do not give (centurion: Centurion Advancement)."""
    if spec.leadership is not None and spec.advancement_points is not None:
        rating = rating_by_points(spec.advancement_points)
        if rating != spec.leadership:
            text = f"{spec.advancement_points} Advancement Points give century '{spec.id}' a Leadership Rating of {rating}, not {spec.leadership}"
            yield Fault("leadership", text, where)


def _officer_faults(setup: SetUp, spec: CenturySpec, where: str) -> Iterator[Fault]:
    """A century of platoons that are listed names the vehicle of its officer itself (centurion: Naval Fire Support)."""
    named = [v.type for p in setup.platoons if p.century == spec.id for v in p.vehicles]
    if spec.fire_control and not spec.kind and not any(is_vehicle(type) and is_officer(type) for type in named):
        fitting = ", ".join(id for id in vehicle_types() if is_officer(id))
        text = f"century '{spec.id}' has no kind: list the vehicle of its Naval Fire Control Officer in one of its platoons ({fitting})"
        yield Fault("fire_control", f"{text}, or leave out fire_control (centurion: Naval Fire Support)", where)


def _unit_faults(setup: SetUp) -> Iterator[Fault]:
    sides, centuries = {s.id for s in setup.sides}, {c.id for c in setup.centuries}
    for p in setup.platoons:
        where = f"platoons.{p.id}"
        if p.side not in sides:
            yield Fault("unknown_side", f"platoon '{p.id}' belongs to no side: '{p.side}'", where)
        if p.century and p.century not in centuries:
            yield Fault("unknown_century", f"platoon '{p.id}' names the century '{p.century}', which is not listed", where)
        yield from _platoon_faults(p, where, setup.designs)


def _hard_points(type: str, designed: Mapping[str, Design]) -> int:
    """Hard points of a vehicle of the catalogue or of the set-up's own."""
    own = designed.get(type)
    return len(own.hard_points.hull_1 + own.hard_points.hull_2) if own is not None else len(anti_air_loads.places(vehicle_type(type)))


def _platoon_faults(p: PlatoonSpec, where: str, designed: Mapping[str, Design]) -> Iterator[Fault]:
    for v in p.vehicles:
        if not is_vehicle(v.type) and v.type not in designed:
            yield Fault(
                "unknown_vehicle",
                f"there is no vehicle '{v.type[:60]}'{_near(v.type[:60], [*vehicle_types(), *designed])}",
                f"{where}.{v.id}",
            )
        elif words := anti_air_loads.load_fault(v.id, _hard_points(v.type, designed), v.hard_points):
            yield Fault("hard_points", words, f"{where}.{v.id}")
        if v.grounded and v.velocity:
            yield Fault("grounded", f"vehicle '{v.id}' is grounded and has velocity {v.velocity}", f"{where}.{v.id}")
    ids = [v.id for v in p.vehicles]
    if p.centurion and p.centurion not in ids:
        yield Fault("centurion", f"the Centurion's vehicle '{p.centurion}' is not in platoon '{p.id}'", where)
    known = [kind for kind in squad_types() if kind != "vehicle_crew"]
    for s in p.squads:
        if s.type not in known:
            yield Fault("unknown_squad", f"there is no squad '{s.type}'{_near(s.type, known)}", f"{where}.{s.id}")
        if s.aboard and s.hex:
            yield Fault(
                "aboard", f"squad '{s.id}' rides in '{s.aboard}' and stands in {s.hex}: it has either aboard or hex", f"{where}.{s.id}"
            )
        if s.aboard and s.aboard not in ids:
            yield Fault("aboard", f"squad '{s.id}' rides in '{s.aboard}', which is not in its platoon", f"{where}.{s.id}")
    for id in ids:
        if sum(s.aboard == id for s in p.squads) > 2:
            yield Fault("aboard", f"more than two squads ride in '{id}'", where)


def _battery_faults(setup: SetUp) -> Iterator[Fault]:
    sides = {s.id for s in setup.sides}
    for battery in setup.batteries:
        if battery.side not in sides:
            yield Fault("unknown_side", f"battery '{battery.id}' belongs to no side: '{battery.side}'", f"batteries.{battery.id}")


def _lake_faults(setup: SetUp, tiles: dict[Hex, Tile]) -> Iterator[Fault]:
    """Nobody but grav vehicles begins in a lake."""
    for p in setup.platoons:
        for u in p.units:
            tile = tiles.get(hex_of(u.hex)) if u.hex else None
            if tile is not None and tile.ground == "lake" and not (isinstance(u, VehicleSpec) and _floats(u.type)):
                what = "ground vehicle" if isinstance(u, VehicleSpec) else "squad"
                yield Fault("lake", f"the {what} '{u.id}' cannot stand in the lake {u.hex}", f"platoons.{p.id}.{u.id}")


def _floats(type: str) -> bool:
    """A grav vehicle, or one of an unknown type, which is a fault of its own."""
    return not is_vehicle(type) or vehicle_type(type).grav


def _hex_faults(setup: SetUp) -> Iterator[Fault]:
    """Labels off the board, vehicles where they may not stand, Legatus hexes that are not in the field."""
    board = board_of(setup)
    tiles = printed(board_key(board))
    named = [(u.hex, u.id) for p in setup.platoons for u in p.units if u.hex]
    named += [(label, "craters") for label in setup.craters] + [(label, "board.terrain") for label in setup.board.terrain]
    ground = printed(board_key(replace(board, terrain={})))
    for label, where in named:
        if hex_of(label) not in ground:
            yield Fault("off_the_map", f"hex {label} is not on the board", where)
    yield from scenario_faults.faults(setup, board, tiles)
    yield from installation_setup.hex_faults(setup, tiles)
    yield from _lake_faults(setup, tiles)
    yield from hiding.faults(setup, tiles)
    field = legatus_hexes(tuple(setup.board.legatus_field.hexes)) if setup.board.legatus_field else {}
    for c in setup.centuries:
        if c.deploy.legatus and not any(label in field for label in c.deploy.legatus):
            yield Fault("off_the_map", f"Legatus hexes {', '.join(c.deploy.legatus)} are not part of the field", f"centuries.{c.id}")

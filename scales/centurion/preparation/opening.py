"""From a set-up to the state before turn 1."""

from collections.abc import Sequence

from scales.centurion.careers import quality
from scales.centurion.catalog import squad_types, vehicle_type
from scales.centurion.construction import designs
from scales.centurion.preparation import deploy, entry, hiding, installation_setup, muster, scenery, victory
from scales.centurion.preparation.ground_setup import DeploySpec
from scales.centurion.preparation.setup import PlatoonSpec, SetUp
from scales.centurion.state import BattleState, Board, Side, Squad, Vehicle
from scales.centurion.support import orbit
from scales.engine import At
from scales.hexes import Hex
from scales.messages import Battery


def board_of(setup: SetUp) -> Board:
    """The board as the state keeps it."""
    field = setup.board.legatus_field
    board = Board(sheets=list(setup.board.sheets), terrain=scenery.changes(setup.board), across=setup.board.across)
    if field is not None:
        board.campaign_key, board.map, board.hexes = field.campaign_key, field.map, list(field.hexes)
    return board


def opening(setup: SetUp) -> BattleState:
    """The state before turn 1; the set-up must be free of faults."""
    state = BattleState(
        at=At(),
        board=board_of(setup),
        sides={
            s.id: Side(s.id, s.faction, s.seat, s.name or s.id, s.edge or "", s.attacker or s.id == setup.attacker) for s in setup.sides
        },
        centuries={},
        platoons={},
        vehicles={},
        squads={},
        turn_limit=setup.turn_limit,
        standing=setup.standing,
        options={name: int(value) for name, value in setup.options.items()},
        engagement=setup.engagement,
        ground_hex=setup.ground_hex,
        installation=setup.installation,
        designs=designs.types(setup.designs),
    )
    centuries, platoons = muster.all_platoons(setup)
    state.centuries = {c.id: c for c in centuries}
    for spec in [*platoons, *installation_setup.build(state, setup)]:
        enlist(state, spec)
    for century in state.centuries.values():
        century.fire_control = [v.id for v in state.vehicles.values() if v.century == century.id and is_officer(v.type)]
    state.batteries = {b.id: Battery(**b.model_dump()) for b in setup.batteries}
    for label in setup.craters:
        state.ground.craters[label] = state.ground.craters.get(label, 0) + 1
    orbit.lend(state, setup.ships, setup.thor)
    state.air_defense = {s.id: s.air_defense for s in setup.sides if s.air_defense}
    state.anti_air_gunnery = {s.id: s.anti_air_gunnery for s in setup.sides if s.anti_air_gunnery is not None}
    scenery.raise_antennas(setup.board, state.ground)
    state.goals = victory.goals(state.board, setup.victory)
    entry.announce(state, setup)
    _deploy(state, setup)
    installation_setup.man(state, setup)
    for spec in platoons:
        hiding.hide(state, spec)
    hiding.lay_mines(state, setup)
    dig_in(state, {c.id for c in setup.centuries if c.dug_in})
    count(state, [unit for unit in state.units() if not unit.left])
    quality.count(state, state.units())
    return state


def enlist(state: BattleState, spec: PlatoonSpec) -> None:
    """The units of a platoon; squads aboard take their places."""
    for v in spec.vehicles:
        state.vehicles[v.id] = muster.fresh(v, spec.side, spec.century, spec.id)
    for s in spec.squads:
        squad = state.squads[s.id] = muster.squad(s, spec.side, spec.century, spec.id)
        if squad.aboard:
            _board(state.vehicles[squad.aboard], squad)
    state.platoons[spec.id] = muster.platoon_of(spec)


def is_officer(type: str) -> bool:
    """Does a Naval Fire Control Officer ride in a vehicle of this type?"""
    return vehicle_type(type).role == "naval_fire_control"


def _board(vehicle: Vehicle, squad: Squad) -> None:
    """Inside while there is room, then outside."""
    capacity = vehicle_type(vehicle.type).infantry_capacity
    if capacity and vehicle.inside is None:
        vehicle.inside = squad.id
    else:
        vehicle.outside, squad.outside = squad.id, True


def zones(state: BattleState, setup: SetUp) -> dict[str, list[Hex]]:
    """The zone of each century and of each platoon that has one of its own, and of each side under the side's id."""
    sides = list(state.sides.values())
    edges = {s.id: deploy.edge_of(s, n, sides) for n, s in enumerate(sides)}
    for side in sides:
        side.edge_name = edges[side.id]
    found = {c.id: deploy.zone_of(state, c.deploy, edges[c.side]) for c in setup.centuries}
    found |= {p.id: deploy.zone_of(state, p.deploy, edges[p.side]) for p in setup.platoons if p.deploy is not None}
    for side in sides:
        mine = [c.id for c in setup.centuries if c.side == side.id] + [p.id for p in setup.platoons if p.side == side.id]
        own = [h for id in mine for h in found.get(id, [])]
        found[side.id] = own or _standing(state, side.id) or deploy.zone_of(state, DeploySpec(), edges[side.id])
    _part(state, setup, found)
    return found


def _standing(state: BattleState, side: str) -> list[Hex]:
    """Where the set-up has put the vehicles of a side; its installations count when nobody has to be placed with them."""
    units = [u for u in state.units() if u.side == side]
    vehicles = [v for v in units if isinstance(v, Vehicle) and v.hex is not None]
    mobile = [v.hex for v in vehicles if v.hex is not None and not vehicle_type(v.type).is_turret]
    placed = all(u.hex is not None or (isinstance(u, Squad) and u.aboard) for u in units)
    return mobile or [v.hex for v in vehicles if v.hex is not None and placed]


def _part(state: BattleState, setup: SetUp, found: dict[str, list[Hex]]) -> None:
    """Sides in one and the same Legatus hex begin along their edges of it."""
    a, b = state.sides
    if deploy.middle(found[a]) != deploy.middle(found[b]):
        return
    for side in (a, b):
        for century in setup.centuries:
            if century.side == side and century.deploy == DeploySpec():
                found[century.id] = deploy.edge_zone(state, state.sides[side].edge_name)
        found[side] = deploy.edge_zone(state, state.sides[side].edge_name)


def _deploy(state: BattleState, setup: SetUp) -> None:
    """Every platoon that does not come later in its own zone or that of its century or side, facing the middle of the enemy's zone."""
    where = zones(state, setup)
    for side in state.sides:
        enemy = deploy.middle(where[state.enemies(side)[0]])
        groups: dict[str, list[list[Vehicle | Squad]]] = {}
        for platoon in state.platoons.values():
            if platoon.side == side and platoon.entry is None:
                zone = next(z for z in (platoon.id, platoon.century, side) if z in where)
                groups.setdefault(zone, []).append([u for id in platoon.units if (u := state.unit(id)) is not None])
        for zone, platoons in groups.items():
            deploy.place(state, platoons, where[zone], enemy)


def dig_in(state: BattleState, dug: set[str]) -> None:
    """Dug-in centuries begin grounded in craters; so do units that the set-up puts into craters. Every crater shelters one of each kind."""
    for vehicle in state.vehicles.values():
        if (vehicle.century in dug or vehicle.crater) and vehicle.hex is not None and not vehicle.hidden:
            vehicle.crater = True
            _crater(state, vehicle.hex, sum(v.hex == vehicle.hex and v.crater and not v.hidden for v in state.vehicles.values()))
    for squad in state.squads.values():
        if squad.crater and squad.hex is not None and not squad.hidden:
            _crater(state, squad.hex, sum(s.hex == squad.hex and s.crater and not s.hidden for s in state.squads.values()))


def _crater(state: BattleState, hex: Hex, users: int) -> None:
    state.ground.craters[hex.label] = max(users, state.ground.craters.get(hex.label, 0))


def count(state: BattleState, units: Sequence[Vehicle | Squad]) -> None:
    """Starting strength of centuries and sides in scenario points."""
    for unit in units:
        worth = points_of(unit)
        state.sides[unit.side].start_points += worth
        if unit.century in state.centuries:
            state.centuries[unit.century].start_points += worth


def points_of(unit: Vehicle | Squad) -> int:
    """Scenario points of a unit (Scenario Points Table)."""
    return vehicle_type(unit.type).points if isinstance(unit, Vehicle) else squad_types()[unit.type].points

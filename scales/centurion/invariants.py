"""Sentences that are never true of a sound battle."""

from collections.abc import Iterator

from scales.centurion.catalog import vehicle_type
from scales.centurion.combat.internals import VANES
from scales.centurion.combat.morale import FAILED, WITHDRAWING
from scales.centurion.ground import installations
from scales.centurion.ground.terrain import is_water, terrain_of
from scales.centurion.movement import flight, grav
from scales.centurion.preparation import entry
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.centurion.support import anti_air_loads, landed_craft
from scales.hexes import hex_of


def invariants(state: BattleState) -> list[str]:
    """Every violated invariant."""
    out = [text for v in state.vehicles.values() for text in _vehicle(state, v)]
    out += [text for s in state.squads.values() for text in _squad(state, s)]
    out += [text for p in state.platoons.values() for text in _platoon(state, p.units, p.id)]
    out += [text for base in state.installations.values() for text in installations.objections(state, base)]
    out += [text for u in state.units() for text in _spirit(u)]
    out += list(_ground(state))
    out += list(_from_orbit(state))
    out += list(_smoke(state))
    out += list(_from_above(state))
    out += list(_landed(state))
    out += [f"{label} has {n} craters" for label, n in state.ground.craters.items() if n < 0]
    return out


def _from_orbit(state: BattleState) -> Iterator[str]:
    """Ships and satellites that the scenario lends help a side that there is, in turns that come, and fire no more than they have."""
    for id, (since, until) in state.ship_windows.items():
        if id not in state.ships or since > until:
            yield f"the ship {id} is lent from turn {since} to {until} and does not stand by"
    for side, window in state.thor.items():
        if side not in state.sides or window.since > window.until:
            yield f"the satellite of {side} helps from turn {window.since} to {window.until}"
    yield from (f"there is a satellite of {side} above, which is no side here" for side in state.satellites if side not in state.sides)
    yield from (f"{id} has {ship.missiles} salvos of missiles" for id, ship in state.ships.items() if ship.missiles < 0)
    yield from (f"{id} has {left} missions left" for id, left in state.missions_left.items() if left < 0)


def _landed(state: BattleState) -> Iterator[str]:
    """Craft on the ground stand on the map with both halves; what is aboard or drops is not in the battle yet."""
    for id, landed in state.landed.items():
        if id != landed.craft.craft or landed.craft.side not in state.sides:
            yield f"{id} is on the ground and of no side here"
        if any(terrain_of(state).tile(hex) is None for hex in landed_craft.hexes_of(landed)):
            yield f"{id} stands off the board in {landed.hex.label}"
        if not state.at.phase and (landed.hits or landed.fire):
            yield f"{id} has hits or fire that nobody has heard of"
    if not state.at.phase:
        waiting = [n.craft for n in state.landing] + [n.craft for n in state.dropping] + [n.craft for n in state.unloading]
        yield from (f"{craft} waits to be placed or unloaded" for craft in waiting)


def _from_above(state: BattleState) -> Iterator[str]:
    """Nothing of the board above is left between phases; paint lies on craft that are there."""
    if not state.at.phase:
        yield from (f"the missile {missile.missile} still hangs above the battle" for missile in state.stand_off)
    yield from (f"{id} is painted and not there" for id in sorted(set(state.painted_above) - {craft.id for craft in state.overhead}))
    flying = {craft.craft: craft for craft in state.air}
    for id, run in state.runs.items():
        if id not in flying or (run.length > 0) != (flying[id].attack == "strafing") or not 0 <= run.flown <= run.length:
            yield f"the run of {id} is none that could be flown"


def _ground(state: BattleState) -> Iterator[str]:
    """Minefields of sides that there are, paths through hexes of the board from one hexside to another."""
    for label, sides in (*state.ground.mines.items(), *state.ground.hidden_mines.items()):
        if not sides or not set(sides) <= set(state.sides):
            yield f"the mines in {label} belong to {sides}"
    for path in (*state.ground.tree_paths, *state.ground.mine_paths):
        if terrain_of(state).tile(hex_of(path[:4])) is None or not "1" <= path[5] < path[6] <= "6":
            yield f"there is no such path as {path}"


def _smoke(state: BattleState) -> Iterator[str]:
    """Smoke hangs over hexes of the board, and none that is still to be laid."""
    for label, laid in state.ground.smoke.items():
        if terrain_of(state).tile(hex_of(label)) is None:
            yield f"there is smoke in {label}, off the board"
        if laid > state.turn:
            yield f"the smoke in {label} is of turn {laid}, still to come"


def _spirit(unit: Vehicle | Squad) -> Iterator[str]:
    """Steady, failed or withdrawing; who withdraws does not hide."""
    if unit.morale not in ("", FAILED, WITHDRAWING):
        yield f"the morale of {unit.id} is {unit.morale}"
    if unit.morale == WITHDRAWING and (unit.hidden or (isinstance(unit, Squad) and unit.concealed)):
        yield f"{unit.id} withdraws and hides"


def _hiding(state: BattleState, unit: Vehicle | Squad) -> Iterator[str]:
    """A hidden unit has not moved nor fought, and no enemy stands in its hex."""
    if not unit.hidden:
        return
    moved = unit.moved and not (isinstance(unit, Squad) and unit.sneak_suit)
    if unit.destroyed or moved or unit.fired or (isinstance(unit, Vehicle) and unit.velocity):
        yield f"{unit.id} is hidden and has acted"
    if unit.hex is not None and any(u.hex == unit.hex and u.side != unit.side for u in state.in_play()):
        yield f"{unit.id} is hidden among enemies in {unit.hex.label}"


def _vehicle(state: BattleState, v: Vehicle) -> Iterator[str]:
    kind = vehicle_type(v.type)
    yield from _hiding(state, v)
    if v.left == (v.hex is not None) and not v.destroyed and entry.entry_of(state, v) is None:
        yield f"{v.id} has left and still stands on the board, or neither"
    if v.hex is not None and terrain_of(state).tile(v.hex) is None:
        yield f"{v.id} stands off the board in {v.hex}"
    if v.under_water and not (v.destroyed or v.left) and v.hex is not None and not is_water(state, v.hex):
        yield f"{v.id} is under water in {v.hex.label}, which is no lake"
    if not 1 <= v.facing <= 6:
        yield f"{v.id} has facing {v.facing}"
    if v.velocity and (v.mode == "grounded" or not kind.grav):
        yield f"{v.id} has velocity {v.velocity} on the ground"
    yield from _flight(v)
    for facing, grid in v.armor.items():
        if sum(row.bit_count() for row in grid.rows) > kind.armor[facing]:
            yield f"{v.id} has more armor on its {facing} than it was built with"
    for name, count in (*v.missiles.items(), ("smoke", v.smoke), ("digging", v.digging)):
        if count < 0:
            yield f"{v.id} has {count} {name}"
    yield from anti_air_loads.objections(v)
    yield from _variants(state, v)
    if v.queued and state.at.phase == "":
        yield f"{v.id} has internal damage that never took effect"
    for id in (v.inside, v.outside):
        if id is not None and state.squads[id].aboard != v.id:
            yield f"{id} is said to ride in {v.id} and does not"


def _flight(v: Vehicle) -> Iterator[str]:
    """What is never true above the ground (Alternate Grav Movement Modes)."""
    if v.destroyed or not flight.is_high(v):
        return
    if not vehicle_type(v.type).grav or v.crater or v.under_water:
        yield f"{v.id} flies in mode {v.mode} and stands on the ground"
    if not grav.has_drive(v) and not v.queued:
        yield f"{v.id} flies in mode {v.mode} without its drive"
    if v.mode == "laf" and abs(v.velocity) > flight.top_speed("laf"):
        yield f"{v.id} flies at {v.velocity} in low altitude"


def _variants(state: BattleState, v: Vehicle) -> Iterator[str]:
    """What emergency turns and ramming note on a vehicle."""
    if not all(vane in VANES and left in (1, 2) for vane, left in v.shorted.items()):
        yield f"{v.id} has vanes shorted out as no turn does: {v.shorted}"
    if v.ramming and v.ramming not in state.vehicles:
        yield f"{v.id} rams {v.ramming}, which is not there"


def _squad(state: BattleState, s: Squad) -> Iterator[str]:
    yield from _hiding(state, s)
    if not 0 <= s.strength <= 8:
        yield f"{s.id} has {s.strength} men"
    if s.in_the_air:
        yield f"{s.id} still hangs in the air"
    if s.missiles < 0 or s.mortars < 0:
        yield f"{s.id} has fewer than no weapons"
    if s.in_wreck and (s.aboard is not None or s.hex is None) and not (s.destroyed or s.left):
        yield f"{s.id} gets out of a wreck and is not beside it"
    if s.aboard is not None and s.hex is not None:
        yield f"{s.id} rides and stands on the ground"
    if s.aboard is not None and not s.destroyed and not s.left:
        carrier = state.vehicles[s.aboard]
        if s.id not in (carrier.inside, carrier.outside):
            yield f"{s.id} rides in {carrier.id}, which does not know it"
        if carrier.destroyed:
            yield f"{s.id} rides in the destroyed {carrier.id}"
    if s.hex is not None and terrain_of(state).tile(s.hex) is None:
        yield f"{s.id} stands off the board in {s.hex}"


def _platoon(state: BattleState, units: list[str], id: str) -> Iterator[str]:
    if len(set(units)) < len(units):
        yield f"platoon {id} names a unit twice"
    for unit in units:
        if state.unit(unit) is None:
            yield f"platoon {id} names the unknown unit {unit}"

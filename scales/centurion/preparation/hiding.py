"""What a set-up keeps secret: units that begin hidden and minefields that are laid before play, and what is wrong with them."""

from collections.abc import Iterator, Mapping

from scales.centurion import switches
from scales.centurion.catalog import is_vehicle, vehicle_type
from scales.centurion.ground import mines
from scales.centurion.ground.terrain import NO_CRATER, Tile
from scales.centurion.preparation.setup import PlatoonSpec, SetUp, SquadSpec, VehicleSpec
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.engine import Fault
from scales.hexes import Hex, hex_of

# --- before play ----------------------------------------------------------------------------------------------------------------


def hide(state: BattleState, platoon: PlatoonSpec) -> None:
    """The units of a platoon that begin hidden, or in the same craters but seen where Hidden Units are not played."""
    is_played = switches.is_on(state, "hidden_units")
    for spec in platoon.units:
        unit = state.unit(spec.id)
        if unit is not None and spec.hidden:
            unit.hidden = is_played
            _camouflage(unit, spec)


def _camouflage(unit: Vehicle | Squad, spec: VehicleSpec | SquadSpec) -> None:
    """Into a crater at velocity 0, for a digging charge if the scenario says so; a squad inside a building needs none."""
    if isinstance(unit, Squad):
        unit.crater = not unit.level
    elif isinstance(spec, VehicleSpec):
        unit.crater, unit.velocity = True, 0
        unit.mode = "grounded" if vehicle_type(unit.type).grav else unit.mode
        unit.digging -= spec.charge


def lay_mines(state: BattleState, setup: SetUp) -> None:
    """Minefields laid before play, none where Mines are not played."""
    for spec in setup.minefields:
        if not spec.hidden:
            mines.lay(state, spec.hex, spec.side)
        elif switches.is_on(state, "mines"):
            mines.bury(state, spec.hex, spec.side)


# --- faults ---------------------------------------------------------------------------------------------------------------------


def faults(setup: SetUp, tiles: Mapping[Hex, Tile]) -> Iterator[Fault]:
    """What is wrong with hidden units and minefields on this ground."""
    for platoon in setup.platoons:
        for unit in platoon.units:
            if unit.hidden and (platoon.enter is not None or (isinstance(unit, SquadSpec) and unit.aboard)):
                how = "comes onto the board later" if platoon.enter is not None else "rides in a vehicle and is hidden with it"
                yield Fault("hidden", f"'{unit.id}' {how}: it cannot be hidden itself (centurion: Hidden Units)", unit.id)
            tile = tiles.get(hex_of(unit.hex)) if unit.hex else None
            yield from _vehicle(unit, tile) if isinstance(unit, VehicleSpec) else _squad(unit, tile)
    yield from _found_out(setup)
    yield from _minefields(setup, tiles)


def _vehicle(spec: VehicleSpec, tile: Tile | None) -> Iterator[Fault]:
    if spec.hidden and spec.velocity:
        text = f"vehicle '{spec.id}' is hidden and has velocity {spec.velocity}: hidden units begin at 0 (centurion: Hidden Units)"
        yield Fault("hidden", text, spec.id)
    if spec.hidden and tile is not None and tile.ground in NO_CRATER:
        yield Fault("hidden", f"vehicle '{spec.id}' cannot be hidden in {spec.hex}: there is no crater in a {tile.ground}", spec.id)
    if spec.charge and not spec.hidden:
        yield Fault("hidden", f"vehicle '{spec.id}' spends a digging charge and is not hidden", spec.id)
    elif spec.charge and is_vehicle(spec.type) and not vehicle_type(spec.type).digging_charges:
        yield Fault("hidden", f"vehicle '{spec.id}' has no digging charge to hide with", spec.id)


def _squad(spec: SquadSpec, tile: Tile | None) -> Iterator[Fault]:
    storeys = tile.levels if tile is not None else 0
    if spec.level > storeys and (tile is not None or not spec.hex):
        where = f"the building in {spec.hex} has {storeys} storeys" if storeys else "it stands in no building"
        yield Fault("storey", f"squad '{spec.id}' cannot begin on storey {spec.level}: {where}", spec.id)
    if spec.hidden and not spec.level and tile is not None and tile.ground in NO_CRATER:
        text = f"squad '{spec.id}' cannot be hidden in {spec.hex}: it needs a crater or a storey of a building (centurion: Hidden Units)"
        yield Fault("hidden", text, spec.id)


def _found_out(setup: SetUp) -> Iterator[Fault]:
    """Nobody is hidden in a hex in which an enemy begins."""
    hidden = [(p.side, u) for p in setup.platoons for u in p.units if u.hex and u.hidden]
    placed = {(p.side, u.hex) for p in setup.platoons for u in p.units} | {(spec.side, spec.hex) for spec in setup.installations}
    for side, unit in hidden:
        if any((other.id, unit.hex) in placed for other in setup.sides if other.id != side):
            yield Fault("hidden", f"'{unit.id}' cannot be hidden in {unit.hex}: an enemy begins there (centurion: Hidden Units)", unit.id)


def _minefields(setup: SetUp, tiles: Mapping[Hex, Tile]) -> Iterator[Fault]:
    sides, seen = {s.id for s in setup.sides}, set()
    for spec in setup.minefields:
        where = f"minefields.{spec.hex}"
        if spec.side not in sides:
            yield Fault("unknown_side", f"the minefield in {spec.hex} belongs to no side: '{spec.side}'", where)
        if hex_of(spec.hex) not in tiles:
            yield Fault("off_the_map", f"hex {spec.hex} is not on the board", where)
        if (spec.hex, spec.side) in seen:
            yield Fault("twice", f"side '{spec.side}' has two minefields in {spec.hex}", where)
        seen.add((spec.hex, spec.side))

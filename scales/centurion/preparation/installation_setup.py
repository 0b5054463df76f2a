"""Defensive installations of a set-up: where they stand, how high they are, who is in them (centurion: Installation Type, Installation Record Sheet)."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from scales.centurion import switches
from scales.centurion.catalog import data, installation_types, squad_types
from scales.centurion.ground.installations import KIND, wear
from scales.centurion.ground.terrain import Tile, board_key, printed
from scales.centurion.preparation import muster
from scales.centurion.preparation.setup import GarrisonSpec, InstallationSpec, PlatoonSpec, SetUp, SquadSpec, VehicleSpec
from scales.centurion.preparation.sheets import legatus_hexes
from scales.centurion.state import PARITY, BattleState, Building, Century, Installation
from scales.engine import Fault
from scales.hexes import Hex, distance, hex_of, neighbors
from scales.terrain import Terrain, token


def type_id(spec: InstallationSpec) -> str:
    """The id of an installation's type in the catalogue."""
    return f"installation_{spec.type}"


# --- where and how high ---------------------------------------------------------------------------------------------------------


def storeys(tiles: dict[Hex, Tile], hex: Hex) -> int:
    """Levels of an installation: one more than what stands highest in the hexes around it, seen from its own ground."""
    figures = data("installations")["common"]
    around = [top(tiles[h]) for h in neighbors(hex, PARITY) if h in tiles]
    above = max([tiles[hex].level, *around]) + int(figures["levels_above"]) - tiles[hex].level
    return min(above, int(figures["most_levels"]))


def top(tile: Tile) -> int:
    """Height of a hex with the woods or buildings on it."""
    return tile.level + max(tile.levels, tile.ground in ("light_woods", "heavy_woods"))


def sites(setup: SetUp, tiles: dict[Hex, Tile]) -> dict[str, Hex]:
    """The hex of each installation by its id: as named, else in its Legatus hexes, near their middle and not too near to one another."""
    taken = {spec.id: hex_of(spec.hex) for spec in setup.installations if spec.hex}
    for spec in setup.installations:
        if spec.id not in taken:
            taken[spec.id] = _site(_ground_of(setup, spec, tiles), list(taken.values()))
    return {spec.id: taken[spec.id] for spec in setup.installations}


def _ground_of(setup: SetUp, spec: InstallationSpec, tiles: dict[Hex, Tile]) -> list[Hex]:
    """The hexes of the board where an installation without a hex may stand: dry ground of its Legatus hexes."""
    assert setup.board.legatus_field is not None, "faults() finds installations without a place"
    field = legatus_hexes(tuple(setup.board.legatus_field.hexes))
    own = [h for label in spec.legatus for h in field.get(label, []) if h in tiles]
    return [h for h in own if tiles[h].ground != "lake"] or own


def _site(ground: Sequence[Hex], taken: Sequence[Hex]) -> Hex:
    apart = int(data("installations")["counter"]["apart"])
    heart = Hex(sum(h.column for h in ground) // len(ground), sum(h.row for h in ground) // len(ground))
    free = [h for h in ground if all(distance(h, other, PARITY) >= apart for other in taken)]
    return min(free or [h for h in ground if h not in taken], key=lambda h: (distance(h, heart, PARITY), h))


# --- putting them on the board ----------------------------------------------------------------------------------------------------


def build(state: BattleState, setup: SetUp) -> list[PlatoonSpec]:
    """Put the buildings and installations on the board; returns each turret with its squads as a platoon, which has still to be enlisted."""
    tiles = printed(board_key(state.board))
    places = sites(setup, tiles)
    changes = {hex.label: _token(tiles[hex], storeys(tiles, hex)) for hex in places.values()}
    state.board = replace(state.board, terrain={**state.board.terrain, **changes})
    return [_raise(state, spec, places[spec.id], storeys(tiles, places[spec.id])) for spec in setup.installations]


def _token(tile: Tile, levels: int) -> str:
    """The terrain of an installation's hex: its building on the ground that was there."""
    factor = int(data("installations")["common"]["armor_factor"])
    return token(Terrain(tile.level, "buildings", tile.road, tile.river, levels, factor))


def _raise(state: BattleState, spec: InstallationSpec, hex: Hex, levels: int) -> PlatoonSpec:
    """An installation with its building; `wear` puts earlier damage on both."""
    kind = installation_types()[type_id(spec)]
    century = spec.century or f"{spec.side}-installations"
    base = Installation(spec.id, spec.name or kind.turret.name, spec.side, century, kind.id, hex, kind.launchers, kind.shield)
    state.installations[spec.id] = base
    state.ground.buildings[hex.label] = Building(kind.armor_factor, [kind.armor_factor] * levels)
    own = spec.damage.get(spec.id, {})
    wear(state, base, own.get("installation", {}))
    if not any(state.ground.buildings[hex.label].levels):
        state.ground.rubble = sorted({*state.ground.rubble, hex.label})
    turret = VehicleSpec(id=spec.id, type=kind.id, name=f"{base.name} turret", hex=hex.label, facing=spec.facing or 1, damage=own)
    standing = sum(boxes > 0 for boxes in state.ground.buildings[hex.label].levels)
    squads = [_squad(spec, n, each, hex, min(each.level, standing)) for n, each in enumerate(garrison(spec), start=1)]
    alive = [s for s in squads if not s.damage.get("destroyed")]
    platoon = PlatoonSpec(id=f"{spec.id}/garrison", side=spec.side, century=century, vehicles=[turret], squads=alive)
    _join(state, platoon)
    return platoon


def _join(state: BattleState, platoon: PlatoonSpec) -> None:
    """The installations of a counter, or of a side, are a century without a Centurion."""
    name = "defensive installations"
    century = state.centuries.setdefault(platoon.century, Century(platoon.century, name, platoon.side, KIND, leadership=0))
    century.paper_points += muster.points(platoon)


def garrison(spec: InstallationSpec) -> list[GarrisonSpec]:
    """Its squads: as the set-up names them, else three (at least three infantry squads are assigned to any installation)."""
    return spec.garrison or [GarrisonSpec(type=kind) for kind in data("installations")["common"]["squads"]]


def squad_id(spec: InstallationSpec, number: int) -> str:
    """The id of a squad inside, by its number."""
    return f"{spec.id}/s{number}"


def _squad(spec: InstallationSpec, number: int, each: GarrisonSpec, hex: Hex, level: int) -> SquadSpec:
    """A squad on its storey, or on the street when there is none left."""
    id = squad_id(spec, number)
    name = f"{spec.name or spec.id} squad {number}"
    own = spec.damage.get(id, {})
    return SquadSpec(id=id, type=each.type, name=name, hex=hex.label, strength=each.strength, level=level, damage=own)


def man(state: BattleState, setup: SetUp) -> None:
    """Turrets on the top of their buildings; one lost in an earlier battle is not there any more."""
    for spec in setup.installations:
        base = state.installations[spec.id]
        turret, own = state.vehicles[spec.id], spec.damage.get(spec.id, {})
        turret.elevation = len(state.ground.buildings[base.hex.label].levels)
        if own.get("destroyed") or not own.get("installation", {}).get("turret", True):
            turret.left, turret.hex = True, None


# --- faults -----------------------------------------------------------------------------------------------------------------------


def faults(setup: SetUp) -> Iterator[Fault]:
    """What is wrong with the installations of a set-up, apart from their hexes."""
    sides = {s.id for s in setup.sides}
    if setup.installations and not setup.options.get("installations", switches.SWITCHES["installations"].standard):
        yield Fault("option", "the optional rule 'installations' is off, and the set-up names some", "options.installations")
    for spec in setup.installations:
        where = f"installations.{spec.id}"
        if spec.side not in sides:
            yield Fault("unknown_side", f"installation '{spec.id}' belongs to no side: '{spec.side}'", where)
        if any(c.id == spec.century for c in setup.centuries):
            yield Fault("twice", f"the century '{spec.century}' of installation '{spec.id}' is one of vehicles", where)
        yield from _garrison_faults(spec, where)


def _garrison_faults(spec: InstallationSpec, where: str) -> Iterator[Fault]:
    least = int(data("installations")["common"]["least_squads"])
    if spec.garrison and len(spec.garrison) < least:
        text = f"installation '{spec.id}' has {len(spec.garrison)} squads; at least {least} are assigned to any (Installation Type)"
        yield Fault("garrison", text, where)
    known = [kind for kind in squad_types() if kind != "vehicle_crew"]
    for each in spec.garrison:
        if each.type not in known:
            yield Fault("unknown_squad", f"there is no squad '{each.type}'; known are {', '.join(known)}", where)


def hex_faults(setup: SetUp, tiles: dict[Hex, Tile]) -> Iterator[Fault]:
    """Installations off the board, in a lake, in one hex with another, or without any place."""
    named = [hex_of(spec.hex) for spec in setup.installations if spec.hex]
    for spec in setup.installations:
        where = f"installations.{spec.id}"
        if not spec.hex:
            yield from _legatus_faults(setup, spec, where)
        elif hex_of(spec.hex) not in tiles:
            yield Fault("off_the_map", f"hex {spec.hex} is not on the board", where)
        elif tiles[hex_of(spec.hex)].ground == "lake":
            yield Fault("lake", f"installation '{spec.id}' cannot stand in the lake {spec.hex}", where)
        elif named.count(hex_of(spec.hex)) > 1:
            yield Fault("twice", f"an installation takes up one hex, and two stand in {spec.hex}", where)


def _legatus_faults(setup: SetUp, spec: InstallationSpec, where: str) -> Iterator[Fault]:
    field = setup.board.legatus_field
    hexes = legatus_hexes(tuple(field.hexes)) if field is not None else {}
    if not any(label in hexes for label in spec.legatus):
        yield Fault("off_the_map", f"installation '{spec.id}' has neither a hex nor Legatus hexes of the field", where)

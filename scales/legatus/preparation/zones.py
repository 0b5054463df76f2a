"""The hexes of a set-up zone, and what is wrong with zones. legatus: Prefect to Legatus, Passive Defenses"""

from collections.abc import Iterator

from scales.engine import Fault
from scales.hexes import Hex, distance, hex_of
from scales.legatus.board import Grid, standable
from scales.legatus.preparation.models import Setup, ZoneIn
from scales.legatus.state import WAITING, Century, present
from scales.legatus.tables import kinds

RULE = "legatus: Prefect to Legatus"


def hexes_in(grid: Grid, zone: ZoneIn) -> list[str]:
    """The hexes of the map that all bounds of a zone allow, by label; none without a bound."""
    if not (zone.edge or zone.columns or zone.rows or zone.hexes):
        return []
    return [hex for hex in sorted(grid.cells) if _inside(grid, zone, int(hex[:2]), int(hex[2:])) and (not zone.hexes or hex in zone.hexes)]


def _inside(grid: Grid, zone: ZoneIn, column: int, row: int) -> bool:
    edges = {"": 0, "left": column, "right": grid.columns + 1 - column, "top": row, "bottom": grid.rows + 1 - row}
    spans = ((zone.columns, column), (zone.rows, row))
    return edges[zone.edge] <= zone.within and all(not span or span[0] <= value <= span[-1] for span, value in spans)


def homes(grid: Grid, s: Setup) -> dict[str, str]:
    """A hex in the middle of each side's zone, dry if there is any: where what waits counts as standing until it is placed."""
    found = {side: hexes_in(grid, zone) for side, zone in s.zones.items()}
    return {side: middle([h for h in hexes if standable(grid, "fixed", h)] or hexes) for side, hexes in found.items() if hexes}


def middle(hexes: list[str]) -> str:
    """The hex nearest to the mean of all."""
    center = Hex(sum(int(h[:2]) for h in hexes) // len(hexes), sum(int(h[2:]) for h in hexes) // len(hexes))
    return min(hexes, key=lambda h: (distance(hex_of(h), center, "even"), h))


def faults(grid: Grid, s: Setup, units: list[Century]) -> Iterator[Fault]:
    """Zones of nobody, zones without a hex, zones that meet or hold an enemy, and units that find no place in theirs."""
    yield from _bounds(grid, s)
    found = {side: set(hexes_in(grid, zone)) for side, zone in s.zones.items()}
    for n, (side, mine) in enumerate(found.items()):
        for other, theirs in list(found.items())[:n]:
            if mine & theirs:
                text = f"The zones of {other} and {side} share {min(mine & theirs)}: no two enemies are placed in one hex ({RULE})."
                yield Fault("zones_meet", text, f"zones.{side}")
        for unit in units:
            if unit.side != side and present(unit) and mine & set(unit.at.split("|")):
                yield Fault("zone_held", f"'{unit.id}' of {unit.side} stands in the zone of {side} ({RULE}).", f"zones.{side}")
            if unit.side == side and unit.status == WAITING and not any(standable(grid, kinds()[unit.kind].carriage, h) for h in mine):
                yield Fault("no_place", f"There is no hex in the zone of {side} where '{unit.id}' can stand ({RULE}).", f"zones.{side}")
    for side, n in s.defensive_hexes.items():
        if n > len(found.get(side, ())):
            text = f"{side} cannot lay {n} defensive hexes in a zone of {len(found.get(side, ()))} ({RULE})."
            yield Fault("no_zone", text, f"defensive_hexes.{side}")


def _bounds(grid: Grid, s: Setup) -> Iterator[Fault]:
    for side, zone in s.zones.items():
        where = f"zones.{side}"
        if not (zone.edge or zone.columns or zone.rows or zone.hexes):
            yield Fault("zone", f"The zone of {side} needs an edge, columns, rows or hexes.", where)
        for name, span in (("columns", zone.columns), ("rows", zone.rows)):
            if span and (len(span) != 2 or span[0] > span[1]):
                yield Fault("zone", f"The {name} of a zone are a first and a last one, such as [1, 4].", f"{where}.{name}")
        strange = [hex for hex in zone.hexes if hex not in grid.cells]
        if strange:
            yield Fault("off_map", f"'{strange[0]}' is no hex of the map of {grid.columns} by {grid.rows} hexes.", f"{where}.hexes")
        elif (zone.edge or zone.columns or zone.rows) and not hexes_in(grid, zone):
            yield Fault("zone", f"The zone of {side} holds no hex of the map of {grid.columns} by {grid.rows} hexes.", where)

"""What is wrong with a set-up that its model alone cannot see: all of it at once, with the nearest known names."""

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

from scales import switches
from scales.engine import Fault
from scales.legatus import board
from scales.legatus.board import Grid, standable
from scales.legatus.deployment import altitudes_of
from scales.legatus.preparation import listing, manus_faults, zones
from scales.legatus.preparation.deploying import Formed, form
from scales.legatus.preparation.models import CenturyUnit, CohortIn, Setup
from scales.legatus.state import WAITING, Century
from scales.legatus.switches import SWITCHES
from scales.legatus.tables import formation_ids, kinds, tables
from scales.terrain import sheet_ids

SLOTS = ("spend", "turn", "defenses")
"""Parts of orders that are no unit."""
WIDEST = 99
SHOT_MARK = "fire:"
"""What orders put before the id of a battery."""


def near(word: str, known: list[str]) -> str:
    """The known words most like one that is not known."""
    close = get_close_matches(word.lower(), known, 3, 0.4)
    return f"known and near it: {', '.join(close)}" if close else f"known are {', '.join(known[:12])}"


def faults(s: Setup) -> list[Fault]:
    """Every mistake of a set-up at once; the shape is the model's business."""
    found = [*_side_faults(s), *_kind_faults(s), *switches.faults("legatus", SWITCHES, s.options)]
    grid = _grid(s)
    if isinstance(grid, str):
        return [*found, Fault("map", grid, "rows" if s.rows else "map")]
    home = zones.homes(grid, s)
    factions = {side.id: side.faction for side in s.sides}
    formed = [
        (n, entry, form(grid, entry, factions.get(entry.side, "any"), home.get(entry.side, "")))
        for n, entry in enumerate(s.cohorts)
        if _readable(entry)
    ]
    found += [*_unit_faults(grid, formed), *_id_faults(s, formed), *manus_faults.faults(s, formed), *_place_faults(grid, s, home)]
    waiting = [u for _, _, made in formed for u in made.units]
    return [*found, *zones.faults(grid, s, [*waiting, *_installations(s, home)])]


def _grid(s: Setup) -> Grid | str:
    """The map, or a sentence on why there is none."""
    if not s.rows and s.map not in sheet_ids():
        return f"There is no map '{s.map}'; {near(s.map, listing.map_ids())}."
    if any(len(row.split()) > WIDEST for row in s.rows):
        return f"A map has at most {WIDEST} columns: hexes are named by two digits for the column and two for the row."
    try:
        return board.grid(s.map, tuple(s.rows))
    except ValueError as error:
        return f"{str(error)[0].upper()}{str(error)[1:]}."


def _side_faults(s: Setup) -> Iterator[Fault]:
    ids = [x.id for x in s.sides]
    if len(set(ids)) < len(ids):
        yield Fault("side_twice", "Two sides have the same id.", "sides")
    if len({x.seat for x in s.sides}) < len(s.sides):
        yield Fault("seat_twice", "Two sides are played by the same seat.", "sides")
    for where, side in _named_sides(s):
        if side not in ids:
            yield Fault("side_unknown", f"There is no side '{side}': the sides are {' and '.join(ids)}.", where)
    most = int(tables()["initiative"]["maximum"])
    for side, points in s.initiative_pools.items():
        if not 0 <= points <= most:
            text = f"An initiative pool holds 0 to {most} points at the start, not {points} (legatus: Initiative Phase)."
            yield Fault("pool", text, f"initiative_pools.{side}")


def _named_sides(s: Setup) -> Iterator[tuple[str, str]]:
    """Every place of a set-up that names a side, and the name."""
    lists: dict[str, list[Any]] = {
        "cohorts": s.cohorts, "installations": s.installations, "squadrons": s.squadrons, "defenses": s.defenses,
        "satellites": s.satellites, "naval_support": s.naval_support,
    }  # fmt: skip
    for key, items in lists.items():
        yield from ((f"{key}[{n}].side", item.side) for n, item in enumerate(items))
    yield from ((f"objectives[{n}].holder", o.holder) for n, o in enumerate(s.objectives) if o.holder)
    for table, keys in (("initiative_pools", s.initiative_pools), ("zones", s.zones), ("defensive_hexes", s.defensive_hexes)):
        yield from ((f"{table}.{side}", side) for side in keys)
    yield from ((name, side) for name, side in (("superiority", s.superiority), ("attacker", s.attacker)) if side)


def ground_kinds() -> list[str]:
    return sorted(k for k, kind in kinds().items() if kind.carriage not in {"air", "fixed"})


def air_kinds() -> list[str]:
    return sorted(k for k, kind in kinds().items() if kind.carriage == "air")


def _readable(entry: CohortIn) -> bool:
    """Can a cohort be formed at all?"""
    known = all(u.kind in ground_kinds() for u in entry.centuries)
    return known and (bool(entry.centuries) or entry.formation.lower() in formation_ids())


def _kind_faults(s: Setup) -> Iterator[Fault]:
    ground, air = ground_kinds(), air_kinds()
    for n, c in enumerate(s.cohorts):
        if not c.formation and not c.centuries:
            text = f"Cohort '{c.id}' needs a formation (and the hex of its headquarters), or centuries."
            yield Fault("cohort", text, f"cohorts[{n}]")
        if c.formation and c.formation.lower() not in formation_ids():
            text = f"There is no formation '{c.formation}'; {near(c.formation, sorted(formation_ids()))}."
            yield Fault("formation_unknown", text, f"cohorts[{n}].formation")
        for m, u in enumerate(c.centuries):
            if u.kind not in ground:
                yield Fault("kind_unknown", f"'{u.kind}' is no century type; {near(u.kind, ground)}.", f"cohorts[{n}].centuries[{m}].kind")
    for n, q in enumerate(s.squadrons):
        if q.kind not in air:
            yield Fault("kind_unknown", f"'{q.kind}' is no squadron type; {near(q.kind, air)}.", f"squadrons[{n}].kind")


def _unit_faults(grid: Grid, formed: list[tuple[int, CohortIn, Formed]]) -> Iterator[Fault]:
    """Centuries where they cannot stand."""
    for n, entry, made in formed:
        for m, unit in enumerate(made.units):
            where, own = _place_of(n, entry, made, m)
            if not unit.at:
                yield _homeless(unit.id, unit.side, where)
                if own is None:
                    break
            elif own is not None and own.at and own.hex:
                yield Fault("two_places", f"'{unit.id}' has both `at` and `hex`: give it one of them.", where)
            elif unit.status != WAITING:
                yield from stand_faults(grid, where, unit)
            else:
                yield from _altitude_faults(where, unit)


def _place_of(n: int, entry: CohortIn, made: Formed, m: int) -> tuple[str, CenturyUnit | None]:
    """Where the file says something about the m-th century of a cohort, and what it says of that century alone."""
    own = m - (len(made.units) - len(entry.centuries))
    return (f"cohorts[{n}].centuries[{own}]", entry.centuries[own]) if own >= 0 else (f"cohorts[{n}].hex", None)


def _homeless(id: str, side: str, where: str) -> Fault:
    text = f"'{id}' has no place: give it a hex of the map, or give zones.{side}, where its side places it before play ({zones.RULE})."
    return Fault("no_zone", text, where)


def _id_faults(s: Setup, formed: list[tuple[int, CohortIn, Formed]]) -> Iterator[Fault]:
    """Ids given twice, and ids that an order could not name."""
    ids: list[tuple[str, str]] = []
    for n, entry, made in formed:
        ids += [(c.id, f"cohorts[{n}].id") for c in made.cohorts]
        ids += [(u.id, _place_of(n, entry, made, m)[0]) for m, u in enumerate(made.units)]
    lists: dict[str, list[Any]] = {
        "installations": s.installations, "squadrons": s.squadrons, "satellites": s.satellites, "naval_support": s.naval_support
    }  # fmt: skip
    ids += [(item.id, f"{key}[{n}].id") for key, items in lists.items() for n, item in enumerate(items)]
    seen: set[str] = set()
    for id, where in ids:
        if id in seen:
            yield Fault("id_twice", f"Two units have the id '{id}'.", where)
        if id in SLOTS or id.startswith(SHOT_MARK):
            yield Fault("id", f"'{id}' would mean something else in an order: choose another id.", where)
        seen.add(id)
    names = [o.name for o in s.objectives]
    for n, name in enumerate(names):
        if name in names[:n]:
            yield Fault("objective_twice", f"Two objectives have the name '{name}'.", f"objectives[{n}].name")


def stand_faults(grid: Grid, where: str, unit: Century) -> Iterator[Fault]:
    """Why a unit cannot be at its place and altitude."""
    if not board.is_position(unit.at):
        yield Fault("position", f"'{unit.at}' of '{unit.id}' is no hex, hexside or junction, such as '0603', '0603|0604'.", where)
        return
    if not board.on_map(grid, unit.at):
        yield Fault("off_map", f"{unit.at} of '{unit.id}' is not on the map of {grid.columns} by {grid.rows} hexes.", where)
        return
    yield from _altitude_faults(where, unit)
    carriage, lake = kinds()[unit.kind].carriage, any(grid.cells[h].ground == "lake" for h in unit.at.split("|"))
    if lake and (carriage != "grav" or unit.altitude == "dug_in"):
        text = f"'{unit.id}' cannot be on the lake of {unit.at}: only grav centuries can, and not dug in (legatus: Movement Points)."
        yield Fault("lake", text, where)


def _altitude_faults(where: str, unit: Century) -> Iterator[Fault]:
    if unit.altitude not in altitudes_of(kinds()[unit.kind].carriage):
        text = f"'{unit.id}' is no grav century and cannot be at {unit.altitude.replace('_', ' ')} (legatus: Deployment)."
        yield Fault("altitude", text, where)


def _place_faults(grid: Grid, s: Setup, home: dict[str, str]) -> Iterator[Fault]:
    for n, i in enumerate(s.installations):
        if not i.hex and i.side not in home:
            yield _homeless(i.id, i.side, f"installations[{n}].hex")
        elif i.hex and i.hex in grid.cells and not standable(grid, "fixed", i.hex):
            yield Fault("lake", f"'{i.id}' cannot be on the lake of {i.hex} (legatus: Movement Points).", f"installations[{n}].hex")
    places = [(f"installations[{n}].hex", i.hex) for n, i in enumerate(s.installations) if i.hex]
    places += [(f"satellites[{n}].hex", x.hex) for n, x in enumerate(s.satellites)]
    places += [(f"objectives[{n}].hex", o.hex) for n, o in enumerate(s.objectives)]
    places += [(f"defenses[{n}].hex", d.hex) for n, d in enumerate(s.defenses)]
    for where, hex in places:
        if hex not in grid.cells:
            yield Fault("off_map", f"'{hex}' is no hex of the map of {grid.columns} by {grid.rows} hexes.", where)
    for n, d in enumerate(s.defenses):
        if d.hidden and d.kind != "passive":
            yield Fault("hidden", "Only passive defenses are hidden (legatus: Passive Defenses).", f"defenses[{n}].hidden")


def _installations(s: Setup, home: dict[str, str]) -> list[Century]:
    """Installations as units for what zones ask of them."""
    kind = "defensive_installation"
    return [
        Century(i.id, i.name, i.side, "", kind, i.hex or home.get(i.side, ""), status="ok" if i.hex else WAITING) for i in s.installations
    ]

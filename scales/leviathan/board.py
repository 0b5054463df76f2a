"""The map and what can be seen of it: labels, zones, the hexes of a counter, firing arcs and the sides that are hit (leviathan: Counters,
Mapsheets, Firing Arcs, Overlapping Ships, Range, Ground Installations).

A counter of n hexes lies on its stern hex and the n - 1 hexes ahead of it. Arcs: a weapon fires through the hexsides of the hex it stands
in; forward through the front side of the bow hex, aft through the rear side of the stern hex, a broadside through the two sides of its flank
in any hex of the ship. The diagrams of the book are lost; these arcs meet all of its examples.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from scales.hexes import Hex, Parity, arc_sides, bearing, distance, from_cube, neighbor, to_cube, turned
from scales.leviathan.catalog import SIDES, _load
from scales.leviathan.state import FighterUnit, SheetAt, Ship, State

PARITY: Parity = "odd"


@lru_cache(maxsize=1)
def layouts() -> dict[str, Any]:
    return _load("layouts.yaml")


def sheets_of(layout: str) -> list[SheetAt]:
    """The mapsheets of a layout."""
    return [SheetAt(n, c, r) for n, (c, r) in layouts()["layouts"][layout]["sheets"].items()]


LONGEST = 40
"""Characters of a text that a refusal quotes."""


def sheet_at(sheets: Sequence[SheetAt], hex: Hex) -> SheetAt | None:
    """The mapsheet a joined hex lies on; None off the map."""
    columns, rows = size()
    column, row = hex
    for sheet in sheets:
        if 0 < column - sheet.column <= columns and 0 < row - sheet.row <= rows:
            return sheet
    return None


@lru_cache(maxsize=1)
def size() -> tuple[int, int]:
    """Columns and rows of a mapsheet."""
    return layouts()["columns"], layouts()["rows"]


def label(sheets: Sequence[SheetAt], hex: Hex) -> str:
    """A joined hex as 'sheet:CCRR'; 'off the map' beyond the sheets."""
    at = sheet_at(sheets, hex)
    if at is None:
        return "off the map"
    return f"{at.number}:{hex.column - at.column:02d}{hex.row - at.row:02d}"


def parse(sheets: Sequence[SheetAt], text: str) -> Hex:
    """The joined hex of 'sheet:CCRR' or, for the first sheet, 'CCRR'; raises ValueError with a sentence."""
    number, _, digits = text.rpartition(":")
    number, said = number or sheets[0].number, text[:LONGEST]
    at = next((s for s in sheets if s.number == number), None)
    if at is None:
        raise ValueError(f"'{said}': there is no mapsheet {number[:LONGEST]}; there are {', '.join(s.number for s in sheets)}")
    if len(digits) != 4 or not (digits.isascii() and digits.isdecimal()):
        raise ValueError(f"'{said}' is no hex: write sheet, colon, column and row, such as 2:0603")
    column, row = int(digits[:2]), int(digits[2:])
    if not (1 <= column <= layouts()["columns"] and 1 <= row <= layouts()["rows"]):
        raise ValueError(f"'{said}' is off the mapsheet: columns run to {layouts()['columns']}, rows to {layouts()['rows']}")
    return Hex(column + at.column, row + at.row)


def planet(layout: str) -> dict[str, list[int]] | None:
    found: dict[str, list[int]] | None = layouts()["layouts"][layout].get("planet")
    return found


@lru_cache(maxsize=4096)
def zone(layout: str, column: int) -> str:
    """ground, atmosphere, interface, gravity or space (leviathan: Space and the Ground)."""
    for name, (first, last) in (planet(layout) or {}).items():
        if first <= column <= last:
            return name
    return "space"


def over_interceptor(layout: str, hex: Hex) -> bool:
    """Is there an Interceptor board below this hex? (centurion: Boards)"""
    entry = layouts()["layouts"][layout]
    if "interceptor_columns" not in entry:
        return False
    (c1, c2), (r1, r2) = entry["interceptor_columns"], entry["interceptor_rows"]
    return bool(c1 <= hex.column <= c2 and r1 <= hex.row <= r2)


@lru_cache(maxsize=50_000)
def arcs_along(dx: int, dz: int, heading: int) -> tuple[int, ...]:
    """The hexsides that a line of so many cube steps leaves through, seen along a heading."""
    ahead = _arcs_ahead(dx, dz)
    return ahead if heading == 1 else tuple(sorted(turned(side, 1 - heading) for side in ahead))


@lru_cache(maxsize=10_000)
def _arcs_ahead(dx: int, dz: int) -> tuple[int, ...]:
    return arc_sides(from_cube(0, 0, PARITY), 1, from_cube(dx, dz, PARITY), PARITY)


def arcs(origin: Hex, heading: int, mark: Hex) -> tuple[int, ...]:
    """The hexsides a line leaves a hex through, seen along a heading (`scales.hexes.arc_sides`, remembered by the distance in cube steps)."""
    (ax, az), (bx, bz) = to_cube(origin, PARITY), to_cube(mark, PARITY)
    return arcs_along(bx - ax, bz - az, heading)


class Place(NamedTuple):
    """Where a counter lies, for geometry: stern, heading, hexes, rolled, kind (ship, orbital, ground, fighters)."""

    stern: Hex
    heading: int
    length: int
    rolled: bool
    kind: str


def place(unit: Ship | FighterUnit) -> Place:
    if isinstance(unit, FighterUnit):
        return Place(unit.hex, 1, 1, False, "fighters")
    return Place(unit.hex, unit.heading, unit.card.hexes, unit.rolled, unit.kind)


@lru_cache(maxsize=50_000)
def hexes(stern: Hex, heading: int, length: int) -> tuple[Hex, ...]:
    """The hexes of a counter, bow first."""
    return tuple(neighbor(stern, heading, PARITY, n) for n in range(length - 1, -1, -1))


def occupied(unit: Ship | FighterUnit) -> tuple[Hex, ...]:
    at = place(unit)
    return hexes(at.stern, at.heading, at.length)


@lru_cache(maxsize=10_000)
def armor_side(length: int, index: int, hexside: int, rolled: bool) -> str:
    """The side of a ship behind a hexside (1 = front, clockwise) of its hex `index` (0 = bow): the two end hexsides are F and A, the
    forward half of a flank is FR or FL, the after half AR or AL; a hexside between two hexes of the ship counts as the end it faces."""
    if hexside in (1, 4):
        return "F" if hexside == 1 else "A"
    forward = hexside in (2, 6) if 2 * index + 1 == length else 2 * index + 1 < length
    right = (hexside in (2, 3)) != rolled
    return ("F" if forward else "A") + ("R" if right else "L")


@lru_cache(maxsize=1000)
def sides_in_hex(length: int, index: int, rolled: bool) -> tuple[str, ...]:
    """The sides of a ship that have a hexside in its hex `index` (leviathan: Missiles)."""
    inner = ({1} if index > 0 else set()) | ({4} if index < length - 1 else set())
    found = {armor_side(length, index, h, rolled) for h in range(1, 7) if h not in inner}
    return tuple(s for s in SIDES if s in found)


class Shot(NamedTuple):
    """A way to hit: range in hexes, the sides the line may strike (two on a boundary: the defender chooses), hexes from and at."""

    range: int
    sides: tuple[str, ...]
    origin: Hex
    mark: Hex


@lru_cache(maxsize=300_000)
def shots(a: Place, t: Place, location: str, a_from: int, t_from: int) -> tuple[Shot, ...]:
    """Every way a weapon at `location` (F, L, R, A, or * for all round) of `a` bears on `t`.

    `a_from` and `t_from`: when both sterns share a hex, the heading on which the counter that moved second entered it, 0 for the other
    (leviathan: Overlapping Ships, Firing Arcs).
    """
    mine, theirs = hexes(a.stern, a.heading, a.length), hexes(t.stern, t.heading, t.length)
    if set(mine) & set(theirs):
        return _overlapping(a, t, location, a_from, t_from)
    found = []
    for i, origin in enumerate(mine):
        if location != "*" and not _end_of(a, i, location):
            continue
        for j, mark in enumerate(theirs):
            if location == "*" or _through(a, arcs(origin, a.heading, mark), origin, mark, location):
                sides = struck(t, j, arcs(mark, t.heading, origin))
                found.append(Shot(distance(origin, mark, PARITY), sides, origin, mark))
    return tuple(found)


def _overlapping(a: Place, t: Place, location: str, a_from: int, t_from: int) -> tuple[Shot, ...]:
    """Overlapping counters fire stern to stern at range 1 (leviathan: Overlapping Ships); fighters at each other in one hex at range 0."""
    a_at, t_at = _apart(a, t, a_from, t_from)
    if location != "*" and not _through(a, arcs(a_at, a.heading, t_at), a_at, t_at, location):
        return ()
    close = 0 if a.kind == t.kind == "fighters" else 1
    return (Shot(close, struck(t, t.length - 1, arcs(t_at, t.heading, a_at)), a.stern, t.stern),)


def _apart(a: Place, t: Place, a_from: int, t_from: int) -> tuple[Hex, Hex]:
    """The hexes that give the direction between overlapping counters: their sterns; in one hex the later one counts as where it came from."""
    if a.stern != t.stern:
        return a.stern, t.stern
    a_at = neighbor(a.stern, a_from + 3, PARITY) if a_from else a.stern
    t_at = neighbor(t.stern, t_from + 3, PARITY) if t_from else t.stern
    return (neighbor(a_at, t.heading + 3, PARITY) if a_at == t_at else a_at), t_at


def stern_line(a: Ship, t: Ship) -> tuple[Hex, Hex]:
    """From where to where overlapping ships look at each other (leviathan: Overlapping Ships)."""
    return _apart(place(a), place(t), *entries(a, t))


def _end_of(a: Place, index: int, location: str) -> bool:
    """Forward weapons fire from the bow hex only, aft weapons from the stern hex only."""
    return (location != "F" or index == 0) and (location != "A" or index == a.length - 1)


def _through(a: Place, sides: tuple[int, ...], origin: Hex, mark: Hex, location: str) -> bool:
    """Does a line leaving through these hexsides lie in the arc of a location? Ground installations fire up only: everything between
    headings 2 and 3 and thirty degrees beyond, away from the planet (their diagram is lost)."""
    if a.kind == "ground":
        return bearing(origin, mark, PARITY) in (1, 2, 3, 4, 5) and mark.column > origin.column
    if location in "LR":
        right = (location == "R") != a.rolled
        return bool({2, 3} & set(sides)) if right else bool({5, 6} & set(sides))
    return (1 if location == "F" else 4) in sides


def struck(t: Place, index: int, hexsides: tuple[int, ...]) -> tuple[str, ...]:
    """The armor sides behind the hexsides that a line enters a hex of a counter through; a hexside between two hexes of the counter only
    counts when the line comes in through nothing else."""
    if t.kind == "fighters":
        return ()
    if t.kind == "ground":
        return ("F",)
    outer = [h for h in hexsides if not ((h == 1 and index > 0) or (h == 4 and index < t.length - 1))]
    found = [armor_side(t.length, index, h, t.rolled) for h in outer or hexsides] or ["A"]
    return tuple(dict.fromkeys(found))


def entries(a: Ship | FighterUnit, t: Ship | FighterUnit) -> tuple[int, int]:
    """The heading on which the later of two counters entered the shared stern hex: (attacker's, target's), 0 for the earlier one. Of two
    that were placed there the one with the later id counts as the later: each sees the other the same way."""
    if a.hex != t.hex:
        return 0, 0
    if (a.arrived, a.id) > (t.arrived, t.id):
        return a.entered or (a.heading if isinstance(a, Ship) else 1), 0
    return 0, t.entered or (t.heading if isinstance(t, Ship) else 1)


def ways(a: Ship | FighterUnit, t: Ship | FighterUnit, location: str) -> tuple[Shot, ...]:
    """The ways a weapon of `a` bears on `t`."""
    return shots(place(a), place(t), location, *entries(a, t))


def between(a: Ship | FighterUnit, t: Ship | FighterUnit) -> int:
    """Combat range in hexes between the nearest hexes of two counters."""
    mine, theirs = occupied(a), occupied(t)
    return min(distance(x, y, PARITY) for x in mine for y in theirs)


def flank(heading: int, origin: Hex, mark: Hex) -> tuple[str, ...]:
    """Turret sides that see a hex: one flank, or both dead ahead and dead astern (leviathan: Firing Arcs)."""
    if origin == mark:
        return ("L", "R")
    relative = (bearing(origin, mark, PARITY) - 2 * (heading - 1)) % 12
    return ("L", "R") if relative in (0, 6) else ("R",) if relative < 6 else ("L",)


def may_fire(layout: str, origin: Hex, mark: Hex) -> bool:
    """Which zones may fire into which (leviathan: Space and the Ground, Combat); ground targets have rules of their own."""
    own, other = zone(layout, origin.column), zone(layout, mark.column)
    if own == "atmosphere":
        return other in ("atmosphere", "interface", "ground")
    if own in ("gravity", "space"):
        return other != "atmosphere"
    return True


def ground_modifier(layout: str, origin: Hex, mark: Hex) -> int | None:
    """What height does to an attack on a ground hex, None outside the cone over it: its own row in the atmosphere, three in the interface,
    two more a column in the gravity well (leviathan: Interface Zone Attacks, Space Attacks; ruling R-LEV-45)."""
    own = zone(layout, origin.column)
    width = {"atmosphere": 0, "interface": 1, "gravity": origin.column - 2}.get(own)
    if width is None or abs(origin.row - mark.row) > width:
        return None
    return {"atmosphere": 0, "interface": -2, "gravity": -5}[own]


def off_map(state: State, hex: Hex) -> bool:
    return sheet_at(state.sheets, hex) is None

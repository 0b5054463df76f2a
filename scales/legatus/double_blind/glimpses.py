"""How well one unit can spot another: line of sight, range, and what changes it. legatus: Double-blind rules: Spotting, R-LEG-07"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scales.engine import Check, Modifier
from scales.legatus.board import Grid, dispersion, gap
from scales.legatus.deployment import in_earthworks
from scales.legatus.double_blind import arcs, sight
from scales.legatus.double_blind.hearing import knows
from scales.legatus.state import Century, LegatusState, hexes_of, present
from scales.legatus.tables import kinds, tables

RULE = "legatus: Double-blind rules: Spotting"
BY_TARGET, BY_SPOTTER = "signals century next to the target", "signals century next to the spotter"


@dataclass(frozen=True, slots=True)
class Spotter:
    """Who looks: the hexes it looks from, its altitude, its arc, and what it adds to the range."""

    id: str
    name: str
    side: str
    hexes: tuple[str, ...]
    altitude: str
    degrees: int
    heading: int
    modifiers: tuple[Modifier, ...] = ()

    @property
    def range(self) -> int:
        return spotting_range(self.altitude)


@dataclass(frozen=True, slots=True)
class Quarry:
    """Who is looked for, and what it adds to the range: as it is deployed, and in each of its hexes by the ground there."""

    unit: Century
    hexes: tuple[str, ...]
    modifiers: tuple[Modifier, ...]
    ground: dict[str, tuple[Modifier, ...]]


class Glimpse(NamedTuple):
    """A line of sight within range: the modified range, the hexes counted (not the spotter's own), from where to where."""

    modified: int
    distance: int
    start: str
    end: str


def is_spotted(modified_range: int, spotting_range: int, roll: int) -> bool:
    """Within range, a d10 at or above the modified range spots."""
    return modified_range <= spotting_range and roll >= modified_range


def spotting_range(altitude: str) -> int:
    """Hexes by the altitude of who spots."""
    return int(tables()["spotting"]["range"][altitude])


def spotter_of(state: LegatusState, unit: Century, heading: int) -> Spotter:
    """A century or installation with its arc turned to a heading."""
    change = int(tables()["spotting"]["signals"]["spotter"])
    helped = (Modifier(BY_SPOTTER, change, "legatus: Signals"),) if signals_by(state, unit) else ()
    hexes = tuple(hexes_of(unit.at))
    return Spotter(unit.id, unit.name, unit.side, hexes, unit.altitude, arcs.degrees_of(unit.at), heading, helped)


def scout_over(hex: str, id: str = "", name: str = "", side: str = "") -> Spotter:
    """Interceptors over a hex count as a dispersed unit at low altitude: all around, ten hexes."""
    return Spotter(id, name, side, (hex,), "low_altitude", arcs.ALL_AROUND, 0)


def quarry_of(state: LegatusState, grid: Grid, unit: Century) -> Quarry:
    """A unit on the map as others look for it."""
    hexes = tuple(hexes_of(unit.at))
    low = unit.altitude in {"normal", "dug_in"}
    return Quarry(unit, hexes, tuple(_by_target(state, unit)), {h: _by_ground(grid, h) if low else () for h in hexes})


def _by_target(state: LegatusState, unit: Century) -> list[Modifier]:
    """Altitude, dispersion, infantry, earthworks, installation, signals."""
    change = tables()["spotting"]["target"]
    words = {unit.altitude, dispersion(unit.at)} & set(change)
    words |= {"infantry"} if kinds()[unit.kind].infantry else set()
    words |= {"earthworks"} if in_earthworks(state, unit) else set()
    words |= {"defensive_installation"} & {unit.kind}
    found = [Modifier(word.replace("_", " "), int(change[word]), RULE) for word in sorted(words)]
    signals = Modifier(BY_TARGET, int(tables()["spotting"]["signals"]["target"]), "legatus: Signals")
    return [*found, signals] if signals_by(state, unit) else found


def _by_ground(grid: Grid, hex: str) -> tuple[Modifier, ...]:
    ground = grid.cells[hex].ground
    change = int(tables()["spotting"]["ground"][ground])
    return (Modifier(ground.replace("_", " "), change, RULE),) if change else ()


def signals_by(state: LegatusState, unit: Century) -> list[Century]:
    """The uncrippled signals centuries of its side in or next to its hexes; a signals century helps itself too."""
    found = [u for u in state.units.values() if u.kind == "signals" and u.side == unit.side and not u.crippled]
    return [u for u in found if present(u) and gap(u.at, unit.at) <= 1]


def best(grid: Grid, spotter: Spotter, quarry: Quarry) -> Glimpse | None:
    """The line of sight with the lowest modified range, from any hex of the spotter in its arc to any hex of the target; None if there
    is none within its spotting range."""
    changed, reach = _sum(spotter.modifiers) + _sum(quarry.modifiers), spotter.range
    found = []
    for end in quarry.hexes:
        change = changed + _sum(quarry.ground[end])
        for start in spotter.hexes:
            distance = gap(start, end)
            if distance + change <= reach and _in_sight(grid, spotter, start, quarry, end):
                found.append(Glimpse(distance + change, distance, start, end))
    return min(found, default=None)


def _sum(modifiers: Sequence[Modifier]) -> int:
    return sum(m.value for m in modifiers)


def _in_sight(grid: Grid, spotter: Spotter, start: str, quarry: Quarry, end: str) -> bool:
    arc = arcs.covers(start, spotter.heading, spotter.degrees, end)
    return arc and sight.sees(grid, start, spotter.altitude, end, quarry.unit.altitude)


def modifiers_of(spotter: Spotter, quarry: Quarry, glimpse: Glimpse) -> list[Modifier]:
    """Every change to the range of a glimpse."""
    return [*quarry.modifiers, *quarry.ground[glimpse.end], *spotter.modifiers]


def checked(spotter: Spotter, quarry: Quarry, glimpse: Glimpse, roll: int) -> Check:
    """The roll as it was: base is the true range, target the modified one, which the d10 must reach."""
    modifiers = modifiers_of(spotter, quarry, glimpse)
    passed = is_spotted(glimpse.modified, spotter.range, roll)
    return Check(f"spotting: {spotter.name} on {quarry.unit.name}", glimpse.distance, modifiers, glimpse.modified, roll, passed, RULE)


def as_known(state: LegatusState, spotter: Spotter, quarry: Quarry, check: Check) -> Check:
    """The roll as the spotting side can work it out: without signals centuries that it has not spotted. They only make the range longer, so
    that the roll passes here too."""
    if any(knows(state, spotter.side, u.id) for u in signals_by(state, quarry.unit)):
        return check
    modifiers = [m for m in check.modifiers if m.name != BY_TARGET]
    return Check(check.what, check.base, modifiers, check.base + _sum(modifiers), check.roll, check.passed, check.rule)

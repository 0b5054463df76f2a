"""Deployment: how dispersion and altitude change a century, and its modified values. legatus: Dispersion, Altitude, Signals"""

from functools import lru_cache

from scales.engine import Modifier
from scales.legatus.board import dispersion, gap
from scales.legatus.state import Century, LegatusState, present
from scales.legatus.tables import ALTITUDES, DISPERSIONS, Stats, kinds, tables

RULE = "legatus: Deployment"


@lru_cache(maxsize=256)
def parts(dispersion: str, altitude: str, infantry: bool = False, earthworks: bool = False) -> tuple[tuple[str, Stats, str], ...]:
    """What each part of a deployment adds, by name, with its rule; infantry and earthworks count only when dug in."""
    table, dug_in = tables()["deployment"], altitude == "dug_in"
    found = [
        (dispersion.replace("_", "-"), Stats(*table["dispersion"][dispersion]), RULE),
        (altitude.replace("_", " "), Stats(*table["altitude"][altitude]), RULE),
    ]
    if dug_in and infantry:
        found.append(("infantry dug in", Stats(table["infantry_dug_in_attack"], 0, 0), RULE))
    if dug_in and earthworks:
        found.append(("earthworks", Stats(*table["earthworks_dug_in"]), "legatus: Earthworks"))
    return tuple(found)


@lru_cache(maxsize=256)
def deployment(dispersion: str, altitude: str, infantry: bool = False, earthworks: bool = False) -> Stats:
    """What a deployment adds to attack, defense and maneuver, all in all."""
    total = Stats(0, 0, 0)
    for _, change, _ in parts(dispersion, altitude, infantry, earthworks):
        total = total.plus(change)
    return total


def levels_between(start: str, end: str) -> int:
    """Levels, and so movement points, between two dispersions or two altitudes. R-LEG-03"""
    ladder = ALTITUDES if start in ALTITUDES else DISPERSIONS
    return abs(ladder.index(start) - ladder.index(end))


def altitudes_of(carriage: str) -> tuple[str, ...]:
    """The altitudes a century may take: only grav vehicles fly."""
    return ALTITUDES if carriage == "grav" else ALTITUDES[:2]


def printed(unit: Century) -> Stats:
    """The numbers of the face of the counter that shows."""
    kind = kinds()[unit.kind]
    return kind.crippled if unit.crippled else kind.whole


def in_earthworks(state: LegatusState, unit: Century) -> bool:
    return unit.altitude == "dug_in" and any(m.kind == "earthworks" and set(m.hexes) & set(unit.at.split("|")) for m in state.markers)


def _modifiers(state: LegatusState, unit: Century, number: int) -> list[Modifier]:
    """Every change that a century's deployment makes to one of its numbers: 0 attack, 1 defense, 2 maneuver."""
    found = parts(dispersion(unit.at), unit.altitude, kinds()[unit.kind].infantry, in_earthworks(state, unit))
    return [Modifier(name, change[number], rule) for name, change, rule in found if change[number]]


@lru_cache(maxsize=4096)
def fielded(kind: str, crippled: bool, dispersion: str, altitude: str, earthworks: bool = False) -> Stats:
    """The numbers of a face of a counter as a deployment changes them."""
    century = kinds()[kind]
    face = century.crippled if crippled else century.whole
    return face.plus(deployment(dispersion, altitude, century.infantry, earthworks))


def modified(state: LegatusState, unit: Century) -> Stats:
    """The numbers of a century as it stands."""
    return fielded(unit.kind, unit.crippled, dispersion(unit.at), unit.altitude, in_earthworks(state, unit))


def attack_of(state: LegatusState, unit: Century) -> int:
    return modified(state, unit).attack


def defense_of(state: LegatusState, unit: Century) -> int:
    return modified(state, unit).defense


def signals_bonus(friendly: bool, enemy: bool) -> int:
    """Maneuver in the combat phase next to signals centuries: both cancel. legatus: Signals"""
    size = int(tables()["combat"]["signals_maneuver"])
    return size * friendly - size * enemy


def maneuver_modifiers(state: LegatusState, unit: Century, combat: bool) -> list[Modifier]:
    """Every change to the maneuver number; signals count in the combat phase only."""
    found = _modifiers(state, unit, 2)
    if combat:
        near = [u for u in state.units.values() if u.kind == "signals" and present(u) and not u.crippled and gap(u.at, unit.at) <= 1]
        bonus = signals_bonus(any(u.side == unit.side for u in near), any(u.side != unit.side for u in near))
        if bonus:
            found.append(Modifier("signals centuries", bonus, "legatus: Signals"))
        if unit.hq and unit.organic_signals and not unit.crippled:
            found.append(Modifier("organic signals", int(tables()["combat"]["organic_signals_maneuver"]), "legatus: Standard Centuries"))
    return found


def attack_modifiers(state: LegatusState, unit: Century) -> list[Modifier]:
    return _modifiers(state, unit, 0)


def defense_modifiers(state: LegatusState, unit: Century) -> list[Modifier]:
    return _modifiers(state, unit, 1)

"""Zones of control, contact and occupation. legatus: Zones of Control, Defensive Installations, Artillery, Passive Defenses"""

from collections.abc import Sequence
from functools import lru_cache

from scales.legatus.board import around, gap
from scales.legatus.defenses.installations import KIND as INSTALLATION
from scales.legatus.defenses.installations import is_fixed, zone_reach
from scales.legatus.double_blind.hearing import hides, known_of
from scales.legatus.state import Century, LegatusState, hexes_of, present


def zone_radius(unit: Century) -> int:
    """Hexes beyond its own that a unit controls: a broken century none, an installation two."""
    return _radius(unit.kind, unit.broken) if present(unit) else 0


def _radius(kind: str, broken: bool) -> int:
    return 0 if broken else zone_reach() if kind == INSTALLATION else 1


def zone(unit: Century) -> frozenset[str]:
    """The hexes a unit controls: those adjacent to the hexes it occupies (two away for an installation), and so its own when it has several."""
    return _zone(unit.at, zone_radius(unit))


@lru_cache(maxsize=20_000)
def _zone(at: str, radius: int) -> frozenset[str]:
    """The hexes one to some hexes away from those of a position."""
    found, edge = set[str](), set(hexes_of(at))
    for _ in range(radius):
        edge = {n for h in edge for n in around(h)}
        found |= edge
    return frozenset(found)


def controlled(unit: Century) -> frozenset[str]:
    """Its zone and the hexes it stands in: who goes there meets it."""
    return _controlled(unit.at, zone_radius(unit))


@lru_cache(maxsize=20_000)
def _controlled(at: str, radius: int) -> frozenset[str]:
    return _zone(at, radius) | frozenset(hexes_of(at)) if radius else frozenset()


def enemy_zone(state: LegatusState, side: str, enemies: Sequence[Century]) -> frozenset[str]:
    """Every hex where a century of this side must test: zones of enemies it knows of and artillery denial of either side."""
    zones, denied = _zones_of(known_of(state, side, enemies)), [h for m in state.markers if m.kind == "denial" for h in m.hexes]
    return zones.union(denied) if denied else zones


def unseen_zone(state: LegatusState, side: str, enemies: Sequence[Century]) -> frozenset[str]:
    """The zones of enemies that a side has not spotted: who goes there fails without a test. legatus: Double-blind rules: Movement"""
    return _zones_of([e for e in enemies if side not in e.spotted_by]) if hides(state) else frozenset()


def _zones_of(units: Sequence[Century]) -> frozenset[str]:
    """All hexes that some units on the map control."""
    return _together(frozenset([(u.at, u.kind, u.broken) for u in units]))


@lru_cache(maxsize=1024)
def _together(stands: frozenset[tuple[str, str, bool]]) -> frozenset[str]:
    """The hexes controlled from some positions: a side's enemies stay where they are while it moves, so these are asked for again and again."""
    return frozenset().union(*(_controlled(at, _radius(kind, broken)) for at, kind, broken in stands))


def passive_zone(state: LegatusState, side: str) -> frozenset[str]:
    """Hexes with passive defenses of another side."""
    return frozenset([h for m in state.markers if m.kind == "passive" and m.side != side for h in m.hexes])


def occupied(units: Sequence[Century]) -> frozenset[str]:
    """The hexes that some units stand in."""
    return _occupied(frozenset([u.at for u in units]))


@lru_cache(maxsize=1024)
def _occupied(places: frozenset[str]) -> frozenset[str]:
    """The hexes of some positions."""
    return frozenset([h for at in places for h in hexes_of(at)])


def in_reach_of(units: Sequence[Century]) -> frozenset[str]:
    """The hexes where some units could attack an enemy."""
    return frozenset().union(*(_controlled(u.at, attack_range(u)) for u in units))


def in_zone(unit: Century, other: Century) -> bool:
    """Does `other` stand in the zone of `unit`?"""
    return gap(unit.at, other.at) <= (zone_radius(unit) or -1)


def in_contact(a: Century, b: Century) -> bool:
    """In the same hex or adjacent: they engage in combat."""
    return gap(a.at, b.at) <= 1


def attack_range(unit: Century) -> int:
    """Hexes to the farthest enemy that a unit attacks: an installation all in its zone. legatus: Defensive Installations"""
    return zone_reach() if is_fixed(unit) else 1


def opponents(state: LegatusState, unit: Century) -> list[Century]:
    """The enemies that a unit can attack on this map: in contact (an installation: in its zone), and neither of them held by a battle below."""
    if unit.engaged or not present(unit):
        return []
    radius = attack_range(unit)
    side, at = unit.side, unit.at
    return [e for e in state.units.values() if e.side != side and e.status == "ok" and not e.engaged and gap(at, e.at) <= radius]

"""Retreats after combat. legatus: Retreats"""

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from scales.legatus import board
from scales.legatus.board import gap
from scales.legatus.defenses.installations import is_fixed
from scales.legatus.initiative.initiative import headquarters
from scales.legatus.movement.movement import HALF, Ground, Walk, allowance_of, ground_for, may_enter
from scales.legatus.movement.zones import controlled, occupied, passive_zone
from scales.legatus.state import Century, LegatusState, enemies_of, hexes_of, units_of

RULE = "legatus: Retreats"


@dataclass(slots=True, frozen=True)
class Threat:
    """What a century retreats from: where its enemy stood when it hit, and the hexes it controlled there. `by` is '' for what is no unit."""

    by: str
    at: str
    zone: frozenset[str]


def threat_of(unit: Century) -> Threat:
    """A unit as those that it has hit retreat from it; from a broken one too they get out of the hexes next to it."""
    return Threat(unit.id, unit.at, frozenset(controlled(replace(unit, broken=False, status="ok"))))


def refuge(state: LegatusState, unit: Century) -> Century | None:
    """Where a broken century runs: its headquarters, else the nearest friendly headquarters or installation."""
    hq = headquarters(state, unit.cohort)
    own = [hq] if hq is not None and hq is not unit else []
    others = [u for u in units_of(state, unit.side) if (u.hq or is_fixed(u)) and u is not unit]
    return min(own or others, key=lambda u: (gap(unit.at, u.at), u.id), default=None)


def risen(unit: Century) -> str:
    """The altitude of a century that gives way: a dug-in one rises to normal."""
    return "normal" if unit.altitude == "dug_in" else unit.altitude


def retreat_to(state: LegatusState, unit: Century, threats: Sequence[Threat], broken: bool) -> str:
    """The position a century retreats to, '' when it cannot get wholly out of the zones of those that hit it.

    It stops as soon as it is out, and of several places takes the one nearest to its headquarters, then the one that costs least. A broken one
    uses its whole movement to get as far away as it can. Hit from above, it retreats from the enemies in contact.
    """
    threats = threats or [threat_of(e) for e in enemies_of(state, unit.side) if gap(e.at, unit.at) <= 1]
    used = _escapes(state, unit, threats, broken)
    home = refuge(state, unit)
    return min(used, key=lambda at: _rank(at, used[at], threats, home, broken), default="")


def _rank(at: str, used: int, threats: Sequence[Threat], home: Century | None, broken: bool) -> tuple[int, int, int, str]:
    far = min((gap(at, t.at) for t in threats), default=0)
    near = gap(at, home.at) if home else 0
    return (-far, near, used, at) if broken else (near, used, -far, at)


def _escapes(state: LegatusState, unit: Century, threats: Sequence[Threat], broken: bool) -> dict[str, int]:
    """Places out of every threat with the half points they cost; who is not broken goes no farther from the first on its way."""
    ground, walk = flight(state, unit)
    barred = barred_to(state, unit, threats)
    moves = board.moves(ground.grid, ground.carriage, walk.altitude)
    best, queue, found = {walk.at: 0}, [(0, walk.at)], {}
    while queue:
        used, at = heapq.heappop(queue)
        if used > best[at]:
            continue
        if at != walk.at and _is_out(at, threats):
            found[at] = used
            if not broken:
                continue
        for to, new, cost in moves[at]:
            total = min(used + cost, walk.left)
            if total >= best.get(to, total + 1) or not may_enter(walk.left - used, cost, at == walk.at):
                continue
            if barred.isdisjoint(new) and all(_leads_away(at, new, threat) for threat in threats):
                best[to] = total
                heapq.heappush(queue, (total, to))
    return found


def _is_out(at: str, threats: Sequence[Threat]) -> bool:
    return all(threat.zone.isdisjoint(hexes_of(at)) for threat in threats)


def _leads_away(at: str, new: Sequence[str], threat: Threat) -> bool:
    """Does a step lead only to hexes out of a zone, or farther off in it?"""
    here = gap(at, threat.at)
    return all(hex not in threat.zone or gap(hex, threat.at) > here for hex in new)


def barred_to(state: LegatusState, unit: Century, threats: Sequence[Threat]) -> frozenset[str]:
    """Hexes and zones of enemies, artillery denial and passive defenses among them; not the zones that the century has still to leave."""
    left = {(threat.by, threat.at) for threat in threats}
    enemies = enemies_of(state, unit.side)
    found = occupied(enemies) | passive_zone(state, unit.side)
    for enemy in enemies:
        found |= controlled(enemy) if (enemy.id, enemy.at) not in left else frozenset()
    return found.union(*(marker.hexes for marker in state.markers if marker.kind == "denial"))


def flight(state: LegatusState, unit: Century) -> tuple[Ground, Walk]:
    """What limits a century that runs, and the points it has."""
    return ground_for(state, unit), Walk(unit.at, risen(unit), HALF * allowance_of(unit))

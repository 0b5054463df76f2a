"""Ready deployments to choose from: lines of ships at several places of a zone, their fighters ahead of them."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice, product
from typing import NamedTuple

from scales.engine import Decision, Json, Option, Slot
from scales.hexes import Hex, distance
from scales.leviathan import board
from scales.leviathan.adjudication import standing
from scales.leviathan.board import PARITY
from scales.leviathan.scenario import deployment
from scales.leviathan.state import Ship, State, Unit, Zone

INWARD = {"left": (2, 3), "right": (6, 5), "top": (4, 4), "bottom": (1, 1)}
"""The headings that lead away from an edge, for hexes in odd and even columns."""
CENTERS = (("the middle", 2), ("the first quarter", 1), ("the last quarter", 3))
SPACINGS = (("in open order", 2), ("in close order", 1))
SPEEDS = (4, 6, 2, 0)


def offers(state: State, decision: Decision) -> list[Slot]:
    """Formations by their place along the edge, their spacing and their velocity."""
    found: dict[str, Option] = {}
    for option in legal(state, decision):
        found.setdefault(str(option.order), option)
    return [Slot(deployment.SLOT, "Place your forces", list(found.values()))]


def legal(state: State, decision: Decision) -> Iterator[Option]:
    """Formations that the zone has room for, some of them more than once; drawn closer together where they must be."""
    zone = deployment.zone_of(decision)
    speeds = [v for v in SPEEDS if v <= zone.velocity] or [0]
    for (spacing_words, spacing), (words, quarter) in product(SPACINGS, CENTERS):
        lines = [_places(state, decision.units, zone, quarter, min(spacing, zone.apart), close=close) for close in (False, True)]
        for speed, carried in product(speeds, (False, True) if zone.carried else (False,)):
            options = (_option(state, decision, places, speed, f"{spacing_words} around {words}", carried) for places in lines)
            yield from islice((o for o in options if not deployment.faults(state, decision, o.order)), 1)


def _option(state: State, decision: Decision, places: dict[str, Hex], speed: int, words: str, carried: bool) -> Option:
    """A formation as an order; `info` tells velocity, the middle of it, and how many fighter units are carried."""
    edge = decision.data["edge"]
    ships: Json = {
        id: {"hex": board.label(state.sheets, hex), "heading": _inward(edge, hex), "velocity": speed}
        for id, hex in places.items()
        if id in state.ships
    }
    flights: Json = {id: {"hex": board.label(state.sheets, hex)} for id, hex in places.items() if id in state.fighters}
    aboard = _berths(state, list(ships), list(flights)) if carried else {}
    info = {
        "at": list(next(iter(places.values()))),
        "velocity": speed,
        "ships": len(ships),
        "fighters": len(flights),
        "carried": len(aboard),
    }
    words += f", velocity {speed}" + (", fighters carried" if aboard else "")
    return Option({"ships": ships, "fighters": flights | aboard}, words, info)


def _berths(state: State, ships: Sequence[str], flights: Sequence[str]) -> dict[str, Json]:
    """The ship that carries each unit: the largest units first, in the ship with the most room left."""
    room = {id: state.ships[id].card.fighters - sum(f.count for f in state.fighters.values() if f.aboard == id) for id in ships}
    found: dict[str, Json] = {}
    for id in sorted(flights, key=lambda f: (-state.fighters[f].count, f)):
        ship = max(room, key=lambda s: (room[s], s), default="")
        if ship and room[ship] >= state.fighters[id].count:
            found[id] = {"aboard": ship}
            room[ship] -= state.fighters[id].count
    return found


def _places(state: State, units: Sequence[str], zone: Zone, quarter: int, spacing: int, *, close: bool) -> dict[str, Hex]:
    """Ships in a line along the edge, the largest in the middle; fighters between them and the enemy.

    `close`: all of them as near to each other, and to those of their side that stand already, as the zone asks.
    """
    hexes = deployment.hexes_of(state, zone)
    ships = sorted((state.ships[u] for u in units if u in state.ships), key=lambda s: (-s.card.hexes, s.id))
    flights = sorted((state.fighters[u] for u in units if u in state.fighters), key=lambda f: f.id)
    waiting: list[Unit] = [*ships, *flights]
    side = waiting[0].side
    squadron = [s.hex for s in state.of_side(side) if s.on_map] if close else []
    room = max((s.card.hexes for s in ships), default=1)
    found = _line(state, ships, hexes, zone, quarter, min(zone.within, max(2, zone.within - room)), Gap(spacing, squadron))
    others = [*squadron, *found.values(), *(f.hex for f in state.fighters.values() if f.side == side and f.on_map)] if close else []
    return found | _line(state, flights, hexes, zone, quarter, zone.within, Gap(1, others))


class Gap(NamedTuple):
    """Hexes from each unit of a line to the nearest one before it, and to the nearest of `others` if there are any."""

    hexes: int
    others: Sequence[Hex]


def _line(state: State, units: Sequence[Unit], hexes: Sequence[Hex], zone: Zone, quarter: int, depth: int, gap: Gap) -> dict[str, Hex]:
    """Units one after the other, each as near as may be to the middle of the line at a depth from the edge."""
    edge = [h.column if zone.edge in ("left", "right") else h.row for h in hexes]
    first = min(edge) if zone.edge in ("left", "top") else max(edge)
    along = [h.row if zone.edge in ("left", "right") else h.column for h in hexes]
    center = min(along) + (max(along) - min(along)) * quarter // 4
    order = [
        h for *_, h in sorted((abs(abs(e - first) + 1 - depth), abs(a - center), h) for e, a, h in zip(edge, along, hexes, strict=True))
    ]
    found: dict[str, Hex] = {}
    for unit in units:
        before = [*found.values()]
        fits = partial(_fits, state, unit, zone)
        near = (h for h in order if _is_near(h, before, zone, gap) and fits(h))
        found[unit.id] = next(near, None) or next(filter(fits, order), order[0])
    return found


def _fits(state: State, unit: Unit, zone: Zone, hex: Hex) -> bool:
    """Can it stand there, looking away from the edge?"""
    heading, length = (_inward(zone.edge, hex), unit.card.hexes) if isinstance(unit, Ship) else (1, 1)
    on_map = not any(board.off_map(state, h) for h in board.hexes(hex, heading, length))
    return on_map and not standing.fault(state, unit, hex, heading)


def _is_near(hex: Hex, before: Sequence[Hex], zone: Zone, gap: Gap) -> bool:
    """Is it as far from the others as units of its line are to be?"""
    away = [distance(hex, other, PARITY) for other in (*before, *gap.others)]
    if gap.others:
        return 1 <= min(away) <= zone.apart
    return not away or min(away) == gap.hexes


def _inward(edge: str, hex: Hex) -> int:
    return INWARD[edge][hex.column % 2 == 0]

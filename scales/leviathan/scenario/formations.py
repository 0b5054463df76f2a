"""Ready deployments to choose from: lines of ships at several places of a zone, their fighters ahead of them."""

from collections.abc import Sequence

from scales.engine import Decision, Json, Option, Slot
from scales.hexes import Hex, distance
from scales.leviathan import board
from scales.leviathan.board import PARITY
from scales.leviathan.scenario import deployment
from scales.leviathan.state import State, Zone

INWARD = {"left": (2, 3), "right": (6, 5), "top": (4, 4), "bottom": (1, 1)}
"""The headings that lead away from an edge, for hexes in odd and even columns."""
CENTERS = (("the middle", 2), ("the first quarter", 1), ("the last quarter", 3))
SPACINGS = (("in open order", 2), ("in close order", 1))
SPEEDS = (4, 6, 2, 0)


def offers(state: State, decision: Decision) -> list[Slot]:
    """Formations by their place along the edge, their spacing and their velocity."""
    zone = deployment.zone_of(decision)
    found: dict[str, Option] = {}
    for spacing_words, spacing in SPACINGS:
        for words, quarter in CENTERS:
            places = _places(state, decision.units, zone, quarter, min(spacing, zone.apart))
            for speed in [v for v in SPEEDS if v <= zone.velocity] or [0]:
                for carried in (False, True) if zone.carried else (False,):
                    option = _option(state, decision, places, speed, f"{spacing_words} around {words}", carried)
                    if not deployment.faults(state, decision, option.order):
                        found.setdefault(str(option.order), option)
    return [Slot(deployment.SLOT, "Place your forces", list(found.values()))]


def _option(state: State, decision: Decision, places: dict[str, Hex], speed: int, words: str, carried: bool) -> Option:
    """A formation as an order; `info` tells velocity, the middle of it, and how many fighter units are carried."""
    edge = decision.data["edge"]
    ships: Json = {
        id: {"hex": board.label(state.sheets, hex), "heading": INWARD[edge][hex.column % 2 == 0], "velocity": speed}
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


def _places(state: State, units: Sequence[str], zone: Zone, quarter: int, spacing: int) -> dict[str, Hex]:
    """Ships in a line along the edge, the largest in the middle; fighters between them and the enemy."""
    hexes = deployment.hexes_of(state, zone)
    ships = sorted((state.ships[u] for u in units if u in state.ships), key=lambda s: (-s.card.hexes, s.id))
    room = max((s.card.hexes for s in ships), default=1)
    found = _line([s.id for s in ships], hexes, zone, quarter, spacing, min(zone.within, max(2, zone.within - room)))
    flights = sorted(u for u in units if u in state.fighters)
    return found | _line(flights, hexes, zone, quarter, 1, zone.within)


def _line(ids: Sequence[str], hexes: Sequence[Hex], zone: Zone, quarter: int, spacing: int, depth: int) -> dict[str, Hex]:
    """Units one after the other, each as near as may be to the middle of the line at a depth from the edge, `spacing` from the nearest."""
    edge = [h.column if zone.edge in ("left", "right") else h.row for h in hexes]
    first = min(edge) if zone.edge in ("left", "top") else max(edge)
    along = [h.row if zone.edge in ("left", "right") else h.column for h in hexes]
    center = min(along) + (max(along) - min(along)) * quarter // 4
    order = sorted((abs(abs(e - first) + 1 - depth), abs(a - center), h) for e, a, h in zip(edge, along, hexes, strict=True))
    found: dict[str, Hex] = {}
    for id in ids:
        free = [h for *_, h in order]
        near = (h for h in free if not found or min(distance(h, o, PARITY) for o in found.values()) == spacing)
        found[id] = next(near, free[0])
    return found

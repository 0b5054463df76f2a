"""What is offered when a side places its units: the engine's arrangement first, then other hexes and deployments. legatus: Deployment"""

from collections.abc import Iterator

from msgspec.structs import replace

from scales.engine import Decision, Json, Option, Slot
from scales.legatus import board
from scales.legatus.board import dispersion
from scales.legatus.combat.combat import attack_value, defense_value
from scales.legatus.deployment import maneuver_modifiers, printed
from scales.legatus.preparation import arranging
from scales.legatus.preparation.placement import place_faults
from scales.legatus.state import Century, LegatusState
from scales.legatus.view import View

OTHERS = 3
"""Hexes offered besides the first."""


def offers(view: View, decision: Decision) -> list[Slot]:
    """A slot for each unit, and one for the defensive hexes."""
    state, side = view.state, view.side
    plan = arranging.arrangement(state, side)
    slots = [Slot(u, state.units[u].name, _options(state, state.units[u], plan.get(u, [])), u) for u in decision.units]
    n = int(decision.data["defensive_hexes"])
    if n:
        slots.append(
            Slot("defenses", f"Lay {n} defensive {'hex' if n == 1 else 'hexes'}", [_lay(way) for way in arranging.defenses(state, side, n)])
        )
    return slots


def _options(state: LegatusState, unit: Century, hexes: list[str]) -> list[Option]:
    """Places in order, each once; a unit that has been placed meanwhile can only stay."""
    if not hexes:
        return [Option({"at": unit.at, "altitude": unit.altitude}, f"stay at {unit.at}")]
    wanted = dict.fromkeys(_places(unit, hexes))
    return [_option(state, unit, at, altitude) for at, altitude in wanted if not place_faults(state, unit, at, altitude)]


def _places(unit: Century, hexes: list[str]) -> Iterator[tuple[str, str]]:
    best = hexes[0]
    yield best, unit.altitude
    yield best, "normal"
    yield best, "dug_in"
    yield from ((hex, "normal") for hex in hexes[1 : 1 + OTHERS])
    for wide in board.sides(best):
        yield wide, "normal"
        yield from ((wider, "normal") for wider in board.spreads(wide)[:1] if wider.count("|") > 1)
    yield best, "tree_top"
    yield best, "low_altitude"


def _option(state: LegatusState, unit: Century, at: str, altitude: str) -> Option:
    """A place with the numbers of the century there."""
    there = replace(unit, at=at, altitude=altitude)
    maneuver = printed(unit).maneuver + sum(m.value for m in maneuver_modifiers(state, there, False))
    info: Json = {
        "at": at,
        "altitude": altitude,
        "dispersion": dispersion(at),
        "attack": attack_value(state, there),
        "defense": defense_value(state, there),
        "maneuver": maneuver,
    }
    return Option({"at": at, "altitude": altitude}, f"place at {at}, {altitude.replace('_', ' ')}", info)


def _lay(way: dict[str, list[str]]) -> Option:
    words = {"passive": "passive defenses", "hidden": "hidden passive defenses", "earthworks": "earthworks"}
    parts = [f"{words[kind]} in {', '.join(hexes)}" for kind, hexes in way.items() if hexes]
    return Option(dict(way), f"lay {' and '.join(parts)}" if parts else "lay none", {"hexes": sum(map(len, way.values()))})

"""How fighters move: up to their thrust, any way they like (leviathan: Fighters, Movement; Atmospheric Movement).

An order is JSON: {"to": "sheet:CCRR", "entered": heading} - `entered` is the heading on which the unit comes into the hex, which decides the
side it meets when it ends in a ship's stern hex. {"to": "off"} breaks off: the unit leaves the map.
"""

from scales.engine import Json
from scales.hexes import HEADINGS, Hex, distance, neighbor
from scales.leviathan import board
from scales.leviathan.board import PARITY
from scales.leviathan.movement.planet import MOST_HEXES
from scales.leviathan.state import FighterUnit, Ship, State

MOST_OPTIONS = 120
OFF = "off"
"""Where a unit flies that leaves the map."""
RULE = "leviathan: Fighters"


def reach(state: State, unit: FighterUnit, to: Hex) -> int:
    """Hexes the unit may fly when it ends at `to`: no more than four when any of it is atmosphere."""
    low = "atmosphere" in (board.zone(state.layout, unit.hex.column), board.zone(state.layout, to.column))
    return min(unit.thrust, MOST_HEXES) if low else unit.thrust


def default_entry(unit: FighterUnit, to: Hex) -> int:
    """The heading of the last hex of a straight flight; 0 for staying."""
    if to == unit.hex:
        return 0
    return min(HEADINGS, key=lambda h: (distance(unit.hex, neighbor(to, h + 3, PARITY), PARITY), h))


def edge(state: State, unit: FighterUnit) -> int | None:
    """Hexes to the nearest way off the map that does not lead into the ground; None when it is out of reach."""
    for hexes in range(1, unit.thrust + 1):
        for heading in HEADINGS:
            path = [neighbor(unit.hex, heading, PARITY, n) for n in range(1, hexes + 1)]
            low = {board.zone(state.layout, h.column) for h in (unit.hex, *path[:-1])}
            if board.off_map(state, path[-1]) and "ground" not in low and ("atmosphere" not in low or hexes <= MOST_HEXES):
                return hexes
    return None


def leave_fault(state: State, unit: FighterUnit) -> str:
    """Why a unit cannot leave the map; empty when it can."""
    return "" if edge(state, unit) else f"{unit.name} flies {unit.thrust} hexes at most, and no edge of the map is that near ({RULE})"


def fault(state: State, unit: FighterUnit, to: Hex, entered: int) -> str:
    """Why a flight is impossible; empty if it is not."""
    if board.off_map(state, to):
        return ""
    if board.zone(state.layout, to.column) == "ground":
        return "fighters do not fly into a ground hex here (leviathan: Space and the Ground)"
    hexes, most = length(unit, to, entered), reach(state, unit, to)
    rule = RULE if most == unit.thrust else "leviathan: Atmospheric Movement"
    return f"{unit.name} flies {most} hexes at most, and this takes {hexes} ({rule})" if hexes > most else ""


def length(unit: FighterUnit, to: Hex, entered: int) -> int:
    """Hexes of a flight that comes into its last hex on a heading (0: straight)."""
    if entered:
        return 1 + distance(unit.hex, neighbor(to, entered + 3, PARITY), PARITY)
    return distance(unit.hex, to, PARITY)


def flights(state: State, unit: FighterUnit) -> list[Json]:
    """Sensible flights: stay, around enemies and friends in reach, and straight runs. Always at least one, at most `MOST_OPTIONS`."""
    found: dict[str, Json] = {}
    _add(state, unit, unit.hex, 0, found)
    others: list[Ship | FighterUnit] = [s for s in state.ships.values() if s.alive and s.id != unit.id]
    others += [f for f in state.fighters.values() if f.on_map and f.id != unit.id and f.side != unit.side]
    near = sorted(others, key=lambda o: (o.side == unit.side, distance(unit.hex, o.hex, PARITY), o.id))
    for other in near[:8]:
        _around(state, unit, other, found)
    for heading in HEADINGS:
        for steps in (unit.thrust // 2, unit.thrust):
            _add(state, unit, neighbor(unit.hex, heading, PARITY, steps), 0, found)
    away = [{"to": OFF, "entered": 0}] if edge(state, unit) else []
    return list(found.values())[: MOST_OPTIONS - len(away)] + away


def _around(state: State, unit: FighterUnit, other: Ship | FighterUnit, found: dict[str, Json]) -> None:
    """Into its stern hex by each side, and the hexes one and two away from it; as near as the thrust takes it when out of reach."""
    if distance(unit.hex, other.hex, PARITY) > unit.thrust + 2:
        _add(state, unit, _toward(unit, other.hex), 0, found)
        return
    if other.side == unit.side:
        _add(state, unit, other.hex, 0, found)
        return
    for heading in HEADINGS:
        _add(state, unit, other.hex, heading, found)
    for heading in HEADINGS:
        for steps in (1, 2, 3):
            _add(state, unit, neighbor(other.hex, heading, PARITY, steps), 0, found)


def _toward(unit: FighterUnit, to: Hex) -> Hex:
    """The farthest hex of a flight toward another."""
    at = unit.hex
    for _ in range(unit.thrust):
        at = min((neighbor(at, h, PARITY) for h in HEADINGS), key=lambda h: (distance(h, to, PARITY), h))
    return at


def _add(state: State, unit: FighterUnit, to: Hex, entered: int, found: dict[str, Json]) -> None:
    if board.off_map(state, to) or fault(state, unit, to, entered):
        return
    text = board.label(state.sheets, to)
    found.setdefault(f"{text}/{entered}", {"to": text, "entered": entered})

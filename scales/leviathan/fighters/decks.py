"""Which fighter units may be launched, and where they may land (leviathan: Fighter Bays; centurion: Launching Fighters; ruling R-LEV-36).

An order is JSON: {"do": "none"}, {"do": "launch"} or {"do": "recover", "ship": id}.
"""

from collections.abc import Iterable

from scales.engine import Json
from scales.leviathan import board, catalog
from scales.leviathan.catalog import Sheet
from scales.leviathan.damage import internals
from scales.leviathan.state import FighterUnit, Ship, State

BAYS, LAUNCHING = "leviathan: Fighter Bays", "centurion: Launching Fighters"


def choices(state: State, unit: FighterUnit) -> list[Json]:
    """What a unit may do in this phase: nothing, launch from its ship, or land on one in its hex."""
    found: list[Json] = [{"do": "none"}, {"do": "launch"}, *({"do": "recover", "ship": s.id} for s in state.of_side(unit.side))]
    return [order for order in found if not faults(state, unit, order)]


def faults(state: State, unit: FighterUnit, order: object) -> list[str]:
    """Why a unit cannot do that."""
    if order == {"do": "none"}:
        return []
    if order == {"do": "launch"}:
        text = _launch_fault(state, unit)
    elif isinstance(order, dict) and set(order) == {"do", "ship"} and order["do"] == "recover" and isinstance(order["ship"], str):
        text = _landing_fault(state, unit, order["ship"])
    else:
        return ["a unit does nothing (none), launches (launch), or lands on a ship (recover, with ship)"]
    return [text] if text else []


def _launch_fault(state: State, unit: FighterUnit) -> str:
    if not unit.alive or not unit.aboard:
        return f"{unit.name} is aboard no ship that could launch it ({LAUNCHING})"
    ship = state.ships[unit.aboard]
    if text := deck_fault(ship):
        return text
    most = ship.card.launchers
    return "" if unit.count <= most else f"{ship.name} launches {most} fighters a turn, and {unit.name} has {unit.count} ({BAYS})"


def _landing_fault(state: State, unit: FighterUnit, ship_id: str) -> str:
    ship = state.ships.get(ship_id)
    if unit.base or unit.down or not unit.on_map:
        return f"{unit.name} is not where it could land ({BAYS})"
    if ship is None or ship.side != unit.side or not ship.alive:
        return f"there is no ship '{ship_id[:40]}' of its side for {unit.name} to land on ({BAYS})"
    if not ship.card.fighters:
        return f"{ship.name} has no fighter bays ({BAYS})"
    if unit.hex not in board.occupied(ship):
        return f"{unit.name} must be in a hex of {ship.name} to land on it ({BAYS})"
    if text := deck_fault(ship) or too_heavy(ship.name, ship.card, unit.fighters):
        return text
    free = room(state, ship, unit)
    return "" if unit.count <= free else f"{ship.name} has room for {free} fighters, and {unit.name} has {unit.count} ({BAYS})"


def deck_fault(ship: Ship) -> str:
    """Why nothing is launched or recovered; empty when it can be."""
    if internals.deck_works(ship) and ship.alive:
        return ""
    what, rule = next((found for part, *found in _OUT if ship.effects.get(part)), _SHORT)
    if ship.hulk:
        what, rule = "the ship is a hulk", "leviathan: Structural Collapse"
    return f"{ship.name} neither launches nor recovers fighters: {what} ({rule})"


_OUT = (
    ("fighter_bay", "the fighter bay is damaged", "leviathan: Fighter Bay"),
    ("flight_deck_destroyed", "the flight deck is destroyed", "leviathan: Spinal Mount Destroyed"),
    ("flight_deck_damaged", "the flight deck is damaged", "leviathan: Spinal Mount: Coil Damaged"),
)
"""Components without which the deck does not work."""
_SHORT = "the flight deck has a short", "leviathan: Spinal Mount: Coil Shorts"


def too_heavy(name: str, card: Sheet, fighters: Iterable[str]) -> str:
    """Why the bays of a ship do not take these fighters: their tonnage was fixed when it was built; empty when they do."""
    heavy = [catalog.fighter(craft) for craft in fighters if catalog.fighter(craft).mass > card.fighter_tons]
    if not heavy:
        return ""
    return f"the bays of {name} take fighters of {card.fighter_tons} tons, and a {heavy[0].name} has {heavy[0].mass} ({BAYS})"


def carried(state: State, ship: Ship) -> int:
    """Fighters aboard, those of a unit that is half landed with them."""
    return sum(
        f.count if f.aboard == ship.id else f.landed for f in state.fighters.values() if f.alive and ship.id in (f.aboard, f.landing)
    )


def room(state: State, ship: Ship, unit: FighterUnit) -> int:
    """Fighters that the ship has room for, not counting those of this unit that have landed already."""
    return ship.card.fighters - carried(state, ship) + (unit.landed if unit.landing == ship.id else 0)


def rearmed(state: State, unit: FighterUnit) -> bool:
    """Has it missiles again, after a full turn aboard?"""
    return bool(unit.aboard_since) and state.turn - unit.aboard_since >= 2

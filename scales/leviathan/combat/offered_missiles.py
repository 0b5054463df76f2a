"""What hexes a ship may send a salvo at, and what it meets there."""

from scales.engine import Json, Option
from scales.hexes import Hex, distance
from scales.leviathan import board
from scales.leviathan.combat import missiles, offered_shots
from scales.leviathan.combat.missiles import Salvo
from scales.leviathan.combat.worth import worth
from scales.leviathan.records.words import name_of
from scales.leviathan.state import Ship, State

SALVOS = 30
"""Hexes that missiles are offered at, best first."""


def missile_options(state: State, ship: Ship) -> list[Option]:
    """Hold, or a salvo at a hex of an enemy in range."""
    options = [_salvo_option(state, ship, index, salvo) for index, salvo in missiles.marks(state, ship)]
    best = sorted(options, key=lambda o: (-o.info["value"], str(o.order)))[:SALVOS]
    hold = Option({"target": ""}, "keeps its missiles", {"value": 0, "salvos": ship.salvos, "shots": []})
    return [hold, *(_told(state, ship, option) for option in best)]


def _salvo_option(state: State, ship: Ship, index: int, salvo: Salvo) -> Option:
    value = _salvo_worth(state, ship.side, salvo.mark, salvo.strength)
    order: Json = {"target": salvo.target, "hex": index}
    return Option(order, "", {"value": value, "at": list(salvo.mark)})


def _told(state: State, ship: Ship, option: Option) -> Option:
    """The option with all that the salvo meets; `shots` are rolled for ships, fighters take it without a roll."""
    salvo = missiles.salvo_of(state, ship, option.order)
    assert salvo is not None
    struck = offered_shots.strikes(state, salvo)
    at = board.label(state.sheets, salvo.mark)
    away = distance(salvo.origin, salvo.mark, board.PARITY)
    met = ", ".join(f"{s['name']} ({offered_shots.faces(s)} or less)" if "chance" in s else s["name"] for s in struck)
    name = name_of(state, salvo.target)
    option.label = f"sends missiles, strength {salvo.strength}, at {name} in {at}, range {away}, where they meet {met}"
    option.info |= {"hex": at, "range": away, "strength": salvo.strength, "salvos": ship.salvos, "shots": struck}
    return option


def _salvo_worth(state: State, side: str, hex: Hex, strength: int) -> int:
    """Everything in the hex counts, friends against it; about a third will be shot down."""
    strength = strength * 2 // 3
    total = 0
    for ship in state.ships.values():
        if ship.alive and hex in board.occupied(ship):
            sides = missiles.sides_struck(ship, hex)
            total += sum(worth(ship, strength, 7, s) for s in sides) * (1 if ship.side != side else -2)
    for unit in state.fighters.values():
        if unit.on_map and unit.hex == hex:
            total += worth(unit, strength, 10) * (1 if unit.side != side else -2)
    return total

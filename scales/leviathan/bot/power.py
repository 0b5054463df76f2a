"""Who moves first, and where the power goes: the guns with targets on both sides, the shields toward the enemy, the drives far from him."""

from scales.dice import Dice
from scales.engine import Decision, Option, Slot
from scales.hexes import neighbor
from scales.leviathan import board
from scales.leviathan.board import PARITY
from scales.leviathan.bot import gunnery
from scales.leviathan.bot.nearest import nearest_enemy
from scales.leviathan.state import Ship, State
from scales.leviathan.view import View

FAR = 14
"""Hexes to the nearest enemy beyond which nothing is lost by giving the weapons no power."""


def first(view: View, _decision: Decision, slot: Slot, _dice: Dice) -> Option:
    """See where the other side goes before one's own units move."""
    return next(o for o in slot.options if o.order["first"] != view.side)


def allocate(view: View, _decision: Decision, slot: Slot, _dice: Dice) -> Option:
    """Two blocks to the weapons when targets lie on two sides of where the ship drifts; the drives when it is fast and far from any; else the
    normal allocation."""
    state, ship = view.state, view.state.ships[slot.id]
    options = _facing(slot)
    if any(o.order["weapons"] == 2 for o in options) and _worth_two(state, ship):
        return _with(options, 2)
    if ship.velocity > 2 and not state.ground.battles and FAR < nearest_enemy(state, ship) < 99:
        return _with(options, 0)
    return options[0]


def _worth_two(state: State, ship: Ship) -> bool:
    """Does a second block win half as much again as the first without steering into danger?"""
    stern = neighbor(ship.hex, ship.heading, PARITY, ship.velocity)
    ahead = neighbor(stern, ship.heading, PARITY, 2 * ship.velocity)
    if board.planet(state.layout) or board.off_map(state, stern) or board.off_map(state, ahead):
        return False
    fire = gunnery.scene(state, ship).exchange(stern, ship.heading, ship.rolled)
    return fire.single > 0 and 2 * fire.double >= 3 * fire.single


def _facing(slot: Slot) -> list[Option]:
    """One option for each allocation, in their order; where shields are set the one with most toward the enemy."""
    found: dict[tuple[int, int], Option] = {}
    for option in slot.options:
        blocks = (option.order["weapons"], option.order["maneuver"])
        if blocks not in found or option.info.get("setting") == "toward the enemy":
            found[blocks] = option
    return list(found.values())


def _with(options: list[Option], weapons: int) -> Option:
    """So many blocks in the weapons, the rest in the drives but for the normal block of the shields; the first if that cannot be."""
    fitting = [o for o in options if o.order["weapons"] == weapons]
    return max(fitting, key=lambda o: o.info.get("shield_blocks", 1) == 1) if fitting else options[0]

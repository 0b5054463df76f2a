"""Before play: how the bot organizes its fighters and where it places its forces."""

from scales.dice import Dice
from scales.engine import Decision, Option, Slot
from scales.hexes import Hex, distance
from scales.leviathan import board
from scales.leviathan.combat import fire
from scales.leviathan.state import State
from scales.leviathan.view import View

SPEED, SPEED_ALONE = 4, 2
"""Velocity at the start: fast enough to come up; a ship by itself has time."""


def organize(view: View, _decision: Decision, slot: Slot, _dice: Dice) -> Option:
    """Squadrons, which choose where they strike, for fighters by themselves; the strength of groups beside a fleet."""
    ships = any(s.side == view.side for s in view.state.ships.values())
    return next(o for o in slot.options if o.info["size"] == ("group" if ships else "squadron"))


def deploy(view: View, decision: Decision, slot: Slot, _dice: Dice) -> Option:
    """In open order at a fair speed, opposite the enemy as far as he can be seen."""
    alone = sum(u in view.state.ships for u in decision.units) == 1
    speed = SPEED_ALONE if alone else SPEED
    return max(slot.options, key=lambda o: (-abs(o.info["velocity"] - speed), -_away(view.state, view.side, o)))


def _away(state: State, side: str, option: Option) -> int:
    """Hexes from the middle of a formation to the nearest enemy, 0 while none is placed."""
    enemies = fire.targets(state, side)
    return min((distance(Hex(*option.info["at"]), e.hex, board.PARITY) for e in enemies), default=0)

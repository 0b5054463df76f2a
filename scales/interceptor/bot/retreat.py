"""When a craft of the bot breaks off for good to save its pilot, and by which edge: one without a home on or above the board."""

from scales.hexes import Hex, distance
from scales.interceptor.board import AIR, Board, board
from scales.interceptor.bot.aims import friends, is_worn
from scales.interceptor.combat.gunnery import enemies
from scales.interceptor.damage.condition import gunnery, piloting, safe_thrust
from scales.interceptor.movement.flight import Plan, Pose
from scales.interceptor.movement.handling import handling
from scales.interceptor.movement.special_moves import leaving
from scales.interceptor.state import Craft, State

WORTH_SAVING = 10
"""Gunnery and piloting together, with what familiarity gives, from which a pilot is worth more than his craft: better than the regulars."""


def is_free_to_go(state: State, craft: Craft) -> bool:
    """Is it worn, its pilot worth saving, and has it neither a home to fly to nor a scenario that calls that a loss?"""
    homeless = not craft.unit and not craft.squadron and state.goals is None
    return homeless and is_worn(craft) and gunnery(craft) + piloting(craft) >= WORTH_SAVING


def breaks_off(state: State, craft: Craft) -> bool:
    """It goes when enough of its side are sound to fight on without it: as many as of the enemies."""
    if not is_free_to_go(state, craft):
        return False
    sound, facing = ([c for c in found if not is_worn(c)] for found in (friends(state, craft), enemies(state, craft)))
    return len(sound) >= max(1, len(facing))


def way_off(state: State, craft: Craft) -> Plan | None:
    """The move that takes it off the board at once, if there is one."""
    pose = Pose(craft.hex, craft.heading, craft.velocity)
    found = leaving(board(state.layout), pose, safe_thrust(craft, state.at.turn), handling(state, craft))
    return found[0] if found else None


def nearest_edge(b: Board, hex: Hex) -> Hex:
    """The nearest hex on an edge of the board, out of the air where there is any."""
    along = (Hex(b.first.column, hex.row), Hex(b.last.column, hex.row), Hex(hex.column, b.first.row), Hex(hex.column, b.last.row))
    return min(along, key=lambda edge: (b.zone(edge) in AIR, distance(hex, edge, "odd")))

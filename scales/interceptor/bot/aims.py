"""What a craft of the bot is about: ground units to set down, a ground battle to attack, the way home, or the fight around it."""

from scales.hexes import Hex, distance
from scales.interceptor.board import board
from scales.interceptor.bot.carrying import destination
from scales.interceptor.combat.gunnery import enemies
from scales.interceptor.damage.condition import air_limit, armed, kind
from scales.interceptor.state import Battle, Craft, State

WORN = 40
"""Percent of the armor of its worst side below which a craft wants to go home."""
CLEAR = 3
"""Columns above the ground from which a craft on its way home can leave in any case."""
VITAL = ("pilot", "drive", "plant", "superstructure", "anti_grav_drive", "atmospheric_controls")


def friends(state: State, craft: Craft) -> list[Craft]:
    """The others of its side on the board."""
    return [c for c in state.flying() if c.side == craft.side and c.id != craft.id]


def is_worn(craft: Craft) -> bool:
    """Too badly hurt to go on: armor of a side nearly gone, or drive, crew or air systems hit."""
    if any(craft.marks.get(part) for part in VITAL):
        return True
    armor = kind(craft).armor
    return any(100 * sum(row.bit_count() for row in grid.rows) < WORN * armor[side] for side, grid in craft.armor.items())


def battle_for(state: State, craft: Craft) -> Battle | None:
    """The nearest ground battle with enemies in it, for a craft that is loaded for one; for one that carries ground units, theirs."""
    if not state.battles:
        return None
    if (theirs := destination(state, craft)) is not None:
        return theirs
    if craft.mission != "ground" or is_worn(craft) or not air_limit(craft):
        return None
    if not craft.bombs and (kind(craft).hard_points or not armed(craft, state.at.turn)):
        return None
    able = [b for _, b in sorted(state.battles.items()) if any(s != craft.side for s in b.sides)]
    return min(able, key=lambda b: distance(craft.hex, b.hex, "odd"), default=None)


def wants_home(state: State, craft: Craft) -> bool:
    """Nothing left to do here: no ground battle for it, and worn, unloaded or without an enemy."""
    came_for_ground = craft.mission == "ground" or is_from_above(craft)
    return battle_for(state, craft) is None and (is_worn(craft) or came_for_ground or not enemies(state, craft))


def is_from_above(craft: Craft) -> bool:
    """A patrol class ship of the Leviathan board comes down to set down what it carries, and goes back up."""
    return craft.unit == craft.id


def goal_of(state: State, craft: Craft) -> Hex | None:
    """Where a craft wants to be, None when it wants to fight in the air."""
    battle = battle_for(state, craft)
    if battle is not None:
        return battle.hex
    b = board(state.layout)
    if craft.squadron and wants_home(state, craft):
        return b.hex(craft.home)
    if craft.unit and b.height(craft.hex) < CLEAR and wants_home(state, craft):
        return Hex(craft.column - b.fall * CLEAR, craft.row)
    return None

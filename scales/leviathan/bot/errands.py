"""What the bot does beside the fight in space: searches, support of the ground, craft going down, launching and landing."""

from scales.dice import Dice
from scales.engine import Decision, Option, Slot
from scales.hexes import distance
from scales.leviathan import board
from scales.leviathan.board import PARITY
from scales.leviathan.bot.nearest import nearest_enemy
from scales.leviathan.bot.picks import best
from scales.leviathan.fighters import dogfight
from scales.leviathan.view import View

SUPPORT_NO_NEARER, ATTACK_NO_NEARER = 2, 6
"""Hexes to the nearest enemy within which a ship keeps its bays for the fight in space."""


def down(view: View, _decision: Decision, slot: Slot, _dice: Dice) -> Option:
    """Down when it carries ground loads or anything of the enemy is below or beside it, but not when badly hurt; a ship with troops for a
    battle on the ground."""
    state = view.state
    if slot.id in state.ships:
        return slot.options[1 if state.ships[slot.id].cargo and state.ground.battles else 0]
    unit = state.fighters[slot.id]
    healthy = 2 * unit.boxes_left >= unit.boxes
    enemy_low = any(f.side != unit.side and (f.down or board.over_interceptor(state.layout, f.hex)) for f in state.fighters.values())
    battle = bool(state.ground.battles) or not state.ground.known
    go = healthy and (unit.mission == "ground" or enemy_low or battle)
    return slot.options[1 if go else 0]


def search(view: View, _decision: Decision, slot: Slot, dice: Dice) -> Option:
    """Look within three hexes of the battles, else anywhere."""
    marks = view.state.ground.battles.values()
    hexes = [board.parse(view.state.sheets, o.order["hex"]) for o in slot.options[1:]]
    near = [o for o, h in zip(slot.options[1:], hexes, strict=True) if any(distance(h, m, PARITY) <= 3 for m in marks)]
    return dice.pick(near or slot.options, "search")


def assign(view: View, decision: Decision, slot: Slot, _dice: Dice) -> Option:
    """One ship supports friends below each turn, the one farthest from the enemy, if none is close."""
    found = best(slot)
    if slot.id in view.state.fighters:
        return found if nearest_enemy(view.state, view.state.fighters[slot.id]) > dogfight.RANGE else slot.options[0]
    near = nearest_enemy(view.state, view.state.ships[slot.id])
    if found.order["do"] == "support":
        return found if slot.id == _supporter(view, decision) and near > SUPPORT_NO_NEARER else slot.options[0]
    return found if near > ATTACK_NO_NEARER else slot.options[0]


def _supporter(view: View, decision: Decision) -> str:
    """The assigned ship farthest from the enemy fleet."""
    ships = [u for u in decision.units if u in view.state.ships]
    return max(ships, key=lambda u: (nearest_enemy(view.state, view.state.ships[u]), u))


def launch(view: View, _decision: Decision, slot: Slot, _dice: Dice) -> Option:
    """Launch when an enemy is within two turns' flight or the ground calls; land when nearly gone."""
    state, unit = view.state, view.state.fighters[slot.id]
    if unit.aboard:
        near = nearest_enemy(state, state.ships[unit.aboard]) <= 2 * unit.thrust + 4
        launches = [o for o in slot.options if o.order["do"] == "launch"]
        return launches[0] if launches and (near or unit.mission == "ground" or state.interceptor) else slot.options[0]
    recover = [o for o in slot.options if o.order["do"] == "recover"]
    return recover[0] if recover and 4 * unit.boxes_left < unit.boxes else slot.options[0]

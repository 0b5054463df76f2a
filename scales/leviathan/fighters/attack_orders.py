"""What an order to attack with fighters says, and why it is refused (leviathan: Fighters, Missile Attack Value).

An order is JSON: {"target": unit, "at": 0, "column": 1..10, "missiles": unit, "rank": 0}. Guns at one target, at the hex of it
counted from the bow (left out: the best); a squadron strikes a column of the side (0: where the armor is thinnest). Missiles once in the battle,
at the same target or at another. Units of a lower `rank` are resolved before those of a higher one. Empty targets hold fire.
"""

from scales.engine import Json
from scales.leviathan import board
from scales.leviathan.combat import fire, fire_orders
from scales.leviathan.combat.fire import Target
from scales.leviathan.fighters import dogfight
from scales.leviathan.records.words import hexes_of
from scales.leviathan.state import FighterUnit, State

KEYS = {"target", "at", "column", "missiles", "rank"}


def faults(state: State, unit: FighterUnit, order: object) -> list[str]:
    """Everything wrong with an order."""
    if not isinstance(order, dict) or set(order) - KEYS:
        return ["a fighter order has target, at, column, missiles and rank"]
    names = [order.get(k, "") for k in ("target", "missiles")]
    if not all(isinstance(name, str) for name in names):
        return ["target and missiles name units"]
    found = fire_orders.rank_faults(order)
    if order.get("target"):
        found += _gun_faults(state, unit, order)
    elif order.get("column") or "at" in order:
        found.append("column and at go with a target of the guns (leviathan: Fighters)")
    return found + (_missile_faults(state, unit, order["missiles"]) if order.get("missiles") else [])


def _enemy(state: State, unit: FighterUnit, name: str) -> Target | str:
    """The target of an attack, or why there is none."""
    enemy = fire.find(state, name)
    if enemy is None or enemy.side == unit.side or not enemy.on_map:
        return f"{unit.name}: there is no enemy '{name[:40]}' to attack"
    return enemy


def _gun_faults(state: State, unit: FighterUnit, order: Json) -> list[str]:
    enemy, at = _enemy(state, unit, order["target"]), order.get("at")
    if isinstance(enemy, str):
        return [enemy]
    if at is not None and not (type(at) is int and 0 <= at < len(board.occupied(enemy))):
        return [f"at is {hexes_of(enemy.name, len(board.occupied(enemy)))} (leviathan: Range)"]
    found = _column_faults(unit, enemy, order.get("column", 0))
    if dogfight.aim(state, unit, enemy, at) is None:
        found.append(f"{unit.name} does not reach {enemy.name}{_reach(unit, enemy)} (leviathan: Fighters)")
    return found


def _reach(unit: FighterUnit, enemy: Target) -> str:
    away = board.between(unit, enemy)
    return f": it is {away} hexes away, and fighters shoot {dogfight.RANGE}" if away > dogfight.RANGE else " from where it is"


def _column_faults(unit: FighterUnit, enemy: Target, column: object) -> list[str]:
    if column == 0 and type(column) is int:
        return []
    if isinstance(enemy, FighterUnit):
        return [f"{enemy.name} has no columns of armor to choose from (leviathan: Fighters)"]
    if dogfight.style(unit.size) != "chosen_column":
        return [f"{unit.name} is a {unit.size}, and only squadrons choose a column (leviathan: Fighters)"]
    if type(column) is int and 1 <= column <= enemy.card.width:
        return []
    rule = "leviathan: Patrol Class Ships" if enemy.card.is_patrol else "leviathan: Fighters"
    return [f"the armor of {enemy.name} has columns 1 to {enemy.card.width} ({rule})"]


def _missile_faults(state: State, unit: FighterUnit, name: str) -> list[str]:
    enemy = _enemy(state, unit, name)
    if isinstance(enemy, str):
        return [enemy]
    if not dogfight.has_missiles(unit):
        return [f"{unit.name} has {'spent its' if unit.missile_attack else 'no'} missiles ({dogfight.MISSILES})"]
    if not dogfight.aims(state, unit, enemy):
        return [f"the missiles of {unit.name} do not reach {enemy.name}{_reach(unit, enemy)} ({dogfight.MISSILES})"]
    if dogfight.missile_aim(state, unit, enemy) is None:
        return [f"the missiles of {unit.name} do not pass the shields of {enemy.name} ({dogfight.MISSILES})"]
    return []

"""What fighter units may attack: guns at every target in reach, a squadron's column of armor, missiles at the same target or another."""

from typing import NamedTuple

from scales import armor
from scales.engine import Decision, Json, Option, Slot
from scales.leviathan import board
from scales.leviathan.combat import fire, offered_shots
from scales.leviathan.combat.fire import Aim, Target
from scales.leviathan.combat.struck import Boundary
from scales.leviathan.combat.worth import worth
from scales.leviathan.fighters import dogfight
from scales.leviathan.records.words import name_of
from scales.leviathan.state import FighterUnit, Ship, State

MOST = 60
"""Attacks that are offered to one unit."""


class Attack(NamedTuple):
    """One half of an order, guns or missiles, with what it is worth and the shot behind it."""

    order: Json
    value: int
    shot: Json


def fighter_slots(state: State, decision: Decision) -> list[Slot]:
    return [Slot(u, f"{name_of(state, u)} attacks", attack_options(state, state.fighters[u]), u) for u in decision.units]


def attack_options(state: State, unit: FighterUnit) -> list[Option]:
    """Hold, or guns, missiles, or both; the best ones first."""
    targets = fire.targets(state, unit.side)
    guns = sorted((a for t in targets for a in _guns(state, unit, t)), key=lambda a: (-a.value, str(a.order)))
    missiles = [a for t in targets if (a := _missiles(state, unit, t))] if dogfight.has_missiles(unit) else []
    pairs = [[g] for g in guns] + [[m] for m in missiles] + [[g, m] for g in _best_of_each(guns) for m in missiles]
    found = sorted((_option(pair) for pair in pairs), key=lambda o: (-o.info["value"], str(o.order)))
    hold = Option({"target": ""}, "holds", {"value": 0, "shots": []})
    return [hold, *found[:MOST]]


def _best_of_each(guns: list[Attack]) -> list[Attack]:
    """The best attack of the guns on each target."""
    best: dict[str, Attack] = {}
    for attack in guns:
        best.setdefault(attack.order["target"], attack)
    return list(best.values())


def _option(attacks: list[Attack]) -> Option:
    order: Json = {"target": ""}
    for attack in attacks:
        order |= attack.order
    words = " and ".join(offered_shots.words(a.shot) + a.shot.get("where", "") for a in attacks)
    return Option(order, f"fires {words}", {"value": sum(a.value for a in attacks), "shots": [a.shot for a in attacks]})


def _guns(state: State, unit: FighterUnit, target: Target) -> list[Attack]:
    """The best way at each side of the target; a squadron chooses its column on the side that is hit best, and strikes the thinnest of others."""
    ways: dict[str, Aim] = {}
    for aim in dogfight.aims(state, unit, target):
        ways.setdefault(aim.side, aim)
    found: list[Attack] = []
    for number, aim in enumerate(ways.values()):
        found += _columns(unit, target, aim, every=not number) if _chooses(unit, target) else [_gun(unit, target, aim, 0)]
    return found


def _chooses(unit: FighterUnit, target: Target) -> bool:
    return isinstance(target, Ship) and dogfight.style(unit.size) == "chosen_column"


def _columns(unit: FighterUnit, target: Target, aim: Aim, *, every: bool) -> list[Attack]:
    assert isinstance(target, Ship)
    columns = range(1, target.card.width + 1) if every else [dogfight.thinnest(target, aim.side)]
    return [_gun(unit, target, aim, column) for column in columns]


def _gun(unit: FighterUnit, target: Target, aim: Aim, column: int) -> Attack:
    """`marked_by`: boxes of a unit, or on a ship rows, three columns (so many `rows` deep), one `column` with so many boxes of `armor` left."""
    points, chance = dogfight.attack_value(unit, aim.shot.range), fire.chance(aim.number)
    value = worth(target, points, chance, aim.side)
    shot = offered_shots.shot("guns", target, aim, points) | {"marked_by": _marked_by(unit, target)}
    order: Json = {"target": target.id}
    if isinstance(target, Ship):
        order |= {"at": board.occupied(target).index(aim.shot.mark)}
        if dogfight.style(unit.size) == "three_columns":
            shot |= {"rows": dogfight.flight_depth(points)}
        if column:
            left = armor.column_left(target.armor[aim.side], column)
            order |= {"column": column}
            shot |= {"column": column, "armor": left, "where": f", column {column} with {left} left"}
            value += worth(target, max(0, points - left), chance, aim.side)
    return Attack(order, value, shot)


def _marked_by(unit: FighterUnit, target: Target) -> str:
    words = {"row": "rows", "three_columns": "three columns", "chosen_column": "one column"}
    return "boxes" if isinstance(target, FighterUnit) else words[dogfight.style(unit.size)]


def _missiles(state: State, unit: FighterUnit, target: Target) -> Attack | None:
    aim = dogfight.missile_aim(state, unit, target)
    if aim is None:
        return None
    shot = offered_shots.shot("missiles", target, aim, unit.missile_attack)
    marked = {"marked_by": "boxes" if isinstance(target, FighterUnit) else "rows"}
    return Attack({"missiles": target.id}, worth(target, unit.missile_attack, fire.chance(aim.number), aim.side), shot | marked)


def boundary_shot(state: State, shot: Boundary, side: str) -> Json:
    """The figures of a declared attack on a side that the defender may choose, or on the one that suits best."""
    unit, target = state.fighters[shot.attacker], state.ships[shot.target]
    ways = [a for a in dogfight.aims(state, unit, target) if a.shot.mark == board.occupied(target)[shot.mark]]
    met = dogfight.struck_on(state, unit, target, ways[0], side)
    points = unit.missile_attack if shot.weapon == "missiles" else dogfight.attack_value(unit, met.shot.range)
    return offered_shots.shot(shot.weapon, target, met, points)

"""The missile attack of a patrol class ship that carries enough missiles (leviathan: Patrol Class Ships, Weapons; Missile Attack Value).

It is that of fighters: once in a battle, up to three hexes away, at fighters and at sides without a shield. It is ordered and resolved with the
fire of ships: {"target": ship or fighter unit, "rank": 0} or {"target": ""}.
"""

from scales.engine import Json, Option
from scales.leviathan.combat import fire, fire_orders, offered_shots
from scales.leviathan.combat.fire import Aim, Target
from scales.leviathan.combat.worth import worth
from scales.leviathan.fighters import dogfight
from scales.leviathan.state import FighterUnit, Ship, State
from scales.play import Play


def able(ship: Ship) -> bool:
    """Has it an attack left to make, and are its weapons its own?"""
    return ship.card.missile_attack > 0 and ship.salvos > 0 and fire.may_fire_bays(ship)


def marks(state: State, ship: Ship) -> list[tuple[Target, Aim]]:
    """What the missiles reach and pass to, each with the best way."""
    if not able(ship):
        return []
    return [(target, aim) for target in fire.targets(state, ship.side) if (aim := dogfight.missile_aim(state, ship, target))]


def faults(state: State, ship: Ship, order: object) -> list[str]:
    """What is wrong with an order."""
    if not isinstance(order, dict) or set(order) - {"target", "rank"} or not isinstance(order.get("target", ""), str):
        return ["a missile attack has a target and a rank"]
    if not order.get("target"):
        return []
    target = fire_orders.enemy_of(state, ship, order["target"])
    if target is None:
        return [f"there is no enemy '{order['target'][:40]}' to send missiles at ({dogfight.MISSILES})"]
    return [*fire_orders.rank_faults(order), *_reach_faults(state, ship, target)]


def _reach_faults(state: State, ship: Ship, target: Target) -> list[str]:
    if not able(ship):
        return [f"{ship.name} has no missile attack to make this turn ({dogfight.MISSILES})"]
    if not dogfight.aims(state, ship, target):
        return [f"the missiles of {ship.name} reach {dogfight.RANGE} hexes, and {target.name} is out of their reach ({dogfight.MISSILES})"]
    passes = dogfight.missile_aim(state, ship, target) is not None
    return [] if passes else [f"the missiles of {ship.name} do not pass the shields of {target.name} ({dogfight.MISSILES})"]


def attack(play: Play[State], ship: Ship, order: Json) -> None:
    """Make the attack as ordered."""
    target = fire.find(play.state, order["target"])
    aim = dogfight.missile_aim(play.state, ship, target) if target and ship.salvos else None
    if target is None or aim is None:
        return
    ship.salvos -= 1
    points, what = ship.card.missile_attack, f"{ship.name} sends its missiles at {target.name}, range {aim.shot.range}"
    check = dogfight.roll(play, f"to hit: {ship.name} missiles on {target.name}", aim)
    text = f"{what}: {dogfight.by_missiles(play, ship.id, target, aim, points)}." if check.passed else f"{what}: a miss."
    data = {"weapon": "missiles", "range": aim.shot.range, "side": aim.side, "points": points, "hit": check.passed}
    play.tell("attacked", text, dogfight.MISSILES, units=[ship.id, target.id], checks=[check], data=data)


def options(state: State, ship: Ship) -> list[Option]:
    """Hold, or one target each, the most promising first."""
    found = []
    for target, aim in marks(state, ship):
        shot = offered_shots.shot("missiles", target, aim, ship.card.missile_attack)
        shot |= {"marked_by": "boxes" if isinstance(target, FighterUnit) else "rows"}
        value = worth(target, ship.card.missile_attack, fire.chance(aim.number), aim.side)
        found.append(Option({"target": target.id}, f"fires {offered_shots.words(shot)}", {"value": value, "shots": [shot]}))
    hold = Option({"target": ""}, "keeps its missiles", {"value": 0, "shots": []})
    return [hold, *sorted(found, key=lambda o: (-o.info["value"], str(o.order)))]

"""Air defense centuries shoot missiles down on their way (leviathan: Space and the Ground, Combat): a Turret Factor of 1 against missiles alone.

An order is JSON: {"target": "missiles:<who sent them>"}, or {"target": ""}. Whoever fires is seen.
"""

from scales.dice import succeeds
from scales.engine import Check, Decision, Json, Option, Slot
from scales.hexes import line
from scales.leviathan import board
from scales.leviathan.board import PARITY, Place
from scales.leviathan.combat import fire, missiles, turrets
from scales.leviathan.combat.missiles import Salvo
from scales.leviathan.ground import ground_fire
from scales.leviathan.slots import salvos_of
from scales.leviathan.state import GroundThing, State
from scales.play import Play

FACTOR = 1
RULE = "leviathan: Space and the Ground: Combat"


def able(state: State, side: str) -> list[GroundThing]:
    """Air defense centuries of a side that no battle below keeps busy."""
    found = [t for t in state.ground.things.values() if t.side == side and t.century_type == ground_fire.AIR_DEFENSE]
    return [t for t in found if not t.gone and not t.in_battle]


def ready(state: State, side: str, salvos: list[Salvo]) -> list[str]:
    """Those that have missiles within reach."""
    return [t.id for t in able(state, side) if prey(state, t, salvos)]


def prey(state: State, thing: GroundThing, salvos: list[Salvo]) -> dict[str, int]:
    """Enemy salvos that pass within reach and in arc, with the range."""
    found = {}
    for salvo in salvos:
        hexes = _range(thing, salvo)
        if hexes is not None and missiles.owner(state, salvo.ship).side != thing.side:
            found[f"missiles:{salvo.ship}"] = hexes
    return found


def _range(thing: GroundThing, salvo: Salvo) -> int | None:
    """Hexes to the nearest hex of the missiles' path in arc, 0 when they come into the unit's own hex; None beyond the reach of turrets."""
    path = [item[0] for item in line(salvo.origin, salvo.mark, PARITY)]
    if thing.hex in path:
        return 0
    own = Place(thing.hex, 1, 1, False, "ground")
    ways = [way.range for hex in path for way in board.shots(own, Place(hex, 1, 1, False, "fighters"), "F", 0, 0)]
    return min((n for n in ways if n <= turrets.RANGE), default=None)


def offers(state: State, decision: Decision) -> list[Slot]:
    salvos = salvos_of(decision)
    slots = []
    for unit in decision.units:
        thing = state.ground.things[unit]
        options = [_option(state, target, hexes) for target, hexes in prey(state, thing, salvos).items()]
        hold = Option({"target": ""}, "holds and stays hidden", {"value": 0})
        slots.append(Slot(unit, f"{thing.name} against missiles", [hold, *options], unit))
    return slots


def _option(state: State, target: str, hexes: int) -> Option:
    """`points` of strength that a hit takes off, at `to_hit` or less, `chance` in percent."""
    number, points = turrets.turret_number(hexes), FACTOR * missiles.POINTS_PER_FACTOR
    info = {"range": hexes, "to_hit": number, "chance": 10 * fire.chance(number), "points": points, "value": fire.chance(number) * points}
    name = missiles.owner(state, target.partition(":")[2]).name
    return Option(
        {"target": target}, f"fires at the missiles of {name}, range {hexes}, {number} or less for {points} points, and is seen", info
    )


def faults(state: State, thing: GroundThing, salvos: list[Salvo], order: object) -> list[str]:
    if not isinstance(order, dict) or set(order) != {"target"} or not isinstance(order["target"], str):
        return ["an air defense century names missiles to shoot at, or none"]
    if order["target"] in ("", *prey(state, thing, salvos)):
        return []
    return [f"{thing.name} reaches no '{order['target'][:40]}': missiles within {turrets.RANGE} hexes and in arc alone ({RULE})"]


def shoot(play: Play[State], thing: GroundThing, order: Json, salvos: list[Salvo]) -> dict[str, int]:
    """Fire; returns what it takes off each salvo, in points of strength."""
    target = str(order["target"])
    hexes = prey(play.state, thing, salvos).get(target)
    if hexes is None or thing.gone:
        return {}
    ground_fire.show(play.state, thing)
    firer = target.partition(":")[2]
    name, number = missiles.owner(play.state, firer).name, turrets.turret_number(hexes)
    roll = play.dice.d10(f"to hit: {thing.name} on missiles of {name}")
    check = Check("to hit", number, [], number, roll, succeeds(roll, number), "leviathan: Turret Base To-Hit Number Table")
    points = FACTOR * missiles.POINTS_PER_FACTOR if check.passed else 0
    result = f"{points} points of missiles gone" if points else "a miss"
    play.tell("ground_fire", f"{thing.name} fires from the ground at the missiles of {name}, range {hexes}: {result}.", RULE,
              units=[thing.id, firer], checks=[check], data={"range": hexes, "points": points, "hit": check.passed})  # fmt: skip
    return {firer: points}

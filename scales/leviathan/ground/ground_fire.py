"""Mobile air defense on the ground fires at ships and fighters (leviathan: Space and the Ground, Combat; Return Fire).

An air defense century has a fighter missile rating of 25, a rocket century one type A salvo; both fire as ground installations do, and once.
Firing reveals them: they may be attacked from the next turn on.
"""

from scales.dice import succeeds
from scales.engine import Check, Json
from scales.hexes import distance
from scales.leviathan import board
from scales.leviathan.board import PARITY, Place, shots
from scales.leviathan.combat import fire
from scales.leviathan.combat import missiles as salvos
from scales.leviathan.combat.fire import Target
from scales.leviathan.combat.missiles import Salvo
from scales.leviathan.damage import damage
from scales.leviathan.fighters import dogfight
from scales.leviathan.state import FighterUnit, GroundThing, State
from scales.play import Play

AIR_DEFENSE, ROCKETS = "air_space_defense", "rocket"
RATING, ROCKET_TYPE = 25, "A"


def able(state: State, side: str) -> list[GroundThing]:
    """Units of a side that can still fire."""
    found = [t for t in state.ground.things.values() if t.side == side and not (t.gone or t.used or t.in_battle)]
    return [t for t in found if t.century_type in (AIR_DEFENSE, ROCKETS)]


def targets(state: State, thing: GroundThing) -> list[Target]:
    """Enemies in arc and range: rockets at anything, fighter missiles at fighters and at unshielded sides."""
    return [t for t in fire.targets(state, thing.side) if aim(thing, t)]


def aim(thing: GroundThing, target: Target) -> fire.Aim | None:
    """The nearest way a ground unit bears on a target, None when it does not reach it."""
    most = salvos.missile_table(ROCKET_TYPE)["range"] if thing.century_type == ROCKETS else dogfight.RANGE
    ways = [w for w in shots(Place(thing.hex, 1, 1, False, "ground"), board.place(target), "F", 0, 0) if w.range <= most]
    if not ways:
        return None
    way = min(ways, key=lambda w: w.range)
    side = "" if isinstance(target, FighterUnit) else damage.best_side(target, way.sides)
    found = fire.Aim(way, dogfight.fighter_number(min(way.range, dogfight.RANGE)), (), side)
    return found if thing.century_type == ROCKETS or dogfight.unshielded(target, found) else None


def faults(state: State, thing: GroundThing, order: object) -> list[str]:
    if not isinstance(order, dict) or set(order) != {"target"} or not isinstance(order["target"], str):
        return ["a ground unit's order names a target, or none"]
    if order["target"] in ("", *(t.id for t in targets(state, thing))):
        return []
    enemy = next((t for t in fire.targets(state, thing.side) if t.id == order["target"]), None)
    if enemy is None:
        return [f"there is no enemy '{order['target'][:40]}' for {thing.name} to fire at"]
    return [f"{thing.name} cannot fire at {enemy.name}: it {_means(thing)}"]


def _means(thing: GroundThing) -> str:
    if thing.century_type == ROCKETS:
        return f"sends rockets {salvos.missile_table(ROCKET_TYPE)['range']} hexes upward"
    return f"sends fighter missiles {dogfight.RANGE} hexes upward, at fighters and at sides of ships without a shield"


def salvo(state: State, thing: GroundThing, order: Json) -> Salvo | None:
    """The salvo of a rocket century."""
    target = fire.find(state, str(order.get("target", "")))
    if thing.century_type != ROCKETS or target is None:
        return None
    mark = min(board.occupied(target), key=lambda h: (distance(h, thing.hex, PARITY), h))
    return Salvo(thing.id, target.id, thing.hex, mark, salvos.missile_table(ROCKET_TYPE)["damage"])


def reveal(state: State, thing: GroundThing) -> None:
    """It has fired what it has for ships and fighters, and is seen."""
    thing.used = 1
    show(state, thing)


def show(state: State, thing: GroundThing) -> None:
    """It has fired: everybody knows where it is."""
    for side in state.enemies(thing.side):
        thing.spotted.setdefault(side, state.turn)


def missiles(play: Play[State], thing: GroundThing, order: Json) -> None:
    """An air defense century sends its fighter missiles."""
    target = fire.find(play.state, str(order.get("target", "")))
    found = aim(thing, target) if target is not None else None
    if target is None or found is None or thing.century_type != AIR_DEFENSE or thing.gone:
        return
    roll = play.dice.d10(f"to hit: {thing.name} on {target.name}")
    check = Check("to hit", found.base, [], found.number, roll, succeeds(roll, found.number), "leviathan: Return Fire")
    result = "a miss"
    if check.passed and isinstance(target, FighterUnit):
        result = damage.hit_fighters(play, target, RATING, thing.id)
    elif check.passed and not isinstance(target, FighterUnit):
        damage.blame(target, thing.id)
        result = damage.by_rows(play, target, found.side, RATING)
    play.tell("ground_fire", f"{thing.name} fires its missiles at {target.name} from the ground: {result}.", "leviathan: Return Fire",
              units=[thing.id, target.id], checks=[check])  # fmt: skip

"""Grav vehicles that drop from orbit: counters of this board until they come to the hex of a ground battle, one hex a minute (designed after Distant
Fire, Rode the Six Hundred).

They are this board's alone on their way. Craft may fire at them; what hits is kept with a vehicle and strikes it where it arrives, before anything
else does (centurion: Attacks at LAF, Hit Locations While Dropping).
"""

from scales.engine import Decision, Fault
from scales.ground_loads import CargoIn, load_of
from scales.hexes import Hex, distance, neighbors, to_cube
from scales.interceptor.board import board
from scales.interceptor.damage.damage import P
from scales.interceptor.state import Battle, Falling, State
from scales.messages import AttackAtLaf, GroundTarget, UnitsDropped

RULE = "centurion: Hit Locations While Dropping"


def falling_of(side: str, hex: Hex, units: list[CargoIn]) -> Falling:
    """A vehicle, the first of the units, with those that ride in it."""
    loads = [load_of(unit, side) for unit in units]
    for rider in loads[1:]:
        rider.aboard = loads[0].id
    return Falling(loads, side, hex.column, hex.row)


def faults(layout: str, sides: list[str], side: str, label: str, units: list[CargoIn], where: str) -> list[Fault]:
    """What is wrong with a drop of a set-up."""
    found, first = [], units[0]
    try:
        if not board(layout).zones:
            found.append(Fault("no_planet", f"{first.id} drops from orbit, and layout '{layout}' shows no planet ({RULE}).", where))
        board(layout).hex(label)
    except ValueError as error:
        found.append(Fault("off_the_board", f"{error} ({RULE}).", f"{where}.hex"))
    if side not in sides:
        found.append(Fault("unknown_side", f"{first.id}: there is no side '{side}' ({RULE}).", f"{where}.side"))
    if first.kind != "grav" or any(rider.kind != "squad" for rider in units[1:]):
        found.append(
            Fault("no_drop", f"{first.id}: a grav vehicle drops from orbit, with the squads that ride in it ({RULE}).", f"{where}.units")
        )
    return found


def target_of(each: Falling) -> GroundTarget:
    """The vehicle as craft see it."""
    load = each.units[0]
    return GroundTarget(load.id, load.name, each.side, "vehicle", "dropping", 1, dict(load.shields))


def note(state: State, attack: AttackAtLaf) -> bool:
    """Keep what hits a falling vehicle; False for any other."""
    each = state.falling.get(attack.unit)
    if each is not None:
        each.attacks.append(attack)
    return each is not None


def goal(state: State, hex: Hex) -> Battle | None:
    """The nearest ground battle."""
    found = [b for _, b in sorted(state.battles.items())]
    return min(found, key=lambda b: distance(hex, b.hex, "odd"), default=None)


def _bend(hex: Hex, goal: Hex) -> int:
    """The square of the way as the crow flies: of hexes as near by count, the least is on the straight line."""
    (x, z), (to_x, to_z) = to_cube(hex, "odd"), to_cube(goal, "odd")
    across, along = x - to_x, 2 * (z - to_z) + x - to_x
    return 3 * across**2 + along**2


def fall(play: P) -> list[Decision]:
    """Each a hex nearer to its battle; who comes into that hex is the battle's."""
    for id, each in sorted(play.state.falling.items()):
        battle = goal(play.state, each.hex)
        if battle is not None and each.hex != battle.hex:
            hex = min(neighbors(each.hex, "odd"), key=lambda h: (distance(h, battle.hex, "odd"), _bend(h, battle.hex), h))
            each.column, each.row = hex
        if battle is not None and each.hex == battle.hex:
            _arrive(play, id, each, battle.id)
        elif battle is not None:
            label = board(play.state.layout).label(each.hex)
            play.tell("falls", f"{each.units[0].name} falls to {label}.", RULE, units=[id], data={"hex": label})
    return []


def _arrive(play: P, id: str, each: Falling, battle: str) -> None:
    """The battle gets it with its riders, and then what hit it on the way."""
    del play.state.falling[id]
    load = each.units[0]
    label = board(play.state.layout).label(each.hex)
    text = f"{load.name} comes down over the battlefield in {label}."
    event = play.tell("units_dropped", text, RULE, units=[u.id for u in each.units], data={"battle": battle, "hex": label})
    for shot in [shot for shot in play.state.shots if shot.unit == id]:
        shot.battle = battle
    play.state.released.setdefault(battle, []).append(target_of(each))
    play.send("units_dropped", UnitsDropped(id, load.name, each.side, battle, each.units, "orbit"), event=event, battle=battle)
    for attack in each.attacks:
        attack.battle = battle
        play.send("attack_at_laf", attack, event=event, battle=battle)

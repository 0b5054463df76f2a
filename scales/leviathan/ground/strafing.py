"""Fighters attack mobile troops on the ground from the air right above them (leviathan: Space and the Ground, Combat: Atmospheric Attacks).

They are sent after the searches, as ships are, and attack nothing else that turn.
"""

from scales.dice import succeeds
from scales.engine import Check, Decision, Json, Modifier
from scales.leviathan import board
from scales.leviathan.fighters import dogfight
from scales.leviathan.ground import ground_attack
from scales.leviathan.state import FighterUnit, GroundThing, State
from scales.play import Play

RULE = "leviathan: Space and the Ground: Combat"


def attackable(state: State, unit: FighterUnit) -> list[GroundThing]:
    """Enemy units right below, off the Centurion maps, found before this turn."""
    if unit.base or not dogfight.is_able(state, unit) or board.zone(state.layout, unit.hex.column) != "atmosphere":
        return []
    return [t for t in state.ground.things.values() if ground_attack.is_found(state, t, unit.side) and _below(state, unit, t)]


def _below(state: State, unit: FighterUnit, thing: GroundThing) -> bool:
    return board.ground_modifier(state.layout, unit.hex, thing.hex) is not None


def number(thing: GroundThing) -> tuple[int, list[Modifier]]:
    """(base number at one hex, named modifiers)."""
    mobile = [Modifier("mobile target", ground_attack.MOBILE, RULE)] if ground_attack.is_mobile(thing) else []
    return dogfight.fighter_number(1), mobile


def duties(state: State, unit: FighterUnit) -> list[Json]:
    """What a fighter unit may be sent to do on the ground."""
    return [{"do": "none"}, *({"do": "attack", "unit": t.id} for t in attackable(state, unit))]


def attack(play: Play[State]) -> list[Decision]:
    """The fighters' part of the Combat Phase: those that were sent to the ground and are left attack there, while others still dogfight."""
    state = play.state
    for unit in state.fighters.values():
        thing = state.ground.things.get(unit.ground_target)
        if thing is not None and thing in attackable(state, unit):
            _strafe(play, unit, thing)
    return []


def _strafe(play: Play[State], unit: FighterUnit, thing: GroundThing) -> None:
    base, modifiers = number(thing)
    total = base + sum(m.value for m in modifiers)
    roll = play.dice.d10(f"to hit: {unit.name} guns on {thing.name}")
    check = Check("to hit", base, modifiers, total, roll, succeeds(roll, total), RULE)
    result = "a hit" if check.passed else "a miss"
    play.tell("attacked", f"{unit.name} attacks {thing.name} on the ground: {result}.", RULE, units=[unit.id, thing.id], checks=[check])
    if check.passed:
        thing.hits += dogfight.attack_value(unit, 1)
        ground_attack.report_hit(play, unit, thing)

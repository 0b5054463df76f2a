"""A missile that has reached its target: the roll against its intelligence, and the damage (Interceptor: Missiles)."""

from scales.armor import boxes_left
from scales.dice import succeeds
from scales.engine import Check, Modifier
from scales.hexes import Hex
from scales.interceptor.board import board
from scales.interceptor.combat.gunnery import side_of
from scales.interceptor.damage.damage import P, strike
from scales.interceptor.missiles.ecm import ecm
from scales.interceptor.missiles.in_flight import RULE, name_of
from scales.interceptor.patrol.halves import facing, nearest
from scales.interceptor.pilots import engagement
from scales.interceptor.state import Craft, Shot, State
from scales.interceptor.tables import Missile, missiles


def attack_number(missile: Missile, target: Craft) -> tuple[int, list[Modifier]]:
    """The intelligence of a missile and what counter-measures of its target take from it."""
    return missile.intelligence, ecm(missile, target)


def toward(state: State, target: Craft, source: Hex, spot: Hex | None = None) -> str:
    """The side of a target that is turned to a hex, that of its nearest hex or of the one given; its stern when both are in one hex.

    On the line between two sides it is the one with more armor left (standing preference of the defender).
    """
    b = board(state.layout)
    sides = [side_of(target, hexside) for hexside in facing(b, target, spot or nearest(b, target, source), source)]
    return max(sides, key=lambda side: boxes_left(target.armor[side]))


def attack(play: P, target: Craft, shot: Shot) -> None:
    """Intelligence or less strikes the side that it came from; whether it strikes or not, the missile is gone."""
    state, missile = play.state, missiles()[shot.kind]
    base, modifiers = attack_number(missile, target)
    number = base + sum(m.value for m in modifiers)
    roll = play.dice.d10(f"attack: {missile.name} on {target.name}")
    check = Check(f"attack of the {missile.name}", base, modifiers, number, roll, succeeds(roll, number), RULE)
    words = "strikes" if check.passed else "misses"
    text = f"The {name_of(state, shot)} {words} {target.name}."
    state.shots.remove(shot)
    engagement.shot_at(state, shot.owner, target.id)
    data = {"missile": shot.id, "from": board(state.layout).label(shot.hex), "velocity": shot.velocity}
    play.tell("missile_attack", text, RULE, units=[shot.owner, target.id], checks=[check], data=data)
    if check.passed:
        damage(play, target, toward(state, target, shot.hex), family="missile", points=missile.damage, by=shot.owner, name=missile.name)


def damage(play: P, target: Craft, side: str, *, family: str, points: int, by: str, name: str) -> None:
    """A missile's template on one side; what is hit inside takes effect at the end of the phase."""
    blow = strike(play.dice, target, side, family, points)
    target.by = by
    play.state.hits += blow.marked + len(blow.parts)
    text = f"The {name} hits the {side.replace('_', ' ')} of {target.name}: {blow.words()}."
    play.tell("missile_damage", text, RULE, units=[by, target.id], data={"side": side, "damage": points, "column": blow.column})

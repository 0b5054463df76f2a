"""Launching: the roll to lock on, from a craft or from the ground, at a craft or at the ground (Interceptor: Missiles).

A missile without a lock stays aboard; the try counts all the same.
"""

from dataclasses import dataclass

from scales.dice import succeeds
from scales.engine import Check, Modifier
from scales.interceptor.damage.damage import P
from scales.interceptor.missiles.hard_points import unload
from scales.interceptor.missiles.in_flight import RULE, put_in_flight, target_name
from scales.interceptor.missiles.lock_on import Target, ground_lock_number, lock_number, note_launch
from scales.interceptor.state import Battle, Craft
from scales.interceptor.tables import Missile, missiles

FROM_GROUND = "centurion: Attacking Fighters from the Centurion Board"
STAND_OFF = "centurion: Stand-Off Attacks"


# --- by craft -------------------------------------------------------------------------------------------------------------------------


def launch(play: P, craft: Craft, kind: str, target: Target) -> bool:
    """A craft launches at a craft, or a HELL missile at javelins; True when the missile is on its way."""
    state, missile, name = play.state, missiles()[kind], target_name(play.state, target.id)
    note_launch(craft, state.at.turn)
    check = lock(play, craft.name, missile, name, lock_number(craft, missile, target))
    if not check.passed:
        no_lock(play, craft.name, missile, name, check, [craft.id, target.id])
        return False
    side = unload(craft, kind, state.at.turn, craft.launches)
    shot = put_in_flight(state, kind, craft.side, craft.id, craft.hex, target.id)
    text = f"{craft.name} launches a {missile.name} at {name} from the hard point on its {side.replace('_', ' ')}."
    data = {"missile": shot.id, "hard_point": side}
    play.tell("missile_launched", text, RULE, units=[craft.id, target.id], checks=[check], data=data)
    return True


def launch_at_ground(play: P, craft: Craft, kind: str, battle: str, unit: str, name: str, rule: str = STAND_OFF) -> int | None:
    """A craft launches at a unit of a ground battle, called `name`; the missile flies to the battlefield hex and is the last one in flight
    (centurion: Stand-Off Attacks, Attacks at LAF). Without a battle the unit is still on its way down from orbit, and the missile follows it. Returns the index of the event, None without a lock."""
    state, missile = play.state, missiles()[kind]
    note_launch(craft, state.at.turn)
    check = lock(play, craft.name, missile, name, lock_number(craft, missile), rule)
    if not check.passed:
        no_lock(play, craft.name, missile, name, check, [craft.id, unit], rule)
        return None
    side = unload(craft, kind, state.at.turn, craft.launches)
    shot = put_in_flight(state, kind, craft.side, craft.id, craft.hex, battle=battle, unit=unit)
    text = f"{craft.name} launches a {missile.name} at {name} from the hard point on its {side.replace('_', ' ')}."
    data = {"missile": shot.id, "hard_point": side, "battle": battle}
    return play.tell("missile_launched", text, rule, units=[craft.id, unit], checks=[check], data=data)


# --- from the ground ------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Launcher:
    """Who launches from the ground: a unit of a ground battle. `modifiers` are what its damage takes from a lock-on."""

    id: str
    name: str
    side: str
    battle: Battle
    modifiers: tuple[Modifier, ...] = ()


def launch_from_ground(play: P, launcher: Launcher, kind: str, target: Target) -> bool:
    """An installation or a vehicle tries to lock on; the missile starts from the battlefield hex (centurion: Attacking Fighters).

    Its owner asks for no more tries than it has, and counts the missile off when this is True.
    """
    state, missile, name = play.state, missiles()[kind], target_name(play.state, target.id)
    base, modifiers = ground_lock_number(missile, target)
    check = lock(play, launcher.name, missile, name, (base, [*modifiers, *launcher.modifiers]), FROM_GROUND)
    if not check.passed:
        no_lock(play, launcher.name, missile, name, check, [launcher.id, target.id], FROM_GROUND)
        return False
    start = launcher.battle.hex
    shot = put_in_flight(state, kind, launcher.side, launcher.id, start, target.id, name=launcher.name, climbing=True)
    text = f"{launcher.name} launches a {missile.name} from the ground at {name}."
    data = {"missile": shot.id, "battle": launcher.battle.id}
    play.tell("missile_launched", text, FROM_GROUND, units=[launcher.id, target.id], checks=[check], data=data)
    return True


# --- the roll -------------------------------------------------------------------------------------------------------------------------


def lock(play: P, by: str, missile: Missile, at: str, number: tuple[int, list[Modifier]], rule: str = RULE) -> Check:
    """Roll to lock on."""
    base, modifiers = number
    target = base + sum(m.value for m in modifiers)
    roll = play.dice.d10(f"lock on: {by} {missile.name} on {at}")
    return Check(f"lock-on of the {missile.name}", base, modifiers, target, roll, succeeds(roll, target), rule)


def no_lock(play: P, by: str, missile: Missile, at: str, check: Check, units: list[str], rule: str = RULE) -> None:
    """Say that a missile stays where it is."""
    play.tell("no_lock", f"{by} finds no lock for its {missile.name} on {at}: it stays aboard.", rule, units=units, checks=[check])

"""Missiles that craft fire from the atmosphere at painted units on the ground (centurion: Stand-Off Attacks).

The unit must be painted in the minute in which the missile is fired and again in that in which it enters the battlefield hex. Then it attacks among
the offboard artillery, from above like a GLAD round; it hits on its own intelligence.
"""

from collections.abc import Sequence

from scales.centurion.combat import aim, hit_location
from scales.centurion.combat.painting import name_of
from scales.centurion.combat.reckoning import Reckoning
from scales.centurion.movement import withdrawal
from scales.centurion.state import BattleState, Vehicle
from scales.centurion.support import at_laf, landed_craft_above
from scales.centurion.support.landed_craft_aim import Half
from scales.codec import typed
from scales.engine import Decision
from scales.messages import StandOff, StandOffLost
from scales.play import Play

RULE = "centurion: Stand-Off Attacks"
LOCATION = "centurion: GLAD Hit Location Table"


def arrive(play: Play[BattleState]) -> Sequence[Decision]:
    """Before anybody paints, each side knows which of its missiles need a painted target in this minute."""
    state = play.state
    for mail in play.mail("stand_off"):
        missile = typed(mail.data, StandOff)
        state.stand_off.append(missile)
        state.above[missile.craft] = missile.craft_name
        if mail.cause:
            state.causes[missile.missile] = mail.cause
    state.stand_off.sort(key=lambda missile: missile.missile)
    return ()


def target_of(state: BattleState, missile: StandOff) -> Vehicle | Half | None:
    """The unit that it flies at, if it is still there and painted for the craft's side; of a craft on the ground its stern."""
    half = landed_craft_above.stern_of(state, missile.unit, missile.side)
    if half is not None:
        return half if landed_craft_above.is_painted(state, half.landed, missile.side) else None
    vehicle = state.vehicles.get(missile.unit)
    if vehicle is None or not aim.in_play(vehicle):
        return None
    return vehicle if any(aim.side_of(state, painter) == missile.side for painter in vehicle.painted_by) else None


def guided(play: Play[BattleState]) -> Sequence[Decision]:
    """After painting: a missile just fired goes on if its target is painted, else it is lost."""
    state = play.state
    for missile in [m for m in state.stand_off if not m.arrives]:
        found, cause = target_of(state, missile), state.causes.pop(missile.missile, None)
        units = [missile.craft, missile.unit]
        if found is not None:
            play.tell("stand_off_guided", f"{_named(state, missile)} follows the paint.", RULE, units=units, cause=cause)
        else:
            event = play.tell("stand_off_lost", f"{_named(state, missile)} finds it not painted.", RULE, units=units, cause=cause)
            play.send("stand_off_lost", StandOffLost(missile.missile, missile.battle, "its target is not painted"), event=event)
        state.stand_off.remove(missile)
    return ()


def _named(state: BattleState, missile: StandOff) -> str:
    """'The SSS of Hawk 1 at Horatius 2'."""
    return f"The {missile.hit.name} of {missile.craft_name} at {name_of(state, missile.unit)}"


def reckoned(missile: StandOff) -> Reckoning:
    """What a missile rolls against: its intelligence; paint takes the shield away."""
    return Reckoning(missile.intelligence, [], RULE)


def strike(play: Play[BattleState]) -> Sequence[Decision]:
    """Missiles that have come attack, one after another."""
    for missile in play.state.stand_off:
        target = target_of(play.state, missile)
        if target is None:
            text = f"{_named(play.state, missile)} misses: its target is gone or not painted."
            cause = play.state.causes.pop(missile.missile, None)
            play.tell("stand_off_missed", text, RULE, units=[missile.craft, missile.unit], cause=cause)
        else:
            _attack(play, missile, target)
    return ()


def over(play: Play[BattleState]) -> Sequence[Decision]:
    """All of them are used up when combat is over."""
    for missile in play.state.stand_off:
        play.state.causes.pop(missile.craft, None)
    play.state.stand_off = []
    return ()


def _attack(play: Play[BattleState], missile: StandOff, target: Vehicle | Half) -> None:
    state, cause = play.state, play.state.causes.pop(missile.missile, None)
    if cause:
        state.causes[missile.craft] = cause
    withdrawal.note_attack(state, missile.craft, missile.unit)
    what = f"to hit: {missile.hit.name} of {missile.craft_name} on {name_of(state, missile.unit)}"
    check = reckoned(missile).check(missile.hit.name, play.dice.d10(what))
    text = f"{_named(state, missile)} {'hits' if check.passed else 'misses'}."
    play.tell("stand_off", text, RULE, units=[missile.craft, missile.unit], checks=[check], cause=cause)
    if check.passed and isinstance(target, Vehicle):
        _strike(play, missile, target)
    elif check.passed and not isinstance(target, Vehicle):
        landed_craft_above.strike_missiles(play, target, [missile.hit], missile.craft, missile.craft_name)


def _strike(play: Play[BattleState], missile: StandOff, vehicle: Vehicle) -> None:
    """Where a Vulcan lets it through, it strikes from above."""
    through = at_laf.through(play, vehicle, [missile.hit], missile.craft)
    if through:
        facing = hit_location.location("top", play.dice.d10(f"hit location: {missile.hit.name} on {vehicle.name}"))
        at_laf.strike(play, vehicle, through, facing, by=missile.craft, rule=LOCATION)

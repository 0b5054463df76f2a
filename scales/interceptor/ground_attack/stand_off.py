"""Missiles of craft at units of a ground battle: at what flies low or drops there, and from the atmosphere at painted units.

They fly to the battlefield hex like any missile. What is to strike low altitude attacks when it is there, if its target still is; a stand-off missile
is the battle's from then on, which asks for paint then as it did in the minute of the launch (centurion: Attacks at LAF, Stand-Off Attacks).
"""

from scales.codec import plain, typed
from scales.dice import succeeds
from scales.engine import Check, Decision, Json, Option
from scales.hexes import distance
from scales.interceptor.board import board
from scales.interceptor.combat.gunnery import number_words, odds
from scales.interceptor.damage.damage import P
from scales.interceptor.ground_attack import at_laf
from scales.interceptor.ground_attack.at_laf import HIGH, MODES, Low
from scales.interceptor.missiles.flying import at_the_ground
from scales.interceptor.missiles.in_flight import name_of, shot_of, strike_off, turns_to
from scales.interceptor.missiles.launching import launch_at_ground
from scales.interceptor.missiles.lock_on import can_launch, lock_number, may_lock_hex
from scales.interceptor.state import Craft, Shot, State
from scales.interceptor.tables import Missile, missiles, rule
from scales.messages import GroundTarget, HitFromAbove, StandOff, StandOffLost

RULE = "centurion: Stand-Off Attacks"
WHERE = {**MODES, "nf": "on the ground", "grounded": "on the ground", "ttf": "above the trees"}


# --- at what --------------------------------------------------------------------------------------------------------------------------


def units(state: State, craft: Craft, kind: str) -> list[Low]:
    """Units below that a craft could launch a missile of a kind at."""
    if not (state.battles or state.falling):
        return []
    modes: tuple[str, ...] = (
        *_if(kind in rule("low_targets")["missiles"], HIGH),
        *_if(_may_stand_off(state, craft, kind), _painted_modes()),
    )
    return [low for low in _below(state, craft.side) if low.unit.mode in modes and may_lock_hex(craft, low.spot)]


def _below(state: State, side: str) -> list[Low]:
    """Vehicles of the enemies of a side on the ground or on their way down from orbit, and their craft that stand on the ground."""
    return [*at_laf.of_enemies(state, side), *at_laf.falling(state, side), *_landed(state, side)]


def _landed(state: State, side: str) -> list[Low]:
    """Patrol craft on the ground: targets in normal flight (centurion: Landing or Launching Centurion Units)."""
    there = [c for _, c in sorted(state.craft.items()) if c.where == "on_ground" and c.side != side and c.battle in state.battles]
    return [Low(c.battle, state.battles[c.battle].hex, GroundTarget(c.id, c.name, c.side, "craft", "nf", c.heading, {})) for c in there]


def _if(wanted: bool, modes: tuple[str, ...]) -> tuple[str, ...]:
    return modes if wanted else ()


def _painted_modes() -> tuple[str, ...]:
    return tuple(rule("stand_off")["modes"])


def _may_stand_off(state: State, craft: Craft, kind: str) -> bool:
    """From the atmosphere alone, and not without a comm system: who paints must be heard."""
    figures = rule("stand_off")
    return kind in figures["missiles"] and board(state.layout).zone(craft.hex) == figures["from"] and not craft.marks.get("comm_system")


def has_unit(state: State, craft: Craft) -> bool:
    """Is there a unit below for one of its missiles?"""
    return bool(state.battles or state.falling) and any(units(state, craft, kind) for kind in can_launch(state, craft))


def find_unit(state: State, craft: Craft, kind: str, id: str) -> Low | None:
    """The unit of an id, if a missile of the kind can be launched at it."""
    return next((low for low in units(state, craft, kind) if low.unit.id == id), None)


def why_not(state: State, craft: Craft, kind: str, id: str) -> str:
    """Why a missile cannot be launched at a unit that is seen on the ground; '' for anything else."""
    low = next((low for low in _below(state, craft.side) if low.unit.id == id), None)
    if low is None:
        return ""
    name, where = missiles()[kind].name, WHERE[low.unit.mode]
    if low.unit.mode in HIGH and kind not in rule("low_targets")["missiles"]:
        return f"A {name} is not launched at what is {where} ({at_laf.RULE})."
    if low.unit.mode not in HIGH and kind not in rule("stand_off")["missiles"]:
        return f"A {name} is not launched at what is {where}: only SSS missiles follow paint ({RULE})."
    if low.unit.mode not in HIGH and not _may_stand_off(state, craft, kind):
        return f"Missiles at painted units are launched from the atmosphere, by craft with a comm system ({RULE})."
    return f"{low.unit.name} is not in the forward arc of {craft.name}, or too far away to lock on (interceptor: Missiles)."


# --- the launch -----------------------------------------------------------------------------------------------------------------------


def launch(play: P, craft: Craft, kind: str, low: Low) -> None:
    """Lock on and launch; the battle is told of a missile that needs paint."""
    state, high = play.state, low.unit.mode in HIGH
    name, words = low.unit.name, at_laf.RULE if high else RULE
    event = launch_at_ground(play, craft, kind, low.battle, low.unit.id, f"{name} {WHERE[low.unit.mode]}", words)
    if event is None:
        return
    shot = state.shots[-1]
    shot.painted = not high
    if shot.painted:
        play.send("stand_off", _message(state, shot, arrives=False), event=event, battle=low.battle)


def _message(state: State, shot: Shot, *, arrives: bool) -> StandOff:
    missile, owner = missiles()[shot.kind], state.craft[shot.owner]
    return StandOff(shot.id, owner.id, owner.name, shot.side, shot.battle, shot.unit, missile.intelligence, hit_of(missile), arrives)


def hit_of(missile: Missile) -> HitFromAbove:
    """What a missile does to a vehicle."""
    return HitFromAbove(missile.id, missile.name, missile.damage, at_laf.rows_of("missile", missile.damage))


def take_lost(play: P) -> list[Decision]:
    """Missiles whose targets were not painted when they were fired."""
    for delivery in play.mail("stand_off_lost"):
        news = typed(delivery.data, StandOffLost)
        shot = shot_of(play.state, news.missile)
        if shot is not None:
            play.state.shots.remove(shot)
            text = f"The {name_of(play.state, shot)} is lost: {news.why}."
            play.tell("missile_lost", text, RULE, units=[shot.owner, shot.unit], data={"missile": shot.id}, cause=delivery.cause)
    return []


# --- the arrival ----------------------------------------------------------------------------------------------------------------------


def arrive(play: P) -> list[Decision]:
    """Missiles that reached a battlefield hex in this minute and that no fire has stopped."""
    for shot in [s for s in at_the_ground(play.state) if s.unit and s.cluster is None]:
        low = at_laf.target(play.state, shot.side, shot.unit)
        if shot.painted:
            _hand_over(play, shot)
        elif low is None:
            strike_off(play, shot, "finds its target at low altitude no more")
        else:
            _attack(play, shot, low)
    return []


def _hand_over(play: P, shot: Shot) -> None:
    state = play.state
    state.shots.remove(shot)
    text = f"The {name_of(state, shot)} comes down on the battlefield in {board(state.layout).label(shot.hex)}."
    event = play.tell("missile_down", text, RULE, units=[shot.owner, shot.unit], data={"missile": shot.id, "battle": shot.battle})
    play.send("stand_off", _message(state, shot, arrives=True), event=event, battle=shot.battle)


def _attack(play: P, shot: Shot, low: Low) -> None:
    """Intelligence or less strikes; the side that is attacked says a die, and the Vulcan below may still stop it."""
    state, missile, owner = play.state, missiles()[shot.kind], play.state.craft[shot.owner]
    state.shots.remove(shot)
    number, roll = missile.intelligence, play.dice.d10(f"attack: {missile.name} on {low.unit.name}")
    check = Check(f"attack of the {missile.name}", number, [], number, roll, succeeds(roll, number), at_laf.RULE)
    side = at_laf.side_of(play.dice.roll(6, f"side of {low.unit.name} that the {missile.name} attacks")) if check.passed else ""
    words = f"strikes the {side} of" if check.passed else "misses"
    text = f"The {name_of(state, shot)} {words} {low.unit.name} {WHERE[low.unit.mode]}."
    data = {"missile": shot.id, "battle": low.battle, "side": side}
    event = play.tell("missile_attack", text, at_laf.RULE, units=[owner.id, low.unit.id], checks=[check], data=data)
    if check.passed:
        at_laf.send(play, owner, low, side, [hit_of(missile)], event=event, missiles=True)


# --- offers ---------------------------------------------------------------------------------------------------------------------------


def options(state: State, craft: Craft, kind: str, most: int) -> list[Option]:
    """Each unit below that it can be launched at, those at low altitude first."""
    found = sorted(units(state, craft, kind), key=lambda low: (low.unit.mode not in HIGH, low.battle, low.unit.id))
    return [_option(state, craft, missiles()[kind], low) for low in found[:most]]


def _option(state: State, craft: Craft, missile: Missile, low: Low) -> Option:
    """`paint`: its target must be painted in the minute of the launch and in that of its arrival, after so many flights."""
    base, modifiers = lock_number(craft, missile)
    number, away = base + sum(m.value for m in modifiers), distance(craft.hex, low.spot, "odd")
    shot = Shot("", missile.id, craft.side, craft.id, "", craft.column, craft.row, 0, state.at.turn)
    info: Json = {
        "missile": missile.id,
        "target": low.unit.id,
        "name": low.unit.name,
        "battle": low.battle,
        "mode": low.unit.mode,
        "paint": low.unit.mode not in HIGH,
        "range": away,
        "base": base,
        "modifiers": plain(modifiers),
        "to_hit": number,
        "chance": odds(number),
        "flight": {"thrust": missile.thrust, "turns": turns_to(board(state.layout), shot, low.spot)},
        "attack": missile.intelligence,
        "attack_chance": odds(missile.intelligence),
        "damage": missile.damage,
        "point_defense": [],
        "under_way": [s.id for s in state.shots if s.unit == low.unit.id and s.side == craft.side],
    }
    words = f"{craft.name} launches a {missile.name} at {low.unit.name} {WHERE[low.unit.mode]}, lock-on {number_words(number)}"
    return Option({"missile": missile.id, "target": low.unit.id}, words, info)

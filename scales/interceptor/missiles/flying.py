"""The flight of missiles, after all craft have moved: Thor javelins first, HELL missiles last (Interceptor: Missiles; centurion: HELL Missile).

A missile accelerates by its thrust and flies the shortest path to what it follows, over the board and down to the ground row if need be. What
reaches its target meets the point defense, then attacks. Internal damage takes effect when all have flown.
"""

from scales.engine import Decision
from scales.interceptor.board import board
from scales.interceptor.damage.damage import P, take_effect
from scales.interceptor.missiles.attack import attack
from scales.interceptor.missiles.bursts import explode
from scales.interceptor.missiles.in_flight import HELL, RULE, goal_of, leg, may_fly, name_of, strike_off, target_name
from scales.interceptor.missiles.point_defense import point_defense
from scales.interceptor.missiles.seeking import target_of
from scales.interceptor.state import Craft, Shot, State
from scales.interceptor.tables import missiles

LOST = {"radiation": "finds no radiation to follow", "no_code": "finds no craft to follow"}


def fly_all(play: P) -> list[Decision]:
    """Every missile but HELL missiles and javelins."""
    _fly(play, [s for s in play.state.shots if s.kind != HELL])
    return []


def fly_hell(play: P) -> list[Decision]:
    """HELL missiles, after everything else; then what was hit takes effect, and pods run again."""
    _fly(play, [s for s in play.state.shots if s.kind == HELL])
    for craft in play.state.craft.values():
        craft.guard = None
    for craft in play.state.flying():
        if craft.fresh:
            take_effect(play, craft, craft.by)
    return []


def _fly(play: P, shots: list[Shot]) -> None:
    arrived: dict[str, list[Shot]] = {}
    for shot in shots:
        if may_fly(play.state, shot) and _move(play, shot):
            arrived.setdefault(shot.target, []).append(shot)
    for target in sorted(arrived):
        _arrive(play, target, arrived[target])


# --- one missile ----------------------------------------------------------------------------------------------------------------------


def _move(play: P, shot: Shot) -> bool:
    """Move one missile; True when it reaches a target. It then strikes from the hex in which it began the minute."""
    state, b = play.state, board(play.state.layout)
    target = target_of(state, shot)
    goal = goal_of(state, shot, target) if target or shot.battle or shot.unit else None
    if goal is None or shot.there:
        strike_off(play, shot, _why(shot))
        return False
    _turn_to(play, shot, target)
    way = leg(b, shot, goal)
    shot.velocity = way.velocity
    if way.arrives and target:
        return True
    shot.place(way.path[-1] if way.path else shot.hex)
    shot.climbing = shot.climbing and b.zone(shot.hex) != "space"
    shot.there = state.at.turn if way.arrives else 0
    there = f"to {_goal_name(state, shot)}" if shot.unit in state.falling else "to the battlefield hex"
    left = there if way.arrives else f"toward {_goal_name(state, shot)}, to {b.label(shot.hex)}"
    text = f"The {name_of(state, shot)} flies {left}, velocity {shot.velocity}."
    data = {"missile": shot.id, "hex": b.label(shot.hex), "path": [b.label(h) for h in way.path], "velocity": shot.velocity}
    play.tell("missile_flies", text, RULE, units=[u for u in (shot.owner, shot.target or shot.unit) if u], data=data)
    return False


def _why(shot: Shot) -> str:
    if shot.there:
        return "bursts on the ground"
    return LOST.get(missiles()[shot.kind].seeks, "loses its target")


def _goal_name(state: State, shot: Shot) -> str:
    if shot.unit in state.falling:
        return state.falling[shot.unit].units[0].name
    return target_name(state, shot.target) if shot.target else "the battlefield"


def _turn_to(play: P, shot: Shot, target: str) -> None:
    """A seeker that now follows another craft says so."""
    if target != shot.target:
        text = f"The {name_of(play.state, shot)} turns from {target_name(play.state, shot.target)} to {target_name(play.state, target)}."
        units = [shot.owner, target, shot.target]
        shot.target = target
        play.tell("missile_turns", text, RULE, units=units, data={"missile": shot.id})


# --- at the target --------------------------------------------------------------------------------------------------------------------


def _arrive(play: P, id: str, arrived: list[Shot]) -> None:
    """Point defense of a craft, then the attacks of what gets through; javelins have none."""
    target = play.state.craft.get(id)
    for shot in point_defense(play, target, arrived) if target else arrived:
        if shot in play.state.shots:
            _attack(play, target, shot)


def _attack(play: P, target: Craft | None, shot: Shot) -> None:
    spot = goal_of(play.state, shot, shot.target)
    if spot is None:
        strike_off(play, shot, "loses its target")
    elif shot.kind == HELL:
        explode(play, shot, spot)
    elif target is not None:
        attack(play, target, shot)


def at_the_ground(state: State) -> list[Shot]:
    """Missiles that have reached a battlefield hex in the flight of this turn, for the ground to resolve."""
    return [s for s in state.shots if s.there == state.at.turn > 0]

"""Missiles in flight: whose they are, what they fly at, when they arrive, and how they are lost (Interceptor: Missiles).

What other rules need of missiles is here: `put_in_flight` to launch one that is aimed already, `destroy_shot` for one that was shot down,
`locked_on` for a craft that wants to know what comes at it.
"""

from copy import copy
from typing import NamedTuple

from scales.hexes import Hex, distance, neighbors
from scales.interceptor.board import Board, board
from scales.interceptor.damage.damage import P
from scales.interceptor.missiles.seeking import target_of
from scales.interceptor.patrol.halves import nearest
from scales.interceptor.state import Craft, Shot, State
from scales.interceptor.tables import missiles, rule

RULE = "interceptor: Missiles"
HELL = "hell_missile"
JAVELINS = "thor_cluster"


# --- whose, and at what ---------------------------------------------------------------------------------------------------------------


def put_in_flight(state: State, kind: str, side: str, owner: str, hex: Hex, target: str = "", **more: str | bool) -> Shot:
    """A missile that has locked on leaves its launcher, at velocity 0; it flies from the next turn on.

    `more` are the other fields of a shot: `name` of a launcher that is no craft of this board, `battle` and `unit` of one that flies at the
    ground, `climbing` for one that comes from there.
    """
    shot = Shot(f"{owner}.m{state.next_shot}", kind, side, owner, target, hex.column, hex.row, 0, state.at.turn)
    for field, value in more.items():
        setattr(shot, field, value)
    state.next_shot += 1
    state.shots.append(shot)
    return shot


def shot_of(state: State, id: str) -> Shot | None:
    """The missile in flight with an id."""
    return next((s for s in state.shots if s.id == id), None)


def name_of(state: State, shot: Shot) -> str:
    """'SSS of Hawk 1'."""
    owner = state.craft.get(shot.owner)
    return f"{missiles()[shot.kind].name} of {owner.name if owner else shot.name or shot.owner}"


def target_name(state: State, id: str) -> str:
    """A craft, or a missile that is flown at, in words."""
    if id in state.craft:
        return state.craft[id].name
    shot = shot_of(state, id)
    return f"the {name_of(state, shot)}" if shot else id


def goal_of(state: State, shot: Shot, target: str) -> Hex | None:
    """The hex that a missile flies to: of the ground battle, of the craft, missile or vehicle it follows; None when that is gone."""
    falling = state.falling.get(shot.unit)
    if falling is not None and not target:
        return falling.hex
    if shot.battle and not target:
        battle = state.battles.get(shot.battle)
        return Hex(battle.column, battle.row) if battle else None
    craft = state.craft.get(target)
    if craft is not None:
        return nearest(board(state.layout), craft, shot.hex) if craft.where == "board" else None
    other = shot_of(state, target)
    return other.hex if other else None


# --- the way --------------------------------------------------------------------------------------------------------------------------


class Leg(NamedTuple):
    """A minute's flight: the hexes entered, the velocity, and whether it ends in the hex it flew to."""

    path: list[Hex]
    velocity: int
    arrives: bool


def acceleration(b: Board, shot: Shot) -> int:
    """Thrust, less one for a missile from the ground that is still in the gravity well (centurion: Attacking Fighters)."""
    held = shot.climbing and b.zone(shot.hex) != "space"
    climb: int = rule("missiles")["climb"]["acceleration"] if held else 0
    return missiles()[shot.kind].thrust + climb


def leg(b: Board, shot: Shot, goal: Hex) -> Leg:
    """The next minute's flight on the shortest path to a goal."""
    velocity = shot.velocity + acceleration(b, shot)
    path, here = list[Hex](), shot.hex
    while here != goal and len(path) < velocity:
        here = closer(b, here, goal)
        path.append(here)
    return Leg(path, velocity, here == goal)


def closer(b: Board, here: Hex, goal: Hex) -> Hex:
    """The neighbor nearest to a goal, on the board if it can be, the lowest heading first."""
    return min(neighbors(here, "odd"), key=lambda h: (distance(h, goal, "odd"), not b.has(h)))


def turns_to(b: Board, shot: Shot, goal: Hex) -> int:
    """Movement phases until a missile reaches a goal that stays where it is; where nothing holds it no path is needed for that."""
    if shot.climbing:
        return _turns_climbing(b, shot, goal)
    away, thrust, turns = distance(shot.hex, goal, "odd"), acceleration(b, shot), 1
    velocity = shot.velocity + thrust
    while away > velocity:
        away, velocity, turns = away - velocity, velocity + thrust, turns + 1
    return turns


def _turns_climbing(b: Board, shot: Shot, goal: Hex) -> int:
    """The same out of the gravity well."""
    flown, turns = copy(shot), 1
    while not (way := leg(b, flown, goal)).arrives:
        flown.place(way.path[-1])
        flown.velocity, turns = way.velocity, turns + 1
    return turns


# --- what comes at a craft ------------------------------------------------------------------------------------------------------------


class Coming(NamedTuple):
    """A missile that flies at a craft, and the movement phases until it is there if the craft stays: 1 is the next one."""

    shot: Shot
    turns: int


def locked_on(state: State, craft: Craft) -> list[Coming]:
    """The missiles that fly at a craft, the first to arrive first."""
    b = board(state.layout)
    found = []
    for shot in state.shots:
        if target_of(state, shot) == craft.id and (goal := goal_of(state, shot, craft.id)) is not None:
            found.append(Coming(shot, turns_to(b, shot, goal)))
    return sorted(found, key=lambda coming: (coming.turns, coming.shot.id))


def arriving(state: State) -> dict[str, list[Shot]]:
    """The missiles that reach a craft in the flight of this turn, if nothing changes, by craft."""
    b, found = board(state.layout), dict[str, list[Shot]]()
    for shot in state.shots:
        id = target_of(state, shot) if may_fly(state, shot) else ""
        goal = goal_of(state, shot, id) if id in state.craft else None
        if goal is not None and distance(shot.hex, goal, "odd") <= shot.velocity + acceleration(b, shot):
            found.setdefault(id, []).append(shot)
    return {id: found[id] for id in sorted(found)}


def may_fly(state: State, shot: Shot) -> bool:
    """Does it move with the missiles of this turn? Not in the turn of its launch; javelins fall by rules of their own."""
    return shot.launched < state.at.turn and shot.kind != JAVELINS


# --- lost -----------------------------------------------------------------------------------------------------------------------------


def strike_off(play: P, shot: Shot, words: str, kind: str = "missile_lost", rule_name: str = RULE) -> None:
    """Take a missile off the board and say why."""
    play.state.shots.remove(shot)
    label = board(play.state.layout).label(shot.hex)
    units = [shot.owner, *([shot.target] if shot.target else [])]
    play.tell(kind, f"The {name_of(play.state, shot)} {words}.", rule_name, units=units, data={"missile": shot.id, "hex": label})


def destroy_shot(play: P, shot: Shot, words: str) -> None:
    """A missile is shot down: it is destroyed and does not explode (centurion: HELL Missile). `words` follow its name: 'is shot down by Hawk'."""
    strike_off(play, shot, words, "missile_shot_down")

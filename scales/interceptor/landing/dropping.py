"""Grav vehicles released at low altitude over a ground battle (centurion: Landing or Launching Centurion Units).

They belong to the battle from then on, whose side places them; on this board they can still be shot at in this minute.
"""

from typing import Any

from scales.interceptor.board import AIR, board
from scales.interceptor.damage.condition import air_limit
from scales.interceptor.damage.damage import P
from scales.interceptor.landing import hold
from scales.interceptor.landing.hold import RULE
from scales.interceptor.state import Craft, State
from scales.messages import GroundLoad, GroundTarget, UnitsDropped


def droppable(state: State, craft: Craft) -> list[GroundLoad]:
    """Grav vehicles in the bays: ground vehicles and infantry wait for a landing."""
    return [load for load in hold.aboard(state, craft) if load.kind == "grav"]


def can_release(state: State, craft: Craft) -> bool:
    """Is it in air where it can hold a course, with vehicles to drop?"""
    in_air = board(state.layout).zone(craft.hex) in AIR and not craft.tumbling and air_limit(craft) > 0 and craft.down != state.at.turn
    return in_air and bool(droppable(state, craft))


def choices(state: State, craft: Craft, battle: str) -> list[dict[str, Any]]:
    """All of them at once, and each alone where there are several; any others may be named too."""
    if not can_release(state, craft):
        return []
    ids = [load.id for load in droppable(state, craft)]
    alone = [[id] for id in ids] if len(ids) > 1 else []
    return [{"do": "drop", "battle": battle, "units": units} for units in (ids, *alone)]


def fits(state: State, craft: Craft, units: list[str]) -> bool:
    """Are these vehicles, each named once, that the craft can drop?"""
    return bool(units) and len(set(units)) == len(units) and set(units) <= {load.id for load in droppable(state, craft)}


def drop(play: P, craft: Craft, battle: str, units: list[str]) -> None:
    """Vehicles leave the craft with the squads that ride in them; the craft is over the ground until the minute's combat is over."""
    state = play.state
    vehicles = [load for load in droppable(state, craft) if load.id in units]
    going = hold.with_riders(state, craft, vehicles)
    hold.take_out(state, craft, going)
    craft.where, craft.battle, craft.attack = "ground_attack", battle, "drop"
    state.released.setdefault(battle, []).extend(_target(load) for load in vehicles)
    names, where = ", ".join(load.name for load in vehicles), board(state.layout).label(craft.hex)
    text = f"{craft.name} releases {names} at low altitude over the battlefield in {where}."
    data = {"battle": battle, "units": [load.id for load in going]}
    event = play.tell("units_dropped", text, RULE, units=[craft.id, *(load.id for load in going)], data=data)
    play.send("units_dropped", UnitsDropped(craft.id, craft.name, craft.side, battle, going), event=event, battle=battle)


def _target(load: GroundLoad) -> GroundTarget:
    """A falling vehicle as craft see it until the minute is over (Hit Locations While Dropping)."""
    return GroundTarget(load.id, load.name, load.side, "vehicle", "dropping", 1, dict(load.shields))


def falling(play: P) -> None:
    """Those dropped in this minute are over their battle, though that does not know them yet."""
    released, play.state.released = play.state.released, {}
    for battle, targets in sorted(released.items()):
        if battle in play.state.battles:
            known = {unit.id for unit in play.state.ground.get(battle, [])}
            play.state.ground.setdefault(battle, []).extend(t for t in targets if t.id not in known)

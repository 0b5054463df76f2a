"""Ground units aboard a patrol craft: what its bays and its passenger room take, who is aboard, and what becomes of them with the craft.

A bay takes one vehicle at or under its tonnage, and crews and infantry count among the passengers (centurion: Landing or Launching Centurion Units).
"""

from collections.abc import Iterator

from msgspec.structs import replace

from scales import ground_loads
from scales.ground_loads import Room, is_vehicle
from scales.interceptor.state import Craft, State
from scales.interceptor.tables import craft_types, rule
from scales.messages import GroundLoad
from scales.play import Play

RULE = ground_loads.RULE


def tons(craft: Craft) -> int:
    """What a bay of a craft takes."""
    return craft.bay_tons or craft_types()[craft.type].bay_tons


def misfits(craft: Craft, loads: list[GroundLoad]) -> Iterator[str]:
    """Why these units do not go into a craft together, every reason, without a full stop."""
    type = craft_types()[craft.type]
    return ground_loads.misfits(Room(type.bays, tons(craft), craft.room or type.passengers), loads)


# --- who is aboard ----------------------------------------------------------------------------------------------------------------------


def aboard(state: State, craft: Craft) -> list[GroundLoad]:
    """Ground units in a craft, in the order in which they came."""
    return state.loads.get(craft.id, [])


def stow(state: State, craft: Craft, loads: list[GroundLoad]) -> None:
    """Put units aboard; vehicles take a bay."""
    if loads:
        state.loads[craft.id] = [*aboard(state, craft), *loads]
        craft.cargo += [load.id for load in loads if is_vehicle(load)]


def take_out(state: State, craft: Craft, loads: list[GroundLoad]) -> None:
    """Units leave a craft."""
    gone = {load.id for load in loads}
    left = [load for load in state.loads.pop(craft.id, []) if load.id not in gone]
    if left:
        state.loads[craft.id] = left
    craft.cargo = [id for id in craft.cargo if id not in gone]


def with_riders(state: State, craft: Craft, vehicles: list[GroundLoad]) -> list[GroundLoad]:
    """Vehicles with the squads that ride in them."""
    ids = {load.id for load in vehicles}
    return [load for load in aboard(state, craft) if load.id in ids or load.aboard in ids]


# --- losses -----------------------------------------------------------------------------------------------------------------------------


def lose(state: State, craft: Craft, id: str) -> None:
    """A vehicle is destroyed in its bay with its crew; a squad that would ride in it is aboard without it."""
    left = [load for load in state.loads.pop(craft.id, []) if load.id != id]
    for load in left:
        load.aboard = "" if load.aboard == id else load.aboard
    if left:
        state.loads[craft.id] = left


def lost_with(play: Play[State], craft: Craft, cause: str | None = None) -> None:
    """All that is aboard a craft is lost with it; what that was its own side knows."""
    gone = aboard(play.state, craft)
    if not gone:
        return
    craft.cargo_lost += craft.cargo
    take_out(play.state, craft, list(gone))
    names = ", ".join(load.name for load in gone)
    units = [craft.id, *(load.id for load in gone)]
    play.tell("cargo_lost", f"Lost with {craft.name}: {names}.", RULE, units=units, seen_by=[craft.side], cause=cause)


def out_of_wreck(play: Play[State], craft: Craft, cause: str | None = None) -> None:
    """Of a craft destroyed on the ground each crew and squad gets out on a roll, as after an ammunition explosion; its vehicles are lost."""
    loads, number = list(aboard(play.state, craft)), int(rule("landing")["survives"])
    take_out(play.state, craft, loads)
    craft.cargo_lost += [load.id for load in loads if is_vehicle(load)]
    for load in loads:
        what = f"the crew of {load.name}" if is_vehicle(load) else load.name
        lives = play.dice.d10(f"{craft.name}: {what} gets out, {number} or less") <= number
        text = f"{what[0].upper()}{what[1:]} {'gets out' if lives else 'is lost with the wreck'} of {craft.name}."
        play.tell("out_of_wreck", text, RULE, units=[craft.id, load.id], seen_by=[craft.side], cause=cause)
        if lives:
            stow(play.state, craft, [replace(load, kind="crew" if is_vehicle(load) else "squad", mass=0, aboard="")])

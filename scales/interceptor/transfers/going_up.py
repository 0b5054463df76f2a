"""Craft climb back to the Leviathan board or land at their base; units and squadrons with nothing left here are told of."""

from collections import Counter

from scales.engine import Decision
from scales.interceptor.board import leviathan_above
from scales.interceptor.damage.damage import P
from scales.interceptor.pilots import debriefing
from scales.interceptor.pilots.fates import state_of
from scales.interceptor.state import HERE, LOST, Craft, Unit
from scales.interceptor.transfers import patrol_up
from scales.messages import Airman, FightersUp, SquadronBack, Stores

UP = "centurion: Moving Between Leviathan and Interceptor Boards"


def go_up(play: P, craft: Craft) -> None:
    """Back to the Leviathan hex above."""
    above = leviathan_above(play.state.layout, craft.hex)
    craft.where = "up"
    play.state.units[craft.unit].last = above
    play.tell("went_up", f"{craft.name} climbs back to {above} of the Leviathan board.", UP, units=[craft.id], data={"hex": above})


def land(play: P, craft: Craft) -> None:
    """Down at its base, to start again."""
    craft.where = "landed"
    index = play.tell("landed", f"{craft.name} lands at its base.", "legatus: Interceptors", units=[craft.id])
    play.send("squadron_back", SquadronBack(craft.squadron, craft.side, False), event=index)


# --- units that are gone ----------------------------------------------------------------------------------------------------------------


def close(play: P) -> list[Decision]:
    """Tell the boards above and beside which units and squadrons have nothing left here."""
    close_units(play)
    return []


def close_units(play: P, *, search: bool = True) -> None:
    """A unit returns when its last craft has left or died; a squadron that died or flew off is lost. `search` for its pilots who ejected."""
    state = play.state
    for id in sorted(state.units):
        unit = state.units[id]
        if not unit.closed and not any(state.craft[c].where in HERE for c in unit.craft):
            _close_unit(play, unit, search=search)
    for craft in [state.craft[i] for i in sorted(state.craft)]:
        if craft.squadron and craft.where in LOST:
            index = play.tell(
                "squadron_lost", f"{craft.name} does not come back: its squadron is lost.", "legatus: Interceptors", units=[craft.id]
            )
            play.send("squadron_back", SquadronBack(craft.squadron, craft.side, True), event=index)
            craft.squadron = ""


def _close_unit(play: P, unit: Unit, *, search: bool) -> None:
    if patrol_up.is_ship(unit):
        debriefing.add_mission(play, play.state.craft[unit.id])
        patrol_up.tell(play, unit)
        return
    craft = [play.state.craft[id] for id in unit.craft]
    unit.closed, shown = True, len(craft)
    unit.lost = sum(map(_is_lost, craft))
    for each in craft:
        debriefing.add_mission(play, each)
        if search:
            debriefing.search(play, each)
    text = f"{unit.name} is back above: {unit.lost} of {shown} craft lost."
    data = {"shown": shown, "lost": unit.lost, "hex": unit.last}
    index = play.tell("unit_up", text, UP, units=[unit.id], data=data, cause=unit.cause or None)
    pilots, stores = [_airman(c) for c in craft], [_stores(c) for c in craft]
    play.send("fighters_up", FightersUp(unit.id, unit.side, unit.last, shown, unit.lost, pilots=pilots, stores=stores), event=index)


def _is_lost(craft: Craft) -> bool:
    """Destroyed, captured, or gone where the scenario gives it no way out."""
    return craft.where in LOST and not craft.exit


def _airman(craft: Craft) -> Airman:
    """The pilot as the board above hears of him."""
    state = state_of(craft)
    return Airman(craft.pilot, craft.gunnery, craft.piloting, craft.missions, craft.type, "" if state == "aboard" else state)


def _stores(craft: Craft) -> Stores:
    """What hangs on its hard points, gone with a craft that is lost."""
    return Stores(craft.type, {**craft.missiles, **craft.bombs, **Counter(craft.pods)}, _is_lost(craft))

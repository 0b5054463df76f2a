"""The end of every phase: pilots who are done with the battle, and units that go back up because it is over."""

from scales.engine import Decision
from scales.interceptor.board import board
from scales.interceptor.damage.damage import P
from scales.interceptor.pilots import debriefing
from scales.interceptor.scenario import ending
from scales.interceptor.state import HERE
from scales.interceptor.transfers.going_up import close_units, go_up


def finish(play: P) -> list[Decision]:
    """Debrief pilots; when the battle is over what came from above goes back up."""
    wind_up(play)
    return []


def wind_up(play: P) -> None:
    state = play.state
    debriefing.debrief(play)
    if not ending.why(state) or not board(state.layout).leviathan:
        return
    for unit in [state.units[id] for id in sorted(state.units)]:
        for craft in [state.craft[id] for id in unit.craft if not unit.closed and state.craft[id].where in HERE]:
            if craft.where == "arriving":
                craft.where = "up"
            else:
                go_up(play, craft)
    close_units(play)

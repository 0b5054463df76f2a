"""Engagements below that end here: their centuries are free again. (designed: engagements)"""

from scales.legatus.state import Clash, LegatusState


def release(state: LegatusState, clash: Clash) -> None:
    """The engagement is over; a result that still comes from below is refused."""
    state.clashes = [c for c in state.clashes if c.id != clash.id]
    state.settled.append(clash.id)
    for id in clash.units:
        state.units[id].engaged = ""

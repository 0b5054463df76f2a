"""What makes a combat mission: a pilot who both fired and was fired at, or who shot somebody down (interceptor: Familiarity).

Fire counts within effective range, by enemy craft and installations; what is fired at or from units on the ground does not, and a mission
against the ground never is one.
"""

from scales.interceptor.damage.condition import kind
from scales.interceptor.state import Craft, State


def shot_at(state: State, firer: str, target: str) -> None:
    """Note that `firer` fires at the craft `target` from where it can hit it; of units on the ground only installations count."""
    if firer in state.craft:
        state.craft[firer].has_fired = True
    elif not any(u.id == firer and u.kind == "installation" for units in state.ground.values() for u in units):
        return
    if target in state.craft:
        state.craft[target].was_fired_at = True


def victims(state: State, craft: Craft) -> list[Craft]:
    """Enemy craft that it has shot down, armed or not; a satellite is none."""
    return [
        v
        for _, v in sorted(state.craft.items())
        if v.by == craft.id and v.where == "destroyed" and v.side != craft.side and not kind(v).is_satellite
    ]


def is_mission(state: State, craft: Craft) -> bool:
    """Has it flown a combat mission on this board?"""
    if craft.mission == "ground" or kind(craft).is_satellite:
        return False
    return (craft.has_fired and craft.was_fired_at) or bool(victims(state, craft))

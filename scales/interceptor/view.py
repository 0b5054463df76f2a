"""What one seat may know: the whole board, but not what enemy craft carry or came for, nor orders given in secret.

Open to all, as the record sheets on a table are: where craft are and how they fly, skills, armor, marks, weapons, missiles in flight, and what
was announced. A seat that plays no side (a spectator) sees that much of everybody.
"""

from dataclasses import dataclass

from msgspec.structs import replace

from scales.engine import At
from scales.interceptor.damage.condition import kind
from scales.interceptor.missiles.ecm import POD, is_jamming
from scales.interceptor.state import Craft, Falling, Shot, State
from scales.messages import GroundTarget


@dataclass(slots=True)
class View:
    """The board as a seat sees it; `sides` are those that it plays."""

    seat: str
    sides: list[str]
    state: State


def view_of(state: State, seat: str) -> View:
    """The board without the loads and missions of others, and without the engine's own notes: inbox, memo, dice, events of other boards.

    A view is read, never written, so that it shares with the state what is the same in both. Its dicts are in the order of their keys, as those
    of a state read back from its bytes are: a bot that is asked after a pause sees no other order.
    """
    seen = replace(state, at=At(state.at.phase, turn=state.at.turn))
    sides = [s.id for s in state.sides if s.seat == seat]
    seen.craft = {id: _seen(state.craft[id], sides) for id in sorted(state.craft)}
    seen.ground = {
        battle: [_seen_below(u, sides) for u in units if not u.hidden or u.side in sides] for battle, units in sorted(state.ground.items())
    }
    seen.battles = dict(sorted(state.battles.items()))
    seen.falling = {id: _seen_falling(each, sides) for id, each in sorted(state.falling.items())}
    seen.loads = {id: units for id, units in sorted(state.loads.items()) if state.craft[id].side in sides}
    seen.missions = [replace(mission, cause=None) for mission in state.missions if mission.side in sides]
    seen.shots = [_seen_shot(shot, sides) for shot in state.shots]
    seen.units = {id: replace(unit, cause="") for id, unit in sorted(state.units.items())}
    return View(seat, sides, seen)


COUNTS = ("missiles", "bombs", "marks", "shorts", "since", "shields")
"""Fields of a craft whose keys come and go."""


def _seen(craft: Craft, sides: list[str]) -> Craft:
    """A craft as these sides know it."""
    copy = replace(craft, cause="")
    if craft.side not in sides and not kind(craft).is_satellite:
        _veil(copy)
    for name in COUNTS:
        if len(counts := getattr(copy, name)) > 1:
            setattr(copy, name, dict(sorted(counts.items())))
    return copy


def _seen_below(unit: GroundTarget, sides: list[str]) -> GroundTarget:
    """A unit on the ground; what it can fire upward is known to its own side alone."""
    return unit if unit.anti_air is None or unit.side in sides else replace(unit, anti_air=None)


def _seen_shot(shot: Shot, sides: list[str]) -> Shot:
    """A missile; the call that javelins of others answer is taken away."""
    if shot.cluster is None or shot.side in sides:
        return shot
    return replace(shot, cluster=replace(shot.cluster, call=""))


def _seen_falling(each: Falling, sides: list[str]) -> Falling:
    """A vehicle that drops from orbit: who rides in it, and how it is, its own side knows."""
    return each if each.side in sides else replace(each, units=[replace(each.units[0], unit={})])


def _veil(craft: Craft) -> None:
    """Take away what only its own side knows of a craft; an ECM pod that runs is noticed by all."""
    craft.missiles, craft.bombs, craft.pods = {}, {}, [POD] if is_jamming(craft) else []
    craft.bare, craft.cargo, craft.cargo_lost = [], [], []
    craft.mission = craft.home = ""

"""What one seat may know: the whole board, but not what enemy craft carry or came for, nor orders given in secret.

Open to all, as the record sheets on a table are: where craft are and how they fly, skills, armor, marks, weapons, missiles in flight, and what
was announced. A seat that plays no side (a spectator) sees that much of everybody.
"""

from dataclasses import dataclass, replace

from scales.codec import clone
from scales.engine import At
from scales.interceptor.damage.condition import kind
from scales.interceptor.missiles.ecm import POD, is_jamming
from scales.interceptor.state import Craft, State


@dataclass(slots=True)
class View:
    """The board as a seat sees it; `sides` are those that it plays."""

    seat: str
    sides: list[str]
    state: State


def view_of(state: State, seat: str) -> View:
    """A private copy without the loads and missions of others, and without the engine's own notes: inbox, memo, dice, events of other boards."""
    copy = clone(state)
    copy.at = At(copy.at.phase, turn=copy.at.turn)
    sides = [s.id for s in state.sides if s.seat == seat]
    for craft in copy.craft.values():
        craft.cause = ""
        if craft.side not in sides and not kind(craft).is_satellite:
            _veil(craft)
    copy.ground = {battle: [u for u in units if not u.hidden or u.side in sides] for battle, units in copy.ground.items()}
    copy.missions = [replace(mission, cause=None) for mission in copy.missions if mission.side in sides]
    for shot in copy.shots:
        if shot.cluster is not None and shot.side not in sides:
            shot.cluster.call = ""
    for unit in copy.units.values():
        unit.cause = ""
    return View(seat, sides, copy)


def _veil(craft: Craft) -> None:
    """Take away what only its own side knows of a craft; an ECM pod that runs is noticed by all."""
    craft.missiles, craft.bombs, craft.pods = {}, {}, [POD] if is_jamming(craft) else []
    craft.bare, craft.cargo, craft.cargo_lost = [], [], []
    craft.mission = craft.home = ""

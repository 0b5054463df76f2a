"""What a missile's head follows (Interceptor: Missiles).

SSS and HELL missiles follow the craft they locked on. A RIS follows a source of radiation: a craft that fired beam weapons in the last combat
phase, or one whose ECM pod runs; when its own falls silent it turns to another, the strongest first, whoever it belongs to. A TGM goes each
minute for the nearest craft that does not answer with its own side's transponder code (designed; what they seek is printed).
"""

from scales.hexes import distance
from scales.interceptor.board import board
from scales.interceptor.missiles.ecm import is_jamming
from scales.interceptor.patrol.halves import nearest
from scales.interceptor.state import Craft, Shot, State
from scales.interceptor.tables import missiles, rule


def radiation(state: State, craft: Craft) -> int:
    """How strongly a craft radiates: 2 an ECM pod that runs, 1 beam weapons fired in the last combat phase, 0 nothing."""
    if is_jamming(craft):
        return 2
    last_combat = state.at.turn - (state.at.phase in ("initiative", "movement"))
    return int(0 < craft.beamed == last_combat)


def has_code(craft: Craft) -> bool:
    """Does it answer with the transponder code of its side?"""
    return not craft.marks.get("computer_transponder")


def may_follow(state: State, shot: Shot, craft: Craft) -> bool:
    """Is a craft something that this missile's head would take?"""
    seeks = missiles()[shot.kind].seeks
    if seeks in ("radiation", "no_code") and craft.id == shot.owner:
        return False
    if seeks == "radiation":
        return radiation(state, craft) > 0
    if seeks == "no_code":
        return craft.side != shot.side or not has_code(craft)
    return craft.id == shot.target


def target_of(state: State, shot: Shot) -> str:
    """Id of what a missile flies at now; '' when it has lost it, or flies at the ground."""
    if not shot.target or missiles()[shot.kind].seeks in ("any", "none"):
        return shot.target
    found = [c for c in state.flying() if may_follow(state, shot, c)]
    if missiles()[shot.kind].seeks == "radiation" and shot.target in [c.id for c in found]:
        return shot.target
    return min(found, key=lambda c: _rank(state, shot, c)).id if (found := _seen(state, shot, found)) else ""


def _seen(state: State, shot: Shot, found: list[Craft]) -> list[Craft]:
    """Those within reach of its sensors, which are as good as those of a craft; it never loses sight of its own target."""
    reach = rule("missiles")["lock_range"]["hexes"]
    return [c for c in found if c.id == shot.target or _away(state, shot, c) <= reach]


def _away(state: State, shot: Shot, craft: Craft) -> int:
    return distance(shot.hex, nearest(board(state.layout), craft, shot.hex), "odd")


def _rank(state: State, shot: Shot, craft: Craft) -> tuple[int, int, bool, str]:
    """The strongest source for a RIS, then the nearest, then the one it flies at."""
    strength = radiation(state, craft) if missiles()[shot.kind].seeks == "radiation" else 0
    return -strength, _away(state, shot, craft), craft.id != shot.target, craft.id

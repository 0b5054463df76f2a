"""Strafing runs over craft on the ground: one hex of a craft is engaged on a run (centurion: Landing or Launching Centurion Units)."""

from collections.abc import Sequence

from msgspec.structs import replace

from scales.centurion.combat.reckoning import Reckoning
from scales.centurion.combat.weapons import boxes, figures
from scales.centurion.state import PARITY, BattleState, Run
from scales.centurion.support import craft_aim, landed_craft
from scales.centurion.support.landed_craft import HALVES
from scales.centurion.support.landed_craft_aim import Half, cover
from scales.engine import Modifier
from scales.hexes import Hex, distance, neighbor, within
from scales.messages import AirHit, GroundAttack


def met(state: BattleState, run: Run, fresh: Sequence[Hex]) -> list[Half]:
    """Halves that a run comes over now, of craft that it has not met before: the bow where both are there."""
    behind = craft_aim.path_of(run)[: run.flown]
    found = []
    for _, landed in sorted(state.landed.items()):
        halves = [Half(landed, half) for half in HALVES]
        before = any(distance(half.hex, place, PARITY) <= 1 for half in halves for place in behind)
        found += [] if before else [half for half in halves if half.hex in fresh][:1]
    return found


def along(state: BattleState, run: Run) -> list[Half]:
    """All that a whole run comes over, in its order: of each craft one hex."""
    found = []
    for flown, place in enumerate(craft_aim.path_of(run)):
        found += met(state, replace(run, flown=flown), within(place, int(figures("air")["corridor_radius"]), PARITY))
    return found


def side_of(half: Half, heading: int) -> str:
    """The side that the run strikes, as it comes toward the half."""
    return landed_craft.facing(half.landed, half.half, neighbor(half.hex, heading + 3, PARITY), painted=False)


def shield(state: BattleState, half: Half, side: str, by: str) -> Modifier:
    """The shield of that side, which is nothing against paint."""
    painters = [state.unit(id) for id in half.landed.painted_by]
    pods = {craft.craft: craft.side for craft in state.air}
    painted = any(unit is not None and unit.side == by for unit in painters) or any(pods.get(id) == by for id in half.landed.painted_by)
    factor = 0 if painted else craft_aim.craft_factor(half.landed.craft.shields, side)
    return Modifier(f"{side.replace('_', ' ')} shield", -factor, "centurion: Target Shield Modifier")


def reckoned(state: BattleState, craft: GroundAttack, half: Half, heading: int) -> Reckoning:
    """What each weapon of the strafing craft rolls against."""
    side = side_of(half, heading)
    return craft_aim.behind(state, [*craft_aim.aimed(craft), *cover(state, half.hex)], shield(state, half, side, craft.side))


def note(craft: GroundAttack, half: Half, heading: int, guns: Sequence[tuple[str, str, tuple[tuple[int, ...], ...]]]) -> None:
    """Hits of the run: id, name and shape of each weapon that struck."""
    side = side_of(half, heading)
    for id, name, marks in guns:
        family = "mdc" if id.startswith("mdc") else "laser"
        half.landed.hits.append(AirHit(craft.craft, id, boxes(marks), side, family, craft.craft_name, name))

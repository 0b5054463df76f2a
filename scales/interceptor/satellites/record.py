"""What a Thor satellite's record sheet shows besides what every craft's shows: javelins left, under way, and called for."""

from scales.codec import plain
from scales.engine import Json
from scales.hexes import Hex
from scales.interceptor.board import board
from scales.interceptor.satellites.hardpoints import CLUSTER, ECM, clusters, loaded
from scales.interceptor.satellites.javelins import under_way
from scales.interceptor.satellites.missions import in_arc, obstacle, spoiled, to_hit_lost
from scales.interceptor.state import Craft, Mount, State
from scales.interceptor.tables import craft_types


def thor(state: State, craft: Craft) -> Json:
    """`spoiled` is what a cluster launched now would lose to hit; `bears` names the ground battles in its arc; calls are known to its side alone."""
    full = [id(mount) for mount in loaded(craft)]
    found: Json = {
        "hard_points": [{"number": n, "holds": _holds(mount, id(mount) in full)} for n, mount in enumerate(craft.mounts)],
        "clusters": {"left": clusters(craft), "of": craft_types()[craft.type].loads[CLUSTER]},
        "spoiled": plain(to_hit_lost(spoiled(craft))),
        "under_way": [
            {"at": board(state.layout).label(shot.hex), "velocity": shot.velocity, "javelins": cluster.javelins, "battle": shot.battle}
            for shot, cluster in under_way(state)
            if shot.owner == craft.id
        ],
        "called_for": [mission.battle for mission in state.missions if mission.side == craft.side],
    }
    if craft.where == "board":
        found["bears"] = _bears(state, craft)
        found["launches"] = obstacle(craft, state.at.turn) or "ready"
    return {"thor": found}


def _holds(mount: Mount, is_full: bool) -> str:
    if mount.gone:
        return "destroyed"
    return "an ECM pod" if mount.weapon == ECM else "three javelins" if is_full else "nothing: used"


def _bears(state: State, craft: Craft) -> list[str]:
    b = board(state.layout)
    return [id for id, battle in sorted(state.battles.items()) if in_arc(b, craft.hex, craft.heading, Hex(battle.column, battle.row))]

"""The ten hard points of a Thor satellite: nine clusters of javelins and an ECM pod (centurion: Thor Satellites, Thor Combat).

How many clusters are left is counted in the craft's missiles, so that it goes with its sheet; the hard points are used in their order.
"""

from scales.interceptor.state import Craft, Mount
from scales.interceptor.tables import craft_types

CLUSTER = "thor_cluster"
JAVELINS = "javelin_hard_point"
ECM = "ecm_hard_point"
POD = "ecm_pod"


def is_satellite(craft: Craft) -> bool:
    return craft_types()[craft.type].is_satellite


def clusters(craft: Craft) -> int:
    """Clusters left."""
    return craft.missiles.get(CLUSTER, 0)


def loaded(craft: Craft) -> list[Mount]:
    """Javelin hard points not yet used and not destroyed."""
    whole = [m for m in craft.mounts if m.weapon == JAVELINS and not m.gone]
    return whole[len(whole) - min(clusters(craft), len(whole)) :]


def exposed(craft: Craft) -> list[Mount]:
    """What a hit on a weapon can find: of a satellite the hard points not yet used and the ECM pod."""
    if not is_satellite(craft):
        return craft.mounts
    return [*loaded(craft), *(m for m in craft.mounts if m.weapon == ECM)]


def lose(craft: Craft, mount: Mount) -> None:
    """A hard point was destroyed, and with it what hung there."""
    if mount.weapon == JAVELINS:
        use(craft)
    settle(craft)


def settle(craft: Craft) -> None:
    """No more clusters than hard points to carry them, and the ECM pod as long as its hard point is whole."""
    if not is_satellite(craft):
        return
    whole = sum(m.weapon == JAVELINS and not m.gone for m in craft.mounts)
    left = min(clusters(craft), whole)
    craft.missiles = {CLUSTER: left} if left else {}
    craft.pods = craft.pods if any(m.weapon == ECM and not m.gone for m in craft.mounts) else []


def use(craft: Craft) -> None:
    """A cluster is gone from its hard point."""
    craft.missiles = {CLUSTER: clusters(craft) - 1} if clusters(craft) > 1 else {}

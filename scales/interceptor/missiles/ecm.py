"""Electronic counter-measures: pods that run and ECM missiles released as decoys (Interceptor: Missiles; centurion: HELL Missile).

A pod runs all the time, unless its craft switches it off while missiles arrive: to let its point defense work, or to be silent. Whoever runs
one is seen to. An ECM missile is released against the missiles of one minute, in place of a launch, and is used up.
"""

from scales.engine import Modifier
from scales.interceptor.state import Craft
from scales.interceptor.tables import Missile, missiles, rule

RULE = "interceptor: Missiles"
POD = "ecm_pod"
DECOY = "ecm_missile"


def is_jamming(craft: Craft) -> bool:
    """Does its ECM pod run?"""
    return POD in craft.pods and (craft.guard is None or craft.guard.ecm == "pod")


def is_luring(craft: Craft) -> bool:
    """Has it released an ECM missile against the missiles of this minute?"""
    return craft.guard is not None and craft.guard.ecm == "missile"


def ecm(missile: Missile, craft: Craft) -> list[Modifier]:
    """What counter-measures of a craft take from a missile's lock-on or intelligence, whichever is rolled; a decoy counts instead of a pod."""
    if not missile.hears_ecm:
        return []
    if is_luring(craft):
        return [Modifier("ECM missile", missiles()[DECOY].ecm, RULE)]
    return [Modifier("ECM pod", rule("missiles")["ecm_pod"], RULE)] if is_jamming(craft) else []

"""The combat phase: results from below, air attacks, the rolls of what is fought on the map, hits and retreats. legatus: Combat Phase"""

from collections.abc import Sequence

from scales.engine import Decision
from scales.legatus.combat import fighting
from scales.legatus.links import engagement, mail
from scales.legatus.state import LegatusState, Plans
from scales.legatus.support import calls, interceptors
from scales.play import Play


def hear(play: Play[LegatusState]) -> Sequence[Decision]:
    """News first, then the engagements that were fought below."""
    mail.take_news(play)
    engagement.take_results(play)
    return ()


def fight(play: Play[LegatusState]) -> Sequence[Decision]:
    """Interception, then all attacks at once, then what they did; squadrons left over strike centuries at low altitude last."""
    state = play.state
    later = interceptors.split_missions(state)
    raids = interceptors.intercept_all(play)
    hits = fighting.attack_all(play)
    hits += interceptors.ground_attacks(play, raids)
    hits += calls.strikes(play)
    fighting.settle_hits(play, hits)
    state.plans.missions = later
    fighting.settle_hits(play, interceptors.low_raids(play))
    state.plans = Plans()
    return ()

"""The combat phase: results from below, air attacks, the rolls of what is fought on the map, hits and retreats. legatus: Combat Phase"""

from collections.abc import Sequence

from scales.engine import Decision
from scales.legatus.combat import attacking, fighting
from scales.legatus.links import engagement, mail
from scales.legatus.state import LegatusState, Plans
from scales.legatus.support import calls, raids
from scales.play import Play


def hear(play: Play[LegatusState]) -> Sequence[Decision]:
    """News first, then the engagements that were fought below."""
    mail.take_news(play)
    engagement.take_results(play)
    return ()


def fight(play: Play[LegatusState]) -> Sequence[Decision]:
    """Attacks of enemies that were not spotted; all others at once, those of squadrons and from orbit too, then what they did."""
    state = play.state
    before = attacking.ambush(play)
    hits = attacking.attack_all(play, before)
    hits += raids.attacks(play, state.plans.missions)
    hits += calls.strikes(play)
    fighting.settle_hits(play, hits)
    # who holds its fire at squadrons does so for the hunt after all combat too
    state.plans = Plans(held=state.plans.held)
    return ()

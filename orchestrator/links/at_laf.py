"""Craft and what flies low or drops below them shoot at each other. (centurion: Attacks at LAF)

Fired by craft in D5 it strikes at once, in D5b; fired back in D6 it strikes in D6b. A battle or board that ended meanwhile takes no damage.
"""

from orchestrator.links.link import Carry

ATTACK_AT_LAF = Carry("attack_at_laf", "centurion", "hits")
FIRE_FROM_LAF = Carry("fire_from_laf", "interceptor", "hits")

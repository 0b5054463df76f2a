"""Patrol class ships go down from Leviathan to the Interceptor board and up again. (leviathan: Patrol Class Ships; option patrol_craft_cross)

Down and up take effect as for fighters: announced at the end of Leviathan movement they appear in D3 of the first minute, announced at the end of
Interceptor movement they are back for launch and combat of the same turn. A ship that finds no open board below stays above with what it carries.
"""

from orchestrator.links.descent import Descent
from orchestrator.links.link import Carry
from scales.codec import typed
from scales.engine import Json
from scales.messages import PatrolDown, PatrolUp


def stays(data: Json) -> PatrolUp:
    """The ship never came down: it is as it was, with all that it carries."""
    news = typed(data, PatrolDown)
    return PatrolUp(news.ship, news.side, news.hex, "back", sheet=news.sheet, cargo=news.cargo)


PATROL_DOWN = Descent("patrol_down", "interceptor", "initiative", up="patrol_up", stays=stays)
PATROL_UP = Carry("patrol_up", "leviathan", "launch")

"""Fighters go down from Leviathan to the Interceptor board and up again. (centurion: Moving Between Leviathan and Interceptor Boards)

Announced at the end of Leviathan movement they appear in D3 of the first minute; announced at the end of Interceptor movement they are
back above for launch and combat of the same turn. A counter destroyed above takes its craft below out of play in the next D3. A unit that finds no
open board below has not gone anywhere: it is told so in E.
"""

from orchestrator.links.descent import Descent
from orchestrator.links.link import Carry
from scales.codec import typed
from scales.engine import Json
from scales.messages import FightersDown, FightersUp


def stays(data: Json) -> FightersUp:
    """None of the unit appeared below."""
    news = typed(data, FightersDown)
    return FightersUp(news.unit, news.side, news.hex, 0, 0, appeared=False)


FIGHTERS_DOWN = Descent("fighters_down", "interceptor", "initiative", up="fighters_up", stays=stays)
FIGHTERS_UP = Carry("fighters_up", "leviathan", "launch")
FIGHTERS_LOST = Carry("fighters_lost", "interceptor", "initiative")

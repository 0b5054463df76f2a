"""Fighters go down from Leviathan to the Interceptor board and up again. (centurion: Moving Between Leviathan and Interceptor Boards)

Announced at the end of Leviathan movement they appear in D3 of the first minute; announced at the end of Interceptor movement they are
back above for launch and combat of the same turn. A counter destroyed above takes its craft below out of play in the next D3. A unit that finds no
open board below has not gone anywhere: it is told so in E.
"""

from orchestrator.links.link import Carry, Deliveries, Due, Scene
from orchestrator.store.records import Sent
from scales.codec import plain, typed
from scales.engine import Delivery, Json
from scales.messages import FightersDown, FightersUp


class Down(Carry):
    """Down to the one open board below, or back to where the unit came from."""

    def deliver(self, message: Sent, scene: Scene) -> Deliveries:
        found = super().deliver(message, scene)
        return _back(message.source, message.message.data, message.cause, scene) if found.struck else found

    def bounce(self, delivery: Delivery, scene: Scene) -> Deliveries:
        return _back(delivery.source, delivery.data, delivery.cause, scene)


def _back(source: str, data: Json, cause: str | None, scene: Scene) -> Deliveries:
    """The unit stays above: none of it appeared below."""
    tick = scene.next_tick("leviathan", "launch")
    if tick is None or source not in scene.everywhere or not scene.everywhere[source].is_open:
        return Deliveries(struck="no board above or below is open for the unit")
    news = typed(data, FightersDown)
    up = FightersUp(news.unit, news.side, news.hex, 0, 0, appeared=False)
    return Deliveries(dues=[Due(source, tick, "fighters_up", plain(up), cause, source)])


FIGHTERS_DOWN = Down("fighters_down", "interceptor", "initiative")
FIGHTERS_UP = Carry("fighters_up", "leviathan", "launch")
FIGHTERS_LOST = Carry("fighters_lost", "interceptor", "initiative")

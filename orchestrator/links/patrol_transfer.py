"""Patrol class ships go down from Leviathan to the Interceptor board and up again. (leviathan: Patrol Class Ships; option patrol_craft_cross)

Down and up take effect as for fighters: announced at the end of Leviathan movement they appear in D3 of the first minute, announced at the end of
Interceptor movement they are back for launch and combat of the same turn. A ship that finds no open board below stays above with what it carries.
"""

from orchestrator.links.link import Carry, Deliveries, Due, Scene
from orchestrator.store.records import Sent
from scales.codec import plain, typed
from scales.engine import Delivery, Json
from scales.messages import PatrolDown, PatrolUp


class Down(Carry):
    """Down to the one open board below, or back to where the ship came from."""

    def deliver(self, message: Sent, scene: Scene) -> Deliveries:
        found = super().deliver(message, scene)
        return _back(message.source, message.message.data, message.cause, scene) if found.struck else found

    def bounce(self, delivery: Delivery, scene: Scene) -> Deliveries:
        return _back(delivery.source, delivery.data, delivery.cause, scene)


def _back(source: str, data: Json, cause: str | None, scene: Scene) -> Deliveries:
    """The ship stays above: it never came down."""
    tick = scene.next_tick("leviathan", "launch")
    if tick is None or source not in scene.everywhere or not scene.everywhere[source].is_open:
        return Deliveries(struck="no board above or below is open for the ship")
    news = typed(data, PatrolDown)
    back = PatrolUp(news.ship, news.side, news.hex, "back", sheet=news.sheet, cargo=news.cargo)
    return Deliveries(dues=[Due(source, tick, "patrol_up", plain(back), cause, source)])


PATROL_DOWN = Down("patrol_down", "interceptor", "initiative")
PATROL_UP = Carry("patrol_up", "leviathan", "launch")

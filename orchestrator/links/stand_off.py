"""Missiles that craft fire from the atmosphere at painted units. (centurion: Stand-Off Attacks)

The battle is told in D6 of the minute in which one is fired, and tells at once if its target is not painted; and in D6 of the minute in which
the missile enters the battlefield hex, where it is the battle's.
"""

from orchestrator.links.link import Carry, Deliveries, Due, Scene
from scales.codec import plain, typed
from scales.engine import Delivery
from scales.messages import StandOff, StandOffLost


class StandOffs(Carry):
    """A missile for a battle that ended meanwhile: one still on its way is told so, one that arrived is lost with the battle."""

    def bounce(self, delivery: Delivery, scene: Scene) -> Deliveries:
        missile = typed(delivery.data, StandOff)
        tick = scene.next_tick("interceptor", "hits")
        if missile.arrives or tick is None:
            return Deliveries(struck="the battle that the missile was for has ended")
        back = StandOffLost(missile.missile, missile.battle, "the battle has ended")
        return Deliveries([Due(delivery.source, tick, "stand_off_lost", plain(back), delivery.cause)])


STAND_OFF = StandOffs("stand_off", "centurion", "combat")
STAND_OFF_LOST = Carry("stand_off_lost", "interceptor", "hits")

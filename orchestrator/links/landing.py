"""Patrol craft bring units to a battle on the ground, and take units up. (centurion: Landing or Launching Centurion Units)

Vehicles dropped at the end of D4 are the battle's at once, in D5b; so is the counter of a craft that lands, while the craft stays the board's above.
What hits it in D6 comes back in D6b, and what is aboard then is the battle's in D2, which says before D4 what the craft carries on. What a battle that ended meanwhile cannot take is aboard its craft again.
"""

from orchestrator.links.link import Carry, Deliveries, Due, Scene
from scales.engine import Delivery


class Units(Carry):
    """Units on their way to a battle that ended meanwhile go back into their craft."""

    def bounce(self, delivery: Delivery, scene: Scene) -> Deliveries:
        tick = scene.next_tick("interceptor", "hits")
        if tick is None or not delivery.source:
            return Deliveries(struck="no interceptor board is in play")
        back = {name: delivery.data[name] for name in ("craft", "battle", "units")}
        return Deliveries([Due(delivery.source, tick, "units_aboard", back, delivery.cause)])


UNITS_DROPPED = Units("units_dropped", "centurion", "hits")
UNITS_LANDED = Units("units_landed", "centurion", "movement")
CRAFT_LANDED = Carry("craft_landed", "centurion", "hits")
CRAFT_TOOK_OFF = Carry("craft_took_off", "centurion", "hits")
FIRE_ON_LANDED = Carry("fire_on_landed", "interceptor", "hits")
UNITS_ABOARD = Carry("units_aboard", "interceptor", "movement")

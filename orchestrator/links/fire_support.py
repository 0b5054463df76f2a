"""Ships lent to a battle on the ground, and what they did there.

Assigned in the spotting phase, at the battle's call for the five minutes that follow; the battle reports before launch and recovery.
(leviathan: Naval Fire Support and Centurion, Full Leviathan/Centurion Integration)
"""

from orchestrator.links.link import Carry, Deliveries, Due, Scene
from scales.engine import Delivery


class FireSupport(Carry):
    """A ship assigned to a battle that ended meanwhile is told so: it fired nothing and is free."""

    def bounce(self, delivery: Delivery, scene: Scene) -> Deliveries:
        tick = scene.next_tick("leviathan", "launch")
        if tick is None:
            return Deliveries(struck="no leviathan board is in play")
        data = delivery.data
        back = {"ship": data["ship"], "battle": data["battle"], "shots": 0, "open_call": False, "missiles_fired": False}
        return Deliveries([Due(delivery.source, tick, "fire_support_report", back, delivery.cause)])


FIRE_SUPPORT = FireSupport("fire_support", "centurion", "initiative")
FIRE_SUPPORT_REPORT = Carry("fire_support_report", "leviathan", "launch")

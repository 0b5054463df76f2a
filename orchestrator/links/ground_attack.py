"""Fighters attack the ground and are shot at. (centurion: Fighter Ground Missions, Strafing, Dive Bombing, Return Fire)

Announced at the end of D4, resolved by Centurion in D6 of the same minute; what the craft took is applied by Interceptor right after.
"""

from orchestrator.links.link import Carry, Deliveries, Due, Scene
from scales.engine import Delivery


class GroundAttack(Carry):
    """An attack on a battle that ended meanwhile comes to nothing: the craft is given back unhurt."""

    def bounce(self, delivery: Delivery, scene: Scene) -> Deliveries:
        tick = scene.next_tick("interceptor", "hits")
        if tick is None:
            return Deliveries(struck="no interceptor board is in play")
        back = {"craft": delivery.data["craft"], "battle": delivery.data["battle"], "hits": [], "bombs_used": {}}
        return Deliveries([Due(delivery.source, tick, "return_fire", back, delivery.cause)])


GROUND_ATTACK = GroundAttack("ground_attack", "centurion", "combat")
RETURN_FIRE = Carry("return_fire", "interceptor", "hits")

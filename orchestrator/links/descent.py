"""What goes down from the Leviathan board and stays above where no board below is open."""

from collections.abc import Callable
from dataclasses import dataclass

from orchestrator.links.link import Carry, Deliveries, Due, Scene
from orchestrator.store.records import Sent
from scales.codec import plain
from scales.engine import Delivery, Json


@dataclass
class Descent(Carry):
    """Down to the one open board below, or back to where it came from: there `stays`, made of what went down, is told by a message of kind `up`."""

    up: str = ""
    stays: Callable[[Json], object] = plain

    def deliver(self, message: Sent, scene: Scene) -> Deliveries:
        found = super().deliver(message, scene)
        return self._back(message.source, message.message.data, message.cause, scene) if found.struck else found

    def bounce(self, delivery: Delivery, scene: Scene) -> Deliveries:
        return self._back(delivery.source, delivery.data, delivery.cause, scene)

    def _back(self, source: str, data: Json, cause: str | None, scene: Scene) -> Deliveries:
        tick = scene.next_tick("leviathan", "launch")
        if tick is None or source not in scene.everywhere or not scene.everywhere[source].is_open:
            return Deliveries(struck=f"no board above or below is open for {data['name']}")
        return Deliveries(dues=[Due(source, tick, self.up, plain(self.stays(data)), cause, source)])

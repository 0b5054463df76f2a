"""The post office: asks the links, in a fixed order, what a closing row sends where."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from orchestrator.errors import LinkFailed
from orchestrator.links.link import Deliveries, Due, Link, Scene
from orchestrator.store.records import BattlePlan, Routed, Sent
from scales.engine import Delivery, Event

RULE = "imperator: links"


@dataclass(slots=True)
class Sorted:
    """What came of asking the links: messages with their ids, battles to open and to end, notes."""

    messages: list[Routed] = field(default_factory=list)
    openings: list[BattlePlan] = field(default_factory=list)
    closings: list[str] = field(default_factory=list)
    notes: list[Event] = field(default_factory=list)

    def take(self, deliveries: Deliveries) -> None:
        self.openings += deliveries.openings
        self.closings += deliveries.closings
        self.notes += deliveries.notes


class Post:
    """The links of a campaign, each kind of message with one."""

    def __init__(self, links: Sequence[Link]) -> None:
        self.links = list(links)
        self._by_kind: dict[str, Link] = {}
        for link in links:
            for kind in link.carries():
                if kind in self._by_kind:
                    raise LinkFailed(f"two links carry {kind}")
                self._by_kind[kind] = link

    def link(self, kind: str) -> Link:
        if kind not in self._by_kind:
            raise LinkFailed(f"no link carries {kind}")
        return self._by_kind[kind]

    def deliver(self, messages: Iterable[Sent], scene: Scene) -> Sorted:
        """Messages that left boards of the scene's theatre, in the order given."""
        out = Sorted()
        for sent in messages:
            deliveries = self.link(sent.message.kind).deliver(sent, scene)
            out.take(deliveries)
            if deliveries.struck:
                delivery = Delivery(sent.id, sent.message.kind, sent.source, sent.message.data, sent.cause)
                out.messages.append(Routed(delivery, sent.message.battle, sent.tick, sent.tick, deliveries.struck))
            self._send(out, deliveries.dues, sent.id, scene)
        return out

    def hooks(self, scene: Scene, *, before: bool) -> Sorted:
        """What the links do of themselves, after a row or before one."""
        out = Sorted()
        for link in self.links:
            deliveries = link.before_row(scene) if before else link.after_row(scene)
            out.take(deliveries)
            if deliveries.dues:
                name = f"{scene.theatre.id}@{scene.tick}{'<' if before else '>'}{len(out.messages)}"
                self._send(out, deliveries.dues, name, scene, before=before)
        return out

    def bounce(self, routed: Routed, scene: Scene) -> Sorted:
        """A delivery whose board has ended: it goes back or is struck off, and the log says so."""
        out = Sorted()
        deliveries = self.link(routed.delivery.kind).bounce(routed.delivery, scene)
        out.take(deliveries)
        if not deliveries.dues:
            out.notes.append(_struck(routed, deliveries.struck or "nobody wants it back"))
        self._send(out, deliveries.dues, f"{routed.delivery.id}~", scene)
        return out

    def _send(self, out: Sorted, dues: Sequence[Due], name: str, scene: Scene, *, before: bool = False) -> None:
        for n, due in enumerate(dues):
            id = name if len(dues) == 1 else f"{name}/{n}"
            routed = Routed(Delivery(id, due.kind, due.source, due.data, due.cause), due.battle, scene.tick, due.tick)
            if due.tick < scene.tick or (due.tick == scene.tick and not before):
                raise LinkFailed(f"{due.kind} {id} would take effect in row {due.tick}, which is over")
            out.messages.append(routed)


def _struck(routed: Routed, reason: str) -> Event:
    delivery = routed.delivery
    text = f"A message from {delivery.source or 'the theatre'} to {routed.battle} ({delivery.kind}) was struck off: {reason}."
    data = {"message": delivery.id, "kind": delivery.kind, "reason": reason}
    return Event("message_struck", text, RULE, data, seen_by=[], cause=delivery.cause)

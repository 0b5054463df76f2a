"""Whether single dice follow from a campaign's secret, for those who read its log; `orchestrator.history.verify` checks whole campaigns."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from orchestrator.history.lineage import Lineage
from orchestrator.readers.seeing import Projection
from orchestrator.rulings import AMEND
from orchestrator.store.records import CampaignRecord, Place
from scales.dice import face, phase_key


@dataclass
class Checker:
    """The dice of one timeline. `read_all` gives everything that was logged there, `read_phases` the kind and phase of every step."""

    record: CampaignRecord
    lineage: Lineage
    read_all: Callable[[], Projection]
    read_phases: Callable[[], dict[tuple[str, int], tuple[str, int]]]

    @cached_property
    def _all(self) -> Projection:
        return self.read_all()

    @cached_property
    def _phases(self) -> dict[tuple[str, int], tuple[str, int]]:
        return self.read_phases()

    def indexes(self, place: Place) -> list[int]:
        """The places of an event's dice among those of its phase."""
        return [roll.index for roll in self._all.seen[self._all.numbers[str(place)] - 1].event.rolls]

    def follows(self, place: Place, tick: int, index: int, sides: int, value: int) -> bool | None:
        """Whether a die shows what the secret says; None if another campaign rolled it, whose secret is not known yet."""
        stretch = self.lineage.at(tick)
        if stretch.commitment and not stretch.secret:
            return None
        kind, phase_no = self._phases.get((place.battle, place.version), ("", 0))
        number, stream = (place.version, "ruling") if kind == AMEND else (phase_no, "dice")
        secret = bytes.fromhex(stretch.secret) if stretch.commitment else self.record.secret
        key = phase_key(secret, stretch.timeline, place.battle, number, stream)
        return sides >= 1 and face(key, index, sides) == value

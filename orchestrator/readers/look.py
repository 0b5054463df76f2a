"""A reader in front of a campaign at one moment: everything that answers are made of, already without what is hidden from that reader."""

from dataclasses import dataclass, field
from functools import cached_property

from campaigns.schema import Campaign
from orchestrator.errors import NotFound
from orchestrator.readers.pulse import Pulse
from orchestrator.readers.seeing import Eyes, Names, Projection, Seen
from orchestrator.readers.shown import BattleLine, BattleSide, EventShown, RollShown, TimeShown, UnitLine
from orchestrator.readers.verifying import Checker
from orchestrator.readers.viewing import Sight, sides_of
from orchestrator.sequence import Sequence, sequence
from orchestrator.store.records import CampaignRecord
from orchestrator.store.writing import ENDED
from scales.codec import plain
from scales.engine import Fate, Report


@dataclass
class Look:
    """What `eyes` have before them, as it stands at the `pulse`. Others may let `seen` grow meanwhile: this look goes up to `upto`."""

    record: CampaignRecord
    pulse: Pulse
    eyes: Eyes
    seen: Projection
    sights: dict[str, Sight]
    checker: Checker
    upto: int
    reports: dict[str, Report] = field(default_factory=dict)

    @cached_property
    def sequence(self) -> Sequence:
        return sequence(self.record.plan.scales)

    @cached_property
    def file(self) -> Campaign | None:
        """The campaign's file; a plan that was made without one has none."""
        return Campaign.model_validate(self.record.plan.file) if self.record.plan.file else None

    @cached_property
    def names(self) -> Names:
        return Names([*self.sights, *(theatre.id for theatre in self.record.plan.theatres)])

    @property
    def has_ended(self) -> bool:
        return self.pulse.status == ENDED

    def time(self, tick: int) -> TimeShown:
        """A row of the turn sequence."""
        if tick < 0:
            return TimeShown(0, 0, "", "", "", -1)
        row = self.sequence.row(tick)
        return TimeShown(self.sequence.turn(tick), self.sequence.minute(tick), row.letter, row.scale, row.phase, tick)

    def now(self) -> TimeShown:
        """The row to be played next; in the end the last one."""
        return self.time(self.pulse.tick - 1 if self.has_ended else self.pulse.tick)

    # ---- boards ---------------------------------------------------------------------------------------------------

    def sight(self, battle: str) -> Sight:
        if battle not in self.sights:
            raise NotFound(f"there is no battle {battle!r} in campaign {self.record.id}")
        return self.sights[battle]

    def report(self, battle: str) -> Report:
        if battle not in self.reports:
            self.reports[battle] = self.sights[battle].report()
        return self.reports[battle]

    def line(self, battle: str) -> BattleLine:
        """A battle in a list."""
        record, report = self.sight(battle).record, self.report(battle)
        sides = [BattleSide(s["id"], report.effective.get(s["id"], 0), report.points.get(s["id"], 0)) for s in sides_of(record)]
        objectives, over = report.objectives, (report.outcome, report.winner)
        is_on_table = battle in self.pulse.tables
        return BattleLine(battle, record.theatre, record.scale, record.status, report.turn, sides, objectives, *over, is_on_table)

    def units(self) -> list[tuple[UnitLine, Fate]]:
        """Every unit on every board that shows it, by battle and id."""
        return [(self._unit(battle, id, fate), fate) for battle in self.sights for id, fate in sorted(self.report(battle).fates.items())]

    def _unit(self, battle: str, id: str, fate: Fate) -> UnitLine:
        record = self.sights[battle].record
        return UnitLine(id, battle, record.theatre, record.scale, record.status, fate.side, fate.name, fate.status, fate.by)

    # ---- the log --------------------------------------------------------------------------------------------------

    @cached_property
    def told(self) -> list[Seen]:
        return self.seen.seen[: self.upto]

    def scale_of(self, battle: str) -> str:
        """The scale of a board; '' for what the campaign noted itself."""
        return self.sights[battle].record.scale if battle in self.sights else ""

    def theatre_of(self, battle: str) -> str:
        return self.sights[battle].record.theatre if battle in self.sights else battle

    def event(self, seen: Seen) -> EventShown:
        """An event as it is told to the reader."""
        event, place = seen.event, self.seen.places[seen.number - 1]
        shown = EventShown(
            number=seen.number,
            battle=seen.battle,
            theatre=self.theatre_of(seen.battle),
            scale=self.scale_of(seen.battle),
            time=self.time(seen.tick),
            kind=event.kind,
            text=event.text,
            rule=event.rule,
            data=self.names.hide(plain(event.data), self.seen),
            units=event.units,
            checks=event.checks,
            rolls=self.rolls(seen),
            cause=None if event.cause is None else int(event.cause),
        )
        if self.eyes.everything:
            shown.id, shown.seen_by = str(place), event.seen_by
        return shown

    def rolls(self, seen: Seen) -> list[RollShown]:
        """The dice of an event; their places in their phase, and whether they follow from the secret, once that may be known."""
        if not seen.event.rolls:
            return []
        if not (self.eyes.everything or self.has_ended):
            return [RollShown(roll.sides, roll.value, roll.why, None, None) for roll in seen.event.rolls]
        place = self.seen.places[seen.number - 1]
        return [
            RollShown(roll.sides, roll.value, roll.why, index, self.checker.follows(place, seen.tick, index, roll.sides, roll.value))
            for roll, index in zip(seen.event.rolls, self.checker.indexes(place), strict=True)
        ]

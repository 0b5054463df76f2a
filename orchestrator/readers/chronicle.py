"""The log as each reader sees it, kept in memory and read on from where it was read to: for pages, streams and statistics.

The least recently read timelines are forgotten; all of it can be read again.
"""

import threading
from dataclasses import dataclass, field

from sqlalchemy import and_, select

from orchestrator.readers.kept import Kept
from orchestrator.readers.seeing import Eyes, Projection
from orchestrator.store.database import Database
from orchestrator.store.models import Timeline as TimelineTable
from orchestrator.store.models import table
from orchestrator.store.reading import LoggedEvent, Reading
from orchestrator.store.writing import STEP

TIMELINE = table(TimelineTable)
TIMELINES_KEPT = 16
EYES_KEPT = 12


@dataclass
class _Read:
    """A timeline as far as it was read; `seq` is the number of the last event."""

    seq: int = 0
    events: list[LoggedEvent] = field(default_factory=list)
    projections: Kept[Eyes, Projection] = field(default_factory=lambda: Kept(EYES_KEPT))
    lock: threading.Lock = field(default_factory=threading.Lock)


@dataclass(slots=True, frozen=True)
class Branch:
    """A timeline: from where in the turn sequence it left its parent (None for the first), and why. `tick` is its own first row."""

    timeline: int
    parent: int | None
    tick: int
    reason: str
    opened_utc: str


class Chronicles:
    """What every reader has seen of every campaign."""

    def __init__(self, reading: Reading, database: Database) -> None:
        self._reading, self._database = reading, database
        self._read: Kept[tuple[str, int], _Read] = Kept(TIMELINES_KEPT)

    def seen(self, campaign: str, timeline: int, eyes: Eyes) -> Projection:
        """What a reader has seen up to this moment. It only ever grows: whoever holds it reads on by number."""
        read = self._read.get((campaign, timeline), _Read)
        with read.lock:
            for seq, event in self._reading.events(campaign, timeline, read.seq):
                read.seq = seq
                read.events.append(event)
            projection = read.projections.get(eyes, lambda: Projection(eyes))
            projection.extend(read.events[projection.taken :])
        return projection

    def branches(self, campaign: str) -> list[Branch]:
        """The timelines of a campaign, the first one first."""
        query = select(TIMELINE).where(TIMELINE.c.campaign == campaign).order_by(TIMELINE.c.timeline)
        with self._database.read() as connection:
            rows = connection.execute(query).all()
        return [Branch(row.timeline, row.parent, row.branched_at, row.reason, row.opened_utc) for row in rows]

    def branch_tick(self, campaign: str, old: int, new: int) -> int | None:
        """The row from which on a timeline differs from an older one that it goes back to; None if they have nothing in common."""
        branches = {branch.timeline: branch for branch in self.branches(campaign)}
        tick: int | None = None
        at: int | None = new
        while at is not None and at in branches and at != old:
            tick = branches[at].tick if tick is None else min(tick, branches[at].tick)
            at = branches[at].parent
        return tick if at == old else None

    def phases(self, campaign: str, timeline: int) -> dict[tuple[str, int], tuple[str, int]]:
        """The kind and the running number of the phase of every step, by battle and version: what its dice are keyed by."""
        here = and_(STEP.c.campaign == campaign, STEP.c.timeline == timeline)
        with self._database.read() as connection:
            rows = connection.execute(select(STEP.c.battle, STEP.c.version, STEP.c.kind, STEP.c.phase_no).where(here)).all()
        return {(row.battle, row.version): (row.kind, row.phase_no) for row in rows}

"""A campaign as one JSON document: everything that is needed to verify or replay it elsewhere.

It holds the whole truth of the game and is therefore the GM's until the end; secrets, the campaign's own and those of campaigns that it was
forked from, are in it only once they are revealed.
"""

from dataclasses import dataclass, field, replace

import msgspec

from orchestrator.history import digest
from orchestrator.history.lineage import Lineage, Stretch
from orchestrator.store.reading import LoggedEvent, LoggedMessage, LoggedRow, LoggedStep, Reading
from orchestrator.store.records import CampaignPlan
from scales.codec import decode, encode
from scales.engine import Json

FORMAT = 2
"""Format 1 knew no lineage: its campaigns were never gone back in. It is read as what it is, one whose lineage is empty."""


@dataclass(slots=True)
class ExportedBattle:
    """A board: from its set-up the log leads to `version`, where its chain has the head `head`."""

    battle: str
    theatre: str
    scale: str
    setup: Json
    version: int
    head: str


@dataclass(slots=True)
class Exported:
    """A campaign with its log. `tick` is the row to be played next; `secret` is hexadecimal, or empty before the end.

    `lineage` and `reason`: who rolled the dice of the past, and why the present timeline was opened (`orchestrator.history.lineage`).
    """

    imperator_export: int
    campaign: str
    plan: CampaignPlan
    seats: dict[str, str]
    status: str
    timeline: int
    tick: int
    commitment: str
    secret: str
    digest: str
    result: Json | None
    battles: list[ExportedBattle]
    steps: list[LoggedStep]
    events: list[LoggedEvent]
    rows: list[LoggedRow]
    messages: list[LoggedMessage]
    lineage: list[Stretch] = field(default_factory=list)
    reason: str = ""

    @property
    def history(self) -> Lineage:
        return Lineage(self.lineage, self.timeline, self.reason)


def export(reading: Reading, id: str, *, with_secret: bool = False) -> Exported:
    """The campaign as the store has it; `with_secret` is for our own checks of a campaign that goes on."""
    record = reading.campaign(id)
    log, lineage = reading.log(id, record.timeline), reading.lineage(id, record.timeline)
    heads = {theatre.id: digest.start(theatre.id) for theatre in record.plan.theatres} | {row.theatre: row.head for row in log.rows}
    return Exported(
        imperator_export=FORMAT,
        campaign=record.id,
        plan=record.plan,
        seats=record.seats,
        status=record.status,
        timeline=record.timeline,
        tick=record.tick,
        commitment=record.commitment,
        secret=record.secret.hex() if record.is_revealed or with_secret else "",
        digest=digest.campaign_digest(heads),
        result=record.result,
        battles=[ExportedBattle(b.battle, b.theatre, b.scale, b.setup, b.version, b.head) for b in log.battles],
        steps=log.steps,
        events=log.events,
        rows=log.rows,
        messages=log.messages,
        lineage=[_told(reading, stretch, with_secret=with_secret) for stretch in lineage.past],
        reason=lineage.reason,
    )


def _told(reading: Reading, stretch: Stretch, *, with_secret: bool) -> Stretch:
    """A stretch with the secret of the campaign that rolled its dice, if this database has that campaign and it has ended."""
    if not stretch.commitment or stretch.secret:
        return stretch
    return replace(stretch, secret=reading.secret(stretch.commitment, is_revealed=not with_secret))


def to_json(document: Exported) -> bytes:
    return encode(document)


def from_json(data: bytes) -> Exported:
    """Read an export of this or an older format; raises `msgspec.ValidationError` for what is none."""
    document = decode(data, Exported)
    if not 1 <= document.imperator_export <= FORMAT:
        raise msgspec.ValidationError(f"the export has format {document.imperator_export}, this Imperator reads 1 to {FORMAT}")
    document.imperator_export = FORMAT
    return document

"""A campaign as one JSON document: everything that is needed to verify or replay it elsewhere.

It holds the whole truth of the game and is therefore the GM's until the end; the secret is in it only once it is revealed.
"""

from dataclasses import dataclass

from orchestrator import digest
from orchestrator.reading import LoggedEvent, LoggedMessage, LoggedRow, LoggedStep, Reading
from orchestrator.records import CampaignPlan
from scales.codec import decode, encode
from scales.engine import Json

FORMAT = 1


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
    """A campaign with its log. `tick` is the row to be played next; `secret` is hexadecimal, or empty before the end."""

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


def export(reading: Reading, id: str, *, with_secret: bool = False) -> Exported:
    """The campaign as the store has it; `with_secret` is for our own checks of a campaign that goes on."""
    record = reading.campaign(id)
    log = reading.log(id, record.timeline)
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
    )


def to_json(document: Exported) -> bytes:
    return encode(document)


def from_json(data: bytes) -> Exported:
    """Read an export; raises `msgspec.ValidationError` for what is none."""
    return decode(data, Exported)

"""A campaign's history: going back in it, going on from it elsewhere, bringing one in, and deleting one."""

from pathlib import Path
from typing import Annotated

import typer

from api.commands.console import DEFAULT_DB, AsJson, CampaignId, Db, Refused, Seed, note, say, say_json, table
from api.commands.root import find_id, open_campaigns
from orchestrator.campaign import Campaigns
from orchestrator.history.importing import BYTES_AT_MOST
from orchestrator.people.people import People
from orchestrator.rows import row_of
from orchestrator.sequence import sequence

ROW = "TICK|TURN:ROW|TURN:LETTER[:MINUTE]"
NAMES = "its number, or the turn with the row's number (from 1) or letter, as in 3:D6b, and the minute if it comes several times"

Reason = Annotated[str, typer.Option("--reason", help="Why; everybody can read it.")]
Row = Annotated[str, typer.Option("--to", metavar=ROW, help=f"The row to be played next: {NAMES}.")]
Gm = Annotated[
    str | None, typer.Option("--gm", metavar="PERSON", help="Who is to be its GM: a person's id, as 'imperator people' shows it.")
]
ForkRow = Annotated[str | None, typer.Option("--at", metavar=ROW, help=f"The row to go on from, else where the campaign stands: {NAMES}.")]


def rewind(id: CampaignId, to: Row, reason: Reason, db: Db = DEFAULT_DB, as_json: AsJson = False) -> None:
    """Take a campaign back to how it stood before a row; what follows is played anew, with other dice."""
    campaigns = open_campaigns(db)
    found = find_id(campaigns, id)
    campaigns.rewind(found, row_of(campaigns.reading.campaign(found), to), reason)
    _say(campaigns, found, f"Campaign {found} was taken back", as_json=as_json)


def fork(
    id: CampaignId,
    at: ForkRow = None,
    reason: Reason = "forked",
    seed: Seed = None,
    gm: Gm = None,
    db: Db = DEFAULT_DB,
    as_json: AsJson = False,
) -> None:
    """Begin a campaign that goes on from a row of another, with a secret of its own."""
    campaigns = open_campaigns(db)
    _known(campaigns, gm)
    parent = find_id(campaigns, id)
    tick = None if at is None else row_of(campaigns.reading.campaign(parent), at)
    child = campaigns.fork(parent, tick, reason, seed=seed)
    _say(campaigns, child, f"Campaign {child} goes on from campaign {parent}", as_json=as_json)
    _let_in(campaigns, child, gm)


def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An exported campaign.")],
    gm: Gm = None,
    db: Db = DEFAULT_DB,
    as_json: AsJson = False,
) -> None:
    """Bring in an exported campaign: it is checked and played again before anything of it is stored."""
    document = _bytes(file)
    campaigns = open_campaigns(db, create=True)
    _known(campaigns, gm)
    id = campaigns.import_(document)
    _say(campaigns, id, f"Campaign {id} was brought in", as_json=as_json)
    _let_in(campaigns, id, gm)


def delete(
    id: CampaignId,
    confirm: Annotated[str, typer.Option("--confirm", metavar="NAME", help="The campaign's name: it is deleted for good.")],
    db: Db = DEFAULT_DB,
    as_json: AsJson = False,
) -> None:
    """Delete a campaign and all that belongs to it."""
    campaigns = open_campaigns(db)
    found = find_id(campaigns, id)
    campaigns.delete(found, confirm)
    if as_json:
        say_json({"deleted": found})
    else:
        say(f"Campaign {found} was deleted.")


def timelines(id: CampaignId, db: Db = DEFAULT_DB, as_json: AsJson = False) -> None:
    """The timelines of a campaign: where each branched off, when, and why."""
    campaigns = open_campaigns(db)
    found = find_id(campaigns, id)
    present, opened = campaigns.reading.campaign(found), campaigns.timelines(found)
    if as_json:
        say_json({"campaign": found, "present": present.timeline, "timelines": opened})
        return
    turns = sequence(present.plan.scales)
    rows = [
        (
            f"{each.number}{' *' if each.number == present.timeline else ''}",
            "" if each.parent is None else each.parent,
            "" if each.branched_at < 0 else f"{turns.turn(each.branched_at)}:{turns.row(each.branched_at).index + 1}",
            each.opened_utc[:16].replace("T", " "),
            each.reason,
        )
        for each in opened
    ]
    say(table(("timeline", "of", "from row", "opened (UTC)", "reason"), rows))


def _say(campaigns: Campaigns, id: str, text: str, *, as_json: bool) -> None:
    record, status = campaigns.reading.campaign(id), campaigns.show(id)
    turns = sequence(record.plan.scales)
    row = turns.row(record.tick)
    if as_json:
        facts = {"id": id, "status": status.status, "timeline": record.timeline, "tick": record.tick, "turn": status.turn}
        say_json(facts | {"digest": status.digest, "commitment": record.commitment})
    elif status.status == "ended":
        say(f"{text}; it has ended. Digest {status.digest}")
    else:
        say(f"{text}; turn {turns.turn(record.tick)}, row {row.index + 1} ({row.letter}, {row.scale} {row.phase}) is played next.")


def _known(campaigns: Campaigns, gm: str | None) -> None:
    """Raises NotFound before anything is made for a GM who is not there."""
    if gm is not None:
        People(campaigns.store.database).persons.get(gm)


def _let_in(campaigns: Campaigns, id: str, gm: str | None) -> None:
    """Who reaches a new campaign over HTTP: its GM, if one was named, else nobody yet."""
    if gm is None:
        note(f"imperator: nobody reaches it over HTTP yet; invite a GM: imperator invite {id} --role gm")
    else:
        People(campaigns.store.database).make_gm(id, gm)


def _bytes(file: Path) -> bytes:
    try:
        if file.stat().st_size > BYTES_AT_MOST:
            raise Refused(f"{file} is larger than any campaign ({BYTES_AT_MOST >> 20} MB)")
        return file.read_bytes()
    except OSError as error:
        raise Refused(f"{file} cannot be read: {error.strerror}") from error

"""Can a campaign be believed? Its chains, its dice, and whether it comes out the same when it is played again."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from api.commands.console import DEFAULT_DB, AsJson, CampaignId, Db, Refused, note, say, say_json
from api.commands.files import write_whole
from api.commands.root import find_id, judge, open_campaigns
from orchestrator.campaign import Campaigns
from orchestrator.errors import ReplayDiffers
from orchestrator.history.export import Exported, from_json, to_json
from orchestrator.history.verify import Verdict
from orchestrator.links.every import every_link
from orchestrator.store.writing import Store
from scales.engine import Json

MAX_BYTES = 1 << 30
IdOrFile = Annotated[str, typer.Argument(metavar="ID|FILE", help="A campaign of the database, an exported campaign, or a database file.")]
Expected = Annotated[str, typer.Option("--digest", help="The digest that was known before.")]


def verify(source: IdOrFile, digest: Expected = "", db: Db = DEFAULT_DB, as_json: AsJson = False) -> None:
    """Check chains and dice; the first event that was altered, removed or rolled otherwise is named."""
    verdicts = [(name, campaigns.verify(what, digest)) for name, campaigns, what in _sources(source, db)]
    if as_json:
        facts = [_facts(name, verdict) for name, verdict in verdicts]
        say_json(facts[0] if len(facts) == 1 else {"ok": all(f["ok"] for f in facts), "campaigns": facts})
    for name, verdict in verdicts:
        if verdict.faults:
            note(f"imperator: campaign {name} does not verify: {verdict.faults[0]}")
        elif not as_json:
            dice = f"{verdict.dice} dice follow from the secret" if verdict.dice else "its dice can be checked at the end"
            say(f"Campaign {name} verifies: {verdict.events} events in {verdict.rows} rows, {dice}; digest {verdict.digest}")
    if any(verdict.faults for _, verdict in verdicts):
        raise typer.Exit(1)


def replay(id: IdOrFile, db: Db = DEFAULT_DB, as_json: AsJson = False) -> None:
    """Compute a campaign again from its plan, its secret and its orders, and compare every step."""
    verdicts = [(name, campaigns.replay(what)) for name, campaigns, what in _sources(id, db)]
    if not verdicts:
        raise ReplayDiffers(f"{id} holds no campaign")
    if as_json:
        facts = [_facts(name, verdict) for name, verdict in verdicts]
        say_json(facts[0] if len(facts) == 1 else {"ok": True, "campaigns": facts})
        return
    for name, verdict in verdicts:
        say(f"Campaign {name} comes out the same: {verdict.events} events in {verdict.rows} rows; digest {verdict.digest}")


def export(
    id: CampaignId,
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="Where to write it; else it is printed.")] = None,
    db: Db = DEFAULT_DB,
) -> None:
    """A campaign with its log as one JSON document, to verify or replay elsewhere. It is the GM's until the campaign has ended."""
    campaigns = open_campaigns(db)
    document = to_json(campaigns.export(find_id(campaigns, id)))
    if file is None:
        say(document.decode())
        return
    write_whole(file, document)
    say(f"Written: {file}")


def _facts(name: str, verdict: Verdict) -> Json:
    return {
        "campaign": name,
        "ok": verdict.is_sound,
        "faults": verdict.faults,
        "events": verdict.events,
        "dice": verdict.dice,
        "rows": verdict.rows,
        "digest": verdict.digest,
    }


def _sources(source: str, db: str) -> list[tuple[str, Campaigns, str | Exported]]:
    """What to check: (name, the campaigns it belongs to, id or document)."""
    path = Path(source)
    if not path.is_file():
        campaigns = open_campaigns(db)
        id = find_id(campaigns, source)
        return [(id, campaigns, id)]
    if _begins(path).startswith(b"SQLite format 3"):
        campaigns = open_campaigns(source)
        return [(status.id, campaigns, status.id) for status in campaigns.all()]
    document = _document(path)
    return [(document.campaign, Campaigns(Store("sqlite://"), every_link(), judge), document)]


def _begins(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(16)
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}") from error


def _document(path: Path) -> Exported:
    if path.stat().st_size > MAX_BYTES:
        raise Refused(f"{path} is larger than any campaign ({MAX_BYTES >> 20} MB)")
    try:
        return from_json(path.read_bytes())
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(f"{path} is neither an exported campaign nor a database: {error}") from error

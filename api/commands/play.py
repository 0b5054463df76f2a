"""Playing campaigns: begin one, go on with one."""

from pathlib import Path
from typing import Annotated

import typer

from api.commands.account import Account
from api.commands.console import DEFAULT_DB, DEFAULT_REDIS, AsJson, CampaignId, Db, Redis, Refused, Seed, note, progress, say, say_json
from api.commands.library import Source
from api.commands.root import Workers, WorkersOption, back_end, find_id, open_campaigns
from api.commands.summary import final_tables, names_of_sides, result_text, summary
from orchestrator.campaign import Campaigns
from orchestrator.campaign import Progress as Row
from workers.backend import BackEnd

Turns = Annotated[int | None, typer.Option("--turns", min=1, help="Stop when so many turns of the largest scale have been played.")]
Person = Annotated[
    list[str] | None, typer.Option("--person", metavar="SEAT", help="Leave a seat to a person; may be given more than once.")
]
Out = Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Write a report with maps into this folder.")]


def run(
    source: Source,
    seed: Seed = None,
    turns: Turns = None,
    workers: WorkersOption = Workers.INLINE,
    redis: Redis = DEFAULT_REDIS,
    db: Db = DEFAULT_DB,
    person: Person = None,
    as_json: AsJson = False,
    out: Out = None,
) -> None:
    """Play a campaign from its beginning, to its end or until a person must answer."""
    from campaigns.library import find
    from orchestrator.planning import plan_of
    from scales.engines import engine

    _writable(out)
    plan = plan_of(find(source, engine))
    with back_end(workers, redis) as computing:
        campaigns = open_campaigns(db, create=True)
        id = campaigns.create(plan, dict.fromkeys(person or [], "person"), seed=seed)
        if not as_json:
            say(f"Campaign {id}: {plan.file.get('title', plan.name)}")
            say(f"Commitment to its dice: {campaigns.reading.campaign(id).commitment}")
        _play(campaigns, id, computing, turns, as_json=as_json)
    _finish(campaigns, id, as_json=as_json, out=out, seed=seed)


def resume(
    id: CampaignId,
    turns: Turns = None,
    workers: WorkersOption = Workers.INLINE,
    redis: Redis = DEFAULT_REDIS,
    db: Db = DEFAULT_DB,
    as_json: AsJson = False,
    out: Out = None,
) -> None:
    """Go on with a campaign that was stopped, was killed, or waited for a person."""
    _writable(out)
    campaigns = open_campaigns(db)
    id = find_id(campaigns, id)
    with back_end(workers, redis) as computing:
        _play(campaigns, id, computing, turns, as_json=as_json)
    _finish(campaigns, id, as_json=as_json, out=out)


def _play(campaigns: Campaigns, id: str, computing: BackEnd, turns: int | None, *, as_json: bool) -> None:
    plan = campaigns.reading.campaign(id).plan
    account = Account(campaigns, id, say) if not as_json else None
    with progress(plan.name, plan.turn_limit * 1000, quiet=as_json) as show:

        def row(done: Row) -> None:
            show(done.turn * 1000, f"{plan.name}: turn {done.turn}, minute {done.minute}, {done.row.scale} {done.row.phase}")
            if account is not None:
                account.row(done)

        try:
            campaigns.run(id, computing, until_turn=None if turns is None else _stop(campaigns, id, turns), progress=row)
        except KeyboardInterrupt:
            note(f"imperator: stopped; go on with: imperator resume {id}")
            raise
        if account is not None:
            account.rest()


def _stop(campaigns: Campaigns, id: str, turns: int) -> int:
    """The turn that is not to begin. Turns count from 1; a campaign that has not begun yet is in none."""
    return max(campaigns.show(id).turn, 1) + turns


def _writable(out: Path | None) -> None:
    """Refuse a report that cannot be written before anything is played."""
    if out is None:
        return
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(f"no report can be written to {out}: {error.strerror}") from error


def _finish(campaigns: Campaigns, id: str, *, as_json: bool, out: Path | None, seed: int | None = None) -> None:
    facts = summary(campaigns, id, seed)
    written = None
    if out is not None:
        from api.report import write_report

        written = write_report(campaigns, id, out)
    if as_json:
        say_json(facts)
        return
    say()
    names = names_of_sides(campaigns, id)
    say(final_tables(facts, names) if facts["result"] is not None else result_text(facts, names))
    if written is not None:
        say(f"Report: {written}")

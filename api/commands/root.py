"""The composition root: where the store, the engines, the links, the judge and a back end are put together."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from api.commands.console import Refused
from campaigns import victory
from campaigns.schema import Campaign
from orchestrator.campaign import Campaigns
from orchestrator.errors import NotFound
from orchestrator.links.every import every_link
from orchestrator.store.records import CampaignPlan
from orchestrator.store.writing import Store
from workers.backend import BackEnd


class Workers(StrEnum):
    """Where phases are computed."""

    INLINE = "inline"
    POOL = "pool"
    RQ = "rq"


WorkersOption = Annotated[Workers, typer.Option("--workers", help="Compute in this process, in a pool of processes, or behind Redis.")]


def judge(plan: CampaignPlan, boards: Sequence[victory.Standing], turns: int) -> victory.Result | None:
    """The victory conditions of the campaign's own file."""
    return victory.result(Campaign.model_validate(plan.file), boards, turns)


def open_campaigns(db: str, *, create: bool = False) -> Campaigns:
    """The campaigns of a database; Refused with a sentence if there is none."""
    url = database_url(db, create=create)
    try:
        return Campaigns(Store(url), every_link(), judge)
    except SQLAlchemyError as error:
        raise Refused(f"the database {shown(url)} cannot be opened: {reason(error)}") from error
    except ModuleNotFoundError as error:
        raise Refused(f"the database {shown(url)} needs {error.name}: install imperator with its extra 'cluster'") from error


def database_url(db: str, *, create: bool) -> str:
    """A path is a SQLite file, anything else is a URL already. A file that is not there is only made by commands that begin something."""
    if "://" in db:
        return db
    path = Path(db)
    if path.is_dir():
        raise Refused(f"{db} is a folder; name a file in it")
    if not path.exists():
        if not create:
            raise Refused(f"there is no database at {db}; 'imperator run' makes one, and --db names another")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Refused(f"no database can be made at {db}: {error.strerror}") from error
    return f"sqlite:///{path}"


def shown(url: str) -> str:
    """A database's URL without its password."""
    return make_url(url).render_as_string(hide_password=True)


def reason(error: SQLAlchemyError) -> str:
    """The database's own words, in one line."""
    return str(getattr(error, "orig", None) or error).splitlines()[0]


def find_id(campaigns: Campaigns, given: str) -> str:
    """The id that a beginning of one, or 'last', stands for."""
    ids = [status.id for status in campaigns.all()]
    if given == "last" and ids:
        return ids[-1]
    found = [id for id in ids if given and id.startswith(given)]
    if given in ids or len(found) == 1:
        return given if given in ids else found[0]
    if found:
        raise NotFound(f"{given!r} may be any of {', '.join(found)}; write more of it")
    raise NotFound(f"there is no campaign {given!r}; 'imperator list' shows those that are there")


@contextmanager
def back_end(workers: Workers, redis: str) -> Iterator[BackEnd]:
    """A back end for as long as it is needed."""
    made = _back_end(workers, redis)
    try:
        yield made
    finally:
        made.close()


def _back_end(workers: Workers, redis: str) -> BackEnd:
    if workers is Workers.INLINE:
        from workers.inline import Inline

        return Inline()
    if workers is Workers.POOL:
        from workers.pool import Pool

        return Pool()
    try:
        from workers.redis_queue import RedisQueue
    except ModuleNotFoundError as error:
        raise Refused(f"--workers rq needs {error.name}: install imperator with its extra 'cluster'") from error
    return RedisQueue(redis)

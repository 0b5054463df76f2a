"""What the store keeps of results from tables: proposed, then approved or rejected by a GM. Each writing call is one transaction."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Row, and_, delete, insert, select, update

from orchestrator import models
from orchestrator.database import Database
from orchestrator.desk import ASSIGNMENT
from orchestrator.dispatch import TABLE
from orchestrator.errors import NotFound
from orchestrator.models import table
from orchestrator.store import alone, text
from scales.codec import decode
from scales.engine import Json

RESULT = table(models.TableResult)
PROPOSED, APPROVED, REJECTED = "proposed", "approved", "rejected"
SAME = ("campaign", "timeline", "battle", "version", "by", "body")
"""Proposals that agree in these are one."""


@dataclass(slots=True)
class Result:
    """The result of a battle as somebody reported it, from the version at which it was on the table. `status` proposed, approved or rejected."""

    id: str
    timeline: int
    battle: str
    version: int
    form: Json
    by: str
    status: str
    note: str
    given_utc: str
    decided_utc: str | None = None


class Results:
    """Results from tables in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(self, campaign: str, result: Result) -> Result:
        """Keep a proposal. The same of the same person at the same version is one, under the id that it had first."""
        row = {name: getattr(result, name) for name in Result.__slots__ if name != "form"} | {
            "campaign": campaign,
            "body": text(result.form),
        }
        with self._database.write() as connection:
            alone(connection, campaign)
            found = connection.execute(select(RESULT).where(*(RESULT.c[name] == row[name] for name in SAME))).first()
            if found is not None:
                return _result(found)
            connection.execute(insert(RESULT), [row])
        return result

    def of(self, campaign: str, timeline: int, battle: str) -> list[Result]:
        """All results of a battle, the oldest first."""
        here = and_(RESULT.c.campaign == campaign, RESULT.c.timeline == timeline, RESULT.c.battle == battle)
        with self._database.read() as connection:
            return [_result(row) for row in connection.execute(select(RESULT).where(here).order_by(RESULT.c.given_utc, RESULT.c.by, RESULT.c.id))]

    def one(self, campaign: str, id: str) -> Result:
        with self._database.read() as connection:
            found = connection.execute(select(RESULT).where(RESULT.c.campaign == campaign, RESULT.c.id == id)).one_or_none()
        if found is None:
            raise NotFound(f"there is no result {id!r} in campaign {campaign}")
        return _result(found)

    def reject(self, campaign: str, id: str, note: str, now_utc: str) -> bool:
        """False: it was decided before."""
        here = and_(RESULT.c.campaign == campaign, RESULT.c.id == id, RESULT.c.status == PROPOSED)
        with self._database.write() as connection:
            alone(connection, campaign)
            return connection.execute(update(RESULT).where(here), {"status": REJECTED, "note": note, "decided_utc": now_utc}).rowcount == 1

    def approve(self, campaign: str, result: Result, form: Json, now_utc: str) -> None:
        """Note that a result was taken over in this form: the others are rejected, and the battle is no longer on a table."""
        here = and_(RESULT.c.campaign == campaign, RESULT.c.timeline == result.timeline, RESULT.c.battle == result.battle)
        table_of = and_(ASSIGNMENT.c.campaign == campaign, ASSIGNMENT.c.battle == result.battle, ASSIGNMENT.c.holder == TABLE)
        others = {"status": REJECTED, "note": "another result was approved", "decided_utc": now_utc}
        with self._database.write() as connection:
            alone(connection, campaign)
            approved = {"status": APPROVED, "body": text(form), "decided_utc": now_utc}
            connection.execute(update(RESULT).where(here, RESULT.c.id == result.id), approved)
            connection.execute(update(RESULT).where(here, RESULT.c.status == PROPOSED), others)
            connection.execute(delete(ASSIGNMENT).where(table_of))


def _result(row: Row[tuple[object, ...]]) -> Result:
    return Result(
        row.id, row.timeline, row.battle, row.version, decode(row.body, Json), row.by, row.status, row.note, row.given_utc, row.decided_utc
    )


def of_status(results: Sequence[Result], status: str) -> list[Result]:
    return [each for each in results if each.status == status]

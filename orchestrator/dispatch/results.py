"""What the store keeps of results from tables: proposed, then approved or rejected by a GM. Each writing call is one transaction.

A newer report of the same person takes the place of the older one, and whoever reported may take it back while nobody has decided on it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Row, and_, delete, insert, select, update

from orchestrator.dispatch.desk import ASSIGNMENT
from orchestrator.dispatch.seating import TABLE
from orchestrator.errors import NotFound
from orchestrator.store import models
from orchestrator.store.database import Database
from orchestrator.store.models import table
from orchestrator.store.writing import alone, text
from scales.codec import decode
from scales.engine import Json

RESULT = table(models.TableResult)
PROPOSED, APPROVED, REJECTED, SUPERSEDED, WITHDRAWN = "proposed", "approved", "rejected", "superseded", "withdrawn"
SAME = ("campaign", "timeline", "battle", "version", "by", "body")
"""Proposals that agree in these are one."""
OF_ONE = ("campaign", "timeline", "battle", "by")
"""Of proposals that agree in these the newest stands."""


@dataclass(slots=True)
class Result:
    """The result of a battle as somebody reported it, from the version at which it was on the table. `status` is proposed, approved,
    rejected, superseded (by a newer report of the same person) or withdrawn.
    """

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
        """Keep a proposal in place of the person's older ones. The same at the same version is one while it stands, under the id that it had first."""
        row = {name: getattr(result, name) for name in Result.__slots__ if name != "form"} | {
            "campaign": campaign,
            "body": text(result.form),
        }
        with self._database.write() as connection:
            alone(connection, campaign)
            same = and_(*(RESULT.c[name] == row[name] for name in SAME), RESULT.c.status.not_in([SUPERSEDED, WITHDRAWN]))
            found = connection.execute(select(RESULT).where(same)).first()
            if found is not None:
                return _result(found)
            older = and_(*(RESULT.c[name] == row[name] for name in OF_ONE), RESULT.c.status == PROPOSED)
            connection.execute(update(RESULT).where(older), {"status": SUPERSEDED, "decided_utc": result.given_utc})
            connection.execute(insert(RESULT), [row])
        return result

    def of(self, campaign: str, timeline: int, battle: str) -> list[Result]:
        """All results of a battle, the oldest first."""
        here = and_(RESULT.c.campaign == campaign, RESULT.c.timeline == timeline, RESULT.c.battle == battle)
        with self._database.read() as connection:
            return [
                _result(row)
                for row in connection.execute(select(RESULT).where(here).order_by(RESULT.c.given_utc, RESULT.c.by, RESULT.c.id))
            ]

    def one(self, campaign: str, id: str) -> Result:
        with self._database.read() as connection:
            found = connection.execute(select(RESULT).where(RESULT.c.campaign == campaign, RESULT.c.id == id)).one_or_none()
        if found is None:
            raise NotFound(f"there is no result {id!r} in campaign {campaign}")
        return _result(found)

    def decide(self, campaign: str, id: str, status: str, note: str, now_utc: str) -> bool:
        """Reject or withdraw a proposal. False: it was decided before."""
        here = and_(RESULT.c.campaign == campaign, RESULT.c.id == id, RESULT.c.status == PROPOSED)
        with self._database.write() as connection:
            alone(connection, campaign)
            return connection.execute(update(RESULT).where(here), {"status": status, "note": note, "decided_utc": now_utc}).rowcount == 1

    def approve(self, campaign: str, result: Result, form: Json, used: Sequence[str], now_utc: str) -> None:
        """Note that a result was taken over in this form, with what the results `used` tell: the others are rejected, and the battle is no longer
        on a table.
        """
        here = and_(RESULT.c.campaign == campaign, RESULT.c.timeline == result.timeline, RESULT.c.battle == result.battle)
        table_of = and_(ASSIGNMENT.c.campaign == campaign, ASSIGNMENT.c.battle == result.battle, ASSIGNMENT.c.holder == TABLE)
        others = {"status": REJECTED, "note": "another result was approved", "decided_utc": now_utc}
        together = {"status": APPROVED, "note": f"taken over together with result {result.id}", "decided_utc": now_utc}
        with self._database.write() as connection:
            alone(connection, campaign)
            approved = {"status": APPROVED, "body": text(form), "decided_utc": now_utc}
            connection.execute(update(RESULT).where(here, RESULT.c.id == result.id), approved)
            connection.execute(update(RESULT).where(here, RESULT.c.id.in_(used), RESULT.c.status == PROPOSED), together)
            connection.execute(update(RESULT).where(here, RESULT.c.status == PROPOSED), others)
            connection.execute(delete(ASSIGNMENT).where(table_of))


def _result(row: Row[tuple[object, ...]]) -> Result:
    return Result(
        row.id, row.timeline, row.battle, row.version, decode(row.body, Json), row.by, row.status, row.note, row.given_utc, row.decided_utc
    )


def of_status(results: Sequence[Result], status: str) -> list[Result]:
    return [each for each in results if each.status == status]

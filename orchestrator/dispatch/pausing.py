"""The clock of a campaign: it stands still while its game master has paused the campaign.

What is asked or given time meanwhile is due as if it were still the moment of the pause; when the campaign runs again, all that is open is due
as much later as it was paused.
"""

from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, and_, delete, insert, select, update

from orchestrator.dispatch.desk import CALL
from orchestrator.moments import stamp
from orchestrator.store import models
from orchestrator.store.database import Database
from orchestrator.store.models import table
from orchestrator.store.writing import BATTLE, CAMPAIGN, ENDED, alone

SETTING = table(models.Setting)
PAUSED = "paused"
SINCE = "paused_since/"
"""What begins the names of settings that say since when a campaign is paused."""


class Pauses:
    """The pauses of all campaigns of one database."""

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now

    def now(self, campaign: str) -> datetime:
        """The time of day by which a campaign goes: while it is paused that of the pause."""
        with self._database.read() as connection:
            since = _since(connection, campaign)
        return self._now() if since is None else datetime.fromisoformat(since)

    def pause(self, campaign: str) -> bool:
        """Stop the clock. What is asked can be read and answered still. False: it was paused before, or has ended."""
        with self._database.write() as connection:
            alone(connection, campaign)
            going = and_(CAMPAIGN.c.id == campaign, CAMPAIGN.c.status != ENDED)
            if not connection.execute(update(CAMPAIGN).where(going), {"status": PAUSED}).rowcount or _since(connection, campaign):
                return False
            connection.execute(insert(SETTING), [{"name": SINCE + campaign, "value": stamp(self._now().astimezone(UTC))}])
            return True

    def go_on(self, campaign: str) -> timedelta:
        """Let the clock go again; returns for how long it stood still."""
        with self._database.write() as connection:
            alone(connection, campaign)
            since = _since(connection, campaign)
            if since is None:
                return timedelta()
            connection.execute(delete(SETTING).where(SETTING.c.name == SINCE + campaign))
            away = max(timedelta(), self._now() - datetime.fromisoformat(since))
            move(connection, away, since, of=[campaign])
            return away


def _since(connection: Connection, campaign: str) -> str | None:
    return connection.execute(select(SETTING.c.value).where(SETTING.c.name == SINCE + campaign)).scalar()


def paused(connection: Connection) -> list[str]:
    """The campaigns whose clocks stand still."""
    names = connection.execute(select(SETTING.c.name).where(SETTING.c.name.startswith(SINCE, autoescape=True))).scalars()
    return sorted(name.removeprefix(SINCE) for name in names)


def move(connection: Connection, away: timedelta, since: str, *, of: Collection[str] | None = None, but: Collection[str] = ()) -> None:
    """Move by so much what is open and was not yet due at a moment: of all campaigns or some, but for others."""
    present = and_(CAMPAIGN.c.id == CALL.c.campaign, CAMPAIGN.c.timeline == CALL.c.timeline)
    same = and_(*(BATTLE.c[name] == CALL.c[name] for name in ("campaign", "timeline", "battle", "version")))
    query = select(CALL).select_from(CALL).join(CAMPAIGN, present).join(BATTLE, same)
    query = query.where(CALL.c.sealed_utc.is_(None), CALL.c.due_utc >= since, CALL.c.campaign.not_in(but))
    for row in connection.execute(query if of is None else query.where(CALL.c.campaign.in_(of))).all():
        here = and_(*(CALL.c[name] == getattr(row, name) for name in ("campaign", "timeline", "seat", "number")))
        connection.execute(update(CALL).where(here), {"due_utc": stamp(datetime.fromisoformat(row.due_utc) + away)})

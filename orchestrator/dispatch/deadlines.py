"""Deadlines: what happens to calls that nobody answered in time. Time in which the service did not run, or the campaign was paused, never counts.

The service says again and again that it is alive (`beat`). When it comes back after a pause, was restored from a copy, or stood still, all open
calls are due as much later as it was away.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import insert, select, update

from orchestrator.dispatch.calls import Calls
from orchestrator.dispatch.case import Case
from orchestrator.dispatch.desk import CALL
from orchestrator.dispatch.pausing import SETTING, move, paused
from orchestrator.dispatch.seating import ASK, LEAVE
from orchestrator.errors import AlreadySealed, StaleOrders
from orchestrator.moments import Now, stamp
from orchestrator.store.writing import CAMPAIGN

ALIVE = "alive_utc"
BEAT_SECONDS = 5
"""How often it is written down that the service is alive."""
STOOD_STILL_SECONDS = 60
"""A service of which nothing was heard for so long did not run."""


@dataclass(slots=True)
class Passed:
    """What came of a call that was past due: `done` bot (it was sealed with what was left: the campaign can go on) or ask (the GM is to decide).

    `person` was to answer ('' whoever holds the seat); `sealed_by` deadline (the draft, and the bot for the rest) or bot, '' if it is open.
    """

    campaign: str
    call: str
    seat: str
    person: str
    done: str
    sealed_by: str = ""


class Deadlines:
    """The deadlines of all campaigns of one database."""

    def __init__(self, calls: Calls, now: Now | None = None) -> None:
        self._calls = calls
        self._database = calls.campaigns.store.database
        self._now = now or calls.now
        self._beaten: datetime | None = None

    def pass_due(self) -> list[Passed]:
        """Do with each open call past due what its assignment says; returns what was done. What was answered in that very moment is answered."""
        self.beat()
        now = stamp(self._now())
        passed = [self._pass(case, now) for campaign in self._campaigns_due(now) for case in self._calls.standing(campaign)]
        return [each for each in passed if each]

    def _campaigns_due(self, now: str) -> list[str]:
        present = CALL.c.timeline == CAMPAIGN.c.timeline
        query = select(CALL.c.campaign).join(CAMPAIGN, (CAMPAIGN.c.id == CALL.c.campaign) & present)
        query = query.where(CALL.c.due_utc <= now, CALL.c.sealed_utc.is_(None), CALL.c.overdue_utc.is_(None)).distinct()
        with self._database.read() as connection:
            stand_still = paused(connection)
            return sorted(row.campaign for row in connection.execute(query) if row.campaign not in stand_still)

    def _pass(self, case: Case, now: str) -> Passed | None:
        row = case.row
        if not case.is_open or row.due_utc is None or row.due_utc > now:
            return None
        assigned = case.table.part(row.seat, row.battle, row.part)
        done, person = (assigned.on_deadline, assigned.person) if assigned else ("", "")
        passed = Passed(row.campaign, row.id, row.seat, person, done)
        if done == LEAVE:
            passed.sealed_by = self._seal(row.campaign, row.id)
            return passed if passed.sealed_by else None
        is_new = self._calls.desk.mark_overdue(row, now) and done == ASK
        return passed if is_new else None

    def _seal(self, campaign: str, id: str) -> str:
        """Who decided; '' if somebody answered in this moment."""
        try:
            return self._calls.seal_what_is_there(campaign, id)
        except (AlreadySealed, StaleOrders):
            return ""

    def beat(self) -> None:
        """Say that the service is alive. If it stood still since the last time, deadlines are moved by as much."""
        now = self._now()
        if self._beaten is not None and timedelta() <= now - self._beaten < timedelta(seconds=BEAT_SECONDS):
            return
        if self._beaten is None or now - self._beaten >= timedelta(seconds=STOOD_STILL_SECONDS):
            self.resume()
            return
        with self._database.write() as connection:
            connection.execute(update(SETTING).where(SETTING.c.name == ALIVE), {"value": stamp(now)})
        self._beaten = now

    def resume(self) -> timedelta:
        """Move the time by which open calls are due by how long nothing was heard of the service; returns that."""
        now = self._now()
        with self._database.write() as connection:
            alive = connection.execute(select(SETTING.c.value).where(SETTING.c.name == ALIVE).with_for_update()).scalar()
            if alive is None:
                connection.execute(insert(SETTING), [{"name": ALIVE, "value": stamp(now)}])
            connection.execute(update(SETTING).where(SETTING.c.name == ALIVE), {"value": stamp(now)})
            away = max(timedelta(), now - datetime.fromisoformat(alive)) if alive else timedelta()
            if alive and away:
                move(connection, away, alive, but=paused(connection))
        self._beaten = now
        return away

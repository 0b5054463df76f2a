"""What takes long runs here, in threads of the service: each piece of work has a handle, shows how far it is, and can be stopped.

A campaign has one piece of work at a time. Work is written down, so that a service that was killed takes it up again where it was. A run that
waits for people goes on by itself when their orders are there (`wake`). Work says which process is at it: several services may share a database.
"""

import json
import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import Any

from sqlalchemy import insert, select, update

from orchestrator.campaign import ENDED, WAITING, Campaigns, Progress
from orchestrator.errors import CampaignBusy, ImperatorError, LostLease, NotFound
from orchestrator.moments import stamp, utc_now
from orchestrator.store.database import Database
from orchestrator.store.lease import is_dead, owner_here
from orchestrator.store.models import Work as WorkTable
from orchestrator.store.models import table
from scales.engine import Json
from workers.backend import BackEnd, BackEndFailed

WORK = table(WorkTable)
QUEUED, RUNNING, STANDS, DONE, STOPPED, FAILED = "queued", "running", "waiting", "done", "stopped", "failed"
ACTIVE = (QUEUED, RUNNING, STANDS)
THREADS = 4
SECONDS_TO_YIELD = 120
HALT_AGAIN_SECONDS = 0.2


@dataclass(slots=True)
class Work:
    """A piece of work: `order` is what was asked, `progress` how far it is, `result` or `error` what came of it. Times are UTC."""

    id: str
    campaign: str
    kind: str
    by: str
    order: Json
    status: str
    progress: Json
    result: Json | None
    error: str | None
    created_utc: str
    ended_utc: str | None


Doing = Callable[[Work, Callable[[], bool], Callable[[Json], None]], Json]
"""What a kind of work does: it is given the work, a question whether to stop, and where to tell how far it is; it returns the result."""


class Waits(Exception):
    """The work stands until people have answered."""


@dataclass(slots=True)
class _Active:
    """Work of this process: `halt` asks it to stop; `is_called` says that people answered while it was at it, so that it looks once more."""

    work: str
    halt: threading.Event = field(default_factory=threading.Event)
    is_called: bool = False


class Works:
    """The pieces of work of one service."""

    def __init__(self, database: Database, kinds: dict[str, Doing], changed: Callable[[str], None] = lambda _campaign: None) -> None:
        self._database, self._kinds, self._changed = database, kinds, changed
        self._threads = ThreadPoolExecutor(THREADS, "work")
        self._active: dict[str, _Active] = {}
        self._locks: dict[str, threading.RLock] = {}
        self._guard = threading.RLock()
        self._called = set[str]()
        """Campaigns whose work was at it in another process when people had answered: that may not have noticed."""
        self._owner = owner_here()

    # ---- asking for work ------------------------------------------------------------------------------------------

    def start(self, campaign: str, kind: str, order: Json, by: str = "", before: Callable[[str], None] = lambda _id: None) -> Work:
        """Begin a piece of work; raises CampaignBusy while the campaign has another. `campaign` '' is for work that makes one.

        `before` is told its id before it begins.
        """
        work = Work(secrets.token_hex(8), campaign, kind, by, order, QUEUED, {}, None, None, stamp(utc_now()), None)
        with self._guard:
            if campaign and (other := self.active(campaign)):
                raise CampaignBusy(f"campaign {campaign} is at work already ({other.kind} {other.id}, {other.status}); pause it first")
            with self._database.write() as connection:
                connection.execute(insert(WORK), [asdict(work) | {"order": json.dumps(order), "progress": "{}", "owner": self._owner}])
            before(work.id)
            self._submit(work)
        return work

    def find(self, id: str) -> Work:
        rows = self._rows(WORK.c.id == id)
        if not rows:
            raise NotFound(f"there is no work {id!r}")
        return rows[0]

    def of(self, campaign: str) -> list[Work]:
        """The work of a campaign, newest first."""
        return list(reversed(self._rows(WORK.c.campaign == campaign)))

    def active(self, campaign: str) -> Work | None:
        found = self._rows((WORK.c.campaign == campaign) & WORK.c.status.in_(ACTIVE))
        return found[0] if found else None

    def stop(self, campaign: str) -> Work | None:
        """End what a campaign is at, after the row it is in; None if it is at nothing."""
        work = self.active(campaign)
        if work is None:
            return None
        with self._halted(campaign):
            if self.find(work.id).status in ACTIVE:
                self._end(work.id, STOPPED, result={"stopped": True})
        return self.find(work.id)

    def wake(self, campaign: str) -> None:
        """Go on with what waits: people have answered, or a ruling is made."""
        with self._guard:
            work = self.active(campaign)
            if work is None:
                return
            if work.id in self._here():
                self._active[campaign].is_called = True
            elif self._is_elsewhere(work.id):
                self._called.add(campaign)
            else:
                self._write(work.id, status=QUEUED, owner=self._owner)
                self._submit(work)

    @contextmanager
    def between_rows(self, campaign: str) -> Iterator[None]:
        """Hold a campaign still for a moment, between two rows, for a ruling; its work goes on afterwards. Others wait their turn."""
        try:
            with self._halted(campaign):
                yield
        finally:
            self.wake(campaign)

    def take_up(self) -> None:
        """After a restart: go on with what was running, or waits for answers that have come."""
        self._take_up(ACTIVE)

    def take_up_again(self) -> None:
        """Go on with what ought to be under way and is not: its process died, the disk was full, or another process held the campaign."""
        called, self._called = self._called, set()
        for campaign in sorted(called):
            self.wake(campaign)
        self._take_up((QUEUED, RUNNING))

    def _take_up(self, statuses: tuple[str, ...]) -> None:
        for work in self._rows(WORK.c.status.in_(statuses)):
            with self._guard:
                if work.id not in self._here() and not self._is_elsewhere(work.id):
                    self._submit(work)

    def _is_elsewhere(self, id: str) -> bool:
        """Whether another living process is at it."""
        with self._database.read() as connection:
            owner = connection.execute(select(WORK.c.owner).where(WORK.c.id == id, WORK.c.status.in_((QUEUED, RUNNING)))).scalar() or ""
        return owner not in {"", self._owner} and not is_dead(owner)

    def close(self) -> None:
        """Stop between rows; what was running is taken up again by the next service."""
        for active in list(self._active.values()):
            active.halt.set()
        self._threads.shutdown(wait=True, cancel_futures=True)
        with self._database.write() as connection:
            connection.execute(update(WORK).where(WORK.c.owner == self._owner), {"owner": ""})

    # ---- doing it -------------------------------------------------------------------------------------------------

    def _here(self) -> set[str]:
        return {active.work for active in self._active.values()}

    def _lock(self, campaign: str) -> threading.RLock:
        with self._guard:
            return self._locks.setdefault(campaign, threading.RLock())

    @contextmanager
    def _halted(self, campaign: str) -> Iterator[None]:
        lock, end = self._lock(campaign), time.monotonic() + SECONDS_TO_YIELD
        self._halt(campaign)
        while not lock.acquire(timeout=HALT_AGAIN_SECONDS):
            if time.monotonic() > end:
                raise CampaignBusy(f"campaign {campaign} is in the middle of a row; try again in a moment")
            self._halt(campaign)  # another who held it still may have let it go on meanwhile
        try:
            yield
        finally:
            lock.release()

    def _halt(self, campaign: str) -> None:
        with self._guard:
            if campaign in self._active:
                self._active[campaign].halt.set()

    def _submit(self, work: Work) -> None:
        key = work.campaign or work.id
        self._active[key] = active = _Active(work.id)
        self._threads.submit(self._do, work, key, active)

    def _do(self, work: Work, key: str, active: _Active) -> None:
        with self._lock(key):
            try:
                self._attempt(work, active)
            finally:
                with self._guard:
                    if self._active.get(key) is active:
                        del self._active[key]
                    if active.is_called:
                        self.wake(key)
        self._changed(work.campaign)

    def _attempt(self, work: Work, active: _Active) -> None:
        if active.halt.is_set() or self._is_elsewhere(work.id) or not self._write(work.id, status=RUNNING, owner=self._owner):
            return
        try:
            result = self._kinds[work.kind](
                work, lambda: active.halt.is_set() or self._was_ended(work.id), lambda progress: self._tell(work, progress)
            )
        except Waits:
            self._write(work.id, status=STANDS, owner="")
        except (CampaignBusy, LostLease):
            self._write(work.id, status=QUEUED, owner="")  # another process holds it: later (`take_up_again`)
        except (ImperatorError, BackEndFailed) as error:
            self._end(work.id, FAILED, error=str(error))
        except Exception as error:
            logging.getLogger("imperator").exception("work %s (%s) of campaign %s failed", work.id, work.kind, work.campaign)
            self._end(work.id, FAILED, error=f"{type(error).__name__}: this is ours to mend; it was logged, and nothing half-done was kept")
        else:
            if active.halt.is_set() and result.get("halted"):
                self._write(work.id, status=QUEUED)  # held still for a ruling, or the service closes
            else:
                self._end(work.id, DONE, result=result)

    def _was_ended(self, id: str) -> bool:
        """Whether somebody stopped it, perhaps at another process, or deleted its campaign."""
        with self._database.read() as connection:
            return connection.execute(select(WORK.c.status).where(WORK.c.id == id)).scalar() not in ACTIVE

    def _tell(self, work: Work, progress: Json) -> None:
        self._write(work.id, progress=json.dumps(progress))
        self._changed(work.campaign)

    def _end(self, id: str, status: str, result: Json | None = None, error: str | None = None) -> None:
        self._write(id, status=status, result=None if result is None else json.dumps(result), error=error, ended_utc=stamp(utc_now()))

    def _write(self, id: str, **values: Any) -> bool:
        """False: it has ended, and nothing was changed."""
        with self._database.write() as connection:
            return connection.execute(update(WORK).where(WORK.c.id == id, WORK.c.status.in_(ACTIVE)), values).rowcount == 1

    def _rows(self, condition: Any) -> list[Work]:
        with self._database.read() as connection:
            rows = list(connection.execute(select(WORK).where(condition).order_by(WORK.c.created_utc, WORK.c.id)))
        return [_work(row) for row in rows]


def _work(row: Any) -> Work:
    result = None if row.result is None else json.loads(row.result)
    order, progress = json.loads(row.order), json.loads(row.progress)
    return Work(row.id, row.campaign, row.kind, row.by, order, row.status, progress, result, row.error, row.created_utc, row.ended_utc)


def playing(campaigns: Campaigns, back_end: BackEnd, asked: Callable[[str], None]) -> Doing:
    """Work of kind run: play a campaign until the next decision, the end of a turn, or the end. `asked` is told when people must answer."""

    def run(work: Work, halt: Callable[[], bool], tell: Callable[[Json], None]) -> Json:
        until = work.order.get("turn")
        status = campaigns.run(work.campaign, back_end, until_turn=until, progress=_teller(tell), stop=halt)
        if status.status == WAITING:
            asked(work.campaign)
            if work.order.get("until") != "decision":
                raise Waits
        halted = halt() and status.status not in {WAITING, ENDED}
        return {"status": status.status, "turn": status.turn, "minute": status.minute} | ({"halted": True} if halted else {})

    return run


def _teller(tell: Callable[[Json], None]) -> Callable[[Progress], None]:
    """Tells how far a run is, at most once for each minute of the game, so that the store is not asked to write a row for every row."""
    last = [-1]

    def told(done: Progress) -> None:
        if done.minute != last[0]:
            last[0] = done.minute
            tell({"turn": done.turn, "minute": done.minute, "scale": done.row.scale, "phase": done.row.phase})

    return told

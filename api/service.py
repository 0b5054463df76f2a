"""What the service is put together from, and the little that ties its parts."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from api.access import Access
from api.etag import Answers
from api.notify import Post
from api.stream import Streams
from api.telling import Telling
from api.tries import Allowed, Tries
from api.works import Doing, Work, Works, playing
from orchestrator.campaign import ENDED, Campaigns
from orchestrator.dispatch.assigning import Assigning
from orchestrator.dispatch.calls import Calls
from orchestrator.dispatch.deadlines import Deadlines
from orchestrator.dispatch.tables import Tables
from orchestrator.errors import NotFound, TooManyTries
from orchestrator.moments import utc_now
from orchestrator.people.notices import Notices
from orchestrator.people.people import People
from orchestrator.readers.door import Door
from scales.codec import plain
from scales.engine import Json
from workers.backend import BackEnd

DOCUMENTS_AT_MOST = 4


@dataclass(slots=True, frozen=True)
class Settings:
    """How the service is reached and what it may do. `public_url` begins the links of invitations."""

    public_url: str = "http://localhost:8000"
    hosts: tuple[str, ...] = ("localhost", "127.0.0.1", "[::1]", "::1")
    post: Post = field(default_factory=Post)
    beat_seconds: float = 1.0
    tries: Allowed = field(default_factory=Allowed)


class Service:
    """One service over one database; `now` is the time of day by which deadlines pass."""

    def __init__(
        self,
        campaigns: Campaigns,
        back_end: BackEnd,
        settings: Settings | None = None,
        people: People | None = None,
        now: Callable[[], datetime] = utc_now,
    ) -> None:
        database = campaigns.store.database
        self.settings = settings or Settings()
        self.campaigns, self.back_end = campaigns, back_end
        self.people = people or People(database)
        self.tries = Tries(self.settings.tries)
        self.calls = Calls(campaigns, now)
        self.assigning = Assigning(campaigns, now=now)
        self.deadlines = Deadlines(self.calls)
        self.tables = Tables(campaigns, now)
        self.door = Door(campaigns)
        self.answers = Answers(self.door)
        self.streams = Streams(self.door, self.people)
        self.notices = Notices(database)
        self.telling = Telling(campaigns, self.people, self.notices, self.settings.public_url)
        self._documents: dict[str, bytes] = {}
        self.works = Works(database, self._kinds())

    def _kinds(self) -> dict[str, Doing]:
        return {
            "run": self._run,
            "rewind": self._rewind,
            "fork": self._fork,
            "verify": self._verify,
            "import": self._import,
        }

    # ---- what ties the parts together -----------------------------------------------------------------------------

    def sync(self, campaign: str) -> None:
        """A campaign waits: number what people are asked, so that they see it, and tell them."""
        if self.calls.sync(campaign):
            for call in self.calls.of_campaign(campaign):
                self.telling.asked(call)

    def answered(self, campaign: str) -> None:
        """Orders came in: go on if they were the last."""
        if self.campaigns.was_answered(campaign):
            self.works.wake(campaign)

    def pause(self, campaign: str) -> Work | None:
        """Stop what a campaign is at, and the clock of its deadlines; returns the work, None if it was at nothing."""
        work = self.works.stop(campaign)
        self.calls.pauses.pause(campaign)
        return work

    def go_on(self, campaign: str) -> Callable[[str], None]:
        """What is done before work that plays a campaign on begins: the clock of its deadlines goes again."""

        def begin(_work: str) -> None:
            self.calls.pauses.go_on(campaign)

        return begin

    def pass_deadlines(self) -> None:
        """Do what is to be done about calls that nobody answered in time."""
        for passed in self.deadlines.pass_due():
            if passed.done == "bot":
                self.telling.late(passed)
                self.answered(passed.campaign)
            else:
                self.telling.gms(passed)

    def seat_in(self, access: Access, battle: str) -> str | None:
        """The seat through which a player looks at a battle: None is the GM's whole look. Raises NotFound for players without one."""
        if access.is_gm:
            return None
        record = self.campaigns.reading.campaign(access.campaign)
        seats = [seat for seat in record.plan.seats if record.plan.seats[seat] == access.side]
        if not seats:
            raise NotFound(f"there is no battle {battle!r} for you in campaign {access.campaign}")
        return next((seat for seat in access.seats if seat in seats), seats[0])

    def take_in(self, document: bytes, by: str) -> Work:
        """Begin to import a document. It is held in memory, so that only a few may wait at a time: after a restart it has to be sent again."""
        if len(self._documents) >= DOCUMENTS_AT_MOST:
            raise TooManyTries(f"{DOCUMENTS_AT_MOST} documents wait to be brought in already; send yours in a minute", 60)

        def keep(id: str) -> None:
            self._documents[id] = document

        return self.works.start("", "import", {"bytes": len(document)}, by, keep)

    # ---- kinds of work --------------------------------------------------------------------------------------------

    def _run(self, work: Work, halt: Callable[[], bool], tell: Callable[[Json], None]) -> Json:
        result = playing(self.campaigns, self.back_end, self.sync)(work, halt, tell)
        if result["status"] == ENDED:
            self.telling.ended(work.campaign)
        return result

    def _rewind(self, work: Work, _halt: Callable[[], bool], _tell: Callable[[Json], None]) -> Json:
        reason, from_ = str(work.order["reason"]), work.order.get("timeline")
        last = self.campaigns.timelines(work.campaign)[-1]
        if from_ is None or (last.parent, last.reason) != (from_, reason.strip()):  # else it was done, and we were killed before we said so
            self.campaigns.rewind(work.campaign, int(work.order["tick"]), reason, str(work.order["by"]))
        status = self.campaigns.show(work.campaign)
        return {"status": status.status, "turn": status.turn, "minute": status.minute}

    def _fork(self, work: Work, _halt: Callable[[], bool], _tell: Callable[[Json], None]) -> Json:
        reason, id = str(work.order["reason"]), work.id  # so that it is known if it was made before we were killed
        if not self._is_there(id):
            self.campaigns.fork(work.campaign, work.order["tick"], reason, str(work.order["by"]), child=id)
        self.people.make_gm(id, work.by)
        return {"campaign": id}

    def _verify(self, work: Work, _halt: Callable[[], bool], _tell: Callable[[Json], None]) -> Json:
        verdict = self.campaigns.verify(work.campaign)
        return dict(plain(verdict)) | {"is_sound": verdict.is_sound}

    def _import(self, work: Work, _halt: Callable[[], bool], _tell: Callable[[Json], None]) -> Json:
        document, id = self._documents.pop(work.id, None), work.id
        if not self._is_there(id):
            if document is None:
                raise NotFound("the service was restarted before it had read the document; send it again")
            self.campaigns.import_(document, id=id)
        self.people.make_gm(id, work.by)
        return {"campaign": id}

    def _is_there(self, campaign: str) -> bool:
        try:
            return bool(self.campaigns.reading.campaign(campaign))
        except NotFound:
            return False

    def close(self) -> None:
        """Stop work between rows and let go of processes."""
        self.works.close()
        self.back_end.close()

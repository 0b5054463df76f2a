"""Server-sent events: what happens in a campaign as its reader sees it, as it happens.

One watcher for each campaign asks a few times a second whether anything has changed, and wakes all who follow it; a stream holds neither a
thread nor a connection to the database. Events have the numbers of their reader, so that whoever was cut off goes on where he was.
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from fastapi.concurrency import run_in_threadpool
from fastapi.sse import ServerSentEvent
from sqlalchemy.exc import SQLAlchemyError

from api.access import Access, access_of
from orchestrator.errors import NotFound, NotSignedIn, TooManyTries
from orchestrator.people.people import People
from orchestrator.readers.door import EVERYTHING, Door
from orchestrator.readers.kept import Kept
from orchestrator.readers.pages import Cursor
from orchestrator.readers.pulse import OpenCall, Pulse
from orchestrator.readers.seeing import Eyes
from scales.codec import encode
from scales.engine import Json

STREAMS_A_PERSON = 8
BATCH = 200
BATCHES_KEPT = 256


@dataclass(slots=True, frozen=True)
class Pace:
    """How often things are looked at, in seconds: the database for changes, and whether a reader may still read."""

    look: float = 0.25
    check: float = 10.0


@dataclass(slots=True, frozen=True)
class Glance:
    """A campaign at a moment: its pulse, and the work on it that its game masters are told of."""

    pulse: Pulse
    works: tuple[Json, ...] = ()


@dataclass
class Watch:
    """A campaign that somebody follows. `changed` is set, and another put in its place, whenever there is something new."""

    campaign: str
    followers: int = 0
    glance: Glance | None = None
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    task: "asyncio.Task[None] | None" = None

    def take(self, glance: Glance | None) -> None:
        if glance != self.glance or not self.ready.is_set():
            self.glance = glance
            before, self.changed = self.changed, asyncio.Event()
            self.ready.set()
            before.set()


@dataclass
class Told:
    """What a stream has told so far: up to which event of which timeline, which calls, and how the campaign stood."""

    at: Cursor
    calls: frozenset[OpenCall] = frozenset()
    works: tuple[Json, ...] = ()
    state: bytes = b""


class Streams:
    """All streams of one service."""

    def __init__(self, door: Door, people: People, pace: Pace = Pace()) -> None:
        self.door, self._people, self._pace = door, people, pace
        self._watches: dict[str, Watch] = {}
        self._open: Counter[str] = Counter()
        self._batches: Kept[tuple[str, Eyes, Pulse, int], list[tuple[Cursor, str]]] = Kept(BATCHES_KEPT)

    @contextmanager
    def admitted(self, access: Access) -> Iterator[Watch]:
        """A place among those who follow a campaign, for as long as the request lasts: a generator alone would not be told that its reader has
        gone. In the event loop's thread. Raises TooManyTries for a person who has as many as anybody may have.
        """
        person = access.person.id
        if self._open[person] >= STREAMS_A_PERSON:
            raise TooManyTries(f"you follow {STREAMS_A_PERSON} streams already; close one", 5)
        self._open[person] += 1
        watch = self._join(access.campaign)
        try:
            yield watch
        finally:
            self._leave(watch)
            self._open[person] -= 1
            if not self._open[person]:
                del self._open[person]

    async def follow(self, watch: Watch, access: Access, token: str, after: Cursor | None) -> AsyncIterator[ServerSentEvent]:
        """What happens from `after` on (None: from now on), until the campaign is gone or the reader may no longer read it so."""
        await watch.ready.wait()
        async for each in self._tell(watch, access, token, after):
            yield each

    # ---- watching -------------------------------------------------------------------------------------------------

    def _join(self, campaign: str) -> Watch:
        watch = self._watches.get(campaign)
        if watch is None:
            watch = self._watches[campaign] = Watch(campaign)
            watch.task = asyncio.get_running_loop().create_task(self._watch(watch))
        watch.followers += 1
        return watch

    def _leave(self, watch: Watch) -> None:
        watch.followers -= 1
        if not watch.followers:
            self._watches.pop(watch.campaign, None)
            if watch.task is not None:
                watch.task.cancel()

    async def _watch(self, watch: Watch) -> None:
        last: int | None = None
        while True:
            version = self.door.pulses.version()
            if version is None or version != last or not watch.ready.is_set():
                watch.take(await run_in_threadpool(self._glance, watch.campaign))
                last = version
            await asyncio.sleep(self._pace.look)

    def _glance(self, campaign: str) -> Glance | None:
        try:
            return Glance(self.door.pulses.take(campaign), tuple(self.door.pulses.works(campaign)))
        except NotFound:
            return None
        except SQLAlchemyError:
            logging.getLogger("imperator").exception("campaign %s cannot be followed", campaign)
            return None

    # ---- telling --------------------------------------------------------------------------------------------------

    async def _tell(self, watch: Watch, access: Access, token: str, after: Cursor | None) -> AsyncIterator[ServerSentEvent]:
        told: Told | None = None
        checked = time.monotonic()
        while True:
            changed, glance = watch.changed, watch.glance
            if glance is None:
                return
            if told is None:
                told = await self._begin(access, glance, after)
            if told.at.timeline != glance.pulse.timeline:
                told.at, rewound = await run_in_threadpool(self._rewound, access, glance, told.at)
                yield rewound
            while batch := await run_in_threadpool(self._batch, access, glance.pulse, told.at.number):
                for cursor, text in batch:
                    yield ServerSentEvent(event="event", id=str(cursor), raw_data=text)
                told.at = batch[-1][0]
            for each in await run_in_threadpool(self._differences, access, glance, told):
                yield each
            while watch.changed is changed:
                if time.monotonic() - checked >= self._pace.check:
                    if not await run_in_threadpool(self._may_still, access, token):
                        return
                    checked = time.monotonic()
                await _wait(changed, self._pace.check)

    async def _begin(self, access: Access, glance: Glance, after: Cursor | None) -> Told:
        timeline = glance.pulse.timeline
        if after is not None and after.timeline != timeline:
            return Told(after)
        look = await run_in_threadpool(self.door.look, access.campaign, access.eyes, glance.pulse)
        return Told(Cursor(timeline, look.upto if after is None else min(after.number, look.upto)))

    def _batch(self, access: Access, pulse: Pulse, number: int) -> list[tuple[Cursor, str]]:
        """The next events, made once for all who see the same."""

        def make() -> list[tuple[Cursor, str]]:
            look = self.door.look(access.campaign, access.eyes, pulse)
            seen = look.told[number : number + BATCH]
            return [(Cursor(pulse.timeline, each.number), encode(look.event(each)).decode()) for each in seen]

        return self._batches.get((access.campaign, access.eyes, pulse, number), make)

    def _rewound(self, access: Access, glance: Glance, at: Cursor) -> tuple[Cursor, ServerSentEvent]:
        """The campaign was gone back in: from where on, why, and where the stream goes on."""
        timeline = glance.pulse.timeline
        to = Cursor(timeline, self.door.start(access.campaign, access.eyes, at))
        campaign = self.door.campaign(access.campaign, access.eyes, access.seats)
        opened = next(each for each in campaign.timelines if each.timeline == timeline)
        data = {"timeline": timeline, "before": at.timeline, "branched_at": opened.branched_at, "reason": opened.reason}
        return to, ServerSentEvent(event="rewound", id=str(to), raw_data=encode(data).decode())

    def _differences(self, access: Access, glance: Glance, told: Told) -> list[ServerSentEvent]:
        """How the campaign stands, if that is new; what the reader's seats are newly asked; how far its work is, for a game master."""
        found = []
        line = encode(self.door.line(access.campaign, access.eyes, access.seats, access.role))
        if line != told.state:
            found.append(ServerSentEvent(event="state", id=str(told.at), raw_data=line.decode()))
            told.state = line
        calls = frozenset(replace(call, is_overdue=False) for call in glance.pulse.calls_of(access.seats))
        new = sorted(calls - told.calls, key=lambda call: (call.seat, call.number))
        found += [ServerSentEvent(event="call", raw_data=encode(call).decode()) for call in new]
        told.calls = calls
        if access.eyes == EVERYTHING and glance.works != told.works:
            found += _works([work for work in glance.works if work not in told.works])
            told.works = glance.works
        return found

    def _may_still(self, access: Access, token: str) -> bool:
        """Whether the token holds and its person is still what he was when the stream began."""
        try:
            return access_of(self._people, access.campaign, self._people.tokens.read(token).person) == access
        except (NotFound, NotSignedIn):
            return False


def _works(works: Sequence[Json]) -> list[ServerSentEvent]:
    return [ServerSentEvent(event="work", raw_data=encode(work).decode()) for work in works]


async def _wait(event: asyncio.Event, seconds: float) -> None:
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        return

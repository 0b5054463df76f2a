"""Following a campaign live."""

from collections.abc import AsyncIterable, AsyncIterator
from typing import Annotated

from anyio import BrokenResourceError
from fastapi import APIRouter, Depends, Header, Request
from fastapi.sse import EventSourceResponse, ServerSentEvent

from api.access import Access, Doors
from api.problems import documented
from api.routes.filters import After
from api.service import Service
from api.stream import Watch
from orchestrator.readers.pages import Cursor

LastEventId = Annotated[str | None, Header(max_length=40, description="where an earlier stream stood; a browser sends it by itself")]

Place = tuple[Watch, Cursor | None]


def router(service: Service) -> APIRouter:
    routes = APIRouter(tags=["reading"])
    doors, streams = Doors(service), service.streams
    Member = Annotated[Access, Depends(doors.member)]

    async def place(member: Member, after: After = None, last_event_id: LastEventId = None) -> AsyncIterator[Place]:
        """Where the stream begins; a reader who follows too many is refused here, before anything is sent."""
        at = last_event_id or after
        cursor = None if at is None else Cursor.of(at)
        with streams.admitted(member) as watch:
            try:
                yield watch, cursor
            except ExceptionGroup as group:
                if group.split(BrokenResourceError)[1] is not None:
                    raise  # all else is that the reader went away in the middle of an event

    @routes.get("/campaigns/{id}/stream", response_class=EventSourceResponse, responses=documented(401, 404, 422, 429))
    async def follow_campaign(request: Request, member: Member, place: Annotated[Place, Depends(place)]) -> AsyncIterable[ServerSentEvent]:
        """What happens, as you see it: `event` (as in lists of events), `state`, `call` when one of your seats is asked something, `rewound`
        when the campaign was gone back in, and for a GM `work`. Resume with `Last-Event-ID`, or `after`; `0.0` begins with the first event.
        A comment every 15 seconds keeps the line open. The stream ends when your token or your membership does."""
        token = request.headers.get("authorization", "").partition(" ")[2].strip()
        watch, after = place
        async for each in streams.follow(watch, member, token, after):
            yield each

    return routes

"""What happened, as the reader saw it."""

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request, Response

from api.access import Access, Doors
from api.parameters import EventNumber
from api.problems import documented
from api.routes.filters import After, Filter, Limit
from api.service import Service
from orchestrator.readers.shown import EventPage, EventShown

Order = Annotated[Literal["oldest", "newest"], Query(description="which come first")]


def router(service: Service) -> APIRouter:
    routes = APIRouter(tags=["reading"])
    doors, door, answers = Doors(service), service.door, service.answers
    Member = Annotated[Access, Depends(doors.member)]

    @routes.get("/campaigns/{id}/events", response_model=EventPage, responses=documented(401, 404, 422))
    def list_events(
        request: Request, member: Member, wanted: Filter, after: After = None, limit: Limit = 200, order: Order = "oldest"
    ) -> Response:
        """A page of events. Ask on with its `cursor`: at the end of those that there are, the same cursor gives what comes later."""
        newest = order == "newest"
        return answers.give(
            request,
            member,
            lambda: door.events(member.campaign, member.eyes, wanted, after=after, limit=limit, newest_first=newest),
        )

    @routes.get("/campaigns/{id}/events/{number}", response_model=EventShown, responses=documented(401, 404, 422))
    def show_event(request: Request, member: Member, number: EventNumber) -> Response:
        """One event by your own number of it."""
        return answers.give(request, member, lambda: door.event(member.campaign, member.eyes, number))

    @routes.get("/campaigns/{id}/events/{number}/causes", response_model=list[EventShown], responses=documented(401, 404, 422))
    def explain_event(request: Request, member: Member, number: EventNumber) -> Response:
        """An event and what led to it, back across the boards as far as you saw it."""
        return answers.give(request, member, lambda: door.explain(member.campaign, member.eyes, number))

    return routes

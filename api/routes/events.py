"""The log."""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import BaseModel

from api.routes import MISSING
from orchestrator.campaign import Campaigns
from orchestrator.reading import LoggedEvent
from scales.codec import plain

PAGE = 200


class Page(BaseModel):
    """Events in the order they were stored; `next` is the number to ask on from, null at the end."""

    events: list[dict[str, Any]]
    next: int | None


def router(store: Campaigns) -> APIRouter:
    routes = APIRouter(tags=["events"], responses=MISSING)

    @routes.get("/campaigns/{id}/events")
    def list_events(
        id: str,
        after: Annotated[int, Query(ge=0, le=2**53, description="the number of the last event already read")] = 0,
        limit: Annotated[int, Query(ge=1, le=1000)] = PAGE,
    ) -> Page:
        """Events by pages: go on from `next`."""
        events = [{"number": number} | event_json(each) for number, each in store.log(id, after, limit)]
        return Page(events=events, next=events[-1]["number"] if len(events) == limit else None)

    @routes.get("/campaigns/{id}/events/{event}/causes")
    def explain_event(id: str, event: str) -> list[dict[str, Any]]:
        """An event and what led to it, back across the boards."""
        return [event_json(each) for each in store.explain(id, event)]

    return routes


def event_json(logged: LoggedEvent) -> dict[str, Any]:
    """An event with its id and the row in which it happened."""
    return {"id": str(logged.place), "tick": logged.tick, **plain(logged.event)}

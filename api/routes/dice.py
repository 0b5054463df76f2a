"""The dice that fell."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from api.access import Access, Doors
from api.problems import documented
from api.routes.filters import After, Filter, Limit
from api.service import Service
from orchestrator.readers.shown import DicePage


def router(service: Service) -> APIRouter:
    routes = APIRouter(tags=["reading"])
    doors, door, answers = Doors(service), service.door, service.answers
    Member = Annotated[Access, Depends(doors.member)]

    @routes.get("/campaigns/{id}/dice", response_model=DicePage, responses=documented(401, 404, 422))
    def list_dice(request: Request, member: Member, wanted: Filter, after: After = None, limit: Limit = 200) -> Response:
        """Dice of the events that you saw, with what they were for; in the end, and for a GM, each with whether the secret says so."""
        return answers.give(request, member, lambda: door.dice(member.campaign, member.eyes, wanted, after=after, limit=limit))

    return routes

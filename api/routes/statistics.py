"""A campaign in figures."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from api.access import Access, Doors
from api.problems import documented
from api.service import Service
from orchestrator.readers.shown import StatisticsShown


def router(service: Service) -> APIRouter:
    routes = APIRouter(tags=["reading"])
    doors, door, answers = Doors(service), service.door, service.answers
    Member = Annotated[Access, Depends(doors.member)]

    @routes.get("/campaigns/{id}/statistics", response_model=StatisticsShown, responses=documented(401, 404))
    def show_statistics(request: Request, member: Member) -> Response:
        """Events by scale and kind, losses, shots and hits, links, and how the dice fell: of what you saw."""
        return answers.give(request, member, lambda: door.statistics(member.campaign, member.eyes))

    return routes

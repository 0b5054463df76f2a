"""Theatres of war."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from api.access import Access, Doors
from api.problems import documented
from api.service import Service
from orchestrator.readers.shown import TheatreShown


def router(service: Service) -> APIRouter:
    routes = APIRouter(tags=["reading"])
    doors, door, answers = Doors(service), service.door, service.answers
    Member = Annotated[Access, Depends(doors.member)]

    @routes.get("/campaigns/{id}/theatres", response_model=list[TheatreShown], responses=documented(401, 404))
    def list_theatres(request: Request, member: Member) -> Response:
        """The theatres of a campaign with their battles."""
        return answers.give(request, member, lambda: door.theatres(member.campaign, member.eyes))

    return routes

"""What is on its way between the boards."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from api.access import Access, Doors
from api.problems import documented
from api.service import Service
from orchestrator.readers.shown import MessageShown


def router(service: Service) -> APIRouter:
    routes = APIRouter(tags=["reading"])
    doors, door, answers = Doors(service), service.door, service.answers
    Member = Annotated[Access, Depends(doors.member)]

    @routes.get("/campaigns/{id}/messages", response_model=list[MessageShown], responses=documented(401, 404))
    def list_messages(request: Request, member: Member) -> Response:
        """Messages in flight by when they take effect: all for a GM, for a side those about something of its own whose cause it saw."""
        return answers.give(request, member, lambda: door.messages(member.campaign, member.eyes))

    return routes

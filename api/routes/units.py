"""Units: where they are, what became of them, and their record sheets."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response

from api.access import Access, Doors
from api.parameters import Unit
from api.problems import documented
from api.service import Service
from orchestrator.readers.shown import UnitLine, UnitShown

Id = Annotated[str | None, Query(max_length=100)]


def router(service: Service) -> APIRouter:
    routes = APIRouter(tags=["reading"])
    doors, door, answers = Doors(service), service.door, service.answers
    Member = Annotated[Access, Depends(doors.member)]

    @routes.get("/campaigns/{id}/units", response_model=list[UnitLine], responses=documented(401, 404, 422))
    def list_units(request: Request, member: Member, side: Id = None, battle: Id = None, status: Id = None) -> Response:
        """The units that you know of, on every board that shows them; of a side, on a board, in a condition."""
        return answers.give(request, member, lambda: door.units(member.campaign, member.eyes, side=side, battle=battle, status=status))

    @routes.get("/campaigns/{id}/units/{unit:path}", response_model=UnitShown, responses=documented(401, 404))
    def show_unit(request: Request, member: Member, unit: Unit) -> Response:
        """A unit in all its battles, its record sheets if it is yours, and what you saw of it."""
        return answers.give(request, member, lambda: door.unit(member.campaign, member.eyes, unit))

    return routes

"""Handles of what takes long."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Response
from pydantic import BaseModel, Field

from api.access import Access, Doors
from api.parameters import WorkId
from api.problems import documented
from api.service import Service
from api.works import Work
from orchestrator.errors import NotFound
from orchestrator.people.people import Person


class WorkShown(BaseModel):
    """Work that runs on the server. Ask again at `/v1/works/{id}` until its status is done, stopped or failed."""

    id: str
    campaign: str
    kind: str = Field(examples=["run"])
    status: str = Field(description="queued, running, waiting (for people), done, stopped or failed", examples=["running"])
    progress: dict[str, Any] = Field(examples=[{"turn": 1, "minute": 7, "scale": "centurion", "phase": "movement"}])
    result: dict[str, Any] | None
    error: str | None = Field(description="why it failed, in a sentence")
    created_utc: str
    ended_utc: str | None


def work_shown(work: Work) -> WorkShown:
    names = WorkShown.model_fields
    return WorkShown(**{name: getattr(work, name) for name in names})


def handle(work: Work, response: Response) -> WorkShown:
    """The answer of 202: the work, and where to ask for it."""
    response.headers["Location"] = f"/v1/works/{work.id}"
    return work_shown(work)


def router(service: Service) -> APIRouter:
    routes = APIRouter(tags=["works"])
    doors = Doors(service)
    Gm = Annotated[Access, Depends(doors.gm)]
    Somebody = Annotated[Person, Depends(doors.person)]

    @routes.get("/campaigns/{id}/works", responses=documented(401, 403, 404))
    def list_works(gm: Gm) -> list[WorkShown]:
        """The work of a campaign, newest first."""
        return [work_shown(work) for work in service.works.of(gm.campaign)]

    @routes.get("/works/{work}", responses=documented(401, 404))
    def show_work(person: Somebody, work: WorkId) -> WorkShown:
        """How far a piece of work is: of those who asked for it, and of the GMs of its campaign."""
        found = service.works.find(work)
        if found.by != person.id and not service.people.is_gm(found.campaign, person.id):
            raise NotFound(f"there is no work {work!r}")
        return work_shown(found)

    return routes

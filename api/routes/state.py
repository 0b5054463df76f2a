"""How a campaign stands, and the campaigns that somebody takes part in."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from api.access import Access, Doors, access_of
from api.etag import Answer
from api.problems import documented
from api.service import Service
from orchestrator.people.people import Person
from orchestrator.readers.shown import CampaignLine, CampaignShown, Proof


def router(service: Service) -> APIRouter:
    routes = APIRouter(tags=["reading"])
    doors, door, answers = Doors(service), service.door, service.answers
    Member = Annotated[Access, Depends(doors.member)]
    Somebody = Annotated[Person, Depends(doors.person)]

    @routes.get("/campaigns", response_model=list[CampaignLine], responses=documented(401))
    def list_campaigns(request: Request, person: Somebody) -> Response:
        """The campaigns that you take part in, the newest first."""
        lines = []
        for id in service.people.members.campaigns_of(person.id):
            access = access_of(service.people, id, person)
            lines.append(door.line(id, access.eyes, access.seats, access.role))
        found = Answer.of(sorted(lines, key=lambda line: (line.created_utc, line.id), reverse=True))
        return found.response(request.headers.get("if-none-match", ""))

    @routes.get("/campaigns/{id}", response_model=CampaignShown, responses=documented(401, 404))
    def show_campaign(request: Request, member: Member) -> Response:
        """How a campaign stands for you: your side and seats, the time, what you are asked, and how victory looks from where you are."""
        return answers.give(request, member, lambda: door.campaign(member.campaign, member.eyes, member.seats))

    @routes.get("/campaigns/{id}/proof", response_model=Proof, responses=documented(401, 404))
    def show_proof(request: Request, member: Member) -> Response:
        """What the log and the dice can be checked by: the promise of the secret from the start, the secret itself at the end."""
        return answers.give(request, member, lambda: door.proof(member.campaign, member.eyes))

    return routes

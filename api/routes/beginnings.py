"""Beginning campaigns: from the library, from a file, from a document that was exported."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel, Field

from api.access import Doors
from api.limits import DOCUMENT
from api.problems import FaultShown, documented
from api.routes.works import WorkShown, handle
from api.sent import Sent, example
from api.service import Service
from campaigns import library
from campaigns.check import parse
from campaigns.places import FileFault
from campaigns.schema import Campaign
from orchestrator.errors import BadCampaign, BadExport, NotFound
from orchestrator.people import Person
from orchestrator.planning import plan_of
from scales.engine import Fault

FILE = "your file"
LARGEST_FILE = 400_000
DOCUMENTS: dict[str, Any] = {
    "application/json": {"schema": {"type": "object", "description": f"an exported campaign, at most {DOCUMENT >> 20} MB"}}
}
_BODY = {"required": True, "content": DOCUMENTS}


class LibraryShown(BaseModel):
    """A campaign of the built-in library."""

    name: str
    title: str
    about: str
    sides: dict[str, str]
    seats: dict[str, str] = Field(description="the side of each seat")


class NewCampaign(Sent):
    """A campaign of the library by its name, or the text of a campaign file (YAML); exactly one of them."""

    model_config = example({"library": "landfall"})

    library: str | None = Field(default=None, max_length=60, examples=["landfall"])
    file: str | None = Field(default=None, max_length=LARGEST_FILE, description="the text of a campaign file")


class FileText(Sent):
    """The text of a campaign file (YAML)."""

    model_config = example({"file": "imperator: 1\nname: duel\n"})

    file: str = Field(max_length=LARGEST_FILE)


class Verdict(BaseModel):
    """Every mistake of a file, with its place and the cure; none if it can be played."""

    faults: list[FaultShown]


class Created(BaseModel):
    """A campaign that has begun: `commitment` is the hash of the secret behind its dice, for players to note."""

    id: str
    name: str
    title: str
    commitment: str


def router(service: Service) -> APIRouter:
    routes = APIRouter(tags=["campaigns"])
    doors = Doors(service)
    games = service.campaigns
    Host = Annotated[Person, Depends(doors.host)]
    Somebody = Annotated[Person, Depends(doors.person)]

    @routes.get("/library", responses=documented(401))
    def list_library(_person: Somebody) -> list[LibraryShown]:
        """The campaigns and battles that come with Imperator."""
        return [
            LibraryShown(
                name=each.name,
                title=each.title,
                about=each.about,
                sides={id: side.name for id, side in each.sides.items()},
                seats={id: seat.side for id, seat in each.seats.items()},
            )
            for each in library.every(games.resolve)
        ]

    @routes.post("/campaigns/check", responses=documented(401, 413, 422))
    def check_campaign_file(_person: Somebody, sent: FileText) -> Verdict:
        """What is wrong with a campaign file."""
        try:
            parse(sent.file, FILE, games.resolve)
        except FileFault as error:
            return Verdict(faults=[FaultShown(code="file", text=text) for text in error.faults])
        return Verdict(faults=[])

    @routes.post("/campaigns", status_code=201, responses=documented(401, 403, 404, 409, 413, 422))
    def begin_campaign(person: Host, new: NewCampaign, response: Response) -> Created:
        """Begin a campaign; whoever does is its GM. Bots take all seats until people come."""
        plan = plan_of(_campaign(service, new))
        id = games.create(plan)
        service.people.make_gm(id, person.id)
        response.headers["Location"] = f"/v1/campaigns/{id}"
        record = games.reading.campaign(id)
        return Created(id=id, name=plan.name, title=str(plan.file.get("title", plan.name)), commitment=record.commitment)

    @routes.post("/campaigns/import", status_code=202, responses=documented(401, 403, 413, 422), openapi_extra={"requestBody": _BODY})
    async def import_campaign(person: Host, request: Request, response: Response) -> WorkShown:
        """Take in a campaign that was exported. It is played through and checked before anything of it is kept; the work's result names it."""
        document = await request.body()
        if not document.lstrip()[:1] == b"{":
            raise BadExport(["an exported campaign is an object of JSON"])
        return handle(service.take_in(document, person.id), response)

    return routes


def _campaign(service: Service, new: NewCampaign) -> Campaign:
    if (new.library is None) == (new.file is None):
        raise BadCampaign([Fault("source", "name a campaign of the library or send a file, one of the two", "library")])
    if new.file is not None:
        return parse(new.file, FILE, service.campaigns.resolve)
    if new.library not in library.names():
        raise NotFound(f"there is no {new.library!r} in the library; it has {', '.join(library.names())}")
    return library.find(str(new.library), service.campaigns.resolve)

"""Beginning campaigns: from the library, from a file, from a document that was exported."""

import threading
from typing import Annotated, Any

from anyio import to_thread
from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel, Field

from api.access import Doors
from api.limits import DOCUMENT
from api.problems import FaultShown, documented, faults_of
from api.routes.works import WorkShown, handle
from api.sent import Sent, example
from api.service import Service
from campaigns import library
from campaigns.check import parse
from campaigns.places import FileFault
from campaigns.schema import Campaign
from orchestrator.errors import BadCampaign, NotFound, TooManyTries
from orchestrator.history.importing import glance
from orchestrator.people.people import Person
from orchestrator.planning import plan_of
from scales.engine import Fault

FILE = "your file"
LARGEST_FILE = 400_000
SECONDS_TO_WAIT = 5
_READING = threading.Lock()
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

    @routes.post("/campaigns/check", responses=documented(401, 413, 422, 429))
    def check_campaign_file(_person: Somebody, sent: FileText) -> Verdict:
        """What is wrong with a campaign file."""
        try:
            _read(service, sent.file)
        except FileFault as error:
            return Verdict(faults=[FaultShown(code=fault.code, text=fault.text) for fault in faults_of(error)])
        return Verdict(faults=[])

    @routes.post("/campaigns", status_code=201, responses=documented(401, 403, 404, 409, 413, 422, 429))
    def begin_campaign(person: Host, new: NewCampaign, response: Response) -> Created:
        """Begin a campaign; whoever does is its GM. Bots take all seats until people come."""
        plan = plan_of(_campaign(service, new))
        id = games.create(plan)
        service.people.make_gm(id, person.id)
        response.headers["Location"] = f"/v1/campaigns/{id}"
        record = games.reading.campaign(id)
        return Created(id=id, name=plan.name, title=str(plan.file.get("title", plan.name)), commitment=record.commitment)

    @routes.post("/campaigns/import", status_code=202, responses=documented(401, 403, 413, 422, 429), openapi_extra={"requestBody": _BODY})
    async def import_campaign(person: Host, request: Request, response: Response) -> WorkShown:
        """Take in a campaign that was exported. It is played through and checked before anything of it is kept; the work's result names it."""
        document = await request.body()
        await to_thread.run_sync(glance, document)
        return handle(service.take_in(document, person.id), response)

    return routes


def _read(service: Service, file: str) -> Campaign:
    """A campaign file, one at a time: a large one keeps a processor busy for seconds."""
    if not _READING.acquire(timeout=SECONDS_TO_WAIT):
        raise TooManyTries("other campaign files are being read; try again in a moment", SECONDS_TO_WAIT)
    try:
        return parse(file, FILE, service.campaigns.resolve)
    finally:
        _READING.release()


def _campaign(service: Service, new: NewCampaign) -> Campaign:
    if (new.library is None) == (new.file is None):
        raise BadCampaign([Fault("source", "name a campaign of the library or send a file, one of the two", "library")])
    if new.file is not None:
        return _read(service, new.file)
    if new.library not in library.names():
        raise NotFound(f"there is no {new.library!r} in the library; it has {', '.join(library.names())}")
    return library.find(str(new.library), service.campaigns.resolve)

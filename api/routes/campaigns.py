"""Beginning campaigns, playing them, going back in them, taking them elsewhere, ending them."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Depends, Query, Request, Response
from pydantic import BaseModel, Field

from api.access import Access, Doors
from api.limits import DOCUMENT
from api.problems import FaultShown, documented
from api.routes.works import WorkShown, handle, work_shown
from api.service import Service
from campaigns import library
from campaigns.check import parse
from campaigns.places import FileFault
from orchestrator.errors import BadCampaign, NotFound
from orchestrator.export import to_json
from orchestrator.people import Person
from orchestrator.planning import plan_of
from scales.engine import Fault

FILE = "your file"
LARGEST_FILE = 400_000


class LibraryShown(BaseModel):
    """A campaign of the built-in library."""

    name: str
    title: str
    about: str
    sides: dict[str, str]
    seats: dict[str, str] = Field(description="the side of each seat")


class NewCampaign(BaseModel):
    """A campaign of the library by its name, or the text of a campaign file (YAML); exactly one of them."""

    library: str | None = Field(default=None, max_length=60, examples=["landfall"])
    file: str | None = Field(default=None, max_length=LARGEST_FILE, description="the text of a campaign file")


class FileText(BaseModel):
    """The text of a campaign file (YAML)."""

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


class RunOrder(BaseModel):
    """How far to play: to the next decision of a person, to the end of this turn or of the turn named, or to the end of the campaign."""

    until: Literal["decision", "turn", "end"] = "end"
    turn: int | None = Field(default=None, ge=1, le=10_000, description="with until turn: the last turn to be played")


class RewindOrder(BaseModel):
    """Back to how it stood before a row of the turn sequence was played. Everyone reads the reason."""

    tick: int = Field(ge=0, le=10_000_000, description="the row, counted from the beginning of the campaign")
    reason: str = Field(min_length=1, max_length=500, examples=["the fleets set up on the wrong sheet"])


class ForkOrder(BaseModel):
    """A new campaign that goes on, with dice of its own, from before a row; where it stands if none is named."""

    tick: int | None = Field(default=None, ge=0, le=10_000_000)
    reason: str = Field(default="", max_length=500)


def router(service: Service) -> APIRouter:
    routes = APIRouter(tags=["campaigns"])
    doors = Doors(service)
    games, works = service.campaigns, service.works
    Gm = Annotated[Access, Depends(doors.gm)]
    Member = Annotated[Access, Depends(doors.member)]
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

    @routes.post("/campaigns", status_code=201, responses=documented(401, 403, 409, 413, 422))
    def begin_campaign(person: Host, new: NewCampaign, response: Response) -> Created:
        """Begin a campaign; whoever does is its GM. Bots take all seats until people come."""
        plan = plan_of(_campaign(service, new))
        id = games.create(plan)
        service.people.make_gm(id, person.id)
        response.headers["Location"] = f"/v1/campaigns/{id}"
        record = games.reading.campaign(id)
        return Created(id=id, name=plan.name, title=str(plan.file.get("title", plan.name)), commitment=record.commitment)

    @routes.post("/campaigns/{id}/runs", status_code=202, responses=documented(401, 403, 404, 409, 422))
    def run_campaign(gm: Gm, order: RunOrder, response: Response) -> WorkShown:
        """Play on. A run that people must answer for waits, and goes on by itself when they have (but for until decision)."""
        stop = None
        if order.until == "turn":
            now = max(games.show(gm.campaign).turn, 1)
            if order.turn is not None and order.turn < now:
                raise BadCampaign([Fault("turn", f"turn {order.turn} is over; the campaign is in turn {now}", "turn")])
            stop = (order.turn or now) + 1
        return handle(works.start(gm.campaign, "run", {"until": order.until, "turn": stop}, gm.person.id), response)

    @routes.post("/campaigns/{id}/pause", responses=documented(401, 403, 404, 409))
    def pause_campaign(gm: Gm) -> WorkShown | None:
        """Stop what the campaign is at, after the row it is in; null if it is at nothing."""
        work = works.stop(gm.campaign)
        return None if work is None else work_shown(work)

    @routes.post("/campaigns/{id}/rewind", status_code=202, responses=documented(401, 403, 404, 409, 422))
    def rewind_campaign(gm: Gm, order: RewindOrder, response: Response) -> WorkShown:
        """Undo everything from a row on. What was is kept as an older timeline; orders given in it are stale."""
        works.stop(gm.campaign)
        return handle(works.start(gm.campaign, "rewind", order.model_dump() | {"by": gm.person.name}, gm.person.id), response)

    @routes.post("/campaigns/{id}/fork", status_code=202, responses=documented(401, 403, 404, 409, 422))
    def fork_campaign(gm: Gm, order: ForkOrder, response: Response) -> WorkShown:
        """Make another campaign of this one's past; whoever does is its GM. The work's result names it."""
        return handle(works.start(gm.campaign, "fork", order.model_dump(), gm.person.id), response)

    @routes.post("/campaigns/{id}/verify", status_code=202, responses=documented(401, 403, 404, 409))
    def verify_campaign(member: Member, response: Response) -> WorkShown:
        """Check every chain and die. A GM may at any time, everyone when the campaign has ended and its secret is known."""
        service.door.check_open(member.campaign, member.eyes)
        return handle(works.start(member.campaign, "verify", {}, member.person.id), response)

    @routes.get("/campaigns/{id}/export", responses=documented(401, 403, 404) | {200: _DOCUMENT}, response_class=Response)
    def export_campaign(member: Member) -> Response:
        """The whole campaign as one document. It holds all secrets of the game: a GM's, and everyone's when it has ended."""
        service.door.check_open(member.campaign, member.eyes)
        name = f'attachment; filename="{member.campaign}.json"'
        return Response(to_json(games.export(member.campaign)), media_type="application/json", headers={"content-disposition": name})

    @routes.post("/campaigns/import", status_code=202, responses=documented(401, 403, 413, 422), openapi_extra={"requestBody": _BODY})
    async def import_campaign(person: Host, request: Request, response: Response) -> WorkShown:
        """Take in a campaign that was exported. It is played through and checked before anything of it is kept; the work's result names it."""
        document = await request.body()
        return handle(service.take_in(document, person.id), response)

    @routes.delete("/campaigns/{id}", status_code=204, responses=documented(401, 403, 404, 409, 422))
    def delete_campaign(gm: Gm, confirm: Annotated[str, Query(max_length=100, description="the campaign's name")]) -> None:
        """Delete a campaign for ever; its name confirms it."""
        works.stop(gm.campaign)
        games.delete(gm.campaign, confirm)

    return routes


_SCHEMA = {"application/json": {"schema": {"type": "object", "description": f"an exported campaign, at most {DOCUMENT >> 20} MB"}}}
_DOCUMENT: dict[str, Any] = {"description": "the document", "content": _SCHEMA}
_BODY = {"required": True, "content": _SCHEMA}


def _campaign(service: Service, new: NewCampaign) -> Any:
    if (new.library is None) == (new.file is None):
        raise BadCampaign([Fault("source", "name a campaign of the library or send a file, one of the two", "library")])
    if new.file is not None:
        return parse(new.file, FILE, service.campaigns.resolve)
    if new.library not in library.names():
        raise NotFound(f"there is no {new.library!r} in the library; it has {', '.join(library.names())}")
    return library.find(str(new.library), service.campaigns.resolve)

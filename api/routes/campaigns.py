"""Playing campaigns on, going back in them, taking them elsewhere, ending them."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Response
from pydantic import BaseModel, Field

from api.access import Access, Doors
from api.problems import documented
from api.routes.beginnings import DOCUMENTS
from api.routes.works import WorkShown, handle, work_shown
from api.sent import Sent, example
from api.service import Service
from orchestrator.errors import BadCampaign, NotAllowed, TimelineRefused
from orchestrator.export import to_json
from orchestrator.records import CampaignRecord
from orchestrator.rows import rows, tick_of
from orchestrator.timelines import check_branch, check_rewind
from scales.engine import Fault

FORKED = "forked"
_DOCUMENT: dict[str, Any] = {"description": "the document", "content": DOCUMENTS}


class RunOrder(Sent):
    """How far to play: to the next decision of a person, to the end of this turn or of the turn named, or to the end of the campaign."""

    model_config = example({"until": "end"}, {"until": "turn", "turn": 3})

    until: Literal["decision", "turn", "end"] = "end"
    turn: int | None = Field(default=None, ge=1, le=10_000, description="with until turn: the last turn to be played")


class RowNamed(Sent):
    """A row of the turn sequence: its `tick`, or a `turn` and the letter in `row`, as every time that is shown has them."""

    tick: int | None = Field(default=None, ge=0, le=10_000_000, description="the row, counted from the beginning of the campaign")
    turn: int | None = Field(default=None, ge=1, le=10_000)
    row: str | None = Field(default=None, min_length=1, max_length=10, description="its letter, as in D6b, open, close", examples=["D4"])
    nth: int | None = Field(default=None, ge=1, le=100, description="of a letter that comes several times in the turn; else the first")
    minute: int | None = Field(default=None, ge=0, le=1_000_000, description="the same, by the minute of the campaign")

    def tick_in(self, record: CampaignRecord) -> int | None:
        """The row that is meant, None if none is named. Raises TimelineRefused."""
        if self.turn is not None and self.row is not None and self.tick is None:
            return tick_of(record, self.turn, self.row, nth=self.nth, minute=self.minute)
        if any(each is not None for each in (self.turn, self.row, self.nth, self.minute)):
            raise TimelineRefused(
                "name a row by its tick alone, or by turn and row (and nth or minute, where the letter comes several times)"
            )
        return self.tick


class RewindOrder(RowNamed):
    """Back to how it stood before a row of the turn sequence was played. Everyone reads the reason."""

    model_config = example(
        {"turn": 2, "row": "D4", "reason": "the fleets set up on the wrong sheet"},
        {"tick": 40, "reason": "the fleets set up on the wrong sheet"},
    )

    reason: str = Field(min_length=1, max_length=500, examples=["the fleets set up on the wrong sheet"])


class ForkOrder(RowNamed):
    """A new campaign that goes on, with dice of its own, from before a row; where it stands if none is named."""

    model_config = example({"turn": 2, "row": "D4", "reason": "what if the destroyers had gone about"}, {"tick": 40, "reason": "what if"})

    reason: str = Field(default="", max_length=500)


class RowShown(BaseModel):
    """A row of a turn: its `number` there from 1, `nth` among the rows of its letter; `tick` and `minute` from the beginning of the campaign."""

    tick: int = Field(examples=[40])
    number: int
    letter: str = Field(examples=["D4"])
    nth: int
    scale: str = Field(examples=["interceptor"])
    phase: str = Field(examples=["movement"])
    minute: int


def router(service: Service) -> APIRouter:
    routes = APIRouter(tags=["campaigns"])
    doors = Doors(service)
    games, works = service.campaigns, service.works
    Gm = Annotated[Access, Depends(doors.gm)]
    Member = Annotated[Access, Depends(doors.member)]

    @routes.post("/campaigns/{id}/runs", status_code=202, responses=documented(401, 403, 404, 409, 422))
    def run_campaign(gm: Gm, order: RunOrder, response: Response) -> WorkShown:
        """Play on. A run that people must answer for waits, and goes on by itself when they have (but for until decision)."""
        if order.turn is not None and order.until != "turn":
            raise BadCampaign([Fault("turn", f"a turn is named only with until turn, not with until {order.until}", "turn")])
        stop = None
        if order.until == "turn":
            now = max(games.show(gm.campaign).turn, 1)
            if order.turn is not None and order.turn < now:
                raise BadCampaign([Fault("turn", f"turn {order.turn} is over; the campaign is in turn {now}", "turn")])
            stop = (order.turn or now) + 1

        return handle(works.start(gm.campaign, "run", {"until": order.until, "turn": stop}, gm.person.id, service.go_on(gm.campaign)), response)

    @routes.post("/campaigns/{id}/pause", responses=documented(401, 403, 404, 409))
    def pause_campaign(gm: Gm) -> WorkShown | None:
        """Stop what the campaign is at, after the row it is in, and the clock of its deadlines until it is run again; null if it is at nothing.

        What is asked can be read and answered meanwhile.
        """
        work = service.pause(gm.campaign)
        return None if work is None else work_shown(work)

    @routes.post("/campaigns/{id}/verify", status_code=202, responses=documented(401, 403, 404, 409))
    def verify_campaign(member: Member, response: Response) -> WorkShown:
        """Check every chain and die. A GM may at any time, everyone when the campaign has ended and its secret is known."""
        if service.door.proof(member.campaign, member.eyes).digest is None:
            raise NotAllowed("the dice can be checked when the campaign has ended and its secret is known; until then by its GMs")
        return handle(works.start(member.campaign, "verify", {}, member.person.id), response)

    @routes.get("/campaigns/{id}/export", responses=documented(401, 403, 404) | {200: _DOCUMENT}, response_class=Response)
    def export_campaign(member: Member) -> Response:
        """The whole campaign as one document. It holds all secrets of the game: a GM's, and everyone's when it has ended."""
        document = service.door.export(member.campaign, member.eyes)
        name = f'attachment; filename="{member.campaign}.json"'
        return Response(to_json(document), media_type="application/json", headers={"content-disposition": name})

    @routes.delete("/campaigns/{id}", status_code=204, responses=documented(401, 403, 404, 409, 422))
    def delete_campaign(gm: Gm, confirm: Annotated[str, Query(max_length=100, description="the campaign's name")]) -> None:
        """Delete a campaign for ever; its name confirms it."""
        works.stop(gm.campaign)
        games.delete(gm.campaign, confirm)

    return routes

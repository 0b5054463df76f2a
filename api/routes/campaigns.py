"""Playing campaigns on, checking them, taking them elsewhere, ending them."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Response
from pydantic import Field

from api.access import Access, Doors
from api.problems import documented
from api.routes.beginnings import DOCUMENTS
from api.routes.works import WorkShown, handle, work_shown
from api.sent import Sent, example
from api.service import Service
from orchestrator.errors import BadCampaign, NotAllowed
from orchestrator.history.export import to_json
from scales.engine import Fault

_DOCUMENT: dict[str, Any] = {"description": "the document", "content": DOCUMENTS}


class RunOrder(Sent):
    """How far to play: to the next decision of a person, to the end of this turn or of the turn named, or to the end of the campaign."""

    model_config = example({"until": "end"}, {"until": "turn", "turn": 3})

    until: Literal["decision", "turn", "end"] = "end"
    turn: int | None = Field(default=None, ge=1, le=10_000, description="with until turn: the last turn to be played")


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

        return handle(
            works.start(gm.campaign, "run", {"until": order.until, "turn": stop}, gm.person.id, service.go_on(gm.campaign)), response
        )

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

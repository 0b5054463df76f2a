"""Dispatch: the GM gives out seats, battles and formations."""

from typing import Annotated, Literal

from fastapi import APIRouter, Depends
from pydantic import Field

from api.access import Access, Doors
from api.parameters import AssignmentId
from api.problems import documented
from api.sent import Sent, example
from api.service import Service
from orchestrator.dispatch.assigning import LONGEST, SHORTEST, UNITS_AT_MOST, Wish
from orchestrator.dispatch.seating import Assigned


class Assignment(Sent):
    """Who decides: for a seat everywhere, in one battle, or for some units of it; or a table with miniatures for a whole battle.

    The most particular one holds. `pace` live asks decision by decision, plan takes one plan for each phase.
    """

    model_config = example(
        {"seat": "tog_fleet", "pace": "plan", "deadline_seconds": 86400, "on_deadline": "bot"},
        {"battle": "ostia.centurion-1", "holder": "table"},
    )

    seat: str = Field(default="", max_length=60, description="empty for a table")
    battle: str = Field(default="", max_length=200, description="empty: everywhere")
    units: list[Annotated[str, Field(max_length=200)]] = Field(
        default=[], max_length=UNITS_AT_MOST, description="a formation: ids of units, or what they begin with; needs a battle"
    )
    holder: Literal["person", "bot", "table"] = "person"
    person: str = Field(default="", max_length=100, description="a member of the side; empty: whoever holds the seat")
    pace: Literal["live", "plan"] | None = Field(default=None, description="null: live, for a formation as its seat has it")
    deadline_seconds: int | None = Field(
        default=None,
        ge=SHORTEST,
        le=LONGEST,
        description=f"{SHORTEST} to {LONGEST}; null gives all the time in the world, a formation that of its seat",
    )
    on_deadline: Literal["bot", "ask", "wait"] | None = Field(
        default=None,
        description="the draft stands and the bot decides the rest, the GM is asked, or everybody waits; null: wait, for a formation as its seat has it",
    )


class AssignmentShown(Assignment):
    """An assignment as it stands."""

    id: str
    since_utc: str


def _shown(given: Assigned) -> AssignmentShown:
    return AssignmentShown(**{name: getattr(given, name) for name in AssignmentShown.model_fields})


def router(service: Service) -> APIRouter:
    routes = APIRouter(tags=["dispatch"])
    Gm = Annotated[Access, Depends(Doors(service).gm)]

    @routes.get("/campaigns/{id}/assignments", responses=documented(401, 403, 404))
    def list_assignments(gm: Gm) -> list[AssignmentShown]:
        """What was given to whom."""
        return [_shown(each) for each in service.assigning.all(gm.campaign)]

    @routes.post("/campaigns/{id}/assignments", responses=documented(401, 403, 404, 409, 413, 422))
    def assign(gm: Gm, wish: Assignment) -> AssignmentShown:
        """Give a seat, a battle or a formation to a player, to the bot, or to a table; in place of what was given for the same."""
        with service.works.between_rows(gm.campaign):
            given = service.assigning.assign(gm.campaign, Wish(**wish.model_dump() | {"units": wish.units or None}))
            service.sync(gm.campaign)
        return _shown(given)

    @routes.delete("/campaigns/{id}/assignments/{assignment}", status_code=204, responses=documented(401, 403, 404, 409))
    def withdraw_assignment(gm: Gm, assignment: AssignmentId) -> None:
        """Take it back: what is less particular holds again."""
        with service.works.between_rows(gm.campaign):
            service.assigning.withdraw(gm.campaign, assignment)
            service.sync(gm.campaign)

    return routes

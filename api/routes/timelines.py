"""Going back in campaigns, and on from their past: the rows of the turn sequence by name, rewinds, forks."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response
from pydantic import BaseModel, Field

from api.access import Access, Doors
from api.problems import documented
from api.routes.works import WorkShown, handle
from api.sent import Sent, example
from api.service import Service
from orchestrator.errors import TimelineRefused
from orchestrator.history.timelines import check_branch, check_rewind
from orchestrator.rows import rows, tick_of
from orchestrator.store.records import CampaignRecord

FORKED = "forked"


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

    @routes.post("/campaigns/{id}/rewind", status_code=202, responses=documented(401, 403, 404, 409, 422))
    def rewind_campaign(gm: Gm, order: RewindOrder, response: Response) -> WorkShown:
        """Undo everything from a row on. What was is kept as an older timeline; orders given in it are stale. It then stands paused: run it on."""
        record = games.reading.campaign(gm.campaign)
        tick = order.tick_in(record)
        if tick is None:
            raise TimelineRefused("name the row to go back to: its tick, or turn and row")
        check_rewind(record, tick, order.reason)
        works.stop(gm.campaign)
        told = {"tick": tick, "reason": order.reason, "by": gm.person.name, "timeline": record.timeline}
        return handle(works.start(gm.campaign, "rewind", told, gm.person.id), response)

    @routes.post("/campaigns/{id}/fork", status_code=202, responses=documented(401, 403, 404, 409, 422))
    def fork_campaign(gm: Gm, order: ForkOrder, response: Response) -> WorkShown:
        """Make another campaign of this one's past; whoever does is its GM. The work's result names it."""
        record = games.reading.campaign(gm.campaign)
        tick = order.tick_in(record)
        check_branch(record, record.tick if tick is None else tick, order.reason or FORKED)
        told = {"tick": tick, "reason": order.reason or FORKED, "by": gm.person.name}
        return handle(works.start(gm.campaign, "fork", told, gm.person.id), response)

    @routes.get("/campaigns/{id}/rows", responses=documented(401, 404))
    def list_rows(
        member: Member, turn: Annotated[int | None, Query(ge=1, le=10_000, description="this turn, if none is named")] = None
    ) -> list[RowShown]:
        """The rows of a turn, in the order in which they are played: what a rewind or a fork can name."""
        record = games.reading.campaign(member.campaign)
        of_turn = rows(record, turn or max(games.show(member.campaign).turn, 1))
        return [RowShown(**{name: getattr(row, name) for name in RowShown.model_fields}) for row in of_turn]

    return routes

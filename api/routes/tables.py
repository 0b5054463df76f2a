"""Battles played with miniatures: what is set up, and the results that come back."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends
from pydantic import BaseModel, Field

from api.access import Access, Doors
from api.parameters import Battle, ResultId
from api.problems import documented
from api.sent import Sent, example
from api.service import Service
from orchestrator.results import Result
from scales.codec import plain

FateForm = Annotated[dict[str, Any], Field(max_length=200)]


class TableSheetShown(BaseModel):
    """All that is needed to go on with a battle on a table. `form` is the result to fill in: each unit's fate as it stands now."""

    campaign: str
    battle: str
    scale: str
    turn: int
    phase: str
    picture: dict[str, Any] = Field(description="the map: terrain by hex, counters with hex and facing")
    units: list[dict[str, Any]]
    in_flight: list[dict[str, Any]] = Field(description="what is on its way to the battle; a GM's")
    conditions: dict[str, Any]
    form: dict[str, Any]


class ResultForm(Sent):
    """The result of a battle: the fate of each unit, in the form of the table sheet."""

    model_config = example({"fates": {"fulgur-1": {"status": "destroyed"}}, "winner": "commonwealth"})

    fates: Annotated[dict[Annotated[str, Field(max_length=200)], FateForm], Field(min_length=1, max_length=5000)]
    winner: str | None = Field(default=None, max_length=60)
    outcome: str = Field(default="played on a table", max_length=200)
    over: bool = Field(default=True, description="the battle is over; else the engine plays on from here")


class ResultShown(BaseModel):
    """A result as it was reported: proposed, approved or rejected."""

    id: str
    battle: str
    status: str
    form: dict[str, Any]
    by: str
    note: str
    given_utc: str
    decided_utc: str | None


class DifferenceShown(BaseModel):
    """What the results that stand say differently of a unit, by result."""

    unit: str
    fates: dict[str, Any]


class Results(BaseModel):
    """What was reported of a battle; a GM also sees where reports differ."""

    results: list[ResultShown]
    differences: list[DifferenceShown]


class Approval(Sent):
    """A GM's own changes to a result: fates of single units, or other fields of it."""

    model_config = example({"fates": {"fulgur-1": {"status": "damaged"}}})

    fates: dict[Annotated[str, Field(max_length=200)], FateForm] = Field(default={}, max_length=5000)
    winner: str | None = Field(default=None, max_length=60)
    outcome: str | None = Field(default=None, max_length=200)


class Rejection(Sent):
    """Why a result is not taken."""

    model_config = example({"note": "the last turn is missing"})

    note: str = Field(min_length=1, max_length=500)


def _shown(result: Result) -> ResultShown:
    return ResultShown(**{name: getattr(result, name) for name in ResultShown.model_fields})


def router(service: Service) -> APIRouter:
    routes = APIRouter(tags=["tables"])
    doors, tables = Doors(service), service.tables
    Player = Annotated[Access, Depends(doors.player)]
    Gm = Annotated[Access, Depends(doors.gm)]

    @routes.get("/campaigns/{id}/battles/{battle}/table", responses=documented(401, 403, 404))
    def show_table_sheet(player: Player, battle: Battle) -> TableSheetShown:
        """What to put on the table, and the form for the result; of a player's side only what it may know."""
        sheet = plain(tables.sheet(player.campaign, battle, service.seat_in(player, battle)))
        return TableSheetShown(**{name: sheet[name] for name in TableSheetShown.model_fields})

    @routes.get("/campaigns/{id}/battles/{battle}/results", responses=documented(401, 403, 404))
    def list_results(player: Player, battle: Battle) -> Results:
        """What was reported: by yourself, or, for a GM, by everybody, with the differences."""
        found = tables.results(player.campaign, battle, None if player.is_gm else player.person.id)
        differences = tables.differences(player.campaign, battle) if player.is_gm else []
        return Results(results=[_shown(each) for each in found], differences=[DifferenceShown(**plain(each)) for each in differences])

    @routes.post("/campaigns/{id}/battles/{battle}/results", status_code=201, responses=documented(401, 403, 404, 409, 413, 422))
    def report_result(player: Player, battle: Battle, form: ResultForm) -> ResultShown:
        """Report how a battle on a table ended. Nothing comes of it until a GM approves."""
        side = None if player.is_gm else player.side
        given = form.model_dump(exclude_none=True)
        return _shown(tables.propose(player.campaign, battle, given, player.person.id, side))

    @routes.post("/campaigns/{id}/results/{result}/approval", responses=documented(401, 403, 404, 409, 413, 422))
    def approve_result(gm: Gm, result: ResultId, changes: Approval | None = None) -> ResultShown:
        """Take a result over, with your own changes; the campaign goes on."""
        edits = changes.model_dump(exclude_none=True, exclude_defaults=True) if changes else {}
        with service.works.between_rows(gm.campaign):
            approved = tables.approve(gm.campaign, result, edits)
        return _shown(approved)

    @routes.post("/campaigns/{id}/results/{result}/rejection", responses=documented(401, 403, 404, 409, 413, 422))
    def reject_result(gm: Gm, result: ResultId, why: Rejection) -> ResultShown:
        """Do not take a result."""
        return _shown(tables.reject(gm.campaign, result, why.note))

    return routes

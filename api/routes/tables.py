"""Battles played with miniatures: what is set up, and the results that come back."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends
from pydantic import BaseModel, Field

from api.access import Access, Doors
from api.parameters import Battle, ResultId
from api.problems import documented
from api.sent import Sent, example
from api.service import Service
from orchestrator.dispatch.results import Result
from orchestrator.dispatch.tables import TableUnit
from scales.codec import plain

FateForm = Annotated[
    dict[str, Any],
    Field(
        max_length=200,
        description=(
            "`status`: ok, damaged, crippled, destroyed, left or captured, as far as the unit's scale has them; `sheet`: its damage in the form of "
            "the table sheet, of which what is left out stays as it was, and which may be left out whole; `by`: the id of the unit that did it"
        ),
    ),
]
UNHARMED = (
    "syracuse",
    "bantha",
    "exeter-1",
    "exeter-2",
    "tog-pilum",
    "tog-lancea-1",
    "tog-lancea-2",
    "cw-cheetah",
    "cw-avenger",
    "port-di",
)
FATES: dict[str, dict[str, str]] = {
    "fulgur-3": {"status": "destroyed", "by": "ajax-1"},
    "fulgur-4": {"status": "destroyed"},
    "serpens-9": {"status": "left"},
    "ajax-1": {"status": "crippled"},
    **{unit: {"status": "ok"} for unit in UNHARMED},
}
"""What may become of the units of `ostia.leviathan` in the library's landfall."""


class TableSheetShown(BaseModel):
    """All that is needed to go on with a battle on a table. `form` is the result to fill in: each unit's fate as it stands now."""

    campaign: str
    battle: str
    scale: str
    turn: int
    phase: str
    picture: dict[str, Any] = Field(description="the map: terrain by hex, counters with hex and facing")
    units: list[TableUnit]
    in_flight: list[dict[str, Any]] = Field(description="what is on its way to the battle; a GM's")
    conditions: dict[str, Any]
    form: dict[str, Any]


class ResultForm(Sent):
    """The result of a battle: the fate of each unit, in the form of the table sheet."""

    model_config = example(
        {"fates": FATES, "winner": "commonwealth", "outcome": "the raiders turned away", "over": True}, {"fates": FATES, "over": False}
    )

    fates: Annotated[dict[Annotated[str, Field(max_length=200)], FateForm], Field(min_length=1, max_length=5000)]
    winner: str | None = Field(default=None, max_length=60)
    outcome: str = Field(default="played on a table", max_length=200)
    over: bool = Field(default=True, description="the battle is over; else the engine plays on from here")


class ResultShown(BaseModel):
    """A result as it was reported: `status` is proposed, approved, rejected, superseded (by a newer one of the same person) or withdrawn."""

    id: str
    battle: str
    status: str
    form: dict[str, Any]
    by: str
    note: str
    given_utc: str
    decided_utc: str | None


class DifferenceShown(BaseModel):
    """What the results that stand say differently of a unit, by result: those that name it."""

    unit: str
    fates: dict[str, Any]


class Results(BaseModel):
    """What was reported of a battle; a GM also sees where reports differ."""

    results: list[ResultShown]
    differences: list[DifferenceShown]


class Approval(Sent):
    """A GM's own changes to a result: fates of single units, or other fields of it. They hold before all that was reported."""

    model_config = example({}, {"fates": {"exeter-1": {"status": "crippled"}}, "winner": "commonwealth", "outcome": "as agreed by both"})

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
        return TableSheetShown.model_validate({name: sheet[name] for name in TableSheetShown.model_fields})

    @routes.get("/campaigns/{id}/battles/{battle}/results", responses=documented(401, 403, 404))
    def list_results(player: Player, battle: Battle) -> Results:
        """What was reported: by yourself, or, for a GM, by everybody, with the differences."""
        found = tables.results(player.campaign, battle, None if player.is_gm else player.person.id)
        differences = tables.differences(player.campaign, battle) if player.is_gm else []
        return Results(results=[_shown(each) for each in found], differences=[DifferenceShown(**plain(each)) for each in differences])

    @routes.post("/campaigns/{id}/battles/{battle}/results", status_code=201, responses=documented(401, 403, 404, 409, 413, 422))
    def report_result(player: Player, battle: Battle, form: ResultForm) -> ResultShown:
        """Report how a battle on a table ended, in place of what you reported of it before. Nothing comes of it until a GM approves.

        A player may leave out the units of others.
        """
        side = None if player.is_gm else player.side
        given = form.model_dump(exclude_none=True)
        return _shown(tables.propose(player.campaign, battle, given, player.person.id, side))

    @routes.post("/campaigns/{id}/results/{result}/approval", responses=documented(401, 403, 404, 409, 413, 422))
    def approve_result(gm: Gm, result: ResultId, changes: Approval | None = None) -> ResultShown:
        """Take a result over, with your own changes; the campaign goes on.

        Units that neither it nor you name are as the other results say that stand: so two sides' reports are approved together. Where these
        contradict each other, or a unit is still missing, nothing is taken over and every fault is told.
        """
        edits = changes.model_dump(exclude_none=True, exclude_defaults=True) if changes else {}
        with service.works.between_rows(gm.campaign):
            approved = tables.approve(gm.campaign, result, edits)
        return _shown(approved)

    @routes.delete("/campaigns/{id}/results/{result}", responses=documented(401, 403, 404, 409))
    def withdraw_result(player: Player, result: ResultId) -> ResultShown:
        """Take your own report back, while nobody has approved it."""
        return _shown(tables.withdraw(player.campaign, result, player.person.id))

    @routes.post("/campaigns/{id}/results/{result}/rejection", responses=documented(401, 403, 404, 409, 413, 422))
    def reject_result(gm: Gm, result: ResultId, why: Rejection) -> ResultShown:
        """Do not take a result."""
        return _shown(tables.reject(gm.campaign, result, why.note))

    return routes

"""The GM overrules: every ruling is an event with its reason."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends
from pydantic import BaseModel, Field

from api.access import Access, Doors
from api.parameters import Battle
from api.problems import documented
from api.sent import Sent, example
from api.service import Service
from orchestrator.message_forms import message_forms
from orchestrator.rulings import MESSAGE

NEEDS = "message: its kind, data: what it says, and optionally seen_by: the sides that hear of it"


class RulingMessage(BaseModel):
    """A kind of message: what it is for, and the form of each field of its `data`."""

    about: str
    fields: dict[str, str] = Field(examples=[{"unit": "text", "boxes": "number"}])


class Kinds(BaseModel):
    """What can be ruled in a battle as it stands: `timeline` and `version` say how it stands, to be given back with the ruling."""

    timeline: int
    version: int
    kinds: dict[str, str] = Field(description="each kind of ruling, and what it needs")
    messages: dict[str, RulingMessage] = Field(description="what a ruling of kind message can send, as another board would send it")


class Ruling(Sent):
    """A ruling on a battle as it stands at `version`. If it has gone on, was rewound, or another GM ruled, it is refused: look again."""

    model_config = example({"version": 12, "kind": "destroy", "reason": "it hit a mine that we forgot", "details": {"unit": "fulgur-1"}})

    timeline: int = Field(default=0, ge=0, le=10_000_000)
    version: int = Field(ge=0, le=10_000_000)
    kind: str = Field(max_length=40, examples=["destroy"])
    reason: str = Field(min_length=1, max_length=500, examples=["it hit a mine that we forgot"])
    details: dict[str, Any] = Field(default={}, max_length=100, description="what the kind needs", examples=[{"unit": "fulgur-1"}])


class Ruled(BaseModel):
    """`taken` is false if just this was ruled before; `version` is what the battle stands at now."""

    taken: bool
    version: int


_MESSAGES = {kind: RulingMessage(about=form.about, fields=form.fields) for kind, form in message_forms().items()}


def router(service: Service) -> APIRouter:
    routes = APIRouter(tags=["rulings"])
    doors = Doors(service)
    games = service.campaigns
    Gm = Annotated[Access, Depends(doors.gm)]

    def version(campaign: str, battle: str) -> int:
        return games.reading.battle(campaign, games.reading.campaign(campaign).timeline, battle).version

    @routes.get("/campaigns/{id}/battles/{battle}/rulings", responses=documented(401, 403, 404))
    def list_kinds_of_rulings(gm: Gm, battle: Battle) -> Kinds:
        """What the GM can do to a battle."""
        timeline = games.reading.campaign(gm.campaign).timeline
        found = games.reading.battle(gm.campaign, timeline, battle)
        kinds = dict(games.resolve(found.scale).rulings) | {MESSAGE: NEEDS}
        return Kinds(timeline=timeline, version=found.version, kinds=kinds, messages=_MESSAGES)

    @routes.post("/campaigns/{id}/battles/{battle}/rulings", responses=documented(401, 403, 404, 409, 422))
    def rule(gm: Gm, battle: Battle, ruling: Ruling) -> Ruled:
        """Overrule: move, damage, repair, destroy, add, remove, roll again ... Work under way is held still meanwhile."""
        order = ruling.details | {"kind": ruling.kind, "reason": ruling.reason}
        with service.works.between_rows(gm.campaign):
            taken = games.overrule(gm.campaign, battle, ruling.version, order, timeline=ruling.timeline)
            service.sync(gm.campaign)
            return Ruled(taken=taken, version=version(gm.campaign, battle))

    return routes

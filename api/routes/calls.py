"""What people are asked, and their orders: drafts that can be changed, until they are sealed."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query
from pydantic import BaseModel, Field

from api.access import Access, Doors
from api.parameters import Decision
from api.problems import FaultShown, documented
from api.sent import Sent, example
from api.service import Service
from orchestrator.dispatch.calls import GM, PLAYER, Call, CallInFull
from orchestrator.dispatch.case import Submission
from orchestrator.dispatch.wishes import ORDERS_AT_MOST
from orchestrator.people.people import Person
from scales.codec import plain
from workers.filling import Plan

YOU = "you"
Order = Annotated[dict[str, Any], Field(max_length=100)]
Choices = Annotated[dict[Annotated[str, Field(max_length=200)], Order], Field(max_length=2000)]


class DecisionShown(BaseModel):
    """Something you are asked, or a formation's part of it. Its id counts what your seat was asked."""

    campaign: str
    id: str = Field(examples=["0-tog_fleet-3"])
    status: str = Field(description="open, sealed (then it waits for others), or over")
    seat: str
    side: str
    battle: str
    scale: str
    phase: str
    turn: int
    minute: int
    kind: str
    prompt: str
    units: list[str]
    formation: list[str] = Field(description="the units that this call is about; empty: all of the seat's")
    without: list[str] = Field(description="the units of the seat that formations have: others are asked about them")
    is_simultaneous: bool = Field(description="the answers of all sides are revealed together")
    pace: str = Field(description="live or plan")
    on_deadline: str
    asked_utc: str
    due_utc: str | None
    overdue_utc: str | None
    sealed_by: str | None = Field(
        description="you (a GM reads: player), gm, bot, or deadline: what your draft held when the time was over, the bot deciding the rest"
    )
    revision: int = Field(description="counts the changes of the draft")


class OptionShown(BaseModel):
    """One thing you may choose: `order` is what to send back, `info` costs, ranges, target numbers with every modifier."""

    order: Order
    label: str
    info: dict[str, Any]


class SlotShown(BaseModel):
    """One independent part: choose one of its options, or write an order of your own in the same form."""

    id: str
    title: str
    unit: str = Field(description="whom it is about; empty: the whole side")
    options: list[OptionShown]


class ProspectShown(BaseModel):
    """What you will probably be asked in this phase, for a plan."""

    kind: str
    prompt: str
    units: list[str]
    offers: list[SlotShown]


class PlanForm(Sent):
    """Orders for the whole phase. `prefer` lists for `<kind>/<slot>` the orders in the order in which they are wanted."""

    model_config = example({"prefer": {"move/fulgur-1": [{"path": ["f", "f"]}]}, "otherwise": "bot"})

    prefer: Annotated[
        dict[Annotated[str, Field(max_length=400)], Annotated[list[Order], Field(max_length=ORDERS_AT_MOST)]], Field(max_length=2000)
    ] = Field(default={})
    otherwise: Literal["bot", "ask"] = Field(default="bot", description="who decides where none of them is legal")


class OrdersForm(Sent):
    """An answer: an order for each slot, and for `pace: plan` a plan for the phase."""

    model_config = example({"choices": {"fulgur-1": {"ecm": 2, "fire": 8}}})

    choices: Choices = Field(default={})
    plan: PlanForm | None = None

    def submission(self) -> Submission:
        """What the orchestrator takes."""
        plan = None if self.plan is None else Plan(self.plan.prefer, self.plan.otherwise)
        return Submission(dict(self.choices), plan)


class DraftForm(OrdersForm):
    """A draft, made over the one of a revision."""

    model_config = example({"choices": {"fulgur-1": {"ecm": 2, "fire": 8}}, "revision": 0})

    revision: int = Field(ge=0, le=1_000_000)


class DraftKept(BaseModel):
    """The draft was kept as this revision; `faults` is what is wrong with it so far."""

    revision: int
    faults: list[FaultShown]


class DecisionInFull(DecisionShown):
    """A call with what can be chosen, what can be foreseen of the phase, and the draft or what was sealed."""

    offers: list[SlotShown]
    prospects: list[ProspectShown]
    draft: OrdersForm | None


class MoreTime(Sent):
    """Seconds more, from when the call is due."""

    model_config = example({"seconds": 3600})

    seconds: int = Field(ge=1, le=60 * 24 * 3600)


def _about(call: Call, *, is_gm: bool) -> dict[str, Any]:
    about = {name: getattr(call, name) for name in DecisionShown.model_fields}
    return about | ({"sealed_by": YOU} if call.sealed_by == PLAYER and not is_gm else {})


def _shown(call: Call, *, is_gm: bool = False) -> DecisionShown:
    return DecisionShown(**_about(call, is_gm=is_gm))


def _full(found: CallInFull, *, is_gm: bool) -> DecisionInFull:
    draft = found.draft
    form = None if draft is None else OrdersForm(choices=draft.choices, plan=None if draft.plan is None else PlanForm(**plain(draft.plan)))
    return DecisionInFull(**_about(found.call, is_gm=is_gm), offers=plain(found.offers), prospects=plain(found.prospects), draft=form)


def router(service: Service) -> APIRouter:
    routes = APIRouter(tags=["decisions"])
    doors, calls = Doors(service), service.calls
    Somebody = Annotated[Person, Depends(doors.person)]
    Player = Annotated[Access, Depends(doors.player)]
    Gm = Annotated[Access, Depends(doors.gm)]

    @routes.get("/decisions", responses=documented(401))
    def list_my_decisions(person: Somebody) -> list[DecisionShown]:
        """All that waits for you, in all campaigns, the most urgent first."""
        return [_shown(call) for call in calls.open_calls(person.id)]

    @routes.get("/campaigns/{id}/decisions", responses=documented(401, 403, 404))
    def list_decisions(
        player: Player, past: Annotated[bool, Query(description="what is over instead, the newest first, a hundred at most")] = False
    ) -> list[DecisionShown]:
        """What waits for you in a campaign; for a GM, all that it waits for."""
        if past:
            return [_shown(call, is_gm=player.is_gm) for call in calls.past(player.campaign, _asked(player))]
        if player.is_gm:
            return [_shown(call, is_gm=True) for call in calls.of_campaign(player.campaign)]
        return [_shown(call) for call in calls.open_calls(player.person.id) if call.campaign == player.campaign]

    @routes.get("/campaigns/{id}/decisions/{decision}", responses=documented(401, 403, 404, 409))
    def show_decision(player: Player, decision: Decision) -> DecisionInFull:
        """A decision with all that can be chosen. One that is over has the orders as they were sealed, and nothing to choose."""
        return _full(calls.call(player.campaign, decision, _asked(player)), is_gm=player.is_gm)

    @routes.put("/campaigns/{id}/decisions/{decision}/draft", responses=documented(401, 403, 404, 409, 412, 413, 422))
    def save_draft(player: Player, decision: Decision, draft: DraftForm) -> DraftKept:
        """Keep what is decided so far, wrong or not. Nobody else sees it."""
        given = draft.submission()
        kept = calls.save_draft(player.campaign, decision, given.choices, draft.revision, given.plan, _asked(player))
        return DraftKept(revision=kept.revision, faults=[FaultShown(**plain(fault)) for fault in kept.faults])

    @routes.post("/campaigns/{id}/decisions/{decision}/orders", responses=documented(401, 403, 404, 409, 413, 422))
    def seal_orders(player: Player, decision: Decision, orders: OrdersForm | None = None) -> DecisionShown:
        """Seal your orders, or the draft if you send none. They stand then; the same again is one."""
        given = None if orders is None else orders.submission()
        sealed = calls.submit(player.campaign, decision, given, _asked(player), by=GM if player.is_gm else PLAYER)
        service.answered(player.campaign)
        return _shown(sealed, is_gm=player.is_gm)

    @routes.post("/campaigns/{id}/decisions/{decision}/bot", status_code=204, responses=documented(401, 403, 404, 409))
    def leave_to_bot(gm: Gm, decision: Decision) -> None:
        """The bot decides this for a player who does not."""
        calls.leave_to_bot(gm.campaign, decision)
        service.answered(gm.campaign)

    @routes.post("/campaigns/{id}/decisions/{decision}/time", responses=documented(401, 403, 404, 409, 422))
    def give_more_time(gm: Gm, decision: Decision, more: MoreTime) -> DecisionShown:
        """Move a deadline."""
        return _shown(calls.extend(gm.campaign, decision, more.seconds), is_gm=True)

    return routes


def _asked(access: Access) -> str | None:
    """Whose calls are found: a GM's are all."""
    return None if access.is_gm else access.person.id

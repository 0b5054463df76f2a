"""Where a member wants to be told: web-hooks and mail."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends
from pydantic import BaseModel, Field

from api.access import Access, Doors
from api.notify import why_not
from api.parameters import HookId
from api.problems import documented
from api.sent import Sent, example
from api.service import Service
from orchestrator.errors import HookRefused
from orchestrator.people.notices import LONGEST_TARGET, Delivery, Hook
from scales.codec import plain

Happening = Literal["decision", "overdue", "ended"]


class DeliveryShown(BaseModel):
    """What became of a notice."""

    status: Literal["due", "sent", "given_up"]
    tries: int = Field(description="how often it could not be delivered; after eight it is given up")
    error: str = Field(description="why not, the last time")
    when_utc: str = Field(description="when it was sent or given up; of one that is due, when it is tried (again)")


class HookShown(BaseModel):
    """A hook; the secret that signs a web-hook is only shown when it is made."""

    id: str
    kind: str
    target: str
    events: list[str]
    created_utc: str
    last: DeliveryShown | None = Field(default=None, description="the last notice on its way there")
    secret: str | None = Field(default=None, description="signs web-hooks (Standard Webhooks); shown this once")


class NewHook(Sent):
    """Tell me: decision, when one of my seats is asked; overdue, when a player let a deadline pass (GMs); ended, when the campaign has."""

    model_config = example({"kind": "webhook", "target": "https://example.org/imperator", "events": ["decision"]})

    kind: Literal["webhook", "email"]
    target: str = Field(max_length=LONGEST_TARGET, examples=["https://example.org/imperator"])
    events: list[Happening] = Field(default=["decision", "ended"], min_length=1, max_length=3)


def _shown(hook: Hook, **more: Any) -> HookShown:
    return HookShown(id=hook.id, kind=hook.kind, target=hook.target, events=hook.events, created_utc=hook.created_utc, **more)


def _delivery(last: Delivery | None) -> DeliveryShown | None:
    return None if last is None else DeliveryShown.model_validate(plain(last))


def router(service: Service) -> APIRouter:
    routes = APIRouter(tags=["hooks"])
    Member = Annotated[Access, Depends(Doors(service).member)]
    notices = service.notices

    @routes.get("/campaigns/{id}/hooks", responses=documented(401, 404))
    def list_hooks(member: Member) -> list[HookShown]:
        """Where you are told of this campaign, and how the last notice to each fared."""
        return [_shown(hook, last=_delivery(notices.last(hook.id))) for hook in notices.of(member.campaign, member.person.id)]

    @routes.post("/campaigns/{id}/hooks", status_code=201, responses=documented(401, 404, 413, 422))
    def add_hook(member: Member, new: NewHook) -> HookShown:
        """Be told by a signed web-hook or by mail, as far as this service can."""
        if refusal := why_not(new.kind, new.target, service.settings.post):
            raise HookRefused(refusal)
        hook = notices.add(member.campaign, member.person.id, new.kind, new.target, new.events)
        return _shown(hook, secret=hook.secret or None)

    @routes.delete("/campaigns/{id}/hooks/{hook}", status_code=204, responses=documented(401, 404))
    def remove_hook(member: Member, hook: HookId) -> None:
        """Be told no more."""
        notices.remove(member.campaign, member.person.id, hook)

    return routes

"""Where a member wants to be told: web-hooks and mail."""

from typing import Annotated, Literal

from fastapi import APIRouter, Depends
from pydantic import BaseModel, Field

from api.access import Access, Doors
from api.parameters import HookId
from api.problems import documented
from api.sent import Sent, example
from api.service import Service
from orchestrator.notices import LONGEST_TARGET, Hook

Happening = Literal["decision", "overdue", "ended"]


class HookShown(BaseModel):
    """A hook; the secret that signs a web-hook is only shown when it is made."""

    id: str
    kind: str
    target: str
    events: list[str]
    created_utc: str
    secret: str | None = Field(default=None, description="signs web-hooks (Standard Webhooks); shown this once")


class NewHook(Sent):
    """Tell me: decision, when one of my seats is asked; overdue, when a player let a deadline pass (GMs); ended, when the campaign has."""

    model_config = example({"kind": "webhook", "target": "https://example.org/imperator", "events": ["decision"]})

    kind: Literal["webhook", "email"]
    target: str = Field(max_length=LONGEST_TARGET, examples=["https://example.org/imperator"])
    events: list[Happening] = Field(default=["decision", "ended"], min_length=1, max_length=3)


def _shown(hook: Hook, *, secret: bool = False) -> HookShown:
    about = HookShown(id=hook.id, kind=hook.kind, target=hook.target, events=hook.events, created_utc=hook.created_utc)
    return about.model_copy(update={"secret": hook.secret or None}) if secret else about


def router(service: Service) -> APIRouter:
    routes = APIRouter(tags=["hooks"])
    Member = Annotated[Access, Depends(Doors(service).member)]
    notices = service.notices

    @routes.get("/campaigns/{id}/hooks", responses=documented(401, 404))
    def list_hooks(member: Member) -> list[HookShown]:
        """Where you are told of this campaign."""
        return [_shown(hook) for hook in notices.of(member.campaign, member.person.id)]

    @routes.post("/campaigns/{id}/hooks", status_code=201, responses=documented(401, 404, 413, 422))
    def add_hook(member: Member, new: NewHook) -> HookShown:
        """Be told by a signed web-hook or by mail."""
        return _shown(notices.add(member.campaign, member.person.id, new.kind, new.target, new.events), secret=True)

    @routes.delete("/campaigns/{id}/hooks/{hook}", status_code=204, responses=documented(401, 404))
    def remove_hook(member: Member, hook: HookId) -> None:
        """Be told no more."""
        notices.remove(member.campaign, member.person.id, hook)

    return routes

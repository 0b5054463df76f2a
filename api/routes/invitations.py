"""Invitations: making them, taking them back, opening them."""

from contextlib import nullcontext
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, Field

from api.access import Access, Doors
from api.parameters import InvitationId, PersonId
from api.problems import documented
from api.routes.people import TokenGiven, token_given
from api.routes.seats import between_rows
from api.sent import Sent, example
from api.service import Service
from orchestrator.errors import NotAllowed, NotFound
from orchestrator.people.invitations import DAYS, MOST_DAYS, RENEWAL, Invitation, Wanted
from orchestrator.people.memberships import PLAYER
from orchestrator.people.tokens import DAYS as TOKEN_DAYS
from orchestrator.people.tokens import MOST_DAYS as TOKEN_MOST_DAYS
from orchestrator.people.tokens import Signed

LABEL = "invitation"


class InvitationWanted(Sent):
    """Whom to invite. A player has a side, or a seat of it; a spectator a side, or sees what all may see; a GM neither."""

    model_config = example({"role": "player", "seat": "tog_fleet", "name": "Marcus"})

    role: Literal["gm", "player", "spectator"] = Field(examples=["player"])
    side: str = Field(default="", max_length=100, examples=["cw"])
    seat: str = Field(default="", max_length=100, examples=["cw"])
    name: str = Field(default="", max_length=200, description="whom it is for: a note for yourself", examples=["Marcus"])
    days: int = Field(default=DAYS, ge=1, le=MOST_DAYS, description="how long it holds")


class InvitationShown(BaseModel):
    """An invitation. `state` is open, used, expired or revoked."""

    id: str
    campaign: str
    role: str
    side: str
    seat: str
    name: str
    made_by: str = Field(description="a person's id; '' for the operator")
    created_utc: str
    expires_utc: str
    state: Literal["open", "used", "expired", "revoked"]
    used_by: str | None = Field(description="the person who opened it; of a renewal, whom alone it is for")


class InvitationSeen(InvitationShown):
    """An invitation as whoever has its link sees it."""

    campaign_title: str = Field(description="'' for a host", examples=["Dogfight"])


class InvitationMade(BaseModel):
    """An invitation with its link, shown this once. The secret stands behind '#', so that browsers send it to nobody."""

    invitation: InvitationShown
    link: str = Field(repr=False, examples=["https://imperator.example.org/join#k3Jx..."])
    secret: str = Field(repr=False)


class Knock(Sent):
    """The secret of an invitation: what stands behind '#' in its link."""

    model_config = example({"secret": "k3JxWb0q"})

    secret: str = Field(max_length=200, repr=False)


class Acceptance(Knock):
    """A newcomer names himself, and may choose a login and a password; somebody who is signed in sends the secret alone."""

    model_config = example({"secret": "k3JxWb0q", "name": "Marcus", "login": "marcus", "password": "per aspera ad astra"})

    name: str = Field(default="", max_length=500, examples=["Marcus"])
    login: str | None = Field(default=None, max_length=500, examples=["marcus"])
    password: str | None = Field(default=None, max_length=1000, repr=False, description="8 to 200 characters")


class Welcome(BaseModel):
    """What you have become, and where; a newcomer's token."""

    person: str
    name: str
    campaign: str = Field(description="'' for a host")
    role: str
    side: str
    seat: str
    token: TokenGiven | None = Field(description="null for somebody who was signed in and opened no renewal")


def _facts(invitation: Invitation) -> dict[str, Any]:
    return {name: getattr(invitation, name) for name in InvitationShown.model_fields}


def _shown(invitation: Invitation) -> InvitationShown:
    return InvitationShown(**_facts(invitation))


def _check(access: Access, wanted: InvitationWanted) -> None:
    """A GM may invite anybody; a player may hand over a seat that he holds."""
    if not (access.is_gm or (wanted.role == PLAYER and wanted.seat in access.seats)):
        raise NotAllowed("only a GM of this campaign may invite; a player may hand over a seat that he holds")


def router(service: Service) -> APIRouter:
    routes = APIRouter(tags=["invitations"])
    invitations, doors = service.people.invitations, Doors(service)
    Inviting = Annotated[Access, Depends(doors.player)]
    Gm = Annotated[Access, Depends(doors.gm)]

    def own(access: Access, invitation: str) -> Invitation:
        """An invitation that one may see: a GM every one, a player his own."""
        found = invitations.get(access.campaign, invitation)
        if not access.is_gm and found.made_by != access.person.id:
            raise NotFound("there is no such invitation")
        return found

    @routes.post("/campaigns/{id}/invitations", status_code=201, summary="Invite somebody", responses=documented(401, 403, 404, 422))
    def invite(wanted: InvitationWanted, access: Inviting) -> InvitationMade:
        """A link that whoever opens it first may use. A GM invites anybody, a player somebody who takes over his own seat."""
        _check(access, wanted)
        made, secret = invitations.make(Wanted(**wanted.model_dump(), campaign=access.campaign, by=access.person.id))
        return InvitationMade(invitation=_shown(made), link=link(service.settings.public_url, secret), secret=secret)

    @routes.get("/campaigns/{id}/invitations", summary="List invitations", responses=documented(401, 403, 404))
    def list_invitations(access: Inviting) -> list[InvitationShown]:
        """A GM sees all of the campaign's, a player his own; newest first."""
        return [_shown(each) for each in invitations.of(access.campaign) if access.is_gm or each.made_by == access.person.id]

    @routes.delete("/campaigns/{id}/invitations/{invitation}", summary="Revoke an invitation", responses=documented(401, 403, 404))
    def revoke_invitation(invitation: InvitationId, access: Inviting) -> InvitationShown:
        """Nobody can open it any more; one that was used stays used."""
        return _shown(invitations.revoke(access.campaign, own(access, invitation).id))

    @routes.post(
        "/campaigns/{id}/members/{person}/renewal",
        status_code=201,
        summary="Let a member in again",
        responses=documented(401, 403, 404, 422),
    )
    def renew_member(person: PersonId, access: Gm) -> InvitationMade:
        """A link for a player or spectator without a login who lost his token: it opens once, gives him a new one, and his old ones hold no more.

        Not for GMs, hosts, and members of campaigns that are not yours: them the operator lets in again.
        """
        made, secret = invitations.renew(person, access.campaign, access.person.id)
        return InvitationMade(invitation=_shown(made), link=link(service.settings.public_url, secret), secret=secret)

    @routes.post("/invitations/look", summary="What an invitation is for", responses=documented(404, 410, 422, 429))
    def look_at_invitation(knock: Knock, request: Request) -> InvitationSeen:
        """Without opening it."""
        service.tries.opening(request)
        found = invitations.look(knock.secret)
        return InvitationSeen(**_facts(found), campaign_title=service.telling.title(found.campaign) if found.campaign else "")

    @routes.post(
        "/invitations/accept",
        status_code=201,
        summary="Open an invitation",
        responses=documented(401, 404, 409, 410, 422, 429),
        # newcomers have no token yet
        openapi_extra={"security": [{}]},
    )
    def accept_invitation(wanted: Acceptance, request: Request, signed: Annotated[Signed | None, Depends(doors.visitor)]) -> Welcome:
        """Become what it is for: as yourself if you show a token, else as somebody new. A renewal needs its secret alone."""
        service.tries.opening(request)
        id = signed.person.id if signed else None
        found = invitations.look(wanted.secret)
        with between_rows(service, found.campaign) if found.seat else nullcontext():
            person, opened = invitations.accept(wanted.secret, name=wanted.name, login=wanted.login, password=wanted.password, id=id)
        days = TOKEN_DAYS if person.has_password else TOKEN_MOST_DAYS
        if opened.role == RENEWAL:
            service.people.tokens.revoke_others(person.id)
        given = None if signed and opened.role != RENEWAL else token_given(service.people.tokens.give(person.id, LABEL, days))
        facts = {name: getattr(opened, name) for name in ("campaign", "role", "side", "seat")}
        return Welcome(person=person.id, name=person.name, **facts, token=given)

    return routes


def link(base_url: str, secret: str) -> str:
    """Where to open an invitation. What stands behind '#' is in no log of any server."""
    return f"{base_url.rstrip('/')}/join#{secret}"

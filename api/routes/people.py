"""Signing in, tokens, and what somebody may change about himself."""

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Form, Request
from pydantic import BaseModel, Field

from api.access import Doors
from api.parameters import TokenId
from api.problems import documented
from api.sent import Sent, example
from api.service import Service
from orchestrator.people.people import Person
from orchestrator.people.tokens import DAYS, MOST_DAYS, Given, Signed, TokenNote

LABEL = "signed in"


class SignInForm(BaseModel):
    """The password form of OAuth2; of what it may hold, only login and password count here."""

    grant_type: Literal["password"] = "password"
    username: str = Field(max_length=500, description="your login", examples=["marcus"])
    password: str = Field(max_length=1000, repr=False, json_schema_extra={"format": "password"}, examples=["per aspera ad astra"])
    scope: str = Field(default="", max_length=500)
    client_id: str | None = Field(default=None, max_length=500)
    client_secret: str | None = Field(default=None, max_length=1000, repr=False)


class TokenShown(BaseModel):
    """A token without the token. `is_current`: the one this request came with."""

    id: str = Field(examples=["5f1c0e8a4b7d2f96"])
    label: str = Field(examples=["my script"])
    created_utc: str
    expires_utc: str
    is_current: bool = False


class TokenGiven(BaseModel):
    """A token, shown this once. Send it as `Authorization: Bearer ...`, never in an address."""

    access_token: str = Field(repr=False)
    token_type: str = "bearer"
    id: str = Field(description="what to revoke it by")
    person: str = Field(description="whose it is")
    expires_utc: str


class TokenWanted(Sent):
    """A further token for yourself, for a script or another machine."""

    model_config = example({"label": "my script", "days": 30})

    label: str = Field(max_length=200, examples=["my script"])
    days: int = Field(default=DAYS, ge=1, le=MOST_DAYS)


class MyPart(BaseModel):
    """What somebody is in a campaign."""

    campaign: str
    role: str = Field(examples=["player"])
    side: str = Field(examples=["cw"])
    seats: list[str]


class Me(BaseModel):
    """Yourself."""

    id: str
    name: str = Field(examples=["Livia Drusilla"])
    login: str | None = Field(description="null: you come in by your token alone, until you choose a login and a password")
    email: str = Field(description="where mail reaches you; '' for nowhere")
    is_host: bool = Field(description="whether you may begin campaigns")
    has_password: bool
    campaigns: list[MyPart]


class MyChanges(Sent):
    """What to change; what is left out stays."""

    model_config = example({"name": "Livia Drusilla", "email": "livia@example.org"})

    name: str | None = Field(default=None, max_length=500, examples=["Livia Drusilla"])
    email: str | None = Field(default=None, max_length=500, examples=["livia@example.org"])


class NewPassword(Sent):
    """Another password; `old` is needed if you have one, `login` if you have none yet. Your other tokens are revoked."""

    model_config = example({"password": "per aspera ad astra", "login": "livia"})

    password: str = Field(max_length=1000, repr=False, description="8 to 200 characters")
    old: str = Field(default="", max_length=1000, repr=False)
    login: str | None = Field(default=None, max_length=500, examples=["livia"])


def token_given(given: Given) -> TokenGiven:
    note = given.note
    return TokenGiven(access_token=given.token, id=note.id, person=note.person, expires_utc=note.expires_utc)


def _shown(note: TokenNote, current: str) -> TokenShown:
    return TokenShown(
        id=note.id, label=note.label, created_utc=note.created_utc, expires_utc=note.expires_utc, is_current=note.id == current
    )


def router(service: Service) -> APIRouter:
    routes = APIRouter(tags=["people"])
    people, doors = service.people, Doors(service)
    Me_ = Annotated[Person, Depends(doors.person)]
    Here = Annotated[Signed, Depends(doors.signed)]

    def about(person: Person) -> Me:
        standings = [people.members.standing(campaign, person.id) for campaign in people.members.campaigns_of(person.id)]
        parts = [MyPart(campaign=s.campaign, role=s.role, side=s.side, seats=list(s.seats)) for s in standings if s]
        facts = {name: getattr(person, name) for name in ("id", "name", "login", "email", "is_host", "has_password")}
        return Me(**facts, campaigns=parts)

    @routes.post("/tokens", status_code=201, summary="Sign in", responses=documented(401, 422, 429))
    def sign_in(form: Annotated[SignInForm, Form()], request: Request) -> TokenGiven:
        """Login and password for a token (OAuth2 password form). Tries are counted by address and by login."""
        service.tries.sign_in(request, form.username)
        return token_given(people.tokens.give(people.persons.sign_in(form.username, form.password).id, LABEL))

    @routes.post("/tokens/personal", status_code=201, summary="Give yourself another token", responses=documented(401, 422))
    def give_token(wanted: TokenWanted, person: Me_) -> TokenGiven:
        """A token for a script or another machine, with a label of your own."""
        return token_given(people.tokens.give(person.id, wanted.label, wanted.days))

    @routes.get("/tokens", summary="List your tokens", responses=documented(401))
    def list_tokens(signed: Here) -> list[TokenShown]:
        """Your tokens that hold, newest first."""
        return [_shown(note, signed.token) for note in people.tokens.of(signed.person.id)]

    @routes.delete("/tokens/{token}", status_code=204, summary="Revoke a token, or sign out", responses=documented(401, 404))
    def revoke_token(token: TokenId, signed: Here) -> None:
        """The token holds no more, from this moment on. 'current' signs out."""
        people.tokens.revoke(signed.person.id, signed.token if token == "current" else token)

    @routes.get("/me", summary="Show yourself", responses=documented(401))
    def show_me(person: Me_) -> Me:
        """Who you are, and what you are in which campaign."""
        return about(person)

    @routes.patch("/me", summary="Change your name or address", responses=documented(401, 422))
    def describe_me(changes: MyChanges, person: Me_) -> Me:
        """Two people may have the same name."""
        return about(people.persons.describe(person.id, name=changes.name, email=changes.email))

    @routes.put("/me/password", summary="Change your password", responses=documented(401, 422, 429))
    def change_password(wanted: NewPassword, signed: Here, request: Request) -> Me:
        """Every other token of yours is revoked."""
        service.tries.sign_in(request, signed.person.login or signed.person.id)
        person = people.persons.set_password(signed.person.id, wanted.password, old=wanted.old, login=wanted.login)
        people.tokens.revoke_others(person.id, but=signed.token)
        return about(person)

    return routes

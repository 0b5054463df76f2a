"""Who is asking, and what he may do: the doors that routes put before themselves.

    doors = Doors(service)

    @routes.get("/campaigns/{id}/log")
    def log(access: Annotated[Access, Depends(doors.gm)]) -> ...

Whoever is no member of a campaign is told that there is none, in the words for a campaign that is not there.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Protocol

from fastapi import Depends
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer, OAuth2PasswordBearer

from api.parameters import CampaignId
from orchestrator.errors import NotAllowed, NotFound, NotSignedIn
from orchestrator.people.memberships import GM, PLAYER, ROLES, SPECTATOR
from orchestrator.people.people import People, Person
from orchestrator.people.tokens import Signed
from orchestrator.readers.seeing import Eyes

SIGN_IN = "/v1/tokens"
_NAMES = {GM: "a GM", PLAYER: "a player or a GM"}

_password = OAuth2PasswordBearer(SIGN_IN, scheme_name="password", auto_error=False, description="sign in with login and password")
_bearer = HTTPBearer(scheme_name="token", bearerFormat="JWT", auto_error=False, description="a token that was given out before")


class HasPeople(Protocol):
    """What of the service the doors need."""

    @property
    def people(self) -> People: ...


@dataclass(slots=True, frozen=True)
class Access:
    """Somebody before a campaign: his highest role there, the side and the seats he plays, and how much he may see."""

    campaign: str
    person: Person
    role: str
    side: str
    seats: list[str]
    eyes: Eyes

    @property
    def is_gm(self) -> bool:
        return self.role == GM


Shown = Annotated[str | None, Depends(_password)]
Bearer = Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]


class Doors:
    """Dependencies over one service.

    `signed` gives Signed (person and token), `visitor` that or None, `person` and `host` a Person; `member`, `player` and `gm` take the
    campaign's id from the path's `{id}` and give Access.
    """

    def __init__(self, service: HasPeople) -> None:
        people = service.people

        def visitor(token: Shown, credentials: Bearer) -> Signed | None:
            shown = token or (credentials.credentials if credentials else None)
            return None if shown is None else people.tokens.read(shown)

        def signed(found: Annotated[Signed | None, Depends(visitor)]) -> Signed:
            if found is None:
                raise NotSignedIn("sign in first: this needs a token")
            return found

        def person(found: Annotated[Signed, Depends(signed)]) -> Person:
            return found.person

        def host(who: Annotated[Person, Depends(person)]) -> Person:
            if not who.is_host:
                raise NotAllowed("only a host may do this")
            return who

        self.visitor = visitor
        self.signed = signed
        self.person = person
        self.host = host
        self.member = _door(people, person, SPECTATOR)
        self.player = _door(people, person, PLAYER)
        self.gm = _door(people, person, GM)


def _door(people: People, person: Callable[..., Person], least: str) -> Callable[..., Access]:
    """Lets in members whose role reaches so far."""

    def enter(id: CampaignId, who: Annotated[Person, Depends(person)]) -> Access:
        access = access_of(people, id, who)
        if ROLES.index(access.role) > ROLES.index(least):
            raise NotAllowed(f"only {_NAMES[least]} of this campaign may do this")
        return access

    return enter


def access_of(people: People, campaign: str, who: Person) -> Access:
    """What somebody may do in a campaign. Raises NotFound for strangers."""
    standing = people.members.standing(campaign, who.id) if campaign.isprintable() else None
    if standing is None:
        raise NotFound(f"there is no campaign {campaign!r}")
    return Access(campaign, who, standing.role, standing.side, list(standing.seats), standing.eyes)

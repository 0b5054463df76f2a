"""The members of a campaign and the seats they hold."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

from fastapi import APIRouter, Depends
from pydantic import BaseModel, Field

from api.access import Access, Doors
from api.parameters import NAME, PersonId, Seat
from api.problems import documented
from api.sent import Sent, example
from api.service import Service
from orchestrator.errors import NotAllowed
from orchestrator.people.memberships import GM, Member


class MemberShown(BaseModel):
    """A member. A GM who plays too is there twice; a player without seats is in reserve."""

    person: str
    name: str = Field(examples=["Marcus"])
    role: str = Field(examples=["player"])
    side: str = Field(examples=["cw"])
    seats: list[str]
    since_utc: str


class SeatShown(BaseModel):
    """A seat and who holds it. `is_known` false: a seat of another side, of which you are not told."""

    seat: str
    side: str
    person: str | None
    name: str | None
    is_known: bool


class MemberList(BaseModel):
    """Who is in a campaign, as far as you may know: a GM everybody, others their own side, the GMs, and which seats there are."""

    members: list[MemberShown]
    seats: list[SeatShown]


class SeatWanted(Sent):
    """Who is to hold the seat: a member's id, or null to take it back."""

    model_config = example({"person": "5f1c0e8a4b7d2f96"}, {"person": None})

    person: str | None = Field(pattern=NAME)


def _may_know(access: Access, side: str) -> bool:
    return access.is_gm or side == access.side != ""


def _knows(access: Access, member: Member) -> bool:
    return member.role == GM or member.person == access.person.id or _may_know(access, member.side)


def _member(member: Member) -> MemberShown:
    return MemberShown(**{name: getattr(member, name) for name in MemberShown.model_fields} | {"seats": list(member.seats)})


def _seat(seat: str, side: str, members: list[Member], access: Access) -> SeatShown:
    holder = next((each for each in members if seat in each.seats), None) if _may_know(access, side) else None
    return SeatShown(
        seat=seat,
        side=side,
        person=holder.person if holder else None,
        name=holder.name if holder else None,
        is_known=_may_know(access, side),
    )


@contextmanager
def between_rows(service: Service, campaign: str) -> Iterator[None]:
    """Seats change hands between two rows; what a campaign waits for is then put to whoever holds them."""
    with service.works.between_rows(campaign):
        yield
        service.sync(campaign)


def router(service: Service) -> APIRouter:
    routes = APIRouter(tags=["members"])
    members, doors = service.people.members, Doors(service)
    Inside = Annotated[Access, Depends(doors.member)]
    Gm = Annotated[Access, Depends(doors.gm)]

    def seat_shown(access: Access, seat: str) -> SeatShown:
        return _seat(seat, members.seats(access.campaign)[seat], members.of(access.campaign), access)

    @routes.get("/campaigns/{id}/members", summary="List members and seats", responses=documented(401, 404))
    def list_members(access: Inside) -> MemberList:
        """A GM sees all; others see the GMs, their own side, and which seats there are."""
        found = members.of(access.campaign)
        seats = sorted(members.seats(access.campaign).items())
        return MemberList(
            members=[_member(each) for each in found if _knows(access, each)],
            seats=[_seat(seat, side, found, access) for seat, side in seats],
        )

    @routes.put("/campaigns/{id}/seats/{seat}", summary="Hand a seat over, or take it back", responses=documented(401, 403, 404, 409, 422))
    def seat_somebody(seat: Seat, wanted: SeatWanted, access: Gm) -> SeatShown:
        """Whoever held the seat stays a player of the side, in reserve. What the seat is asked is asked of who holds it now; nobody: of the bot."""
        with between_rows(service, access.campaign):
            if wanted.person is None:
                members.take_back(access.campaign, seat)
            else:
                members.hand_over(access.campaign, seat, wanted.person)
        return seat_shown(access, seat)

    @routes.delete("/campaigns/{id}/members/{person}", status_code=204, summary="Remove a member", responses=documented(401, 403, 404, 409))
    def remove_member(person: PersonId, access: Inside) -> None:
        """A GM removes anybody but the last GM; everybody else may leave himself."""
        if not access.is_gm and person != access.person.id:
            raise NotAllowed("only a GM of this campaign may remove others; you may leave it yourself")
        with between_rows(service, access.campaign):
            members.remove(access.campaign, person)

    return routes

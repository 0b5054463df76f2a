"""Who is what in a campaign: its GMs, the players of each side, those who watch.

A player has a side, and seats of that side or none (in reserve); a seat has one holder. Nobody plays for or watches two sides. The last GM stays.
"""

from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select

from orchestrator.errors import MembershipRefused, NotFound
from orchestrator.moments import Now, stamp, utc_now
from orchestrator.people.persons import PERSON, person
from orchestrator.readers.seeing import Eyes
from orchestrator.store import models
from orchestrator.store.database import Database
from orchestrator.store.models import table
from orchestrator.store.writing import CAMPAIGN
from scales.codec import decode

MEMBER, ASSIGNMENT, HOOK = table(models.Member), table(models.Assignment), table(models.Hook)
GM, PLAYER, SPECTATOR = "gm", "player", "spectator"
ROLES = (GM, PLAYER, SPECTATOR)
"""The one who may do most first."""


@dataclass(slots=True, frozen=True)
class Standing:
    """What somebody is in a campaign: the highest of his roles, and the side and the seats he plays, if he plays."""

    campaign: str
    person: str
    role: str
    side: str = ""
    seats: tuple[str, ...] = ()

    @property
    def eyes(self) -> Eyes:
        return Eyes(everything=True) if self.role == GM else Eyes(side=self.side)


@dataclass(slots=True, frozen=True)
class Member:
    """One line of a campaign's list of members; a GM who plays too has two."""

    person: str
    name: str
    role: str
    side: str
    since_utc: str
    seats: tuple[str, ...] = ()


@dataclass(slots=True)
class _Plan:
    """What of a campaign's plan is of interest here."""

    seats: dict[str, str] = field(default_factory=dict)


class Memberships:
    """The members of all campaigns of a database."""

    def __init__(self, database: Database, now: Now = utc_now) -> None:
        self._database = database
        self._now = now

    # ---- looking --------------------------------------------------------------------------------------------------

    def seats(self, campaign: str) -> dict[str, str]:
        """Each seat of a campaign, with its side. Raises NotFound."""
        with self._database.read() as connection:
            return seats_of(connection, campaign)

    def standing(self, campaign: str, id: str) -> Standing | None:
        """What somebody is in a campaign; None if nothing."""
        with self._database.read() as connection:
            rows = _rows(connection, campaign, person=id)
        return _standing(campaign, id, rows) if rows else None

    def campaigns_of(self, id: str) -> list[str]:
        """The campaigns somebody is a member of."""
        with self._database.read() as connection:
            return campaigns_of(connection, id)

    def of(self, campaign: str) -> list[Member]:
        """The members of a campaign: GMs, players, spectators, each by side and name."""
        query = select(MEMBER, PERSON.c.name).join(PERSON, PERSON.c.id == MEMBER.c.person).where(MEMBER.c.campaign == campaign)
        with self._database.read() as connection:
            rows = list(connection.execute(query.order_by(MEMBER.c.since_utc)))
        kinds = dict.fromkeys((row.person, row.role) for row in rows)
        members = [_member([row for row in rows if (row.person, row.role) == kind]) for kind in kinds]
        return sorted(members, key=lambda each: (ROLES.index(each.role), each.side, each.name, each.person))

    def holder(self, campaign: str, seat: str) -> str | None:
        """The person who holds a seat."""
        with self._database.read() as connection:
            return _holder(connection, campaign, seat)

    # ---- changing -------------------------------------------------------------------------------------------------

    def begin(self, campaign: str, id: str) -> None:
        """Whoever begins a campaign is its first GM."""
        with self._database.write() as connection:
            admit(connection, self._now, Standing(campaign, id, GM))

    def hand_over(self, campaign: str, seat: str, id: str) -> None:
        """Give a seat to a member; who held it before stays a player of the side, in reserve."""
        with self._database.write() as connection:
            side = _side(seats_of(connection, campaign, for_changing=True), campaign, seat)
            if not _rows(connection, campaign, person=id):
                raise MembershipRefused(f"{id!r} is no member of campaign {campaign}; make an invitation for the seat instead")
            if _holder(connection, campaign, seat) != id:
                admit(connection, self._now, Standing(campaign, id, PLAYER, side, (seat,)))

    def take_back(self, campaign: str, seat: str) -> None:
        """Nobody holds the seat any more; who held it stays a player of the side, in reserve."""
        with self._database.write() as connection:
            _side(seats_of(connection, campaign, for_changing=True), campaign, seat)
            _to_reserve(connection, self._now, campaign, seat)

    def remove(self, campaign: str, id: str) -> None:
        """Somebody is no member any more: nothing is put to him, and he is told nothing. Raises NotFound, and MembershipRefused for the last GM."""
        with self._database.write() as connection:
            seats_of(connection, campaign, for_changing=True)
            if not _rows(connection, campaign, person=id):
                raise NotFound(f"campaign {campaign} has no member {id!r}")
            gms = {row.person for row in _rows(connection, campaign, role=GM)}
            if gms == {id}:
                raise MembershipRefused("this is the last GM of the campaign, and a campaign has one: invite another first")
            _delete(connection, campaign, person=id)
            for theirs in (ASSIGNMENT, HOOK):
                connection.execute(delete(theirs).where(theirs.c.campaign == campaign, theirs.c.person == id))


def campaigns_of(connection: Connection, id: str) -> list[str]:
    """The campaigns somebody is a member of."""
    found = connection.execute(select(MEMBER.c.campaign).where(MEMBER.c.person == id).distinct().order_by(MEMBER.c.campaign))
    return list(found.scalars())


def seats_of(connection: Connection, campaign: str, *, for_changing: bool = False) -> dict[str, str]:
    """Each seat of a campaign, with its side; `for_changing` lets nobody else change members before this transaction ends."""
    query = select(CAMPAIGN.c.plan).where(CAMPAIGN.c.id == campaign)
    plan = connection.execute(query.with_for_update() if for_changing else query).scalar_one_or_none()
    if plan is None:
        raise NotFound(f"there is no campaign {campaign!r}")
    return decode(plan, _Plan).seats


def standing(connection: Connection, campaign: str, id: str) -> Standing | None:
    """What somebody is in a campaign, as this transaction sees it."""
    rows = _rows(connection, campaign, person=id)
    return _standing(campaign, id, rows) if rows else None


def admit(connection: Connection, now: Now, wanted: Standing) -> None:
    """Make somebody a member: a GM, a player of a side (with a seat or in reserve), or a spectator. Raises MembershipRefused."""
    person(connection, wanted.person)
    seats_of(connection, wanted.campaign, for_changing=True)
    rows = _rows(connection, wanted.campaign, person=wanted.person)
    _check(wanted, rows)
    if wanted.role != GM:
        _delete(connection, wanted.campaign, person=wanted.person, role=SPECTATOR)
    if wanted.seats:
        _to_reserve(connection, now, wanted.campaign, wanted.seats[0])
        _delete(connection, wanted.campaign, person=wanted.person, role=PLAYER, seat="")
    _write(connection, now, wanted)


def _check(wanted: Standing, rows: list[Row[Any]]) -> None:
    """Whether somebody who is already what `rows` say may become what is wanted."""
    others = sorted({row.side for row in rows if row.side} - {wanted.side})
    if others and wanted.side:
        raise MembershipRefused(f"whoever belongs to side {others[0]!r} of a campaign cannot also belong to side {wanted.side!r}")
    roles = {row.role for row in rows}
    if wanted.role == GM and GM in roles:
        raise MembershipRefused("this person is a GM of the campaign already")
    if wanted.role == PLAYER and not wanted.seats and PLAYER in roles:
        raise MembershipRefused("this person plays for the side already")
    if wanted.role == SPECTATOR and (roles & {GM, PLAYER} or any(row.side == wanted.side for row in rows)):
        raise MembershipRefused("this person sees as much already")


def _side(seats: dict[str, str], campaign: str, seat: str) -> str:
    if seat not in seats:
        raise NotFound(f"there is no seat {seat!r} in campaign {campaign}; it has {', '.join(sorted(seats))}")
    return seats[seat]


def _holder(connection: Connection, campaign: str, seat: str) -> str | None:
    rows = _rows(connection, campaign, role=PLAYER, seat=seat) if seat else []
    return rows[0].person if rows else None


def _to_reserve(connection: Connection, now: Now, campaign: str, seat: str) -> None:
    """Take a seat from its holder, if it has one; he stays a player."""
    for held in _rows(connection, campaign, role=PLAYER, seat=seat):
        _delete(connection, campaign, person=held.person, role=PLAYER, seat=seat)
        if not _rows(connection, campaign, person=held.person, role=PLAYER):
            _write(connection, now, Standing(campaign, held.person, PLAYER, held.side))


def _rows(connection: Connection, campaign: str, **where: str) -> list[Row[Any]]:
    wanted = [MEMBER.c[name] == value for name, value in where.items()]
    return list(connection.execute(select(MEMBER).where(MEMBER.c.campaign == campaign, *wanted).order_by(MEMBER.c.person, MEMBER.c.seat)))


def _delete(connection: Connection, campaign: str, **where: str) -> None:
    wanted = [MEMBER.c[name] == value for name, value in where.items()]
    connection.execute(delete(MEMBER).where(MEMBER.c.campaign == campaign, *wanted))


def _write(connection: Connection, now: Now, made: Standing) -> None:
    seat = made.seats[0] if made.seats else ""
    row = {"campaign": made.campaign, "person": made.person, "role": made.role, "seat": seat, "side": made.side, "since_utc": stamp(now())}
    connection.execute(insert(MEMBER), [row])


def _standing(campaign: str, id: str, rows: list[Row[Any]]) -> Standing:
    role = min((row.role for row in rows), key=ROLES.index)
    side = next((row.side for row in rows if row.side), "")
    return Standing(campaign, id, role, side, tuple(row.seat for row in rows if row.seat))


def _member(rows: list[Row[Any]]) -> Member:
    first = rows[0]
    return Member(first.person, first.name, first.role, first.side, first.since_utc, tuple(sorted(row.seat for row in rows if row.seat)))

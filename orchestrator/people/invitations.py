"""Invitations: links that make whoever opens one first a host, a GM, a player or a spectator. A renewal makes nobody anything: it lets somebody who lost
his token come in again.

Only the hash of an invitation's secret is kept; the secret itself is shown once, to whoever made it.
"""

import hashlib
import secrets
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update
from sqlalchemy.sql.elements import ColumnElement

from orchestrator.errors import InvitationRefused, NotFound
from orchestrator.moments import Now, stamp, utc_now
from orchestrator.people.memberships import GM, PLAYER, ROLES, Standing, admit, campaigns_of, seats_of, standing
from orchestrator.people.passwords import Passwords, password_faults
from orchestrator.people.persons import PERSON, Person, Persons, clean, login_faults, name_faults, person, refuse
from orchestrator.store import models
from orchestrator.store.database import Database
from orchestrator.store.models import table
from scales.engine import Fault

INVITATION = table(models.Invitation)
CAMPAIGN = table(models.Campaign)
NEWEST = (INVITATION.c.created_utc.desc(), INVITATION.c.id)
HOST, RENEWAL = "host", "renewal"
DAYS, MOST_DAYS = 7, 365
MOST_OPEN = 200
"""Invitations of one campaign that can be opened at the same time."""
OPEN, USED, EXPIRED, REVOKED = "open", "used", "expired", "revoked"
_WHY = {
    USED: "this invitation was used already; it opens the door once",
    EXPIRED: "this invitation has expired; ask for another",
    REVOKED: "this invitation was revoked; ask for another",
}


@dataclass(slots=True, frozen=True)
class Wanted:
    """What an invitation is for: to be host (no campaign), gm, player (of a side, perhaps with a seat) or spectator (of a side, or of what all see).

    `name` only reminds whoever made it whom it is for. `by` is a person's id, or '' for the operator at his console.
    """

    role: str
    campaign: str = ""
    side: str = ""
    seat: str = ""
    name: str = ""
    by: str = ""
    days: int = DAYS


@dataclass(slots=True, frozen=True)
class Invitation:
    """An invitation without its secret; `state` is open, used, expired or revoked. `used_by` is who opened it; of a renewal, whom alone it is for."""

    id: str
    campaign: str
    role: str
    side: str
    seat: str
    name: str
    made_by: str
    created_utc: str
    expires_utc: str
    state: str
    used_by: str | None = None


class Invitations:
    """The invitations of a database."""

    def __init__(self, database: Database, persons: Persons, passwords: Passwords, now: Now = utc_now) -> None:
        self._database = database
        self._persons = persons
        self._passwords = passwords
        self._now = now

    # ---- making ---------------------------------------------------------------------------------------------------

    def make(self, wanted: Wanted) -> tuple[Invitation, str]:
        """The invitation, and its secret, which cannot be had again. Raises FormRefused, NotFound."""
        secret = secrets.token_urlsafe(24)
        with self._database.write() as connection:
            seats = seats_of(connection, wanted.campaign) if wanted.campaign else {}
            refuse(_faults(wanted, seats) + self._too_many(connection, wanted.campaign) + _guessable(connection, wanted))
            return self._put(connection, replace(wanted, side=seats.get(wanted.seat, wanted.side)), secret), secret

    def renew(self, id: str, campaign: str = "", by: str = "") -> tuple[Invitation, str]:
        """A link, and its secret, by which somebody who lost his token gets another: by the operator, or by a GM for a member of his.

        A GM's is only for players and spectators without a login, all of whose campaigns are his. Raises FormRefused, NotFound.
        """
        secret = secrets.token_urlsafe(24)
        with self._database.write() as connection:
            who = person(connection, id)
            refuse(_renewal_faults(connection, who, campaign, by) + self._too_many(connection, campaign))
            return self._put(connection, Wanted(RENEWAL, campaign, name=who.name, by=by), secret, who.id), secret

    def _put(self, connection: Connection, wanted: Wanted, secret: str, whose: str | None = None) -> Invitation:
        now = self._now()
        row = {
            "id": secrets.token_hex(8),
            "campaign": wanted.campaign,
            "role": wanted.role,
            "side": wanted.side,
            "seat": wanted.seat,
            "name": clean(wanted.name),
            "hash": _hash(secret),
            "made_by": wanted.by,
            "created_utc": stamp(now),
            "expires_utc": stamp(now + timedelta(days=wanted.days)),
            "used_by": whose,
        }
        connection.execute(insert(INVITATION), [row])
        return self._shown(_one(connection, INVITATION.c.id == row["id"]))

    def _too_many(self, connection: Connection, campaign: str) -> list[Fault]:
        is_open = (INVITATION.c.used_utc.is_(None), INVITATION.c.revoked_utc.is_(None), INVITATION.c.expires_utc > stamp(self._now()))
        found = connection.execute(select(func.count()).where(INVITATION.c.campaign == campaign, *is_open)).scalar() or 0
        return [Fault("invitation", f"{found} invitations are open, and no more are made; revoke some first")] if found >= MOST_OPEN else []

    def of(self, campaign: str) -> list[Invitation]:
        """The invitations of a campaign ('': for hosts), newest first."""
        query = select(INVITATION).where(INVITATION.c.campaign == campaign).order_by(*NEWEST)
        with self._database.read() as connection:
            return [self._shown(row) for row in connection.execute(query)]

    def get(self, campaign: str, id: str) -> Invitation:
        """Raises NotFound."""
        with self._database.read() as connection:
            return self._shown(_one(connection, INVITATION.c.id == id, INVITATION.c.campaign == campaign))

    def all(self) -> list[Invitation]:
        """Every invitation of the database, newest first: what the operator sees."""
        with self._database.read() as connection:
            return [self._shown(row) for row in connection.execute(select(INVITATION).order_by(*NEWEST))]

    def revoke(self, campaign: str, id: str) -> Invitation:
        """An open invitation opens nothing any more; what was used stays used. Raises NotFound."""
        here = (INVITATION.c.id == id, INVITATION.c.campaign == campaign)
        with self._database.write() as connection:
            still = (INVITATION.c.used_utc.is_(None), INVITATION.c.revoked_utc.is_(None))
            connection.execute(update(INVITATION).where(*here, *still), {"revoked_utc": stamp(self._now())})
            return self._shown(_one(connection, *here))

    # ---- opening --------------------------------------------------------------------------------------------------

    def look(self, secret: str) -> Invitation:
        """The open invitation that a secret belongs to. Raises NotFound, InvitationRefused."""
        with self._database.read() as connection:
            return self._open(connection, secret)

    def accept(
        self, secret: str, *, name: str = "", login: str | None = None, password: str | None = None, id: str | None = None
    ) -> tuple[Person, Invitation]:
        """Take an invitation, as the person `id` who is signed in or as somebody new, who may choose a login and a password; a renewal, as whose it is.

        Raises FormRefused, NotFound (no such secret), InvitationRefused, and MembershipRefused, which leaves the invitation open.
        """
        looked = self.look(secret)
        id = looked.used_by if looked.role == RENEWAL else id
        if id is None:
            refuse(_newcomer_faults(name, login, password))
        hash = None if id is not None or password is None else self._passwords.hash(password)
        with self._database.write() as connection:
            found = self._open(connection, secret)
            who = self._persons.begin(connection, name, login, hash) if id is None else person(connection, id)
            self._use(connection, found, who.id)
            self._fulfil(connection, found, who.id)
            return person(connection, who.id), self._shown(_one(connection, INVITATION.c.id == found.id))

    def _open(self, connection: Connection, secret: str) -> Invitation:
        found = self._shown(_one(connection, INVITATION.c.hash == _hash(secret)))
        if found.state != OPEN:
            raise InvitationRefused(_WHY[found.state])
        return found

    def _use(self, connection: Connection, found: Invitation, id: str) -> None:
        """Of two who come at once, one finds it used."""
        still = (INVITATION.c.id == found.id, INVITATION.c.used_utc.is_(None), INVITATION.c.revoked_utc.is_(None))
        used = connection.execute(update(INVITATION).where(*still), {"used_utc": stamp(self._now()), "used_by": id})
        if used.rowcount != 1:
            raise InvitationRefused(_WHY[USED])

    def _fulfil(self, connection: Connection, found: Invitation, id: str) -> None:
        if found.role == HOST:
            connection.execute(update(PERSON).where(PERSON.c.id == id), {"is_host": True})
            return
        if found.role == RENEWAL:
            if _renewal_faults(connection, person(connection, id), found.campaign, found.made_by):
                raise InvitationRefused("whoever made this renewal may no longer make it; ask the operator for another")
            return
        seats_of(connection, found.campaign, for_changing=True)
        if not _may_still_invite(connection, found):
            raise InvitationRefused("whoever made this invitation may no longer make it; ask a GM for another")
        admit(connection, self._now, Standing(found.campaign, id, found.role, found.side, (found.seat,) if found.seat else ()))

    def _shown(self, row: Row[Any]) -> Invitation:
        state = OPEN if row.expires_utc > stamp(self._now()) else EXPIRED
        state = REVOKED if row.revoked_utc else USED if row.used_utc else state
        place = (row.id, row.campaign, row.role, row.side, row.seat, row.name, row.made_by)
        return Invitation(*place, row.created_utc, row.expires_utc, state, row.used_by)


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def _one(connection: Connection, *where: ColumnElement[bool]) -> Row[Any]:
    row = connection.execute(select(INVITATION).where(*where)).one_or_none()
    if row is None:
        raise NotFound("there is no such invitation")
    return row


def _may_still_invite(connection: Connection, found: Invitation) -> bool:
    """The operator always may, a GM while he is one, a player for a seat he holds."""
    if not found.made_by:
        return True
    maker = standing(connection, found.campaign, found.made_by)
    return maker is not None and (maker.role == GM or (found.role == PLAYER and found.seat in maker.seats))


def _renewal_faults(connection: Connection, who: Person, campaign: str, by: str) -> list[Fault]:
    """Why a GM may not let somebody in again; the operator always may. He must reach nothing by it that is not his own already."""
    if not by:
        return []
    if standing(connection, campaign, who.id) is None:
        raise NotFound(f"campaign {campaign} has no member {who.id!r}")
    if who.login is not None:
        return [Fault("login", f"{who.name} has a login, and signs in with it", "person")]
    theirs = [(standing(connection, each, who.id), standing(connection, each, by)) for each in campaigns_of(connection, who.id)]
    is_yours = all(his and mine and his.role != GM and mine.role == GM for his, mine in theirs)
    if who.is_host or not is_yours:
        text = f"{who.name} may reach more than campaigns of yours; only the operator renews his access: imperator invite --renew {who.id}"
        return [Fault("person", text, "person")]
    return []


def _newcomer_faults(name: str, login: str | None, password: str | None) -> list[Fault]:
    faults = name_faults(name)
    if (login is None) != (password is None):
        faults.append(Fault("login", "a login and a password are chosen together, or neither", "login"))
    return faults + ([] if login is None else login_faults(login)) + ([] if password is None else password_faults(password))


def _faults(wanted: Wanted, seats: dict[str, str]) -> list[Fault]:
    """Every reason why there can be no such invitation."""
    faults = name_faults(wanted.name) if wanted.name else []
    if not 1 <= wanted.days <= MOST_DAYS:
        faults.append(Fault("days", f"an invitation holds for 1 to {MOST_DAYS} days, not {wanted.days}", "days"))
    roles = ROLES if wanted.campaign else (HOST,)
    if wanted.role not in roles:
        where = "to a campaign" if wanted.campaign else "without a campaign"
        faults.append(Fault("role", f"an invitation {where} is for {' or '.join(roles)}, not {wanted.role!r}", "role"))
        return faults
    return faults + _side_faults(wanted, seats)


def _side_faults(wanted: Wanted, seats: dict[str, str]) -> list[Fault]:
    sides = sorted(set(seats.values()))
    faults: list[Fault] = []
    if wanted.role in {HOST, GM} and (wanted.side or wanted.seat):
        faults.append(Fault("side", f"a {wanted.role} has no side and no seat", "side"))
    elif wanted.seat and wanted.role != PLAYER:
        faults.append(Fault("seat", "only a player has a seat", "seat"))
    elif wanted.seat and wanted.seat not in seats:
        faults.append(Fault("seat", f"there is no seat {wanted.seat!r}; there are {', '.join(sorted(seats))}", "seat"))
    elif wanted.seat and wanted.side not in {"", seats[wanted.seat]}:
        faults.append(Fault("side", f"seat {wanted.seat!r} is of side {seats[wanted.seat]!r}, not {wanted.side!r}", "side"))
    elif wanted.side and wanted.side not in sides:
        faults.append(Fault("side", f"there is no side {wanted.side!r}; there are {', '.join(sides)}", "side"))
    elif wanted.role == PLAYER and not (wanted.side or wanted.seat):
        faults.append(Fault("side", f"a player plays for a side; name one of {', '.join(sides)}, or a seat", "side"))
    return faults


def _guessable(connection: Connection, wanted: Wanted) -> list[Fault]:
    """Nobody is invited to play for dice that can be known beforehand."""
    query = select(CAMPAIGN.c.id).where(CAMPAIGN.c.id == wanted.campaign, CAMPAIGN.c.is_seeded)
    if wanted.role != PLAYER or connection.execute(query).first() is None:
        return []
    text = f"the dice of campaign {wanted.campaign} come from a seed that anybody can guess; fork it or begin one without --seed to invite players"
    return [Fault("seed", text, "campaign")]

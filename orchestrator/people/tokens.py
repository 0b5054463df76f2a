"""Tokens: what a signed-in person shows with every request. Signed, and kept in a row, so that they can be listed and revoked.

A token is a JWT (HS256) with the claims sub, jti, iat and exp; the key is made once for a database and stays in it.
"""

import secrets
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import jwt
from sqlalchemy import Row, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.sql.elements import ColumnElement

from orchestrator.errors import FormRefused, NotFound, NotSignedIn
from orchestrator.moments import Now, stamp, utc_now
from orchestrator.people.persons import Person, clean, name_faults, person, refuse
from orchestrator.store import models
from orchestrator.store.database import Database
from orchestrator.store.models import table
from scales.engine import Fault

TOKEN, SETTING = table(models.Token), table(models.Setting)
KEY = "token_key"
ALGORITHM = "HS256"
DAYS, MOST_DAYS = 30, 365
MOST_TOKENS = 100
"""Tokens of one person that hold at the same time."""
LONGEST = 2000


@dataclass(slots=True, frozen=True)
class TokenNote:
    """A token without the token."""

    id: str
    person: str
    label: str
    created_utc: str
    expires_utc: str


@dataclass(slots=True, frozen=True)
class Given:
    """A token as it is given out, once."""

    note: TokenNote
    token: str = field(repr=False)


@dataclass(slots=True, frozen=True)
class Signed:
    """Who showed a token, and its id."""

    person: Person
    token: str


class Tokens:
    """The tokens of a database."""

    def __init__(self, database: Database, now: Now = utc_now) -> None:
        self._database = database
        self._now = now
        self._kept_key = b""

    def give(self, id: str, label: str = "", days: int = DAYS) -> Given:
        """A token for a person. Raises FormRefused."""
        refuse(_faults(label, days))
        now = self._now()
        until = now + timedelta(days=days)
        row = {"id": secrets.token_hex(8), "person": id, "label": clean(label), "created_utc": stamp(now), "expires_utc": stamp(until)}
        with self._database.write() as connection:
            if (connection.execute(select(func.count()).where(*self._holding(id))).scalar() or 0) >= MOST_TOKENS:
                raise FormRefused([Fault("token", f"nobody has more than {MOST_TOKENS} tokens at a time; revoke some first")])
            connection.execute(insert(TOKEN), [row | {"revoked_utc": None}])
        return Given(TokenNote(**row), self._sign(id, row["id"], now, until))

    def _sign(self, id: str, token: str, now: datetime, until: datetime) -> str:
        claims = {"sub": id, "jti": token, "iat": int(now.timestamp()), "exp": int(until.timestamp())}
        return jwt.encode(claims, self._key(), algorithm=ALGORITHM)

    def read(self, token: str) -> Signed:
        """Who shows this token. Raises NotSignedIn, without a word on why: nothing is to be learnt by trying."""
        try:
            if len(token) > LONGEST:
                raise jwt.InvalidTokenError
            claims = jwt.decode(token, self._key(), algorithms=[ALGORITHM], options={"require": ["sub", "jti", "iat", "exp"]})
        except (jwt.InvalidTokenError, UnicodeError) as error:
            raise _does_not_hold() from error
        with self._database.read() as connection:
            held = connection.execute(select(TOKEN.c.id).where(TOKEN.c.id == claims["jti"], *self._holding(claims["sub"])))
            if held.one_or_none() is None:
                raise _does_not_hold()
            return Signed(person(connection, claims["sub"]), claims["jti"])

    def of(self, id: str) -> list[TokenNote]:
        """The tokens of a person that hold, newest first."""
        with self._database.read() as connection:
            rows = connection.execute(select(TOKEN).where(*self._holding(id)).order_by(TOKEN.c.created_utc.desc(), TOKEN.c.id))
            return [_note(row) for row in rows]

    def revoke(self, id: str, token: str) -> None:
        """End one token of a person. Raises NotFound."""
        with self._database.write() as connection:
            ended = connection.execute(update(TOKEN).where(TOKEN.c.id == token, *self._holding(id)), self._ended())
            if ended.rowcount != 1:
                raise NotFound(f"you have no token {token!r}")

    def revoke_others(self, id: str, but: str = "") -> int:
        """End every token of a person but one; returns how many."""
        with self._database.write() as connection:
            return connection.execute(update(TOKEN).where(TOKEN.c.id != but, *self._holding(id)), self._ended()).rowcount

    def _ended(self) -> dict[str, str]:
        return {"revoked_utc": stamp(self._now())}

    def _holding(self, id: str) -> tuple[ColumnElement[bool], ...]:
        return (TOKEN.c.person == id, TOKEN.c.revoked_utc.is_(None), TOKEN.c.expires_utc > stamp(self._now()))

    def _key(self) -> bytes:
        """The key of the database; whoever needs it first makes it."""
        if not self._kept_key:
            self._kept_key = bytes.fromhex(self._stored_key() or self._new_key())
        return self._kept_key

    def _stored_key(self) -> str | None:
        with self._database.read() as connection:
            return connection.execute(select(SETTING.c.value).where(SETTING.c.name == KEY)).scalar_one_or_none()

    def _new_key(self) -> str:
        made = secrets.token_hex(32)
        try:
            with self._database.write() as connection:
                connection.execute(insert(SETTING), [{"name": KEY, "value": made}])
        except IntegrityError:  # somebody made one in this very moment
            return str(self._stored_key())
        return made


def _faults(label: str, days: int) -> list[Fault]:
    faults = name_faults(label, "label") if label else []
    if not 1 <= days <= MOST_DAYS:
        faults.append(Fault("days", f"a token holds for 1 to {MOST_DAYS} days, not {days}", "days"))
    return faults


def _does_not_hold() -> NotSignedIn:
    return NotSignedIn("this token does not hold (any more): sign in again")


def _note(row: Row[Any]) -> TokenNote:
    return TokenNote(row.id, row.person, row.label, row.created_utc, row.expires_utc)

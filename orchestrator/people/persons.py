"""Who there is: names, logins, passwords. Nobody is there by default, and nobody has a password by default."""

import re
import secrets
import unicodedata
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from orchestrator.errors import FormRefused, NotFound, NotSignedIn
from orchestrator.moments import Now, stamp, utc_now
from orchestrator.people.passwords import Passwords, password_faults
from orchestrator.store import models
from orchestrator.store.database import Database
from orchestrator.store.models import table
from scales.engine import Fault

PERSON = table(models.Person)
LONGEST_NAME, LONGEST_LOGIN, LONGEST_EMAIL = 80, 64, 254
_LOGIN = re.compile(r"[a-z0-9][a-z0-9._@+-]*")
_EMAIL = re.compile(r"[^\s@<>\",;:]+@[^\s@<>\",;:]+")
_JOINERS = "\u200c\u200d"


@dataclass(slots=True, frozen=True)
class Person:
    """Somebody, as others and he himself may know him. `name` need not be unique, `id` is."""

    id: str
    name: str
    login: str | None
    email: str
    is_host: bool
    created_utc: str
    has_password: bool


class Persons:
    """The persons of a database."""

    def __init__(self, database: Database, passwords: Passwords, now: Now = utc_now) -> None:
        self._database = database
        self._passwords = passwords
        self._now = now

    def get(self, id: str) -> Person:
        with self._database.read() as connection:
            return person(connection, id)

    def all(self) -> list[Person]:
        """Everybody, oldest first."""
        with self._database.read() as connection:
            return [_person(row) for row in connection.execute(select(PERSON).order_by(PERSON.c.created_utc, PERSON.c.id))]

    def sign_in(self, login: str, password: str) -> Person:
        """Whose login and password these are. Raises NotSignedIn, the same for an unknown login and a wrong password."""
        found = None if login_faults(login) else self._by_login(login_of(login))
        hash = found.password if found else None
        if not self._passwords.fits(hash, password) or found is None or hash is None:
            raise NotSignedIn("the login or the password is wrong")
        if self._passwords.is_outdated(hash):
            self._rehash(found.id, hash, password)
        return _person(found)

    def _by_login(self, login: str) -> Row[Any] | None:
        with self._database.read() as connection:
            return connection.execute(select(PERSON).where(PERSON.c.login == login)).one_or_none()

    def _rehash(self, id: str, old: str, password: str) -> None:
        fresh = self._passwords.hash(password)
        with self._database.write() as connection:
            connection.execute(update(PERSON).where(PERSON.c.id == id, PERSON.c.password == old), {"password": fresh})

    def describe(self, id: str, *, name: str | None = None, email: str | None = None) -> Person:
        """Change what somebody is called, or where mail reaches him ('': nowhere). Raises FormRefused."""
        given = {key: value for key, value in (("name", name), ("email", email)) if value is not None}
        refuse(([] if name is None else name_faults(name)) + ([] if email is None else email_faults(email)))
        values = {key: clean(value) for key, value in given.items()}
        with self._database.write() as connection:
            if values:
                connection.execute(update(PERSON).where(PERSON.c.id == id), values)
            return person(connection, id)

    def set_password(self, id: str, password: str, *, old: str = "", login: str | None = None) -> Person:
        """Another password for somebody who knows the old one; the first one, with a login, for somebody who had none."""
        with self._database.read() as connection:
            found = connection.execute(select(PERSON).where(PERSON.c.id == id)).one()
        wanted = found.login if login is None else login_of(login)
        refuse(([] if wanted == found.login and wanted else login_faults(wanted or "")) + password_faults(password))
        if found.password is not None and not self._passwords.fits(found.password, old):
            raise FormRefused([Fault("password", "that is not the present password", "old")])
        values = {"login": wanted, "password": self._passwords.hash(password)}
        with self._database.write() as connection:
            _refuse_taken(connection, wanted or "", id)
            # whoever changed the password a moment ago wins
            changed = connection.execute(
                update(PERSON).where(PERSON.c.id == id, PERSON.c.password.is_not_distinct_from(found.password)), values
            )
            if changed.rowcount != 1:
                raise FormRefused([Fault("password", "the password was changed meanwhile", "old")])
            return person(connection, id)

    def begin(self, connection: Connection, name: str, login: str | None, hash: str | None, *, is_host: bool = False) -> Person:
        """A new person, in somebody else's transaction; name and login have been looked at."""
        if login is not None:
            _refuse_taken(connection, login_of(login), "")
        row = {
            "id": secrets.token_hex(8),
            "name": clean(name),
            "login": None if login is None else login_of(login),
            "password": hash,
            "email": "",
            "is_host": is_host,
            "created_utc": stamp(self._now()),
        }
        try:
            connection.execute(insert(PERSON), [row])
        except IntegrityError as error:
            raise _taken() from error
        return person(connection, row["id"])


def person(connection: Connection, id: object) -> Person:
    """Raises NotFound."""
    found = connection.execute(select(PERSON).where(PERSON.c.id == id)).one_or_none()
    if found is None:
        raise NotFound(f"there is no person {id!r}")
    return _person(found)


def _person(row: Row[Any]) -> Person:
    return Person(row.id, row.name, row.login, row.email, row.is_host, row.created_utc, row.password is not None)


def login_of(text: str) -> str:
    """Logins are the same in capitals and small letters."""
    return text.strip().lower()


def clean(text: str) -> str:
    """One way of writing a name, without spaces around and in a row."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def name_faults(name: str, where: str = "name") -> list[Fault]:
    """Why a name will not do; an empty one does not."""
    if not 1 <= len(clean(name)) <= LONGEST_NAME:
        return [Fault(where, f"a name has 1 to {LONGEST_NAME} characters", where)]
    if any(_is_control(c) for c in name):
        return [Fault(where, "a name is one line of visible characters", where)]
    return []


def _is_control(character: str) -> bool:
    category = unicodedata.category(character)
    return (category.startswith("C") and character not in _JOINERS) or category in {"Zl", "Zp"}


def login_faults(login: str) -> list[Fault]:
    """Why a login will not do."""
    if 3 <= len(login_of(login)) <= LONGEST_LOGIN and _LOGIN.fullmatch(login_of(login)):
        return []
    text = f"a login has 3 to {LONGEST_LOGIN} letters, digits or ._@+- and begins with a letter or digit"
    return [Fault("login", text, "login")]


def email_faults(email: str) -> list[Fault]:
    """Why an address will not do; an empty one does."""
    fits = not email.strip() or (len(email.strip()) <= LONGEST_EMAIL and _EMAIL.fullmatch(email.strip()) and email.isprintable())
    return [] if fits else [Fault("email", "this is no e-mail address", "email")]


def refuse(faults: list[Fault]) -> None:
    """Raise FormRefused if there are any."""
    if faults:
        raise FormRefused(faults)


def _refuse_taken(connection: Connection, login: str, id: str) -> None:
    if connection.execute(select(func.count()).where(PERSON.c.login == login, PERSON.c.id != id)).scalar():
        raise _taken()


def _taken() -> FormRefused:
    return FormRefused([Fault("login", "this login is taken; choose another", "login")])

"""Passwords are known to nobody, tokens hold until they expire or are revoked."""

from collections.abc import Callable
from datetime import timedelta

import jwt
import pytest
from argon2 import PasswordHasher
from hypothesis import given
from hypothesis import strategies as st

from orchestrator.campaign import Campaigns
from orchestrator.errors import FormRefused, NotFound, NotSignedIn
from orchestrator.people.passwords import Passwords
from orchestrator.people.people import People, Person
from orchestrator.people.persons import PERSON, email_faults, login_faults, name_faults
from orchestrator.people.tokens import KEY, SETTING
from tests.orchestrator.crowd import PASSWORD, QUICK, Hours, row_of


def test_login_and_password_let_in(people: People, livia: Person) -> None:
    assert people.persons.sign_in(" LIVIA.d ", PASSWORD) == livia
    assert livia.login == "livia.d"
    for login, password in (("livia.d", PASSWORD + "x"), ("livia.d", ""), ("livia", PASSWORD), ("", ""), ("livia.d", "x" * 100_000)):
        with pytest.raises(NotSignedIn, match="the login or the password is wrong"):
            people.persons.sign_in(login, password)


def test_who_has_no_password_cannot_sign_in_with_one(people: People, newcomer: Callable[..., Person]) -> None:
    newcomer("Marcus")
    for login in ("", "None", "marcus"):
        with pytest.raises(NotSignedIn):
            people.persons.sign_in(login, PASSWORD)


def test_passwords_are_hashed_with_argon2id(people: People, livia: Person) -> None:
    kept = row_of(people, PERSON, id=livia.id)
    assert kept.password.startswith("$argon2id$")
    assert PASSWORD not in repr(tuple(kept))
    assert kept.password not in repr(livia)


def test_the_service_hashes_as_the_library_advises() -> None:
    passwords = Passwords()
    hash = passwords.hash(PASSWORD)
    assert "m=65536,t=3,p=4" in hash
    assert passwords.fits(hash, PASSWORD)
    assert not passwords.fits(None, PASSWORD)
    assert not passwords.is_outdated(hash)


def test_an_accent_may_be_typed_in_two_ways() -> None:
    passwords = Passwords(QUICK)
    assert passwords.fits(passwords.hash("Caf\u00e9 Gaul\u00ee"), "Cafe\u0301 Gauli\u0302")


def test_hashes_of_old_parameters_are_made_anew(game: Campaigns, people: People, livia: Person) -> None:
    stronger = People(game.store.database, Passwords(PasswordHasher(time_cost=2, memory_cost=128, parallelism=1)))
    before = row_of(people, PERSON, id=livia.id).password
    stronger.persons.sign_in("livia.d", PASSWORD)
    after = row_of(people, PERSON, id=livia.id).password
    assert "m=64,t=1" in before
    assert "m=128,t=2" in after
    assert stronger.persons.sign_in("livia.d", PASSWORD) == livia


def test_another_password_for_who_knows_the_old_one(people: People, livia: Person) -> None:
    with pytest.raises(FormRefused, match="not the present password"):
        people.persons.set_password(livia.id, "sic transit gloria", old="guess guess")
    with pytest.raises(FormRefused, match="8 to 200 characters"):
        people.persons.set_password(livia.id, "short", old=PASSWORD)
    people.persons.set_password(livia.id, "sic transit gloria", old=PASSWORD, login="livia")
    assert people.persons.sign_in("livia", "sic transit gloria").id == livia.id
    with pytest.raises(NotSignedIn):
        people.persons.sign_in("livia", PASSWORD)


@pytest.mark.usefixtures("livia")
def test_a_first_password_needs_a_login_that_is_free(people: People, newcomer: Callable[..., Person]) -> None:
    marcus = newcomer("Marcus")
    with pytest.raises(FormRefused, match="a login has"):
        people.persons.set_password(marcus.id, PASSWORD)
    with pytest.raises(FormRefused, match="taken"):
        people.persons.set_password(marcus.id, PASSWORD, login="LIVIA.D")
    assert people.persons.set_password(marcus.id, PASSWORD, login="marcus").has_password
    assert people.persons.sign_in("Marcus", PASSWORD).id == marcus.id


@pytest.mark.parametrize("name", ["", "   ", "x" * 81, "a\nb", "a\x00b", "\u202egnp.exe", "a\ud800", "a\u2028b", "\ufeff"])
def test_names_that_will_not_do(people: People, livia: Person, name: str) -> None:
    with pytest.raises(FormRefused):
        people.persons.describe(livia.id, name=name)
    assert people.persons.get(livia.id).name == "Livia"


@pytest.mark.parametrize("name", ["Livia Drusilla", "Ł", "李维娅", "O'Brien <b>", "👩\u200d🚀", "../../etc/passwd", "x" * 80])
def test_names_that_will(people: People, livia: Person, name: str) -> None:
    assert people.persons.describe(livia.id, name=f"  {name} ").name == name


@pytest.mark.parametrize("login", ["ab", "x" * 65, "a b", "-abc", "a\nb", "a/../b", "lívia", "abc\x00", "ab%00"])
def test_logins_that_will_not_do(login: str) -> None:
    assert login_faults(login)


@pytest.mark.parametrize("email", ["livia", "a@b@c", "a b@c.d", "a@b.c\r\nBcc: d@e.f", "a@", "x" * 255 + "@a.b", "a@b,c@d", "<a@b>"])
def test_addresses_that_will_not_do(email: str) -> None:
    assert email_faults(email)


def test_addresses_that_will(people: People, livia: Person) -> None:
    assert people.persons.describe(livia.id, email=" livia@example.org ").email == "livia@example.org"
    assert people.persons.describe(livia.id, email="").email == ""
    assert people.persons.describe(livia.id) == livia


@given(st.text(max_size=200))
def test_whatever_is_a_name_can_be_kept_and_printed(name: str) -> None:
    if not name_faults(name):
        assert name.strip().encode()
        assert not any(c in name.strip() for c in "\n\r\x00\x1b")


# ---- tokens -------------------------------------------------------------------------------------------------------


def test_a_token_says_who_it_is(people: People, livia: Person) -> None:
    given_out = people.tokens.give(livia.id, "script")
    signed = people.tokens.read(given_out.token)
    assert (signed.person, signed.token) == (livia, given_out.note.id)
    assert set(jwt.decode(given_out.token, options={"verify_signature": False})) == {"sub", "jti", "iat", "exp"}
    assert given_out.token not in repr(given_out)
    assert people.tokens.of(livia.id) == [given_out.note]


def test_a_revoked_or_expired_token_holds_no_more(people: People, livia: Person, newcomer: Callable[..., Person], hours: Hours) -> None:
    first, second, month = (people.tokens.give(livia.id) for _ in range(3))
    with pytest.raises(NotFound):
        people.tokens.revoke(newcomer("Marcus").id, first.note.id)
    people.tokens.revoke(livia.id, first.note.id)
    with pytest.raises(NotSignedIn):
        people.tokens.read(first.token)
    with pytest.raises(NotFound):
        people.tokens.revoke(livia.id, first.note.id)
    assert people.tokens.revoke_others(livia.id, but=month.note.id) == 1
    with pytest.raises(NotSignedIn):
        people.tokens.read(second.token)
    hours.passed = timedelta(days=29)
    assert people.tokens.read(month.token).person == livia
    hours.passed = timedelta(days=31)
    with pytest.raises(NotSignedIn):
        people.tokens.read(month.token)
    assert people.tokens.of(livia.id) == []


def test_forged_tokens(people: People, livia: Person, newcomer: Callable[..., Person]) -> None:
    token = people.tokens.give(livia.id)
    claims = jwt.decode(token.token, options={"verify_signature": False})
    key = bytes.fromhex(row_of(people, SETTING, name=KEY).value)
    assert len(key) == 32
    header, body, signature = token.token.split(".")
    other = newcomer("Marcus").id
    forged = [
        jwt.encode(claims, None, algorithm="none"),
        jwt.encode(claims, "x" * 32, algorithm="HS256"),
        jwt.encode(claims, key.hex(), algorithm="HS256"),
        jwt.encode(claims, key * 2, algorithm="HS512"),
        jwt.encode(claims | {"exp": claims["iat"] - 1}, key, algorithm="HS256"),
        jwt.encode(claims | {"jti": "0" * 16}, key, algorithm="HS256"),
        jwt.encode(claims | {"sub": other}, key, algorithm="HS256"),
        jwt.encode({name: value for name, value in claims.items() if name != "exp"}, key, algorithm="HS256"),
        f"{header}.{body}.",
        f"{header}.{body}.{signature[:-2]}",
        f"{header}.{body[:-2]}.{signature}",
        "",
        "..",
        "\ud800",
        "x" * 100_000,
    ]
    for each in forged:
        with pytest.raises(NotSignedIn, match="does not hold"):
            people.tokens.read(each)
    assert people.tokens.read(token.token).person == livia


def test_tokens_that_are_not_given(people: People, livia: Person) -> None:
    for label, days in (("x" * 81, 30), ("a\nb", 30), ("script", 0), ("script", 366)):
        with pytest.raises(FormRefused):
            people.tokens.give(livia.id, label, days)
    for _ in range(100):
        people.tokens.give(livia.id)
    with pytest.raises(FormRefused, match="revoke some first"):
        people.tokens.give(livia.id)


def test_nothing_is_there_by_default(game: Campaigns) -> None:
    people = People(game.store.database)
    assert people.persons.all() == []
    assert people.invitations.of("") == []
    with pytest.raises(NotSignedIn):
        people.persons.sign_in("admin", "admin")

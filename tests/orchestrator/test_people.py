"""People: invitations open once, seats have one holder, tokens hold until they are revoked, passwords are known to nobody."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import jwt
import pytest
from argon2 import PasswordHasher
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import delete, select

from orchestrator.assigning import Assigning, Wish
from orchestrator.campaign import Campaigns
from orchestrator.errors import FormRefused, ImperatorError, InvitationRefused, MembershipRefused, NotFound, NotSignedIn
from orchestrator.invitations import INVITATION, MOST_OPEN, Wanted
from orchestrator.memberships import MEMBER
from orchestrator.notices import EVENTS, Notices
from orchestrator.passwords import Passwords
from orchestrator.people import People, Person
from orchestrator.persons import PERSON, email_faults, login_faults, name_faults
from orchestrator.seeing import Eyes
from orchestrator.tokens import KEY, SETTING
from tests.orchestrator.scenes import campaigns, two_scales

QUICK = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
"""So that tests need not wait; the parameters of the service are tested once."""
PASSWORD = "per aspera ad astra"


@dataclass
class Hours:
    """The time of day, which a test moves on."""

    passed: timedelta = field(default_factory=timedelta)

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.passed


@pytest.fixture
def hours() -> Hours:
    return Hours()


@pytest.fixture
def people(game: Campaigns, hours: Hours) -> People:
    return People(game.store.database, Passwords(QUICK), hours)


@pytest.fixture
def campaign(game: Campaigns) -> str:
    """Red has two seats, blue one."""
    plan = two_scales()
    return game.create(replace(plan, seats={"red": "red", "red2": "red", "blue": "blue"}), seed=1)


@pytest.fixture
def newcomer(people: People) -> Callable[..., Person]:
    """Somebody new, by an invitation of the operator."""

    def come(name: str = "Marcus", **wanted: Any) -> Person:
        _, secret = people.invitations.make(Wanted(**({"role": "host"} | wanted)))
        return people.invitations.accept(secret, name=name)[0]

    return come


def row_of(people: People, kind: Any, **where: Any) -> Any:
    with people.tokens._database.read() as connection:
        return connection.execute(select(kind).where(*(kind.c[name] == value for name, value in where.items()))).one()


# ---- invitations --------------------------------------------------------------------------------------------------


def test_an_invitation_opens_once(people: People, campaign: str) -> None:
    made, secret = people.invitations.make(Wanted("player", campaign, seat="red", name="Marcus"))
    assert (made.state, made.side, made.seat) == ("open", "red", "red")
    marcus, opened = people.invitations.accept(secret, name="Marcus")
    assert (opened.state, opened.used_by) == ("used", marcus.id)
    with pytest.raises(InvitationRefused, match="used already"):
        people.invitations.accept(secret, name="Lucius")
    assert [person.name for person in people.persons.all()] == ["Marcus"]


def test_expired_revoked_and_forged_invitations(people: People, campaign: str, hours: Hours) -> None:
    made, secret = people.invitations.make(Wanted("spectator", campaign, days=2))
    hours.passed = timedelta(days=2, minutes=1)
    with pytest.raises(InvitationRefused, match="expired"):
        people.invitations.accept(secret, name="Marcus")
    assert people.invitations.get(campaign, made.id).state == "expired"

    made, secret = people.invitations.make(Wanted("spectator", campaign))
    assert people.invitations.revoke(campaign, made.id).state == "revoked"
    with pytest.raises(InvitationRefused, match="revoked"):
        people.invitations.accept(secret, name="Marcus")
    with pytest.raises(InvitationRefused, match="revoked"):
        people.invitations.look(secret)
    for forged in ("", "x", secret[:-1], secret + "A", made.id, "\ud800", "../" * 50):
        with pytest.raises(NotFound, match="no such invitation"):
            people.invitations.accept(forged, name="Marcus")
    assert people.persons.all() == []


def test_what_was_used_stays_used(people: People, campaign: str) -> None:
    made, secret = people.invitations.make(Wanted("spectator", campaign))
    people.invitations.accept(secret, name="Marcus")
    assert people.invitations.revoke(campaign, made.id).state == "used"
    with pytest.raises(NotFound):
        people.invitations.revoke("", made.id)


def test_looking_does_not_open(people: People, campaign: str) -> None:
    made, secret = people.invitations.make(Wanted("gm", campaign))
    assert people.invitations.look(secret) == people.invitations.look(secret) == made


def test_only_the_hash_of_a_secret_is_kept(people: People, campaign: str) -> None:
    made, secret = people.invitations.make(Wanted("gm", campaign))
    kept = row_of(people, INVITATION, id=made.id)
    assert secret not in repr(tuple(kept))
    assert secret not in repr(made)


@pytest.mark.parametrize(
    ("wanted", "fault"),
    [
        (Wanted("emperor", "*"), "gm or player or spectator"),
        (Wanted("host", "*"), "gm or player or spectator"),
        (Wanted("gm"), "without a campaign is for host"),
        (Wanted("player", "*"), "a player plays for a side"),
        (Wanted("player", "*", side="green"), "no side 'green'"),
        (Wanted("player", "*", seat="green"), "no seat 'green'"),
        (Wanted("player", "*", side="blue", seat="red"), "seat 'red' is of side 'red', not 'blue'"),
        (Wanted("spectator", "*", side="red", seat="red"), "only a player has a seat"),
        (Wanted("gm", "*", side="red"), "a gm has no side"),
        (Wanted("host", seat="red"), "a host has no side"),
        (Wanted("gm", "*", days=0), "1 to 365 days"),
        (Wanted("gm", "*", days=366), "1 to 365 days"),
        (Wanted("gm", "*", name="x" * 81), "1 to 80 characters"),
        (Wanted("gm", "*", name="a\x1b[2Jb"), "visible characters"),
    ],
)
def test_invitations_that_make_no_sense(people: People, campaign: str, wanted: Wanted, fault: str) -> None:
    with pytest.raises(FormRefused, match=fault):
        people.invitations.make(replace(wanted, campaign=campaign if wanted.campaign else ""))
    assert people.invitations.of(campaign) == people.invitations.of("") == []


def test_every_fault_at_once(people: People, campaign: str) -> None:
    with pytest.raises(FormRefused) as refused:
        people.invitations.make(Wanted("player", campaign, seat="green", days=0, name="\n\x00"))
    assert {fault.where for fault in refused.value.faults} == {"name", "days", "seat"}
    _, secret = people.invitations.make(Wanted("host"))
    with pytest.raises(FormRefused) as refused:
        people.invitations.accept(secret, name=" ", login="no login", password="short")
    assert {fault.where for fault in refused.value.faults} == {"name", "login", "password"}
    assert "short" not in str(refused.value)


def test_no_invitation_to_a_campaign_that_is_not_there(people: People) -> None:
    with pytest.raises(NotFound, match="no campaign 'nowhere'"):
        people.invitations.make(Wanted("gm", "nowhere"))


def test_there_is_an_end_to_open_invitations(people: People, campaign: str) -> None:
    made = [people.invitations.make(Wanted("spectator", campaign))[0] for _ in range(MOST_OPEN)]
    with pytest.raises(FormRefused, match="revoke some first"):
        people.invitations.make(Wanted("spectator", campaign))
    people.invitations.revoke(campaign, made[0].id)
    people.invitations.make(Wanted("spectator", campaign))


def test_an_invitation_is_as_good_as_who_made_it(people: People, campaign: str, newcomer: Callable[..., Person]) -> None:
    """A GM who is none any more and a player who lost the seat let nobody in."""
    gm, second = newcomer("Gaius", role="gm", campaign=campaign), newcomer("Titus", role="gm", campaign=campaign)
    player = newcomer("Marcus", role="player", campaign=campaign, seat="red")
    _, of_gm = people.invitations.make(Wanted("gm", campaign, by=gm.id))
    _, of_player = people.invitations.make(Wanted("player", campaign, seat="red", by=player.id))
    people.members.remove(campaign, gm.id)
    people.members.hand_over(campaign, "red", second.id)
    for secret in (of_gm, of_player):
        with pytest.raises(InvitationRefused, match="may no longer"):
            people.invitations.accept(secret, name="Brutus")
    assert {person.name for person in people.persons.all()} == {"Gaius", "Titus", "Marcus"}


def test_somebody_who_is_there_accepts_for_himself(people: People, campaign: str, newcomer: Callable[..., Person]) -> None:
    livia = newcomer("Livia")
    _, secret = people.invitations.make(Wanted("player", campaign, side="blue"))
    again, _ = people.invitations.accept(secret, id=livia.id)
    assert again == livia
    standing = people.members.standing(campaign, livia.id)
    assert standing is not None
    assert (standing.role, standing.side, standing.seats) == ("player", "blue", ())


def test_a_host_comes_from_an_invitation_without_a_campaign(people: People, newcomer: Callable[..., Person]) -> None:
    assert people.persons.all() == []
    assert newcomer().is_host


# ---- memberships --------------------------------------------------------------------------------------------------


def test_a_seat_has_one_holder(people: People, campaign: str, newcomer: Callable[..., Person]) -> None:
    """Whoever comes takes it over, whoever goes stays in reserve, and may be given it back."""
    marcus = newcomer("Marcus", role="player", campaign=campaign, seat="red")
    lucius = newcomer("Lucius", role="player", campaign=campaign, seat="red")
    assert people.members.holder(campaign, "red") == lucius.id
    assert [(m.name, m.seats) for m in people.members.of(campaign)] == [("Lucius", ("red",)), ("Marcus", ())]
    people.members.hand_over(campaign, "red", marcus.id)
    people.members.hand_over(campaign, "red", marcus.id)
    people.members.hand_over(campaign, "red2", marcus.id)
    assert [(m.name, m.seats) for m in people.members.of(campaign)] == [("Lucius", ()), ("Marcus", ("red", "red2"))]
    people.members.take_back(campaign, "red2")
    people.members.take_back(campaign, "red")
    people.members.take_back(campaign, "red")
    assert [(m.name, m.seats) for m in people.members.of(campaign)] == [("Lucius", ()), ("Marcus", ())]
    assert people.members.holder(campaign, "red") is None
    assert people.members.holder(campaign, "") is None


def test_nobody_belongs_to_two_sides(people: People, campaign: str, newcomer: Callable[..., Person]) -> None:
    marcus = newcomer("Marcus", role="player", campaign=campaign, seat="red")
    spy = newcomer("Sejanus", role="spectator", campaign=campaign, side="red")
    for who in (marcus, spy):
        for wanted in (
            Wanted("player", campaign, seat="blue"),
            Wanted("player", campaign, side="blue"),
            Wanted("spectator", campaign, side="blue"),
        ):
            made, secret = people.invitations.make(wanted)
            with pytest.raises(MembershipRefused):
                people.invitations.accept(secret, id=who.id)
            assert people.invitations.get(campaign, made.id).state == "open"
        with pytest.raises(MembershipRefused, match="side 'red'"):
            people.members.hand_over(campaign, "blue", who.id)
    assert people.members.holder(campaign, "blue") is None


def test_who_sees_or_plays_already_needs_no_invitation(people: People, campaign: str, newcomer: Callable[..., Person]) -> None:
    gm = newcomer("Gaius", role="gm", campaign=campaign)
    reserve = newcomer("Marcus", role="player", campaign=campaign, side="red")
    watcher = newcomer("Nero", role="spectator", campaign=campaign)
    for who, wanted in (
        (gm, Wanted("gm", campaign)),
        (gm, Wanted("spectator", campaign)),
        (reserve, Wanted("player", campaign, side="red")),
        (reserve, Wanted("spectator", campaign, side="red")),
        (watcher, Wanted("spectator", campaign)),
    ):
        _, secret = people.invitations.make(wanted)
        with pytest.raises(MembershipRefused, match="already"):
            people.invitations.accept(secret, id=who.id)


def test_the_highest_role_counts(people: People, campaign: str, newcomer: Callable[..., Person]) -> None:
    """A spectator becomes a player, a player also a GM; each sees as much as his highest role."""
    who = newcomer("Gaius", role="spectator", campaign=campaign)
    expected = [
        (Wanted("spectator", campaign, side="red"), "spectator", "red", (), Eyes(side="red")),
        (Wanted("player", campaign, side="red"), "player", "red", (), Eyes(side="red")),
        (Wanted("player", campaign, seat="red"), "player", "red", ("red",), Eyes(side="red")),
        (Wanted("gm", campaign), "gm", "red", ("red",), Eyes(everything=True)),
    ]
    for wanted, role, side, seats, eyes in expected:
        people.invitations.accept(people.invitations.make(wanted)[1], id=who.id)
        standing = people.members.standing(campaign, who.id)
        assert standing is not None
        assert (standing.role, standing.side, standing.seats, standing.eyes) == (role, side, seats, eyes)
    assert [(m.role, m.seats) for m in people.members.of(campaign)] == [("gm", ()), ("player", ("red",))]


def test_a_spectator_without_a_side_sees_what_all_may_see(people: People, campaign: str, newcomer: Callable[..., Person]) -> None:
    standing = people.members.standing(campaign, newcomer(role="spectator", campaign=campaign).id)
    assert standing is not None
    assert standing.eyes == Eyes(everything=False, side="")


def test_the_last_gm_stays(people: People, campaign: str, newcomer: Callable[..., Person]) -> None:
    first = newcomer("Gaius")
    people.make_gm(campaign, first.id)
    with pytest.raises(MembershipRefused, match="last GM"):
        people.members.remove(campaign, first.id)
    second = newcomer("Titus", role="gm", campaign=campaign)
    people.members.remove(campaign, first.id)
    with pytest.raises(MembershipRefused, match="last GM"):
        people.members.remove(campaign, second.id)
    assert people.is_gm(campaign, second.id)
    assert not people.is_gm(campaign, first.id)


def test_to_who_is_gone_nothing_is_put_and_nothing_told(
    game: Campaigns, people: People, campaign: str, newcomer: Callable[..., Person]
) -> None:
    marcus, lucius = (newcomer(name, role="player", campaign=campaign, side="red") for name in ("Marcus", "Lucius"))
    assigning, notices = Assigning(game), Notices(game.store.database)
    for seat, who in (("red", marcus), ("red2", lucius)):
        assigning.assign(campaign, Wish(seat=seat, person=who.id))
        notices.add(campaign, who.id, "email", "somebody@example.org", [EVENTS[0]])
    people.members.remove(campaign, marcus.id)
    assert [each.person for each in assigning.all(campaign)] == [lucius.id]
    assert [len(notices.of(campaign, who.id)) for who in (marcus, lucius)] == [0, 1]


def test_places_and_persons_that_are_not_there(people: People, campaign: str, newcomer: Callable[..., Person]) -> None:
    marcus = newcomer("Marcus")
    with pytest.raises(MembershipRefused, match="no member"):
        people.members.hand_over(campaign, "red", marcus.id)
    with pytest.raises(NotFound, match="no seat 'green'"):
        people.members.hand_over(campaign, "green", marcus.id)
    with pytest.raises(NotFound, match="no seat ''"):
        people.members.take_back(campaign, "")
    with pytest.raises(NotFound, match="no campaign"):
        people.members.take_back("nowhere", "red")
    with pytest.raises(NotFound, match="no member"):
        people.members.remove(campaign, marcus.id)
    assert people.members.standing(campaign, marcus.id) is None
    assert people.members.campaigns_of(marcus.id) == []


def test_two_people_with_one_name_are_two(people: People, campaign: str, newcomer: Callable[..., Person]) -> None:
    """Known failure 27: one plays, one watches; both come back as who they are."""
    player = newcomer("Marcus", role="player", campaign=campaign, seat="red")
    watcher = newcomer("Marcus", role="spectator", campaign=campaign)
    tokens = [people.tokens.give(who.id).token for who in (player, watcher)]
    seen = [people.members.standing(campaign, people.tokens.read(token).person.id) for token in tokens]
    assert [(each.role, each.seats) for each in seen if each] == [("player", ("red",)), ("spectator", ())]


@pytest.fixture(scope="module")
def scene() -> Iterator[tuple[People, str, list[str]]]:
    """A campaign and four persons who are nothing in it."""
    game = campaigns("sqlite://")
    campaign = game.create(replace(two_scales(boats=1, turns=1), seats={"red": "red", "red2": "red", "blue": "blue"}), seed=1)
    people = People(game.store.database, Passwords(QUICK))
    with game.store.database.write() as connection:
        known = [people.persons.begin(connection, f"citizen {n}", None, None).id for n in range(4)]
    yield people, campaign, known
    game.store.close()


MOVES = st.tuples(
    st.sampled_from(["invite", "reserve", "hand", "back", "remove"]), st.sampled_from(["red", "red2", "blue"]), st.integers(0, 3)
)


@given(moves=st.lists(MOVES, max_size=12))
def test_whatever_is_done_a_seat_has_one_holder_and_a_person_one_side(
    scene: tuple[People, str, list[str]], moves: list[tuple[str, str, int]]
) -> None:
    people, campaign, known = scene
    with people.tokens._database.write() as connection:
        connection.execute(delete(MEMBER))
        connection.execute(delete(INVITATION))
    sides = people.members.seats(campaign)
    for move, seat, who in moves:
        with suppress(ImperatorError):
            _do(people, campaign, move, seat, sides[seat], known[who])
    members = people.members.of(campaign)
    held = [seat for member in members for seat in member.seats]
    assert len(held) == len(set(held))
    assert len(members) == len({member.person for member in members})
    assert all(sides[seat] == member.side for member in members for seat in member.seats)
    with people.tokens._database.read() as connection:
        rows = list(connection.execute(select(MEMBER)))
    assert not any(row.seat for reserve in rows if not reserve.seat for row in rows if row.person == reserve.person)


def _do(people: People, campaign: str, move: str, seat: str, side: str, who: str) -> None:
    if move == "invite":
        people.invitations.accept(people.invitations.make(Wanted("player", campaign, seat=seat))[1], id=who)
    elif move == "reserve":
        people.invitations.accept(people.invitations.make(Wanted("player", campaign, side=side))[1], id=who)
    elif move == "hand":
        people.members.hand_over(campaign, seat, who)
    elif move == "back":
        people.members.take_back(campaign, seat)
    else:
        people.members.remove(campaign, who)


# ---- passwords ----------------------------------------------------------------------------------------------------


@pytest.fixture
def livia(people: People) -> Person:
    return people.invitations.accept(people.invitations.make(Wanted("host"))[1], name="Livia", login="Livia.D", password=PASSWORD)[0]


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

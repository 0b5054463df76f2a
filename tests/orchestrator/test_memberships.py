"""Seats have one holder, nobody belongs to two sides, the last GM stays."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, select

from orchestrator.campaign import Campaigns
from orchestrator.dispatch.assigning import Assigning, Wish
from orchestrator.errors import ImperatorError, MembershipRefused, NotFound
from orchestrator.people.invitations import INVITATION, Wanted
from orchestrator.people.memberships import MEMBER
from orchestrator.people.notices import EVENTS, Notices
from orchestrator.people.passwords import Passwords
from orchestrator.people.people import People, Person
from orchestrator.readers.seeing import Eyes
from tests.orchestrator.crowd import QUICK
from tests.orchestrator.scenes import campaigns, two_scales


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
    campaign = game.create(replace(two_scales(boats=1, turns=1), seats={"red": "red", "red2": "red", "blue": "blue"}), secret=bytes(32))
    people = People(game.store.database, Passwords(QUICK))
    with game.store.database.write() as connection:
        known = [people.persons.begin(connection, f"citizen {n}", None, None).id for n in range(4)]
    yield people, campaign, known
    game.store.close()


MOVES = st.tuples(
    st.sampled_from(["invite", "reserve", "hand", "back", "remove"]), st.sampled_from(["red", "red2", "blue"]), st.integers(0, 3)
)


@settings(max_examples=40)
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

"""Invitations open once, for whom they were made, and only while whoever made them may."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from orchestrator.errors import FormRefused, InvitationRefused, NotFound
from orchestrator.people.invitations import INVITATION, MOST_OPEN, Wanted
from orchestrator.people.people import People, Person
from tests.orchestrator.crowd import Hours, row_of


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

"""The operator's way of letting people in: the first host on a new machine, members of a campaign, taking back what was given out."""

from collections.abc import Callable
from pathlib import Path

import pytest

from orchestrator.people.people import People
from orchestrator.store.database import Database
from tests.cli.conftest import imperator


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "imperator.db"


@pytest.fixture
def known(db: Path) -> Callable[[], People]:
    """The people of the database, once a command has made it."""
    return lambda: People(Database(f"sqlite:///{db}"))


@pytest.fixture
def campaign(db: Path, write: Callable[..., Path]) -> str:
    """A small campaign that has begun; its two seats are played by bots."""
    return str(imperator("run", write(), "--db", db, "--json").json["id"])


def test_the_first_host_of_a_new_machine(db: Path, known: Callable[[], People]) -> None:
    called = imperator("invite", "--db", db, "--url", "https://imperator.example.org/", "--name", "Livia")
    assert called.code == 0
    address, _, secret = called.out.strip().partition("#")
    assert address == "https://imperator.example.org/join"
    person, _ = known().invitations.accept(secret, name="Livia")
    assert person.is_host
    listed = imperator("people", "--db", db, "--json").json
    assert [each["name"] for each in listed["people"]] == ["Livia"]
    assert listed["invitations"] == []


def test_inviting_to_a_campaign(db: Path, campaign: str, known: Callable[[], People]) -> None:
    seats = known().members.seats(campaign)
    seat, side = next(iter(seats.items()))
    made = imperator("invite", "last", "--role", "player", "--seat", seat, "--db", db, "--json").json
    assert made["link"].endswith(f"/join#{made['secret']}")
    assert (made["invitation"]["side"], made["invitation"]["state"]) == (side, "open")
    assert made["secret"] not in imperator("people", campaign, "--db", db).out
    known().invitations.accept(made["secret"], name="Marcus")
    text = imperator("people", campaign, "--db", db).out
    assert "Marcus" in text
    assert imperator("people", campaign, "--db", db, "--json").json["members"][0]["seats"] == [seat]


def test_taking_back(db: Path, campaign: str, known: Callable[[], People]) -> None:
    made = imperator("invite", campaign, "--role", "gm", "--db", db, "--json").json
    used = imperator("invite", campaign, "--role", "gm", "--db", db, "--json").json
    listed = imperator("people", "--db", db).out
    assert made["invitation"]["id"] in listed
    assert imperator("revoke", made["invitation"]["id"], "--db", db).out.strip().endswith("is revoked")
    person, _ = known().invitations.accept(used["secret"], name="Gaius")
    assert imperator("revoke", used["invitation"]["id"], "--db", db, "--json").json["invitation"]["state"] == "used"
    known().tokens.give(person.id)
    assert imperator("revoke", person.id, "--db", db, "--json").json == {"person": person.id, "tokens": 1}
    assert known().tokens.of(person.id) == []


def test_what_is_refused(db: Path, campaign: str) -> None:
    assert "without a campaign is for host" in imperator("invite", "--role", "gm", "--db", db).refusal()
    assert "is for gm or player or spectator" in imperator("invite", campaign, "--db", db).refusal()
    assert "there is no seat 'emperor'" in imperator("invite", campaign, "--role", "player", "--seat", "emperor", "--db", db).refusal()
    assert "1 to 365 days" in imperator("invite", campaign, "--role", "gm", "--days", 0, "--db", db).refusal()
    assert "there is no campaign 'nowhere'" in imperator("invite", "nowhere", "--role", "gm", "--db", db).refusal()
    assert "no invitation and no person 'x'" in imperator("revoke", "x", "--db", db).refusal()
    assert "there is no database" in imperator("people", "--db", db.with_name("other.db")).refusal()
    assert "emperor" in imperator("invite", campaign, "--role", "emperor", "--db", db).refusal()

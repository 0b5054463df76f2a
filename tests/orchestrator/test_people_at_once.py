"""People who come at the same moment: on SQLite, where writers queue, and on PostgreSQL, where they do not."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from orchestrator.errors import FormRefused, InvitationRefused, MembershipRefused
from orchestrator.people.invitations import Wanted
from orchestrator.people.passwords import Passwords
from orchestrator.people.people import People
from orchestrator.people.tokens import Tokens
from tests.orchestrator.crowd import QUICK
from tests.orchestrator.scenes import campaigns, two_scales
from tests.postgres_server import LocalPostgres, postgres_binaries

AT_ONCE = 6


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    if postgres_binaries() is None:
        pytest.skip("there is no PostgreSQL on this machine")
    with LocalPostgres() as server:
        yield server.url


@dataclass
class Scene:
    people: People
    campaign: str

    def at_once(self, act: Callable[[int], object], *refusals: type[Exception]) -> list[object]:
        """What acting at the same moment gives each; None to those who are refused."""

        def tried(n: int) -> object:
            try:
                return act(n)
            except refusals:
                return None

        with ThreadPoolExecutor(AT_ONCE) as pool:
            return [each for each in pool.map(tried, range(AT_ONCE)) if each is not None]

    def come(self, name: str, **wanted: str) -> str:
        """Somebody new."""
        _, secret = self.people.invitations.make(Wanted(campaign=self.campaign, **wanted))
        return self.people.invitations.accept(secret, name=name)[0].id


@pytest.fixture(params=["sqlite", "postgres"])
def scene(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Scene]:
    url = f"sqlite:///{tmp_path / 'c.db'}" if request.param == "sqlite" else str(request.getfixturevalue("postgres"))
    game = campaigns(url)
    campaign = game.create(replace(two_scales(), seats={"red": "red", "red2": "red", "blue": "blue"}), secret=bytes(32))
    yield Scene(People(game.store.database, Passwords(QUICK)), campaign)
    game.store.close()


def test_of_those_who_open_one_invitation_one_is_let_in(scene: Scene) -> None:
    before = len(scene.people.persons.all())
    _, secret = scene.people.invitations.make(Wanted("player", scene.campaign, seat="red"))
    came = scene.at_once(lambda n: scene.people.invitations.accept(secret, name=f"citizen {n}")[0].name, InvitationRefused)
    assert len(came) == 1
    assert [member.name for member in scene.people.members.of(scene.campaign)] == came
    assert len(scene.people.persons.all()) == before + 1


def test_of_those_who_choose_one_login_one_gets_it(scene: Scene) -> None:
    secrets = [scene.people.invitations.make(Wanted("spectator", scene.campaign))[1] for _ in range(AT_ONCE)]
    chosen = {"name": "Livia", "login": f"livia-{scene.campaign}", "password": "per aspera ad astra"}
    came = scene.at_once(lambda n: scene.people.invitations.accept(secrets[n], **chosen), FormRefused)
    assert len(came) == 1
    assert sorted(each.state for each in scene.people.invitations.of(scene.campaign)) == ["open"] * (AT_ONCE - 1) + ["used"]


def test_of_those_who_take_one_seat_one_holds_it(scene: Scene) -> None:
    """Each has an invitation of his own; the last to come holds the seat, the others are in reserve."""
    secrets = [scene.people.invitations.make(Wanted("player", scene.campaign, seat="red"))[1] for _ in range(AT_ONCE)]
    came = scene.at_once(lambda n: scene.people.invitations.accept(secrets[n], name=f"citizen {n}")[0].id)
    members = scene.people.members.of(scene.campaign)
    assert {member.person for member in members} == set(came)
    assert [member.seats for member in members if member.seats] == [("red",)]
    assert len(members) == AT_ONCE


def test_of_those_who_would_join_two_sides_none_does(scene: Scene) -> None:
    who = scene.come("Sejanus", role="spectator")
    sides = ("red", "blue") * (AT_ONCE // 2)
    secrets = [scene.people.invitations.make(Wanted("player", scene.campaign, side=side))[1] for side in sides]
    scene.at_once(lambda n: scene.people.invitations.accept(secrets[n], id=who), MembershipRefused)
    assert len({member.side for member in scene.people.members.of(scene.campaign)}) == 1


def test_of_gms_who_go_one_stays(scene: Scene) -> None:
    gms = [scene.come(f"gm {n}", role="gm") for n in range(AT_ONCE)]
    scene.at_once(lambda n: scene.people.members.remove(scene.campaign, gms[n]), MembershipRefused)
    assert len(scene.people.members.of(scene.campaign)) == 1


def test_the_key_of_tokens_is_made_once(scene: Scene) -> None:
    who = scene.come("Livia", role="spectator")
    tokens = scene.at_once(lambda _n: Tokens(scene.people.tokens._database).give(who).token)
    assert len(tokens) == AT_ONCE
    assert all(scene.people.tokens.read(str(token)).person.id == who for token in tokens)


def test_what_no_database_can_keep_is_refused_before_it(scene: Scene) -> None:
    with pytest.raises(FormRefused):
        scene.people.invitations.make(Wanted("player", scene.campaign, seat="re\x00d"))
    for text in ("livia\x00", "\ud800"):
        with pytest.raises(Exception, match="the login or the password is wrong"):
            scene.people.persons.sign_in(text, text)

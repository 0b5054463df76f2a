"""A new database with the toy game, and people in it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from orchestrator.campaign import Campaigns
from orchestrator.people.invitations import Wanted
from orchestrator.people.passwords import Passwords
from orchestrator.people.people import People, Person
from tests.orchestrator import hiding
from tests.orchestrator.crowd import PASSWORD, QUICK, Hours
from tests.orchestrator.scenes import campaigns, two_scales


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Campaigns]:
    """A new database with the toy game."""
    made = campaigns(f"sqlite:///{tmp_path / 'campaigns.db'}")
    yield made
    made.store.close()


@pytest.fixture(scope="session")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two turns of the toy game, a third of its events hidden from somebody."""
    path = tmp_path_factory.mktemp("door") / "toys.db"
    game = campaigns(f"sqlite:///{path}")
    id = game.create(two_scales(boats=2, turns=3), seed=3)
    game.run(id, until_turn=3)
    game.store.close()
    hiding.rewrite(path, hiding.some_are_secret, hiding.ask("red", 1))
    return path


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
    return game.create(replace(plan, seats={"red": "red", "red2": "red", "blue": "blue"}), secret=bytes(32))


@pytest.fixture
def newcomer(people: People) -> Callable[..., Person]:
    """Somebody new, by an invitation of the operator."""

    def come(name: str = "Marcus", **wanted: Any) -> Person:
        _, secret = people.invitations.make(Wanted(**({"role": "host"} | wanted)))
        return people.invitations.accept(secret, name=name)[0]

    return come


@pytest.fixture
def livia(people: People) -> Person:
    return people.invitations.accept(people.invitations.make(Wanted("host"))[1], name="Livia", login="Livia.D", password=PASSWORD)[0]

"""Campaigns that take a while are played once; every test gets a copy of the database."""

import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from api.commands.root import judge
from orchestrator.campaign import Campaigns
from orchestrator.links.every import every_link
from orchestrator.store import Store
from tests.acceptance.shell import Ran, shell

SKIRMISH = Path(__file__).parents[1] / "data" / "skirmish.yaml"
SEED = 6830


@dataclass(slots=True)
class Played:
    """A campaign that was played to its end by the command line."""

    db: Path
    ran: Ran
    facts: Any

    @property
    def id(self) -> str:
        return str(self.facts["id"])

    def copy(self, to: Path) -> Path:
        """A database of one's own with this campaign in it."""
        with sqlite3.connect(self.db) as source, sqlite3.connect(to) as target:
            source.backup(target)
        return to


def play(source: object, folder: Path) -> Played:
    ran = shell("run", source, "--seed", SEED, "--db", folder / "played.db", "--json")
    return Played(folder / "played.db", ran, ran.json)


@pytest.fixture(scope="session")
def landfall(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """The built-in campaign of two Legatus turns."""
    return play("landfall", tmp_path_factory.mktemp("landfall"))


@pytest.fixture(scope="session")
def skirmish(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """The smallest campaign that has everything, of one Legatus turn."""
    return play(SKIRMISH, tmp_path_factory.mktemp("skirmish"))


def opened(db: Path) -> Campaigns:
    """The campaigns of a file as a process finds them that has just begun."""
    return Campaigns(Store(f"sqlite:///{db}"), every_link(), judge)


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """Where a test may keep its campaigns."""
    return tmp_path / "campaigns.db"

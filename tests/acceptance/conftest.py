"""Campaigns that take a while are played once; every test gets a copy of the database."""

import fcntl
import json
import os
import sqlite3
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pytest

from api.commands.root import judge
from orchestrator.campaign import Campaigns
from orchestrator.links.every import every_link
from orchestrator.store.writing import Store
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


def play(source: object, name: str, factory: pytest.TempPathFactory) -> Played:
    """Played by whichever process of the test run comes first; the others wait for it."""
    base = factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    folder.mkdir(exist_ok=True)
    db, told = folder / "played.db", folder / "ran.json"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not told.exists():
            told.write_text(json.dumps(asdict(shell("run", source, "--seed", SEED, "--db", db, "--json"))))
    ran = Ran(**json.loads(told.read_text()))
    return Played(db, ran, ran.json)


@pytest.fixture(scope="session")
def landfall(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """The built-in campaign of two Legatus turns."""
    return play("landfall", "landfall", tmp_path_factory)


@pytest.fixture(scope="session")
def skirmish(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """The smallest campaign that has everything, of one Legatus turn."""
    return play(SKIRMISH, "skirmish", tmp_path_factory)


def opened(db: Path) -> Campaigns:
    """The campaigns of a file as a process finds them that has just begun."""
    return Campaigns(Store(f"sqlite:///{db}"), every_link(), judge)


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """Where a test may keep its campaigns."""
    return tmp_path / "campaigns.db"

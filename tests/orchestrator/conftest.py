from collections.abc import Iterator
from pathlib import Path

import pytest

from orchestrator.campaign import Campaigns
from tests.orchestrator import hiding
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

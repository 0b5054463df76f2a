from collections.abc import Iterator
from pathlib import Path

import pytest

from orchestrator.campaign import Campaigns
from tests.orchestrator.scenes import campaigns


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Campaigns]:
    """A new database with the toy game."""
    made = campaigns(f"sqlite:///{tmp_path / 'campaigns.db'}")
    yield made
    made.store.close()

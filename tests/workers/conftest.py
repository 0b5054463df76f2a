from collections.abc import Iterator

import pytest

from tests.redis_server import LocalRedis


@pytest.fixture
def server() -> Iterator[LocalRedis]:
    """A Redis of one's own, empty."""
    with LocalRedis() as running:
        yield running

import pytest

from scales.engine import Engine
from scales.engines import SCALES, engine
from tests.conformance.playthrough import Playthrough, playthrough


@pytest.fixture(params=SCALES)
def rules(request: pytest.FixtureRequest) -> Engine:
    return engine(request.param)


@pytest.fixture
def run(rules: Engine) -> Playthrough:
    """A whole battle among bots."""
    return playthrough(rules.scale)

import gc
import os
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.examples import covered, examples

# how long an example takes depends on the machine, not on us; what lands is judged by the same examples every time, people look for new ones
settings.register_profile("imperator", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=bool(os.environ.get("CI")))
settings.register_profile("soak", settings.get_profile("imperator"), max_examples=1000, derandomize=False)
settings.load_profile("imperator")
# battles that tests keep are many objects that stay: to look through all of them again and again for garbage is a waste
gc.set_threshold(50_000, 20, 50)

LONGEST = (
    "tests/api/test_play.py",
    "tests/acceptance/test_back_ends.py",
    "tests/api/test_no_leaks.py",
    "tests/acceptance/test_landfall.py",
    "tests/legatus/test_rulings.py",
    "tests/legatus/test_double_blind_secrets.py",
    "tests/api/test_schemathesis.py",
    "tests/acceptance/test_known_failures.py",
    "tests/acceptance/test_orders_again.py",
    "tests/acceptance/test_golden.py",
    "tests/api/test_killed_service.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The files that take longest come first, so that at the end no process is left alone with one of them."""
    place = {file: number for number, file in enumerate(LONGEST)}
    items.sort(key=lambda item: place.get(item.nodeid.partition("::")[0], len(place)))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say how many worked examples of the rule books no test covers yet."""
    have, total = len(covered()), len(examples())
    terminalreporter.write_line(f"worked examples: {have} of {total} covered, {total - have} not yet")

import os
from typing import Any

from hypothesis import HealthCheck, settings

from tests.examples import covered, examples

# how long an example takes depends on the machine, not on us; what lands is judged by the same examples every time, people look for new ones
settings.register_profile("imperator", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=bool(os.environ.get("CI")))
settings.load_profile("imperator")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say how many worked examples of the rule books no test covers yet."""
    have, total = len(covered()), len(examples())
    terminalreporter.write_line(f"worked examples: {have} of {total} covered, {total - have} not yet")

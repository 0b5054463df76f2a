from typing import Any

from hypothesis import settings

from tests.examples import covered, examples

# how long an example takes depends on the machine, not on us
settings.register_profile("imperator", deadline=None)
settings.load_profile("imperator")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say how many worked examples of the rule books no test covers yet."""
    have, total = len(covered()), len(examples())
    terminalreporter.write_line(f"worked examples: {have} of {total} covered, {total - have} not yet")

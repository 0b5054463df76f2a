from typing import Any

from tests.examples import covered, examples


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say how many worked examples of the rule books no test covers yet."""
    have, total = len(covered()), len(examples())
    terminalreporter.write_line(f"worked examples: {have} of {total} covered, {total - have} not yet")

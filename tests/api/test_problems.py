"""Every error has its answer: those that a caller can mend a status of their own, the rest a failure without insides."""

import asyncio
import json

import pytest
from fastapi import Request

from api import problems
from orchestrator import errors
from scales.engine import Fault

OURS = {
    errors.NewerDatabase,
    errors.ForeignDatabase,
    errors.DamagedDatabase,
    errors.LinkFailed,
    errors.ReplayDiffers,
}
"""What an operator or we must mend: no caller can, and none is told more than that it failed."""


def every(kind: type[errors.ImperatorError] = errors.ImperatorError) -> list[type[errors.ImperatorError]]:
    return [each for sub in kind.__subclasses__() for each in (sub, *every(sub))]


@pytest.mark.parametrize("kind", [kind for kind in every() if kind.__module__ == "orchestrator.errors"])
def test_every_error_is_a_callers_or_ours(kind: type[errors.ImperatorError]) -> None:
    assert (kind in problems.STATUS) != (kind in OURS)


def test_what_is_ours_is_told_without_its_insides() -> None:
    answer = asyncio.run(problems._refusal(Request({"type": "http"}), errors.DamagedDatabase("secret detail")))
    assert answer.status_code == 500
    assert "secret detail" not in json.loads(bytes(answer.body))["detail"]


def test_reasons_follow_each_other_as_sentences() -> None:
    faults = [
        Fault("a", "One thing is wrong.", "x"),
        Fault("b", "Another is.", "y"),
        Fault("c", "no sentence", "z"),
        Fault("d", "the last", "z"),
    ]
    assert str(errors.OrdersRefused(faults)) == "One thing is wrong. Another is. no sentence; the last"

"""Worked examples of the rule books as test oracles: `@oracle("LEV-009")` names the test by the example's id and hands it inputs and expected."""

import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
import yaml

HERE = Path(__file__).parent


@lru_cache(maxsize=1)
def examples() -> dict[str, dict[str, Any]]:
    """All worked examples by id."""
    text = (HERE / "data" / "examples.yaml").read_text()
    return {e["id"]: e for e in yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))["oracles"]}


def oracle(*ids: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a test(inputs, expected) once for each example named."""
    params = [pytest.param(examples()[i]["inputs"], examples()[i]["expected"], id=i) for i in ids]
    return pytest.mark.parametrize(("inputs", "expected"), params)


def covered() -> set[str]:
    """The ids that some test names."""
    found: set[str] = set()
    for path in HERE.rglob("test_*.py"):
        for call in re.findall(r"@oracle\(([^)]*)\)", path.read_text(), re.S):
            found |= set(re.findall(r'"([A-Z]+-\d+)"', call))
    return found & set(examples())

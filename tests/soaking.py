"""What is the same again, with other dice: the first of several cases is run by `make test`, the others by `make soak`."""

from collections.abc import Iterable
from typing import Any

import pytest


def first_of(cases: Iterable[Any], quick: int = 1) -> list[Any]:
    """Cases for `parametrize`, all but the first (or so many) of them for the soak."""
    return [case if n < quick else pytest.param(case, marks=pytest.mark.soak) for n, case in enumerate(cases)]


def but(names: Iterable[str], slow: Iterable[str]) -> list[Any]:
    """Names for `parametrize`, those that are `slow` for the soak."""
    long = set(slow)
    return [pytest.param(name, marks=pytest.mark.soak) if name in long else name for name in names]

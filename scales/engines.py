"""Finding an engine by the name of its scale. An engine is imported when it is first asked for."""

from collections.abc import Callable
from importlib import import_module
from typing import cast

from scales.engine import Engine

SCALES = ("legatus", "leviathan", "interceptor", "centurion")

Resolver = Callable[[str], Engine]
"""What turns the name of a scale into its engine; the composition root hands one down."""


class UnknownScale(ValueError):
    """A job, campaign file or command names a scale that there is no engine for."""


def engine(scale: str) -> Engine:
    """The engine of one of the four scales."""
    if scale not in SCALES:
        raise UnknownScale(f"there is no scale {scale!r}; known are {', '.join(SCALES)}")
    return cast(Engine, import_module(f"scales.{scale}").ENGINE)

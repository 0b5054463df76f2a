"""A unit's record sheet as a person reads it."""

from scales.centurion.view import View
from scales.engine import Json


def record(view: View, unit: str) -> Json:  # noqa: ARG001
    """What the view knows of a unit; empty if nothing."""
    return {}

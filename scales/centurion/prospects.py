"""What a seat will be asked in the rest of a phase: what a plan for the whole phase can answer."""

from scales.centurion.view import View
from scales.engine import Decision


def prospects(view: View, decision: Decision) -> list[Decision]:  # noqa: ARG001
    """The decisions to come, the present one first."""
    return [decision]

"""What ends a craft: hits on its plant and on its superstructure, and what still counts once its end is sure (Interceptor internal systems)."""

from collections.abc import Sequence

from scales.interceptor.damage.condition import kind, wounds, wounds_borne
from scales.interceptor.state import Craft

BREAKS_UP, EXPLODES = "breaks up", "explodes"
"""The first leaves a pilot time to get out, the second does not."""
HULL = {"plant": (4, EXPLODES), "superstructure": (3, BREAKS_UP)}
"""Hits that end a craft and how it ends, the worse end first."""


def fatal(craft: Craft, more: Sequence[str] = ()) -> str:
    """How a craft ends by what is marked on its hull, with some more components hit; '' when it goes on."""
    for part, (most, end) in HULL.items():
        if craft.marks.get(part, 0) + more.count(part) >= most:
            return end
    return ""


def is_lost(craft: Craft, more: Sequence[str] = ()) -> bool:
    """Is it lost by its hull, or with the pilot of a fighter?"""
    dead = not kind(craft).is_patrol and wounds(craft) + more.count("pilot") >= wounds_borne(craft)
    return dead or bool(fatal(craft, more))


def may_eject(craft: Craft) -> bool:
    """Has it a pilot aboard and an ejection system?"""
    return craft.crew == "aboard" and not kind(craft).is_patrol and not kind(craft).is_satellite


def is_sure(craft: Craft) -> bool:
    """Does nothing that may yet be hit in this phase change its end? The wounds of a pilot who may still get out do, and so does an explosion."""
    end = fatal(craft, craft.fresh)
    return end == EXPLODES or (end == BREAKS_UP and not may_eject(craft))


def that_count(craft: Craft, parts: Sequence[str]) -> list[str]:
    """Of the components hit in a phase all, or of a craft that is lost those that end it and the wounds of a pilot who may get out."""
    if not is_lost(craft, parts):
        return list(parts)
    end = fatal(craft, parts)
    last = [part for part, (_, how) in HULL.items() if how == end]
    return [part for part in parts if part in last or (part == "pilot" and end != EXPLODES and may_eject(craft))]

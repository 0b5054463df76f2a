"""Spotting arcs on hexes. legatus: Double-blind rules: Spotting, R-LEG-07

A concentrated century spots through 120 degrees, a semi-dispersed one through 240, a dispersed one all around. An arc is turned to one of the
six headings and bounded by rows of hexes, which belong to it: 120 degrees toward heading 1 reach from the row along heading 6 to that along
heading 2, 240 degrees from heading 5 to heading 3. It opens from each hex of the century. Its own hexes lie in every arc.
"""

from functools import lru_cache

from scales.hexes import bearing, hex_of
from scales.legatus.board import dispersion
from scales.legatus.tables import tables

ALL_AROUND = 360
BEARINGS = {120: frozenset({10, 11, 0, 1, 2}), 240: frozenset({8, 9, 10, 11, 0, 1, 2, 3, 4}), ALL_AROUND: frozenset(range(12))}
"""The bearings of an arc relative to its heading, in twelfths of a circle: even ones are rows of hexes (see `scales.hexes.bearing`)."""


def degrees_of(at: str) -> int:
    """How wide the arc of a century is by its dispersion."""
    return int(tables()["spotting"]["arc_degrees"][dispersion(at)])


@lru_cache(maxsize=64)
def bearings(degrees: int, heading: int) -> frozenset[int]:
    """The bearings that an arc turned to a heading covers. Heading 0 stands for an arc that was never turned anywhere: only a full circle
    sees then."""
    if degrees == ALL_AROUND:
        return BEARINGS[degrees]
    return frozenset((b + 2 * (heading - 1)) % 12 for b in BEARINGS[degrees]) if heading else frozenset()


@lru_cache(maxsize=200_000)
def covers(origin: str, heading: int, degrees: int, target: str) -> bool:
    """Does an arc from a hex cover another hex?"""
    return origin == target or bearing(hex_of(origin), hex_of(target), "even") in bearings(degrees, heading)

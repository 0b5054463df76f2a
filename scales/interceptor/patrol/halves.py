"""The two hexes of a patrol craft: which it stands in, which side, weapon or turret is in which, and how they face what comes at them.

A craft's own hex is that of its bow; the stern is in the hex behind. A stern that would lie beyond an edge of the board or under the ground is
drawn up into the hex of the bow, and the craft is there as a fighter is, in one hex with all its sides (designed).
"""

from functools import lru_cache
from typing import NamedTuple

from scales.hexes import Hex, arc_sides, distance, neighbor, turned
from scales.interceptor.board import AIR, WELL, Board
from scales.interceptor.state import Craft, Mount
from scales.interceptor.tables import CraftType, craft_types

BOW, STERN = "bow", "stern"
BOW_SIDES = ("bow", "right_bow", "left_bow")
_NEXT = {BOW: ((0,), (1,), (1,), (1, 5), (5,), (5,)), STERN: ((2, 4), (2,), (2,), (3,), (4,), (4,))}
"""The hexsides of a half that take what comes from each hexside of its hex: its own, or those next to the other half."""


def length(craft: Craft) -> int:
    """Hexes of its counter."""
    return craft_types()[craft.type].hexes


def stern_hex(b: Board, bow: Hex, heading: int) -> Hex:
    """The hex behind the bow, or that of the bow where there is none on the board."""
    behind = neighbor(bow, heading + 3, "odd")
    return behind if b.has(behind) else bow


@lru_cache(maxsize=20_000)
def spots(b: Board, bow: Hex, heading: int, hexes: int) -> tuple[Hex, ...]:
    """The hexes of a counter so many hexes long: the bow first, each hex once."""
    if hexes == 1:
        return (bow,)
    stern = stern_hex(b, bow, heading)
    return (bow,) if stern == bow else (bow, stern)


def hexes_of(b: Board, craft: Craft) -> tuple[Hex, ...]:
    """The hexes that a craft stands in: the bow first, each hex once."""
    hexes = length(craft)
    return (craft.hex,) if hexes == 1 else spots(b, craft.hex, craft.heading, hexes)


def half_of(type: CraftType, place: str) -> str:
    """The half, bow or stern, of a side or a turret; a fighter is all bow."""
    if not type.is_patrol:
        return BOW
    if place.startswith("turret"):
        number = place.partition("_")[2]
        return type.turrets[int(number) - 1 if number else 0]
    return BOW if place in BOW_SIDES else STERN


def hex_of(b: Board, craft: Craft, place: str) -> Hex:
    """The hex of a side or a turret of a craft."""
    hexes = hexes_of(b, craft)
    return hexes[0] if len(hexes) == 1 or half_of(craft_types()[craft.type], place) == BOW else hexes[-1]


def is_under(craft: Craft, mount: Mount, side: str) -> bool:
    """Does a weapon lie under a side? On the side itself, or in a turret of its half."""
    type = craft_types()[craft.type]
    return mount.location == side or (mount.location.startswith("turret") and half_of(type, mount.location) == half_of(type, side))


def sides_in(b: Board, craft: Craft, hex: Hex) -> list[str]:
    """The sides of a craft that lie in a hex: what a burst there strikes (centurion: HELL Missile)."""
    return [side for side in craft.armor if hex_of(b, craft, side) == hex]


def nearest(b: Board, craft: Craft, to: Hex) -> Hex:
    """The hex of a craft nearest to a place, the bow's if both are."""
    return min(hexes_of(b, craft), key=lambda h: distance(h, to, "odd"))


def gap(b: Board, one: Craft, other: Craft) -> int:
    """The range between two craft, by their nearest hexes."""
    return min(distance(h, nearest(b, other, h), "odd") for h in hexes_of(b, one))


# --- fire -----------------------------------------------------------------------------------------------------------------------------


class Line(NamedTuple):
    """A line of fire: from the hex of the weapon to the hex that is struck."""

    source: Hex
    spot: Hex
    range_hexes: int


def line_to(source: Hex, spot: Hex) -> Line:
    return Line(source, spot, distance(source, spot, "odd"))


def in_sector(source: Hex, heading: int, hexside: int | None, spot: Hex) -> bool:
    """Does the sector of a hexside (0 the bow, clockwise; None all round) cover a hex? In one hex everything bears."""
    return hexside is None or source == spot or hexside + 1 in arc_sides(source, heading, spot, "odd")


def lines(b: Board, source: Hex, heading: int, hexside: int | None, target: Craft) -> tuple[Line, ...]:
    """The shortest lines from a weapon to a target in its sector: none, one, or one to each hex of the target."""
    return shortest(source, heading, hexside, hexes_of(b, target))


@lru_cache(maxsize=20_000)
def shortest(source: Hex, heading: int, hexside: int | None, hexes: tuple[Hex, ...]) -> tuple[Line, ...]:
    """The same to a target that stands in these hexes."""
    found = [line_to(source, spot) for spot in hexes if in_sector(source, heading, hexside, spot)]
    least = min((line.range_hexes for line in found), default=0)
    return tuple(line for line in found if line.range_hexes == least)


def struck(b: Board, target: Craft, line: Line, along: int) -> tuple[int, ...]:
    """Hexsides (0 bow, clockwise) of the target that a line of fire can strike: those of the half in the hex it ends in.

    In one hex the fire comes along the firer's heading and finds any side.
    """
    if line.source == line.spot:
        return ((turned(along, 3) - target.heading) % 6,)
    return facing(b, target, line.spot, line.source)


def facing(b: Board, target: Craft, spot: Hex, source: Hex) -> tuple[int, ...]:
    """Hexsides of the half in one hex of a craft that are turned to another hex; those to the stern where both are one.

    What comes along the other half may find either side; on the border to a side beside it, only that one.
    """
    seen = [side - 1 for side in arc_sides(spot, target.heading, source, "odd")] or [3]
    hexes = hexes_of(b, target)
    if len(hexes) == 1:
        return tuple(seen)
    half = _NEXT[BOW if spot == hexes[0] else STERN]
    found = [half[hexside] for hexside in seen]
    sure = [sides for sides in found if len(sides) == 1] or found
    return tuple(dict.fromkeys(side for sides in sure for side in sides))


# --- zones ----------------------------------------------------------------------------------------------------------------------------


def in_air(b: Board, hexes: tuple[Hex, ...]) -> bool:
    """Is any part of a counter in the air? It then counts as there."""
    return any(b.zone(hex) in AIR for hex in hexes)


def in_well(b: Board, hexes: tuple[Hex, ...]) -> bool:
    """Does gravity pull at any part of a counter? It then pulls the whole (leviathan: Gravity Well Movement)."""
    return any(b.zone(hex) in WELL for hex in hexes)

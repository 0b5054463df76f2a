"""What the damage of a patrol class ship on the Leviathan board is on this one, and back (leviathan: Patrol Class Ships, Conversion; designed).

The boxes of a side stand for the points that the sheet prints for it, each for as many. Down they are rounded down and up they are rounded up, so
that a way there and back without damage changes nothing, and a craft that comes down again has the sheet with which it went up.
"""

from collections.abc import Iterator, Sequence

from scales.armor import Grid, boxes_left, column_left, mark, outermost
from scales.interceptor.damage.condition import NO_GUNS, kind
from scales.interceptor.state import Craft, Mount
from scales.interceptor.tables import rule, weapons
from scales.messages import PatrolDown

PLACES = ("bow", "left", "right", "stern")
"""Where fixed weapons are that make a bay above."""
SHIELD = "shield_destroyed:"


# --- down -------------------------------------------------------------------------------------------------------------------------------


def wear(craft: Craft, news: PatrolDown) -> None:
    """Give a craft fresh from its sheet what the board above says of its ship."""
    for side, grid in craft.armor.items():
        left, of = news.armor.get(side, [1, 1])
        thin(grid, points_of(kind(craft).armor[side], left, of))
    for mount in _fixed(craft, news.weapons_lost):
        mount.gone = True
    _silence(_turret_guns(craft), news.turret_halves)
    _break_shields(craft, news.shields_lost)
    _put_out(craft, news.systems)


def points_of(printed: int, left: int, of: int) -> int:
    """Points of a side that prints so many, with so many of its boxes left above."""
    return printed * min(left, of) // of if of > 0 else printed


def thin(grid: Grid, points: int) -> None:
    """Take the outermost boxes of a side, always where it is thickest, until so many points are left."""
    for _ in range(boxes_left(grid) - max(0, points)):
        column = max(range(1, grid.width + 1), key=lambda c: (column_left(grid, c), -c))
        mark(grid, outermost(grid, column), column)


def guns_kept(guns: int, halves: int) -> int:
    """Guns in turrets that still work when half of them were lost so many times, rounded up."""
    return -(-guns // (1 << min(max(halves, 0), 10)))


def _silence(guns: list[Mount], halves: int) -> None:
    working = [mount for mount in guns if not mount.gone]
    for mount in working[guns_kept(len(guns), halves) :]:
        mount.gone = True


def _break_shields(craft: Craft, sides: Sequence[str]) -> None:
    """Those that are broken above; one that was mended there is whole."""
    for side in craft.armor:
        craft.marks.pop(SHIELD + side, None)
        if side in sides:
            craft.marks[SHIELD + side] = 1


def _put_out(craft: Craft, systems: Sequence[str]) -> None:
    """Those that are out above; one that was mended there has fewer hits than would put it out."""
    for row in rule("crossing")["systems"]:
        hits, part = craft.marks.get(row["below"], 0), row["below"]
        hits = max(hits, row["hits"]) if row["above"] in systems else min(hits, row["hits"] - 1)
        if hits:
            craft.marks[part] = hits
        else:
            craft.marks.pop(part, None)


# --- up ---------------------------------------------------------------------------------------------------------------------------------


def armor_left(craft: Craft) -> dict[str, list[int]]:
    """Points left and printed by side."""
    return {side: [boxes_left(grid), kind(craft).armor[side]] for side, grid in craft.armor.items()}


def weapons_lost(craft: Craft) -> list[str]:
    """Places all of whose fixed guns are gone."""
    return [place for place in PLACES if (guns := list(_fixed(craft, [place]))) and all(mount.gone for mount in guns)]


def turret_guns(craft: Craft) -> list[int]:
    """Guns in turrets that still work, and all."""
    guns = _turret_guns(craft)
    return [sum(not mount.gone for mount in guns), len(guns)]


def shields_lost(craft: Craft) -> list[str]:
    return [side for side in craft.armor if craft.marks.get(SHIELD + side)]


def systems_out(craft: Craft) -> list[str]:
    """What is out of order, by the names of the board above."""
    return [row["above"] for row in rule("crossing")["systems"] if craft.marks.get(row["below"], 0) >= row["hits"]]


# --- weapons ----------------------------------------------------------------------------------------------------------------------------


def _fixed(craft: Craft, places: Sequence[str]) -> Iterator[Mount]:
    """Its fixed guns in these places: left and right have a half of it each in bow and stern."""
    return (mount for mount in craft.mounts if _is_gun(mount) and mount.location.partition("_")[0] in places)


def _turret_guns(craft: Craft) -> list[Mount]:
    return [mount for mount in craft.mounts if _is_gun(mount) and mount.location.startswith("turret")]


def _is_gun(mount: Mount) -> bool:
    return mount.weapon in weapons() and weapons()[mount.weapon].family not in NO_GUNS

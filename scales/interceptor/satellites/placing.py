"""A Thor satellite of a set-up: its standard orbit, or anywhere along the xx01 column of that map (centurion: Thor Satellites, Satellite Movement)."""

from typing import Annotated

from pydantic import Field

from scales import overlaps
from scales.armor import of_points
from scales.engine import Fault, Json
from scales.interceptor.board import board
from scales.interceptor.damage.sheets import with_sheet
from scales.interceptor.satellites.orbit import TOO_LOW
from scales.interceptor.shapes import Strict
from scales.interceptor.state import Craft, Mount
from scales.interceptor.tables import craft_types

TYPE = "thor_satellite"
RULE = "centurion: Satellite Movement"
Id = Annotated[str, Field(min_length=1, max_length=100)]


class SatelliteIn(Strict):
    """One satellite. Without `hex` and `velocity` it enters in its standard orbit; `sheet` is the damage it brings."""

    id: Id
    name: Annotated[str, Field(max_length=100)] = ""
    side: Id
    hex: Annotated[str, Field(max_length=12)] = ""
    velocity: Annotated[int, Field(ge=0, le=40)] | None = None
    sheet: Json = Field(default_factory=dict)


def has_orbit(layout: str) -> bool:
    return "thor" in board(layout).sheets.data


def faults(layout: str, sides: list[str], given: SatelliteIn, where: str, *, enters: bool = True) -> list[Fault]:
    """Everything wrong with a satellite; unless it `enters` the map it may be anywhere above the interface."""
    found = []
    if given.side not in sides:
        found.append(Fault("unknown_side", f"{given.id}: there is no side '{given.side}'.", where + ".side"))
    try:
        with_sheet(_fresh(given), given.sheet)
    except ValueError as error:
        found.append(Fault("bad_sheet", f"{given.id}: {error}", where))
    if not has_orbit(layout):
        return [*found, Fault("no_orbit", f"{given.id}: there is no planet for a satellite on the board {layout}.", where)]
    return found + _hex_faults(layout, given, where + ".hex", enters)


def _hex_faults(layout: str, given: SatelliteIn, where: str, enters: bool) -> list[Fault]:
    b, (start, _, _) = board(layout), overlaps.thor_start(layout)
    try:
        hex = b.hex(given.hex or start)
    except ValueError as error:
        return [Fault("off_the_board", f"{error}.", where)]
    if b.zone(hex) in TOO_LOW:
        return [
            Fault("too_low", f"{given.id}: in {given.hex} a satellite would burn up; its place is above the interface ({RULE}).", where)
        ]
    map = start.partition(":")[0]
    if enters and (hex.row != b.hex(start).row or not b.label(hex).startswith(f"{map}:")):
        edge = f"{map}:xx01"
        return [Fault("not_its_edge", f"{given.id}: a satellite starts in a hex of column {edge}, not in {given.hex} ({RULE}).", where)]
    return []


def _fresh(given: SatelliteIn) -> Craft:
    kind = craft_types()[TYPE]
    armor = {side: of_points(points) for side, points in kind.armor.items()}
    mounts = [Mount(*weapon) for weapon in kind.weapons]
    craft = Craft(given.id, given.name or f"{kind.name} {given.id}", kind.id, given.side, 0, 0, 1, 0, 0, 0, armor, mounts)
    craft.missiles = {name: count for name, count in kind.loads.items() if name == "thor_cluster"}
    craft.pods = [name for name in kind.loads if name == "ecm_pod"]
    return craft


def new_satellite(layout: str, given: SatelliteIn) -> Craft:
    """A satellite of a set-up without faults, where it starts."""
    start, heading, velocity = overlaps.thor_start(layout)
    craft = with_sheet(_fresh(given), given.sheet)
    craft.place(board(layout).hex(given.hex or start))
    craft.heading, craft.velocity = heading, velocity if given.velocity is None else given.velocity
    return craft

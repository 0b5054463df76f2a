"""Where hits fall: one roll for all the weapons of one firing unit (centurion: Hit Location, TTF Hit Location Table, GLAD Hit Location Table,
Attacks at LAF)."""

from scales.centurion.catalog import data
from scales.centurion.combat.weapons import figures

ATTACKED = "attacked_side"
_TURRET_UP_TO = {"normal": 3, "hull_down": 7}
_TTF_BOTTOM_UP_TO = 7


def location(column: str, roll: int, range_hexes: int = 0) -> str:
    """turret, bottom or attacked_side from a roll on a column: normal, hull_down, ttf (the range is added, R-CEN-10), laf, top; and of craft
    on what flies at low altitude: at_laf, dropping."""
    if column == "laf":
        return "bottom"
    if column == "ttf":
        return "bottom" if roll + range_hexes <= _TTF_BOTTOM_UP_TO else ATTACKED
    if column in ("dropping", "at_laf"):
        return next(str(found) for most, found in data("flight")["hit_locations"][column] if roll <= most)
    if column == "top":
        return str(figures("top_hit_location")[roll - 1])
    return "turret" if roll <= _TURRET_UP_TO[column] else ATTACKED


def facing_of(column: str, roll: int, range_hexes: int, side: str) -> str:
    """The facing struck, with the attacked side put in."""
    found = location(column, roll, range_hexes)
    return side if found == ATTACKED else found


def building_level(roll: int, height: int) -> int:
    """The storey struck; a roll above the building hits its topmost one (centurion: Buildings, Combat Effects)."""
    return min(roll, height)

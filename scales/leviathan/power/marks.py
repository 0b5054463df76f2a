"""The boxes of the record sheet in which power is marked turn by turn: N, 2, 3 or a dash (leviathan: Ship Record Sheets, Weapons)."""

from scales.engine import Json
from scales.leviathan.state import Ship

KEPT = 40
"""Turns that a sheet has boxes for; older ones are rubbed out."""
_MARKS = ("-", "N", "2", "3")
_ROWS = ("weapons", "maneuver", "shields")


def mark(ship: Ship, turn: int, *, shields: bool) -> None:
    """Write this turn's boxes, for instance '7:2-': turn 7, double power to the weapons and none to the drives. `shields`: they have a row too."""
    blocks = (ship.weapons, ship.maneuver, ship.shield_power)[: 3 if shields else 2]
    kept = [m for m in ship.power_marks if m.partition(":")[0] != str(turn)]
    ship.power_marks = [*kept[1 - KEPT :], f"{turn}:{''.join(_MARKS[b] for b in blocks)}"]


def turns(ship: Ship) -> list[Json]:
    """The boxes as they are read: for each turn the mark of each row."""
    found = []
    for entry in ship.power_marks:
        turn, _, boxes = entry.partition(":")
        found.append({"turn": int(turn), **dict(zip(_ROWS, boxes, strict=False))})
    return found

"""Fighter Casualties, an optional rule: part of the boxes that a fighter unit lost in a battle comes back within a day.

Boxes lost are units broken up rather than craft shot down, so a counter that was taken off the map may fly again (leviathan: Fighter Casualties).
"""

from scales.engine import Json
from scales.leviathan.records.words import count
from scales.leviathan.state import FighterUnit, State
from scales.play import Play

RULE = "leviathan: Fighter Casualties"
HOURS = 24
"""Hours until what recovers is back."""


def recovered(lost: int, roll: int) -> int:
    """Boxes of those lost that come back: ten percent for each point of the die, to the nearest box, halves up."""
    return (2 * lost * roll + 10) // 20


def rolls(unit: FighterUnit) -> bool:
    """Has it boxes to get back that no die was thrown for? What was lost aboard a ship is gone with it, and bases are no fighters."""
    return fresh_losses(unit) > 0 and unit.recovers < 0 and not unit.base and not lost_aboard(unit)


def fresh_losses(unit: FighterUnit) -> int:
    """Boxes lost in this battle: a die was thrown for the others after theirs."""
    return unit.lost - unit.lost_before


def lost_aboard(unit: FighterUnit) -> bool:
    return unit.destroyed and bool(unit.aboard)


def rebuild(play: Play[State], unit: FighterUnit) -> None:
    """Throw for a unit and remember what it gets back."""
    roll = play.dice.d10(f"casualties of {unit.name}")
    lost = fresh_losses(unit)
    unit.recovers = recovered(lost, roll)
    left = unit.boxes_left + unit.recovers
    text = f"{unit.name} lost {count(lost, 'box', 'boxes')} of {unit.boxes} and recovers {10 * roll} percent of them, {unit.recovers}, within {HOURS} hours: "
    text += f"{left} will be left."
    data = {"lost": lost, "boxes": unit.boxes, "percent": 10 * roll, "recovers": unit.recovers, "in_hours": HOURS, "left": left}
    play.tell("casualties", text, RULE, units=[unit.id], data=data)


def lost_for_good(unit: FighterUnit) -> int:
    """Boxes lost in this battle and not recovered; all of them for a unit that went down with its ship."""
    return unit.boxes if lost_aboard(unit) else fresh_losses(unit) - max(0, unit.recovers)


def take_sheet(unit: FighterUnit, sheet: Json, hours: int) -> None:
    """Give a new unit the losses of its sheet so many hours after the battle that it tells of: what has recovered by then is back, from the
    bottom row up. Nothing of a unit without a box is left to fly; it is off the map."""
    waits = "recovers" in sheet and hours < sheet.get("in_hours", HOURS)
    unit.lost = sheet.get("lost", 0) - (0 if waits else sheet.get("recovers", 0))
    unit.lost_before, unit.recovers = unit.lost, sheet["recovers"] if waits else -1
    unit.left = not unit.boxes_left

"""A game master overrules, and results of a battle played on a table."""

from scales.codec import clone
from scales.dice import ScriptedDice
from scales.engine import Fault, Json
from scales.leviathan import board, internals
from scales.leviathan.catalog import SIDES
from scales.leviathan.setup import new_ship
from scales.leviathan.state import FighterUnit, Ship, State
from scales.play import Play

REPAIRS = ("armor", "all")


def _unit(state: State, ruling: Json) -> Ship | FighterUnit:
    unit_id = ruling.get("unit")
    unit = state.ships.get(str(unit_id)) or state.fighters.get(str(unit_id))
    if unit is None:
        raise ValueError(f"there is no unit '{unit_id}' in this battle")
    return unit


def amend(play: Play[State], ruling: Json) -> None:
    """destroy, move (hex, heading, velocity), repair (all damage), damage (side and points, or boxes) or end (winner is counted)."""
    kind = ruling.get("kind")
    rules = {"destroy": _destroy, "move": _move, "repair": _repair, "damage": _damage}
    if kind == "end":
        play.state.ended = "ruled"
        _tell(play, "The battle is ended by a ruling", ruling, [])
    elif kind in rules:
        unit = _unit(play.state, ruling)
        _tell(play, rules[kind](play.state, unit, ruling), ruling, [unit.id])
    else:
        raise ValueError(f"a ruling is destroy, move, repair, damage or end, not '{kind}'")


def _tell(play: Play[State], text: str, ruling: Json, units: list[str]) -> None:
    reason = str(ruling.get("reason", "")).strip()
    play.tell("ruling", text + (f": {reason}" if reason else "") + ".", "ruling", units=units, data={"ruling": ruling})


def _destroy(state: State, unit: Ship | FighterUnit, _ruling: Json) -> str:
    unit.destroyed = True
    if isinstance(unit, Ship):
        unit.row_boxes = max(1, unit.row_boxes)
        for other in state.fighters.values():
            if other.aboard == unit.id:
                other.destroyed = True
    return f"{unit.name} is destroyed by a ruling"


def _move(state: State, unit: Ship | FighterUnit, ruling: Json) -> str:
    if not isinstance(ruling.get("hex"), str):
        raise ValueError("a move needs a hex, such as 2:0603")
    unit.hex = board.parse(state.sheets, ruling["hex"])
    if isinstance(unit, Ship):
        heading, velocity = ruling.get("heading", unit.heading), ruling.get("velocity", unit.velocity)
        if type(heading) is not int or not 1 <= heading <= 6 or type(velocity) is not int or not 0 <= velocity <= 40:
            raise ValueError("a heading is 1 to 6 and a velocity 0 to 40")
        unit.heading, unit.velocity, unit.drift = heading, velocity, 0
    else:
        unit.aboard = ""
    unit.left = False
    return f"{unit.name} is moved to {ruling['hex']} by a ruling"


def _repair(_state: State, unit: Ship | FighterUnit, _ruling: Json) -> str:
    if isinstance(unit, FighterUnit):
        unit.lost, unit.destroyed = 0, False
    else:
        fresh = new_ship(unit.id, unit.name, unit.side, unit.sheet, unit.hex)
        for name in ("armor", "internals", "shorted", "broken", "bays", "turret_fc", "turret_halves", "effects", "pending"):
            setattr(unit, name, getattr(fresh, name))
        unit.plant_shorts = unit.sld_shorts = unit.left_out = unit.right_out = unit.spinal_shorts = unit.row_boxes = 0
        unit.destroyed = unit.exploded = unit.crashed = unit.row_fresh = False
    return f"{unit.name} is repaired by a ruling"


def _damage(_state: State, unit: Ship | FighterUnit, ruling: Json) -> str:
    points = ruling.get("points")
    if type(points) is not int or not 1 <= points <= 5000:
        raise ValueError("damage needs a number of points from 1 to 5000")
    if isinstance(unit, FighterUnit):
        unit.lost = min(unit.boxes, unit.lost + points)
        unit.destroyed = unit.destroyed or not unit.boxes_left
    else:
        side = ruling.get("side")
        if side not in SIDES:
            raise ValueError(f"damage to a ship needs a side: {', '.join(SIDES)}")
        _mark(unit, str(side), points)
    return f"{unit.name} takes {points} by a ruling"


def _mark(ship: Ship, side: str, points: int) -> None:
    """By rows; what goes inside is spread over the columns from the first on, without dice."""
    from scales import armor

    inside = len(armor.by_rows(ship.armor[side], points).inside)
    for number, group in enumerate(internals.groups(inside)):
        internals.take_points(ship, side, number % ship.card.width + 1, group)


STATUS = ("ok", "damaged", "crippled", "destroyed", "left")


def settle(play: Play[State], report: Json) -> None:
    """Take the fates of a battle played on a table; all of them are checked before any is taken."""
    fates = report.get("fates")
    if not isinstance(fates, dict) or not fates:
        raise ValueError("a result needs fates: {unit: {status: ...}}")
    wrong = [str(u) for u in fates if str(u) not in play.state.ships and str(u) not in play.state.fighters]
    if wrong:
        raise ValueError(f"this battle has no unit {', '.join(wrong)}")
    for unit_id, fate in fates.items():
        _check_fate(play.state, str(unit_id), fate)
    for unit_id, fate in fates.items():
        _take_fate(play.state, _unit(play.state, {"unit": unit_id}), fate)
    play.state.ended = "settled"
    play.tell("settled", "The result of the table is taken over.", "settlement", units=[str(u) for u in fates], data={"fates": fates})


def _check_fate(state: State, unit_id: str, fate: object) -> None:
    if not isinstance(fate, dict) or fate.get("status") not in STATUS:
        raise ValueError(f"the fate of {unit_id} needs a status: {', '.join(STATUS)}")
    lost = fate.get("lost", 0)
    unit = state.fighters.get(unit_id)
    if type(lost) is not int or lost < 0 or (unit is not None and lost > unit.boxes):
        raise ValueError(f"{unit_id} cannot lose {lost} boxes")


def _take_fate(state: State, unit: Ship | FighterUnit, fate: Json) -> None:
    status = fate["status"]
    if status == "destroyed":
        _destroy(state, unit, {})
        unit.by = str(fate.get("by") or "")
    elif status == "left":
        unit.left = True
    elif isinstance(unit, FighterUnit):
        unit.lost = max(unit.lost, int(fate.get("lost", 1 if status != "ok" else 0)))
        unit.destroyed = not unit.boxes_left
    elif status == "crippled":
        unit.effects.setdefault("structural_collapse", 1)


def report_faults(state: State, report: Json) -> list[Fault]:
    """What `settle` would refuse."""
    try:
        settle(Play(clone(state), ScriptedDice.of()), report)
    except ValueError as error:
        return [Fault("report", str(error))]
    return []


RULINGS = {
    "destroy": "",
    "move": "",
    "repair": "",
    "damage": "",
    "end": "",
}

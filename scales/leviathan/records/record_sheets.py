"""The damage of a unit as a report writes it and a later battle, a table or a ruling gives it back (`Fate.sheet`).

A ship: `armor` by side as grids, `internals` a mask of boxes marked for each row, `broken` shields, `bays`, `salvos` left, `turret_fc` and
`turret_halves` by flank, `effects` components hit, `row_boxes` hit in the last row, what the crew has `patched` in part; an installation also
its `facility`: `output` and `stores` in percent, lifeboats left, whether it is abandoned, percent of its people saved. A fighter unit: `lost`
of its `boxes`, `missiles_left`, `aboard`, after a battle the boxes it `recovers` `in_hours`, and its `pilots` with what became of them. Nothing
that lasts only for a turn is on a sheet.
"""

from collections.abc import Callable
from typing import Any

from scales import armor
from scales.codec import plain, typed
from scales.engine import Json
from scales.leviathan import catalog
from scales.leviathan.catalog import SIDES, Sheet
from scales.leviathan.damage import components, internals
from scales.leviathan.fighters import casualties, pilots
from scales.leviathan.installations import escape, facility
from scales.leviathan.state import BayState, FighterUnit, Ship
from scales.misfits import is_whole

SHEET = ("armor", "internals", "broken", "bays", "salvos", "turret_fc", "turret_halves", "effects", "row_boxes")
PATCHED = "patched"
FACILITY = "facility"
FTL = "ftl"
FTL_FIELDS = ("elsewhere", "hours", "straight", "misdirection")
FIGHTER_SHEET = ("lost", "boxes", "missiles_left", "aboard", "recovers", "in_hours", "pilots")
FLANKS = ("L", "R", "F")
MOST = 10_000
"""Of anything that is counted on a sheet."""


def of_ship(ship: Ship) -> Json:
    found: Json = plain({name: getattr(ship, name) for name in (*SHEET, *([PATCHED] if ship.patched else []))})
    # sheets are compared with what is read from JSON, which has no tuples
    found["armor"] = {side: found["armor"][side] | {"rows": list(grid.rows)} for side, grid in sorted(ship.armor.items())}
    if ship.ftl:
        found[FTL] = {name: ship.ftl[name] for name in FTL_FIELDS}
    return found if ship.card.kind == "ship" else found | {FACILITY: facility.figures(ship)}


def of_fighters(unit: FighterUnit) -> Json:
    """`recovers` and `in_hours` when a die was thrown for its casualties; `pilots` when a set-up named any."""
    found: Json = {"lost": unit.lost, "boxes": unit.boxes, "missiles_left": unit.missiles_left, "aboard": unit.aboard}
    found |= {"recovers": unit.recovers, "in_hours": casualties.HOURS} if unit.recovers >= 0 else {}
    return found | ({"pilots": pilots.to_sheet(unit.pilots)} if unit.pilots else {})


def restore(ship: Ship, sheet: Json) -> None:
    """Give a ship the damage of a sheet that `ship_faults` found nothing wrong with."""
    for name, value in sheet.items():
        if name == "armor":
            ship.armor = {s: typed(g, armor.Grid) for s, g in value.items()}
        elif name == "bays":
            ship.bays = [typed(b, BayState) for b in value]
        elif name == FACILITY:
            escape.restore(ship, value)
        elif name == FTL:
            ship.ftl = {**value, "known_to": [ship.side]}
        else:
            setattr(ship, name, plain(value))


def new_armor(card: Sheet) -> dict[str, armor.Grid]:
    return {s: armor.of_points(boxes, card.width) for s, boxes in card.armor.items()}


# ---- what is wrong with a sheet ------------------------------------------------------------------------------------


def ship_faults(card: Sheet, sheet: object) -> list[str]:
    """Why a sheet cannot be that of a ship of this class: all of it."""
    if not isinstance(sheet, dict):
        return [f"a sheet gives {', '.join(SHEET)}"]
    known = (*SHEET, PATCHED, FTL) if card.kind == "ship" else (*SHEET, PATCHED, FACILITY)
    found = [f"a ship's sheet has no '{str(k)[:40]}'; it has {', '.join(known)}" for k in sheet if k not in known]
    return found + [text for name in known if name in sheet for text in _CHECKS[name](card, sheet[name])]


def fighter_faults(boxes: int, sheet: object, most: int = 0) -> list[str]:
    """Why a sheet cannot be that of a fighter unit of so many boxes and `most` fighters (none on the smallest bases)."""
    if not isinstance(sheet, dict):
        return [f"a sheet gives {', '.join(FIGHTER_SHEET)}"]
    found = [f"a fighter unit's sheet has no '{str(k)[:40]}'; it has {', '.join(FIGHTER_SHEET)}" for k in sheet if k not in FIGHTER_SHEET]
    if not is_whole(sheet.get("lost", 0), 0, boxes):
        found.append(f"a unit of {boxes} boxes loses 0 to {boxes}")
    if sheet.get("boxes", boxes) != boxes or type(sheet.get("boxes", boxes)) is not int:
        found.append(f"the unit has {boxes} boxes")
    if type(sheet.get("missiles_left", True)) is not bool:
        found.append("missiles_left is true or false")
    found += _recovery_faults(sheet) + (pilots.faults(sheet["pilots"], most) if "pilots" in sheet else [])
    return found if isinstance(sheet.get("aboard", ""), str) else [*found, "aboard names a ship, or nothing"]


def _recovery_faults(sheet: Json) -> list[str]:
    lost = sheet.get("lost", 0)
    if not is_whole(sheet.get("recovers", 0), 0, lost if type(lost) is int else 0):
        return [f"a unit recovers 0 to {lost} of the boxes it lost"]
    return [] if is_whole(sheet.get("in_hours", 0), 0, MOST) else ["in_hours is a number of hours"]


def _armor(card: Sheet, value: object) -> list[str]:
    fresh = new_armor(card)
    if not isinstance(value, dict) or sorted(map(str, value)) != sorted(fresh):
        return [f"armor gives the sides {', '.join(fresh)}"]
    return [f"the armor of side {side} is not that of the class" for side, grid in value.items() if not _is_grid(fresh[side], grid)]


def _is_grid(fresh: armor.Grid, grid: object) -> bool:
    if not isinstance(grid, dict) or set(grid) != {"rows", "width", "next_column"}:
        return False
    rows = grid["rows"]
    if not isinstance(rows, list) or len(rows) != len(fresh.rows) or not is_whole(grid["next_column"], 1, fresh.width):
        return False
    same = is_whole(grid["width"], fresh.width, fresh.width)
    return same and all(is_whole(row, 0, full) and row & ~full == 0 for row, full in zip(rows, fresh.rows, strict=True))


def _internals(card: Sheet, value: object) -> list[str]:
    rows, full = len(catalog.blocks()[card.internals].grid), (1 << card.width) - 1
    good = isinstance(value, list) and len(value) == rows and all(is_whole(row, 0, full) for row in value)
    return [] if good else [f"internals are {rows} rows of up to {card.width} boxes, each a number from 0 to {full}"]


def _broken(_card: Sheet, value: object) -> list[str]:
    good = isinstance(value, list) and all(side in SIDES and value.count(side) == 1 for side in value)
    return [] if good else [f"broken shields are among {', '.join(SIDES)}"]


def _bays(card: Sheet, value: object) -> list[str]:
    good = isinstance(value, list) and len(value) == len(card.bays) and all(_is_bay(bay) for bay in value)
    return [] if good else [f"the class has {len(card.bays)} bays, each with fire_control (a number) and destroyed (true or false)"]


def _is_bay(bay: object) -> bool:
    form = isinstance(bay, dict) and set(bay) == {"fire_control", "destroyed"}
    return form and is_whole(bay["fire_control"], 0, MOST) and type(bay["destroyed"]) is bool  # type: ignore[index]


def _salvos(card: Sheet, value: object) -> list[str]:
    return [] if is_whole(value, 0, card.salvos) else [f"the class has 0 to {card.salvos} salvos"]


def _flanks(_card: Sheet, value: object) -> list[str]:
    good = isinstance(value, dict) and all(f in FLANKS and is_whole(n, 0, MOST) for f, n in value.items())
    return [] if good else [f"turret hits are counted by flank: {', '.join(FLANKS)}"]


def _effects(card: Sheet, value: object) -> list[str]:
    if not isinstance(value, dict):
        return ["effects count the components hit"]
    known = parts(card)
    found = [f"the class has no component '{str(c)[:40]}'" for c in value if c not in known]
    most = {c: internals.most(card.internals, c) for c in value if c in known}
    return found + [f"'{c}' is hit 1 to {n} times" for c, n in most.items() if not is_whole(value[c], 1, n)]


def parts(card: Sheet) -> list[str]:
    """Every component of a class that can be out of order."""
    return sorted({c for row in catalog.blocks()[card.internals].grid for c in row})


def _ftl(_card: Sheet, value: object) -> list[str]:
    form = isinstance(value, dict) and sorted(map(str, value)) == sorted(FTL_FIELDS) and type(value["elsewhere"]) is bool
    good = form and all(is_whole(value[name], 0, MOST) for name in FTL_FIELDS[1:])  # type: ignore[index]
    return [] if good else ["ftl tells of a translation: elsewhere (true or false), hours, straight turns and misdirection in percent"]


def _row_boxes(_card: Sheet, value: object) -> list[str]:
    return [] if is_whole(value, 0, MOST) else ["row_boxes is a number of boxes"]


def _patched(_card: Sheet, value: object) -> list[str]:
    good = isinstance(value, list) and all(isinstance(c, str) and c in components.LIMITED for c in value) and len(set(value)) == len(value)
    return [] if good else [f"a crew brings back in part {', '.join(components.LIMITED)}, each once"]


def _facility(_card: Sheet, value: object) -> list[str]:
    return escape.faults(value)


_CHECKS: dict[str, Callable[[Sheet, Any], list[str]]] = {
    "armor": _armor, "internals": _internals, "broken": _broken, "bays": _bays, "salvos": _salvos, "turret_fc": _flanks,
    "turret_halves": _flanks, "effects": _effects, "row_boxes": _row_boxes, FTL: _ftl,
    PATCHED: _patched, FACILITY: _facility,
}  # fmt: skip

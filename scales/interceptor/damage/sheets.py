"""The damage of a craft as it goes from battle to battle, and everything that can be wrong with a sheet somebody else wrote."""

from collections import Counter
from typing import Any

from scales.armor import from_rows, of_points, to_rows
from scales.engine import Json
from scales.interceptor.damage.condition import kind
from scales.interceptor.pilots import pilot_sheets
from scales.interceptor.satellites import hardpoints
from scales.interceptor.state import Craft
from scales.interceptor.tables import hit_tables, missiles, pods, rounds

PARTS = ("armor", "marks", "weapons_gone", "missiles", "bombs", "pods", "pilot", "cargo_lost")
NO_MARKS = ("weapon_short", "weapon_destroyed")
"""Hits on a weapon: its own line of the sheet says what became of it."""
SIDED = ("vector_thruster", "shield_destroyed")
MOST = 200
LONGEST = 100
"""Letters of an id."""


def sheet_of(craft: Craft) -> Json:
    """The damage of a craft for a later battle. What passes with the battle (out of control, shorts, velocity) is not in it."""
    return {
        "armor": {side: to_rows(grid) for side, grid in craft.armor.items()},
        "marks": dict(craft.marks),
        "weapons_gone": [n for n, m in enumerate(craft.mounts) if m.gone],
        "missiles": dict(craft.missiles),
        "bombs": dict(craft.bombs),
        "pods": dict(sorted(Counter(craft.pods).items())) if craft.pods else {},
        **({"pilot": pilot_sheets.sheet_of(craft)} if craft.pilot else {}),
        **({"cargo_lost": list(craft.cargo_lost)} if craft.cargo_lost else {}),
    }


def with_sheet(craft: Craft, sheet: Any) -> Craft:
    """Put a sheet on a craft; a part it leaves out stays as it is. ValueError with all its faults when it does not fit."""
    found = sheet_faults(craft, sheet)
    if found:
        raise ValueError("; ".join(found))
    for side, rows in sheet.get("armor", {}).items():
        craft.armor[side].rows = from_rows(rows).rows
    if "weapons_gone" in sheet:
        for number, mount in enumerate(craft.mounts):
            mount.gone = number in sheet["weapons_gone"]
    for part in ("marks", "missiles", "bombs"):
        if part in sheet:
            setattr(craft, part, {name: count for name, count in sheet[part].items() if count})
    if "pods" in sheet:
        craft.pods = [name for name, count in sorted(sheet["pods"].items()) for _ in range(count)]
    craft.cargo_lost = list(sheet.get("cargo_lost", craft.cargo_lost))
    pilot_sheets.take(craft, sheet.get("pilot", {}))
    hardpoints.settle(craft)
    return craft


def sheet_faults(craft: Craft, sheet: Any) -> list[str]:
    """Everything wrong with the form of a sheet, in sentences without a full stop."""
    if not isinstance(sheet, dict):
        return [f"a sheet holds {', '.join(PARTS)}"]
    found = [f"a sheet has no '{str(name)[:40]}', it holds {', '.join(PARTS)}" for name in sheet if name not in PARTS]
    found += _armor_faults(craft, sheet.get("armor", {}))
    found += _count_faults("marks", sheet.get("marks", {}), mark_names(craft))
    found += _gone_faults(craft, sheet.get("weapons_gone", []))
    found += _count_faults(
        "missiles", sheet.get("missiles", {}), [m for m in missiles() if (m == hardpoints.CLUSTER) == kind(craft).is_satellite]
    )
    found += _count_faults("bombs", sheet.get("bombs", {}), list(rounds()))
    found += _count_faults("pods", sheet.get("pods", {}), list(pods()))
    found += _cargo_faults(craft, sheet.get("cargo_lost", []))
    return found + (pilot_sheets.faults(craft, sheet["pilot"]) if "pilot" in sheet else [])


def mark_names(craft: Craft) -> list[str]:
    """Every component of a craft that can be marked; those of a side with the side."""
    sides = list(dict.fromkeys([*craft.armor, "left", "right"]))
    found = []
    tables = hit_tables(kind(craft).internals)
    for name in tables.components:
        if name in SIDED:
            found += [f"{name}:{side}" for side in sides]
        elif name not in tables.shorts and name not in NO_MARKS:
            found.append(name)
    return found


def _armor_faults(craft: Craft, armor: Any) -> list[str]:
    if not isinstance(armor, dict):
        return ["armor is given by side"]
    return [words for side, rows in armor.items() for words in _rows_faults(craft, side, rows)]


def _rows_faults(craft: Craft, side: Any, rows: Any) -> list[str]:
    if side not in craft.armor:
        return [f"the craft has no side '{str(side)[:40]}', it has {', '.join(craft.armor)}"]
    grid = craft.armor[side]
    is_text = isinstance(rows, list) and all(isinstance(row, str) and len(row) <= grid.width and not set(row) - set("#. ") for row in rows)
    if not is_text:
        return [f"{side} armor is rows of up to {grid.width} marks, # for a box and . for one that is gone"]
    if len(rows) != len(grid.rows):
        return [f"the sheet has {len(rows)} rows of {side} armor, the craft {len(grid.rows)}"]
    printed = of_points(kind(craft).armor[side]).rows
    beyond = any(row & ~whole for row, whole in zip(from_rows(rows).rows, printed, strict=True))
    return [f"the sheet has {side} armor that the craft never had"] if beyond else []


def _gone_faults(craft: Craft, numbers: Any) -> list[str]:
    known = range(len(craft.mounts))
    if isinstance(numbers, list) and all(type(n) is int and n in known for n in numbers) and len(set(numbers)) == len(numbers):
        return []
    has = f"0 to {len(known) - 1}" if known else "none"
    return [f"weapons_gone lists numbers of weapons, each once; the craft has {has}"]


def _cargo_faults(craft: Craft, lost: Any) -> list[str]:
    """Vehicles lost out of the bays of a patrol craft, by id."""
    fine = isinstance(lost, list) and len(lost) <= MOST and all(isinstance(id, str) and 0 < len(id) <= LONGEST for id in lost)
    if not fine or len(set(lost)) != len(lost):
        return ["cargo_lost lists the ids of vehicles lost out of the bays, each once"]
    return ["cargo_lost is of patrol craft alone"] if lost and not kind(craft).is_patrol else []


def _count_faults(part: str, counts: Any, known: list[str]) -> list[str]:
    if not isinstance(counts, dict):
        return [f"{part} are given as numbers by name"]
    found = [f"{part}: there is no '{str(name)[:40]}'" for name in counts if name not in known]
    return found + [
        f"{part}: the number of {name} is not 0 to {MOST}"
        for name, count in counts.items()
        if name in known and not (type(count) is int and 0 <= count <= MOST)
    ]


def grown(craft: Craft, sheet: Json) -> list[str]:
    """What a sheet without faults gives back to a craft that had lost it: nothing grows back in a battle."""
    now = sheet_of(craft)
    found = []
    for side, rows in sheet.get("armor", {}).items():
        if any(new & ~old for new, old in zip(from_rows(rows).rows, craft.armor[side].rows, strict=True)):
            found.append(f"{side} armor that was gone is there again")
    if "marks" in sheet:
        found += [
            f"{sheet['marks'].get(n, 0)} of {count} hits on {n} are left"
            for n, count in now["marks"].items()
            if sheet["marks"].get(n, 0) < count
        ]
    if "weapons_gone" in sheet:
        found += [f"weapon {n} was gone and is there again" for n in now["weapons_gone"] if n not in sheet["weapons_gone"]]
    back = [id for id in now.get("cargo_lost", []) if id not in sheet.get("cargo_lost", [id])]
    found += [f"{id} was lost out of its bays and is there again" for id in back]
    for part in ("missiles", "bombs", "pods"):
        more = [name for name, count in sheet.get(part, {}).items() if count > now[part].get(name, 0)]
        found += [f"it has {sheet[part][n]} {n} and carried {now[part].get(n, 0)}" for n in more]
    return found + (pilot_sheets.grown(craft, sheet["pilot"]) if "pilot" in sheet else [])

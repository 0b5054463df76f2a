"""Pilot Survival, an optional rule: what became of the pilots that a set-up names for its fighter units (leviathan: Pilot Survival).

Only pilots whose unit lost boxes are looked for: the boxes stand for the craft that were hit. `percent` is of the unit's boxes.
"""

from collections.abc import Sequence
from typing import Any

from scales.engine import Check, Json, Modifier
from scales.leviathan import catalog
from scales.leviathan.fighters import casualties
from scales.leviathan.records.words import count
from scales.leviathan.state import FighterUnit, Pilot, State
from scales.play import Play

RULE = "leviathan: Pilot Survival"
LOST = "lost"
BELOW = ("captured", "alive", "ejected")
"""What a pilot may come to on the board below who has lost his fighter there; `ejected` when nobody has found him."""
NEVER = ("dead", "captured", "ejected")
"""Who does not fly again."""
FIELDS = ("name", "gunnery", "piloting", "result", "fighter", "missions", "craft")
GUNNERY, PILOTING = 4, 5
"""Skills up to which a pilot survives no better than others."""


def table() -> dict[str, Any]:
    found: dict[str, Any] = catalog.tables()["pilot_survival"]
    return found


def percent_lost(unit: FighterUnit) -> int:
    """Whole percents of the unit's boxes lost and not recovered."""
    return 100 * casualties.lost_for_good(unit) // unit.boxes


def modifiers(percent: int, gunnery: int, piloting: int) -> list[Modifier]:
    """One less for every full ten percent lost, one more for each point of skill above the usual."""
    found = [
        Modifier(f"{percent} percent of the boxes lost", -(percent // 10), RULE),
        Modifier(f"Gunnery {gunnery}", max(0, gunnery - GUNNERY), RULE),
        Modifier(f"Piloting {piloting}", max(0, piloting - PILOTING), RULE),
    ]
    return [m for m in found if m.value]


def modified(roll: int, named: Sequence[Modifier]) -> int:
    """The number read in the table: a natural 1 and a natural 10 stand as they fell."""
    return roll if roll in (1, 10) else min(10, max(1, roll + sum(m.value for m in named)))


def fate(number: int) -> tuple[str, str]:
    """(pilot, fighter) for a number of the Pilot Survival Table (ruling R-LEV-20 for 9 and 10)."""
    return next((pilot, fighter) for limit, pilot, fighter in table()["rows"] if number <= limit)


def looked_for(unit: FighterUnit) -> list[Pilot]:
    """The pilots that a die is thrown for: those who flew, once, when their unit lost boxes."""
    hit = casualties.fresh_losses(unit) > 0 or casualties.lost_aboard(unit)
    return [p for p in unit.pilots if hit and not p.result]


def search(play: Play[State], unit: FighterUnit) -> None:
    for pilot in looked_for(unit):
        _look(play, unit, pilot)


def _look(play: Play[State], unit: FighterUnit, pilot: Pilot) -> None:
    percent = percent_lost(unit)
    named = modifiers(percent, pilot.gunnery, pilot.piloting)
    roll = play.dice.d10(f"survival of {pilot.name} of {unit.name}")
    number = modified(roll, named)
    pilot.result, pilot.fighter = fate(number)
    check = Check("survival", roll, named if roll not in (1, 10) else [], number, roll, pilot.result != "dead", RULE)
    text = f"{pilot.name} of {unit.name}, {percent} percent of whose boxes are lost, {_thrown(roll, number)}: {words(pilot)}."
    data = {"pilot": pilot.name, "roll": roll, "number": number, "result": pilot.result, "fighter": pilot.fighter, "percent": percent}
    play.tell("pilot", text, RULE, units=[unit.id], checks=[check], data=data | {"out_hours": out_hours(pilot)}, seen_by=[unit.side])


def _thrown(roll: int, number: int) -> str:
    return f"rolls {roll}" if roll == number else f"rolls {roll} for {number}"


def words(pilot: Pilot) -> str:
    wounds = out_hours(pilot)
    out = f", out of action for {count(wounds // 24, 'day')}" if wounds else ""
    return f"{pilot.result.replace('_', ' ')}{out}; the fighter is {table()['words'][pilot.fighter]}"


def out_hours(pilot: Pilot) -> int:
    """Hours for which wounds keep a pilot out of action; 0 for the sound and the dead."""
    hours: dict[str, int] = table()["out_hours"]
    return hours.get(pilot.result, 0)


def fighter_hours(pilot: Pilot) -> int:
    """Hours for which his fighter is out; 0 when it is ready or lost (then he gets another one)."""
    hours: dict[str, int] = table()["fighter_hours"]
    return hours.get(pilot.fighter, 0)


def flies(pilot: Pilot, hours: int) -> bool:
    """Does he fly again so many hours after the battle in which he came to this?"""
    return pilot.result not in NEVER and hours >= max(out_hours(pilot), fighter_hours(pilot))


# ---- from one battle to the next -----------------------------------------------------------------------------------


def of_sheet(rows: Sequence[Json], hours: int) -> list[Pilot]:
    """The pilots of a unit's sheet so many hours later: those who fly again have no fate any more, the others stay behind."""
    found = [Pilot(**{k: row[k] for k in FIELDS if k in row}) for row in rows]
    for pilot in found:
        if pilot.fighter == LOST:
            pilot.missions, pilot.craft = 0, ""
        if pilot.result and flies(pilot, hours):
            pilot.result = pilot.fighter = ""
    return found


def to_sheet(pilots: Sequence[Pilot]) -> list[Json]:
    return [
        {"name": p.name, "gunnery": p.gunnery, "piloting": p.piloting}
        | ({"missions": p.missions, "craft": p.craft} if p.missions else {})
        | ({"result": p.result, "fighter": p.fighter, "out_hours": out_hours(p)} if p.result else {})
        for p in pilots
    ]


def faults(rows: object, most: int) -> list[str]:
    """What is wrong with the pilots of a sheet for a unit of so many fighters."""
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        return ["pilots are a list: name, gunnery and piloting of each, and what became of him"]
    found = [text for row in rows for text in _row_faults(row)]
    names = [row.get("name") for row in rows]
    if len(rows) > most:
        found.append(f"{most} fighters have {most} pilots at most, not {len(rows)}")
    return found + [f"two pilots are called '{n}'" for n in dict.fromkeys(str(n)[:40] for n in names) if names.count(n) > 1]


def _row_faults(row: Json) -> list[str]:
    name = row.get("name")
    if not isinstance(name, str) or not 1 <= len(name) <= 80:
        return ["a pilot has a name of 1 to 80 characters"]
    skills = all(type(row.get(k, 5)) is int and 0 <= row.get(k, 5) <= 20 for k in ("gunnery", "piloting"))
    found = [] if skills else [f"{name}: gunnery and piloting are whole numbers from 0 to 20"]
    fates = {("", ""), *((pilot, fighter) for _, pilot, fighter in table()["rows"]), *((pilot, LOST) for pilot in BELOW)}
    if not (type(row.get("missions", 0)) is int and 0 <= row.get("missions", 0) <= 1000 and isinstance(row.get("craft", ""), str)):
        found.append(f"{name}: missions are a number from 0 to 1000, flown in a craft")
    if (row.get("result", ""), row.get("fighter", "")) not in fates:
        found.append(f"{name}: the Pilot Survival Table has no such result for pilot and fighter")
    strange = [k for k in row if k not in (*FIELDS, "out_hours")]
    return found + [f"{name}: a pilot has no '{str(k)[:40]}'" for k in strange]

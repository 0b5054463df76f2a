"""The result of a Legatus battle as its players hand it in: which part of it is read, and why one is refused. legatus: Legatus to Prefect"""

from collections.abc import Iterator, Sequence
from typing import Any

from scales.engine import STATUSES, Fault, Json
from scales.legatus.prefect.forces import SHIPS, Brought
from scales.legatus.prefect.models import StrategicBattle
from scales.misfits import CONTROL, is_whole
from scales.refusals import shown

RULE = "legatus: Legatus to Prefect"
SHOWN = 40
"""Characters of a strange word that are repeated."""
LONGEST = 100
"""Characters of an outcome in words of the players."""
MOST_POINTS = 1_000_000


def battle_in(document: Json, battle: StrategicBattle, brought: Sequence[Brought]) -> Json:
    """The battle that a document tells of: itself, or the Legatus battle among those of a campaign that the task forces fought.

    Of several the one that shares most units is taken; `result_faults` says what is wrong with it. It is over with its campaign at the latest.
    """
    found = document.get("battles")
    if "fates" in document or not isinstance(found, list):
        return document
    ours = set(expected(battle, brought))
    told = [each for each in found if isinstance(each, dict) and each.get("scale") == "legatus"]
    best: Json = max(told, key=lambda each: len(ours & set(_fates(each))), default={})
    return best | {"over": "ended" in (best.get("status"), document.get("status"))} if best else {}


def expected(battle: StrategicBattle, brought: Sequence[Brought]) -> dict[str, tuple[str, str]]:
    """Every unit that the conversion put into the battle: its side and kind."""
    units = {piece.id: (each.counter.side, piece.kind) for each in brought for piece in each.here}
    return units | {thor.id: (side, "") for side, force in battle.sides.items() for thor in force.satellites}


def result_faults(result: Json, battle: StrategicBattle, brought: Sequence[Brought]) -> list[Fault]:
    """Everything wrong with a result: units that no task force had or that it leaves out, states that cannot be, points that are none."""
    return shown(_faults(result, battle, brought))


def _faults(result: Json, battle: StrategicBattle, brought: Sequence[Brought]) -> list[Fault]:
    if result.get("scale", "legatus") != "legatus":
        return [Fault("scale", f"This is the result of a battle of {str(result['scale'])[:SHOWN]}, not of Legatus ({RULE}).", "scale")]
    if not _fates(result):
        text = f"A result needs 'fates', what became of each unit, as 'imperator battle legatus FILE --json' prints it ({RULE})."
        return [Fault("fates", text, "fates")]
    units, fates = expected(battle, brought), _fates(result)
    strange = [id for id in fates if id not in units]
    found = [Fault("unit_unknown", f"No task force had '{str(id)[:SHOWN]}' ({RULE}).", f"fates.{str(id)[:SHOWN]}") for id in strange]
    found += [Fault("unit_missing", f"The result says nothing of '{id}' ({RULE}).", f"fates.{id}") for id in units if id not in fates]
    found += [fault for id, unit in units.items() if id in fates for fault in _fate_faults(id, *unit, fates[id])]
    return found + list(_end_faults(result, battle))


def _fates(result: Json) -> Json:
    fates = result.get("fates")
    return fates if isinstance(fates, dict) else {}


def _fate_faults(id: str, side: str, kind: str, fate: Any) -> Iterator[Fault]:
    where = f"fates.{id}"
    if not isinstance(fate, dict) or fate.get("status") not in STATUSES:
        yield Fault("status", f"'{id}' became none of {', '.join(STATUSES)} ({RULE}).", where)
        return
    if fate.get("side", side) != side:
        yield Fault("side", f"'{id}' is of {side}, not of {str(fate['side'])[:SHOWN]} ({RULE}).", f"{where}.side")
    sheet = fate.get("sheet", {})
    if not isinstance(sheet, dict):
        yield Fault("sheet", f"The sheet of '{id}' is a table such as a battle prints it ({RULE}).", f"{where}.sheet")
        return
    told = sheet.get("kind", kind)
    if kind not in ("", SHIPS) and told != kind and not kind.startswith(f"{told}_"):
        yield Fault("kind", f"'{id}' is {kind.replace('_', ' ')}, not {str(told)[:SHOWN]} ({RULE}).", f"{where}.sheet.kind")
    if not isinstance(sheet.get("crippled", False), bool):
        yield Fault("sheet", f"'crippled' of '{id}' is true or false ({RULE}).", f"{where}.sheet.crippled")


def _end_faults(result: Json, battle: StrategicBattle) -> Iterator[Fault]:
    points = result.get("points")
    if not isinstance(points, dict) or set(points) != set(battle.sides):
        yield Fault("points", f"A result needs 'points' of both sides, {' and '.join(battle.sides)} (legatus: Victory).", "points")
    elif not all(is_whole(value, 0, MOST_POINTS) for value in points.values()):
        yield Fault("points", "Points are whole numbers from 0 up (legatus: Victory).", "points")
    if result.get("over", True) is not True:
        text = f"The battle is not over: play it to its end, or let its table report how it ended ({RULE})."
        yield Fault("over", text, "over")
    outcome = result.get("outcome", "")
    if not isinstance(outcome, str) or len(outcome) > LONGEST or CONTROL.search(outcome):
        yield Fault("outcome", f"The outcome is a text of at most {LONGEST} characters that can be shown ({RULE}).", "outcome")
    winner = result.get("winner")
    if winner is not None and winner not in list(battle.sides):
        yield Fault("winner", f"The winner is one of {' and '.join(battle.sides)}, or null ({RULE}).", "winner")

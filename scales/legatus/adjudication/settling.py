"""The result of a battle played on a table: every fault of it at once, then what becomes of the units.

A sheet is of the form that `report` writes; what is missing in it stays as it was. legatus: Victory
"""

from collections.abc import Iterator
from typing import Any

from scales.codec import clone
from scales.dice import ScriptedDice
from scales.engine import FATE_KEYS, REPORT_KEYS, At, Fault, Json, Step
from scales.legatus import board
from scales.legatus.combat import fighting
from scales.legatus.defenses.installations import is_fixed
from scales.legatus.double_blind.hearing import hearing
from scales.legatus.links.releasing import release
from scales.legatus.movement.movement import grid_of
from scales.legatus.preparation import placing
from scales.legatus.preparation.setup_faults import stand_faults
from scales.legatus.scenario import scoring, victory
from scales.legatus.state import Century, LegatusState, Plans, present
from scales.legatus.support import calls
from scales.misfits import CONTROL
from scales.play import Play
from scales.refusals import shown
from scales.rulings import RULE, reason_of

KNOWN = (*REPORT_KEYS, "reason")
BOXES = ("ready", "cap", "ground_support", "re_arming")
HUNDRED = 100
LONGEST = 100


def report_faults(state: LegatusState, report: Json) -> list[Fault]:
    """Everything wrong with a result; `where` is the path in it."""
    return shown(_faults(state, report))


def _faults(state: LegatusState, report: Json) -> list[Fault]:
    found = [
        Fault("unknown", f"A result has no '{str(key)[:40]}': it has {', '.join(KNOWN)}.", str(key)[:40])
        for key in report
        if key not in KNOWN
    ]
    found += [*_end_faults(state, report), *_objective_faults(state, report.get("objectives", {}))]
    fates, ours = report.get("fates"), victory.fates(state)
    if not isinstance(fates, dict) or not fates:
        return [*found, Fault("fates", "A result needs 'fates': for each unit of the battle what became of it.", "fates")]
    strangers = sorted(str(id)[:40] for id in fates if id not in ours)
    found += [Fault("unit_unknown", f"There is no unit '{id}' in this battle.", f"fates.{id}") for id in strangers]
    found += [Fault("unit_missing", f"The result says nothing of {ours[id].name} ({id}).", f"fates.{id}") for id in ours if id not in fates]
    return found + [fault for id in ours if id in fates for fault in _fate_faults(state, id, fates[id])]


def _end_faults(state: LegatusState, report: Json) -> Iterator[Fault]:
    sides, winner, over = [s.id for s in state.sides], report.get("winner"), report.get("over", False)
    if winner is not None and winner not in sides:
        yield Fault("winner", f"The winner is one of {', '.join(sides)}, or null for a draw.", "winner")
    if not isinstance(over, bool):
        yield Fault("over", "'over' is true or false.", "over")
    elif winner is not None and report.get("over") is False:
        yield Fault("over", "A battle that is not over has no winner.", "over")
    outcome = report.get("outcome", "")
    if not isinstance(outcome, str) or len(outcome) > LONGEST or CONTROL.search(outcome):
        yield Fault("outcome", f"The outcome is a text of at most {LONGEST} characters that can be shown.", "outcome")


def _objective_faults(state: LegatusState, held: Any) -> Iterator[Fault]:
    names, sides = [o.name for o in state.objectives], [s.id for s in state.sides]
    if not isinstance(held, dict):
        yield Fault("objectives", "'objectives' says for each place who holds it.", "objectives")
        return
    for name, holder in held.items():
        where = f"objectives.{str(name)[:40]}"
        if name not in names:
            yield Fault("objective_unknown", f"There is no objective '{str(name)[:40]}': known are {', '.join(names) or 'none'}.", where)
        if holder != "" and holder not in sides:
            yield Fault("holder", f"'{str(name)[:40]}' is held by one of {', '.join(sides)}, or by '' for nobody.", where)


def _fate_faults(state: LegatusState, id: str, fate: Any) -> Iterator[Fault]:
    where, before = f"fates.{id}", victory.fate_of(state, id)
    possible = _possible(state, id)
    if not isinstance(fate, dict):
        yield Fault("fate", f"The fate of {id} is an object with a status: {', '.join(possible)}.", where)
        return
    for key in fate:
        if key not in FATE_KEYS:
            yield Fault("fate", f"A fate has no '{str(key)[:40]}': it has {', '.join(FATE_KEYS)}.", f"{where}.{str(key)[:40]}")
    if fate.get("side", before.side) != before.side:
        yield Fault("side", f"{before.name} is of {before.side} and changes sides with no result.", f"{where}.side")
    if not isinstance(fate.get("by"), str | None) or not isinstance(fate.get("name", ""), str):
        yield Fault("fate", f"'name' and 'by' of {id} are texts, 'by' may be null.", where)
    yield from _status_faults(before.status, possible, before.name, fate.get("status"), where)
    sheet = fate.get("sheet", {})
    if not isinstance(sheet, dict):
        yield Fault("sheet", f"The sheet of {before.name} is an object such as a report has it.", f"{where}.sheet")
    else:
        yield from _sheet_faults(state, id, sheet, fate.get("status"), f"{where}.sheet")


def _possible(state: LegatusState, id: str) -> tuple[str, ...]:
    """What can become of a unit: installations never leave, squadrons are whole or lost, what is in orbit is there or gone."""
    if id in state.units:
        return ("ok", "crippled", "destroyed") if is_fixed(state.units[id]) else ("ok", "crippled", "destroyed", "left")
    return ("ok", "destroyed", "left") if id in state.squadrons else ("ok", "left")


def _status_faults(before: str, possible: tuple[str, ...], name: str, status: Any, where: str) -> Iterator[Fault]:
    if status == before and isinstance(status, str):
        return
    if not isinstance(status, str) or status not in possible:
        yield Fault("status", f"'{str(status)[:40]}' can become of no {name}: it is one of {', '.join(possible)}.", f"{where}.status")
    elif before in {"destroyed", "left"}:
        word = "was destroyed" if before == "destroyed" else "had left"
        yield Fault("status", f"{name} {word} before and cannot be {status} now.", f"{where}.status")
    elif before == "crippled" and status == "ok":
        yield Fault("status", f"{name} was crippled before and is not made whole by a battle.", f"{where}.status")


def _sheet_faults(state: LegatusState, id: str, sheet: Json, status: Any, where: str) -> Iterator[Fault]:
    mine = victory.fate_of(state, id).sheet
    for key, value in sheet.items():
        fault = f"a sheet of {id} has no '{str(key)[:40]}': it has {', '.join(mine) or 'nothing'}"
        if key in mine or (key == "strength_hundredths" and id in state.units):
            out = key == "box" and value == status in ("destroyed", "left")
            fault = "" if out else _value_fault(key, value, mine.get(key))
        if fault:
            yield Fault("sheet", f"{fault[0].upper()}{fault[1:]}.", f"{where}.{str(key)[:40]}")
    if id in state.units:
        yield from _stand_faults(state, state.units[id], sheet, status, where)


def _value_fault(key: str, value: Any, mine: Any) -> str:
    """Why a value cannot stand on a sheet; what is not listed here does not change by a result."""
    if key in {"broken", "crippled"}:
        return "" if isinstance(value, bool) else f"'{key}' is true or false"
    if key == "strength_hundredths":
        return "" if type(value) is int and 0 <= value <= HUNDRED else f"'{key}' is a whole number from 0 to {HUNDRED}"
    if key in {"at", "altitude", "engaged"}:
        return "" if isinstance(value, str) and len(value) <= LONGEST else f"'{key}' is a text of at most {LONGEST} characters"
    if key == "box":
        return "" if value == mine or value in BOXES else f"'{key}' is one of {', '.join(BOXES)}, or {mine} as before"
    return "" if value == mine else f"'{key}' is {str(mine)[:40]!r} and does not change"


def _stand_faults(state: LegatusState, unit: Century, sheet: Json, status: Any, where: str) -> Iterator[Fault]:
    """A unit stands, or fell, where it can be; the sheet of one that is still there says what its status says."""
    if status in ("ok", "crippled") and sheet.get("crippled", status == "crippled") is not (status == "crippled"):
        yield Fault("sheet", f"{unit.name} is {status}, and its sheet says otherwise.", f"{where}.crippled")
    at, altitude = sheet.get("at", unit.at), sheet.get("altitude", unit.altitude)
    if isinstance(at, str) and isinstance(altitude, str) and (at, altitude) != (unit.at, unit.altitude):
        there = clone(unit)
        there.at, there.altitude = at[:LONGEST], altitude[:LONGEST]
        yield from stand_faults(grid_of(state), f"{where}.at", there)
        if is_fixed(unit) and board.is_position(at):
            yield Fault("sheet", f"{unit.name} can never leave {unit.at}, nor its normal altitude.", f"{where}.at")
    if is_fixed(unit) and sheet.get("broken", False) is True:
        yield Fault("sheet", f"{unit.name} is an installation, whose morale never breaks.", f"{where}.broken")


def settle(state: LegatusState, report: Json) -> Step:
    """Take a result over; raises ValueError with every fault. The battle is over then unless the result or a standing board says otherwise."""
    faults = report_faults(state, report)
    if faults:
        raise ValueError(" ".join(fault.text for fault in faults))
    play: Play[LegatusState] = Play(clone(state), ScriptedDice(), hearing=hearing)
    _release_all(play)
    placing.place_all(play.state)
    gone = _gone(play.state)
    for id in sorted(report["fates"]):
        _take(play, id, report["fates"][id])
    for goal in play.state.objectives:
        goal.holder = report.get("objectives", {}).get(goal.name, goal.holder)
    _forget(play.state)
    if report.get("over", not state.standing):
        _end(play, report, sorted(_gone(play.state) - gone))
    return Step(play.state, play.events, play.outbox, [], True)


def _release_all(play: Play[LegatusState]) -> None:
    """What is fought below ends without a result: the table says what became of its centuries."""
    for clash in list(play.state.clashes):
        release(play.state, clash)
        text = f"Engagement {clash.id} below is over: the table's result holds."
        play.tell("released", text, RULE, units=clash.units, data={"engagement": clash.id})


def _take(play: Play[LegatusState], id: str, fate: Json) -> None:
    """Change a unit to what its fate says; one that is as it was is not told."""
    before, state = victory.fate_of(play.state, id), play.state
    if id in state.units:
        _take_unit(state, state.units[id], fate)
    elif id in state.squadrons:
        squadron = state.squadrons[id]
        box = fate.get("sheet", {}).get("box", squadron.box)
        squadron.box = box if fate["status"] == "ok" else fate["status"]
    elif fate["status"] == "left":
        calls.withdraw(state, id)
    after = victory.fate_of(state, id)
    if after != before:
        hidden = [after.side] if id not in state.units and id not in state.squadrons else None
        text = f"On the table, {after.name} came out {after.status}."
        play.tell("settled", text, RULE, units=[id], data={"status": after.status}, seen_by=hidden)


def _take_unit(state: LegatusState, unit: Century, fate: Json) -> None:
    status, sheet = fate["status"], fate.get("sheet", {})
    if status == "destroyed" and present(unit):
        unit.crippled = True
        fighting.hurt(state, unit)
    elif status == "crippled" and not unit.crippled:
        fighting.hurt(state, unit)
    elif status == "left":
        unit.status, unit.engaged, unit.crippled = "left", "", sheet.get("crippled", unit.crippled)
    unit.at, unit.altitude = sheet.get("at", unit.at), sheet.get("altitude", unit.altitude)
    unit.broken = sheet.get("broken", unit.broken)
    unit.sheet |= {k: v for k, v in sheet.items() if k in unit.sheet or k == "strength_hundredths"}


def _forget(state: LegatusState) -> None:
    """Nothing that held for the turn alone survives a result: orders, shots, marks of movement, artillery denial."""
    state.plans, state.at = Plans(), At(turn=state.at.turn, inbox=state.at.inbox)
    state.markers = [m for m in state.markers if m.kind != "denial"]
    for unit in state.units.values():
        unit.moved = unit.reacted = unit.building = unit.fought = False
        unit.shots, unit.began = 0, ""


def _gone(state: LegatusState) -> set[str]:
    return {id for id, fate in victory.fates(state).items() if fate.status == "destroyed"}


def _end(play: Play[LegatusState], report: Json, lost: list[str]) -> None:
    state = play.state
    word, winner = scoring.result(state)
    state.over, state.winner = True, report.get("winner", winner)
    state.outcome = report.get("outcome") or word
    state.reasons = ["the battle was played on a table", *scoring.sentences(state)]
    who = f"{state.winner} wins" if state.winner else "nobody wins"
    words = "; ".join([f"{who} ({state.outcome.replace('_', ' ')})", *_losses(state, lost)])
    reason = reason_of(report) if "reason" in report else ""
    data = {"winner": state.winner, "outcome": state.outcome, "lost": lost} | ({"reason": reason} if reason else {})
    play.tell("ended", f"Played on a table, the battle is over: {words}{f' ({reason})' if reason else ''}.", RULE, data=data)


def _losses(state: LegatusState, lost: list[str]) -> list[str]:
    """'2 units lost of tog' for each side that lost any."""
    counts = [(sum(victory.fate_of(state, id).side == side.id for id in lost), side.id) for side in state.sides]
    return [f"{count} unit{'' if count == 1 else 's'} lost of {side}" for count, side in counts if count]

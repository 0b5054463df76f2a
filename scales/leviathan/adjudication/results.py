"""The result of a battle that was played on a table: everything wrong with it, and taking it over.

It has the form of a report: `fates` gives every unit of the battle its `status`, and its damage as the `sheet` that a report writes (of fighters
also just the boxes `lost`), optionally `by`; `winner` and `outcome` may be named, else the points count. Units that were out of the battle
before may be left out, and so may what is aboard a ship that the result ends. A status without a sheet is the least damage that gives it.
"""

from scales import armor
from scales.codec import clone, encode
from scales.engine import Fault, Json
from scales.leviathan import switches
from scales.leviathan.adjudication.ruled import said
from scales.leviathan.adjudication.rulings import LONGEST, aboard, destroy, verdict_faults
from scales.leviathan.damage import repair_times
from scales.leviathan.fighters import pilots
from scales.leviathan.records import record_sheets
from scales.leviathan.scenario import victory
from scales.leviathan.state import FighterUnit, Ship, State, Unit
from scales.misfits import is_whole
from scales.play import Play

FATE = ("side", "name", "status", "sheet", "by", "lost")
SHIP_STATUS = ("ok", "damaged", "crippled", "destroyed", "left")
FIGHTER_STATUS = ("ok", "damaged", "destroyed", "left")
ENDS = ("destroyed", "left")


def units(state: State) -> dict[str, Unit]:
    return {**state.ships, **state.fighters}


# ---- what is wrong -------------------------------------------------------------------------------------------------


def report_faults(state: State, report: Json) -> list[Fault]:
    """Everything wrong with a result; `where` is the path in it."""
    fates = report.get("fates") if isinstance(report, dict) else None
    if not isinstance(fates, dict) or not fates:
        return [Fault("no_fates", "a result needs fates: {unit: {status: ..., sheet: ...}}", "fates")]
    try:
        encode(report)
    except (TypeError, ValueError, RecursionError):
        return [Fault("malformed", "a result is plain JSON", "fates")]
    here = units(state)
    found = [Fault("bad_verdict", text, "winner") for text in verdict_faults(state, {"outcome": "victory"} | report)]
    found += [Fault("unknown_unit", f"this battle has no unit {said(u)}", f"fates.{str(u)[:60]}") for u in fates if u not in here]
    for unit_id, unit in here.items():
        where = f"fates.{unit_id}"
        if unit_id in fates:
            found += [Fault(code, f"{unit.name}: {text}", where) for code, text in _fate_faults(state, unit, fates[unit_id])]
        elif _in_play(unit) and not _goes_along(unit, fates):
            found.append(Fault("missing_unit", f"the result says nothing of {unit.name}", where))
    return found


def _in_play(unit: Unit) -> bool:
    """Is it in the battle, or waiting for its side to place it?"""
    return unit.alive or (unit.waiting and not (unit.destroyed or unit.left))


def _goes_along(unit: Unit, fates: Json) -> bool:
    """Is it aboard a ship that the result ends?"""
    carrier = fates.get(unit.aboard) if isinstance(unit, FighterUnit) else None
    return isinstance(carrier, dict) and carrier.get("status") in ENDS


Wrong = list[tuple[str, str]]
"""Faults of one fate: a code and a sentence each."""


def _fate_faults(state: State, unit: Unit, fate: object) -> Wrong:
    if not isinstance(fate, dict):
        return [("bad_fate", "a fate gives a status and a sheet")]
    if isinstance(unit, Ship) and unit.flies_below:
        same = fate.get("status") == victory.status(unit)
        return [] if same else [("below", "it flies on the board below, and its fate is told there")]
    found: Wrong = [("bad_fate", f"a fate has no {said(k)}; it has {', '.join(FATE)}") for k in fate if k not in FATE]
    found += [
        ("wrong_name", f"it is {unit.name} of {unit.side}") for k in ("side", "name") if fate.get(k, getattr(unit, k)) != getattr(unit, k)
    ]
    known = FIGHTER_STATUS if isinstance(unit, FighterUnit) else SHIP_STATUS
    if not isinstance(fate.get("status"), str) or fate["status"] not in known:
        found.append(("bad_status", f"a status is one of {', '.join(known)}, not {said(fate.get('status'))}"))
    elif not _in_play(unit) and fate["status"] != victory.status(unit):
        found.append(("gone_before", f"it was {victory.status(unit)} before and cannot be {fate['status']} now"))
    found += _by_faults(fate)
    found += _fighter_faults(state, unit, fate) if isinstance(unit, FighterUnit) else _ship_faults(state, unit, fate)
    return found


def _by_faults(fate: Json) -> Wrong:
    """Whoever ended it may stand on another board: any id will do."""
    by = fate.get("by") or ""
    known = isinstance(by, str) and len(by) <= LONGEST
    return [] if known else [("bad_fate", f"'by' is the id of what it was lost to, not {said(by)}")]


def _fighter_faults(state: State, unit: FighterUnit, fate: Json) -> Wrong:
    sheet = fate.get("sheet") or {}
    texts = record_sheets.fighter_faults(unit.boxes, sheet, unit.count)
    if not is_whole(fate.get("lost", 0), 0, unit.boxes):
        texts.append(f"a unit of {unit.boxes} boxes cannot lose {said(fate['lost'])}")
    if texts:
        return [("bad_sheet", text) for text in texts]
    return _count_faults(unit, fate, sheet) + _aboard_faults(state, unit, sheet)


def _count_faults(unit: FighterUnit, fate: Json, sheet: Json) -> Wrong:
    """Do the boxes lost agree with what was lost before, and with the status?"""
    lost = sheet.get("lost", fate.get("lost"))
    if lost is None:
        lost = max(unit.lost, int(fate.get("status") == "damaged"))
    if "lost" in fate and fate["lost"] != lost:
        return [("bad_sheet", f"it loses {fate['lost']} boxes, and {lost} by its sheet")]
    if lost < unit.lost:
        return [("healed", f"it had lost {unit.lost} boxes before and cannot have lost {lost} now")]
    real = "ok" if not lost else "damaged" if lost < unit.boxes else "destroyed"
    if fate.get("status") in ("ok", "damaged") and fate["status"] != real:
        return [("bad_status", f"with {lost} of {unit.boxes} boxes lost it is {real}, not {fate['status']}")]
    return []


def _aboard_faults(state: State, unit: FighterUnit, sheet: Json) -> Wrong:
    named = sheet.get("aboard", "")
    ship = state.ships.get(named)
    if not named or (ship is not None and ship.side == unit.side):
        return []
    return [("bad_sheet", f"it is aboard {said(named)}, which is no ship of {unit.side}")]


def _ship_faults(state: State, ship: Ship, fate: Json) -> Wrong:
    sheet = fate.get("sheet") or {}
    texts = record_sheets.ship_faults(ship.card, sheet)
    if "lost" in fate:
        texts.append("boxes lost are counted for fighters; a ship has a sheet")
    if texts:
        return [("bad_sheet", text) for text in texts]
    after = clone(ship)
    record_sheets.restore(after, sheet)
    if _healed(ship, after, by_crew=switches.is_on(state, "damage_control")):
        return [("healed", "boxes or components that were gone before are whole on its sheet")]
    return _ship_status_faults(after, fate, told=bool(sheet))


def _healed(before: Ship, after: Ship, *, by_crew: bool) -> bool:
    """Is anything whole that was not, but for what damage control parties can mend where they are played?"""
    grown = any(new & ~old for s, g in after.armor.items() for old, new in zip(before.armor[s].rows, g.rows, strict=True))
    bays = any(old.destroyed and not new.destroyed for old, new in zip(before.bays, after.bays, strict=True))
    return grown or bays or after.row_boxes < before.row_boxes or _components_healed(before, after, by_crew=by_crew)


def _components_healed(before: Ship, after: Ship, *, by_crew: bool) -> bool:
    gone = [c for c in before.effects if c not in after.effects]
    if by_crew:
        return not all(map(repair_times.by_crew, gone))
    return bool(gone) or any(old & ~new for old, new in zip(before.internals, after.internals, strict=True))


def _ship_status_faults(after: Ship, fate: Json, *, told: bool) -> Wrong:
    """A ship may be crippled by shorts, which are on no sheet; else the sheet says what it is."""
    said_to_be, real = fate.get("status"), victory.status(after)
    if said_to_be not in ("ok", "damaged", "crippled") or real in ENDS or said_to_be == real:
        return []
    worse = SHIP_STATUS.index(str(said_to_be)) > SHIP_STATUS.index(real)
    if worse and (not told or real == "damaged"):
        return []
    return [("bad_status", f"with {victory.hurt_boxes(after)} boxes marked it is {real}, not {said_to_be}")]


# ---- taking it over ------------------------------------------------------------------------------------------------


def settle(play: Play[State], report: Json) -> None:
    """Take a result over; raises ValueError with every fault, and then nothing is changed."""
    state = play.state
    faults = report_faults(state, report)
    if faults:
        raise ValueError("; ".join(f.text for f in faults))
    fates, here = report["fates"], units(state)
    for unit_id, fate in fates.items():
        _take(state, here[unit_id], fate)
    lost = _cargo(state)
    _forget_orders(state)
    state.verdict = {name: report[name] for name in ("winner", "outcome") if name in report}
    state.ended = "" if state.standing else "settled"
    play.tell(
        "settled", "The result of the table is taken over.", "imperator: Results of a table", units=[*fates, *lost], data={"fates": fates}
    )


def _take(state: State, unit: Unit, fate: Json) -> None:
    was_alive, sheet = _in_play(unit), fate.get("sheet") or {}
    if isinstance(unit, Ship) and unit.flies_below:
        return
    if isinstance(unit, FighterUnit):
        _take_fighters(state, unit, fate, sheet)
    else:
        record_sheets.restore(unit, sheet)
    if not was_alive:
        return
    if fate["status"] == "destroyed":
        _lose(state, unit, str(fate.get("by") or ""), whole_sheet=bool(sheet))
    elif fate["status"] == "left":
        unit.left = True
    elif isinstance(unit, Ship):
        _least_damage(unit, fate["status"], told=bool(sheet))


def _lose(state: State, unit: Unit, by: str, *, whole_sheet: bool) -> None:
    rows = unit.row_boxes if isinstance(unit, Ship) else 0
    cargo = aboard(state, unit)
    destroy(state, unit, by)
    for each in cargo:  # what is aboard is settled when every unit's place is known
        each.destroyed = False
    if isinstance(unit, Ship) and whole_sheet:
        unit.row_boxes = rows


def _take_fighters(state: State, unit: FighterUnit, fate: Json, sheet: Json) -> None:
    lost = sheet.get("lost", fate.get("lost"))
    unit.lost = max(unit.lost, int(fate["status"] == "damaged")) if lost is None else lost
    unit.missiles_left = sheet.get("missiles_left", unit.missiles_left)
    unit.recovers = sheet.get("recovers", unit.recovers)
    unit.pilots = pilots.of_sheet(sheet["pilots"], -1) if "pilots" in sheet else unit.pilots
    if "aboard" in sheet and sheet["aboard"] != unit.aboard:
        ship = state.ships[sheet["aboard"] or unit.aboard]
        unit.aboard, unit.hex = sheet["aboard"], ship.hex


def _least_damage(ship: Ship, status: str, *, told: bool) -> None:
    """The least that makes a status true where no sheet shows it; a sheet that shows less than a cripple leaves a short."""
    if victory.status(ship) == status:
        return
    if status == "damaged":
        side = next(s for s, grid in ship.armor.items() if armor.boxes_left(grid))
        armor.by_rows(ship.armor[side], 1)
    elif told:
        ship.plant_shorts = max(1, ship.plant_shorts)
    else:
        ship.effects["structural_collapse"] = 1


def _cargo(state: State) -> list[str]:
    """What is aboard a ship that is lost or gone goes with it (leviathan: Spinal Mount Destroyed, Fighter Bay)."""
    gone = []
    for unit in state.fighters.values():
        ship = state.ships.get(unit.aboard)
        if unit.alive and ship is not None and not (ship.alive or ship.flies_below):
            unit.destroyed, unit.left = ship.destroyed, ship.left
            unit.by = ship.by if ship.destroyed else unit.by
            gone.append(unit.id)
    return gone


def _forget_orders(state: State) -> None:
    """Duties and places of the turn do not outlast the battle."""
    for ship in state.ships.values():
        ship.support = ship.bound = ship.ground_target = ship.ramming = ""
        ship.faces, ship.translating, ship.repairs = [], False, []
    for unit in state.fighters.values():
        unit.down, unit.ramming, unit.ground_target = False, "", ""

"""Everything wrong with the file of a strategic battle at once, each with its place and the cure. legatus: Prefect to Legatus, Manus"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pydantic import ValidationError

from scales import misfits
from scales.engine import Fault, Json
from scales.legatus.prefect.conversion import defensive_hexes, is_support, permanent_manus, seat_of, setup_of
from scales.legatus.prefect.counters import Counter, CounterType, counters_of, type_of, types
from scales.legatus.prefect.forces import force_of
from scales.legatus.prefect.models import CounterIn, StrategicBattle, TaskForceIn
from scales.legatus.preparation import setup_faults
from scales.legatus.preparation.models import Setup
from scales.legatus.tables import formations

RULE = "legatus: Prefect to Legatus"
MANUS = "legatus: Manus"
MOST = {"counters": 50, "flight": 12, "base": 12}
"""What one side may have once formations are broken up: as much as half a set-up holds."""
MOST_CENTURIES = 60
"""What one cohort of a set-up may have."""
COMMANDED = ("cohort", "century")
ATTACHED = ("century", "brigade_hq")
TROOPS = ("cohort", "century", "formation", "manus_hq", "brigade_hq")
ON_MAP = (*TROOPS, "base")


class Entry(NamedTuple):
    """A counter of the file with its place in it, its side and its type."""

    where: str
    side: str
    written: CounterIn
    type: CounterType


def faults(document: Json) -> list[Fault]:
    """What is wrong with a file. What fits no model is told first; then types, ids and fields; at last what the battle itself would refuse."""
    try:
        battle = StrategicBattle.model_validate(document)
    except ValidationError as error:
        return [Fault("shape", f"{text[:1].upper()}{text[1:]}.", place) for place, text in misfits.placed(error)]
    entries, found = _entries(battle)
    found += [*_battle_faults(battle), *_id_faults(battle), *(f for entry in entries for f in _entry_faults(battle, entry))]
    if not found:
        found = [f for side, force in battle.sides.items() for f in _force_faults(side, force)]
    return found or list(_setup_faults(battle))


def _entries(battle: StrategicBattle) -> tuple[list[Entry], list[Fault]]:
    """Every counter whose type is known, and a fault for each other."""
    entries, found = [], []
    for side, force in battle.sides.items():
        for n, written in enumerate(force.counters):
            type, where = type_of(written.type), f"sides.{side}.counters.{n}"
            if type is not None:
                entries.append(Entry(where, side, written, type))
            else:
                known = setup_faults.near(written.type, list(types()))
                found.append(Fault("type_unknown", f"There is no counter of type '{written.type}'; {known} ({RULE}).", f"{where}.type"))
    return entries, found


def _battle_faults(battle: StrategicBattle) -> Iterator[Fault]:
    sides = " and ".join(battle.sides)
    for key, side in (("attacker", battle.attacker), ("superiority", battle.superiority)):
        if side not in battle.sides and (side or key == "attacker"):
            yield Fault("side_unknown", f"There is no side '{side[:40]}': the sides are {sides}.", key)
    seats = [seat_of(side, force) for side, force in battle.sides.items()]
    if len(set(seats)) < len(seats):
        yield Fault("seat_twice", f"Both sides are played by the seat '{seats[0]}': give each one of its own.", "sides")


def _id_faults(battle: StrategicBattle) -> Iterator[Fault]:
    seen: set[str] = set()
    for side, force in battle.sides.items():
        ids = [(item.id, f"sides.{side}.{key}.{n}.id") for key in ("counters", "satellites") for n, item in enumerate(getattr(force, key))]
        for id, where in ids:
            if id in seen:
                yield Fault("id_twice", f"Two counters have the id '{id}': give each one of its own, on both sides.", where)
            if id in setup_faults.SLOTS:
                yield Fault("id", f"'{id}' would mean something else in an order: choose another id.", where)
            seen.add(id)


# ---- one counter --------------------------------------------------------------------------------------------------


def _entry_faults(battle: StrategicBattle, entry: Entry) -> Iterator[Fault]:
    """Fields that do not go with the type, and what is above or beside it."""
    written, type = entry.written, entry.type
    faction = battle.sides[entry.side].faction
    if faction not in type.factions:
        text = f"{type.name} is of {' or '.join(type.factions)} and fights for no side of {faction} (legatus: Standard Centuries)."
        yield Fault("faction", text, f"{entry.where}.type")
    for key, goes, what in _odd_fields(entry):
        if not goes:
            yield Fault("field", f"'{key}' goes with {what}, not with {type.name} ({RULE}).", f"{entry.where}.{key}")
    if type.gives == "ships" and not (written.attack or type.attack):
        yield Fault("attack", f"{type.name} needs its attack value as 'attack' ({RULE}).", entry.where)


def _odd_fields(entry: Entry) -> Iterator[tuple[str, bool, str]]:
    """Fields that were written, whether they go with the type, and what they do go with."""
    written, gives = entry.written, entry.type.gives
    rows = (
        ("hex", bool(written.hex), gives == "base", "bases"),
        ("attack", bool(written.attack), gives == "ships", "ships"),
        ("in_orbit", not written.in_orbit, gives == "ships", "ships"),
        ("quality", bool(written.quality), gives in TROOPS, "troops"),
        ("part_of", bool(written.part_of), gives in COMMANDED, "cohorts and centuries"),
        ("with", bool(written.beside), gives in ATTACHED, "centuries and headquarters of brigades"),
    )
    yield from ((key, goes, what) for key, is_written, goes, what in rows if is_written)


# ---- a whole side -------------------------------------------------------------------------------------------------


def _force_faults(side: str, force: TaskForceIn) -> Iterator[Fault]:
    """Too much, too little, and counters that are of nothing there is."""
    counters, where = counters_of(side, force), f"sides.{side}.counters"
    yield from _crowd_faults(side, counters, where)
    if not any(counter.type.gives in ON_MAP for counter in counters):
        yield Fault("nobody", f"Side {side} has nothing that stands on the map: no century, headquarters or base ({RULE}).", where)
    entitled = defensive_hexes(force_of(side, force, at_half=False))
    if len(force.works) > entitled:
        text = f"Side {side} has {len(force.works)} hexes of works, and its bases and construction engineers entitle it to {entitled} ({RULE})."
        yield Fault("works", text, f"sides.{side}.works")
    for n, written in enumerate(force.counters):
        yield from _naming_faults(counters, written, f"{where}.{n}")
        yield from _manus_faults(counters, permanent_manus(force.faction, counters), written, f"{where}.{n}")


def _crowd_faults(side: str, counters: Sequence[Counter], where: str) -> Iterator[Fault]:
    for key, most in MOST.items():
        count = len(counters) if key == "counters" else sum(c.type.gives == key for c in counters)
        if count > most:
            what = "counters, those of its formations counted singly" if key == "counters" else f"counters of the kind {key}"
            yield Fault("too_many", f"Side {side} has {count} {what}: {most} are as many as one map holds.", where)


def _naming_faults(counters: Sequence[Counter], written: CounterIn, where: str) -> Iterator[Fault]:
    """A headquarters or a cohort that a counter names and its side has not."""
    heads = [c.id for c in counters if c.type.gives in ("manus_hq", "brigade_hq")]
    cohorts = [c.id for c in counters if c.type.gives == "cohort"]
    rows = (("part_of", written.part_of, heads, "headquarters above cohorts"), ("with", written.beside, cohorts, "cohort"))
    for key, named, known, what in rows:
        if named and named not in known:
            has = f"its side has {', '.join(known[:12])}" if known else "its side has none"
            yield Fault(key, f"'{named}' is no {what}: {has} ({MANUS}).", f"{where}.{key}")


def _manus_faults(counters: Sequence[Counter], permanent: list[str], written: CounterIn, where: str) -> Iterator[Fault]:
    """What the headquarters of a permanent manus does not command, and support that its cohorts do not have."""
    by_id = {counter.id: counter for counter in counters}
    mine, beside = by_id[written.id], by_id.get(written.beside)
    if written.part_of in permanent and _mixes(mine):
        text = f"'{mine.id}' cannot be part of '{written.part_of}': the headquarters of a permanent manus commands all its support itself, and no combat century"
        yield Fault("manus", f"{text} ({MANUS}).", f"{where}.part_of")
    if beside and beside.part_of in permanent and mine.type.gives == "century" and is_support(mine.type.kind):
        text = f"'{mine.id}' cannot go with '{beside.id}': a permanent manus keeps all support under its own headquarters ({MANUS})."
        yield Fault("manus", text, f"{where}.with")


def _mixes(counter: Counter) -> bool:
    """A cohort with support centuries, or a single combat century: neither has a place in a permanent manus."""
    if counter.type.gives == "cohort":
        return any(is_support(kind) for kind in formations()[counter.type.formation]["centuries"])
    return not is_support(counter.type.kind)


# ---- the set-up ---------------------------------------------------------------------------------------------------


def _setup_faults(battle: StrategicBattle) -> Iterator[Fault]:
    """What the set-up of the battle would be refused for: map, zones, hexes."""
    setup = setup_of(battle)
    crowded = [cohort for cohort in setup["cohorts"] if len(cohort["centuries"]) > MOST_CENTURIES]
    for cohort in crowded:
        text = f"'{cohort['id']}' would have {len(cohort['centuries'])} centuries with those attached to it, and {MOST_CENTURIES} at most can be."
        yield Fault("too_many", text, f"sides.{cohort['side']}.counters")
    if crowded:
        return
    for fault in setup_faults.faults(Setup.model_validate(setup)):
        yield Fault(fault.code, fault.text, _place(battle, setup, fault.where))


def _place(battle: StrategicBattle, setup: Json, where: str) -> str:
    """The place in the file of a place in the set-up."""
    parts = re.findall(r"[^.\[\]]+", where)
    if parts and parts[0] in ("zones", "defensive_hexes") and len(parts) > 1:
        return ".".join(["sides", parts[1], "zone" if parts[0] == "zones" else "counters", *parts[2:]])
    if len(parts) < 2 or not parts[1].isdecimal() or not isinstance(setup.get(parts[0]), list):
        return where
    item = setup[parts[0]][int(parts[1])]
    for side, force in battle.sides.items():
        for key in ("counters", "satellites", "works"):
            for n, written in enumerate(getattr(force, key)):
                if _is_of(item, written, side):
                    return f"sides.{side}.{key}.{n}"
    return "sides"


def _is_of(item: Json, written: object, side: str) -> bool:
    """Does a unit or work of the set-up come from an item of the file?"""
    if "id" in item:
        return bool(getattr(written, "id", "") == item["id"].partition(".")[0])
    return item.get("side") == side and getattr(written, "hex", "") == item.get("hex") and not hasattr(written, "id")

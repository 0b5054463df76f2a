"""Ships that leave for T-space (leviathan: Traveling Faster Than the Speed of Light, Faster-Than-Light Systems; rulings R-LEV-19, R-LEV-21).

A ship at velocity 30 or more may declare in its move that it translates; it is still shot at and leaves at the end of the turn. The longer its
course has been straight (`Ship.course`), the likelier it comes out where it wants to. Drives are represented by the FTL boxes of the Internal
Component Block: where FTL Destroyed is marked, nothing of what a translation needs works.
"""

from typing import Any

from scales.engine import Check, Json, Modifier
from scales.leviathan import catalog, switches
from scales.leviathan.state import Ship, State
from scales.play import Play

RULE = "leviathan: Traveling Faster Than the Speed of Light"
SYSTEMS = "leviathan: Faster-Than-Light Systems"
REMEMBERED = 20
"""Turns of a straight course that are kept: more than any damage can make six turns of computing last."""
DAMAGE = {
    "ftl_minor": "minor damage of the drive",
    "ftl_major": "major damage of the drive",
    "ftl_destroyed": "a drive mended by its own crew",
}


def table() -> dict[str, Any]:
    found: dict[str, Any] = catalog.tables()["faster_than_light"]
    return found


# ---- may it? -------------------------------------------------------------------------------------------------------


def defects(ship: Ship) -> list[str]:
    """Why its drive takes a ship nowhere, whatever its velocity; all of it."""
    found = []
    if not ship.card.ftl or not _has(ship, "ftl_destroyed"):
        found.append(f"{ship.name} has no FTL drive ({RULE})")
    if ship.effects.get("ftl_destroyed"):
        found.append(f"the FTL drive of {ship.name} is destroyed ({SYSTEMS})")
    if ship.hulk:
        found.append(f"the hull of {ship.name} would not bear a translation (leviathan: Superstructure)")
    return found


def faults(state: State, ship: Ship, velocity: int) -> list[str]:
    """Why a ship that flies at a velocity this turn may not declare a translation; all of it."""
    if not switches.is_on(state, "faster_than_light"):
        return [f"this battle is played without translations into T-space ({RULE})"]
    found = defects(ship)
    if velocity < table()["velocity"]:
        found.append(f"{ship.name} flies at velocity {velocity} and needs {table()['velocity']} to translate ({RULE})")
    return found


def declare(play: Play[State], ship: Ship) -> None:
    """Its move is made: it will translate at the end of the turn."""
    ship.translating = True
    promised = outlook(ship, ship.course)
    text = f"{ship.name} declares that it translates into T-space at the end of the turn."
    play.tell("translation_declared", text, RULE, units=[ship.id], data={"course": list(ship.course), **promised})


# ---- how well it knows where it goes -------------------------------------------------------------------------------


def note(ship: Ship, hexes: int, *, straight: bool) -> None:
    """A move of so many hexes is over: one straight on counts with its velocity, a deviation starts the count anew."""
    if not straight:
        ship.course = []
    elif hexes:
        ship.course = [*ship.course, hexes][-REMEMBERED:]


def damage(ship: Ship) -> list[tuple[str, int]]:
    """What is wrong with its drive, with the percentage by which that makes computing longer and misdirection likelier."""
    hit = [c for c in DAMAGE if ship.effects.get(c) or (c == "ftl_destroyed" and c in ship.patched)]
    return [(DAMAGE[c], table()["damage"][c]) for c in hit]


def turns_computed(ship: Ship, course: list[int]) -> int:
    """Turns on a straight course that count: fewer for a damaged drive, and less than five when too few were fast (ruling R-LEV-19)."""
    accurate, flown = table()["accurate"], len(course)
    if sum(v >= accurate["fast_velocity"] for v in course[-accurate["turns"] :]) < accurate["fast_turns"]:
        flown = min(flown, accurate["turns"] - 1)
    return flown * 100 // (100 + sum(percent for _, percent in damage(ship)))


def misdirection(turns: int) -> int:
    """Chance in percent of going astray (leviathan: Misdirection Table)."""
    chances: list[int] = table()["misdirection"]
    return chances[min(turns, len(chances) - 1)]


def chance(ship: Ship, course: list[int]) -> tuple[int, list[Modifier]]:
    """(chance of misdirection in percent by the table, what a damaged drive adds to it)."""
    return misdirection(turns_computed(ship, course)), [Modifier(name, percent, SYSTEMS) for name, percent in damage(ship)]


def total(base: int, modifiers: list[Modifier]) -> int:
    return min(100, base + sum(m.value for m in modifiers))


def adjustment(roll: int, turns: int) -> int:
    """Hours until a misdirected ship is where it wanted to be (leviathan: Course Adjustment Table; ruling R-LEV-21)."""
    row: list[int] = table()["adjustment"][roll - 1]
    return row[min(turns, len(row) - 1)]


def is_printed(roll: int, turns: int) -> bool:
    """Is that cell of the table one of the book's, or designed?"""
    return bool(min(turns, len(table()["misdirection"]) - 1) < table()["printed"][roll - 1])


def outlook(ship: Ship, course: list[int]) -> Json:
    """What a translation at the end of a turn with this course promises: `straight` turns that count, `misdirection` in percent."""
    return {"straight": turns_computed(ship, course), "misdirection": total(*chance(ship, course))}


# ---- the end of the turn -------------------------------------------------------------------------------------------


def depart(play: Play[State]) -> None:
    """Ships that have declared it translate, unless the damage of the turn keeps them."""
    for ship in play.state.ships.values():
        if ship.translating and not ship.destroyed:
            stopped = defects(ship)
            if stopped:
                text = f"{ship.name} cannot translate: {stopped[0].rpartition(' (')[0]}."
                play.tell("translation_failed", text, SYSTEMS, units=[ship.id])
            else:
                _translate(play, ship)
        ship.translating = False


def _translate(play: Play[State], ship: Ship) -> None:
    turns, (base, modifiers) = turns_computed(ship, ship.course), chance(ship, ship.course)
    text = f"{ship.name} translates into T-space after {turns} turn{'' if turns == 1 else 's'} of computing on a straight course."
    data: Json = {"course": list(ship.course), "straight": turns, "velocity": ship.course[-1] if ship.course else ship.velocity}
    play.tell("translated", text, RULE, units=[ship.id], data=data)
    ship.left, known_to = True, _trackers(play.state, ship)
    for unit in play.state.fighters.values():
        unit.left = unit.left or (unit.aboard == ship.id and unit.alive)
    ship.ftl = _arrival(play, ship, turns, Check("misdirection", base, modifiers, total(base, modifiers), 0, False, RULE), known_to)


def _arrival(play: Play[State], ship: Ship, turns: int, check: Check, known_to: list[str]) -> Json:
    """Roll for misdirection and, if it comes to that, for the way back."""
    check.roll = play.dice.d100(f"misdirection of {ship.name}")
    check.passed = check.roll > check.target
    found: Json = {"elsewhere": not check.passed, "hours": 0, "straight": turns, "misdirection": check.target, "known_to": known_to}
    rolled = {}
    text = f"{ship.name} is on its course: {check.target} percent or less would have led it astray, and it rolls {check.roll}."
    if not check.passed:
        roll = play.dice.d10(f"course adjustment of {ship.name}")
        found["hours"] = adjustment(roll, turns)
        rolled = {"adjustment": roll, "printed": is_printed(roll, turns)}
        text = (
            f"{ship.name} goes astray ({check.roll} of {check.target} percent) and takes {found['hours']} hours to where it wanted to be."
        )
    play.tell("course", text, RULE, units=[ship.id], checks=[check], data=found | rolled, seen_by=known_to)
    return found


def _trackers(state: State, ship: Ship) -> list[str]:
    """Who knows where it goes: its own side, and whoever has long-range sensors that work (leviathan: Long-Range Sensors)."""
    others = [s.id for s in state.sides if s.id != ship.side and any(map(_senses, state.of_side(s.id)))]
    return [ship.side, *others]


def _senses(ship: Ship) -> bool:
    return ship.alive and not ship.hulk and _has(ship, "long_range_sensors") and not ship.effects.get("long_range_sensors")


def _has(ship: Ship, component: str) -> bool:
    """Is there such a component in its class?"""
    return any(component in row for row in catalog.blocks()[ship.card.internals].grid)

"""A game master overrules: units are moved, hurt, mended, ended, added or taken off, and the battle is ended.

A ruling says its `kind`, its `reason` and what its kind needs; it is checked whole before anything is changed, and refused with a ValueError of one
sentence. Damage of a ruling counts with the rest of the turn's: components go out of order at the end of the Combat Phase.
"""

from collections.abc import Callable

from scales import armor
from scales.engine import Json
from scales.hexes import Hex
from scales.leviathan import board
from scales.leviathan.adjudication import arrivals, mending, small_things, standing
from scales.leviathan.adjudication.ruled import only, said, unit_of, whole
from scales.leviathan.catalog import SIDES
from scales.leviathan.damage import internals
from scales.leviathan.fighters import after_battle
from scales.leviathan.state import FighterUnit, Ship, State
from scales.play import Play
from scales.rulings import RULE, SHARED, gather, is_text, reason_of, shared

RULINGS = SHARED | {
    "move": "unit (its id), hex of the stern (sheet:CCRR, such as 2:0603), optionally heading (1 to 6) and velocity (0 to 40) of a ship; "
    "what is aboard a ship is launched",
    "damage": "unit (its id), points (1 to 5000); on a ship also the side: F, FR, AR, A, AL or FL",
    "repair": "unit (its id), optionally component (all, armor, shields, bays, turrets, shorts, missiles, pilots of fighters, the crew of an abandoned installation or a component out of order); "
    "a ship that blew up or crashed also needs a hex (such as 2:0603)",
    "destroy": "unit (its id), optionally by: the id of the unit that is credited with it; what is aboard goes with it",
    "add": "one of ship, installation, fighters or ground (mobile troops): a unit as in a set-up, with an id of its own and a hex such as 2:0603",
    "remove": "unit (its id, also of a lifeboat): it is off the map with what is aboard, neither lost nor counted as destroyed",
    "end": "optionally winner (a side, or null for none) and outcome (a word); without them the points count",
}
MOST_POINTS, FASTEST, LONGEST = 5000, 40, 80


def amend(play: Play[State], ruling: Json) -> None:
    """Carry out a ruling."""
    kind = ruling.get("kind") if isinstance(ruling, dict) else None
    if not isinstance(kind, str) or kind not in RULINGS:
        raise ValueError(f"a ruling is one of {', '.join(RULINGS)}, not {said(kind)}")
    if not shared(play, ruling, [s.id for s in play.state.sides]):
        _KINDS[kind](play, ruling)


def _tell(play: Play[State], text: str, ruling: Json, units: list[str]) -> None:
    reason = reason_of(ruling)
    data = {"ruling": {**{k: v for k, v in ruling.items() if k not in arrivals.UNITS}, "reason": reason}}
    play.tell("ruling", f"{text} by a ruling: {reason.rstrip('.')}.", RULE, units=units, data=data)


# ---- where it is ---------------------------------------------------------------------------------------------------


def _move(play: Play[State], ruling: Json) -> None:
    gather(
        lambda: only(ruling, "unit", "hex", "heading", "velocity"), lambda: unit_of(play.state, ruling), lambda: _hex(play.state, ruling),
        lambda: whole(ruling, "heading", 1, 6, 1), lambda: whole(ruling, "velocity", 0, FASTEST, 0),
    )  # fmt: skip
    unit = unit_of(play.state, ruling)
    if unit.destroyed and not unit.on_map:
        raise ValueError(f"{unit.name} is destroyed and gone: repair it, or add another")
    place(play.state, unit, ruling)
    _tell(play, f"{unit.name} is moved to {board.label(play.state.sheets, unit.hex)}", ruling, [unit.id])


def place(state: State, unit: Ship | FighterUnit, ruling: Json) -> None:
    """Put a unit where a ruling says; every field is checked first."""
    hex, heading = _hex(state, ruling), whole(ruling, "heading", 1, 6, unit.heading if isinstance(unit, Ship) else 1)
    most = 0 if standing.is_installation(unit) else FASTEST
    velocity = whole(ruling, "velocity", 0, most, unit.velocity if isinstance(unit, Ship) else 0)
    if isinstance(unit, FighterUnit) and ("heading" in ruling or "velocity" in ruling):
        raise ValueError("fighters have neither heading nor velocity")
    if isinstance(unit, FighterUnit) and unit.down:
        raise ValueError(f"{unit.name} flies on the board below: rule there, or wait until it is back")
    text = standing.fault(state, unit, hex, heading)
    if text:
        raise ValueError(text)
    if isinstance(unit, Ship):
        unit.heading, unit.velocity, unit.drift, unit.course, unit.ftl = heading, velocity, 0, [], {}
    else:
        unit.aboard = ""
    state.moves += 1
    unit.hex, unit.left, unit.entered, unit.arrived = hex, False, 0, state.moves


def _hex(state: State, ruling: Json) -> Hex:
    if "hex" not in ruling:
        raise ValueError("hex is missing: sheet, colon, column and row, such as 2:0603")
    if not isinstance(ruling["hex"], str):
        raise ValueError(f"a hex is written like 2:0603, not {said(ruling['hex'])}")
    if len(ruling["hex"]) > LONGEST:
        raise ValueError("a hex is written like 2:0603")
    return board.parse(state.sheets, ruling["hex"])


def _remove(play: Play[State], ruling: Json) -> None:
    if _small(play, ruling):
        return
    gather(lambda: only(ruling, "unit"), lambda: unit_of(play.state, ruling))
    unit = unit_of(play.state, ruling)
    if standing.is_gone(unit):
        raise ValueError(f"{unit.name} is out of the battle already")
    group = [unit, *aboard(play.state, unit)]
    below = [u.name for u in group if isinstance(u, FighterUnit) and u.down]
    if below:
        raise ValueError(f"{below[0]} flies on the board below: rule there, or wait until it is back")
    for each in group:
        each.left = True
        if isinstance(each, Ship):
            each.translating = False
    _tell(play, f"{unit.name} is taken off the map", ruling, [u.id for u in group])


def aboard(state: State, unit: Ship | FighterUnit) -> list[FighterUnit]:
    """The fighter units that a ship carries."""
    return [f for f in state.fighters.values() if f.aboard == unit.id and f.alive]


# ---- damage --------------------------------------------------------------------------------------------------------


def _damage(play: Play[State], ruling: Json) -> None:
    state = play.state
    gather(
        lambda: only(ruling, "unit", "points", "side"), lambda: unit_of(state, ruling), lambda: whole(ruling, "points", 1, MOST_POINTS),
        lambda: _side_of(state, ruling),
    )  # fmt: skip
    unit = unit_of(state, ruling)
    points = whole(ruling, "points", 1, MOST_POINTS)
    if standing.is_gone(unit):
        raise ValueError(f"{unit.name} is out of the battle already")
    if isinstance(unit, Ship):
        _mark(unit, _side(unit, ruling), points)
    elif "side" in ruling:
        raise ValueError("fighters have no sides")
    else:
        unit.lost = min(unit.boxes, unit.lost + points)
        unit.destroyed = not unit.boxes_left
    state.hurt = state.turn
    _tell(play, f"{unit.name} takes {points}{' on ' + ruling['side'] if isinstance(unit, Ship) else ''}", ruling, [unit.id])


def _side_of(state: State, ruling: Json) -> None:
    """Is a side that is named one of the unit's? Nothing is said of units that are not there."""
    unit = state.ships.get(ruling["unit"]) if isinstance(ruling.get("unit"), str) else None
    if unit is not None:
        _side(unit, ruling)


def _side(ship: Ship, ruling: Json) -> str:
    side, sides = ruling.get("side"), ("F",) if ship.kind == "ground" else SIDES
    if not isinstance(side, str) or side not in sides:
        raise ValueError(f"damage to {ship.name} needs a side, one of {', '.join(sides)}, not {said(side)}")
    return side


def _mark(ship: Ship, side: str, points: int) -> None:
    """By rows; what goes inside is spread over the columns from the first on, without dice."""
    inside = len(armor.by_rows(ship.armor[side], points).inside)
    for number, group in enumerate(internals.groups(inside)):
        internals.take_points(ship, side, number % ship.card.width + 1, group)


def _small(play: Play[State], ruling: Json) -> bool:
    """Was the ruling on a lifeboat or on troops on the ground?"""
    unit = small_things.find(play.state, ruling)
    if unit is None:
        return False
    _tell(play, f"{unit.name} {small_things.take(unit, ruling)}", ruling, [unit.id])
    return True


def _destroy(play: Play[State], ruling: Json) -> None:
    if _small(play, ruling):
        return
    state, by = play.state, ruling.get("by", "")
    gather(lambda: only(ruling, "unit", "by"), lambda: unit_of(state, ruling), lambda: _credited(state, by))
    unit = unit_of(state, ruling)
    if standing.is_gone(unit):
        raise ValueError(f"{unit.name} is out of the battle already")
    lost = destroy(state, unit, by)
    state.hurt = state.turn
    _tell(play, f"{unit.name} is destroyed", ruling, lost)


def _credited(state: State, by: object) -> None:
    if not isinstance(by, str) or (by and by not in {**state.ships, **state.fighters, **state.ground.things}):
        raise ValueError(f"there is no unit {said(by)} to be credited with it")


def destroy(state: State, unit: Ship | FighterUnit, by: str) -> list[str]:
    """End a unit and what it carries (leviathan: Spinal Mount Destroyed, Fighter Bay); returns the ids of all that are lost."""
    cargo = aboard(state, unit)
    if isinstance(unit, Ship):
        unit.row_boxes = max(1, unit.row_boxes)
    for each in (unit, *cargo):
        each.destroyed, each.by = True, by or each.by
    return [unit.id, *(f.id for f in cargo)]


def _repair(play: Play[State], ruling: Json) -> None:
    state, placed = play.state, "hex" in ruling
    gather(
        lambda: only(ruling, "unit", "component", "hex", "heading", "velocity"), lambda: unit_of(state, ruling),
        lambda: placed and _hex(state, ruling), lambda: whole(ruling, "heading", 1, 6, 1), lambda: whole(ruling, "velocity", 0, FASTEST, 0),
    )  # fmt: skip
    unit = unit_of(state, ruling)
    what = mending.mend(state, unit, ruling.get("component", "all"))
    if "hex" in ruling:
        place(state, unit, ruling)
    elif {"heading", "velocity"} & set(ruling):
        raise ValueError("heading and velocity go with a hex")
    elif unit.on_map and (board.off_map(state, unit.hex) or standing.fault(state, unit, unit.hex, mending.heading(unit))):
        raise ValueError(f"{unit.name} cannot be where it was lost: give a hex")
    _tell(play, f"{unit.name} is repaired ({what})", ruling, [unit.id])


# ---- the battle ----------------------------------------------------------------------------------------------------


def _add(play: Play[State], ruling: Json) -> None:
    added = arrivals.add(play.state, ruling)
    _tell(play, f"{added[0].name} joins {added[0].side}", ruling, [u.id for u in added])


def _end(play: Play[State], ruling: Json) -> None:
    state = play.state
    only(ruling, "winner", "outcome")
    if state.standing:
        raise ValueError("this board stands as long as its campaign: it cannot be ended")
    verdict: Json = {name: ruling[name] for name in ("winner", "outcome") if name in ruling}
    wrong = verdict_faults(state, verdict)
    if wrong:
        raise ValueError("; ".join(wrong))
    state.ended, state.verdict = "ruled", verdict
    winner = f": {verdict['winner']} wins" if verdict.get("winner") else ""
    _tell(play, f"The battle is ended{winner}", ruling, [])
    after_battle.review(play)


def verdict_faults(state: State, given: Json) -> list[str]:
    """What is wrong with the winner and the outcome that a person names."""
    sides = [s.id for s in state.sides]
    winner, outcome = given.get("winner"), given.get("outcome", "victory")
    found = (
        []
        if winner is None or (isinstance(winner, str) and winner in sides)
        else [f"a winner is one of {', '.join(sides)}, not {said(winner)}"]
    )
    if not is_text(outcome) or len(str(outcome).strip()) > LONGEST:
        found.append(f"an outcome is a word of up to {LONGEST} characters")
    return found


_KINDS: dict[str, Callable[[Play[State], Json], None]] = {
    "move": _move, "damage": _damage, "repair": _repair, "destroy": _destroy, "add": _add, "remove": _remove, "end": _end,
}  # fmt: skip

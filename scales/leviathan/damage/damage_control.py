"""Damage Control Parties, an optional rule (`damage_control`): ships mend internal boxes while the battle goes on.

At the end of a turn a side says in which columns its free parties go to work, sealed; a party takes the next turn for its box and is free again when
that turn ends, a turn later still for each of the internal communications and the acceleration compensator that is out of order. Only the deepest box
marked in a column is mended; where the crew cannot mend that one, it mends nothing in the column.
"""

from collections.abc import Iterable
from typing import NamedTuple

from scales.engine import Decision
from scales.leviathan import switches
from scales.leviathan.damage import components, damage, effects, internals, repair_times
from scales.leviathan.records.words import count
from scales.leviathan.state import Ship, State
from scales.play import Play

RULE = "leviathan: Damage Control Parties"
PARTY = ("damage control party", "damage control parties")
SLOW = ("internal_communication", "communication_system", "acceleration_compensator")
"""Components that cost every repair another turn while they are out of order."""


class Job(NamedTuple):
    """A box that a party can mend: row from 0, column from 1."""

    row: int
    column: int
    component: str


def boxes_a_turn(undamaged: int, hull: str, bridge: bool) -> int:
    """Boxes that a ship mends in a turn: one for each undamaged box of its Damage Control; destroyers and frigates, which have none, one while
    their main bridge is undamaged."""
    if hull in ("destroyer", "frigate"):
        return 1 if bridge else 0
    return undamaged


def parties(ship: Ship) -> int:
    """Damage control parties that a ship has."""
    if not ship.alive or ship.abandoned:
        return 0
    hull = ship.card.hull if ship.kind == "ship" else "installation"
    whole = internals.most(ship.card.internals, "damage_control") - ship.effects.get("damage_control", 0)
    return boxes_a_turn(max(0, whole), hull, not ship.effects.get("main_bridge"))


def free(ship: Ship) -> int:
    """Parties that are not at work."""
    return max(0, parties(ship) - len(ship.repairs))


def turns(ship: Ship) -> int:
    """Turns that a repair takes."""
    return 1 + any(ship.effects.get(c) for c in SLOW[:2]) + bool(ship.effects.get(SLOW[2]))


def deepest(ship: Ship, column: int) -> int | None:
    """Row of the deepest box marked in a column."""
    return next((row for row in reversed(range(len(ship.internals))) if ship.internals[row] >> (column - 1) & 1), None)


def can_mend(ship: Ship, component: str) -> bool:
    """Is it something that the crew repairs? Half a plant or drive is not after the whole was destroyed (leviathan: Plant Destroyed)."""
    return repair_times.by_crew(component) and not components.is_limited(ship, component)


def jobs(ship: Ship) -> list[Job]:
    """What free parties can be sent to, column by column."""
    busy = [column for _, column, _ in ship.repairs]
    found = []
    for column in range(1, ship.card.width + 1):
        row = deepest(ship, column)
        if row is not None and column not in busy and can_mend(ship, internals.at(ship, row, column)[0]):
            found.append(Job(row, column, internals.at(ship, row, column)[0]))
    return found


def column_fault(ship: Ship, column: int) -> str:
    """Why no party can be sent to a column; '' when one can."""
    row = deepest(ship, column)
    if any(column == at for _, at, _ in ship.repairs):
        return f"a party of {ship.name} is at work in column {column} already"
    if row is None:
        return f"column {column} of {ship.name} has no box marked off"
    component = internals.at(ship, row, column)[0]
    if not can_mend(ship, component):
        return f"the deepest box of column {column} of {ship.name} is {effects.name(component)}, which its crew cannot mend"
    return ""


def faults(ship: Ship, order: object) -> list[str]:
    """What is wrong with a repair order."""
    columns = order.get("columns") if isinstance(order, dict) and set(order) == {"columns"} else None
    if not isinstance(columns, list) or not all(type(c) is int and 1 <= c <= ship.card.width for c in columns):
        return [f"a repair order gives columns: numbers from 1 to {ship.card.width} of the Internal Component Block, or none"]
    found = [text for c in dict.fromkeys(columns) if (text := column_fault(ship, c))]
    if len(set(columns)) < len(columns):
        found.append("only the deepest box of a column can be mended: name each column once")
    if len(columns) > free(ship):
        found.append(f"{ship.name} has {count(free(ship), *PARTY)} free and this takes {len(columns)}")
    return found


# ---- at work -------------------------------------------------------------------------------------------------------


def work(play: Play[State]) -> None:
    """A turn of repairs has passed: boxes are mended, or given up when they are not the deepest any more or no party is left for them."""
    if not switches.is_on(play.state, "damage_control"):
        return
    for ship in play.state.ships.values():
        going, ship.repairs = ship.repairs[: parties(ship)], ship.repairs[parties(ship) :]
        for row, column, _ in ship.repairs:
            _give_up(play, ship, row, column, "nobody is left to do it")
        ship.repairs = []
        for row, column, left in going:
            if deepest(ship, column) != row or not can_mend(ship, internals.at(ship, row, column)[0]):
                _give_up(play, ship, row, column, "it is not the deepest damage of the column any more")
            elif left > 1:
                ship.repairs.append([row, column, left - 1])
            else:
                _mend(play, ship, row, column)


def _give_up(play: Play[State], ship: Ship, row: int, column: int, why: str) -> None:
    name = effects.name(internals.at(ship, row, column)[0])
    text = f"{ship.name} gives up the repair of its {name} in column {column}: {why}."
    play.tell("repair_given_up", text, RULE, units=[ship.id], data={"row": row + 1, "column": column})


def _mend(play: Play[State], ship: Ship, row: int, column: int) -> None:
    component, area = internals.at(ship, row, column)
    struck = ship.struck.get(str(area), "")
    whole = internals.unmark(ship, row, column)
    left = internals.marked(ship, area)
    after = "it is in order again" if whole else f"{left} more box{'' if left == 1 else 'es'} to mend before it works"
    text = f"A damage control party of {ship.name} mends row {row + 1} of column {column}, {damage.loss_words(ship, component, struck) if struck else effects.name(component)}: {after}."
    data = {"row": row + 1, "column": column, "component": component, "struck": struck, "in_order": whole, "boxes_left": left}
    play.tell("repaired", text, RULE, units=[ship.id], data=data)


# ---- orders --------------------------------------------------------------------------------------------------------


def ask(play: Play[State]) -> list[Decision]:
    """Where do the free parties go?"""
    state = play.state
    if not switches.is_on(state, "damage_control") or state.ended:
        return []
    if play.asks_first() and (wanted := [d for s in state.sides if (d := _decision(state, s.id, s.seat))]):
        return wanted
    for key in sorted(play.answers):
        for ship_id, order in sorted(play.answers[key].choices.items()):
            _send(play, state.ships[ship_id], order["columns"])
    return []


def _decision(state: State, side: str, seat: str) -> Decision | None:
    units = [s.id for s in state.of_side(side) if s.on_map and free(s) and jobs(s)]
    return Decision(f"repair:{side}", seat, "repair", "Send damage control parties to work.", units, sealed=True) if units else None


def _send(play: Play[State], ship: Ship, columns: Iterable[int]) -> None:
    """Parties go where they still can: a ruling may have mended or destroyed what they were sent to."""
    able = {job.column: job for job in jobs(ship)}
    sent = [able[c] for c in columns if c in able][: free(ship)]
    if not sent:
        return
    ship.repairs += [[job.row, job.column, turns(ship)] for job in sent]
    what = ", ".join(f"{effects.name(job.component)} (column {job.column})" for job in sent)
    text = f"{ship.name} sends {_some(len(sent), parties(ship))} to its {what}, for {_turns(ship)}."
    data = {"turns": turns(ship), "boxes": [{"row": j.row + 1, "column": j.column, "component": j.component} for j in sent]}
    play.tell("repairs", text, RULE, units=[ship.id], data=data, seen_by=[ship.side])


def _some(sent: int, of: int) -> str:
    """'its damage control party', '2 of 3 damage control parties'."""
    return f"{sent} of {of} damage control parties" if of > 1 else "its damage control party"


def _turns(ship: Ship) -> str:
    """'2 turns (internal communications out of order)'."""
    number = turns(ship)
    slow = [effects.name(c) for c in SLOW if ship.effects.get(c)]
    return f"{number} turn{'' if number == 1 else 's'}" + (f" ({' and '.join(slow)} out of order)" if slow else "")

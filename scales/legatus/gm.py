"""A game master's rulings, and results of a battle played on a table."""

from collections.abc import Callable
from typing import Any

from scales.codec import clone
from scales.dice import Dice, ScriptedDice
from scales.engine import Fault, Json, Step
from scales.legatus import board, fighting
from scales.legatus.deployment import altitudes_of
from scales.legatus.movement import grid_of
from scales.legatus.state import Century, LegatusState
from scales.legatus.tables import kinds
from scales.play import Play

RULE = "imperator: Rulings"


def amend(state: LegatusState, ruling: Json, dice: Dice) -> Step:
    """Destroy, cripple, repair, rally, move or release a unit, or change a pool; raises ValueError on nonsense."""
    play: Play[LegatusState] = Play(clone(state), dice)
    kind, reason = str(ruling.get("kind", "")), str(ruling.get("reason", "no reason given"))
    if kind not in _RULINGS:
        raise ValueError(f"'{kind}' is no ruling: known are {', '.join(sorted(_RULINGS))}.")
    text, units = _RULINGS[kind](play.state, ruling)
    play.tell("ruling", f"The game master rules: {text} ({reason}).", RULE, units=units, data=ruling)
    return Step(play.state, play.events, play.outbox, [], True)


def _unit(state: LegatusState, ruling: Json) -> Century:
    unit = state.units.get(str(ruling.get("unit", "")))
    if unit is None:
        raise ValueError(f"There is no unit '{ruling.get('unit', '')}' on this map.")
    return unit


def _destroy(state: LegatusState, ruling: Json) -> tuple[str, list[str]]:
    unit = _unit(state, ruling)
    unit.crippled, unit.status, unit.engaged = True, "destroyed", ""
    return f"{unit.name} is destroyed", [unit.id]


def _cripple(state: LegatusState, ruling: Json) -> tuple[str, list[str]]:
    unit = _unit(state, ruling)
    unit.crippled = True
    return f"{unit.name} is crippled", [unit.id]


def _repair(state: LegatusState, ruling: Json) -> tuple[str, list[str]]:
    """Whole again, and back on the map if it was lost."""
    unit = _unit(state, ruling)
    unit.crippled = unit.crippled_at_start = False
    unit.status = "ok"
    unit.engaged = next((c.id for c in state.clashes if unit.id in c.units), "")
    return f"{unit.name} is whole", [unit.id]


def _rally(state: LegatusState, ruling: Json) -> tuple[str, list[str]]:
    unit = _unit(state, ruling)
    unit.broken = False
    return f"{unit.name} is not broken", [unit.id]


def _move(state: LegatusState, ruling: Json) -> tuple[str, list[str]]:
    unit, to = _unit(state, ruling), str(ruling.get("to", ruling.get("hex", "")))
    altitude = str(ruling.get("altitude", unit.altitude))
    if not board.is_position(to) or not board.on_map(grid_of(state), to):
        raise ValueError(f"'{to}' is no hex, hexside or junction of this map.")
    if altitude not in altitudes_of(kinds()[unit.kind].carriage):
        raise ValueError(f"{unit.name} cannot be at '{altitude}'.")
    unit.at, unit.altitude = to, altitude
    return f"{unit.name} is at {to}", [unit.id]


def _pool(state: LegatusState, ruling: Json) -> tuple[str, list[str]]:
    side = next((s for s in state.sides if s.id == ruling.get("side")), None)
    points = ruling.get("points")
    if side is None or not isinstance(points, int) or points < 0:
        raise ValueError("A pool needs a side of this battle and a number of points from 0 up.")
    side.pool = points
    return f"{side.id} has {points} initiative points", []


def _release(state: LegatusState, ruling: Json) -> tuple[str, list[str]]:
    """An engagement below is over without a result."""
    clash = next((c for c in state.clashes if c.id == ruling.get("engagement")), None)
    if clash is None:
        raise ValueError(f"There is no engagement '{ruling.get('engagement', '')}'.")
    state.clashes = [c for c in state.clashes if c is not clash]
    state.settled.append(clash.id)
    for id in clash.units:
        state.units[id].engaged = ""
    return f"engagement {clash.id} is over", clash.units


def _end(state: LegatusState, ruling: Json) -> tuple[str, list[str]]:
    winner = ruling.get("winner")
    if winner is not None and winner not in [s.id for s in state.sides]:
        raise ValueError(f"'{winner}' is no side of this battle.")
    state.over, state.winner, state.outcome = True, winner, str(ruling.get("outcome", "by ruling"))
    return f"the battle is over, {winner or 'nobody'} wins", []


_RULINGS: dict[str, Callable[[LegatusState, Json], tuple[str, list[str]]]] = {
    "destroy": _destroy, "cripple": _cripple, "repair": _repair, "rally": _rally, "move": _move, "pool": _pool, "release": _release, "end": _end,
}  # fmt: skip


def settle(state: LegatusState, report: Json) -> Step:
    """What came of a battle played on a table: fates by unit, and who won. All of it is checked before anything changes."""
    play: Play[LegatusState] = Play(clone(state), ScriptedDice())
    fates = report.get("fates")
    if not isinstance(fates, dict) or not fates:
        raise ValueError("A result needs 'fates': for each unit what became of it.")
    strangers = sorted(str(u) for u in fates if u not in play.state.units)
    if strangers:
        raise ValueError(f"The result names units that are not in this battle: {', '.join(strangers)}.")
    for id in sorted(fates):
        _settle(play, play.state.units[id], fates[id])
    if "winner" in report or report.get("over"):
        text, _ = _end(play.state, {"winner": report.get("winner"), "outcome": report.get("outcome", "played on a table")})
        play.tell("ended", f"Played on a table: {text}.", RULE, data={"winner": report.get("winner")})
    return Step(play.state, play.events, play.outbox, [], True)


def _settle(play: Play[LegatusState], unit: Century, fate: Any) -> None:
    status = str(fate.get("status", "ok")) if isinstance(fate, dict) else ""
    if status not in {"ok", "damaged", "crippled", "destroyed", "left"}:
        raise ValueError(f"'{status}' is no fate of {unit.id}: ok, damaged, crippled, destroyed or left.")
    if unit.status == "destroyed" and status != "destroyed":
        raise ValueError(f"{unit.id} was destroyed before and cannot be {status}.")
    if status == "destroyed" and unit.status == "ok":
        unit.crippled = True
        fighting.hurt(play.state, unit)
    elif status == "crippled" and not unit.crippled:
        fighting.hurt(play.state, unit)
    elif status == "left":
        unit.status, unit.engaged = "left", ""
    play.tell("settled", f"On the table, {unit.name}: {status}.", RULE, units=[unit.id], data={"status": status})


def report_faults(state: LegatusState, report: Json) -> list[Fault]:
    """What `settle` would refuse."""
    try:
        settle(state, report)
    except ValueError as error:
        return [Fault("report", str(error))]
    return []


RULINGS = {
    "destroy": "",
    "cripple": "",
    "repair": "",
    "rally": "",
    "move": "",
    "pool": "",
    "release": "",
    "end": "",
}

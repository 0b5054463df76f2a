"""The Chase: mapsheets that move with the hunted, and what joins them (leviathan: The Chase with its Special
Rules and Reinforcement Table; rulings R-LEV-32, R-LEV-50).

While no hunter has entered the left-hand sheet, leaving it by its left edge ends the battle. Once one has, and all the hunted are on it, the
right-hand sheet is taken up and laid to its left; hunters still on it come to the right edge of the sheet that stays.
"""

from scales.engine import Decision
from scales.hexes import Hex
from scales.leviathan import board
from scales.leviathan.preparation import setup
from scales.leviathan.scenario import deployment
from scales.leviathan.state import FighterUnit, Ship, State, Zone
from scales.play import Play

TABLE: dict[int, list[str]] = {
    1: ["repulse"], 2: ["carthage", "valiant"], 3: ["valiant", "valiant", "ajax", "ajax"], 4: ["carthage"], 5: ["valiant", "ajax"],
    6: ["ajax"], 7: ["exeter"], 8: ["ajax"], 9: ["exeter"], 10: [],
}  # fmt: skip
SPEED = 6
"""Velocity at most at which reinforcements enter (the book leaves it open; forces begin with no more)."""
ANYWHERE = 99
"""Reinforcements need not keep together."""


def pursued(state: State) -> str:
    return str(state.victory.get("pursued", "")) if state.victory.get("kind") == "chase" else ""


def scroll(play: Play[State]) -> list[Decision]:
    """The end of the Movement Phase."""
    state = play.state
    side = pursued(state)
    if not side:
        return []
    left = min(state.sheets, key=lambda s: s.column)
    _note_entries(state, left.number)
    hunted = [s for s in state.of_side(side) if s.alive]
    if any(s.left and s.hex.column <= left.column for s in state.of_side(side)) and not _hunters_in(state, left.number, side):
        state.ended = "escaped"
        play.tell("escaped", "The hunted leave the map before any hunter has entered its last sheet.", "leviathan: The Chase",
                  units=[s.id for s in state.of_side(side) if s.left])  # fmt: skip
    elif hunted and all(_on(state, s, left.number) for s in hunted) and _hunters_in(state, left.number, side):
        _lay(play, left.number, side)
    return []


def _on(state: State, unit: Ship | FighterUnit, number: str) -> bool:
    at = board.sheet_at(state.sheets, unit.hex)
    return at is not None and at.number == number


def _note_entries(state: State, number: str) -> None:
    sheet = next(s for s in state.sheets if s.number == number)
    units: list[Ship | FighterUnit] = [*state.ships.values(), *state.fighters.values()]
    sheet.entered = sorted({*sheet.entered, *(u.side for u in units if u.on_map and _on(state, u, number))})


def _hunters_in(state: State, number: str, side: str) -> bool:
    return any(s != side for sheet in state.sheets if sheet.number == number for s in sheet.entered)


def _lay(play: Play[State], stays: str, side: str) -> None:
    """Take up the right-hand sheet and lay it to the left; the hunted roll for reinforcements, once for each side of the map."""
    state = play.state
    left = next(s for s in state.sheets if s.number == stays)
    moved = next(s for s in state.sheets if s.number != stays)
    edge = left.column + board.layouts()["columns"]
    units: list[Ship | FighterUnit] = [*state.ships.values(), *state.fighters.values()]
    behind = [unit for unit in units if unit.on_map and _on(state, unit, moved.number)]
    for unit in behind:
        unit.hex = Hex(edge, unit.hex.row)
    moved.column, moved.entered = left.column - board.layouts()["columns"], []
    names = ", ".join(unit.name for unit in behind)
    text = f"Mapsheet {moved.number} is laid to the left of mapsheet {stays}" + (f"; at its right edge stand {names}." if behind else ".")
    data = {"sheet": moved.number, "column": moved.column, "put": {unit.id: list(unit.hex) for unit in behind}}
    play.tell("new_sheet", text, "leviathan: The Chase", units=[unit.id for unit in behind], data=data)
    for where in ("top", "bottom"):
        _reinforce(play, side, where)


def _reinforce(play: Play[State], side: str, where: str) -> None:
    state = play.state
    while True:
        roll = play.dice.d10(f"reinforcements from the {where}")
        if roll == 10 or roll not in state.rolled_reinforcements:
            break
        text = f"Reinforcements for {side} from the {where}: {roll} has come already and is thrown again."
        play.tell("reinforcements", text, "leviathan: The Chase", data={"roll": roll, "side": side, "edge": where})
    units = [new_ship(state, side, kind) for kind in TABLE[roll]]
    if units:
        state.rolled_reinforcements.append(roll)
        state.due.append({"side": side, "units": units, "edge": where})
    text = ", ".join(state.ships[id].name for id in units) + ", who come in next turn" if units else "nothing"
    data = {"roll": roll, "side": side, "edge": where, "classes": {id: state.ships[id].sheet for id in units}}
    play.tell("reinforcements", f"Reinforcements for {side} from the {where}: {text}.", "leviathan: The Chase", units=units, data=data)


def new_ship(state: State, side: str, kind: str) -> str:
    """A ship that waits beyond the edge; its id."""
    count = sum(s.sheet == kind for s in state.ships.values()) + 1
    ship = setup.new_ship(state.free_id(f"{side}-{kind}-", count), f"{kind.title()} {count}", side, kind, setup.NOWHERE)
    ship.waiting = True
    state.ships[ship.id] = ship
    return ship.id


def enter(play: Play[State]) -> list[Decision]:
    """Reinforcements due come in where their side places them along their edge."""
    state = play.state
    for key in sorted(play.answers):
        group = state.due.pop(0)
        deployment.place(play, group["side"], play.answers[key].choices[deployment.SLOT])
    while state.due and not _coming(state, state.due[0]["units"]):  # a ruling has ended them
        state.due.pop(0)
    if not state.due:
        return []
    group = state.due[0]
    return [deployment.decision(state, group["side"], _coming(state, group["units"]), Zone(group["edge"], 1, ANYWHERE, SPEED))]


def _coming(state: State, units: list[str]) -> list[str]:
    return [u for u in units if state.ships[u].waiting and not state.ships[u].left and not state.ships[u].destroyed]

"""The Movement Phase: asking units in their order, moving them, and going down to the board below."""

from scales.engine import Decision, Json
from scales.hexes import Hex
from scales.leviathan import board
from scales.leviathan.fighters import below, flight
from scales.leviathan.movement import movement, planet, ramming, translation
from scales.leviathan.movement.movement import Plan, Track
from scales.leviathan.movement.sequence import asked_to_move, class_of, drifting, movable, movement_sequence, waiting
from scales.leviathan.patrol import crossing
from scales.leviathan.records.words import count
from scales.leviathan.state import FighterUnit, Ship, State
from scales.play import Play


def begin(play: Play[State]) -> list[Decision]:
    """Ships that cannot be steered drift before all others."""
    state = play.state
    for ship in state.ships.values():
        ship.entered = 0
        if ship.kind == "ship" and ship.on_map and ship.destroyed:
            move_ship(play, ship, movement.straight(state, ship))
    return []


def by_turns(play: Play[State]) -> list[Decision]:
    """Every class moves, largest first, sides by turns (leviathan: Movement Phase)."""
    state = play.state
    memo = state.at.memo
    if "sequence" not in memo:
        memo["sequence"], memo["moved"], memo["chosen"] = _sequence(state), [], []
        memo["left"] = memo["sequence"][0][2] if memo["sequence"] else 0
    for key in sorted(play.answers):
        _answer(play, key, play.answers[key].choices)
    return _ask(play)


def _sequence(state: State) -> list[list[str | int]]:
    counts: dict[str, dict[str, int]] = {s.id: {} for s in state.sides}
    units: list[Ship | FighterUnit] = [*state.ships.values(), *state.fighters.values()]
    for unit in units:
        if movable(state, unit):
            kind = class_of(unit)
            counts[unit.side][kind] = counts[unit.side].get(kind, 0) + 1
    return [list(c) for c in movement_sequence(counts, state.moves_last)]


def _ask(play: Play[State]) -> list[Decision]:
    """The next decision: which units of the chunk, or how they move. Ships without a say go straight on when their turn comes."""
    state = play.state
    memo = state.at.memo
    while memo["sequence"]:
        side, kind, _ = memo["sequence"][0]
        units = waiting(state, side, kind, memo["moved"])
        if memo["left"] <= 0 or not units:
            memo["sequence"].pop(0)
            memo["left"] = memo["sequence"][0][2] if memo["sequence"] else 0
            continue
        if len(units) > memo["left"] and not any(u in units for u in memo["chosen"]):
            return [which(state, side, kind, units, memo["left"])]
        chosen = [u for u in memo["chosen"] if u in units] or units[:1]
        if asked_to_move(state, state.unit(chosen[0])):
            return [move_of(state, side, chosen[0])]
        ship = state.ships[chosen[0]]
        move_ship(play, ship, movement.straight(state, ship))
        _done(memo, ship.id)
    return []


def move_of(state: State, side: str, unit: str) -> Decision:
    """How does this unit move?"""
    return Decision(f"move:{unit}", state.seat_of(side), "move", f"Move {state.unit(unit).name}.", [unit])


def which(state: State, side: str, kind: str, units: list[str], count: int, waits: int = 0) -> Decision:
    """Which of the units of a class moves next? `waits`: how many will wait then, if not all of these."""
    prompt = f"Choose which {kind.replace('_', ' ')} moves next ({count} to move now)."
    return Decision(f"next:{side}:{kind}:{waits or len(units)}", state.seat_of(side), "next", prompt, units)


def _answer(play: Play[State], key: str, choices: dict[str, dict[str, object]]) -> None:
    memo = play.state.at.memo
    if key.startswith("next:"):
        memo["chosen"] = [choices["unit"]["unit"]]
        return
    unit = play.state.unit(key.partition(":")[2])
    if isinstance(unit, Ship):
        _steer(play, unit, choices[unit.id])
    elif movable(play.state, unit):
        _fly(play, unit, choices[unit.id])
    _done(memo, unit.id)


def _done(memo: Json, unit: str) -> None:
    """A unit has moved."""
    memo["moved"].append(unit)
    memo["chosen"], memo["left"] = [], memo["left"] - 1


def _steer(play: Play[State], ship: Ship, order: dict[str, object]) -> None:
    """Move as ordered; straight on when a ruling has changed so much meanwhile that the ship can no longer follow the order."""
    plan = movement.parse_plan(order)
    assert isinstance(plan, Plan)
    able = movable(play.state, ship) and not drifting(play.state, ship) and not movement.follow(play.state, ship, plan).faults
    if ship.on_map and ship.kind == "ship":
        move_ship(play, ship, plan if able else movement.straight(play.state, ship))


def _fly(play: Play[State], unit: FighterUnit, order: dict[str, object]) -> None:
    """Fly as ordered; stay where a ruling has put the hex out of reach."""
    entered = order.get("entered", 0)
    assert isinstance(entered, int)
    if order["to"] == flight.OFF:
        _break_off(play, unit)
        return
    target = board.parse(play.state.sheets, str(order["to"]))
    if not flight.fault(play.state, unit, target, entered):
        move_fighters(play, unit, target, entered)
        unit.ramming = "" if ramming.flight_faults(play.state, unit, order, unit.hex) else str(order.get("ram", ""))


def _break_off(play: Play[State], unit: FighterUnit) -> None:
    """Off the map, if the edge is still in reach: broken off, or lost where the scenario says so."""
    if flight.leave_fault(play.state, unit):
        return
    unit.left, unit.destroyed = True, bool(play.state.victory.get("leaving_is_loss"))
    play.tell("left", f"{unit.name} leaves the map.", "leviathan: Game Length", units=[unit.id])


def move_ship(play: Play[State], ship: Ship, plan: Plan) -> None:
    """Move a ship as planned and tell it."""
    state = play.state
    track = movement.follow(state, ship, plan)
    came = board.label(state.sheets, ship.hex)
    _take(state, ship, plan, track)
    words = [f"{ship.name} moves from {came} to {board.label(state.sheets, ship.hex)}, heading {ship.heading}, velocity {ship.velocity}"]
    if plan.rolls:
        words.append("and rolls over" + (" twice" if plan.rolls == 2 else f" {plan.rolls} times" if plan.rolls > 2 else ""))
    if plan.orbit:
        words.append(f"and raises its orbit by {plan.orbit}")
    if track.cost:
        words.append(f"for {count(track.cost, 'thrust point')}")
    data = {"hex": list(ship.hex), "heading": ship.heading, "velocity": ship.velocity, "plan": plan.json(), "rolled": ship.rolled}
    data |= {"cost": track.cost, "drift": ship.drift}
    play.tell("moved", " ".join(words) + ".", "leviathan: Movement", units=[ship.id], data=data)
    if plan.translate:
        translation.declare(play, ship)
    if track.left:
        leave(play, ship)
    elif track.crashed:
        planet.crash(play, ship, track.crashed)
    else:
        planet.scorch(play, ship, track.entries)


def _take(state: State, ship: Ship, plan: Plan, track: Track) -> None:
    translation.note(ship, track.moved, straight=plan.keeps_course)
    ship.hex, ship.heading, ship.velocity = track.hex, track.heading, track.velocity
    ship.drift, ship.rolled = min(track.drift, 99), track.rolled
    if track.entered:
        state.moves += 1
        ship.entered, ship.arrived = track.entered, state.moves


def leave(play: Play[State], ship: Ship) -> None:
    """Off the map: broken off, or lost where the scenario says so."""
    if play.state.victory.get("leaving_is_loss"):
        ship.destroyed = True
    ship.left = True
    for unit in play.state.fighters.values():
        if unit.aboard == ship.id and unit.alive:
            unit.left, unit.destroyed = True, ship.destroyed
    play.tell("left", f"{ship.name} leaves the map.", "leviathan: Game Length", units=[ship.id])


def move_fighters(play: Play[State], unit: FighterUnit, target: Hex, entered: int) -> None:
    """Fly a unit to a hex, coming into it on a heading (0: straight)."""
    state = play.state
    came = board.label(state.sheets, unit.hex)
    heading = entered or flight.default_entry(unit, target)
    if target == unit.hex and not entered:
        unit.entered = 0
        return
    unit.hex = target
    state.moves += 1
    unit.entered, unit.arrived = heading, state.moves
    text = f"{unit.name} flies from {came} to {board.label(state.sheets, target)}."
    play.tell("moved", text, "leviathan: Fighters", units=[unit.id], data={"hex": list(target), "entered": heading})


# ---- down to the Interceptor board ---------------------------------------------------------------------------------


def may_go_down(state: State, unit: FighterUnit | Ship) -> bool:
    """Does the counter lie over the Interceptor board, able to announce it? (centurion: Moving Between Boards)"""
    if isinstance(unit, Ship):
        return crossing.may_go_down(state, unit)
    if not state.interceptor or unit.down or unit.base or not unit.on_map or unit.fresh == state.turn:
        return False
    return board.over_interceptor(state.layout, unit.hex)


def go_down(play: Play[State]) -> list[Decision]:
    """Units over the Interceptor board may be ordered down."""
    state = play.state
    if not state.at.memo:
        state.at.memo["asked"] = True
        found = []
        for side in state.sides:
            units = [f.id for f in state.fighters.values() if f.side == side.id and may_go_down(state, f)]
            ships = [s.id for s in state.of_side(side.id) if may_go_down(state, s)]
            if units + ships:
                prompt = f"Which {'fighter units' if not ships else 'units'} go down to the Interceptor board?"
                found.append(Decision(f"down:{side.id}", side.seat, "down", prompt, units + ships, sealed=True))
        if found:
            return found
    for key in sorted(play.answers):
        for unit_id, order in sorted(play.answers[key].choices.items()):
            unit = state.unit(unit_id)
            if order["down"] and may_go_down(state, unit):
                crossing.send_down(play, unit) if isinstance(unit, Ship) else _send_down(play, unit)
    return []


def _send_down(play: Play[State], unit: FighterUnit) -> None:
    unit.down = True
    at = board.label(play.state.sheets, unit.hex)
    event = play.tell("fighters_down", f"{unit.name} goes down from {at}.", "centurion: Moving Between Leviathan and Interceptor Boards",
                      units=[unit.id], data={"hex": at})  # fmt: skip
    play.send("fighters_down", below.down(unit, at), event=event)

"""Points, victory and the end of a battle (leviathan: Scenarios, Victory Conditions).

`victory` of a set-up names the reckoning: {"kind": "strength"} (default: strength factors destroyed), "tonnage" with levels (Meeting
Engagement), "battleship" {"battleship": side} (The Swarm), "chase" {"pursued": side} (The Chase). "leaving_is_loss" counts units that leave
the map as destroyed. Strength is in hundredths, so that squadrons count whole.
"""

from scales import armor
from scales.engine import Fate, Report
from scales.leviathan import catalog
from scales.leviathan.records import record_sheets
from scales.leviathan.state import FighterUnit, Ship, State
from scales.play import Play

STALEMATE = 10
"""Turns without a point of damage that end a battle."""
CAPITAL = ("destroyer", "frigate", "cruiser", "battleship")


def strength(unit: Ship | FighterUnit) -> int:
    """Strength factor in hundredths (leviathan: The Chase); patrol ships and installations by their hull, patrol ships none."""
    table: dict[str, int] = catalog.tables()["strength_hundredths"]
    if isinstance(unit, FighterUnit):
        return table[unit.size]
    return table["carrier"] if unit.card.carrier else table.get(unit.card.hull, 0)


def losses(state: State, side: str) -> list[Ship | FighterUnit]:
    """Units of a side that are destroyed."""
    found: list[Ship | FighterUnit] = [s for s in state.of_side(side) if s.destroyed]
    return found + [f for f in state.fighters.values() if f.side == side and f.destroyed]


def tonnage(state: State, side: str) -> int:
    return sum(u.card.mass for u in losses(state, side) if isinstance(u, Ship))


def points(state: State) -> dict[str, int]:
    """What each side has scored: strength, or tonnage in the Meeting Engagement, of its enemies destroyed."""
    measure = tonnage if state.victory.get("kind") == "tonnage" else lambda st, s: sum(map(strength, losses(st, s)))
    return {side.id: sum(measure(state, other) for other in state.enemies(side.id)) for side in state.sides}


def effective(state: State) -> dict[str, int]:
    """Units that can still fight."""
    found = {s.id: 0 for s in state.sides}
    for ship in state.ships.values():
        found[ship.side] += ship.effective
    for unit in state.fighters.values():
        found[unit.side] += unit.alive and unit.boxes_left > 0
    return found


def close(play: Play[State]) -> None:
    """Is the battle over?"""
    state = play.state
    if state.ended or state.standing:
        return
    state.ended = _ended(state)
    if state.ended:
        report_ = report(state)
        winner = f"{report_.winner} wins" if report_.winner else "nobody wins"
        play.tell("ended", f"The battle ends ({state.ended.replace('_', ' ')}): {winner}, {report_.outcome.replace('_', ' ')}.",
                  "leviathan: Victory Conditions", data={"points": report_.points})  # fmt: skip


def _ended(state: State) -> str:
    left = effective(state)
    if state.victory.get("kind") == "tonnage":  # fighters alone do not carry on (Meeting Engagement, Game Length)
        left = {s.id: sum(ship.effective for ship in state.of_side(s.id)) for s in state.sides}
    if len(left) > 1 and min(left.values()) == 0 and not state.due:
        return "one_side_left"
    if state.turn >= state.turn_limit:
        return "turn_limit"
    return "stalemate" if state.turn - state.hurt >= STALEMATE else ""


def level(state: State, side: str) -> str:
    """The level of victory a side has in the Meeting Engagement: none, token, marginal, substantial or decisive."""
    enemies = state.enemies(side)
    got, gave = sum(tonnage(state, e) for e in enemies), tonnage(state, side)
    token = any(isinstance(u, Ship) and u.card.hull == "battleship" for e in enemies for u in losses(state, e))
    if got <= gave:
        return "token" if token else "none"
    lost = [u.card.hull for u in losses(state, side) if isinstance(u, Ship)]
    if not any(h in CAPITAL for h in lost):
        return "decisive"
    return "marginal" if any(h in CAPITAL[1:] for h in lost) else "substantial"


def outcome(state: State) -> tuple[str, str | None]:
    """(what it came to, who wins)."""
    if len(state.sides) < 2:
        return "unopposed", None
    kind = state.victory.get("kind", "strength")
    if kind == "tonnage":
        levels = {s.id: level(state, s.id) for s in state.sides}
        best = [s for s, name in levels.items() if name in ("marginal", "substantial", "decisive")]
        return (levels[best[0]], best[0]) if best else ("token" if "token" in levels.values() else "draw", None)
    if kind == "battleship":
        return _swarm(state)
    score = points(state)
    high = max(score.values())
    first = [s for s, value in score.items() if value == high]
    return ("victory", first[0]) if len(first) == 1 else ("draw", None)


def _swarm(state: State) -> tuple[str, str | None]:
    """The battleship lives or dies; its hunters lose with their last unit."""
    side = str(state.victory["battleship"])
    other = state.enemies(side)[0]
    if not any(s.effective for s in state.of_side(side)):
        return "battleship_destroyed", other
    return ("fighters_destroyed", side) if effective(state)[other] == 0 else ("undecided", None)


def report(state: State) -> Report:
    """How the battle stands."""
    result, winner = outcome(state)
    fates = {s.id: _ship_fate(s) for s in state.ships.values()} | {f.id: _unit_fate(f) for f in state.fighters.values()}
    over = bool(state.ended) and not state.standing
    if not over and not state.ended:
        result, winner = "undecided", None
    result, winner = state.verdict.get("outcome", result), state.verdict.get("winner", winner)
    return Report(over, result, winner, state.turn, points(state), effective(state), fates)


def status(unit: Ship | FighterUnit) -> str:
    """ok, damaged, crippled, destroyed or left."""
    if unit.destroyed:
        return "destroyed"
    if unit.left:
        return "left"
    if isinstance(unit, FighterUnit):
        return "damaged" if unit.lost else "ok"
    if unit.hulk or not unit.power or not unit.controlled:
        return "crippled"
    return "damaged" if hurt_boxes(unit) else "ok"


def hurt_boxes(ship: Ship) -> int:
    """Boxes marked in all, armor and internal."""
    whole = sum(ship.card.armor.values())
    return whole - sum(armor.boxes_left(g) for g in ship.armor.values()) + sum(r.bit_count() for r in ship.internals)


def _ship_fate(ship: Ship) -> Fate:
    return Fate(ship.side, ship.name, status(ship), record_sheets.of_ship(ship), ship.by or None)


def _unit_fate(unit: FighterUnit) -> Fate:
    return Fate(unit.side, unit.name, status(unit), record_sheets.of_fighters(unit), unit.by or None)

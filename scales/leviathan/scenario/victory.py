"""Points, victory and the end of a battle (leviathan: Scenarios, Victory Conditions).

`victory` of a set-up names the reckoning: {"kind": "strength"} (default: strength factors destroyed), "tonnage" with levels (Meeting
Engagement), "battleship" {"battleship": side} (The Swarm), "chase" {"pursued": side} (The Chase). "leaving_is_loss" counts units that leave
the map as destroyed. Strength is in hundredths, so that squadrons count whole.
"""

from scales import armor
from scales.engine import Fate, Report
from scales.leviathan.records import record_sheets
from scales.leviathan.scenario import reasons
from scales.leviathan.scenario.reckoning import effective, fighting, losses, points, tonnage
from scales.leviathan.state import FighterUnit, Ship, State
from scales.play import Play

STALEMATE = 10
"""Turns without a point of damage that end a battle."""
CAPITAL = ("destroyer", "frigate", "cruiser", "battleship")


def close(play: Play[State]) -> None:
    """Is the battle over?"""
    state = play.state
    if state.ended or state.standing:
        return
    state.ended = _ended(state)
    if state.ended:
        report_ = report(state)
        text = f"The battle ends ({state.ended.replace('_', ' ')}): {_result(report_)}."
        play.tell("ended", text, "leviathan: Victory Conditions", data={"points": report_.points})


def _result(report_: Report) -> str:
    """'rl wins, a marginal victory', 'tog wins, fighters destroyed', 'nobody wins, a draw'."""
    outcome = report_.outcome.replace("_", " ")
    words = {"victory": "", "draw": ", a draw"} | {
        level: f", a {level} victory" for level in ("token", "marginal", "substantial", "decisive")
    }
    return (f"{report_.winner} wins" if report_.winner else "nobody wins") + words.get(outcome, f", {outcome}")


def _ended(state: State) -> str:
    left = fighting(state)
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
    left = fighting(state)
    if not left[side]:
        return "battleship_destroyed", other
    return ("fighters_destroyed", side) if not left[other] else ("undecided", None)


def report(state: State) -> Report:
    """How the battle stands."""
    result, winner = outcome(state)
    fates = {s.id: _ship_fate(s) for s in state.ships.values()} | {f.id: _unit_fate(f) for f in state.fighters.values()}
    over = bool(state.ended) and not state.standing
    if not over and not state.ended:
        result, winner = "undecided", None
    result, winner = state.verdict.get("outcome", result), state.verdict.get("winner", winner)
    levels = (
        {s.id: f"{level(state, s.id)}_victory" for s in state.sides if level(state, s.id) != "none"}
        if state.ended and _has_levels(state)
        else {}
    )
    why = reasons.of(state) if over else []
    return Report(over, result, winner, state.turn, points(state), effective(state), fates, levels=levels, reasons=why)


def _has_levels(state: State) -> bool:
    return state.victory.get("kind") == "tonnage" and len(state.sides) > 1


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

"""End of the minute and of the battle: strength, giving up the field, the turn limit, and messages to the other boards."""

from collections.abc import Sequence

from scales.centurion.catalog import vehicle_type
from scales.centurion.opening import points_of
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.engine import Decision
from scales.play import Play

STALEMATE = 10
"""Turns without damage after which a battle ends undecided."""
BROKEN_HUNDREDTHS = 33
"""A side with less of its starting points left gives up the field (designed)."""
IMMOBILE = ("grav_drive", "engine", "mobility", "helm")
DISARMED = ("turret_weapons", "hull_weapons_1", "hull_weapons_2")


def is_effective(unit: Vehicle | Squad) -> bool:
    """Still in the fight: on the board, and able to move or to fire."""
    if unit.destroyed or unit.left:
        return False
    if isinstance(unit, Squad):
        return unit.type != "vehicle_crew" and unit.strength > 3
    crew = [unit.crew.get(who, "ok") for who in ("gunner", "commander")]
    kind = vehicle_type(unit.type)
    fires = crew != ["dead", "dead"] and not all(e in unit.effects for e in (DISARMED[:1] if kind.is_turret else DISARMED))
    moves = not kind.is_turret and not any(e in unit.effects for e in IMMOBILE) and unit.crew.get("driver", "ok") != "dead"
    return fires or moves


def strength(state: BattleState, side: str, century: str = "") -> int:
    """Scenario points of the effective units of a side or of one of its centuries."""
    units = [u for u in state.units() if u.side == side and (not century or u.century == century)]
    return sum(points_of(u) for u in units if is_effective(u))


def effective(state: BattleState) -> dict[str, int]:
    """Effective units of each side."""
    return {s: sum(is_effective(u) for u in state.units() if u.side == s) for s in state.sides}


def hundredths(now: int, start: int) -> int:
    """Strength left in hundredths of the start."""
    return 100 * now // start if start else 0


def judge(play: Play[BattleState]) -> Sequence[Decision]:
    """A side far below its strength gives up the field (designed; Morale Checks are optional rules)."""
    state = play.state
    state.turns_played = state.turn
    if play.mail("recall"):
        state.recalled = True
        play.tell("recalled", "Both sides are told to break off.", "centurion: Scenario Design")
    if state.standing or state.retreat:
        return ()
    low = {s.id: hundredths(strength(state, s.id), s.start_points) for s in state.sides.values()}
    worst = min(low, key=lambda s: (low[s], s))
    if low[worst] < BROKEN_HUNDREDTHS and any(effective(state).values()) and low[worst] < max(low.values()):
        state.retreat = worst
        state.sides[worst].retreating = True
        text = f"{state.sides[worst].name} is down to {low[worst]} percent of its strength and gives up the field."
        play.tell("retreat", text, "centurion: Withdrawal", data={"strength": low})
    return ()


def is_over(state: BattleState) -> bool:
    """Has the battle ended? A standing one goes on until it is recalled, and a turn is played to its end."""
    if state.recalled:
        return True
    if state.standing or state.turns_played < state.turn:
        return False
    alive = [s for s, n in effective(state).items() if n]
    idle = state.turn - state.last_damage >= STALEMATE
    return bool(state.retreat) or len(alive) < 2 or state.turn >= state.turn_limit or idle


def winner(state: BattleState) -> str | None:
    """Who holds the field; at the turn limit the side with more points by at least half again (Victory Levels)."""
    if state.verdict is not None:
        return state.verdict.winner
    if state.retreat:
        return state.enemies(state.retreat)[0]
    alive = [s for s, n in effective(state).items() if n]
    if len(alive) == 1:
        return alive[0]
    scores = points(state)
    high, low = sorted(scores, key=lambda s: (-scores[s], s))[:2]
    return high if victory(scores[high], scores[low]) != "draw" else None


def victory(high: int, low: int) -> str:
    """Victory Table: higher over lower score."""
    if high >= 3 * low and high > 0:
        return "decisive_victory"
    if high >= 2 * low:
        return "substantial_victory" if high else "draw"
    return "marginal_victory" if 2 * high >= 3 * low else "draw"


def points(state: BattleState) -> dict[str, int]:
    """Scenario points of what each side destroyed (Scenario Design: vehicles, squads with five casualties)."""
    out = dict.fromkeys(state.sides, 0)
    for unit in state.units():
        gone = unit.destroyed or (isinstance(unit, Squad) and unit.strength <= 3)
        if gone:
            out[state.enemies(unit.side)[0]] += points_of(unit)
    return out


STAGES = [judge]

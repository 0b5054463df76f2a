"""End of the minute and of the battle: strength, giving up the field, the turn limit, and messages to the other boards."""

from collections.abc import Sequence

from scales.centurion import switches
from scales.centurion.catalog import vehicle_type
from scales.centurion.combat.morale import is_withdrawing
from scales.centurion.preparation.opening import points_of
from scales.centurion.scenario import scoring
from scales.centurion.scenario.goals import Goals
from scales.centurion.state import WEAPON_SYSTEMS, BattleState, Squad, Vehicle
from scales.engine import Check, Decision, Modifier
from scales.play import Play

STALEMATE = 10
"""Turns without damage after which a battle ends undecided."""
BROKEN_HUNDREDTHS = 33
"""A side with less of its starting points left gives up the field (designed)."""
WITHDRAWS_AT = 15
"""Die and vehicles lost at which a side with force withdrawal goes (a rule of the scenario)."""
FORCE = "centurion: Withdrawal"
IMMOBILE = ("grav_drive", "engine", "mobility", "helm")


def is_effective(unit: Vehicle | Squad) -> bool:
    """Still in the fight: on the board, and able to move or to fire."""
    return not unit.left and is_able(unit)


def is_able(unit: Vehicle | Squad) -> bool:
    """Is it able to move or to fire, wherever it is?"""
    if unit.destroyed:
        return False
    if isinstance(unit, Squad):
        return unit.type != "vehicle_crew" and unit.strength > 3
    crew = [unit.crew.get(who, "ok") for who in ("gunner", "commander")]
    kind = vehicle_type(unit.type)
    fires = crew != ["dead", "dead"] and not all(e in unit.effects for e in (WEAPON_SYSTEMS[:1] if kind.is_turret else WEAPON_SYSTEMS))
    moves = not kind.is_turret and not any(e in unit.effects for e in IMMOBILE) and unit.crew.get("driver", "ok") != "dead"
    return fires or moves


def strength(state: BattleState, side: str, century: str = "") -> int:
    """Scenario points of the effective units of a side or of one of its centuries."""
    units = [u for u in state.units() if u.side == side and (not century or u.century == century)]
    return sum(points_of(u) for u in units if is_effective(u))


def withdrawn(state: BattleState, century: str) -> int:
    """Scenario points of the units of a century that withdrew from the board and are able to fight another day."""
    gone = [u for u in state.units() if u.century == century and u.left and is_withdrawing(u)]
    return sum(points_of(u) for u in gone if is_able(u))


def effective(state: BattleState) -> dict[str, int]:
    """Effective units of each side."""
    return {s: sum(is_effective(u) for u in state.units() if u.side == s) for s in state.sides}


def hundredths(now: int, start: int) -> int:
    """Strength left in hundredths of the start."""
    return 100 * now // start if start else 0


def judge(play: Play[BattleState]) -> Sequence[Decision]:
    """Without Morale Checks a side far below its strength gives up the field (designed); with them its units withdraw one by one. A scenario with
    terms of its own goes on until they end it."""
    state = play.state
    state.turns_played = state.turn
    if play.mail("recall"):
        state.recalled = True
        play.tell("recalled", "Both sides are told to break off.", "centurion: Scenario Design")
    if state.goals is not None:
        withdraw_forces(play, state.goals)
    if state.standing or state.retreat or state.goals is not None or switches.is_on(state, "morale"):
        return ()
    low = {s.id: hundredths(strength(state, s.id), s.start_points) for s in state.sides.values()}
    worst = min(low, key=lambda s: (low[s], s))
    if low[worst] < BROKEN_HUNDREDTHS and any(effective(state).values()) and low[worst] < max(low.values()):
        state.retreat = worst
        state.sides[worst].retreating = True
        text = f"{state.sides[worst].name} is down to {low[worst]} percent of its strength and gives up the field."
        play.tell("retreat", text, "centurion: Withdrawal", data={"strength": low})
    return ()


def withdraw_forces(play: Play[BattleState], goals: Goals) -> None:
    """Sides whose scenario says so roll at each vehicle lost, and give up the field at 15 (force withdrawal)."""
    state = play.state
    for side in goals.force_withdrawal:
        lost = sum(scoring.is_lost(v) for v in state.vehicles.values() if v.side == side)
        before, goals.lost[side] = goals.lost.get(side, 0), lost
        for number in range(before + 1, lost + 1):
            if state.retreat:
                return
            fell = play.dice.d10(f"force withdrawal: {state.sides[side].name}")
            total, goes = fell + number, fell + number >= WITHDRAWS_AT
            losses, needed = [Modifier("vehicles lost", -number, FORCE)], WITHDRAWS_AT - number
            check = Check("force withdrawal, on the target or more", WITHDRAWS_AT, losses, needed, fell, goes, FORCE)
            name, what = state.sides[side].name, "gives up the field" if goes else "fights on"
            sum_of = f"die {fell} and {number} lost make {total}, {WITHDRAWS_AT} gives it up"
            text = f"{name} has lost {number} vehicle{'s' if number > 1 else ''} and {what}: {sum_of}."
            play.tell("force_withdrawal", text, FORCE, checks=[check])
            if goes:
                state.retreat, state.sides[side].retreating = side, True


def close(play: Play[BattleState]) -> Sequence[Decision]:
    """A scenario that is over is judged by its Victory Levels."""
    if play.state.goals is not None and is_over(play.state):
        scoring.announce(play)
    return ()


def is_over(state: BattleState) -> bool:
    """Has the battle ended? A standing one goes on until it is recalled, and a turn is played to its end."""
    if state.recalled:
        return True
    if state.standing or state.turns_played < state.turn:
        return False
    alive = [s for s, n in effective(state).items() if n]
    idle = state.turn - state.last_damage >= STALEMATE
    return bool(state.retreat) or len(alive) < 2 or state.turn >= state.turn_limit or idle or is_decided(state)


def is_decided(state: BattleState) -> bool:
    """Has what ends the scenario come about?"""
    goals = state.goals
    if goals is None:
        return False
    ended = any((u := state.unit(id)) is None or u.destroyed or u.left for id in goals.ends_with)
    held = any(goals.hold_all and turns >= goals.hold_all for turns in goals.held.values())
    return ended or held or any(t.wins and scoring.worth(state, t) for t in goals.terms)


def winner(state: BattleState) -> str | None:
    """Who holds the field; at the turn limit, and in a scenario with terms of its own, the side with the victory by its level (Victory Levels)."""
    if state.verdict is not None:
        return state.verdict.winner
    if state.goals is None and state.retreat:
        return state.enemies(state.retreat)[0]
    alive = [s for s, n in effective(state).items() if n]
    if state.goals is None and len(alive) == 1:
        return alive[0]
    return next((side for side, level in scoring.levels(state).items() if level.endswith("victory")), None)


STAGES = [scoring.count, judge, close]

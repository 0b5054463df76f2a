"""How a battle stands: fates with what a later battle needs, points, and the result for the Legatus board."""

from collections.abc import Mapping

from scales.centurion.careers import quality, ratings
from scales.centurion.combat import infantry_combat
from scales.centurion.ground import installations
from scales.centurion.preparation import muster
from scales.centurion.scenario import ending, reasons, scoring
from scales.centurion.state import BattleState, Century, Squad, Vehicle
from scales.engine import Fate, Json, Report
from scales.levels import victory
from scales.messages import CenturyOut, EngagementResult

CRIPPLED_HUNDREDTHS = 50
DESTROYED_HUNDREDTHS = 10
ROUTED_HUNDREDTHS = 20


def report(state: BattleState) -> Report:
    """The report of a battle; `points` are scenario points of what each side destroyed."""
    fates = {u.id: fate(state, u) for u in state.units()}
    for century in state.centuries.values():
        if century.id not in fates:
            fates[century.id] = _century_fate(state, century, fates)
    over = ending.is_over(state)
    winner = ending.winner(state) if over else None
    return Report(
        over,
        _outcome(state, over, winner),
        winner,
        state.turn,
        scoring.points(state),
        ending.effective(state),
        fates,
        scoring.held(state),
        scoring.levels(state),
        reasons.reasons(state) if over else [],
    )


def _outcome(state: BattleState, over: bool, winner: str | None) -> str:
    if not over:
        return "undecided"
    if state.verdict is not None and state.verdict.outcome:
        return state.verdict.outcome
    if state.retreat and state.goals is None:
        return gives_up(state.sides[state.retreat].name)
    if winner is None:
        return "draw"
    if state.goals is not None:
        level = scoring.levels(state)[winner]
    else:
        scores = scoring.points(state)
        level = victory(scores[winner], scores[state.enemies(winner)[0]])
    return f"{state.sides[winner].name}: {level.replace('_', ' ')}"


def gives_up(side: str) -> str:
    """The outcome when a side retreats."""
    return f"{side} gives up the field"


def fate(state: BattleState, unit: Vehicle | Squad) -> Fate:
    """What became of a unit. The sheet of a turret tells of its installation too."""
    found = _fate(state, unit)
    if unit.id in state.installations:
        found.sheet["installation"] = installations.sheet(state, state.installations[unit.id])
    return found


def _fate(state: BattleState, unit: Vehicle | Squad) -> Fate:
    if unit.destroyed:
        status = "captured" if unit.id in state.captured else "destroyed"
        return Fate(unit.side, unit.name, status, _wreck(unit), infantry_combat.slayer(unit))
    sheet = muster.sheet_of(unit) if isinstance(unit, Vehicle) else muster.squad_sheet(unit)
    sheet["century"] = unit.century
    status = "left" if unit.left else "crippled" if not ending.is_effective(unit) else "damaged" if _is_hurt(unit) else "ok"
    return Fate(unit.side, unit.name, status, sheet, infantry_combat.slayer(unit))


def _wreck(unit: Vehicle | Squad) -> Json:
    """The sheet of a unit that is gone: of a vehicle also who of its crew is dead, since the Centurion may have been one of them."""
    dead = {who: how for who, how in unit.crew.items() if how == "dead"} if isinstance(unit, Vehicle) else {}
    return {"destroyed": True, "century": unit.century, **({"crew": dead} if dead else {})}


def _is_hurt(unit: Vehicle | Squad) -> bool:
    return unit.turn_damaged > 0 or (isinstance(unit, Squad) and unit.strength < 8)


def outcome(state: BattleState, century: Century) -> CenturyOut:
    """A century as it goes back to the Legatus board: destroyed, broken, crippled, retreats or effective (bounds designed)."""
    here, away = ending.strength(state, century.side, century.id), ending.withdrawn(state, century.id)
    left = ending.hundredths(here + away, century.paper_points or century.start_points)
    if century.kind == installations.KIND:
        what = installations.outcome(state, century.id)
    elif left < DESTROYED_HUNDREDTHS:
        what = "destroyed"
    elif state.retreat == century.side or (away and not here):
        what = "broken" if left < ROUTED_HUNDREDTHS else "retreats"
    else:
        what = "crippled" if left <= CRIPPLED_HUNDREDTHS else "effective"
    fired = any(u.century == century.id and (u.fired or u.ever_fired) for u in state.units())
    changed = quality.after(state, century).quality if ending.is_over(state) else century.quality
    return CenturyOut(century.id, what, left, fired, changed if changed != century.quality else "")


def century_fate(state: BattleState, century: Century) -> Fate:
    """A century's fate. `sheet`: its outcome as `CenturyOut` has it, its strength, and the sheets of its units as `damage` of a set-up takes them."""
    return _century_fate(state, century, {u.id: fate(state, u) for u in state.units() if u.century == century.id})


def _century_fate(state: BattleState, century: Century, fates: Mapping[str, Fate]) -> Fate:
    out = outcome(state, century)
    own = [u.id for u in state.units() if u.century == century.id and u.type != "vehicle_crew"]
    units: Json = {id: {key: value for key, value in fates[id].sheet.items() if key != "century"} for id in own}
    hurt = "damaged" if out.strength_hundredths < 100 else "ok"
    status = out.outcome if out.outcome in ("destroyed", "crippled") else hurt
    sheet = {"outcome": out.outcome, "strength_hundredths": out.strength_hundredths, "fired": out.fired, "units": units}
    if century.centurion:
        sheet["career"] = career(state, century)
    return Fate(century.side, century.name, status, sheet)


def career(state: BattleState, century: Century) -> Json:
    """What a later battle needs of a century's skill and of its Centurion, as they would be if this one ended now.

    `quality` and the one `before` this battle, `kills` since its last promotion, `advancement_points` and the `leadership` they give.
    """
    skill, (points, rating) = quality.after(state, century), ratings.after(state, century)
    found = {"quality": skill.quality, "before": century.quality, "kills": skill.tally}
    return found | {"advancement_points": points, "leadership": rating}


def engagement_result(state: BattleState, battle: str = "") -> EngagementResult:
    """The result for the Legatus combat phase; centuries that came from the ground only."""
    over = ending.is_over(state)
    outs = [outcome(state, c) for c in state.centuries.values() if (c.from_ground or state.engagement) and c.kind != installations.KIND]
    base = installations.outcome(state, state.installation) if state.installation in state.centuries else ""
    winner = ending.winner(state) if over else None
    return EngagementResult(battle, state.engagement, over, winner, outs, scoring.points(state), base)

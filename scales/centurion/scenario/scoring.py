"""Scenario points and Victory Levels: what each side destroyed, what its scenario gives it besides, and the level that comes of both."""

from collections.abc import Callable, Sequence

from scales.centurion.combat.weapons import table
from scales.centurion.ground.terrain import board_key, printed
from scales.centurion.movement import exits
from scales.centurion.preparation.opening import points_of
from scales.centurion.scenario.goals import Goals, Objective, Term
from scales.centurion.state import WEAPON_SYSTEMS, BattleState, Building, Squad, Vehicle
from scales.engine import Decision
from scales.hexes import hex_of
from scales.levels import defeat, victory
from scales.play import Play

RULE = "centurion: Scenario Design"
VICTORY = "centurion: Victory Levels"
FULL = 8
"""Men of a squad."""
"""Hits that end the work of an unarmed vehicle which the scenario lets go on as long as it is able."""


# --- points -----------------------------------------------------------------------------------------------------------------------


def is_lost(unit: Vehicle | Squad) -> bool:
    """Does it count as destroyed? Also a squad with five casualties, and whoever left over an edge that was not safe for him."""
    return unit.destroyed or (unit.gone is not None and not unit.gone.safe) or _is_shattered(unit)


def _is_shattered(unit: Vehicle | Squad) -> bool:
    return isinstance(unit, Squad) and FULL - unit.strength >= table("scenario_points")["destroyed_at_casualties"]


def points(state: BattleState) -> dict[str, int]:
    """Scenario points of each side: of what the other lost, and by the terms of the scenario."""
    out = dict.fromkeys(state.sides, 0)
    for unit in state.units():
        if is_lost(unit):
            out[state.enemies(unit.side)[0]] += points_of(unit)
    for term in state.goals.terms if state.goals is not None else ():
        out[term.side] += worth(state, term)
    return out


def worth(state: BattleState, term: Term) -> int:
    """What a term has earned as things stand."""
    if is_watched(term):
        return term.earned
    if term.event == "hold":
        return term.points if holder(state, _objective(state, term.objective)) == term.side else 0
    if term.event in BUILDINGS:
        return term.points * sum(BUILDINGS[term.event](state, label, term.level) for label in term.hexes)
    return sum(_value(term, unit) for unit in _earners(state, term))


def _value(term: Term, unit: Vehicle | Squad) -> int:
    """Points for one unit; a half is rounded up."""
    return -(-points_of(unit) // 2) if term.half else term.points


def _earners(state: BattleState, term: Term) -> list[Vehicle]:
    """The vehicles that earn a term as things stand: those that left, those that stayed when the enemy is gone, enemies destroyed."""
    vehicles = [v for v in state.vehicles.values() if not term.units or v.id in term.units]
    if term.event == "destroy":
        return [v for v in vehicles if v.side != term.side and is_lost(v)]
    own = [v for v in vehicles if v.side == term.side]
    if term.event == "stay":
        foes = [v for v in state.vehicles.values() if v.side != term.side and not v.destroyed and not v.left]
        return [] if foes else [v for v in own if not v.destroyed and not v.left]
    return [v for v in own if _went(term, v)]


def _went(term: Term, vehicle: Vehicle) -> bool:
    gone = vehicle.gone
    if gone is None or gone.edge not in term.edges or (term.hexes and gone.hex not in term.hexes):
        return False
    return term.since <= gone.turn <= (term.until or gone.turn)


# --- buildings and objectives -----------------------------------------------------------------------------------------------------


def _full(state: BattleState, label: str) -> int:
    """Boxes of the buildings in a hex before play."""
    tile = printed(board_key(state.board)).get(hex_of(label))
    return tile.levels * tile.armor_factor if tile is not None else 0


def _boxes(state: BattleState, label: str) -> int:
    built = state.ground.buildings.get(label)
    return sum(built.levels) if built is not None else _full(state, label)


def _ruined(state: BattleState, label: str, _level: int) -> bool:
    return exits.fallen(state, label)


def _damaged(state: BattleState, label: str, _level: int) -> bool:
    """Hurt, and still there."""
    return not exits.fallen(state, label) and _boxes(state, label) < _full(state, label)


def _storey_gone(state: BattleState, label: str, level: int) -> bool:
    built: Building | None = state.ground.buildings.get(label)
    return exits.fallen(state, label) or (built is not None and len(built.levels) >= level and not built.levels[level - 1])


BUILDINGS: dict[str, Callable[[BattleState, str, int], bool]] = {"ruin": _ruined, "damage": _damaged, "storey": _storey_gone}


def is_watched(term: Term) -> bool:
    """Must it be counted when it happens? Turns of work, missions, and enemies destroyed while somebody is able to do his work."""
    return term.event in ("able", "mission") or bool(term.while_able)


def _objective(state: BattleState, name: str) -> Objective:
    assert state.goals is not None
    return next(o for o in state.goals.objectives if o.name == name)


def holder(state: BattleState, objective: Objective) -> str:
    """The side that alone has units on an objective, '' if none has or both. Buildings that have fallen count for nobody."""
    ground = {h for h in objective.hexes if not (objective.building and exits.fallen(state, h))}
    here = {u.side for u in state.in_play() if u.hex is not None and u.hex.label in ground}
    return here.pop() if len(here) == 1 else ""


def held(state: BattleState) -> dict[str, str]:
    """Who holds each objective alone, by its name."""
    return {o.name: holder(state, o) for o in state.goals.objectives} if state.goals is not None else {}


# --- levels -----------------------------------------------------------------------------------------------------------------------


def levels(state: BattleState) -> dict[str, str]:
    """The Victory Level of each side as things stand: by the scenario's own table if it has one, else by the ratio of points."""
    goals = state.goals
    decided = [t.side for t in goals.terms if t.wins and worth(state, t)] if goals is not None else []
    if decided:
        return _levels(state, decided[0], "decisive_victory")
    if goals is not None and goals.levels:
        return _by_table(state, goals)
    scores = points(state)
    high, low = sorted(scores, key=lambda s: (-scores[s], s))[:2]
    return _levels(state, high, victory(scores[high], scores[low]))


def announce(play: Play[BattleState]) -> None:
    """The Victory Levels of a scenario that is over."""
    state, scores = play.state, points(play.state)
    found = sorted(levels(state).items(), key=lambda each: each[1].endswith("defeat"))
    names = ", ".join(f"{level.replace('_', ' ').title()} for {state.sides[side].name}" for side, level in found)
    told = ", ".join(f"{state.sides[side].name} {n}" for side, n in scores.items())
    play.tell("victory_levels", f"{names} ({told} points).", VICTORY, data={"levels": dict(found), "points": scores})


def _levels(state: BattleState, side: str, level: str) -> dict[str, str]:
    return {s: level if s == side else defeat(level) for s in state.sides}


def _by_table(state: BattleState, goals: Goals) -> dict[str, str]:
    """The scenario's table: objectives held alone by a side, or vehicles that a side lost (gone 1, destroyed 2)."""
    for row in goals.levels:
        for side in [row.side] if row.side else state.sides:
            measured = measure(state, goals, side)
            if row.level != "draw" and row.least <= measured and (row.most < 0 or measured <= row.most):
                return _levels(state, side, f"{row.level}_victory")
    return dict.fromkeys(state.sides, "draw")


def measure(state: BattleState, goals: Goals, side: str) -> int:
    """What the table of a scenario goes by, for a side: objectives held alone, losses of the side that it is about, or points."""
    if goals.measure == "objectives":
        return sum(who == side for who in held(state).values())
    if goals.measure == "losses":
        return sum(2 if is_lost(v) else 1 if v.left else 0 for v in state.vehicles.values() if v.side == goals.of)
    return points(state)[side]


# --- counting turn by turn ----------------------------------------------------------------------------------------------------------


def is_able(state: BattleState, id: str) -> bool:
    """Can a vehicle still do its work?"""
    vehicle = state.vehicles.get(id)
    if vehicle is None or vehicle.destroyed or vehicle.left or vehicle.hex is None:
        return False
    return not any(e in vehicle.effects for e in WEAPON_SYSTEMS)


def count(play: Play[BattleState]) -> Sequence[Decision]:
    """End of a turn: terms that must be watched are counted, and what terms have earned anew is told."""
    goals = play.state.goals
    if goals is None:
        return ()
    before = {n: term.earned for n, term in enumerate(goals.terms)}
    for term in goals.terms:
        _watch(play.state, term)
        if not is_watched(term):
            term.earned = worth(play.state, term)
    for n, term in enumerate(goals.terms):
        if term.earned != before[n] and term.event != "hold":
            _tell(play, term, term.earned - before[n])
    _count_turns(play.state, goals)
    return ()


def _watch(state: BattleState, term: Term) -> None:
    if term.event == "able":
        term.earned += term.points * sum(is_able(state, id) for id in term.units)
    elif term.while_able:
        fresh = [v for v in _earners(state, term) if v.id not in term.counted]
        term.counted += [v.id for v in fresh]
        if any(is_able(state, id) for id in term.while_able):
            term.earned += sum(_value(term, v) for v in fresh)


def _tell(play: Play[BattleState], term: Term, change: int) -> None:
    name = play.state.sides[term.side].name
    text = f"{name} {'earns' if change > 0 else 'loses'} {abs(change)} point{'' if abs(change) == 1 else 's'}: {term.text}."
    seen_by = [s for s in play.state.sides if s != term.hidden_from] if term.hidden_from else None
    data = {"side": term.side, "points": change, "so_far": term.earned}
    play.tell("points_earned", text, RULE, data=data, seen_by=seen_by)


def _count_turns(state: BattleState, goals: Goals) -> None:
    """Whole turns in which a side has held every objective alone."""
    holders = set(held(state).values())
    for side in state.sides:
        counts = goals.hold_all and state.turn >= goals.hold_since and holders == {side}
        goals.held[side] = goals.held.get(side, 0) + 1 if counts else 0

"""Victory: points, the ratio table, objectives, the end of a battle, the report. legatus: Victory, R-LEG-06"""

from scales.engine import Fate, Json, Report
from scales.legatus.double_blind.hearing import hides
from scales.legatus.double_blind.learning import hear_of
from scales.legatus.state import Century, LegatusState, Objective, hexes_of, present, side_name, units_of
from scales.legatus.tables import kinds, tables
from scales.play import Play

RULE = "legatus: Victory"
STALEMATE_TURNS = 10


def ratio_result(attacker: int, defender: int) -> str:
    """The table of victory by the points of both sides; exactly 3:1 and 1:3 are extreme, exactly 2:1 and 1:2 a draw. R-LEG-06"""
    if attacker == defender:
        return "draw"
    if attacker >= 3 * defender:
        return "breakthrough"
    if defender >= 3 * attacker:
        return "counterattack"
    if attacker > 2 * defender:
        return "defender_retreat"
    return "attacker_retreat" if defender > 2 * attacker else "draw"


def is_combat(unit: Century) -> bool:
    return kinds()[unit.kind].group == "combat"


def loss_points(unit: Century) -> int:
    """What the enemy gains for the state of a unit; nothing for what it began with."""
    group = "high_hq" if unit.high_hq else kinds()[unit.kind].group
    crippled, destroyed = tables()["victory_points"][group]
    if unit.status == "destroyed":
        return int(destroyed)
    return int(crippled) if unit.crippled and not unit.crippled_at_start else 0


def points(state: LegatusState) -> dict[str, int]:
    """Victory points of each side: enemy losses, two for each unbroken combat century left, objectives held."""
    keep = int(tables()["victory_points"]["own_unbroken_combat_century"])
    found = {}
    for side in state.sides:
        total = sum(loss_points(u) for u in state.units.values() if u.side != side.id)
        total += sum(
            int(tables()["victory_points"][kinds()[q.kind].group][1])
            for q in state.squadrons.values()
            if q.side != side.id and q.box == "destroyed"
        )
        total += keep * sum(is_combat(u) and not u.broken for u in units_of(state, side.id))
        found[side.id] = total + sum(o.points for o in state.objectives if o.holder == side.id)
    return found


def effective(state: LegatusState) -> dict[str, int]:
    """Combat centuries and installations of each side that are still there."""
    return {s.id: sum(is_combat(u) or u.kind == "defensive_installation" for u in units_of(state, s.id)) for s in state.sides}


def take_objectives(play: Play[LegatusState]) -> None:
    """A side holds a place when it has an unbroken unit there and no enemy does; it keeps it until another takes it."""
    for goal in play.state.objectives:
        there = [u for u in play.state.units.values() if present(u) and goal.hex in hexes_of(u.at)]
        holders = sorted({u.side for u in there if not u.broken})
        if len(holders) == 1 and len({u.side for u in there}) == 1 and goal.holder != holders[0]:
            goal.holder = holders[0]
            data = {"objective": goal.name, "holder": goal.holder}
            play.tell("objective", f"{side_name(goal.holder)} takes {goal.name}.", RULE, data=data, seen_by=_hear_of(play.state, goal))


def _hear_of(state: LegatusState, goal: Objective) -> list[str] | None:
    """Who is told of a place taken: everybody, in a double-blind battle its holder and those that see him there."""
    if not hides(state):
        return None
    told = [goal.holder, *hear_of(state, goal)]
    sides = [s.id for s in state.sides if s.id in told]
    return None if len(sides) == len(state.sides) else sides


def judge(play: Play[LegatusState]) -> None:
    """Is the battle over? A standing board never is."""
    state = play.state
    if state.standing:
        return
    alive = [s for s, n in effective(state).items() if n]
    why = ""
    if len(alive) < 2:
        why = "one side has no combat century left"
    elif state.at.turn >= state.turn_limit:
        why = f"turn {state.turn_limit} was the last"
    elif state.quiet >= STALEMATE_TURNS:
        why = f"{STALEMATE_TURNS} turns went by without damage"
    if why:
        _close(play, alive, why)


def _close(play: Play[LegatusState], alive: list[str], why: str) -> None:
    state = play.state
    state.over = True
    state.outcome, state.winner = result(state)
    if len(alive) == 1:
        state.winner = alive[0]
    score = ", ".join(f"{s} {n}" for s, n in points(state).items())
    play.tell(
        "ended",
        f"The battle ends, {why}: {state.outcome.replace('_', ' ')} ({score}).",
        RULE,
        data={"outcome": state.outcome, "winner": state.winner, "points": points(state)},
    )


def result(state: LegatusState) -> tuple[str, str | None]:
    """The word of the table and the winner, None for a draw."""
    score = points(state)
    other = next((s.id for s in state.sides if s.id != state.attacker), state.attacker)
    word = ratio_result(score[state.attacker], score[other])
    if word == "draw":
        return word, None
    return word, state.attacker if word in {"breakthrough", "defender_retreat"} else other


def status(unit: Century) -> str:
    if unit.status != "ok":
        return unit.status
    return "crippled" if unit.crippled else "ok"


def fates(state: LegatusState) -> dict[str, Fate]:
    """What became of every unit of the battle, satellites and ships too."""
    above = [s.id for s in state.satellites] + [s.id for s in state.supports]
    return {id: fate_of(state, id) for id in [*sorted(state.units), *above, *sorted(state.squadrons)]}


def fate_of(state: LegatusState, id: str) -> Fate:
    """What became of one unit, with the sheet that a later battle and `settle` read."""
    if id in state.units:
        unit = state.units[id]
        return Fate(unit.side, unit.name, status(unit), _sheet(unit))
    if id in state.squadrons:
        squadron = state.squadrons[id]
        word = squadron.box if squadron.box in {"destroyed", "left"} else "ok"
        return Fate(squadron.side, squadron.name, word, {"kind": squadron.kind, "box": squadron.box})
    for satellite in state.satellites:
        if satellite.id == id:
            return Fate(satellite.side, satellite.name, "left" if satellite.spent or satellite.left else "ok")
    support = next(s for s in state.supports if s.id == id)
    return Fate(support.side, support.name, "left" if support.left else "ok")


def _sheet(unit: Century) -> Json:
    return {
        "kind": unit.kind,
        "at": unit.at,
        "altitude": unit.altitude,
        "broken": unit.broken,
        "crippled": unit.crippled,
        "cohort": unit.cohort,
        "engaged": unit.engaged,
        **unit.sheet,
    }


def report(state: LegatusState) -> Report:
    held = {o.name: o.holder for o in state.objectives}
    return Report(state.over, state.outcome, state.winner, state.at.turn, points(state), effective(state), fates(state), held)

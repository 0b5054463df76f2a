"""Victory points in detail: what each side has gained and for what, and the table of results. legatus: Victory Points, Ratio Table,
R-LEG-06"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from scales.legatus.state import Century, LegatusState, side_name, units_of
from scales.legatus.tables import kinds, tables

RESULTS = {
    "breakthrough": "the attackers smash through the line into the rear areas",
    "defender_retreat": "the defenders withdraw to reorganize",
    "draw": "the battle is indecisive",
    "attacker_retreat": "the attackers withdraw to regroup",
    "counterattack": "the attack is destroyed and the tables turned",
}
"""What each result of the table comes to."""
WORDS = {
    "combat": "combat century",
    "support_century": "support century",
    "signals": "signals century",
    "artillery": "artillery century",
    "air_space_defense": "air/space defense century",
    "armored_engineer": "armored engineer century",
    "hq": "cohort headquarters",
    "high_hq": "manus or brigade headquarters",
    "defensive_installation": "defensive installation",
    "interceptor_squadron": "interceptor squadron",
}


class Gain(NamedTuple):
    """Points for one thing, such as 2 of 'combat century destroyed' at 3 each."""

    what: str
    number: int
    each: int

    @property
    def points(self) -> int:
        return self.number * self.each


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


def group_of(state: LegatusState, unit: Century) -> str:
    """The row of the table of points for a unit; a headquarters is that of a manus or brigade, or that of a cohort."""
    if unit.hq:
        above = unit.cohort in state.cohorts and state.cohorts[unit.cohort].level == "manus"
        return "high_hq" if unit.high_hq or above else "hq"
    return kinds()[unit.kind].group


def loss_of(unit: Century) -> str:
    """What counts of a unit's state: destroyed (no longer crippled as well), crippled in this battle, or ''."""
    if unit.status == "destroyed":
        return "destroyed"
    return "crippled" if unit.crippled and not unit.crippled_at_start else ""


def gains(state: LegatusState, side: str) -> list[Gain]:
    """What a side has points for: enemy losses, its own unbroken combat centuries, objectives."""
    table, losses = tables()["victory_points"], _losses(state, side)
    found = [
        Gain(f"enemy {WORDS[group]} {loss}", losses[group, loss], int(table[group][loss == "destroyed"]))
        for group in WORDS
        for loss in ("crippled", "destroyed")
        if (group, loss) in losses
    ]
    kept = sum([not u.broken and is_combat(u) for u in units_of(state, side)])
    own = [Gain("own unbroken combat century", kept, int(table["own_unbroken_combat_century"]))] if kept else []
    return [*found, *own, *(Gain(o.name, 1, o.points) for o in state.objectives if o.holder == side and o.points)]


def _losses(state: LegatusState, side: str) -> Counter[tuple[str, str]]:
    """What the enemies of a side have lost, by row of the table and by what became of it."""
    hurt = [u for u in state.units.values() if u.side != side and (u.crippled or u.status == "destroyed")]
    fallen = [q for q in state.squadrons.values() if q.side != side and q.box == "destroyed"]
    units = [(group_of(state, u), loss) for u in hurt if (loss := loss_of(u))]
    return Counter(units + [(kinds()[q.kind].group, "destroyed") for q in fallen])


def points(state: LegatusState) -> dict[str, int]:
    """Victory points of each side."""
    return {side.id: sum(gain.points for gain in gains(state, side.id)) for side in state.sides}


def result(state: LegatusState) -> tuple[str, str | None]:
    """The word of the table and the winner, None for a draw."""
    score = points(state)
    other = defender_of(state)
    word = ratio_result(score[state.attacker], score[other])
    if word == "draw":
        return word, None
    return word, state.attacker if word in {"breakthrough", "defender_retreat"} else other


def defender_of(state: LegatusState) -> str:
    return next((s.id for s in state.sides if s.id != state.attacker), state.attacker)


def sentences(state: LegatusState) -> Iterator[str]:
    """Each side's points in detail, and what their ratio comes to."""
    score = points(state)
    for side in state.sides:
        detail = "; ".join(f"{gain.number} x {gain.what} {gain.points}" for gain in gains(state, side.id))
        yield f"{side_name(state, side.id)} has {score[side.id]} victory points{f': {detail}' if detail else ''}"
    word, other = result(state)[0], defender_of(state)
    found = f"{score[state.attacker]} to {score[other]} is {word.replace('_', ' ')}"
    yield f"{side_name(state, state.attacker)} attacks: {found}, {RESULTS[word]} (legatus: Victory)"

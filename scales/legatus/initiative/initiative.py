"""Initiative: base values, points from the pool, ties. legatus: Initiative Phase, Manus, Signals"""

from collections.abc import Mapping

from scales.dice import Dice
from scales.engine import Modifier
from scales.legatus.board import gap, reach
from scales.legatus.state import Century, Cohort, LegatusState, active, members, present
from scales.legatus.tables import tables

RULE = "legatus: Initiative Phase"


def base_initiative(distance: int, destroyed: int, crippled: int) -> int:
    """Hexes from the headquarters to the farthest century (or between the two farthest), and one for each century lost or crippled."""
    return distance + destroyed + crippled


def headquarters(state: LegatusState, cohort: str) -> Century | None:
    """The century that commands a cohort: its own headquarters, else a brigade headquarters attached to it, else the manus headquarters that
    has taken it over."""
    above = state.cohorts[cohort].under if cohort in state.cohorts else ""
    return _own_headquarters(state, cohort) or (_own_headquarters(state, above) if above else None)


def _own_headquarters(state: LegatusState, cohort: str) -> Century | None:
    found = [u for u in state.units.values() if u.hq and u.cohort == cohort and present(u)]
    return min(found, key=lambda u: (u.high_hq, u.id), default=None)


def distance_of(state: LegatusState, cohort: str) -> int:
    """Hexes that the base value counts, by its rule."""
    here, hq = active(state, cohort), headquarters(state, cohort)
    if hq:
        return max((reach(hq.at, u.at) for u in here if u is not hq), default=0)
    return max((reach(a.at, b.at) for a in here for b in here if a is not b), default=0)


def modifiers_of(state: LegatusState, cohort: Cohort) -> list[Modifier]:
    """What lowers a cohort's value besides points: signals beside its headquarters, an organic platoon, an attached brigade headquarters."""
    table, hq = tables()["initiative"], headquarters(state, cohort.id)
    found: list[Modifier] = []
    if hq and any(
        u.kind == "signals" and u.side == cohort.side and not u.crippled and present(u) and gap(u.at, hq.at) <= 1
        for u in state.units.values()
    ):
        found.append(Modifier("signals century at the headquarters", table["signals"], "legatus: Signals"))
    if hq and hq.organic_signals and not hq.crippled:
        found.append(Modifier("organic signals", table["organic_signals"], "legatus: Standard Centuries"))
    if cohort.level != "manus" and any(u.high_hq and u is not hq for u in active(state, cohort.id)):
        found.append(Modifier("brigade headquarters attached", table["brigade_hq"], "legatus: Manus"))
    return found


def base_of(state: LegatusState, cohort: Cohort) -> int:
    everyone = members(state, cohort.id)
    destroyed = sum(u.status == "destroyed" for u in everyone)
    crippled = sum(u.crippled and present(u) for u in everyone)
    return base_initiative(distance_of(state, cohort.id), destroyed, crippled)


def value_of(state: LegatusState, cohort: Cohort) -> int:
    """The value before points are spent."""
    return base_of(state, cohort) + sum(m.value for m in modifiers_of(state, cohort))


def whole_manus(state: LegatusState, side: str) -> list[str]:
    """Permanent manus of a side that fight as an entire force: with their headquarters and every cohort. legatus: Manus"""
    parts: dict[str, list[Cohort]] = {}
    for c in sorted(state.cohorts.values(), key=lambda c: c.id):
        if c.side == side and c.permanent and c.manus:
            parts.setdefault(c.manus, []).append(c)
    return [m for m, cohorts in parts.items() if len(cohorts) > 1 and _is_whole(state, cohorts)]


def _is_whole(state: LegatusState, cohorts: list[Cohort]) -> bool:
    led = any(c.level == "manus" and headquarters(state, c.id) for c in cohorts)
    return led and all(active(state, c.id) for c in cohorts)


def price_of(state: LegatusState, side: str, key: str) -> int:
    """Points of the pool for one step down of a cohort or a whole manus; 0 when it cannot be bought.

    A manus headquarters that has taken over a cohort pays double for both. legatus: Manus
    """
    dear = int(tables()["initiative"]["manus_price"])
    if any(c.manus == key for c in state.cohorts.values()) and key in whole_manus(state, side):
        return dear
    cohort = state.cohorts.get(key)
    if cohort is None or cohort.side != side or not active(state, key):
        return 0
    if not headquarters(state, key):
        return 0
    stretched = cohort.under or any(c.under == key and active(state, c.id) for c in state.cohorts.values())
    return dear if stretched else 1


def price_fault(state: LegatusState, side: str, key: str) -> str:
    """Why the initiative of a cohort or manus cannot be bought down; '' when it can."""
    if price_of(state, side, key):
        return ""
    cohort = state.cohorts.get(key)
    if cohort is not None and cohort.side == side:
        why = "it has no headquarters" if active(state, key) else "none of it is left on the map"
        return f"The initiative of {cohort.name} cannot be modified: {why} ({RULE})."
    if any(c.side == side and c.manus == key for c in state.cohorts.values()):
        return f"The manus '{key[:40]}' is bought down together only while it is permanent and fights whole under its headquarters (legatus: Manus)."
    mine = [c.id for _, c in sorted(state.cohorts.items()) if c.side == side]
    known = ", ".join([*mine[:12], *whole_manus(state, side)])
    return f"'{key[:40]}' is no cohort or manus of yours: there are {known} ({RULE})."


def cost_of(state: LegatusState, side: str, points: Mapping[str, int]) -> int:
    """What a spending costs the pool."""
    return sum(price_of(state, side, key) * steps for key, steps in points.items())


def lowered(values: Mapping[str, int], points: Mapping[str, int], parts: Mapping[str, list[str]]) -> dict[str, int]:
    """Initiatives after steps down; `parts` names the cohorts that each whole manus lowers together."""
    found = dict(values)
    for key, steps in points.items():
        for cohort in parts.get(key, [key]):
            found[cohort] -= steps
    return found


def manus_parts(state: LegatusState, side: str) -> dict[str, list[str]]:
    """The cohorts that each whole manus lowers together: those with a headquarters."""
    return {
        m: sorted(c.id for c in state.cohorts.values() if c.side == side and c.manus == m and headquarters(state, c.id))
        for m in whole_manus(state, side)
    }


def settle_ties(state: LegatusState, dice: Dice) -> list[str]:
    """Opposing cohorts with equal values roll until they differ; the lower roll goes first. Returns the names that rolled. R-LEG-09"""
    rolled: list[str] = []
    alive = [c for c in sorted(state.cohorts.values(), key=lambda c: c.id) if active(state, c.id)]
    for c in alive:
        c.tie = []
    while True:
        tied = _tied(alive)
        if not tied:
            return rolled
        for c in tied:
            c.tie.append(dice.d10(f"initiative tie: {c.name} at {c.initiative}"))
            rolled.append(c.name)


def _tied(cohorts: list[Cohort]) -> list[Cohort]:
    """Cohorts that share value and rolls with one of another side."""
    return [c for c in cohorts if any(o.side != c.side and (o.initiative, o.tie) == (c.initiative, c.tie) for o in cohorts)]


def order_of(state: LegatusState) -> list[str]:
    """Cohorts still in the battle, best initiative (lowest value) first."""
    there = {u.cohort for u in state.units.values() if present(u)}
    alive = [c for c in state.cohorts.values() if c.id in there]
    return [c.id for c in sorted(alive, key=lambda c: (c.initiative, c.tie, c.id))]


def next_offer(order: list[str], passed: list[str]) -> tuple[str, bool]:
    """Who is offered the move next among those that have not moved, and whether it must: the last one may not pass. legatus: Movement Phase

    `passed` are those that have passed since somebody last moved; when a cohort moves, it leaves `order` and `passed` begins anew.
    """
    cohort = next((c for c in order if c not in passed), order[-1])
    return cohort, cohort == order[-1]

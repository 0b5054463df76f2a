"""Artillery centuries: support, counter-battery fire, area denial. legatus: Artillery, Air/Space Defense Centuries"""

from scales.engine import Modifier
from scales.legatus import board
from scales.legatus.combat.targets import in_combat
from scales.legatus.movement.movement import grid_of
from scales.legatus.movement.zones import controlled
from scales.legatus.state import Century, LegatusState, enemies_of, free, units_of
from scales.legatus.tables import kinds, tables

RULE = "legatus: Artillery"
RANGE = "unlimited"


def support_of(dispersion: str) -> tuple[int, int]:
    """How many centuries an artillery century supports, and the attack bonus of each."""
    shots, bonus = tables()["artillery"]["support"][dispersion]
    return int(shots), int(bonus)


def denial_size(dispersion: str) -> int:
    """Hexes of zone that one fire mission denies."""
    return int(tables()["artillery"]["denial_hexes"][dispersion])


def may_support(moved: bool, altitude: str, crippled: bool) -> bool:
    """Only an uncrippled artillery century that has not moved and is not above normal altitude fires."""
    return not moved and not crippled and altitude in {"normal", "dug_in"}


def is_artillery(unit: Century) -> bool:
    return kinds()[unit.kind].group == "artillery"


def shots_left(unit: Century) -> int:
    """Shots not yet used this turn (`unit.shots` counts those used)."""
    return max(0, support_of(board.dispersion(unit.at))[0] - unit.shots)


def can_fire(unit: Century) -> bool:
    return (
        is_artillery(unit)
        and free(unit)
        and not unit.broken
        and may_support(unit.moved, unit.altitude, unit.crippled)
        and shots_left(unit) > 0
    )


def batteries(state: LegatusState, side: str) -> list[Century]:
    """Artillery centuries that can fire in this combat phase, by id."""
    return [u for u in units_of(state, side) if can_fire(u)]


def supportable(state: LegatusState, side: str) -> list[Century]:
    """Centuries in combat that artillery may support: not installations. R-LEG-11"""
    return [u for u in units_of(state, side) if free(u) and u.kind != "defensive_installation" and in_combat(state, u)]


def shielded(state: LegatusState, target: Century) -> bool:
    """No support against a century in the zone of an air/space defense century of its side."""
    defenders = [u for u in units_of(state, target.side) if u.kind == "air_space_defense" and not u.broken]
    return any(set(target.at.split("|")) & controlled(u) for u in defenders)


def counter_targets(state: LegatusState, side: str) -> list[Century]:
    return [e for e in enemies_of(state, side) if can_fire(e)]


def bonus_modifier(battery: Century) -> Modifier:
    return Modifier(f"artillery: {battery.name}", support_of(board.dispersion(battery.at))[1], RULE)


def denial_fault(state: LegatusState, unit: Century, places: list[str]) -> str:
    """Why artillery denial cannot be laid on these positions; '' when it can."""
    if not can_fire(unit):
        return f"{unit.name} cannot fire: only an uncrippled artillery century on or in the ground that has not moved does."
    size = denial_size(board.dispersion(unit.at))
    for at in places:
        if not board.is_position(at) or not board.on_map(grid_of(state), at) or at.count("|") + 1 != size:
            return f"A mission of {unit.name} denies {size} adjacent hexes; '{at[:20]}' is not that."
    return f"{unit.name} has {shots_left(unit)} missions." if len(places) > shots_left(unit) else ""


def barrage_fault(state: LegatusState, unit: Century, support: list[str], counter: dict[str, int]) -> str:
    """Why fire orders of an artillery century cannot be given; '' when they can."""
    friends, enemies = [u.id for u in supportable(state, unit.side)], [e.id for e in counter_targets(state, unit.side)]
    wrong = [i[:40] for i in support if i not in friends] + [i[:40] for i in counter if i not in enemies]
    if wrong:
        return f"{unit.name} cannot fire for or at {', '.join(wrong)}."
    if len(set(support)) < len(support) or any(n < 1 for n in counter.values()):
        return "Each century is supported once by a battery, and counter-battery fire takes one shot or more."
    used = len(support) + sum(counter.values())
    return f"{unit.name} has {shots_left(unit)} shots, not {used}." if used > shots_left(unit) else ""

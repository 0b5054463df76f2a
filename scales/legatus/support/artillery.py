"""Artillery centuries: support, counter-battery fire, area denial. legatus: Artillery, Air/Space Defense Centuries"""

from scales.engine import Modifier
from scales.legatus import board
from scales.legatus.combat.targets import in_combat
from scales.legatus.defenses.installations import is_fixed
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


def supportable(state: LegatusState, unit: Century) -> list[Century]:
    """Friends in combat that an artillery century may support: not itself, and no installation. R-LEG-11"""
    return [u for u in in_combat(state, unit.side) if u is not unit and not is_fixed(u)]


def shielded(state: LegatusState, target: Century) -> bool:
    """No support against a century in the zone of an air/space defense century of its side."""
    return bool(shields_of(state, target))


def shields_of(state: LegatusState, target: Century) -> list[Century]:
    """The air/space defense centuries that keep artillery from a century, itself included: a crippled one still has its zone, a broken one has
    none. legatus: Air/Space Defense Centuries"""
    defenders = [u for u in units_of(state, target.side) if u.kind == "air_space_defense"]
    return [u for u in defenders if set(target.at.split("|")) & controlled(u)]


def counter_targets(state: LegatusState, side: str) -> list[Century]:
    """Enemy batteries with shots left that this state (a view's: spotted ones) knows of."""
    return [e for e in enemies_of(state, side) if can_fire(e)]


def bonus_modifier(battery: Century) -> Modifier:
    return Modifier(f"artillery: {battery.name}", support_of(board.dispersion(battery.at))[1], RULE)


def idle_reason(unit: Century) -> str:
    """Why an artillery century fires nothing now; '' when it can."""
    if not is_artillery(unit):
        return f"{unit.name} is no artillery century"
    if unit.crippled or unit.broken:
        return f"{unit.name} is {'crippled' if unit.crippled else 'broken'}"
    if unit.moved:
        return f"{unit.name} has moved or changed its deployment"
    if unit.altitude in {"tree_top", "low_altitude"}:
        return f"{unit.name} is at {unit.altitude.replace('_', ' ')}"
    return "" if can_fire(unit) else f"{unit.name} has no shot left"


def denial_fault(state: LegatusState, unit: Century, places: list[str]) -> str:
    """Why artillery denial cannot be laid on these positions; '' when it can."""
    reason = idle_reason(unit)
    if reason:
        return f"{reason} and denies no ground ({RULE})."
    size = denial_size(board.dispersion(unit.at))
    for at in places:
        if not board.is_position(at) or not board.on_map(grid_of(state), at) or at.count("|") + 1 != size:
            what = "one hex of the map" if size == 1 else f"{size} hexes of the map that touch each other"
            return f"A mission of {unit.name}, which is {_spread(unit)}, denies {what}; '{at[:20]}' is not that ({RULE})."
    return "" if len(places) <= shots_left(unit) else f"{unit.name} has {_shots(unit)} for missions, not {len(places)} ({RULE})."


def barrage_fault(state: LegatusState, unit: Century, support: list[str]) -> str:
    """Why an artillery century cannot support these centuries; '' when it can."""
    friends = [u.id for u in supportable(state, unit)]
    wrong = [i[:40] for i in support if i not in friends]
    if wrong:
        return f"{unit.name} cannot support {', '.join(wrong)}: it supports other friendly centuries in combat, no installation ({RULE})."
    if len(set(support)) < len(support):
        return f"A battery supports each century with one shot ({RULE})."
    return "" if len(support) <= shots_left(unit) else f"{unit.name} has {_shots(unit)} for support, not {len(support)} ({RULE})."


def counter_fault(state: LegatusState, unit: Century, targets: dict[str, int]) -> str:
    """Why counter-battery fire cannot be ordered; '' when it can."""
    enemies = {e.id: e for e in counter_targets(state, unit.side)}
    wrong = [i[:40] for i in targets if i not in enemies]
    if wrong:
        return (
            f"{unit.name} cannot fire at {', '.join(wrong)}: enemy batteries with shots left are {', '.join(enemies) or 'none'} ({RULE})."
        )
    for id, shots in targets.items():
        most = shots_left(enemies[id])
        if not 1 <= shots <= most:
            return f"{'One shot' if most == 1 else f'One to {most} shots'} can be taken from {enemies[id].name}, not {shots} ({RULE})."
    used = sum(targets.values())
    return "" if used <= shots_left(unit) else f"{unit.name} has {_shots(unit)}, not {used} ({RULE})."


def _spread(unit: Century) -> str:
    return board.dispersion(unit.at).replace("_", "-")


def _shots(unit: Century) -> str:
    return f"{shots_left(unit)} shot{'' if shots_left(unit) == 1 else 's'} left"

"""Who can attack whom. legatus: Combat Phase, Defensive Installations, Interceptors"""

from operator import attrgetter

from scales.legatus.defenses.installations import is_fixed
from scales.legatus.double_blind.hearing import hides, known_of
from scales.legatus.movement.zones import in_reach_of, opponents
from scales.legatus.state import Century, LegatusState, enemies_of, free, hexes_of, units_of

ATTACKS = "legatus: Attacks"


def targets_of(state: LegatusState, unit: Century) -> list[Century]:
    """The enemies a century may choose from: those in reach that its side has spotted. legatus: Attacks, Double-blind rules: Combat"""
    return known_of(state, unit.side, opponents(state, unit))


def in_combat(state: LegatusState, side: str) -> list[Century]:
    """The units of a side that are engaged in combat on this map: they have an opponent, or an enemy installation reaches them."""
    danger = in_reach_of([e for e in enemies_of(state, side) if not e.engaged])
    here = [u for u in units_of(state, side) if not u.engaged]
    return [u for u in here if not danger.isdisjoint(hexes_of(u.at)) or (is_fixed(u) and opponents(state, u))]


def hexes_of_foes(state: LegatusState, side: str) -> set[str]:
    """Where the enemies are that a side knows of, but those held by a battle below."""
    return {h for e in known_of(state, side, enemies_of(state, side)) if not e.engaged for h in hexes_of(e.at)}


def attackers(state: LegatusState, side: str) -> list[Century]:
    """Centuries in combat that choose a target; installations attack everyone and are not asked."""
    foes = hexes_of_foes(state, side)
    return [u for u in in_combat(state, side) if not is_fixed(u) and not in_reach_of([u]).isdisjoint(foes)]


def attack_fault(state: LegatusState, unit: Century, target: str) -> str:
    """Why a century cannot be ordered to attack a target, '' for nobody. It may hold its fire in a double-blind battle alone."""
    able = ", ".join(f"'{e.id}'" for e in targets_of(state, unit)) or "nobody"
    if not target:
        return f"{unit.name} is in combat and attacks an enemy ({ATTACKS}): {able} can be attacked."
    rule = "legatus: Double-blind rules: Combat" if hides(state) else ATTACKS
    spotted = "a spotted enemy" if hides(state) else "an enemy"
    return f"{unit.name} cannot attack '{target[:40]}', only {spotted} in its hex or next to it ({rule}): {able} can be attacked."


def enemies_in_combat(state: LegatusState, side: str) -> list[Century]:
    """What support from above may strike: enemies in combat on this map, by id."""
    return sorted((u for s in state.sides if s.id != side for u in in_combat(state, s.id)), key=attrgetter("id"))


def low_targets(state: LegatusState, side: str) -> list[Century]:
    """What ground support left over may attack after all combat: enemies at low altitude."""
    return [e for e in enemies_of(state, side) if free(e) and e.altitude == "low_altitude"]

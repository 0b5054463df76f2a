"""Who can attack whom. legatus: Combat Phase, Defensive Installations, Interceptors"""

from scales.legatus.board import gap
from scales.legatus.movement.zones import attack_range, opponents
from scales.legatus.state import Century, LegatusState, enemies_of, free, units_of


def targets_of(state: LegatusState, unit: Century) -> list[Century]:
    """The enemies a century may choose from."""
    return opponents(state, unit)


def attackers(state: LegatusState, side: str) -> list[Century]:
    """Centuries in combat that choose a target; installations attack everyone and are not asked."""
    return [u for u in units_of(state, side) if free(u) and u.kind != "defensive_installation" and opponents(state, u)]


def in_combat(state: LegatusState, unit: Century) -> bool:
    """Engaged in combat on this map: it has an opponent, or an enemy installation reaches it."""
    return free(unit) and any(
        not e.engaged and gap(unit.at, e.at) <= max(attack_range(unit), attack_range(e)) for e in enemies_of(state, unit.side)
    )


def squadron_targets(state: LegatusState, side: str) -> list[Century]:
    """What ground support may attack: enemies in combat, and after all combat those at low altitude."""
    return [e for e in enemies_of(state, side) if free(e) and (e.altitude == "low_altitude" or in_combat(state, e))]

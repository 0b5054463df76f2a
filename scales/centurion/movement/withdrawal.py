"""Withdrawal: at whom a unit that failed its morale check may still fire. How it goes back is in `retreat`."""

from scales.centurion import switches
from scales.centurion.combat import aim
from scales.centurion.combat.morale import is_withdrawing
from scales.centurion.state import BattleState, Squad, Vehicle

RULE = "centurion: Withdrawal"


def note_attack(state: BattleState, by: str, target: str) -> None:
    """Remember who attacked a unit in this turn."""
    unit = state.unit(target)
    if unit is not None and switches.is_on(state, "morale") and by not in unit.attacked_by:
        unit.attacked_by.append(by)


def note_painting(state: BattleState, by: str, target: str) -> None:
    """Remember who tried to paint a vehicle in this turn."""
    vehicle = state.vehicles.get(target)
    if vehicle is not None and switches.is_on(state, "morale") and by not in vehicle.paint_tried_by:
        vehicle.paint_tried_by.append(by)


def foes_of(unit: Vehicle | Squad) -> list[str]:
    """Whom a withdrawing unit may fire at: who attacked it in the last turn or tried to paint it in this one."""
    return [*unit.attacked_before, *(unit.paint_tried_by if isinstance(unit, Vehicle) else [])]


def may_fire_at(state: BattleState, unit: Vehicle | Squad, target: str) -> bool:
    """Anybody may fire at anything, but who withdraws returns fire alone: at the unit, or at the hex or building in which it is."""
    if not is_withdrawing(unit):
        return True
    foes = foes_of(unit)
    hex = aim.building_hex(target) or aim.named_hex(target, "hex")
    return target in foes or (hex is not None and any((foe := state.unit(id)) is not None and foe.hex == hex for id in foes))


def returns_fire(unit: Vehicle | Squad) -> str:
    """The sentence with which other fire is refused."""
    return f"{unit.name} is withdrawing and returns fire only, at who attacked it last turn or tries to paint it in this one ({RULE})."

"""What a ruling repairs: everything, one kind of damage, or one component with its boxes."""

from scales.leviathan.adjudication.ruled import said
from scales.leviathan.damage import components, effects, internals
from scales.leviathan.installations import escape
from scales.leviathan.records import record_sheets
from scales.leviathan.state import BayState, FighterUnit, Ship, State


def mend(state: State, unit: Ship | FighterUnit, component: object) -> str:
    """Mend a unit and say what; raises ValueError when there is no such thing to mend."""
    if isinstance(unit, FighterUnit):
        return _fighters(state, unit, component)
    if component == "all":
        for mend_part in PARTS.values():
            mend_part(unit)
        _internals(unit)
        escape.come_back(unit)
        return "all damage"
    if not isinstance(component, str) or component not in (*PARTS, *_mendable(unit)):
        raise ValueError(f"{unit.name} has no {said(component)} to repair; it has all, {', '.join([*PARTS, *_mendable(unit)])}")
    if not unit.alive:
        raise ValueError(f"{unit.name} is out of the battle: only a repair of all brings it back")
    if component == "crew":
        escape.come_back(unit)
    elif component in PARTS:
        PARTS[component](unit)
    else:
        _component(unit, component)
    return component.replace("_", " ")


def heading(unit: Ship | FighterUnit) -> int:
    return unit.heading if isinstance(unit, Ship) else 1


def _mendable(ship: Ship) -> list[str]:
    """Components out of order, but for the last row: a ship destroyed is repaired whole."""
    crew = ["crew"] if ship.abandoned else []
    return sorted(c for c in ship.effects if c != "ship_destroyed" and c not in PARTS) + crew


def _fighters(state: State, unit: FighterUnit, component: object) -> str:
    if not isinstance(component, str) or component not in {"all", "missiles", "pilots"}:
        raise ValueError(f"fighters have all, missiles or pilots to repair, not {said(component)}")
    ship = state.ships.get(unit.aboard)
    if unit.destroyed and ship is not None and not ship.alive:
        raise ValueError(f"{unit.name} was lost aboard {ship.name}: put that right first")
    if component == "missiles":
        unit.missiles_left = True
        return "missiles"
    if component == "pilots":
        for pilot in unit.pilots:
            pilot.result = pilot.fighter = ""
        return "pilots"
    unit.lost, unit.lost_before, unit.recovers, unit.destroyed, unit.by = 0, 0, -1, False, ""
    return "all damage"


def _armor(ship: Ship) -> None:
    ship.armor = record_sheets.new_armor(ship.card)
    ship.sheet_below.pop("armor", None)


def _shields(ship: Ship) -> None:
    ship.shorted, ship.broken = [], []
    if ship.shields_lost and ship.shield_power:
        ship.shields["F"] = max(ship.shields["F"], ship.card.shields["F"])
    ship.shields_lost = 0
    internals.clear(ship, ("shield_shorts", "shield_destroyed"))


def _bays(ship: Ship) -> None:
    ship.bays = [BayState() for _ in ship.card.bays]
    ship.sheet_below.pop("weapons_gone", None)
    internals.clear(ship, ("bay_fire_control", "bay_destroyed"))


def _turrets(ship: Ship) -> None:
    ship.turret_fc, ship.turret_halves = {}, {}
    ship.sheet_below.pop("weapons_gone", None)
    internals.clear(ship, ("left_turret_fire_control", "right_turret_fire_control", "half_turret_lost"))


def _shorts(ship: Ship) -> None:
    for name in effects.SHORTS:
        setattr(ship, name, 0)
    internals.clear(ship, tuple(components.SHORTS))


def _missiles(ship: Ship) -> None:
    ship.salvos = ship.card.salvos


def _internals(ship: Ship) -> None:
    """The whole block, and with it the ship: a wreck is a ship again."""
    ship.internals = [0] * len(ship.internals)
    ship.effects, ship.pending, ship.row_boxes, ship.by = {}, [], 0, ""
    ship.struck, ship.patched, ship.repairs = {}, [], []
    ship.destroyed = ship.exploded = ship.crashed = ship.row_fresh = ship.below = False
    ship.sheet_below = {}


def _component(ship: Ship, component: str) -> None:
    """One component is in order again, and its boxes are whole."""
    ship.effects.pop(component, None)
    ship.patched = [c for c in ship.patched if c != component]
    internals.clear(ship, (component,))


PARTS = {"armor": _armor, "shields": _shields, "bays": _bays, "turrets": _turrets, "shorts": _shorts, "missiles": _missiles}

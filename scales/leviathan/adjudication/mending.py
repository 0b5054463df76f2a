"""What a ruling repairs: everything, one kind of damage, or one component with its boxes."""

from scales.leviathan import catalog
from scales.leviathan.adjudication.ruled import said
from scales.leviathan.records import record_sheets
from scales.leviathan.state import BayState, FighterUnit, Ship, State

SHORTS = ("plant_shorts", "sld_shorts", "left_out", "right_out", "spinal_shorts")


def mend(state: State, unit: Ship | FighterUnit, component: object) -> str:
    """Mend a unit and say what; raises ValueError when there is no such thing to mend."""
    if isinstance(unit, FighterUnit):
        return _fighters(state, unit, component)
    if component == "all":
        for mend_part in PARTS.values():
            mend_part(unit)
        _internals(unit)
        return "all damage"
    if not isinstance(component, str) or component not in (*PARTS, *_mendable(unit)):
        raise ValueError(f"{unit.name} has no {said(component)} to repair; it has all, {', '.join([*PARTS, *_mendable(unit)])}")
    if not unit.alive:
        raise ValueError(f"{unit.name} is out of the battle: only a repair of all brings it back")
    if component in PARTS:
        PARTS[component](unit)
    else:
        _component(unit, component)
    return component.replace("_", " ")


def heading(unit: Ship | FighterUnit) -> int:
    return unit.heading if isinstance(unit, Ship) else 1


def _mendable(ship: Ship) -> list[str]:
    """Components out of order, but for the last row: a ship destroyed is repaired whole."""
    return sorted(c for c in ship.effects if c != "ship_destroyed" and c not in PARTS)


def _fighters(state: State, unit: FighterUnit, component: object) -> str:
    if not isinstance(component, str) or component not in {"all", "missiles"}:
        raise ValueError(f"fighters have all or missiles to repair, not {said(component)}")
    ship = state.ships.get(unit.aboard)
    if unit.destroyed and ship is not None and not ship.alive:
        raise ValueError(f"{unit.name} was lost aboard {ship.name}: put that right first")
    if component == "missiles":
        unit.missiles_left = True
        return "missiles"
    unit.lost, unit.destroyed, unit.by, unit.recovers = 0, False, "", -1
    return "all damage"


def _armor(ship: Ship) -> None:
    ship.armor = record_sheets.new_armor(ship.card)


def _shields(ship: Ship) -> None:
    ship.shields, ship.shorted, ship.broken = dict(ship.card.shields), [], []
    ship.pending = [[c, side] for c, side in ship.pending if c not in ("shield_shorts", "shield_destroyed")]


def _bays(ship: Ship) -> None:
    ship.bays = [BayState() for _ in ship.card.bays]


def _turrets(ship: Ship) -> None:
    ship.turret_fc, ship.turret_halves = {}, {}


def _shorts(ship: Ship) -> None:
    for name in SHORTS:
        setattr(ship, name, 0)


def _missiles(ship: Ship) -> None:
    ship.salvos = ship.card.salvos


def _internals(ship: Ship) -> None:
    """The whole block, and with it the ship: a wreck is a ship again."""
    ship.internals = [0] * len(ship.internals)
    ship.effects, ship.pending, ship.row_boxes, ship.by = {}, [], 0, ""
    ship.destroyed = ship.exploded = ship.crashed = ship.row_fresh = False


def _component(ship: Ship, component: str) -> None:
    """One component is in order again, and its boxes are whole."""
    ship.effects.pop(component, None)
    ship.pending = [[c, side] for c, side in ship.pending if c != component]
    for row, names in enumerate(catalog.blocks()[ship.card.internals].grid):
        for column, name in enumerate(names):
            if name == component:
                ship.internals[row] &= ~(1 << column)


PARTS = {"armor": _armor, "shields": _shields, "bays": _bays, "turrets": _turrets, "shorts": _shorts, "missiles": _missiles}

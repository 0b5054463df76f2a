"""What offers of the Movement Phase say beside where a move ends: mines on the way, paths that are cut, hiding places that are given away."""

from collections.abc import Sequence

from scales.centurion.ground import engineering, mines
from scales.centurion.ground.terrain import terrain_of
from scales.centurion.movement import flight, grav_orders, maneuver, move_orders
from scales.centurion.movement.grav_orders import GravMove
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.engine import Option

Step = tuple[str, int]
"""A hex entered, and the heading along which."""


def noted(state: BattleState, unit: Vehicle | Squad, found: list[Option]) -> list[Option]:
    """The options of a unit with what its side knows of the way there: `mines` with the numbers they go by, `paths` cut, `reveals`.

    An engineering vehicle's moves have the planar laser on wherever they lead through woods.
    """
    cuts = isinstance(unit, Vehicle) and engineering.works(state, unit)
    mined = bool(state.ground.mines)
    if not (cuts or mined or unit.hidden) or unit.hex is None:
        return found
    for option in found:
        order = move_orders.read(option.order)
        steps = steps_of(state, unit, order)
        if cuts and isinstance(unit, Vehicle) and isinstance(order, GravMove):
            _cut(state, unit, order, steps, option)
        if mined and steps:
            _warn(state, unit, steps, option)
        if unit.hidden and maneuver.gives_away(unit, order):
            option.info["reveals"] = True
            option.label += ", giving its hiding place away"
    return found


def steps_of(state: BattleState, unit: Vehicle | Squad, order: move_orders.MoveOrder) -> list[Step]:
    """The hexes that a legal order of a unit on the board enters."""
    if isinstance(order, move_orders.Leave):
        order = order.move
    if isinstance(order, GravMove) and isinstance(unit, Vehicle):
        return _flown(state, unit, order)
    return _walked(state, unit, order.route) if isinstance(order, move_orders.Drive | move_orders.March) else []


def _flown(state: BattleState, vehicle: Vehicle, order: GravMove) -> list[Step]:
    assert vehicle.hex is not None
    terrain = terrain_of(state)
    return [(terrain.hex(entry.place).label, entry.heading) for entry in grav_orders.walk(state, vehicle, order).entries]


def _walked(state: BattleState, unit: Vehicle | Squad, route: str) -> list[Step]:
    assert unit.hex is not None
    terrain = terrain_of(state)
    place, steps = terrain.index(unit.hex), []
    for letter in route:
        place += terrain.steps[int(letter) - 1]
        steps.append((terrain.hex(place).label, int(letter)))
    return steps


def _cut(state: BattleState, vehicle: Vehicle, order: GravMove, steps: Sequence[Step], option: Option) -> None:
    """Switch the laser on for a way through woods at NF, and say how many paths it leaves."""
    if flight.mode_after(vehicle, order.climb) != "nf":
        return
    woods = [engineering.is_woods(state, label) for label, _ in steps]
    paths = sum(woods[:-1]) + (1 if vehicle.cutting and steps and steps[0][1] != vehicle.cutting else 0)
    if any(woods) or paths:
        option.order = {**option.order, "laser": True}
        option.info |= {"laser": True, "paths": paths}
        option.label += f", cutting {paths} path{'' if paths == 1 else 's'}" if paths else ", planar laser on"


def _warn(state: BattleState, unit: Vehicle | Squad, steps: Sequence[Step], option: Option) -> None:
    danger = mines.warning(state, unit, steps)
    if danger:
        option.info |= danger
        number = f" (hit on {danger['mine_attack']['to_hit']} or less)" if "mine_attack" in danger else ""
        option.label += f", into mines in {', '.join(danger['mines'])}{number}"

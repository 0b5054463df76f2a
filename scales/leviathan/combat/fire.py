"""How bays and spinal mounts bear on a target and what they need to hit it (leviathan: Combat, Range, To-Hit Procedures, Base
To-Hit Number Table, Target Shield Factor Modifier, Other Modifiers, Modified To-Hit Number, Bays, Spinal Mounts).

What an order to fire says is in `fire_orders`, what comes of it in `volleys`.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from scales.engine import Modifier
from scales.leviathan import board, catalog
from scales.leviathan.board import Shot
from scales.leviathan.combat.fire_control import cic_modifiers
from scales.leviathan.damage import damage, internals
from scales.leviathan.power.blocks import spinal_powered
from scales.leviathan.state import FighterUnit, Ship, State

Target = Ship | FighterUnit


class Aim(NamedTuple):
    """A way to hit with its number: base, named modifiers, the side struck ('' for fighters)."""

    shot: Shot
    base: int
    modifiers: tuple[Modifier, ...]
    side: str

    @property
    def number(self) -> int:
        return self.base + sum(m.value for m in self.modifiers)


@lru_cache(maxsize=200)
def base_number(distance: int) -> int:
    """Base To-Hit Number at a range, 0 beyond 20 hexes."""
    at = catalog.band(distance)
    numbers: list[int] = catalog.tables()["base_to_hit"]
    return 0 if at is None else numbers[at]


def size_modifier(unit: FighterUnit) -> int:
    """What bays lose on small groups of fighters (leviathan: Other Modifiers)."""
    return {"squadron": -2, "flight": -1}.get(unit.size, 0)


def find(state: State, target: str) -> Target | None:
    """A unit that is in the battle, or was until it was destroyed."""
    found = state.ships.get(target) or state.fighters.get(target)
    return None if found is None or found.left else found


def targets(state: State, side: str) -> list[Target]:
    """Enemy counters on the map that are worth a shot."""
    found: list[Target] = [s for s in state.ships.values() if s.side != side and s.alive]
    return found + [f for f in state.fighters.values() if f.side != side and f.on_map]


def aims(state: State, ship: Ship, location: str, target: Target, *, mount: bool = False) -> list[Aim]:
    """Every way a weapon at a location bears on a target, best number first."""
    found = []
    for shot in board.ways(ship, target, location):
        aim = _aim(state, ship, target, shot, mount=mount)
        if aim:
            found.append(aim)
    return sorted(found, key=lambda a: (-a.number, a.shot.range))


def _aim(state: State, ship: Ship, target: Target, shot: Shot, *, mount: bool, side: str = "") -> Aim | None:
    modifiers = cic_modifiers(ship)
    if isinstance(target, FighterUnit):
        if mount or target.hex == ship.hex:  # in its stern hex only turrets reach them
            return None
        if size_modifier(target):
            modifiers.append(Modifier(f"fighter {target.size}", size_modifier(target), "leviathan: Other Modifiers"))
    else:
        side = side or damage.best_side(target, shot.sides)
        if not mount and target.shield(side):
            modifiers.append(Modifier(f"shield {side}", -target.shield(side), "leviathan: Target Shield Factor Modifier"))
    height = _height(state, ship, shot)
    if height is None:
        return None
    if height:
        modifiers.append(Modifier("height over the target", height, "leviathan: Space and the Ground"))
    return Aim(shot, base_number(max(shot.range, 1)), tuple(modifiers), side)


def _height(state: State, ship: Ship, shot: Shot) -> int | None:
    """0, or what height does to fire at the ground; None when the zones forbid the shot."""
    if ship.kind != "ground" and board.zone(state.layout, shot.mark.column) == "ground":
        return board.ground_modifier(state.layout, shot.origin, shot.mark)
    return 0 if ship.kind == "ground" or board.may_fire(state.layout, shot.origin, shot.mark) else None


def bay_aim(ship: Ship, index: int, ways: Sequence[Aim]) -> tuple[Aim, int] | None:
    """The best of these ways for a bay, with its damage at that range; None out of range."""
    bay = ship.card.bays[index]
    best: tuple[Aim, int] | None = None
    for aim in ways:
        points = catalog.bay_damage(ship.card, bay, max(aim.shot.range, 1))
        if points and (best is None or _worth(aim, points) > _worth(*best)):
            best = aim, points
    if best and ship.bays[index].fire_control:
        control = Modifier("damaged fire control", -ship.bays[index].fire_control, "leviathan: Bay Fire Control")
        best = best[0]._replace(modifiers=(*best[0].modifiers, control)), best[1]
    return best


def mount_aim(ship: Ship, ways: Sequence[Aim]) -> tuple[Aim, int] | None:
    """The best of these ways for the spinal mount, with its depth in rows."""
    best: tuple[Aim, int] | None = None
    for aim in ways:
        depth = catalog.spinal_depth(ship.card.spinal, max(aim.shot.range, 1))
        if depth and (best is None or _worth(aim, depth) > _worth(*best)):
            best = aim, depth
    return best


def _worth(aim: Aim, points: int) -> int:
    return chance(aim.number) * points


def chance(number: int) -> int:
    """Chances in ten to roll a number or less."""
    return min(9, max(1, number))


# ---- one weapon along one line -------------------------------------------------------------------------------------

MOUNT = "spinal"
"""The spinal mount among a ship's weapons, which are its bays by number else."""
MOUNT_WIDTH = 3
"""Columns that it strikes."""


class Line(NamedTuple):
    """What a weapon is fired at: a unit, and which hex of the ship fires at which hex of it, counted from the bow (None: the best)."""

    target: str
    origin: int | None = None
    mark: int | None = None


def location_of(ship: Ship, weapon: str) -> str:
    return "F" if weapon == MOUNT else ship.card.bays[int(weapon)].location


def weapon_ways(state: State, ship: Ship, weapon: str, target: Target) -> list[Aim]:
    return aims(state, ship, location_of(ship, weapon), target, mount=weapon == MOUNT)


def along(ways: Sequence[Aim], ship: Ship, target: Target, line: Line) -> list[Aim]:
    """The ways that run between the hexes of a line."""
    origins, marks = board.occupied(ship), board.occupied(target)
    return [
        aim
        for aim in ways
        if (line.origin is None or origins[line.origin : line.origin + 1] == (aim.shot.origin,))
        and (line.mark is None or marks[line.mark : line.mark + 1] == (aim.shot.mark,))
    ]


def weapon_aim(ship: Ship, weapon: str, ways: Sequence[Aim]) -> tuple[Aim, int] | None:
    """The best of these ways for a weapon, with its damage in boxes or, of the mount, in rows."""
    return mount_aim(ship, ways) if weapon == MOUNT else bay_aim(ship, int(weapon), ways)


def line_aim(state: State, ship: Ship, weapon: str, line: Line, side: str = "") -> tuple[Aim, int] | None:
    """The way a weapon fires along a line; `side` is what the defender chose where the line meets a boundary (leviathan: Range)."""
    target = find(state, line.target)
    if target is None:
        return None
    found = weapon_aim(ship, weapon, along(weapon_ways(state, ship, weapon, target), ship, target, line))
    if found is None or side not in found[0].shot.sides:
        return found
    aim = _aim(state, ship, target, found[0].shot, mount=weapon == MOUNT, side=side)
    return weapon_aim(ship, weapon, [aim]) if aim else None


# ---- who may fire --------------------------------------------------------------------------------------------------


def may_fire_bays(ship: Ship) -> bool:
    """Has it power in its weapons, and are its bays its own this turn (not lent to the ground)?"""
    return ship.alive and not ship.hulk and ship.weapons > 0 and not ship.support and not ship.bound and not ship.ground_target


def mount_ready(ship: Ship) -> bool:
    return may_fire_bays(ship) and internals.mount_works(ship) and spinal_powered(ship)

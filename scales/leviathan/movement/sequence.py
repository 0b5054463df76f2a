"""Who moves when: classes from the largest down, sides by turns, the winner of the initiative last (leviathan: Movement Phase)."""

from collections.abc import Mapping

from scales.leviathan import catalog
from scales.leviathan.movement import translation
from scales.leviathan.state import FighterUnit, Ship, State

Chunk = tuple[str, str, int]
"""(side, class, how many units it moves now)."""


def class_order() -> list[str]:
    found: list[str] = catalog.tables()["class_order"]
    return found


def class_of(unit: Ship | FighterUnit) -> str:
    return f"fighter_{unit.size}" if isinstance(unit, FighterUnit) else unit.card.hull


def movement_sequence(counts: Mapping[str, Mapping[str, int]], winner: str) -> list[Chunk]:
    """The order of movement for `counts[side][class]` (ruling R-LEV-29)."""
    loser = next((s for s in counts if s != winner), "")
    found: list[Chunk] = []
    for kind in class_order():
        won, lost = counts.get(winner, {}).get(kind, 0), counts.get(loser, {}).get(kind, 0)
        found += [(winner if mine else loser, kind, n) for mine, n in staggered(won, lost) if n]
    return found


def staggered(won: int, lost: int) -> list[tuple[bool, int]]:
    """Chunks as (is the winner's, units): the side with more units is broken up so that the winner moves last."""
    if not won or not lost:
        return [(bool(won), won or lost)]
    if won > lost:
        parts = spread(won, lost + 1)
        turns = [(True, parts[0])]
        for part in parts[1:]:
            turns += [(False, 1), (True, part)]
        return turns
    turns = []
    for part in spread(lost, won):
        turns += [(False, part), (True, 1)]
    return turns


def spread(units: int, chunks: int) -> list[int]:
    """Chunks as even as possible, the larger ones in the middle."""
    low, extra = divmod(units, chunks)
    first = (chunks - extra) // 2
    return [low + (1 if first <= i < first + extra else 0) for i in range(chunks)]


def waiting(state: State, side: str, kind: str, moved: list[str]) -> list[str]:
    """Units of a side and class that have still to move, by id."""
    units: list[Ship | FighterUnit] = [*state.ships.values(), *state.fighters.values()]
    return sorted(u.id for u in units if u.side == side and u.id not in moved and class_of(u) == kind and movable(state, u))


def movable(state: State, unit: Ship | FighterUnit) -> bool:
    """Does the unit take part in the order of movement? Wrecks drift before it."""
    if isinstance(unit, FighterUnit):
        return unit.on_map and not unit.down and unit.fresh != state.turn and unit.thrust > 0
    return unit.kind == "ship" and unit.alive


def drifting(state: State, ship: Ship) -> bool:
    """Has it no say in its movement: no bridge, no structure, or no thrust at all and no way into T-space?"""
    if ship.hulk or not ship.controlled:
        return True
    return thrust_points(ship)[0] == 0 and bool(translation.faults(state, ship, ship.velocity))


def asked_to_move(state: State, unit: Ship | FighterUnit) -> bool:
    """Is its side asked how it moves?"""
    return isinstance(unit, FighterUnit) or not drifting(state, unit)


def thrust_points(ship: Ship, blocks: int | None = None) -> tuple[int, int]:
    """(thrust points, how many of them may change velocity) of a ship this turn, or with so many blocks of power in its drives."""
    if ship.hulk or ship.sld_shorts or ship.power == 0:
        return 0, 0
    return catalog.thrust(ship.card, ship.maneuver if blocks is None else blocks, bool(ship.effects.get("maneuver_power_system")))

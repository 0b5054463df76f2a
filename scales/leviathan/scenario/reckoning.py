"""What a battle has cost so far: losses, tonnage, strength factors, and who is left (leviathan: Strength Factors, Victory Conditions).

Strength is in hundredths, so that squadrons count whole.
"""

from scales.leviathan import catalog
from scales.leviathan.state import FighterUnit, Ship, State


def strength(unit: Ship | FighterUnit) -> int:
    """Strength factor in hundredths (leviathan: The Chase); patrol ships and installations by their hull, patrol ships none."""
    table: dict[str, int] = catalog.tables()["strength_hundredths"]
    if isinstance(unit, FighterUnit):
        return table[unit.size]
    return table["carrier"] if unit.card.carrier else table.get(unit.card.hull, 0)


def losses(state: State, side: str) -> list[Ship | FighterUnit]:
    """Units of a side that are destroyed."""
    found: list[Ship | FighterUnit] = [s for s in state.of_side(side) if s.destroyed]
    return found + [f for f in state.fighters.values() if f.side == side and f.destroyed]


def tonnage(state: State, side: str) -> int:
    return sum(u.card.mass for u in losses(state, side) if isinstance(u, Ship))


def points(state: State) -> dict[str, int]:
    """What each side has scored: strength, or tonnage in the Meeting Engagement, of its enemies destroyed."""
    measure = tonnage if state.victory.get("kind") == "tonnage" else lambda st, s: sum(map(strength, losses(st, s)))
    return {side.id: sum(measure(state, other) for other in state.enemies(side.id)) for side in state.sides}


def effective(state: State) -> dict[str, int]:
    """Units that can still fight."""
    found = {s.id: 0 for s in state.sides}
    for ship in state.ships.values():
        found[ship.side] += ship.effective
    for unit in state.fighters.values():
        found[unit.side] += unit.alive and unit.boxes_left > 0
    return found


def fighting(state: State) -> dict[str, int]:
    """Units by side that keep a battle going: those that can fight; where a scenario is fought until ships are destroyed or gone, helpless ones
    too, and fighters alone do not carry the Meeting Engagement on (Game Length)."""
    kind = state.victory.get("kind")
    if kind not in ("tonnage", "battleship"):
        return effective(state)
    left = {s.id: sum(ship.alive or ship.flies_below for ship in state.of_side(s.id)) for s in state.sides}
    if kind == "battleship":
        for unit in state.fighters.values():
            left[unit.side] += unit.alive
    return left

"""Why a battle of Leviathan went as it did, in sentences of its report (leviathan: Victory Conditions)."""

from scales.leviathan import catalog
from scales.leviathan.scenario.reckoning import losses, points, tonnage
from scales.leviathan.state import Ship, State

ENDS = {
    "one_side_left": "One side has nothing left to fight with.",
    "turn_limit": "The last turn is over.",
    "stalemate": "Nobody has been hurt for ten turns.",
    "escaped": "The hunted have left the map before any hunter entered its last sheet.",
    "ruling": "The game master has ended it.",
}


def of(state: State) -> list[str]:
    """How it ended, then what each side has destroyed."""
    first = ENDS.get(state.ended, f"It ended: {state.ended.replace('_', ' ')}.")
    return [first, *(_destroyed(state, side.id) for side in state.sides if len(state.sides) > 1), *_committed(state)]


def _destroyed(state: State, side: str) -> str:
    """'tog has destroyed 2 ships of 3,116,578 tons and 4 fighter units, a strength of 4.2.'"""
    enemies = state.enemies(side)
    gone = [unit for enemy in enemies for unit in losses(state, enemy)]
    ships = sum(isinstance(unit, Ship) for unit in gone)
    tons = sum(tonnage(state, enemy) for enemy in enemies)
    text = f"{side} has destroyed {ships} ship{'' if ships == 1 else 's'} of {tons:,} tons and {_units(len(gone) - ships)}"
    return text + ("." if state.victory.get("kind") == "tonnage" else f", a strength of {_hundredths(points(state)[side])}.")


def _units(count: int) -> str:
    return f"{count} fighter unit{'' if count == 1 else 's'}"


def _hundredths(value: int) -> str:
    return f"{value / 100:.2f}".rstrip("0").rstrip(".")


def _committed(state: State) -> list[str]:
    """In The Swarm whoever kills his battleship with the smallest tonnage of fighters has won the series."""
    if state.victory.get("kind") != "battleship":
        return []
    hunter = state.enemies(str(state.victory["battleship"]))[0]
    units = [u for u in state.fighters.values() if u.side == hunter]
    tons = sum(catalog.fighter(craft).mass * count for unit in units for craft, count in unit.fighters.items())
    return [f"{hunter} has sent {tons:,} tons of fighters."]

"""What a round of artillery on a hex is worth to a side: the enemies it would reach, less its own men (centurion: HAFE-I Rounds)."""

from scales.centurion.bot import breach
from scales.centurion.catalog import squad_type, vehicle_type
from scales.centurion.combat import infantry_combat
from scales.centurion.combat.damage import SIDES
from scales.centurion.preparation.opening import points_of
from scales.centurion.scenario import ending
from scales.centurion.state import PARITY, BattleState, Squad, Vehicle
from scales.hexes import Hex, distance

REACH, DANGER = 1, 3
"""Hexes that flechettes sweep, and within which a round that scatters may come down."""
OWN_MEN = 3
"""A friend under a round counts as so many enemies."""
STAYS = {"vehicle": 20, "squad": 40, "dug_in": 50, "immobile": 100}
"""Percent of chance that a target is still under a round that lands a minute later."""
BROKEN = infantry_combat.FULL - infantry_combat.KILL_AT
"""Men at which a squad counts as destroyed."""
ROW = 4
"""The outermost row of a facing makes it a quarter softer."""


def worth(state: BattleState, side: str, hex: Hex, *, delayed: bool) -> int:
    """Millionths of a scenario point; below zero when the side's own units would suffer more. `delayed`: it lands after the next moves."""
    total = 0
    for unit in state.in_play():
        away = distance(unit.hex, hex, PARITY) if unit.hex is not None else DANGER + 1
        if away > DANGER or (isinstance(unit, Squad) and unit.level):
            continue
        if unit.side == side:
            total -= OWN_MEN * suffers(unit) * (100 if away <= REACH else 15) // 100
        elif away <= REACH:
            total += suffers(unit) * (stays(unit) if delayed else 100) // 100
    return total


def suffers(unit: Vehicle | Squad) -> int:
    """What one round costs a unit: men, or a row of every facing."""
    if isinstance(unit, Squad):
        need = 10 * (unit.strength - BROKEN)
        return points_of(unit) * breach.WHOLE * min(need, infantry_combat.tenfold("hafe_i")) // need if need > 0 else 0
    found = [each.softness for side in SIDES if (each := breach.wall(unit, side)) is not None]
    return sum(found) * points_of(unit) // ROW


def stays(unit: Vehicle | Squad) -> int:
    """Percent of chance that it is still there a minute later: who cannot move is, who has dug in often."""
    if isinstance(unit, Squad):
        return STAYS["squad"] if squad_type(unit.type).movement > 1 else STAYS["immobile"] // 2
    stuck = any(effect in unit.effects for effect in ending.IMMOBILE) or unit.crew.get("driver", "ok") != "ok"
    lively = vehicle_type(unit.type).grav and unit.velocity > 2
    if stuck and not unit.velocity:
        return STAYS["immobile"]
    return STAYS["vehicle"] // 4 if lively else STAYS["dug_in"] if unit.crater else STAYS["vehicle"]

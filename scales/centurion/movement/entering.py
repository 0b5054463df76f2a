"""Entering a hex, sharing it with the enemy (Combat in the Same Hex), and leaving the board."""

from scales.centurion.catalog import vehicle_type
from scales.centurion.combat.morale import is_withdrawing
from scales.centurion.movement import exits, mounting
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.hexes import Hex
from scales.play import Play

RULE = "centurion: Movement Phase"


def arrive(state: BattleState, unit: Vehicle | Squad, hex: Hex, heading: int) -> None:
    """A unit enters a hex along a heading; enemies there note the side it came from (Combat in the Same Hex)."""
    if unit.entered:
        forget(state, unit)
    unit.hex, unit.moved, unit.hexes_moved = hex, True, unit.hexes_moved + 1
    if isinstance(unit, Vehicle) and unit.mode == "grounded" and vehicle_type(unit.type).grav:
        unit.mode = "nf"
    behind = (heading + 2) % 6 + 1
    for other in state.units():
        if other.hex == hex and other.side != unit.side and not other.destroyed:
            other.entered[unit.id] = (behind - other.facing) % 6 + 1 if isinstance(other, Vehicle) else 1
            unit.entered[other.id] = (heading - unit.facing) % 6 + 1 if isinstance(unit, Vehicle) else 1


def forget(state: BattleState, unit: Vehicle | Squad) -> None:
    """The unit is not in one hex with its enemies any more."""
    for id in unit.entered:
        other = state.unit(id)
        if other is not None:
            other.entered.pop(unit.id, None)
    unit.entered = {}


def leave(play: Play[BattleState], unit: Vehicle | Squad, heading: int) -> None:
    """Off the edge of the board along a heading, with everyone aboard."""
    gone = exits.gone(play.state, unit, heading)
    lost = "" if gone.safe else ", which counts as destroyed"
    withdraws = is_withdrawing(unit)
    does, rule = (f"withdraws over the {gone.edge} edge", "centurion: Withdrawal") if withdraws else ("leaves the board", RULE)
    data = {"edge": gone.edge, "hex": gone.hex, "safe": gone.safe}
    play.tell("left", f"{unit.name} {does} at {gone.hex}{lost}.", rule, units=[unit.id], data=data)
    forget(play.state, unit)
    unit.left, unit.hex, unit.moved, unit.gone = True, None, True, gone
    for id in mounting.riders(unit) if isinstance(unit, Vehicle) else ():
        play.state.squads[id].left, play.state.squads[id].gone = True, gone

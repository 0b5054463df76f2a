"""From hex to hex: what a unit leaves behind in the one and meets in the other (Clearing Trees, Clearing Minefields, Mines, Hidden Units)."""

from scales.centurion.ground import engineering, hidden, mines
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.play import Play

STOPPED = {"engine", "mobility"}
"""Systems without which a ground vehicle goes no further."""


def leave(play: Play[BattleState], unit: Vehicle | Squad, heading: int) -> bool:
    """Out of its hex along a heading: paths are laid down, mines beside a pathway strike. Says whether it can still go on."""
    if isinstance(unit, Vehicle):
        engineering.go_out(play, unit, heading)
    mines.leave(play, unit, heading)
    if unit.destroyed or unit.hex is None:
        return False
    return isinstance(unit, Squad) or not (unit.mode == "grounded" or STOPPED & set(unit.effects))


def enter(play: Play[BattleState], unit: Vehicle | Squad, heading: int) -> None:
    """Into a hex along a heading, after `entering.arrive`: who hides there is found, the planar laser cuts, mines strike."""
    hidden.entered(play, unit)
    if isinstance(unit, Vehicle):
        engineering.come_in(play.state, unit, heading)
    if not unit.destroyed:
        mines.enter(play, unit, heading)

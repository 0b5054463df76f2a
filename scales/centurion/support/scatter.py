"""Where a round lands that misses its hex (centurion: Scattering; R-CEN-50)."""

from scales.centurion.combat.reckoning import Reckoning
from scales.centurion.ground.terrain import on_board
from scales.centurion.state import PARITY, BattleState
from scales.engine import Check
from scales.hexes import Hex, neighbor
from scales.play import Play

RULE = "centurion: Scattering"
MOST = 12
"""Rolls of 7 to 10 in a row after which the round is simply gone."""


def offset(rolls: list[int]) -> tuple[int, int]:
    """Hexes off and heading: one hex, and one more for each 7 to 10 before the first 1 to 6, which gives the direction."""
    return len(rolls), rolls[-1] if rolls[-1] <= 6 else 1


def scatter(play: Play[BattleState], hex: Hex, what: str) -> Hex | None:
    """Roll where it lands; None off the board."""
    rolls = [play.dice.d10(f"scatter: {what}")]
    while rolls[-1] > 6 and len(rolls) < MOST:
        rolls.append(play.dice.d10(f"scatter: {what}"))
    far, heading = offset(rolls)
    landed = neighbor(hex, heading, PARITY, far)
    return landed if on_board(play.state, landed) else None


def to_hit(play: Play[BattleState], reckoned: Reckoning, what: str) -> Check:
    """The roll of a mission."""
    return reckoned.check(what, play.dice.d10(f"to hit: {what}"))


def lands(play: Play[BattleState], hex: Hex, check: Check) -> Hex | None:
    """The target hex on a hit, else where the round scatters to."""
    return hex if check.passed else scatter(play, hex, check.what)


def where(hex: Hex, landed: Hex | None) -> str:
    """'on hex 0812' or how it went astray."""
    if landed is None:
        return f"scatters from hex {hex.label} off the map"
    return f"lands on hex {hex.label}" if landed == hex else f"scatters from hex {hex.label} to {landed.label}"

"""Variant Shield Rule: the shield does not make the target harder to hit, it rolls by itself to stop what hits.

Direct-fire weapons that a shield hinders roll to hit without it; then a percentage roll at or below the figure of the shield's rating stops
the shot. Missiles, Gauss cannons, infantry weapons and artillery rounds stay as they are. The target-speed modifiers are lost: none (R-VAR-02).
"""

from collections.abc import Sequence
from typing import TypeVar

from scales.centurion import switches
from scales.centurion.combat.reckoning import Reckoning
from scales.centurion.combat.weapons import table
from scales.centurion.state import BattleState
from scales.engine import Check, Modifier
from scales.play import Play

RULE = "centurion-variants: Variant Shield Rule"
FAMILIES = ("laser", "mdc", "painting")
RATING = 10
"""Rating points of a shield factor."""
T = TypeVar("T")


def is_played(state: BattleState) -> bool:
    return switches.is_on(state, "shield_penetration")


def stop_percent(factor: int) -> int:
    """Of a hundred hits, those that a shield of a factor stops; beyond the table as its last row, 0 without a shield (R-VAR-01)."""
    stops: dict[int, int] = table("variants")["shield_stops"]
    return stops[min(RATING * factor, max(stops))] if factor > 0 else 0


def against(state: BattleState, base: int, modifiers: list[Modifier], shield: Modifier, rule: str) -> Reckoning:
    """What is rolled against behind a shield (`shield` takes its factor off): by the variant the shield rolls for itself."""
    if is_played(state):
        return Reckoning(base, modifiers, rule, stop_percent(-shield.value), shield.name)
    return Reckoning(base, [*modifiers, shield] if shield.value else modifiers, rule)


def through(play: Play[BattleState], how: Reckoning, hits: Sequence[tuple[T, str]]) -> tuple[list[T], list[Check]]:
    """Which hits pass the shield, and a roll for each; `hits` are what hit, with its name."""
    if not how.stops:
        return [hit for hit, _ in hits], []
    checks = [_roll(play, how, name) for _, name in hits]
    return [hit for (hit, _), check in zip(hits, checks, strict=True) if not check.passed], checks


def _roll(play: Play[BattleState], how: Reckoning, name: str) -> Check:
    roll = play.dice.d100(f"{how.shield} against {name}")
    return Check(f"{how.shield} stops {name}", how.stops, [], how.stops, roll, roll <= how.stops, RULE)


def told(shield: str, checks: Sequence[Check]) -> str:
    """', the front shield stops 2 of 3' or nothing."""
    stopped = sum(check.passed for check in checks)
    return f", the {shield} stops {stopped} of {len(checks)}" if checks else ""

"""Troop Quality: whose gunners may shift the column of a hit; and Skill Improvement: how centuries rise and fall between battles."""

from collections.abc import Sequence
from dataclasses import dataclass

from scales import armor
from scales.armor import Grid
from scales.centurion import switches
from scales.centurion.catalog import data
from scales.centurion.state import CREW, BattleState, Century, Squad, Vehicle

RULE = "centurion: Troop Quality"
SKILL = "centurion: Skill Improvement"
COLUMNS = 1
"""By how much a column may be shifted."""


# --- in battle ------------------------------------------------------------------------------------------------------------------


def of(state: BattleState, unit: Vehicle | Squad) -> str:
    """The quality that a unit fights with: that of its century, which for attached platoons is the one they came from."""
    if not switches.is_on(state, "troop_quality"):
        return "regular"
    platoon, century = state.platoons.get(unit.platoon), state.centuries.get(unit.century)
    return (platoon.quality if platoon is not None else "") or (century.quality if century is not None else "regular")


def shifted(column: int, shooter: str, outer: Grid) -> int:
    """The column of a hit after the shift: elite gunners take the weakest of three, against green ones the defender the strongest."""
    if shooter not in ("elite", "green"):
        return column
    near = [c for c in (column, column - COLUMNS, column + COLUMNS) if 1 <= c <= outer.width]
    best = min if shooter == "elite" else max
    return best(near, key=lambda c: armor.column_left(outer, c))


def told(moves: Sequence[tuple[int, int]], troops: str) -> str:
    """'; elite gunners shift column 4 to 5, 9 to 10' of columns rolled and struck, '' where none was shifted."""
    shifts = [f"{rolled} to {column}" for rolled, column in moves if rolled != column]
    who = "elite gunners shift" if troops == "elite" else "against green gunners the defender shifts"
    return f"; {who} column {', '.join(shifts)}" if shifts else ""


# --- between battles ------------------------------------------------------------------------------------------------------------


@dataclass(slots=True, frozen=True)
class Skill:
    """What a battle makes of a century: its quality and its tally from now on, and whether it rose or fell on the way."""

    quality: str
    tally: int
    promoted: bool = False
    demoted: bool = False


def improved(quality: str, tally: int, losses: int, personnel: int) -> Skill:
    """A century after a battle: `tally` counts the enemies destroyed since its last promotion, `losses` men of `personnel` in this battle.

    Who rises begins a new tally, also when the losses throw him back at once. Nobody rises above elite: there the tally stays empty.
    """
    figures = data("movement")["skill"]
    needed, better = figures["promotion"].get(quality, (0, ""))
    promoted = bool(better) and tally >= needed
    now, left = (better, 0) if promoted else (quality, tally if better else 0)
    percent, worse = figures["demotion"].get(now, (0, ""))
    demoted = bool(worse) and 100 * losses >= percent * personnel > 0
    return Skill(worse if demoted else now, left, promoted, demoted)


def above(quality: str) -> str:
    """The quality to which a century rises."""
    return str(data("movement")["skill"]["promotion"].get(quality, (0, quality))[1])


def personnel(vehicles: int, squads: int) -> int:
    """Three for each vehicle, eight for each squad."""
    figures = data("movement")["skill"]["personnel"]
    return int(figures["vehicle"]) * vehicles + int(figures["squad"]) * squads


def own(state: BattleState, century: Century) -> list[Vehicle | Squad]:
    """The units of a century itself: not its crews on foot, who count with their vehicles, nor platoons attached from another one."""
    guests = {p.id for p in state.platoons.values() if p.century == century.id and p.quality}
    return [u for u in state.units() if u.century == century.id and u.type != "vehicle_crew" and u.platoon not in guests]


def count(state: BattleState, units: Sequence[Vehicle | Squad]) -> None:
    """Count units as they come into battle among the personnel of their centuries."""
    fresh = {u.id for u in units}
    for century in state.centuries.values():
        mine = [u for u in own(state, century) if u.id in fresh]
        squads = sum(isinstance(u, Squad) for u in mine)
        century.personnel += personnel(len(mine) - squads, squads)
        century.men += sum(alive(state, u) for u in mine)


def reassign(state: BattleState, giver: Squad, taker: Squad, men: int) -> None:
    """Men who change to a squad of another century are not among the losses of the one they leave."""
    for squad, number in ((giver, -men), (taker, men)):
        if squad.century in state.centuries:
            state.centuries[squad.century].men += number


def alive(state: BattleState, unit: Vehicle | Squad) -> int:
    """Men of a unit who live: of a vehicle its crew, in it or got out of its wreck."""
    if isinstance(unit, Squad):
        return 0 if unit.destroyed else unit.strength
    if not unit.destroyed:
        return sum(unit.crew.get(member) != "dead" for member in CREW)
    crew = state.squads.get(f"{unit.id}-crew")
    return crew.strength if crew is not None and not crew.destroyed else 0


def losses(state: BattleState, century: Century) -> int:
    """Men lost in this battle."""
    return max(0, century.men - sum(alive(state, u) for u in own(state, century)))


def kills(state: BattleState, century: Century) -> int:
    """Enemy vehicles and full squads that the century destroyed in this battle (R-CEN-13: five casualties of a full squad)."""
    return sum(u.killed for u in own(state, century))


def after(state: BattleState, century: Century) -> Skill:
    """The century's quality and tally if the battle ended now."""
    tally = century.kills + kills(state, century)
    if not switches.is_on(state, "skill_improvement"):
        return Skill(century.quality, tally)
    return improved(century.quality, tally, losses(state, century), century.personnel)

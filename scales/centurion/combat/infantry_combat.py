"""Infantry: what a squad of so many men can do, and how men are lost (centurion: Infantry Combat, Dismounted Infantry Casualties)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from scales.centurion.combat import casualty_rolls, morale
from scales.centurion.combat.casualty_rolls import CasualtyRoll, killed
from scales.centurion.combat.reckoning import Reckoning
from scales.centurion.combat.weapons import Weapon, boxes, shape
from scales.centurion.ground import hidden, terrain
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.engine import Modifier
from scales.play import Play

RULE = "centurion: Dismounted Infantry Casualties"
PAINT_RANGE = 6
PAINT_BASE = 9
FULL = 8
KILL_AT = 5
"""Casualties at which a squad counts as destroyed for scoring (R-CEN-13)."""


@dataclass(slots=True, frozen=True)
class Effectiveness:
    """One row of the Infantry Effectiveness Table."""

    tvlg: int
    mortars: int
    weapon: str


_ROWS = {
    8: Effectiveness(4, 2, "iwf_9"),
    7: Effectiveness(4, 2, "iwf_7"),
    6: Effectiveness(4, 2, "iwf_7"),
    5: Effectiveness(4, 1, "iwf_5"),
    4: Effectiveness(4, 1, "iwf_5"),
    3: Effectiveness(3, 1, "iwf_3"),
    2: Effectiveness(2, 0, "iwf_3"),
    1: Effectiveness(1, 0, "iwf_1"),
    0: Effectiveness(0, 0, ""),
}
_LASERS = {
    20: "gauss_200mm",
    15: "gauss_150mm",
    12: "mdc_12",
    10: "gauss_100mm_mdc_10",
    9: "laser_9",
    8: "mdc_8",
    7: "gauss_50mm",
    6: "laser_6",
    5: "laser_5",
    4: "laser_4",
}
_GUNS = {"gauss_100mm": "gauss_100mm_mdc_10", "mdc_10": "gauss_100mm_mdc_10"}


def effectiveness(strength: int) -> Effectiveness:
    """What a squad of so many men can do."""
    return _ROWS[max(0, min(FULL, strength))]


def attacks(moved: bool, same_hex: bool) -> int:
    """Personal attacks in a turn: one on a target that moved, two on one that did not, three if it stood in the same hex."""
    return 1 if moved else 3 if same_hex else 2


def damage_column(arm: Weapon) -> str:
    """The column of the Infantry Damage Table that a weapon uses; missiles on a building the one of their box total."""
    if arm.infantry_column:
        return arm.infantry_column
    if arm.depth or arm.family == "missile":
        return laser_column(arm.depth or boxes(shape(arm)))
    return _GUNS.get(arm.id, arm.id)


def laser_column(depth: int) -> str:
    """The column of a laser by its damage; between two columns the lower one."""
    if depth >= 4:
        return _LASERS[max(d for d in _LASERS if d <= depth)]
    return "gauss_25mm" if depth == 3 else f"laser_{max(1, depth)}"


@lru_cache(maxsize=64)
def tenfold(column: str) -> int:
    """Men killed by ten hits with every roll once: ten times the average."""
    return sum(killed(column, roll) for roll in range(1, 11))


def shelter(state: BattleState, squad: Squad) -> int:
    """What terrain takes off the casualty roll: the hex and a crater, at most 3 (R-CEN-52); nothing in the air."""
    if squad.hex is None or squad.in_the_air:
        return 0
    return min(3, -terrain.modifier(state, squad.hex) + (2 if squad.crater else 0))


def casualties(play: Play[BattleState], squad: Squad, column: str, what: str, *, sheltered: bool = True) -> CasualtyRoll:
    """Roll one line of the Infantry Damage Table for a squad that was hit; the caller queues the men."""
    terrain = shelter(play.state, squad) if sheltered else 0

    def rolled() -> CasualtyRoll:
        heading = f"column {casualty_rolls.label(column)}{f', terrain -{terrain}' if terrain else ''}"
        return casualty_rolls.roll(squad.name, what, column, play.dice.d10(f"casualties: {what} on {squad.name}, {heading}"), terrain)

    return hidden.in_hiding(play, squad, rolled, what)


def seen(state: BattleState, squad: Squad, rolls: Sequence[CasualtyRoll]) -> list[CasualtyRoll]:
    """The rolls for a squad that everybody hears of: none for one that is hidden."""
    return [] if hidden.is_secret(state, squad) else list(rolls)


def queue(squad: Squad, men: int, by: str) -> None:
    """Men lost when all fire is resolved."""
    squad.casualties_queued += men
    if men and by:
        squad.by = by


def casualties_take_effect(play: Play[BattleState]) -> None:
    """Losses of a segment, squad by squad."""
    for _, squad in sorted(play.state.squads.items()):
        men, squad.casualties_queued = squad.casualties_queued, 0
        if men and not squad.destroyed:
            kill(play, squad, men, squad.by or "")


def kill(play: Play[BattleState], squad: Squad, men: int, by: str) -> None:
    """Take men off a squad; what they carried goes with them."""
    before, men = squad.strength, min(men, squad.strength)
    squad.strength, squad.casualties = squad.strength - men, squad.casualties + men
    left = effectiveness(squad.strength)
    squad.missiles, squad.mortars = min(squad.missiles, left.tvlg), min(squad.mortars, left.mortars)
    squad.turn_damaged = play.state.last_damage = play.state.turn
    _credit(play.state, squad, before, by)
    fate = f"loses {men} of {before} men"
    if squad.strength == 0:
        hidden.reveal(play, squad, "its last man falls")
        squad.destroyed, squad.by = True, by or squad.by
        fate = "is wiped out"
        _off_vehicle(play.state, squad)
    units = [squad.id, *([by] if by not in ("", squad.id) else [])]
    play.tell("casualties", f"{squad.name} {fate}.", RULE, units=units, data={"men": men, "left": squad.strength})
    morale.try_squad(play, squad)


def is_kill(unit: Vehicle | Squad) -> bool:
    """Does it count as destroyed for who did it? A squad does with five casualties, a crew on foot never (R-CEN-13)."""
    if isinstance(unit, Vehicle):
        return unit.destroyed
    return unit.type != "vehicle_crew" and unit.strength <= FULL - KILL_AT


def slayer(unit: Vehicle | Squad) -> str | None:
    """Who destroyed a unit: of a squad whoever brought it to five casualties, even if it fights on (R-CEN-13)."""
    if isinstance(unit, Squad) and unit.type != "vehicle_crew":
        return unit.killer
    return unit.by if unit.destroyed else None


def _credit(state: BattleState, squad: Squad, before: int, by: str) -> None:
    """A kill, once for each squad, for whoever brings it to five casualties; not for the rest of one that came with fewer men."""
    if squad.type == "vehicle_crew" or squad.killer or not before > FULL - KILL_AT >= squad.strength:
        return
    squad.killer, killer = by or None, state.unit(by) if by else None
    if killer is not None and killer.side != squad.side:
        killer.killed += 1


def _off_vehicle(state: BattleState, squad: Squad) -> None:
    """The vehicle no longer carries a squad that is gone."""
    vehicle: Vehicle | None = state.vehicles.get(squad.aboard or "")
    if vehicle is not None:
        vehicle.inside = None if vehicle.inside == squad.id else vehicle.inside
        vehicle.outside = None if vehicle.outside == squad.id else vehicle.outside
    squad.aboard, squad.outside = None, False


def painting(strength: int) -> Reckoning:
    """What a squad rolls against to paint: 9 less the casualties, shields or not (centurion: Infantry Squad Painting)."""
    rule = "centurion: Infantry Squad Painting"
    return Reckoning(PAINT_BASE, [Modifier("casualties", strength - FULL, rule)] if strength < FULL else [], rule)


def is_hidden(state: BattleState, squad: Squad) -> bool:
    """Is it out of sight? In the turn in which it conceals itself it still can be engaged (centurion: Concealed Infantry)."""
    return squad.concealed and squad.hid < state.turn


def may_fight(squad: Squad) -> bool:
    """Crews on foot, squads in vehicles or wrecks and the dead cannot act in combat."""
    if squad.type == "vehicle_crew" or squad.aboard is not None or squad.in_wreck:
        return False
    return squad.hex is not None and not squad.destroyed and squad.strength > 0

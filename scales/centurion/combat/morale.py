"""Morale Checks: a vehicle hit inside and a squad that lost men may break; who fails withdraws from the next turn on."""

from scales.centurion import switches
from scales.centurion.careers import quality
from scales.centurion.catalog import data
from scales.centurion.combat.reckoning import Reckoning
from scales.centurion.ground import installations
from scales.centurion.movement import initiative
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.engine import Modifier
from scales.play import Play

RULE = "centurion: Morale Checks"
FAILED, WITHDRAWING = "failed", "withdrawing"


def reckoned(troops: str, leadership: int) -> Reckoning:
    """What a unit rolls against: the number of its quality and its commander's Leadership Rating (Troop Morale Table)."""
    lead = [Modifier("Leadership Rating", leadership, "centurion: Troop Morale Table")] if leadership else []
    return Reckoning(int(data("movement")["morale"][troops]), lead, RULE)


def number_of(state: BattleState, unit: Vehicle | Squad) -> Reckoning:
    """The Morale Number of a unit as things stand; without an active Centurion his rating counts as 0."""
    century = state.centuries.get(unit.century)
    leads = century is not None and initiative.is_active(state, century)
    return reckoned(quality.of(state, unit), century.leadership if century is not None and leads else 0)


def is_withdrawing(unit: Vehicle | Squad) -> bool:
    """Has it begun to withdraw? Who failed in this turn fights it to its end."""
    return unit.morale == WITHDRAWING


def try_vehicle(play: Play[BattleState], vehicle: Vehicle) -> None:
    """A vehicle has taken damage inside."""
    if not vehicle.destroyed and not vehicle.left:
        _test(play, vehicle)


def try_squad(play: Play[BattleState], squad: Squad) -> None:
    """A squad has lost men: on foot it is tested once it has lost three."""
    third = int(data("movement")["withdrawal"]["casualties"])
    on_foot = squad.aboard is None and squad.hex is not None and squad.type != "vehicle_crew"
    if on_foot and squad.strength and squad.casualties >= third:
        _test(play, squad)


def _test(play: Play[BattleState], unit: Vehicle | Squad) -> None:
    goals = play.state.goals
    as_a_force = goals is not None and unit.side in goals.force_withdrawal
    if not switches.is_on(play.state, "morale") or unit.morale or as_a_force or installations.is_turret(unit):
        return
    check = number_of(play.state, unit).check(f"morale of {unit.name}", play.dice.d10(f"morale: {unit.name}"))
    if not check.passed:
        unit.morale = FAILED
    outcome = "holds" if check.passed else "breaks, and will withdraw from the next turn on"
    play.tell("morale_held" if check.passed else "morale_failed", f"{unit.name} {outcome}.", RULE, units=[unit.id], checks=[check])


def turn_back(play: Play[BattleState]) -> None:
    """The turn is over: who failed in it withdraws from now on, out of its hiding place."""
    for unit in play.state.units():
        if unit.morale == FAILED:
            unit.morale = WITHDRAWING
            if isinstance(unit, Squad):
                unit.concealed = False

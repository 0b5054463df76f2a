"""Exceeding the Speed Limit: the Piloting Skill Roll and its damage, which takes effect at once (ruling R-CEN-53)."""

from scales.centurion.combat import damage, effects
from scales.centurion.ground.terrain import half_up
from scales.centurion.state import BattleState, Vehicle
from scales.dice import succeeds
from scales.engine import Check, Modifier
from scales.play import Play

RULE = "centurion: Exceeding the Speed Limit"
BASE = 5


def excess(velocity: int, limit: int) -> int:
    """Points over the limit."""
    return max(0, abs(velocity) - limit)


def target(over: int) -> int:
    """Piloting Skill Roll: 5, minus one for every two points over, fractions up."""
    return BASE - half_up(over)


def harm(over: int) -> int:
    """Damage of a failed roll: ten points for each point over."""
    return 10 * over


def splits(over: int) -> list[tuple[int, int]]:
    """The ways to share the damage between front and bottom in whole tens; the first is the one used when nobody chooses."""
    more, less = 10 * half_up(over), 10 * (over // 2)
    return [(more, less)] if more == less else [(more, less), (less, more)]


def enter(play: Play[BattleState], vehicle: Vehicle, label: str, limit: int, steered: bool = True, how: str = "enters") -> bool:
    """Roll for one hex entered too fast; says whether the vehicle struck the ground. Unsteered ones strike on 2 or more (Helm).
    `how` it came there: it enters, or comes down into, the hex."""
    over = excess(vehicle.velocity, limit)
    if not over:
        return False
    number = target(over) if steered else 1
    speed = abs(vehicle.velocity)
    roll = play.dice.d10(f"piloting: {vehicle.name} {how} {label} at {speed}, limit {limit}")
    ok = succeeds(roll, number)
    check = Check("piloting", BASE, [Modifier(f"{over} over the limit", number - BASE, RULE)], number, roll, ok, RULE)
    front, bottom = (0, 0) if ok else splits(over)[-1 if vehicle.odd == "bottom" else 0]
    came = "keeps clear of the ground" if ok else f"strikes the ground: {front} points on the front, {bottom} on the bottom"
    text = f"{vehicle.name} {how} {label} at velocity {speed}, {over} over the limit of {limit}, and {came}."
    play.tell("exceeded_limit", text, RULE, units=[vehicle.id], checks=[check], data={"front": front, "bottom": bottom})
    _hurt(play, vehicle, front, bottom)
    return not ok


def _hurt(play: Play[BattleState], vehicle: Vehicle, front: int, bottom: int) -> None:
    for facing, points in (("front", front), ("bottom", bottom)):
        if points:
            damage.across(vehicle, facing, points, "", "speed")
            vehicle.turn_damaged = play.state.last_damage = play.state.turn
    effects.take_effect(play, vehicle)

"""Who has a craft in hand: pushing the plant, more thrust than is safe, random movement, regaining control, drifting (Interceptor: Movement)."""

from scales.dice import succeeds
from scales.engine import Check, Modifier
from scales.interceptor.damage.condition import is_helpless, piloting
from scales.interceptor.damage.damage import P, take_effect
from scales.interceptor.movement.flight import Plan
from scales.interceptor.movement.flying import RULE, fly
from scales.interceptor.movement.handling import is_powerless, push_number, safe_rating
from scales.interceptor.state import Craft
from scales.interceptor.tables import rule

PUSHING = "interceptor: Pushing the Plant"
EXCEEDING = "interceptor: Exceeding SOT"
RANDOM = "interceptor: Random Movement"


def push(play: P, craft: Craft, extra: int) -> None:
    """Extra thrust out of the plant, which is there for this move in any case: the number or less, or the plant takes a hit."""
    number = push_number(craft, extra, play.state.at.turn)
    checks: list[Check] = []
    if number:
        roll = play.dice.d10(f"{craft.name}: pushing the plant by {extra}, {number} or less")
        checks = [Check(f"{craft.name} pushes its plant by {extra}", number, [], number, roll, succeeds(roll, number), PUSHING)]
    held = bool(checks) and checks[0].passed
    text = f"{craft.name} pushes its plant for {extra} more thrust{': it holds' if held else ' and damages it'}."
    play.tell("plant_pushed", text, PUSHING, units=[craft.id], data={"extra": extra, "number": number, "held": held}, checks=checks)
    if not held:
        craft.fresh.append("plant")
        take_effect(play, craft)


def exceed(play: P, craft: Craft, excess: int) -> bool:
    """The saving roll for more than the safe operating thrust: the SOT rating less what is over it."""
    base = safe_rating(craft, play.state.at.turn)
    number = base - excess
    roll = play.dice.d10(f"{craft.name}: {excess} thrust over the safe limit, {number} or less")
    over = [Modifier("thrust over the safe limit", -excess, EXCEEDING)]
    check = Check(f"{craft.name} exceeds its safe thrust", base, over, number, roll, succeeds(roll, number), EXCEEDING)
    text = f"{craft.name} uses {excess} thrust more than is safe and {'holds' if check.passed else 'loses control'}."
    data = {"number": number, "saved": check.passed}
    play.tell("thrust_exceeded", text, EXCEEDING, units=[craft.id], data=data, checks=[check])
    return check.passed


def regains(play: P, craft: Craft) -> bool:
    """A craft out of control is steered again on its piloting skill or less; not without thrust or somebody to fly it."""
    if not craft.wild:
        return True
    if is_helpless(craft) or is_powerless(craft, play.state.at.turn):
        return False
    skill = piloting(craft)
    roll = play.dice.d10(f"{craft.name}: regain control, {skill} or less")
    check = Check(f"{craft.name} regains control", skill, [], skill, roll, succeeds(roll, skill), RANDOM)
    craft.wild = not check.passed
    words = "is still out of control" if craft.wild else "is under control again"
    play.tell("control", f"{craft.name} {words}.", RULE, units=[craft.id], data={"wild": craft.wild, "skill": skill}, checks=[check])
    return not craft.wild


def drift(play: P, craft: Craft) -> None:
    """Without thrust or crew a craft keeps its velocity and heading."""
    fly(play, craft, Plan(0, (0,) * (craft.velocity + 1)), verb="drifts")


def tumble(play: P, craft: Craft) -> None:
    """A random maneuver instead of what was meant (Interceptor: Random Movement)."""
    craft.tumbling = True
    result = rule("random_movement")["die"][play.dice.d10(f"{craft.name}: random movement") - 1]
    if result == "DIS":
        craft.wild, craft.heading = True, play.dice.roll(6, f"{craft.name}: new heading")
        text = f"{craft.name} spins out of control toward {craft.heading}."
        play.tell("out_of_control", text, RANDOM, units=[craft.id], data={"result": result})
        return
    text = f"{craft.name} is thrown off its course ({result})."
    play.tell("random_maneuver", text, RANDOM, units=[craft.id], data={"result": result})
    if result.endswith("V"):
        faster = max(int(result[:-1]), -craft.velocity)
        fly(play, craft, Plan(faster, (0,) * (craft.velocity + faster + 1)))
    else:
        turn = int(result[2]) * (1 if result[1] == "R" else -1)
        fly(play, craft, Plan(0, (turn, 0)), hexes=1)

"""Attack, defense and morale rolls, and what they do to a century. legatus: Combat Phase"""

from collections.abc import Sequence

from scales.dice import Dice
from scales.engine import Check, Json, Modifier
from scales.legatus import deployment
from scales.legatus.defenses.installations import is_fixed
from scales.legatus.deployment import attack_modifiers, defense_modifiers, printed
from scales.legatus.rolls import Trial, trial
from scales.legatus.state import Century, LegatusState
from scales.legatus.tables import tables

ATTACKS, DEFENSE = "legatus: Attacks", "legatus: Defense and Morale"


def attack_trial(state: LegatusState, unit: Century, target: Century, support: Sequence[Modifier] = ()) -> Trial:
    """One attack of a century; artillery support comes as modifiers."""
    return trial(state, f"attack: {unit.name} on {target.name}", printed(unit).attack, [*attack_modifiers(state, unit), *support], ATTACKS)


def defense_trial(state: LegatusState, unit: Century, extra: Sequence[Modifier] = ()) -> Trial:
    return trial(state, f"defense: {unit.name}", printed(unit).defense, [*defense_modifiers(state, unit), *extra], DEFENSE)


def worse(state: str) -> str:
    """A failed defense roll: whole, crippled, destroyed."""
    return {"healthy": "crippled", "crippled": "destroyed"}[state]


def harm(unit: Century) -> str:
    """Cripple or destroy a century; returns what it is now."""
    now = worse("crippled" if unit.crippled else "healthy")
    unit.crippled = True
    if now == "destroyed":
        unit.status, unit.engaged = "destroyed", ""
    return now


def has_morale(unit: Century) -> bool:
    """An installation belongs to no cohort, whose morale it would have, and can never leave its hex."""
    return not is_fixed(unit)


def morale_of(quality: str, dug_in: bool) -> int:
    """The morale in use, doubled when dug in. R-LEG-08"""
    return int(tables()["morale"][quality]) * (2 if dug_in else 1)


def morale_result(morale: int, roll: int) -> str:
    """holds, retreats (above morale) or broken (above twice morale)."""
    return "holds" if roll <= morale else "retreats" if roll <= 2 * morale else "broken"


def morale_check(unit: Century, dice: Dice) -> tuple[str, Check]:
    test = morale_trial(unit)
    morale = test.target
    roll = dice.d10(f"{test.what}, above {morale} retreats, above {2 * morale} breaks")
    return morale_result(morale, roll), Check(test.what, test.base, list(test.modifiers), morale, roll, roll <= morale, test.rule)


def morale_trial(unit: Century) -> Trial:
    """The morale roll of a century that is hit; it compares the plain number."""
    morale, base = morale_of(unit.quality, unit.altitude == "dug_in"), morale_of(unit.quality, False)
    return Trial(f"morale: {unit.name}", base, [Modifier("dug in", morale - base, DEFENSE)] if morale != base else [], DEFENSE)


def morale_told(unit: Century) -> Json:
    """What morale a century rolls against, and how likely each result is, in percent."""
    test = morale_trial(unit)
    results = [morale_result(test.target, roll) for roll in range(1, 11)]
    likely = {result: 10 * results.count(result) for result in ("holds", "retreats", "broken")}
    return test.told() | {"chance": likely["holds"]} | likely


def attack_value(state: LegatusState, unit: Century) -> int:
    return deployment.attack_of(state, unit)


def defense_value(state: LegatusState, unit: Century) -> int:
    return deployment.defense_of(state, unit)

"""A century on its way along a path, with the maneuver tests it takes. legatus: Maneuver tests, Movement Phase, Passive Defenses"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from scales.dice import Dice
from scales.engine import Check
from scales.legatus.deployment import maneuver_modifiers, printed
from scales.legatus.movement.movement import Ground, Walk, costs, entered, fault_of, ground_for, may_enter, start_walk, step_kind, take
from scales.legatus.rolls import Trial, trial
from scales.legatus.state import Century, LegatusState

REACTION, UNLIKE, PASSIVE, CHANGED, ZONE = (
    "reaction",
    "two hexes of unlike terrain",
    "passive defenses",
    "deployment changed",
    "enemy zone of control",
)
"""What a maneuver test is for."""


def maneuver_trial(state: LegatusState, unit: Century, why: str, combat: bool = False) -> Trial:
    """A maneuver test of a century as it is deployed now."""
    return trial(
        state,
        f"maneuver test: {unit.name}, {why}",
        printed(unit).maneuver,
        maneuver_modifiers(state, unit, combat),
        "legatus: Maneuver tests",
    )


def tests_before(ground: Ground, walk: Walk, word: str) -> list[str]:
    """Two unlike new hexes call for a test of the century as it stands. R-LEG-14"""
    low, high = costs(ground, walk, word)
    return [UNLIKE] if low != high else []


def tests_after(ground: Ground, walk: Walk, word: str) -> list[str]:
    """What a step calls for once it is made. A deployment change and an enemy zone do so only when there is more of the path."""
    new = entered(walk, word)
    found = [] if ground.passive.isdisjoint(new) else [PASSIVE]
    if step_kind(walk, word) != "move":
        found.append(CHANGED)
    if not ground.zone.isdisjoint(new):
        found.append(ZONE)
    return found


def is_due(why: str, goes_on: bool) -> bool:
    """Is a test taken at this step? Passive defenses call for it even at the end of a path."""
    return goes_on or why in {UNLIKE, PASSIVE}


@dataclass(slots=True)
class Trip:
    """A path under way: `points` caps it (a reaction has one), `combat` marks the combat phase.

    Afterwards `checks` are the tests taken, `stopped` says why it ended early, `caught` names the hex of passive defenses that caught it.
    """

    state: LegatusState
    unit: Century
    dice: Dice
    points: int | None = None
    combat: bool = False
    checks: list[Check] = field(default_factory=list)
    stopped: str = ""
    caught: str = ""

    def go(self, path: Sequence[str]) -> None:
        """Move until the path ends, a test fails or the points run out."""
        ground, walk = ground_for(self.state, self.unit, self.combat), start_walk(self.unit, self.points)
        for n, word in enumerate(path, 1):
            cost = self._cost(ground, walk, word)
            if cost < 0:
                self.stopped = "its movement points ran out"
                return
            calls = [why for why in tests_after(ground, walk, word) if is_due(why, n < len(path))]
            passive = entered(walk, word) & ground.passive
            take(walk, word, cost)
            self.unit.at, self.unit.altitude, self.unit.moved = walk.at, walk.altitude, True
            if any(self._fails(why, passive) for why in calls):
                return

    def _test(self, why: str) -> bool:
        self.checks.append(maneuver_trial(self.state, self.unit, why, self.combat).roll(self.dice))
        return self.checks[-1].passed

    def _cost(self, ground: Ground, walk: Walk, word: str) -> int:
        """The half points a step costs, -1 when it cannot be paid; two unlike new hexes call for a test. R-LEG-14"""
        if fault_of(ground, walk, word):
            return -1
        low, high = costs(ground, walk, word)
        cost = low if all(self._test(why) for why in tests_before(ground, walk, word)) else high
        return cost if may_enter(walk.left, cost, walk.first and step_kind(walk, word) == "move") else -1

    def _fails(self, why: str, passive: set[str]) -> bool:
        """Does a test end the path?"""
        if self._test(why):
            return False
        self.caught = min(passive) if why == PASSIVE else ""
        self.stopped = "it was caught in passive defenses" if self.caught else f"it failed its maneuver test ({why})"
        return True

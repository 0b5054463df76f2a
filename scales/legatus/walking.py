"""A century on its way along a path, with the maneuver tests it takes. legatus: Maneuver tests, Movement Phase, Passive Defenses"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from scales.dice import Dice
from scales.engine import Check
from scales.legatus.deployment import maneuver_modifiers, printed
from scales.legatus.movement import Ground, Walk, costs, entered, fault_of, ground_for, may_enter, start_walk, step_kind, take
from scales.legatus.rolls import check_roll
from scales.legatus.state import Century, LegatusState


def maneuver_test(state: LegatusState, unit: Century, dice: Dice, why: str, combat: bool = False) -> Check:
    """A maneuver test of a century as it is deployed now."""
    changes = maneuver_modifiers(state, unit, combat)
    return check_roll(dice, f"maneuver test: {unit.name}, {why}", printed(unit).maneuver, changes, "legatus: Maneuver tests")


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
            new, changed = entered(walk, word), step_kind(walk, word) != "move"
            take(walk, word, cost)
            self.unit.at, self.unit.altitude, self.unit.moved = walk.at, walk.altitude, True
            if self._caught(new & ground.passive) or (n < len(path) and self._stopped(changed, bool(new & ground.zone))):
                return

    def _test(self, why: str) -> bool:
        self.checks.append(maneuver_test(self.state, self.unit, self.dice, why, self.combat))
        return self.checks[-1].passed

    def _cost(self, ground: Ground, walk: Walk, word: str) -> int:
        """The half points a step costs, -1 when it cannot be paid; two unlike new hexes call for a test. R-LEG-14"""
        if fault_of(ground, walk, word):
            return -1
        low, high = costs(ground, walk, word)
        cost = low if low == high or self._test("two hexes of unlike terrain") else high
        return cost if may_enter(walk.left, cost, walk.first and step_kind(walk, word) == "move") else -1

    def _caught(self, passive: set[str]) -> bool:
        """Passive defenses always call for a test."""
        if passive and not self._test("passive defenses"):
            self.caught, self.stopped = min(passive), "it was caught in passive defenses"
        return bool(self.caught)

    def _stopped(self, changed: bool, controlled: bool) -> bool:
        """A deployment change and an enemy zone each call for a test when there is more of the path; a failed one ends it."""
        for applies, why in ((changed, "deployment changed"), (controlled, "enemy zone of control")):
            if applies and not self._test(why):
                self.stopped = f"it failed its maneuver test ({why})"
                return True
        return False

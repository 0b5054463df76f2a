"""A century on its way along a path, with the maneuver tests it takes. legatus: Maneuver Tests, Movement Phase, Passive Defenses, Engineers"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from scales.dice import Dice
from scales.engine import Check
from scales.legatus.defenses import engineers, passive
from scales.legatus.deployment import maneuver_modifiers, printed
from scales.legatus.movement.movement import Ground, Walk, costs, entered, fault_of, ground_for, may_enter, start_walk, step_kind, take
from scales.legatus.rolls import Trial, trial
from scales.legatus.state import Century, LegatusState, Marker

REACTION, UNLIKE, PASSIVE, CHANGED, ZONE = (
    "reaction",
    "two hexes of unlike terrain",
    "passive defenses",
    "deployment changed",
    "enemy zone of control",
)
"""What a maneuver test is for."""
UNSEEN = "an enemy that its side has not spotted"
"""What stops a century in a double-blind battle without a test; its owner hears only that it was stopped."""


def maneuver_trial(state: LegatusState, unit: Century, why: str, combat: bool = False) -> Trial:
    """A maneuver test of a century as it is deployed now."""
    return trial(
        state,
        f"maneuver test: {unit.name}, {why}",
        printed(unit).maneuver,
        maneuver_modifiers(state, unit, combat),
        "legatus: Maneuver Tests",
    )


def tests_before(ground: Ground, walk: Walk, word: str) -> list[str]:
    """Two unlike new hexes call for a test of the century as it stands. R-LEG-14"""
    low, high = costs(ground, walk, word)
    return [UNLIKE] if low != high else []


def tests_after(ground: Ground, walk: Walk, word: str) -> list[str]:
    """What a step calls for once it is made. All but passive defenses do so only when there is more of the path.

    In the zone of an enemy that is not seen every other test is lost before it is made. legatus: Double-blind rules: Movement
    """
    new = entered(walk, word)
    found = [] if ground.passive.isdisjoint(new) else [PASSIVE]
    if not ground.unseen.isdisjoint(new):
        return [*found, UNSEEN]
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
    """A path under way: `points` caps it (a reaction has one), `combat` marks the combat phase, `pay_higher` declines the test that may spare
    the higher of two costs, `clear` lets an engineer century remove what it moves onto.

    Afterwards `made` are the steps made, `checks` the tests taken; `stopped` says why it ended early, `caught` names the hex of passive
    defenses that caught it, `cleared` are the markers an engineer century took hexes from, with those hexes.
    """

    state: LegatusState
    unit: Century
    dice: Dice
    points: int | None = None
    combat: bool = False
    pay_higher: bool = False
    clear: bool = True
    made: list[str] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    stopped: str = ""
    caught: str = ""
    cleared: list[tuple[Marker, list[str]]] = field(default_factory=list)

    def go(self, path: Sequence[str]) -> None:
        """Move until the path ends, a test fails, the points run out, or an unseen enemy is in the way."""
        walk = start_walk(self.unit, self.points)
        ground = ground_for(self.state, self.unit, self.combat)
        for n, word in enumerate(path, 1):
            if not self._step(ground, walk, word, n < len(path)):
                return
            if self.cleared:
                ground = ground_for(self.state, self.unit, self.combat)

    def _step(self, ground: Ground, walk: Walk, word: str, goes_on: bool) -> bool:
        """Make a step and take the tests it calls for; False when the path ends with it, or before it."""
        cost = self._cost(ground, walk, word)
        if self.stopped:
            return False
        calls = [why for why in tests_after(ground, walk, word) if is_due(why, goes_on)]
        new = entered(walk, word)
        take(walk, word, cost)
        self._stand(walk, word)
        passive.discover(self.state, self.unit.side, new)
        if self.clear and engineers.is_engineer(self.unit):
            self.cleared += engineers.clear(self.state, self.unit.side, new)
        return not any(self._fails(why, new & ground.passive) for why in calls)

    def _stand(self, walk: Walk, word: str) -> None:
        """The century is where the walk is."""
        if walk.altitude != self.unit.altitude:
            self.unit.began = self.unit.began or self.unit.altitude
        self.unit.at, self.unit.altitude, self.unit.moved = walk.at, walk.altitude, True
        self.made.append(word)

    def _test(self, why: str) -> bool:
        self.checks.append(maneuver_trial(self.state, self.unit, why, self.combat).roll(self.dice))
        return self.checks[-1].passed

    def _cost(self, ground: Ground, walk: Walk, word: str) -> int:
        """The half points a step costs; `stopped` when it cannot be made. Two unlike new hexes call for a test. R-LEG-14"""
        if fault_of(ground, walk, word):
            self.stopped = UNSEEN
            return 0
        low, high = costs(ground, walk, word)
        cost = low if low == high or (not self.pay_higher and self._test(UNLIKE)) else high
        if not may_enter(walk.left, cost, walk.first and step_kind(walk, word) == "move"):
            self.stopped = "its movement points ran out"
        return cost

    def _fails(self, why: str, passive: set[str]) -> bool:
        """Does a test end the path? An unseen enemy does so without one."""
        if why == UNSEEN:
            self.stopped = UNSEEN
            return True
        if self._test(why):
            return False
        self.caught = min(passive) if why == PASSIVE else ""
        self.stopped = "it was caught in passive defenses" if self.caught else f"it failed its maneuver test ({why})"
        return True

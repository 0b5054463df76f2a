"""What an option to move tells: points used and left, the tests on the way and what they are rolled against, whom a century meets there.

Points are told in half points, as `entry` of the board counts them. legatus: Movement Points, Maneuver Tests
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from msgspec.structs import replace

from scales.engine import Json
from scales.legatus.board import dispersion, gap
from scales.legatus.movement import movement
from scales.legatus.movement.movement import HALF, Ground, Walk, points
from scales.legatus.movement.walking import CHANGED, UNLIKE, is_due, maneuver_trial, tests_after, tests_before
from scales.legatus.state import Century, LegatusState, enemies_of
from scales.legatus.tables import ALTITUDES, kinds


@dataclass(slots=True)
class Place:
    """A position on the way: half points used to get there at most, and at least if tests make it cheaper; the tests when the path ends there
    and when it goes on, and the enemies in contact with their names."""

    at: str
    used: int
    least: int
    ending: list[Json]
    passing: list[Json]
    near: list[str]
    names: str


class Surroundings:
    """What the centuries of a side have in common while nobody moves: the enemies, and what limits movement, worked out once for all of them.

    `combat`: in the combat phase, when hexes of enemies may be entered.
    """

    def __init__(self, state: LegatusState, side: str, combat: bool = False) -> None:
        self.state, self.side, self.combat = state, side, combat
        self._grounds: dict[str, Ground] = {}

    def ground(self, unit: Century) -> Ground:
        """What limits the movement of a century: for all of a carriage the same."""
        carriage = kinds()[unit.kind].carriage
        if carriage not in self._grounds:
            self._grounds[carriage] = movement.ground_for(self.state, unit, self.combat)
        return self._grounds[carriage]

    @cached_property
    def enemies(self) -> list[Century]:
        """Those that can be met: no battle below holds them."""
        return [e for e in enemies_of(self.state, self.side) if not e.engaged]

    @cached_property
    def _places(self) -> tuple[str, ...]:
        """Where enemies stand, those held by battles below too, and the places that count."""
        return (*sorted({e.at for e in enemies_of(self.state, self.side)}), *(o.hex for o in self.state.objectives))

    @cached_property
    def _headquarters(self) -> list[Century]:
        return [u for u in self.state.units.values() if u.hq and u.status == "ok"]

    def interests(self, unit: Century) -> tuple[str, ...]:
        """Places that matter to a century: enemies, objectives, its headquarters."""
        return (*self._places, *(u.at for u in self._headquarters if u.cohort == unit.cohort and u is not unit))


@dataclass(slots=True)
class Outlook:
    """A century, what is around it and limits it, and what was worked out of the places in its reach. `allowance` in half points."""

    around: Surroundings
    unit: Century
    ground: Ground
    allowance: int
    trials: dict[tuple[str, str, str], Json] = field(default_factory=dict)

    @property
    def state(self) -> LegatusState:
        return self.around.state

    def test(self, why: str, at: str, altitude: str) -> Json:
        """A maneuver test at a position; before the combat phase only the deployment there counts."""
        combat = self.around.combat
        key = (why, at if combat else dispersion(at), altitude)
        if key not in self.trials:
            self.trials[key] = maneuver_trial(self.state, replace(self.unit, at=at, altitude=altitude), why, combat).told()
        return {"at": at, "why": why, "roll": self.trials[key]}

    def tests_of(self, walk: Walk, word: str, goes_on: bool) -> list[Json]:
        """All tests that a step calls for, each as the century then stands."""
        at, altitude = (walk.at, word) if word in ALTITUDES else (word, walk.altitude)
        found = [self.test(why, walk.at, walk.altitude) for why in tests_before(self.ground, walk, word)]
        return found + [self.test(why, at, altitude) for why in tests_after(self.ground, walk, word) if is_due(why, goes_on)]

    def place(self, at: str, used: int, least: int, ending: list[Json], passing: list[Json]) -> Place:
        near = [e for e in self.around.enemies if gap(at, e.at) <= 1]
        names = f", next to {_some([e.name for e in near])}" if near else ""
        return Place(at, used, least, ending, passing, [e.id for e in near], names)

    def start(self, used: int = 0, passing: Sequence[Json] = ()) -> Place:
        return self.place(self.unit.at, used, used, [], list(passing))

    def tell_here(self, words: Sequence[str]) -> tuple[str, Json]:
        """Label and information: to take other altitudes where it is."""
        return self.tell(self.start(), words[-1], words)

    def is_calm(self, at: str) -> bool:
        """Can entering a position call for no test: one hex, no zone, no passive defenses?"""
        return "|" not in at and at not in self.ground.zone and at not in self.ground.passive

    def tell(self, place: Place, altitude: str, words: Sequence[str] = ()) -> tuple[str, Json]:
        """Label and information: to go to a place, and there through some altitudes to the last."""
        tests = place.ending
        if words:
            tests = place.passing
            tests = tests + [self.test(CHANGED, place.at, word) for word in words[:-1]] if len(words) > 1 else tests
        used = place.used + HALF * len(words)
        info: Json = {
            "at": place.at,
            "altitude": altitude,
            "used_halves": used,
            "least_halves": place.least + HALF * len(words),
            "left_halves": self.allowance - used,
            "tests": tests,
            "in_zone": not self.ground.zone.isdisjoint(place.at.split("|")),
            "adjacent": place.near,
        }
        verb = "move to" if place.at != self.unit.at else "stay in"
        changed = _CHANGED[altitude] if altitude != self.unit.altitude else ""
        cost = _cost(used, self.allowance)
        return f"{verb} {place.at}{changed}: {cost}{_tests(tests) if tests else ''}{place.names}", info


def untested(told: tuple[str, Json]) -> tuple[str, Json]:
    """The same way without tests for two unlike hexes, at the higher cost."""
    label, info = told
    tests = [test for test in info["tests"] if test["why"] != UNLIKE]
    return f"{label}, paying the higher cost untested", info | {"tests": tests, "least_halves": info["used_halves"]}


def uncleared(told: tuple[str, Json]) -> tuple[str, Json]:
    """The same way of an engineer century that leaves what it could clear."""
    label, info = told
    return f"{label}, clearing nothing", info | {"clears": False}


_CHANGED = {"dug_in": ", dug in", "normal": ", at normal altitude", "tree_top": ", at tree top", "low_altitude": ", at low altitude"}


@lru_cache(maxsize=1024)
def _cost(used: int, allowance: int) -> str:
    return f"{points(used)} of {points(allowance)} point{'' if allowance == HALF else 's'}"


def _tests(tests: Sequence[Json]) -> str:
    least = min(test["roll"]["target"] for test in tests)
    return f", a test at {least} or less" if len(tests) == 1 else f", {len(tests)} tests at {least} or less"


def _some(names: list[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def outlook(around: Surroundings, unit: Century, walk: Walk) -> Outlook:
    return Outlook(around, unit, around.ground(unit), walk.left)

"""Movement: points, steps, deployment changes, maneuver tests on the way. legatus: Movement Phase

A path is a list of words: a position of the same dispersion is a move, one of the next dispersion or the name of the next altitude
a deployment change. A century in motion is a `Walk`; the walk of a check assumes that every test succeeds.
"""

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scales.legatus import board
from scales.legatus.board import Grid
from scales.legatus.deployment import altitudes_of, levels_between
from scales.legatus.movement.zones import enemy_zone, occupied, passive_zone, unseen_zone
from scales.legatus.state import Century, LegatusState, enemies_of
from scales.legatus.tables import ALTITUDES, kinds, tables

RULE = "legatus: Movement Phase"
MOVES, CHANGES = "legatus: Movement Points", "legatus: Deployment Changes"
HALF = 2
# a search would rather spend this many half points than take another test
TEST_WEIGHT = 6


def grid_of(state: LegatusState) -> Grid:
    return board.grid(state.map.id, tuple(state.map.rows))


def allowance(carriage: str, low: bool = False, crippled: bool = False) -> int:
    """Movement points of a turn; `low`: a grav century that starts at low altitude. legatus: Movement Points, R-LEG-05"""
    table = tables()["movement_points"]
    points = int(table["grav_starting_at_low_altitude"] if carriage == "grav" and low else table["allowance"][carriage])
    return max(0, points + int(table["crippled"])) if crippled else points


def allowance_of(unit: Century) -> int:
    """A century that has left low altitude this turn keeps its ten points, and one that has come up to it does not get them."""
    return allowance(kinds()[unit.kind].carriage, (unit.began or unit.altitude) == "low_altitude", unit.crippled)


def may_enter(left_halves: int, cost_halves: int, first: bool) -> bool:
    """Can the next hex be paid? A century with a point left may always enter its first hex of the turn."""
    return cost_halves <= left_halves or (first and left_halves >= HALF)


@dataclass(slots=True)
class Walk:
    """A century on its way: where it stands, half points left, whether it has entered a hex yet."""

    at: str
    altitude: str
    left: int
    first: bool = True


@dataclass(slots=True, frozen=True)
class Ground:
    """What limits one side's movement now: hexes it may not enter, those where it must test, and zones of enemies that it does not see.

    The last are empty on a view: a path is planned on what the side knows and carried out on the true state.
    """

    grid: Grid
    carriage: str
    blocked: frozenset[str]
    zone: frozenset[str]
    passive: frozenset[str]
    unseen: frozenset[str] = frozenset()


def ground_for(state: LegatusState, unit: Century, may_mix: bool = False) -> Ground:
    """The limits for a century; `may_mix` in the combat phase, when hexes of enemies may be entered."""
    side, enemies = unit.side, enemies_of(state, unit.side)
    blocked = frozenset[str]() if may_mix else occupied(enemies)
    zone, unseen = enemy_zone(state, side, enemies), unseen_zone(state, side, enemies)
    return Ground(grid_of(state), kinds()[unit.kind].carriage, blocked, zone, passive_zone(state, side), unseen)


def start_walk(unit: Century, points: int | None = None) -> Walk:
    return Walk(unit.at, unit.altitude, HALF * (allowance_of(unit) if points is None else points))


def step_kind(walk: Walk, word: str) -> str:
    """altitude, spread (dispersion) or move."""
    if word in ALTITUDES:
        return "altitude"
    return "move" if word.count("|") == walk.at.count("|") else "spread"


def fault_of(ground: Ground, walk: Walk, word: str) -> str:
    """Why a step is not allowed, with its rule; '' when it is (points aside)."""
    if word in ALTITUDES:
        return _altitude_fault(ground, walk, word)
    is_move = step_kind(walk, word) == "move"
    if word in (board.steps(walk.at) if is_move else board.spreads(walk.at)) and board.on_map(ground.grid, word):
        return _entry_fault(ground, walk, word)
    if not board.is_position(word) or not board.on_map(ground.grid, word):
        return f"'{word[:20]}' is no hex, hexside or junction of this map (legatus: Deployment)"
    return f"{word} cannot be reached from {walk.at} in one step ({MOVES if is_move else CHANGES})"


def _entry_fault(ground: Ground, walk: Walk, word: str) -> str:
    new = entered(walk, word)
    if new & ground.blocked:
        return f"an enemy stands in {', '.join(sorted(new & ground.blocked))} (legatus: Zones of Control)"
    if walk.altitude == "dug_in" and new:
        return f"a dug-in century must rise to normal altitude before it enters a hex ({CHANGES})"
    if new and not board.prices(ground.grid, ground.carriage, walk.altitude, walk.at, word):
        return f"the terrain of {', '.join(sorted(new))} cannot be entered from {walk.at} ({MOVES})"
    return ""


def entered(walk: Walk, word: str) -> set[str]:
    """The hexes that a step newly occupies."""
    return set() if word in ALTITUDES else set(word.split("|")) - set(walk.at.split("|"))


def _altitude_fault(ground: Ground, walk: Walk, word: str) -> str:
    return altitude_fault(ground.carriage, walk.altitude, word, on_lake(ground, walk.at))


def on_lake(ground: Ground, at: str) -> bool:
    return not ground.grid.lakes.isdisjoint(at.split("|"))


def altitude_fault(carriage: str, here: str, word: str, lake: bool) -> str:
    """Why a century cannot change from one altitude to another where it is; '' when it can."""
    if word not in altitudes_of(carriage):
        return f"only grav centuries can go to {word.replace('_', ' ')} (legatus: Deployment)"
    if levels_between(here, word) != 1:
        return f"{word.replace('_', ' ')} is not the next altitude from {here.replace('_', ' ')} ({CHANGES})"
    return f"nobody can dig in on a lake ({MOVES})" if word == "dug_in" and lake else ""


@lru_cache(maxsize=1024)
def altitude_changes(carriage: str, altitude: str, lake: bool, left: int, up: int = 1) -> tuple[tuple[str, ...], ...]:
    """Ways to other altitudes that half points left allow: down by one level and more first, then up by one (or `up`) and more."""
    found = []
    here = ALTITUDES.index(altitude)
    for words in (ALTITUDES[:here][::-1], ALTITUDES[here + 1 : here + 1 + up]):
        for n in range(1, min(len(words), left // HALF) + 1):
            if altitude_fault(carriage, (altitude, *words)[n - 1], words[n - 1], lake):
                break
            found.append(words[:n])
    return tuple(found)


def spreads_from(ground: Ground, walk: Walk) -> list[str]:
    """The next dispersions that a century may take where it is."""
    return _allowed(ground, walk, board.spreadings(ground.grid, ground.carriage, walk.altitude))


def steps_from(ground: Ground, walk: Walk) -> list[str]:
    """Every step that a century with a point may make."""
    lake = on_lake(ground, walk.at)
    altitudes = [to for to in ALTITUDES if not altitude_fault(ground.carriage, walk.altitude, to, lake)]
    return [*_allowed(ground, walk, board.moves(ground.grid, ground.carriage, walk.altitude)), *spreads_from(ground, walk), *altitudes]


def _allowed(ground: Ground, walk: Walk, moves: board.Moves) -> list[str]:
    """Those of the steps from where it is that enter no hex of an enemy, and none at all while it is dug in."""
    dug_in = walk.altitude == "dug_in"
    return [to for to, new, _ in moves[walk.at] if not (new and dug_in) and ground.blocked.isdisjoint(new)]


def costs(ground: Ground, walk: Walk, word: str) -> tuple[int, int]:
    """The lower and the higher cost of a step in half points; they differ when two new hexes do. R-LEG-14"""
    if step_kind(walk, word) != "move":
        return HALF, HALF
    paid = board.prices(ground.grid, ground.carriage, walk.altitude, walk.at, word)
    return min(paid), max(paid)


def take(walk: Walk, word: str, cost: int) -> None:
    """Make a step that is allowed and paid."""
    if word in ALTITUDES:
        walk.altitude = word
    else:
        walk.first = walk.first and step_kind(walk, word) != "move"
        walk.at = word
    walk.left = max(0, walk.left - cost)


def path_faults(ground: Ground, walk: Walk, path: Sequence[str], pay_higher: bool = False) -> str:
    """Why a path cannot be ordered, and at which step; '' when it can. Tests go well; `pay_higher`: none is taken for the lower of two costs."""
    for n, word in enumerate(path, 1):
        fault = fault_of(ground, walk, word) or _price_fault(walk, word, price := costs(ground, walk, word)[pay_higher])
        if fault:
            return f"Step {n} of the path: {fault}."
        take(walk, word, price)
    return ""


def _price_fault(walk: Walk, word: str, price: int) -> str:
    """Why a step cannot be paid; '' when it can."""
    if may_enter(walk.left, price, walk.first and step_kind(walk, word) == "move"):
        return ""
    return f"{points(walk.left)} movement points are left at {walk.at}, and {word.replace('_', ' ')} costs {points(price)} ({MOVES})"


def points(halves: int) -> str:
    """Half points as a sentence has them: 5 is 2½."""
    return f"{halves // 2 or ''}½" if halves % 2 else str(halves // 2)


def march_fault(state: LegatusState, unit: Century, path: Sequence[str], pay_higher: bool) -> str:
    """Why a path cannot be ordered in the movement phase; '' when it can, and for one that stays."""
    return path_faults(ground_for(state, unit), start_walk(unit), path, pay_higher) if path else ""


def reaction_fault(state: LegatusState, unit: Century, path: Sequence[str]) -> str:
    """Why a reaction cannot be ordered: one step of one point, hexes of enemies allowed; '' when it can. legatus: Combat Phase"""
    if len(path) > 1:
        return "A reaction is one step of one movement point (legatus: Reactions)."
    return path_faults(ground_for(state, unit, True), start_walk(unit, 1), path) if path else ""


def reachable(ground: Ground, walk: Walk, barred: frozenset[str] = frozenset()) -> Mapping[str, tuple[int, int, str]]:
    """Every position within reach at the present deployment: half points used (the higher cost), tests on the way, the position before.

    `barred`: hexes never to be entered (retreats). Paths prefer few tests, then low cost.
    """
    return _reachable(ground, walk.at, walk.altitude, walk.left, walk.first, barred | ground.blocked if barred else ground.blocked)


@lru_cache(maxsize=256)
def _reachable(
    ground: Ground, start: str, altitude: str, points: int, first: bool, barred: frozenset[str]
) -> Mapping[str, tuple[int, int, str]]:
    """The same, kept for the centuries that stand together. Who has no point left does not go on, and efforts only grow on the
    way, so that no place is reached better once it is done."""
    moves, zone = board.moves(ground.grid, ground.carriage, altitude), ground.zone
    best: dict[str, tuple[int, int, str]] = {start: (0, 0, "")}
    efforts, tested = {start: 0}, {start: 0}
    queue: list[tuple[int, int, int, str]] = [(0, 0, 0, start)]
    while queue:
        effort, used, tests, at = heapq.heappop(queue)
        if effort > efforts[at]:
            continue
        left, tests = points - used, tested[at]
        burden = used + TEST_WEIGHT * tests
        for to, new, high in moves[at]:
            if high > left and (at != start or not may_enter(left, high, first)):
                continue
            cost = high if high < left else left
            effort = burden + cost
            if effort >= efforts.get(to, effort + 1) or not barred.isdisjoint(new):
                continue
            best[to], efforts[to] = (used + cost, tests, at), effort
            if cost < left:
                tested[to] = tests if zone.isdisjoint(new) else tests + 1
                heapq.heappush(queue, (effort, used + cost, tests, to))
    return best


def path_to(best: Mapping[str, tuple[int, int, str]], end: str) -> list[str]:
    """The steps from the start of a search to one of its positions."""
    path: list[str] = []
    while best[end][2]:
        path.append(end)
        end = best[end][2]
    return path[::-1]

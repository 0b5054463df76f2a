"""Where a ship may go: the ends that its thrust reaches, with one plan for each (leviathan: Movement, Maneuver Capabilities)."""

from functools import lru_cache

from scales.hexes import Hex, neighbor, turned
from scales.leviathan import board
from scales.leviathan.board import PARITY
from scales.leviathan.movement import open_space, translation
from scales.leviathan.movement.movement import FAR, Plan, Track, follow, straight, straight_needed, turn_cost
from scales.leviathan.movement.sequence import thrust_points
from scales.leviathan.state import Ship, State

OPTIONS = 120


Found = dict[tuple[Hex, int, int, bool, bool], tuple[Plan, Track]]
"""Plans and where they lead, by hex, heading, velocity, roll and whether the ship translates."""
MOST_TURNS = 4
"""Heading changes in one move that are offered."""


def plans(state: State, ship: Ship) -> list[tuple[Plan, Track]]:
    """End states the ship can reach, one plan each, at most `OPTIONS` spread over all of them; always at least one."""
    return spread(every_plan(state, ship))


def spread(found: list[tuple[Plan, Track]]) -> list[tuple[Plan, Track]]:
    """At most `OPTIONS` of many plans, evenly."""
    if len(found) <= OPTIONS:
        return found
    return [found[i * len(found) // OPTIONS] for i in range(OPTIONS)]


def every_plan(state: State, ship: Ship) -> list[tuple[Plan, Track]]:
    """End states the ship can reach, one plan each; always at least one."""
    total, limit = thrust_points(ship)
    reach = total if board.zone(state.layout, ship.hex.column) == "interface" else limit
    clear, found = open_space.area(state), Found()
    for first in sorted(range(-min(reach, ship.velocity), reach + 1), key=abs):
        velocity = ship.velocity + first
        for path in _paths(ship, velocity, total - abs(first), rolled=ship.rolled):
            plan = Plan(first, path)
            track = open_space.track(ship, plan, clear) if clear else None
            if track:
                _keep(plan, track, found)
            else:
                _offer(state, ship, plan, (total, limit), found)
    _extra(state, ship, (total, limit), found, in_space=clear is not None)
    _rolled_first(state, ship, (total, limit), found)
    _translations(state, ship, (total, limit), found)
    if not found:
        plan = straight(state, ship)
        return [(plan, follow(state, ship, plan))]
    return list(found.values())


def _extra(state: State, ship: Ship, points: tuple[int, int], found: Found, *, in_space: bool) -> None:
    """Variants of plans without a change of velocity before the move: speed after it, a roll, a higher orbit."""
    plain = [(p, t) for p, t in found.values() if p.first == 0][:24]
    for plan, track in plain:
        spare = points[1] if track.most < FAR else min(points[1], points[0] - track.cost)
        for last in range(-min(spare, ship.velocity), spare + 1):
            if last and in_space:
                _keep(plan._replace(last=last), track.then(last), found)
            elif last:
                _offer(state, ship, plan._replace(last=last), points, found)
        _offer(state, ship, plan._replace(path=plan.path + "O"), points, found)
        if board.planet(state.layout):
            for orbit in (1, 2):
                _offer(state, ship, plan._replace(orbit=orbit), points, found)


def _paths(ship: Ship, velocity: int, thrust: int, *, rolled: bool) -> tuple[str, ...]:
    """Paths of a ship that flies this way up and has so much thrust for turns."""
    left, right = (ship.right_out, ship.left_out) if rolled else (ship.left_out, ship.right_out)
    turns = min(MOST_TURNS, thrust // turn_cost(velocity))
    return paths(velocity, turns, ship.drift, ship.card.hexes, (left > 0, right > 0), ship.card.is_patrol)


def _rolled_first(state: State, ship: Ship, points: tuple[int, int], found: Found) -> None:
    """Turns to the side whose thrusters are out, after a roll (leviathan: Rolling)."""
    if ship.left_out or ship.right_out:
        for path in _paths(ship, ship.velocity, points[0] - 1, rolled=not ship.rolled):
            _offer(state, ship, Plan(0, "O" + path), points, found)


def _translations(state: State, ship: Ship, points: tuple[int, int], found: Found) -> None:
    """Straight on and into T-space, at each velocity that is high enough."""
    for first in range(-min(points[1], ship.velocity), points[1] + 1):
        velocity = ship.velocity + first
        if not translation.faults(state, ship, velocity):
            _offer(state, ship, Plan(first, "A" * velocity, translate=True), points, found)


def _offer(state: State, ship: Ship, plan: Plan, points: tuple[int, int], found: Found) -> None:
    track = follow(state, ship, plan, points)
    if track.faults and track.most < FAR:
        plan = _shortened(plan, track, points[0])
        track = follow(state, ship, plan, points)
    if not track.faults:
        _keep(plan, track, found)


def _keep(plan: Plan, track: Track, found: Found) -> None:
    key = (track.hex, track.heading, track.velocity, track.rolled, plan.translate)
    if key not in found:
        found[key] = (plan, track)


def _shortened(plan: Plan, track: Track, total: int) -> Plan:
    """The same path as far as it may be flown near the ground and paid for in the air."""
    hexes = min(plan.path.count("A"), track.most) - max(0, track.cost - total)
    path, flown = "", 0
    for letter in plan.path:
        if letter == "A" and flown >= hexes:
            break
        path, flown = path + letter, flown + (letter == "A")
    return plan._replace(path=path)


@lru_cache(maxsize=4096)
def paths(velocity: int, turns: int, drift: int, length: int, barred: tuple[bool, bool], is_patrol: bool) -> tuple[str, ...]:
    """Paths of `velocity` hexes with at most so many turns, one for each end, few turns first; thrust and straight hexes are kept,
    zones are not looked at. `barred`: no turns to the left, to the right; patrol ships turn more than once in a hex."""
    needed = straight_needed(length)
    found: list[str] = []
    stack: list[tuple[str, int, int, bool]] = [("", drift, 0, False)]
    while stack:
        path, run, made, fresh = stack.pop()
        if path.count("A") == velocity:
            found.append(path)
        else:
            stack.append((path + "A", run + 1, made, False))
        if made < turns and run >= needed and (is_patrol or not fresh):
            stack += [(path + letter, 0, made + 1, True) for letter in _letters(path, barred)]
    ends: dict[tuple[Hex, int], str] = {}
    for path in sorted(found, key=lambda p: (p.count("L") + p.count("R"), p)):
        ends.setdefault(_end(path), path)
    return tuple(ends.values())


def _letters(path: str, barred: tuple[bool, bool]) -> list[str]:
    """The turns that may follow and lead anywhere new: never back again in the same hex, nor in the very next one."""
    free = [letter for letter, out in (("R", barred[1]), ("L", barred[0])) if not out]
    return [letter for letter in free if path[-1:] not in ("L", "R") or path[-1] == letter if not _undone(path, letter)]


def _end(path: str) -> tuple[Hex, int]:
    """Where a path ends that begins at the middle of the world on heading 1."""
    at, heading = Hex(0, 0), 1
    for letter in path:
        if letter == "A":
            at = neighbor(at, heading, PARITY)
        else:
            heading = turned(heading, -1 if letter == "L" else 1)
    return at, heading


def _undone(path: str, letter: str) -> bool:
    """Turning back in the very next hex leads nowhere new that matters."""
    return len(path) >= 2 and path[-1] == "A" and path[-2] in "LR" and path[-2] != letter and path.count("A") > 3

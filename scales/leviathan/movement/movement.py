"""How a ship moves: velocity first or last, straight hexes before a turn, drift, rolling (leviathan: Movement, Drift, Rolling).

A plan is JSON: {"first": change of velocity before moving, "path": letters, "last": change after moving, "roll": bool, "orbit": rows raised}.
Letters: A one hex ahead, L and R turn one hexside. The ship pivots on its stern.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from scales.engine import Json
from scales.hexes import Hex, neighbor, turned
from scales.leviathan import board, catalog
from scales.leviathan.board import PARITY
from scales.leviathan.movement import planet
from scales.leviathan.movement.sequence import thrust_points
from scales.leviathan.state import Ship, State


class Plan(NamedTuple):
    """A movement order, checked for shape."""

    first: int = 0
    path: str = ""
    last: int = 0
    roll: bool = False
    orbit: int = 0

    def json(self) -> Json:
        return {"first": self.first, "path": self.path, "last": self.last, "roll": self.roll, "orbit": self.orbit}


FAR = 999


@dataclass(slots=True)
class Track:
    """Where a plan leads. `faults` are the rules it breaks; `left` that the ship left the map; `most` hexes it may move this turn when it
    comes near the ground; `entries` zones entered near the ground with the damage to the bow."""

    hex: Hex
    heading: int
    velocity: int
    drift: int
    rolled: bool
    entered: int
    moved: int = 0
    cost: int = 0
    left: bool = False
    crashed: str = ""
    most: int = FAR
    entries: list[tuple[str, int]] = field(default_factory=list)
    faults: list[str] | None = None

    @property
    def burns(self) -> int:
        """Damage to the bow for entering zones too fast."""
        return sum(points for _, points in self.entries)


def turn_cost(velocity: int) -> int:
    """Thrust for one hexside of heading (leviathan: Heading Change Table; ruling R-LEV-16)."""
    return velocity // 3 + 1


def straight_needed(length: int) -> int:
    """Hexes straight ahead before a heading change (leviathan: Maneuver Capabilities)."""
    needed: int = catalog.tables()["straight_by_hexes"][length]
    return needed


def parse_plan(order: object) -> Plan | str:
    """A plan from JSON, or what is wrong with it."""
    if not isinstance(order, dict) or set(order) - {"first", "path", "last", "roll", "orbit"}:
        return "a movement order has first, path, last, roll and orbit"
    first, last, orbit = order.get("first", 0), order.get("last", 0), order.get("orbit", 0)
    path, roll = order.get("path", ""), order.get("roll", False)
    if not all(type(n) is int and abs(n) <= 99 for n in (first, last, orbit)) or type(roll) is not bool:
        return "first, last and orbit are whole numbers, roll is true or false"
    if not isinstance(path, str) or len(path) > 200 or set(path) - set("ALR"):
        return "a path is made of the letters A, L and R"
    return Plan(first, path, last, roll, orbit)


def follow(state: State, ship: Ship, plan: Plan, points: tuple[int, int] | None = None) -> Track:
    """Play a plan out; what it breaks is listed in `faults`. `points`: the ship's thrust points, when the caller has them."""
    total, limit = points or thrust_points(ship)
    track = Track(ship.hex, ship.heading, ship.velocity + plan.first, ship.drift, ship.rolled, 0, faults=[])
    zone = board.zone(state.layout, ship.hex.column)
    _velocity(ship, plan, track, total if zone == "interface" else limit)
    if zone in planet.LOW:
        track.most = planet.most_hexes(ship, zone)
    start_velocity = track.velocity
    turns_here = 0
    near_planet = not ship.card.atmosphere and board.planet(state.layout) is not None
    for letter in plan.path:
        if track.left or track.crashed:
            break
        if letter == "A":
            turns_here = 0
            zone = _ahead(state, ship, track, zone)
        else:
            turns_here += 1
            _turn(ship, track, letter, zone, turns_here, start_velocity)
        if near_planet and not track.crashed and planet.in_air(state, track.hex, track.heading, ship.card.hexes):
            track.crashed = "is too large for the atmosphere and crashes"
    _finish(state, ship, plan, track, (total, limit), zone)
    return track


def _fault(track: Track, text: str) -> None:
    assert track.faults is not None
    track.faults.append(text)


def _velocity(ship: Ship, plan: Plan, track: Track, limit: int) -> None:
    if plan.first and plan.last:
        _fault(track, "thrust changes the velocity at the beginning or at the end of a move, not at both")
    _limit(ship, track, plan.first, limit)
    if track.velocity < 0 or track.velocity + plan.last < 0:
        _fault(track, "a velocity never drops below 0")
    track.cost += abs(plan.first) + abs(plan.last)


def _limit(ship: Ship, track: Track, change: int, limit: int) -> None:
    """The thrust that may go into the velocity; in the interface zone that is all of it (leviathan: Interface Zone Movement)."""
    if abs(change) > limit:
        _fault(track, f"{ship.name} may change its velocity by {limit} at most this turn")


def _ahead(state: State, ship: Ship, track: Track, zone: str) -> str:
    """One hex ahead; returns the zone entered."""
    track.hex = neighbor(track.hex, track.heading, PARITY)
    track.entered, track.moved, track.drift = track.heading, track.moved + 1, track.drift + 1
    if board.off_map(state, track.hex):
        track.left = True
        return zone
    entered = board.zone(state.layout, track.hex.column)
    if entered == "ground":
        track.crashed = "flies into the ground"
    elif entered == "atmosphere":
        track.cost += 1
    if entered in planet.LOW:
        _low(ship, track, zone, entered)
    return entered


def _low(ship: Ship, track: Track, zone: str, entered: str) -> None:
    """A hex near the ground: what entering its zone too fast costs, and that no more than four hexes are flown this turn."""
    if entered != zone:
        track.entries.append((entered, planet.burn(entered, track.velocity)))
        if entered == "interface":
            track.velocity = min(track.velocity, planet.MOST_HEXES)
    track.most = min(track.most, max(track.moved, planet.most_hexes(ship, entered)))


def _turn(ship: Ship, track: Track, letter: str, zone: str, turns_here: int, velocity: int) -> None:
    card = ship.card
    side = "left" if letter == "L" else "right"
    out = ship.left_out if (letter == "L") != ship.rolled else ship.right_out
    if out:
        _fault(track, f"the thrusters of {ship.name} cannot turn it to the {side}")
    if track.drift < straight_needed(card.hexes):
        _fault(track, f"{ship.name} must move {straight_needed(card.hexes)} hexes straight before it turns and has moved {track.drift}")
    if turns_here > 1 and not card.is_patrol:
        _fault(track, f"{ship.name} may change its heading once in a hex")
    track.heading = turned(track.heading, -1 if letter == "L" else 1)
    track.cost += 1 if zone == "atmosphere" else turn_cost(velocity)
    track.drift = 0


def _finish(state: State, ship: Ship, plan: Plan, track: Track, points: tuple[int, int], zone: str) -> None:
    """Roll, orbit, and the sums that must come out."""
    if plan.roll:
        track.rolled = not track.rolled
        track.cost += 1
    if plan.orbit:
        _orbit(state, plan, track)
    total, limit = points
    end = zone if track.left else board.zone(state.layout, track.hex.column)
    _limit(ship, track, plan.last, total if end == "interface" else limit)
    if track.cost > total:
        _fault(track, f"{ship.name} has {total} thrust points and this takes {track.cost}")
    _length(ship, plan, track, end, total)
    if not (track.left or track.crashed):
        track.velocity = max(0, track.velocity + plan.last)


def _length(ship: Ship, plan: Plan, track: Track, zone: str, total: int) -> None:
    """A path is as many hexes long as the ship's velocity, also when it leaves the map or crashes on the way. Near the ground it ends after four
    hexes at the latest, and in the atmosphere where the thrust to pay for the next hex is lacking: the ship loses the rest of its speed."""
    hexes, needed = plan.path.count("A"), min(max(0, ship.velocity + plan.first), track.most)
    if zone == "atmosphere" and hexes < needed and track.cost >= total:
        needed = hexes
    if track.most < FAR:
        track.velocity = min(track.velocity, needed)
    if hexes != needed:
        _fault(track, f"{ship.name} must move {needed} hexes and this path has {hexes}")


def _orbit(state: State, plan: Plan, track: Track) -> None:
    """Raising the orbit: one row a point, two at most, flying along the ground in the gravity well (leviathan: Gravity Well Movement)."""
    if not 0 < plan.orbit <= 2:
        _fault(track, "an orbit is raised by one or two rows")
    if not track.moved or track.heading not in (1, 4) or board.zone(state.layout, track.hex.column) not in ("gravity", "interface"):
        _fault(track, "only a ship flying along the ground in the gravity well can raise its orbit")
    track.cost += plan.orbit
    track.hex = Hex(track.hex.column + plan.orbit, track.hex.row)


# ---- what a ship may do --------------------------------------------------------------------------------------------

OPTIONS = 120


Found = dict[tuple[Hex, int, int, bool], tuple[Plan, Track]]
"""Plans and where they lead, by hex, heading, velocity and roll."""


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
    mask = (ship.left_out > 0, ship.right_out > 0) if not ship.rolled else (ship.right_out > 0, ship.left_out > 0)
    found: Found = {}
    for first in sorted(range(-min(reach, ship.velocity), reach + 1), key=abs):
        velocity = ship.velocity + first
        spare = total - abs(first)
        for path in paths(velocity, spare // turn_cost(velocity), ship.drift, ship.card.hexes, *mask):
            _offer(state, ship, Plan(first, path), (total, limit), found)
    _extra(state, ship, (total, limit), found)
    if not found:
        plan = straight(state, ship)
        return [(plan, follow(state, ship, plan))]
    return list(found.values())


def _extra(state: State, ship: Ship, points: tuple[int, int], found: Found) -> None:
    """Variants of plans without a change of velocity before the move: speed after it, a roll, a higher orbit."""
    _, limit = points
    plain = [p for p, _ in found.values() if p.first == 0][:24]
    for plan in plain:
        for last in range(-limit, limit + 1):
            if last:
                _offer(state, ship, plan._replace(last=last), points, found)
        _offer(state, ship, plan._replace(roll=True), points, found)
        if board.planet(state.layout):
            for orbit in (1, 2):
                _offer(state, ship, plan._replace(orbit=orbit), points, found)


def _offer(state: State, ship: Ship, plan: Plan, points: tuple[int, int], found: Found) -> None:
    track = follow(state, ship, plan, points)
    if track.faults and track.most < FAR:
        plan = _shortened(plan, track, points[0])
        track = follow(state, ship, plan, points)
    key = (track.hex, track.heading, track.velocity, track.rolled)
    if not track.faults and key not in found:
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


def straight(state: State, ship: Ship) -> Plan:
    """Straight ahead at its velocity: what a ship without control or choice does; near the ground it stops when it must."""
    for hexes in range(ship.velocity, -1, -1):
        plan = Plan(0, "A" * hexes)
        if not follow(state, ship, plan).faults:
            return plan
    path = "A" * ship.velocity
    return Plan(0, path[: follow(state, ship, Plan(0, path)).most])


@lru_cache(maxsize=4096)
def paths(velocity: int, turns: int, drift: int, length: int, no_left: bool, no_right: bool) -> tuple[str, ...]:
    """Paths of `velocity` hexes with at most so many turns, one for each end, few turns first; thrust and straight hexes are kept,
    zones are not looked at."""
    needed = straight_needed(length)
    found: list[str] = []
    stack: list[tuple[str, int, int, bool]] = [("", drift, 0, False)]
    while stack:
        path, run, turned_, fresh = stack.pop()
        if path.count("A") == velocity:
            found.append(path)
        else:
            stack.append((path + "A", run + 1, turned_, False))
        if turned_ < min(turns, 4) and run >= needed and not fresh:
            for letter, barred in (("R", no_right), ("L", no_left)):
                if not barred and not _undone(path, letter):
                    stack.append((path + letter, 0, turned_ + 1, True))
    ends: dict[tuple[Hex, int], str] = {}
    for path in sorted(found, key=lambda p: (p.count("L") + p.count("R"), p)):
        ends.setdefault(_end(path), path)
    return tuple(ends.values())


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

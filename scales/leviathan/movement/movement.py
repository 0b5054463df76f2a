"""How a ship moves: velocity first or last, straight hexes before a turn, drift, rolling (leviathan: Movement, Drift, Rolling).

A plan is JSON: {"first": change of velocity before moving, "path": letters, "last": change after moving, "orbit": rows raised, "translate": true
when it leaves for T-space}. Letters: A one hex ahead, L and R turn one hexside, O rolls over. The ship pivots on its stern.
"""

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from scales.engine import Json
from scales.hexes import Hex, neighbor, turned
from scales.leviathan import board, catalog
from scales.leviathan.board import PARITY
from scales.leviathan.movement import planet, translation
from scales.leviathan.movement.sequence import thrust_points
from scales.leviathan.state import Ship, State


class Plan(NamedTuple):
    """A movement order, checked for shape."""

    first: int = 0
    path: str = ""
    last: int = 0
    orbit: int = 0
    translate: bool = False

    def json(self) -> Json:
        plain = {"first": self.first, "path": self.path, "last": self.last, "orbit": self.orbit}
        return plain | ({"translate": True} if self.translate else {})

    @property
    def rolls(self) -> int:
        """How often the ship rolls over."""
        return self.path.count("O")

    @property
    def keeps_course(self) -> bool:
        """Does the ship go straight on?"""
        return not (self.orbit or "L" in self.path or "R" in self.path)


FIELDS, LETTERS = ("first", "path", "last", "orbit", "translate"), "ALRO"
LONGEST_PATH = 200
FAR = 999
SECTIONS = {1: "1-Hex Ships", 2: "2-Hex Ships", 3: "3-Hex Ships", 4: "4-Hex Ships"}
ORDINALS = ("", "first", "second", "third")


@dataclass(slots=True)
class Track:
    """Where a plan leads. `faults` are the rules it breaks; `left` that the ship left the map; `most` hexes it may move this turn when it
    comes near the ground; `entries` zones entered near the ground with the damage to the bow. A ship that `translates` is held in its last hex
    on the map until it is gone, so that it can still be fired at."""

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
    translates: bool = False

    @property
    def burns(self) -> int:
        """Damage to the bow for entering zones too fast."""
        return sum(points for _, points in self.entries)

    def then(self, last: int) -> "Track":
        """Where the same way leads, in a battle without a planet, with a change of velocity after it that the ship can pay for."""
        velocity = self.velocity if self.left else max(0, self.velocity + last)
        return replace(self, velocity=velocity, cost=self.cost + abs(last))


def turn_cost(velocity: int) -> int:
    """Thrust for one hexside of heading (leviathan: Heading Change Table; ruling R-LEV-16)."""
    return velocity // 3 + 1


@lru_cache(maxsize=16)
def straight_needed(length: int) -> int:
    """Hexes straight ahead before a heading change (leviathan: Maneuver Capabilities)."""
    needed: int = catalog.tables()["straight_by_hexes"][length]
    return needed


def parse_plan(order: object) -> Plan | str:
    """A plan from JSON, or what is wrong with it."""
    if not isinstance(order, dict) or set(order) - set(FIELDS):
        return f"a movement order has {', '.join(FIELDS)}"
    first, last, orbit = order.get("first", 0), order.get("last", 0), order.get("orbit", 0)
    path, translate = order.get("path", ""), order.get("translate", False)
    if not all(type(n) is int and abs(n) <= 99 for n in (first, last, orbit)) or type(translate) is not bool:
        return "first, last and orbit are whole numbers, translate is true or false"
    if not isinstance(path, str) or len(path) > LONGEST_PATH or set(path) - set(LETTERS):
        return f"a path is made of the letters {', '.join(LETTERS)}"
    return Plan(first, path, last, orbit, translate)


def follow(state: State, ship: Ship, plan: Plan, points: tuple[int, int] | None = None) -> Track:
    """Play a plan out; what it breaks is listed in `faults`. `points`: the ship's thrust points, when the caller has them."""
    total, limit = points or thrust_points(ship)
    track = Track(ship.hex, ship.heading, ship.velocity + plan.first, ship.drift, ship.rolled, 0, faults=[], translates=plan.translate)
    zone = board.zone(state.layout, ship.hex.column)
    _velocity(ship, plan, track, total if zone == "interface" else limit)
    if zone in planet.LOW:
        track.most = planet.most_hexes(ship, zone)
    turns_here = turns = 0
    near_planet = not ship.card.atmosphere and board.planet(state.layout) is not None
    for letter in plan.path:
        if track.left or track.crashed:
            break
        if letter == "A":
            turns_here = 0
            zone = _ahead(state, ship, track, zone)
        elif letter == "O":
            _roll(track)
        else:
            turns_here, turns = turns_here + 1, turns + 1
            _turn(ship, track, letter, zone, (turns_here, turns))
        if near_planet and not track.crashed and planet.in_air(state, track.hex, track.heading, ship.card.hexes):
            track.crashed = planet.unfit(ship)
    _finish(state, ship, plan, track, (total, limit), zone)
    return track


def _fault(track: Track, text: str) -> None:
    assert track.faults is not None
    track.faults.append(text)


def _velocity(ship: Ship, plan: Plan, track: Track, limit: int) -> None:
    if plan.first and plan.last:
        _fault(track, f"{ship.name} changes its velocity at the beginning or at the end of its move, not at both (leviathan: Movement)")
    _limit(ship, track, plan.first, limit)
    if track.velocity < 0 or track.velocity + plan.last < 0:
        _fault(track, f"the velocity of {ship.name} cannot drop below 0 (leviathan: Movement)")
    track.cost += abs(plan.first) + abs(plan.last)


def _limit(ship: Ship, track: Track, change: int, limit: int) -> None:
    """The thrust that may go into the velocity; in the interface zone that is all of it (leviathan: Interface Zone Movement)."""
    if abs(change) > limit:
        why = ": shunted power only turns it" if 0 < limit < thrust_points(ship)[0] else ""
        _fault(track, f"{ship.name} may change its velocity by {limit} at most this turn{why} (leviathan: Movement)")


def _ahead(state: State, ship: Ship, track: Track, zone: str) -> str:
    """One hex ahead; returns the zone entered."""
    ahead = neighbor(track.hex, track.heading, PARITY)
    track.entered, track.moved, track.drift = track.heading, track.moved + 1, track.drift + 1
    if board.off_map(state, ahead):
        if not track.translates:
            track.hex, track.left = ahead, True
        return zone
    track.hex = ahead
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


def _turn(ship: Ship, track: Track, letter: str, zone: str, turns: tuple[int, int]) -> None:
    """One hexside to port or starboard, at what the current velocity costs; which turn it is in its hex and on the way
    (leviathan: Heading Change Table, Atmospheric Movement)."""
    side = "left" if letter == "L" else "right"
    out = ship.left_out if (letter == "L") != track.rolled else ship.right_out
    if out:
        _fault(track, f"the thrusters that are left to {ship.name} cannot turn it to the {side} (leviathan: Engineering)")
    needed = straight_needed(ship.card.hexes)
    if track.drift < needed:
        number = turns[1]
        what, since = ("turn", "") if number == 1 else (f"make turn {number} of its path", f" since turn {number - 1}")
        when = f"before its {ORDINALS[needed]} straight hex and has moved {track.drift}{since}"
        _fault(track, f"{ship.name} cannot {what} {when} ({section(ship)})")
    elif turns[0] > 1 and not ship.card.is_patrol:
        _fault(track, f"{ship.name} may change its heading once in a hex ({section(ship)})")
    track.heading = turned(track.heading, -1 if letter == "L" else 1)
    track.cost += 1 if zone == "atmosphere" else turn_cost(track.velocity)
    track.drift = 0


def section(ship: Ship) -> str:
    """The section on how a ship of this size maneuvers."""
    name = "Gunboats, Corvettes, and Escorts (Patrol Class Ships)" if ship.card.is_patrol else SECTIONS[ship.card.hexes]
    return f"leviathan: {name}"


def _roll(track: Track) -> None:
    """Right and left change places, for one point of thrust (leviathan: Rolling)."""
    track.rolled = not track.rolled
    track.cost += 1


def _finish(state: State, ship: Ship, plan: Plan, track: Track, points: tuple[int, int], zone: str) -> None:
    """Orbit, translation, and the sums that must come out."""
    if plan.translate:
        for text in translation.faults(state, ship, ship.velocity + plan.first):
            _fault(track, text)
    if plan.orbit:
        _orbit(state, ship, plan, track)
    total, limit = points
    end = zone if track.left else board.zone(state.layout, track.hex.column)
    _limit(ship, track, plan.last, total if end == "interface" else limit)
    if track.cost > total:
        _fault(track, f"{ship.name} has {total} thrust points and this takes {track.cost} (leviathan: Movement)")
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
        section = "Movement" if track.most == FAR else planet.SECTIONS.get(zone, planet.SECTIONS["interface"])
        _fault(track, f"{ship.name} must move {needed} hexes and this path has {hexes} (leviathan: {section})")


def _orbit(state: State, ship: Ship, plan: Plan, track: Track) -> None:
    """Raising the orbit: one row a point, two at most, flying along the ground in the gravity well (leviathan: Gravity Well Movement)."""
    if not 0 < plan.orbit <= 2:
        _fault(track, f"{ship.name} raises its orbit by one or two rows (leviathan: Gravity Well Movement)")
    if not track.moved or track.heading not in (1, 4) or board.zone(state.layout, track.hex.column) not in ("gravity", "interface"):
        text = f"{ship.name} raises its orbit only while it flies along the ground in the gravity well"
        _fault(track, f"{text} (leviathan: Gravity Well Movement)")
    track.cost += plan.orbit
    track.hex = Hex(track.hex.column + plan.orbit, track.hex.row)


def straight(state: State, ship: Ship) -> Plan:
    """Straight ahead at its velocity: what a ship without control or choice does; near the ground it stops when it must."""
    for hexes in range(ship.velocity, -1, -1):
        plan = Plan(0, "A" * hexes)
        if not follow(state, ship, plan).faults:
            return plan
    path = "A" * ship.velocity
    return Plan(0, path[: follow(state, ship, Plan(0, path)).most])

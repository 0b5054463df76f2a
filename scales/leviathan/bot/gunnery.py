"""What ships would do to each other from places that they might reach: fire given and taken, in the measure of `combat.worth`.

Only the bow and the stern hex of a counter are looked at, and of ships that have still to move the place that they drift to.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from scales.hexes import Hex, distance, from_cube, to_cube
from scales.leviathan import board
from scales.leviathan.board import PARITY
from scales.leviathan.bot.batteries import REACH, Battery, Guns, battery
from scales.leviathan.bot.nearest import expected_hex
from scales.leviathan.combat import fire
from scales.leviathan.combat.fire import Target
from scales.leviathan.state import FighterUnit, Ship, State

LONG = 12
"""Hexes beyond which it hardly matters which end of a counter is looked at."""
LOCATION = ("", "F", "R", "R", "A", "L", "L")
"""Where a weapon stands that fires through a hexside of its ship."""
FOES = 6
"""Enemies that are looked at: the nearest, ships before fighters."""


class Exchange(NamedTuple):
    """Worth of the fire given with one and with two blocks of power and of the fire taken; hexes to the nearest enemy."""

    single: int
    double: int
    taken: int
    closest: int

    def given(self, blocks: int) -> int:
        return 0 if blocks <= 0 else self.single if blocks == 1 else self.double


class Lie(NamedTuple):
    """How a counter lies."""

    stern: Hex
    heading: int
    length: int
    rolled: bool


class End(NamedTuple):
    """The bow or the stern hex of a counter: its number from the bow, its cube coordinates."""

    number: int
    x: int
    z: int


@dataclass(slots=True)
class Scene:
    """A ship and the enemies around it; it remembers the exchanges that it has worked out."""

    ship: Ship
    length: int
    own: Battery
    foes: list[tuple[Lie, Battery]]
    known: dict[Lie, Exchange] = field(default_factory=dict)

    def exchange(self, stern: Hex, heading: int, rolled: bool) -> Exchange:
        """The fire when the ship lies there and its enemies where they are expected."""
        lie = Lie(stern, heading, self.length, rolled)
        if lie not in self.known:
            self.known[lie] = self._exchange(lie)
        return self.known[lie]

    def _exchange(self, lie: Lie) -> Exchange:
        given, taken, closest = dict.fromkeys("FLRAM", 0), 0, 99
        for place, foe in self.foes:
            away = distance(lie.stern, place.stern, PARITY)
            closest = min(closest, max(1, away - lie.length + 1))
            if away < REACH + lie.length + place.length:
                theirs = dict.fromkeys("FLRAM", 0)
                for mine, yours in _pairs(lie, place, away):
                    closest = min(closest, self._both(lie, mine, place, yours, foe, given, theirs))
                taken += volley(theirs, 1)
        return Exchange(volley(given, 1), volley(given, 2), taken, closest)

    def _both(self, lie: Lie, mine: End, place: Lie, yours: End, foe: Battery, given: dict[str, int], theirs: dict[str, int]) -> int:
        """Fire between two ends, both ways; returns their range."""
        dx, dz = yours.x - mine.x, yours.z - mine.z
        away = max(1, (abs(dx) + abs(dz) + abs(dx + dz)) // 2)
        if away <= REACH:
            out, back = _hexsides(dx, dz, lie.heading), _hexsides(-dx, -dz, place.heading)
            _shoot(given, self.own.guns, _locations(lie, mine.number, out), foe.worth[_side(place, yours.number, back)], away)
            _shoot(theirs, foe.guns, _locations(place, yours.number, back), self.own.worth[_side(lie, mine.number, out)], away)
        return away


def scene(state: State, ship: Ship) -> Scene:
    """The ship among the nearest of its enemies."""
    found = fire.targets(state, ship.side)
    near = sorted(found, key=lambda t: (isinstance(t, FighterUnit), distance(ship.hex, t.hex, PARITY), t.id))[:FOES]
    return Scene(ship, ship.card.hexes, battery(ship), [(_lie(state, t), battery(t)) for t in near])


def _lie(state: State, unit: Target) -> Lie:
    at = board.place(unit)
    return Lie(expected_hex(state, unit), at.heading, at.length, at.rolled)


def _pairs(one: Lie, two: Lie, away: int) -> list[tuple[End, End]]:
    """Ends that fire at each other: the sterns alone when the counters overlap (leviathan: Overlapping Ships), like ends at long range."""
    mine, yours = _ends(one.stern, one.heading, one.length), _ends(two.stern, two.heading, two.length)
    if away < one.length + two.length - 1 and _overlap(one, two):
        return [(mine[-1], yours[-1])]
    if away > LONG:
        return list(zip(mine, yours, strict=False))
    return [(a, b) for a in mine for b in yours]


def _overlap(one: Lie, two: Lie) -> bool:
    covered = board.hexes(two.stern, two.heading, two.length)
    return any(h in covered for h in board.hexes(one.stern, one.heading, one.length))


@lru_cache(maxsize=20_000)
def _ends(stern: Hex, heading: int, length: int) -> tuple[End, ...]:
    hexes = board.hexes(stern, heading, length)
    return tuple(End(n, *to_cube(hexes[n], PARITY)) for n in dict.fromkeys((0, length - 1)))


@lru_cache(maxsize=20_000)
def _hexsides(dx: int, dz: int, heading: int) -> tuple[int, ...]:
    """The hexsides that a line of so many cube steps leaves through, seen along a heading."""
    return board.arcs(from_cube(0, 0, PARITY), heading, from_cube(dx, dz, PARITY))


def _locations(lie: Lie, index: int, hexsides: tuple[int, ...]) -> str:
    """The weapons that bear through these hexsides from the bow (index 0) or the stern: letters, M the mount."""
    return _bearing(index, lie.length, lie.rolled, hexsides)


@lru_cache(maxsize=2_000)
def _bearing(index: int, length: int, rolled: bool, hexsides: tuple[int, ...]) -> str:
    found = ""
    for hexside in hexsides:
        where = LOCATION[hexside]
        if where == "F":
            found += "FM" if index == 0 else ""
        elif where == "A":
            found += "A" if index == length - 1 else ""
        else:
            found += where if not rolled else "LR"["RL".index(where)]
    return found


def _side(lie: Lie, index: int, hexsides: tuple[int, ...]) -> str:
    return board.armor_side(lie.length, index, hexsides[0] if hexsides else 4, lie.rolled)


def _shoot(best: dict[str, int], guns: Guns, locations: str, target: tuple[int, int], away: int) -> None:
    """Keep for each location the target that is worth most."""
    shield, worth = target
    for location in locations:
        points = guns[location][away]
        if points:
            chance = fire.chance(_bases()[away] - (0 if location == "M" else shield))
            best[location] = max(best[location], points * chance * worth // 100)


@lru_cache(maxsize=1)
def _bases() -> list[int]:
    return [fire.base_number(max(1, away)) for away in range(REACH + 1)]


def volley(best: dict[str, int], blocks: int) -> int:
    """The best use of so many blocks of power: broadsides with the bays fore and aft, or the mount (leviathan: Weapons)."""
    left, right, ends, mount = best["L"], best["R"], best["F"] + best["A"], best["M"]
    if blocks == 1:
        return max(max(left, right) + ends, mount)
    return ends + max(left + right, max(left, right) + mount)

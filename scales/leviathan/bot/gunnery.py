"""What ships would do to each other from places that they might reach: fire given and taken, in the measure of `combat.worth`.

Only the bow and the stern hex of a counter are looked at, and of ships that have still to move the place that they drift to.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from scales.hexes import Hex, distance, to_cube
from scales.leviathan import board
from scales.leviathan.board import PARITY
from scales.leviathan.bot.batteries import REACH, Battery, Guns, Table, battery
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


class Foe(NamedTuple):
    """An enemy where he is expected; `armed` says whether he can shoot."""

    lie: Lie
    ends: tuple[End, ...]
    battery: Battery
    armed: bool


@dataclass(slots=True)
class Scene:
    """A ship and the enemies around it; it remembers the exchanges that it has worked out."""

    ship: Ship
    length: int
    own: Battery
    foes: list[Foe]
    known: dict[Lie, Exchange] = field(default_factory=dict)

    def exchange(self, stern: Hex, heading: int, rolled: bool) -> Exchange:
        """The fire when the ship lies there and its enemies where they are expected."""
        lie = Lie(stern, heading, self.length, rolled)
        if lie not in self.known:
            self.known[lie] = self._exchange(lie)
        return self.known[lie]

    def _exchange(self, lie: Lie) -> Exchange:
        given, taken, closest = dict.fromkeys("FLRAM", 0), 0, 99
        ends = _ends(lie.stern, lie.heading, lie.length)
        for foe in self.foes:
            away = distance(lie.stern, foe.lie.stern, PARITY)
            closest = min(closest, max(1, away - lie.length + 1))
            if away < REACH + lie.length + foe.lie.length:
                theirs = dict.fromkeys("FLRAM", 0)
                for mine, yours in _pairs(lie, ends, foe, away):
                    closest = min(closest, self._both(lie, mine, foe, yours, given, theirs))
                taken += volley(theirs, 1) if foe.armed else 0
        return Exchange(volley(given, 1), volley(given, 2), taken, closest)

    def _both(self, lie: Lie, mine: End, foe: Foe, yours: End, given: dict[str, int], theirs: dict[str, int]) -> int:
        """Fire between two ends, both ways; returns their range."""
        dx, dz = yours.x - mine.x, yours.z - mine.z
        away = max(1, (abs(dx) + abs(dz) + abs(dx + dz)) // 2)
        if away <= REACH:
            place = foe.lie
            bearing, shown = _facing(mine.number, lie.length, lie.rolled, board.arcs_along(dx, dz, lie.heading))
            borne, struck = _facing(yours.number, place.length, place.rolled, board.arcs_along(-dx, -dz, place.heading))
            _shoot(given, self.own.guns, bearing, foe.battery.worth[struck], away)
            if foe.armed:
                _shoot(theirs, foe.battery.guns, borne, self.own.worth[shown], away)
        return away


def scene(state: State, ship: Ship) -> Scene:
    """The ship among the nearest of its enemies."""
    found = fire.targets(state, ship.side)
    near = sorted(found, key=lambda t: (isinstance(t, FighterUnit), distance(ship.hex, t.hex, PARITY), t.id))[:FOES]
    return Scene(ship, ship.card.hexes, battery(ship), [_foe(state, t) for t in near])


def _foe(state: State, unit: Target) -> Foe:
    at, found = board.place(unit), battery(unit)
    lie = Lie(expected_hex(state, unit), at.heading, at.length, at.rolled)
    return Foe(lie, _ends(lie.stern, lie.heading, lie.length), found, any(map(any, found.guns.values())))


def _pairs(lie: Lie, ends: tuple[End, ...], foe: Foe, away: int) -> list[tuple[End, End]]:
    """Ends that fire at each other: the sterns alone when the counters overlap (leviathan: Overlapping Ships), like ends at long range."""
    if away < lie.length + foe.lie.length - 1 and _overlap(lie, foe.lie):
        return [(ends[-1], foe.ends[-1])]
    if away > LONG:
        return list(zip(ends, foe.ends, strict=False))
    return [(mine, yours) for mine in ends for yours in foe.ends]


def _overlap(one: Lie, two: Lie) -> bool:
    covered = board.hexes(two.stern, two.heading, two.length)
    return any(h in covered for h in board.hexes(one.stern, one.heading, one.length))


@lru_cache(maxsize=20_000)
def _ends(stern: Hex, heading: int, length: int) -> tuple[End, ...]:
    hexes = board.hexes(stern, heading, length)
    return tuple(End(n, *to_cube(hexes[n], PARITY)) for n in dict.fromkeys((0, length - 1)))


@lru_cache(maxsize=2_000)
def _facing(index: int, length: int, rolled: bool, hexsides: tuple[int, ...]) -> tuple[str, str]:
    """What is behind these hexsides of the bow (index 0) or the stern: the weapons that bear through them, and the side that is struck there."""
    return _bearing(index, length, rolled, hexsides), board.armor_side(length, index, hexsides[0] if hexsides else 4, rolled)


def _bearing(index: int, length: int, rolled: bool, hexsides: tuple[int, ...]) -> str:
    """Letters of locations, M the mount."""
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


def _shoot(best: dict[str, int], guns: Guns, locations: str, target: tuple[Table, Table], away: int) -> None:
    """Keep for each location the target that is worth most."""
    for location in locations:
        points = guns[location][away]
        if points:
            value = points * target[location == "M"][away] // 100
            best[location] = max(best[location], value)


def volley(best: dict[str, int], blocks: int) -> int:
    """The best use of so many blocks of power: broadsides with the bays fore and aft, or the mount (leviathan: Weapons)."""
    left, right, ends, mount = best["L"], best["R"], best["F"] + best["A"], best["M"]
    if blocks == 1:
        return max(max(left, right) + ends, mount)
    return ends + max(left + right, max(left, right) + mount)

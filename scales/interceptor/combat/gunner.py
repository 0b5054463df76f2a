"""Which guns of a craft bear on whom, along which lines, and with which numbers (Interceptor: Combat)."""

from collections.abc import Iterable
from functools import lru_cache

from scales.hexes import Hex
from scales.interceptor.board import board
from scales.interceptor.combat.gunnery import Aim, aim_along, base_at, can_harm, hexside_of, power
from scales.interceptor.damage.condition import choice_of_arms
from scales.interceptor.patrol.halves import BOW, Line, half_of, hexes_of, shortest
from scales.interceptor.state import Craft, State
from scales.interceptor.tables import craft_types, weapons

Place = tuple[Hex, int | None]
"""Where guns sit, and the hexside that they cover; None all round."""


@lru_cache(maxsize=1024)
def _sector(type: str, location: str, arc: str) -> tuple[str, int | None]:
    """The half of a craft that a gun sits in, and the hexside that it covers."""
    row = craft_types()[type]
    return half_of(row, location), hexside_of(row, arc)


class Gunner:
    """What is the same for all targets of a craft that fires: the guns that work, by their place; and what was found of each target."""

    def __init__(self, state: State, firer: Craft) -> None:
        self.state, self.firer, self.board = state, firer, board(state.layout)
        self.places: dict[Place, list[int]] = {}
        hexes = hexes_of(self.board, firer)
        numbers, self.most = choice_of_arms(firer, state.at.turn)
        for number in numbers:
            mount = firer.mounts[number]
            half, hexside = _sector(firer.type, mount.location, mount.arc)
            self.places.setdefault((hexes[0 if half == BOW else -1], hexside), []).append(number)
        self.found: dict[str, dict[int, tuple[Line, ...]]] = {}
        self.numbers: dict[str, dict[int, Aim]] = {}

    def bearing(self, target: Craft) -> dict[int, tuple[Line, ...]]:
        """The guns that can hit a target this turn, each with its lines of fire."""
        if target.id not in self.found:
            self.found[target.id] = self._bearing(hexes_of(self.board, target))
        return self.found[target.id]

    def _bearing(self, hexes: tuple[Hex, ...]) -> dict[int, tuple[Line, ...]]:
        found: dict[int, tuple[Line, ...]] = {}
        for (source, hexside), numbers in self.places.items():
            ways = shortest(source, self.firer.heading, hexside, hexes)
            if ways and base_at(ways[0].range_hexes):
                found |= {n: harming for n in numbers if (harming := self._harming(n, ways))}
        return found

    def _harming(self, number: int, ways: Iterable[Line]) -> tuple[Line, ...]:
        """Those of some lines along which a gun does harm."""
        weapon = weapons()[self.firer.mounts[number].weapon]
        return tuple(line for line in ways if can_harm(self.state, weapon, line))

    def strongest(self, target: Craft) -> list[int]:
        """Of the guns that bear as many as may fire, the strongest first."""
        found = self.bearing(target)
        best = sorted(found, key=lambda n: (-power(self.firer, n, found[n][0].range_hexes), n))
        return best[: self.most]

    def aims(self, target: Craft) -> dict[int, Aim]:
        """The numbers to hit of the guns that bear; those that fire along the same lines have the same."""
        if target.id not in self.numbers:
            bearing = self.bearing(target)
            along = {ways: aim_along(self.state, self.firer, target, ways) for ways in set(bearing.values())}
            self.numbers[target.id] = {number: along[ways] for number, ways in bearing.items()}
        return self.numbers[target.id]

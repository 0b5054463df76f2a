"""How the bot breaks when missiles are locked on its craft: out of their reach if it can, else with its strongest side toward them."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from scales.armor import boxes_left
from scales.hexes import to_cube
from scales.interceptor.board import board
from scales.interceptor.bot.bearings import SIDES
from scales.interceptor.damage.condition import kind
from scales.interceptor.missiles.attack import attack_number
from scales.interceptor.missiles.in_flight import HELL, acceleration, locked_on
from scales.interceptor.movement.search import Ints
from scales.interceptor.state import Craft, State
from scales.interceptor.tables import missiles, rule

BOX = 10
"""What a box of damage expected counts, by the tenth of a chance."""
INSIDE = 2
"""How much worse a missile is that goes through the armor, or nearly so."""


class Threat(NamedTuple):
    """A missile that flies at a craft: where it begins the minute in cube coordinates, how far it flies, what it costs by the hexside struck."""

    x: int
    z: int
    flies: int
    costs: tuple[int, ...]
    is_grave: bool
    """Whether it goes through on every side."""


def threats(state: State, craft: Craft) -> list[Threat]:
    """The missiles that are locked on a craft."""
    if not state.shots:
        return []
    b = board(state.layout)
    found = [coming.shot for coming in locked_on(state, craft)]
    return [Threat(*to_cube(s.hex, "odd"), s.velocity + acceleration(b, s), _costs(craft, s.kind), _is_grave(craft, s.kind)) for s in found]


def _goes_through(craft: Craft, side: str, missile: str) -> bool:
    return boxes_left(craft.armor[side]) <= 2 * missiles()[missile].damage


def _is_grave(craft: Craft, missile: str) -> bool:
    return missile == HELL or all(_goes_through(craft, side, missile) for side in craft.armor)


def _costs(craft: Craft, missile: str) -> tuple[int, ...]:
    """Expected damage on each hexside, counted more where it goes through."""
    weapon = missiles()[missile]
    if missile == HELL:
        return (10 * BOX * int(rule("hell")["damage"]),) * 6
    number, less = attack_number(weapon, craft)
    chance = max(1, min(9, number + sum(m.value for m in less)))
    cost = chance * BOX * weapon.damage
    return tuple(cost * (INSIDE if _goes_through(craft, side, missile) else 1) for side in kind(craft).sides)


@lru_cache(maxsize=256)
def by_bearing(costs: tuple[int, ...]) -> Ints:
    """What a missile costs by the bearing from which it comes and the craft's heading 0 to 5: the cheaper side through a corner, the stern in one hex."""
    sides = ((3,), *SIDES[1:])
    return np.array([[min(costs[(side - heading) % 6] for side in toward) for heading in range(6)] for toward in sides])

"""All ends of a move gathered by place: what a bot looks over before it looks at any path."""

from functools import lru_cache
from typing import NamedTuple

from scales.interceptor.movement.flight import STRAIGHT, End, Pose, Wings, reach, turn_cost
from scales.interceptor.movement.frame import Frame


class Way(NamedTuple):
    """A way to a place for a craft on heading 1: the heading there, the velocity flown, thrust, the plan, the cube steps of its bends."""

    heading: int
    velocity: int
    spent: int
    faster: int
    turns: tuple[int, ...]
    bends: tuple[tuple[int, int], ...]


class Place(NamedTuple):
    """A place in cube steps from a craft on heading 1, and every way to it: the cheapest for each velocity and heading."""

    x: int
    z: int
    ways: tuple[Way, ...]


def places(pose: Pose, budget: int, wings: Wings) -> tuple[Place, ...]:
    """Every place that a craft can be in with so much thrust, without regard to the edges of the board."""
    return _places(pose.velocity, budget, wings.left, wings.right)


@lru_cache(maxsize=512)
def _places(velocity: int, budget: int, left: int, right: int) -> tuple[Place, ...]:
    found: dict[tuple[int, int], list[Way]] = {}
    for faster in range(-min(budget, velocity), budget + 1):
        each = turn_cost(velocity + faster)
        ways = reach(velocity + faster, budget - abs(faster), min(each + left, STRAIGHT), min(each + right, STRAIGHT))
        for x, z, heading, (spent, turns, bends) in ways:
            found.setdefault((x, z), []).append(Way(heading, velocity + faster, spent + abs(faster), faster, turns, bends))
    return tuple(Place(x, z, tuple(ways)) for (x, z), ways in sorted(found.items()))


def end(frame: Frame, place: Place, way: Way) -> End:
    """A way as an end of a craft's move, with the hexes that it turns in."""
    bends = tuple(frame.hex(*at) for at in way.bends)
    return End(frame.hex(place.x, place.z), frame.heading(way.heading), way.velocity, way.spent, way.faster, way.turns, bends)

"""All ends of a move: every place that a craft can reach with its velocity and thrust, and which of them do it no harm (Interceptor: Movement)."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scales.hexes import Hex
from scales.interceptor.board import Board
from scales.interceptor.movement import search
from scales.interceptor.movement.flight import Pose, Wings, turn_cost
from scales.interceptor.movement.frame import Frame
from scales.interceptor.movement.search import Ints, Reached
from scales.interceptor.patrol.halves import spots


class End(NamedTuple):
    """One end of a move before any change of velocity after it: where, the velocity flown, thrust spent, the plan, the hexes it turns in."""

    hex: Hex
    heading: int
    velocity: int
    spent: int
    faster: int
    turns: tuple[int, ...]
    bends: tuple[Hex, ...]


class Fan(NamedTuple):
    """All ends of a move as arrays of the same length: cube steps from a craft on heading 1, headings 0 to 5, velocity flown, thrust spent, of it
    for more or less (negative) velocity before the move."""

    x: Ints
    z: Ints
    heading: Ints
    velocity: Ints
    spent: Ints
    faster: Ints

    def only(self, which: NDArray[np.bool_]) -> "Fan":
        """Those ends for which it is true."""
        return Fan(*(each[which] for each in self))


def fan(pose: Pose, budget: int, wings: Wings) -> Fan:
    """All ends of a move with so much thrust, without regard to the edges of the board."""
    return _fan(pose.velocity, budget, wings)


@lru_cache(maxsize=512)
def _fan(velocity: int, budget: int, wings: Wings) -> Fan:
    changes = range(-min(budget, velocity), budget + 1)
    parts = [_within(velocity + faster, budget - abs(faster), wings) for faster in changes]
    x, z, heading, spent = (np.concatenate(each) for each in zip(*parts, strict=True))
    faster = np.repeat(changes, [len(part.x) for part in parts])
    return Fan(x, z, heading, velocity + faster, spent + abs(faster), faster)


def _within(hexes: int, thrust: int, wings: Wings) -> Reached:
    """Where so many hexes lead with so much thrust for turns."""
    found = search.reached(hexes, *_prices(hexes, wings))
    many = found.spent.searchsorted(thrust, side="right")
    return Reached(*(each[:many] for each in found))


def _prices(velocity: int, wings: Wings) -> tuple[int, int]:
    """Thrust for a hexside to the left and to the right at a velocity."""
    each = turn_cost(velocity)
    return each + wings.left, each + wings.right


def end(frame: Frame, wings: Wings, fan: Fan, number: int) -> End:
    """One end of a fan, for a craft in a frame, with the way there."""
    x, z, heading, velocity, spent, faster = (int(each[number]) for each in fan)
    turns, bends = search.way(velocity, *_prices(velocity, wings), x, z, heading)
    return End(frame.hex(x, z), frame.heading(heading + 1), velocity, spent, faster, turns, tuple(frame.hex(*at) for at in bends))


def ends(pose: Pose, budget: int, wings: Wings) -> list[End]:
    """All ends of a move with so much thrust, without regard to the edges of the board."""
    frame, found = Frame(pose.hex, pose.heading), fan(pose, budget, wings)
    return [end(frame, wings, found, number) for number in range(len(found.x))]


def is_harmless(board: Board, start: Hex, end: End, wings: Wings) -> bool:
    """Does a path stay on the board and out of air that it is too fast for? Between its bends a path is straight, so they decide."""
    velocity = end.velocity
    if velocity <= wings.slowest:
        return all(board.has(h) for h in (end.hex, *end.bends))
    if velocity > wings.most(board.zone(start)):
        return False
    entered = (*spots(board, end.hex, end.heading, wings.hexes), *end.bends)
    return all(board.has(h) and velocity <= wings.most(board.zone(h)) for h in entered)


@lru_cache(maxsize=256)
def unharmed(board: Board, pose: Pose, budget: int, wings: Wings) -> tuple[End, ...]:
    """Ends that cost the craft nothing; all of them when there is no such end."""
    every = ends(pose, budget, wings)
    return tuple([e for e in every if is_harmless(board, pose.hex, e, wings)] or every)

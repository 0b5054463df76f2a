"""Moves beyond the plain ones: more thrust than is safe, pushing the plant, thrust at the end, a raised orbit, off the board.

They are samples: what else is within the thrust is as legal.
"""

from functools import lru_cache
from itertools import islice

from scales.hexes import neighbor, turned
from scales.interceptor.board import Board
from scales.interceptor.movement.flight import End, Plan, Pose, Wings, cost, follow, may_raise, turn_cost

BENDS = (0, 1, -1, 2, -2, 3)
TRIES = 4
ORBIT_AT_MOST = 2
"""Hexes by which one move may raise the orbit."""


@lru_cache(maxsize=512)
def hard_moves(velocity: int, wings: Wings, most: int, rating: int, pushed: int) -> tuple[Plan, ...]:
    """Straight moves and such with one bend that need more than the SOT rating or more than the thrust, which the plant is then pushed for."""
    found = []
    for faster in range(-velocity, most + pushed + 1):
        for bend in BENDS:
            for turns in _bent(velocity + faster, bend):
                plan = Plan(faster, turns)
                needed = cost(plan, velocity, wings)
                if min(rating, most) < needed <= most + pushed:
                    found.append(Plan(faster, turns, 0, 0, max(0, needed - most)))
    return tuple(sorted(found, key=lambda p: (p.push, cost(p, velocity, wings), abs(p.faster), p.turns)))


def _bent(hexes: int, bend: int) -> list[tuple[int, ...]]:
    """Turning before the first hex, or at the end."""
    if not bend or not hexes:
        return [(bend, *(0,) * hexes)]
    return [(bend, *(0,) * hexes), (*(0,) * hexes, bend)]


def some_hard(board: Board, pose: Pose, wings: Wings, plans: tuple[Plan, ...], most: int) -> list[Plan]:
    """So many of the hard moves, of each amount of pushing in turn, that stay on the board and whole; few are tried where few do."""
    groups = [[p for p in plans if p.push == push] for push in sorted({p.push for p in plans})]
    share = max(1, most // max(1, len(groups)))
    found: list[Plan] = []
    for group in groups:
        tried = [p for first in range(TRIES) for p in group[first :: max(1, -(-len(group) // share))]][: TRIES * share]
        fine = (p for p in dict.fromkeys(tried) if not follow(board, pose, p, wings).end)
        found += islice(fine, share)
    return found[:most]


def finishing(ends: list[End], safe: int, most: int) -> list[Plan]:
    """Some moves with their last thrust spent at the end: slower, or faster by one."""
    able = [e for e in ends if e.spent < safe]
    chosen = able[:: max(1, -(-len(able) // most))] if able and most else []
    return [Plan(e.faster, e.turns, -min(safe - e.spent, e.velocity) if n % 2 == 0 and e.velocity else 1) for n, e in enumerate(chosen)]


def raising(board: Board, ends: list[End], safe: int, most: int) -> list[Plan]:
    """Some moves along the ground in the well with the orbit raised."""
    able = [e for e in ends if e.spent < safe and may_raise(board, e.hex, e.heading)]
    chosen = able[:: max(1, -(-len(able) // most))] if able and most else []
    return [Plan(e.faster, e.turns, 0, min(safe - e.spent, ORBIT_AT_MOST)) for e in chosen]


def leaving(board: Board, pose: Pose, safe: int, wings: Wings) -> list[Plan]:
    """The cheapest straight way off the board within the safe thrust, if there is one."""
    if _gap(board, pose) >= pose.velocity + safe:
        return []
    found = []
    for faster in range(-min(safe, pose.velocity), safe + 1):
        velocity = pose.velocity + faster
        each = turn_cost(velocity)
        for bend in BENDS:
            needed = abs(faster) + abs(bend) * (each + (wings.right if bend > 0 else wings.left))
            if needed <= safe and not board.has(neighbor(pose.hex, turned(pose.heading, bend), "odd", velocity)):
                found.append((needed, faster, bend))
    for _, faster, bend in sorted(found):
        plan = Plan(faster, (bend, *(0,) * (pose.velocity + faster)))
        if follow(board, pose, plan, wings).end == "left":
            return [plan]
    return []


def _gap(board: Board, pose: Pose) -> int:
    """Hexes to the nearest edge."""
    hex = pose.hex
    return min(hex.column - board.first.column, board.last.column - hex.column, hex.row - board.first.row, board.last.row - hex.row)

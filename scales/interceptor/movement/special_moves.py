"""Moves beyond the plain ones: more thrust than is safe, pushing the plant, thrust at the end, a raised orbit, off the board.

They are samples: what else is within the thrust is as legal.
"""

from functools import lru_cache

from scales.hexes import neighbor, turned
from scales.interceptor.board import Board
from scales.interceptor.movement.ends import End
from scales.interceptor.movement.flight import Plan, Pose, Wings, cost, follow, may_raise, turn_cost
from scales.interceptor.tables import rule

BENDS = (0, 1, -1, 2, -2, 3)
MIX = 4
ORBIT_AT_MOST: int = rule("orbit_raise_limit")
"""Hexes by which one move may raise the orbit."""


@lru_cache(maxsize=512)
def hard_moves(velocity: int, wings: Wings, most: int, rating: int, pushed: int) -> tuple[tuple[Plan, ...], ...]:
    """Moves with one bend at most that need more than the SOT rating, then those for which the plant is pushed by 1, 2, ...; each group mixed."""
    groups: dict[int, list[Plan]] = {push: [] for push in range(pushed + 1)}
    for faster in range(-velocity, most + pushed + 1):
        for turns in (t for bend in BENDS for t in _bent(velocity + faster, bend)):
            needed = cost(Plan(faster, turns), velocity, wings)
            if min(rating, most) < needed <= most + pushed:
                groups[max(0, needed - most)].append(Plan(faster, turns, push=max(0, needed - most)))
    return tuple(_mixed(group) for group in groups.values() if group)


def _mixed(group: list[Plan]) -> tuple[Plan, ...]:
    """One from each quarter of a group in turn, so that the first ones differ."""
    step = max(1, -(-len(group) // MIX))
    return tuple(plan for first in range(step) for plan in group[first::step])


def _bent(hexes: int, bend: int) -> list[tuple[int, ...]]:
    """Turning before the first hex, or at the end."""
    if not bend or not hexes:
        return [(bend, *(0,) * hexes)]
    return [(bend, *(0,) * hexes), (*(0,) * hexes, bend)]


def finishing(ends: list[End], safe: int, most: int) -> list[Plan]:
    """Some moves with their last thrust spent at the end: slower, or faster by one."""
    able = [e for e in ends if e.spent < safe]
    chosen = able[:: max(1, -(-len(able) // most))] if able and most else []
    return [Plan(e.faster, e.turns, -min(safe - e.spent, e.velocity) if n % 2 == 0 and e.velocity else 1) for n, e in enumerate(chosen)]


def raising(board: Board, pose: Pose, wings: Wings, ends: list[End], safe: int, most: int) -> list[Plan]:
    """Some moves along the ground in the well with the orbit raised."""
    able = [e for e in ends if e.spent < safe and may_raise(board, e.hex, e.heading)]
    chosen = able[:: max(1, -(-len(able) // most))] if able and most else []
    plans = [Plan(e.faster, e.turns, 0, min(safe - e.spent, ORBIT_AT_MOST)) for e in chosen]
    return [plan for plan in plans if raises(board, pose, plan, wings)]


def raises(board: Board, pose: Pose, plan: Plan, wings: Wings) -> bool:
    """Does a plan end where the orbit may be raised? What entering the air too fast does to the path decides too."""
    track = follow(board, pose, Plan(plan.faster, plan.turns, plan.after), wings)
    return may_raise(board, track.pose.hex, track.pose.heading)


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

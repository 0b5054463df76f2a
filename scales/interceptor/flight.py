"""Flight paths: what a craft can reach with its velocity and thrust, and where a path leads (Interceptor: Movement).

A craft moves its velocity in hexes along its heading. A point of thrust changes velocity by one, at the start or the end of the move;
turning by one hexside costs thrust by velocity. A plan is (faster, turns, after, up): `turns` holds one entry for each hex entered plus one
for the end, hexsides turned clockwise before moving on.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from scales.hexes import Hex, from_cube, neighbor, to_cube, turned
from scales.interceptor.board import AIR, WELL, Board
from scales.interceptor.tables import rule

MOVES = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
STRAIGHT = 1 << 30
"""The price of a turn that a broken thruster does not allow."""


def turn_cost(velocity: int) -> int:
    """Thrust for one hexside at a velocity (Interceptor: Movement chart)."""
    chart = rule("heading_change")
    cost: int = min(1 + velocity // chart["velocities_per_step"], chart["dearest"])
    return cost


@dataclass(frozen=True, slots=True)
class Plan:
    """What a craft is to do: change of velocity, turns, change of velocity at the end, hexes of orbit raised."""

    faster: int
    turns: tuple[int, ...]
    after: int = 0
    up: int = 0


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a craft is and how it flies."""

    hex: Hex
    heading: int
    velocity: int


@dataclass(frozen=True, slots=True)
class Wings:
    """What a craft brings to the air: its velocity limit in the atmosphere (0 none), extra thrust for a turn to the left and to the right."""

    limit: int
    left: int = 0
    right: int = 0


def cost(plan: Plan, velocity: int, wings: Wings) -> int:
    """Thrust that a plan takes from a velocity."""
    each = turn_cost(velocity + plan.faster)
    turning = sum(abs(t) * (each + (wings.right if t > 0 else wings.left)) for t in plan.turns)
    return abs(plan.faster) + turning + abs(plan.after) + plan.up


@dataclass(slots=True)
class Track:
    """Where a plan leads: the hexes entered, the pose at the end, and what happened: '' or crash, left, burnt; `scorch` is damage to the bow."""

    hexes: list[Hex]
    pose: Pose
    end: str = ""
    scorch: int = 0
    why: str = field(default="")


def follow(board: Board, pose: Pose, plan: Plan, wings: Wings) -> Track:
    """Fly a plan. Entering the air too fast costs damage, far too fast the craft (ruling: Leviathan's figures kept)."""
    velocity = pose.velocity + plan.faster
    heading, here = pose.heading, pose.hex
    track = Track([], pose)
    for step in range(velocity):
        heading = turned(heading, plan.turns[step])
        here = neighbor(here, heading, "odd")
        if not board.has(here):
            return _gone(board, track, here, heading, velocity)
        track.hexes.append(here)
        velocity = _enter(board, track, here, velocity, wings)
        if track.end or len(track.hexes) >= velocity:
            break
    if not track.end:
        heading = turned(heading, plan.turns[-1])
    here = _raised(board, here, plan.up)
    track.pose = Pose(here, heading, max(0, velocity + plan.after))
    return track


def _gone(board: Board, track: Track, here: Hex, heading: int, velocity: int) -> Track:
    track.end = "crash" if board.height(here) < 0 else "left"
    track.pose = Pose(track.hexes[-1] if track.hexes else track.pose.hex, heading, velocity)
    return track


def _enter(board: Board, track: Track, here: Hex, velocity: int, wings: Wings) -> int:
    """The velocity after entering a hex; marks what the air does to a craft that is too fast or not made for it."""
    if board.zone(here) not in AIR or velocity <= wings.limit:
        return velocity
    air = rule("atmosphere")
    if not wings.limit or velocity > air["entry_limit"]:
        track.end = "burnt"
        return velocity
    track.scorch += air["bow_damage_per_point"] * (velocity - wings.limit)
    return wings.limit


def _raised(board: Board, here: Hex, hexes: int) -> Hex:
    """Orbit raised by thrust while flying along the ground in the well (leviathan: Gravity Well Movement)."""
    for _ in range(hexes):
        above = Hex(here.column - board.fall, here.row)
        if not board.has(above):
            break
        here = above
    return here


def may_raise(board: Board, hex: Hex, heading: int) -> bool:
    """May a craft raise its orbit here? Only in the well, flying parallel to the ground."""
    return board.zone(hex) in WELL and heading in (1, 4)


def fall(board: Board, pose: Pose) -> Pose:
    """What gravity does at the end of the movement phase: one hex down, velocity by heading (leviathan: Gravity Well Movement)."""
    if board.zone(pose.hex) not in WELL:
        return pose
    change = 1 if pose.heading in board.down else -1 if pose.heading in board.up else 0
    below = Hex(pose.hex.column + board.fall, pose.hex.row)
    return Pose(below, pose.heading, max(0, pose.velocity + change))


@lru_cache(maxsize=4096)
def reach(velocity: int, budget: int, left: int, right: int) -> tuple[tuple[int, int, int, int, tuple[int, ...]], ...]:
    """Every end (x, z, heading, cost, turns) in cube steps from a craft on heading 1, cheapest path to each; `left`, `right` price a hexside."""
    states: dict[tuple[int, int, int], tuple[int, tuple[int, ...]]] = {(0, 0, 1): (0, ())}
    for step in range(velocity + 1):
        states = _layer(states, budget, left, right, step < velocity)
    return tuple((x, z, h, spent, turns) for (x, z, h), (spent, turns) in sorted(states.items()))


def _layer(
    states: dict[tuple[int, int, int], tuple[int, tuple[int, ...]]], budget: int, left: int, right: int, moves: bool
) -> dict[tuple[int, int, int], tuple[int, tuple[int, ...]]]:
    """Turn in every state, then move one hex."""
    found: dict[tuple[int, int, int], tuple[int, tuple[int, ...]]] = {}
    for (x, z, heading), (spent, turns) in states.items():
        for turn in (0, -1, 1, -2, 2, 3):
            total = spent + abs(turn) * (right if turn > 0 else left)
            if total > budget:
                continue
            new = turned(heading, turn)
            dx, dz = MOVES[new - 1] if moves else (0, 0)
            key = (x + dx, z + dz, new)
            if key not in found or total < found[key][0]:
                found[key] = (total, (*turns, turn))
    return found


def _rotate(x: int, z: int, times: int) -> tuple[int, int]:
    """Cube steps turned clockwise by sixty degrees a time."""
    for _ in range(times):
        x, z = -z, x + z
    return x, z


@dataclass(frozen=True, slots=True)
class End:
    """One end of a move before any change of velocity after it: where, heading, velocity during the move, thrust spent, and the plan."""

    hex: Hex
    heading: int
    velocity: int
    spent: int
    faster: int
    turns: tuple[int, ...]


def ends(pose: Pose, budget: int, wings: Wings) -> Iterator[End]:
    """All ends of a move with so much thrust, without regard to the edges of the board."""
    x0, z0 = to_cube(pose.hex, "odd")
    for faster in range(-min(budget, pose.velocity), budget + 1):
        velocity = pose.velocity + faster
        each = turn_cost(velocity)
        left, right = min(each + wings.left, STRAIGHT), min(each + wings.right, STRAIGHT)
        for x, z, heading, spent, turns in reach(velocity, budget - abs(faster), left, right):
            dx, dz = _rotate(x, z, pose.heading - 1)
            yield End(from_cube(x0 + dx, z0 + dz, "odd"), turned(heading, pose.heading - 1), velocity, spent + abs(faster), faster, turns)

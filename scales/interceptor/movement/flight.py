"""Flight paths: what a plan costs and where it leads (Interceptor: Movement).

A craft moves its velocity in hexes along its heading. A point of thrust changes velocity by one, at the start or the end of the move;
turning by one hexside costs thrust by velocity. A plan is (faster, turns, after, up, push): `turns` holds one entry for each hex entered plus
one for the end, hexsides turned clockwise before moving on.
"""

from dataclasses import dataclass

from scales.hexes import Hex, neighbor, turned
from scales.interceptor.board import AIR, WELL, Board
from scales.interceptor.patrol.halves import in_well, spots
from scales.interceptor.tables import rule

STRAIGHT = 1 << 30
"""The price of a turn that a broken thruster does not allow."""
UNLIMITED = 1 << 20
"""A velocity that no craft reaches."""


def turn_cost(velocity: int) -> int:
    """Thrust for one hexside at a velocity (Interceptor: Movement chart)."""
    chart = rule("heading_change")
    cost: int = min(1 + velocity // chart["velocities_per_step"], chart["dearest"])
    return cost


@dataclass(frozen=True, slots=True)
class Plan:
    """What a craft is to do: change of velocity, turns, change of velocity at the end, hexes of orbit raised, extra thrust out of its plant."""

    faster: int
    turns: tuple[int, ...]
    after: int = 0
    up: int = 0
    push: int = 0


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a craft is and how it flies."""

    hex: Hex
    heading: int
    velocity: int


@dataclass(frozen=True, slots=True)
class Wings:
    """What a craft brings to the air and to turns: its velocity limit in the atmosphere (0: it cannot fly there), what a hexside to the left and
    to the right costs beyond the chart (less than 0 by the optional column), its velocity limit in the interface; the hexes of its counter."""

    limit: int
    left: int = 0
    right: int = 0
    interface: int = UNLIMITED
    hexes: int = 1

    @property
    def slowest(self) -> int:
        """The velocity up to which no zone does it harm."""
        return self.limit if self.limit < self.interface else self.interface

    def most(self, zone: str) -> int:
        """The greatest velocity at which it may enter a hex of a zone."""
        if zone in AIR:
            return self.limit
        return self.interface if zone == "interface" else UNLIMITED


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


def follow(board: Board, pose: Pose, plan: Plan, wings: Wings, hexes: int | None = None) -> Track:
    """Fly a plan, or only so many of its hexes (random movement): what entering the air too fast does is part of the track."""
    velocity = pose.velocity + plan.faster
    heading, here = pose.heading, pose.hex
    track = Track([], pose)
    slow = wings.slowest if board.zones else UNLIMITED
    for step in range(velocity if hexes is None else hexes):
        if turn := plan.turns[step]:
            heading = turned(heading, turn)
        here = neighbor(here, heading, "odd")
        if not board.has(here):
            return _gone(board, track, here, heading, velocity)
        track.hexes.append(here)
        if velocity > slow:
            velocity = _enter(board, track, here, velocity, wings)
        if track.end or len(track.hexes) >= velocity:
            break
    if not track.end:
        heading = turned(heading, plan.turns[-1])
    if plan.up:
        here = _raised(board, here, plan.up)
    if plan.turns[-1] and not track.end:
        velocity = _swing(board, track, spots(board, here, heading, wings.hexes)[1:], velocity, wings)
    track.pose = Pose(here, heading, max(0, velocity + plan.after))
    return track


def _gone(board: Board, track: Track, here: Hex, heading: int, velocity: int) -> Track:
    track.end = "crash" if board.height(here) < 0 else "left"
    track.pose = Pose(track.hexes[-1] if track.hexes else track.pose.hex, heading, velocity)
    return track


def _enter(board: Board, track: Track, here: Hex, velocity: int, wings: Wings) -> int:
    """The velocity after entering a hex; marks what the air does to a craft that is too fast or not made for it."""
    velocity, scorch, track.end = heat(board, here, velocity, wings)
    track.scorch += scorch
    return velocity


def _swing(board: Board, track: Track, stern: tuple[Hex, ...], velocity: int, wings: Wings) -> int:
    """The velocity after the turn at the end of a move, which may swing the stern of a patrol craft into the air (designed)."""
    for hex in stern:
        velocity = _enter(board, track, hex, velocity, wings)
    return velocity


def heat(board: Board, here: Hex, velocity: int, wings: Wings) -> tuple[int, int, str]:
    """What entering a hex at a velocity does: velocity then, boxes burnt off the bow, `burnt` where the craft is lost.

    Too fast it is slowed and its bow takes so many boxes a point; into the air far too fast, or made for no air, it burns up
    (leviathan: Atmospheric Movement, Interface Zone Movement; figures kept one for one).
    """
    zone = board.zone(here)
    most = wings.most(zone)
    if velocity <= most:
        return velocity, 0, ""
    air = rule("atmosphere")
    if zone in AIR and (not most or velocity > air["entry_limit"]):
        return velocity, 0, "burnt"
    return most, air["bow_damage_per_point"] * (velocity - most), ""


def lowest(board: Board, pose: Pose, hexes: int) -> Hex:
    """The part of a counter so many hexes long that is nearest to the ground: what the air does to it decides for the whole."""
    return min(spots(board, pose.hex, pose.heading, hexes), key=board.height)


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


def fall(board: Board, pose: Pose, hexes: int = 1) -> Pose:
    """What gravity does at the end of the movement phase: one hex down, velocity by heading (leviathan: Gravity Well Movement).

    It pulls the whole of a counter so many hexes long when any part of it is in the well.
    """
    if board.zone(pose.hex) not in WELL and (hexes == 1 or not in_well(board, spots(board, pose.hex, pose.heading, hexes))):
        return pose
    change = 1 if pose.heading in board.down else -1 if pose.heading in board.up else 0
    below = Hex(pose.hex.column + board.fall, pose.hex.row)
    return Pose(below, pose.heading, max(0, pose.velocity + change))

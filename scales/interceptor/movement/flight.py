"""Flight paths: what a craft can reach with its velocity and thrust, and where a path leads (Interceptor: Movement).

A craft moves its velocity in hexes along its heading. A point of thrust changes velocity by one, at the start or the end of the move;
turning by one hexside costs thrust by velocity. A plan is (faster, turns, after, up, push): `turns` holds one entry for each hex entered plus
one for the end, hexsides turned clockwise before moving on.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from scales.hexes import CUBE_STEPS, Hex, neighbor, turned
from scales.interceptor.board import AIR, WELL, Board
from scales.interceptor.movement.frame import Frame
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


Way = tuple[int, tuple[int, ...], tuple[tuple[int, int], ...]]
"""Thrust spent, turns, and the cube steps of the hexes in which it turned on the way."""


States = dict[tuple[int, int, int], Way]
"""The cheapest way to each place and heading (x, z, heading)."""


@lru_cache(maxsize=1024)
def reach(velocity: int, budget: int, left: int, right: int) -> tuple[tuple[int, int, int, Way], ...]:
    """Every end (x, z, heading) in cube steps from a craft on heading 1, by the cheapest way; `left`, `right` price a hexside."""
    states = _layer(_flown(velocity, budget, left, right), budget, (left, right), moves=False)
    return tuple((x, z, h, way) for (x, z, h), way in sorted(states.items()))


@lru_cache(maxsize=1024)
def _flown(hexes: int, budget: int, left: int, right: int) -> States:
    """Where so many hexes lead: what all velocities have in common that turn at the same prices."""
    if not hexes:
        return {(0, 0, 1): (0, (), ())}
    return _layer(_flown(hexes - 1, budget, left, right), budget, (left, right), moves=True)


def _layer(states: States, budget: int, prices: tuple[int, int], *, moves: bool) -> States:
    """Turn in every state, then move one hex."""
    found: States = {}
    costs = [(turn, abs(turn) * prices[turn > 0]) for turn in (0, -1, 1, -2, 2, 3)]
    for (x, z, heading), (spent, turns, bends) in states.items():
        left = budget - spent
        for turn, price in costs:
            if price > left:
                continue
            new = (heading + turn - 1) % 6 + 1
            dx, dz = CUBE_STEPS[new - 1] if moves else (0, 0)
            key = (x + dx, z + dz, new)
            known = found.get(key)
            if known is None or spent + price < known[0]:
                found[key] = (spent + price, (*turns, turn), (*bends, (x, z)) if turn else bends)
    return found


class End(NamedTuple):
    """One end of a move before any change of velocity after it: where, the velocity flown, thrust spent, the plan, the hexes it turns in
    (left out where nothing can harm the path)."""

    hex: Hex
    heading: int
    velocity: int
    spent: int
    faster: int
    turns: tuple[int, ...]
    bends: tuple[Hex, ...]


def ends(pose: Pose, budget: int, wings: Wings) -> list[End]:
    """All ends of a move with so much thrust, without regard to the edges of the board."""
    return [e for faster in _changes(pose, budget) for e in _fan(pose, faster, _ways(pose, faster, budget, wings), bent=True)]


def _changes(pose: Pose, budget: int) -> range:
    """The changes of velocity within a budget."""
    return range(-min(budget, pose.velocity), budget + 1)


def _ways(pose: Pose, faster: int, budget: int, wings: Wings) -> tuple[tuple[int, int, int, Way], ...]:
    """The ways after a change of velocity."""
    each = turn_cost(pose.velocity + faster)
    left, right = min(each + wings.left, STRAIGHT), min(each + wings.right, STRAIGHT)
    return reach(pose.velocity + faster, budget - abs(faster), left, right)


def _fan(pose: Pose, faster: int, ways: tuple[tuple[int, int, int, Way], ...], *, bent: bool) -> list[End]:
    """The ways of a craft on heading 1, turned and moved to where the craft is; with the hexes it turns in, if asked."""
    frame = Frame(pose.hex, pose.heading)
    there, heading, velocity, slower = frame.hex, frame.heading, pose.velocity + faster, abs(faster)
    return [
        End(there(x, z), heading(h), velocity, spent + slower, faster, turns, tuple(there(*at) for at in bends) if bent else ())
        for x, z, h, (spent, turns, bends) in ways
    ]


def is_harmless(board: Board, start: Hex, end: End, wings: Wings) -> bool:
    """Does a path stay on the board and out of air that it is too fast for? Between its bends a path is straight, so they decide."""
    velocity = end.velocity
    if velocity <= wings.slowest:
        return all(board.has(h) for h in (end.hex, *end.bends))
    if velocity > wings.most(board.zone(start)):
        return False
    entered = (*spots(board, end.hex, end.heading, wings.hexes), *end.bends)
    return all(board.has(h) and velocity <= wings.most(board.zone(h)) for h in entered)


def is_clear(board: Board, hex: Hex, velocity: int, wings: Wings) -> bool:
    """Is a craft so far from the edges and the air that no path of so many hexes can do it harm?"""
    first, last = Hex(hex.column - velocity, hex.row - velocity), Hex(hex.column + velocity, hex.row + velocity)
    if not (board.has(first) and board.has(last)):
        return False
    if velocity <= wings.slowest:
        return True
    columns = range(first.column + 1 - wings.hexes, last.column + wings.hexes)
    return all(velocity <= wings.most(board.zone(Hex(column, hex.row))) for column in columns)


@lru_cache(maxsize=256)
def unharmed(board: Board, pose: Pose, budget: int, wings: Wings) -> tuple[End, ...]:
    """Ends that cost the craft nothing; all of them when there is no such end."""
    fine: list[End] = []
    for faster in _changes(pose, budget):
        clear = is_clear(board, pose.hex, pose.velocity + faster, wings)
        fan = _fan(pose, faster, _ways(pose, faster, budget, wings), bent=not clear)
        fine += fan if clear else [e for e in fan if is_harmless(board, pose.hex, e, wings)]
    return tuple(fine) or tuple(ends(pose, budget, wings))

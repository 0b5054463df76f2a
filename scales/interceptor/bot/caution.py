"""Whether a craft can still save itself next turn from where a move ends: what the bot asks before it flies anywhere."""

from scales.hexes import neighbor, turned
from scales.interceptor.board import AIR, WELL, Board
from scales.interceptor.movement.flight import End, Pose, fall, turn_cost


def settled(b: Board, end: End) -> Pose:
    """Where an end leads once gravity has pulled."""
    return fall(b, Pose(end.hex, end.heading, end.velocity)) if b.zones else Pose(end.hex, end.heading, end.velocity)


class Safety:
    """Can a craft still save itself next turn from where it ends?"""

    def __init__(self, b: Board, budget: int, limit: int) -> None:
        self.b, self.budget, self.limit = b, budget, limit

    def lasts(self, pose: Pose) -> bool:
        """Is there a move next turn that stays on the board and out of trouble?"""
        if not self.b.has(pose.hex) or (self.b.zone(pose.hex) in AIR and pose.velocity > self.limit):
            return False
        return any(self._fine(pose, turn, slower) for turn in (0, 1, -1, 2, -2, 3) for slower in range(pose.velocity + 1))

    def _fine(self, pose: Pose, turn: int, slower: int) -> bool:
        velocity = pose.velocity - slower
        if slower + abs(turn) * turn_cost(velocity) > self.budget:
            return False
        there = neighbor(pose.hex, turned(pose.heading, turn), "odd", velocity)
        if not self.b.has(there):
            return False
        heading = turned(pose.heading, turn)
        after = fall(self.b, Pose(there, heading, velocity)) if self.b.zones else Pose(there, heading, velocity)
        low = self.b.zone(there) in AIR or self.b.zone(after.hex) in AIR
        return self.stops(after) and (not low or max(velocity, after.velocity) <= self.limit)

    def stops(self, pose: Pose) -> bool:
        """Can the craft come to rest straight ahead before an edge or the ground?"""
        falling = pose.heading in self.b.down and self.b.zone(pose.hex) in WELL
        velocity, slower, ahead = pose.velocity, self.budget - falling, 0
        while velocity > 0 and slower > 0:
            velocity -= slower
            ahead += max(0, velocity)
        return velocity <= 0 and self.b.has(neighbor(pose.hex, pose.heading, "odd", ahead))

    def margin(self, pose: Pose) -> int:
        """How far from trouble, for when nothing is safe."""
        if not self.b.has(pose.hex):
            return -100
        return min(self.b.height(pose.hex), 20) - 3 * pose.velocity

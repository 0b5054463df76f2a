"""Whether a craft can still save itself next turn from where a move ends: what the bot asks before it flies anywhere."""

from scales.hexes import Hex, neighbor, turned
from scales.interceptor.board import WELL, Board
from scales.interceptor.movement.ends import End
from scales.interceptor.movement.flight import Pose, Wings, fall, turn_cost
from scales.interceptor.patrol.halves import spots


def settled(b: Board, end: End, hexes: int = 1) -> Pose:
    """Where an end of a counter so many hexes long leads once gravity has pulled."""
    pose = Pose(end.hex, end.heading, end.velocity)
    return fall(b, pose, hexes) if b.zones else pose


class Safety:
    """Can a craft still save itself next turn from where it ends?"""

    def __init__(self, b: Board, budget: int, wings: Wings) -> None:
        self.b, self.budget, self.wings, self.hexes = b, budget, wings, wings.hexes

    def lasts(self, pose: Pose) -> bool:
        """Is there a move next turn that stays on the board and out of trouble?"""
        if not self.b.has(pose.hex) or not self._bears(pose.hex, pose.heading, pose.velocity):
            return False
        return any(self._fine(pose, turn, slower) for turn in (0, 1, -1, 2, -2, 3) for slower in range(pose.velocity + 1))

    def _fine(self, pose: Pose, turn: int, slower: int) -> bool:
        velocity = pose.velocity - slower
        if slower + abs(turn) * (turn_cost(velocity) + (self.wings.right if turn > 0 else self.wings.left)) > self.budget:
            return False
        there = neighbor(pose.hex, turned(pose.heading, turn), "odd", velocity)
        if not self.b.has(there):
            return False
        heading = turned(pose.heading, turn)
        after = fall(self.b, Pose(there, heading, velocity), self.hexes) if self.b.zones else Pose(there, heading, velocity)
        borne = self._bears(there, heading, velocity) and self._bears(after.hex, heading, max(velocity, after.velocity))
        return borne and self.stops(after)

    def _bears(self, hex: Hex, heading: int, velocity: int) -> bool:
        """Do the air and the interface let it be there so fast?"""
        return all(velocity <= self.wings.most(self.b.zone(h)) for h in spots(self.b, hex, heading, self.hexes))

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

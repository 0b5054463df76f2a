"""What the two lowest boards see of each other: who is on the ground in D5, and which craft are above it in D6.

Both are pictures of the truth at that moment, made anew each minute and kept by nobody: each board filters what a seat may know of them.
(centurion: Attacks at LAF, Stand-Off Attacks, Attacking Fighters from the Centurion Board)
"""

from orchestrator.links.link import Board, Deliveries, Due, Link, Scene
from scales.codec import plain


class GroundBelow(Link):
    """Before each D5 every Interceptor board with craft in the air, or missiles or javelins on their way down, gets the ground forces of the open
    battles."""

    kinds = ("ground_forces",)

    def before_row(self, scene: Scene) -> Deliveries:
        if (scene.row.scale, scene.row.phase) != ("interceptor", "combat"):
            return Deliveries()
        above = [
            board for board in scene.boards("interceptor") if board.state().flying() or any(shot.battle for shot in board.state().shots)
        ]
        return Deliveries([_forces(battle, board, scene) for board in above for battle in scene.boards("centurion")])


def _forces(battle: Board, board: Board, scene: Scene) -> Due:
    from scales.centurion.support.seen_from_above import ground_forces  # a command that plays nothing should not load an engine

    return Due(board.id, scene.tick, "ground_forces", plain(ground_forces(battle.state(), battle.id)), source=battle.id)


class CraftAbove(Link):
    """Before each D6 every battle gets the craft in its hex of the board above, if there are any."""

    kinds = ("craft_overhead",)

    def before_row(self, scene: Scene) -> Deliveries:
        if (scene.row.scale, scene.row.phase) != ("centurion", "combat"):
            return Deliveries()
        found = [_overhead(battle, board, scene) for board in scene.boards("interceptor") for battle in scene.boards("centurion")]
        return Deliveries([due for due in found if due is not None])


def _overhead(battle: Board, board: Board, scene: Scene) -> Due | None:
    from scales.interceptor.ground_attack.overhead import craft_overhead  # as above

    picture = craft_overhead(board.state(), battle.id)
    if not picture.craft:
        return None
    return Due(battle.id, scene.tick, "craft_overhead", plain(picture), source=board.id)

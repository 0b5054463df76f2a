"""One planet: which boards of a theatre overlap where."""

from orchestrator.links.link import Board, Scene
from scales.boards import layouts
from scales.overlaps import ground_hexes, legatus_ground, up

LAYOUT = "three_game"


def layout(scene: Scene) -> str:
    """The Interceptor layout of a theatre; under a Leviathan board, without ground of its own or without such a board that of the three games."""
    if scene.boards("leviathan", is_open=False):
        return LAYOUT
    found = [str(board.record.setup.get("layout", "")) for board in scene.boards("interceptor", is_open=False)]
    return next((name for name in found if name in layouts() and ground_hexes(name)), LAYOUT)


def battlefield(scene: Scene, battle: Board) -> str:
    """The Interceptor ground hex of a Centurion battle: the column of its engagement, or the next in the printed order."""
    if battle.record.setup.get("ground_hex"):
        return str(battle.record.setup["ground_hex"])
    battles = [board.id for board in scene.boards("centurion", is_open=False)]
    order = ground_hexes(layout(scene))
    return order[battles.index(battle.id) % len(order)]


def ground_hex(scene: Scene, battle: Board) -> str:
    """The Leviathan ground hex over a Centurion battle."""
    return up(battlefield(scene, battle))


def ground_of(hexes: list[str]) -> str:
    """The Interceptor ground hex over some Legatus hexes: that of the first one's column."""
    return legatus_ground(int(hexes[0][:2]), LAYOUT)


def sides_in(battle: Board) -> list[str]:
    """The sides that still have effective units in a battle."""
    return sorted(side for side, count in battle.record.report.effective.items() if count)

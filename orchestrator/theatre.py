"""One planet: which boards of a theatre overlap where."""

from orchestrator.links.link import Board, Scene
from scales.overlaps import ground_hexes, legatus_ground, up

LAYOUT = "three_game"


def battlefield(scene: Scene, battle: Board) -> str:
    """The Interceptor ground hex of a Centurion battle: the column of its engagement, or the next in the printed order."""
    if battle.record.setup.get("ground_hex"):
        return str(battle.record.setup["ground_hex"])
    battles = [board.id for board in scene.boards("centurion", is_open=False)]
    order = ground_hexes(LAYOUT)
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

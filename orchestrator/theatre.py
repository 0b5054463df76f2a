"""One planet: which boards of a theatre overlap where."""

from orchestrator.links.link import Board, Scene
from scales.overlaps import ground_hexes, legatus_ground, up

LAYOUT = "three_game"


def battlefield(scene: Scene, battle: Board) -> str:
    """The Interceptor ground hex of a Centurion battle: the column of its first Legatus hex, or the next in the printed order."""
    hexes = legatus_hexes(battle)
    if hexes:
        return legatus_ground(int(hexes[0][:2]), LAYOUT)
    battles = [board.id for board in scene.boards("centurion", is_open=False)]
    order = ground_hexes(LAYOUT)
    return order[battles.index(battle.id) % len(order)]


def ground_hex(scene: Scene, battle: Board) -> str:
    """The Leviathan ground hex over a Centurion battle."""
    return up(battlefield(scene, battle))


def legatus_hexes(battle: Board) -> list[str]:
    """The Legatus hexes that a battle is fought in, the defender's first; none for a battle that stands alone."""
    found: list[str] = battle.record.setup.get("board", {}).get("hexes", [])
    return found


def sides_in(battle: Board) -> list[str]:
    """The sides that still have effective units in a battle."""
    return sorted(side for side, count in battle.record.report.effective.items() if count)

"""The Interceptor board is told where the ground is fought over. (centurion: Interceptor Integration, Map Set-Up)

Before each D3 what the board knows is compared with the battles that are open: a battle that began, ended, or lost a side is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from orchestrator.links.link import Board, Deliveries, Due, Link, Scene
from orchestrator.theatre import battlefield, sides_in
from scales.codec import plain
from scales.messages import Battlefield

if TYPE_CHECKING:  # a command that plays nothing should not load an engine
    from scales.interceptor.state import Battle, State


class Battlefields(Link):
    kinds = ("battlefield",)

    def before_row(self, scene: Scene) -> Deliveries:
        if (scene.row.scale, scene.row.phase) != ("interceptor", "initiative"):
            return Deliveries()
        return Deliveries([due for board in scene.boards("interceptor") for due in _news(board, scene)])


def _news(board: Board, scene: Scene) -> Iterator[Due]:
    state: State = board.state()
    for battle in scene.boards("centurion", is_open=False):
        news = _changed(scene, battle, state.battles.get(battle.id))
        if news:
            yield Due(board.id, scene.tick, "battlefield", plain(news), source=battle.id)


def _changed(scene: Scene, battle: Board, known: Battle | None) -> Battlefield | None:
    sides = sides_in(battle)
    if battle.is_open and (known is None or known.sides != sides):
        return Battlefield(battle.id, battlefield(scene, battle), True, sides)
    if not battle.is_open and known is not None:
        return Battlefield(battle.id, battlefield(scene, battle), False, sides)
    return None

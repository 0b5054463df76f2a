"""Thor missions go up to a satellite and its javelins come down. (centurion: Thor Satellite System, Thor Satellites)

Before each D7 every battle sees how the satellites above stand, where there are or were any: those who may call it then call one of them. A call
of D7 is answered in D5 of the next minute at the soonest; what is launched, lost or there is told to the battle in D6 of the same minute.
"""

from msgspec.structs import replace

from orchestrator.links.link import Board, Carry, Deliveries, Due, Link, Scene
from orchestrator.store.records import Sent
from scales.codec import plain, typed
from scales.engine import Delivery
from scales.messages import ThorCall, ThorNews

GONE = "there is no satellite above any more"


class SatellitesAbove(Link):
    """The boards above are looked up to anew each minute; nobody keeps the picture in step."""

    kinds = ("thor_above",)

    def before_row(self, scene: Scene) -> Deliveries:
        if (scene.row.scale, scene.row.phase) != ("centurion", "end"):
            return Deliveries()
        above = [board for board in scene.boards("interceptor") if _satellites(board)]
        return Deliveries([_picture(battle, board, scene) for board in above for battle in scene.boards("centurion")])


def _picture(battle: Board, board: Board, scene: Scene) -> Due:
    from scales.interceptor.satellites.missions import thor_above  # a command that plays nothing should not load an engine

    return Due(battle.id, scene.tick, "thor_above", plain(thor_above(board.state(), battle.id)), source=board.id)


def _satellites(board: Board, side: str = "") -> list[str]:
    """Satellites that a board has or had, or those of a side that are still there."""
    from scales.interceptor.satellites.hardpoints import is_satellite  # as above

    found = [craft for craft in board.state().craft.values() if is_satellite(craft)]
    return [craft.id for craft in found if not side or (craft.side == side and craft.where == "board")]


class ThorCalls(Link):
    """A call goes to the board that has a satellite of the side; where there is none any more it comes back."""

    kinds = ("thor_call",)

    def deliver(self, message: Sent, scene: Scene) -> Deliveries:
        call = replace(typed(message.message.data, ThorCall), battle=message.source)
        tick = scene.next_tick("interceptor", "combat")
        boards = [board.id for board in scene.boards("interceptor") if _satellites(board, call.side)]
        if tick is None or not boards:
            return _back(call, message.cause, scene)
        return Deliveries([Due(boards[0], tick, "thor_call", plain(call), message.cause, message.source)])

    def bounce(self, delivery: Delivery, scene: Scene) -> Deliveries:
        return _back(typed(delivery.data, ThorCall), delivery.cause, scene)


def _back(call: ThorCall, cause: str | None, scene: Scene) -> Deliveries:
    tick = scene.next_tick("centurion", "combat")
    if tick is None:
        return Deliveries(struck=GONE)
    return Deliveries([Due(call.battle, tick, "thor_news", plain(ThorNews(call.call, call.battle, "struck", GONE)), cause)])


THOR_NEWS = Carry("thor_news", "centurion", "combat")
THOR_JAVELINS = Carry("thor_javelins", "centurion", "combat")

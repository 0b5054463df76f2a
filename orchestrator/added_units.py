"""Units that a GM adds to a board: none that the campaign has already, on another board, aboard of something there, or on its way."""

from collections.abc import Iterator
from typing import Any

from orchestrator.links.link import Board
from orchestrator.running import Running
from scales.codec import decode
from scales.engine import Json

ADD = "add"
ON_SEVERAL = ("ship", "thor", "installation")
"""What an addition may name that has a sheet on several boards."""


def doubles(running: Running, board: Board, order: Json) -> list[str]:
    """A sentence, without a full stop, for each unit of a ruling that is elsewhere; [] for rulings that add nothing."""
    added = {id for name, given in order.items() if name not in ON_SEVERAL for id in _ids(given)} if order.get("kind") == ADD else set()
    if not added:
        return []
    found = [(id, f"on {other.id}") for other in _others(running, board) for id in _ids(decode(other.record.state, dict))]
    under_way = [(routed.delivery.data, routed.battle) for battle in sorted(running.mail) for routed in running.mail[battle]]
    under_way += [(sent.message.data, sent.message.battle or "another board") for sent in running.sent]
    found += [(id, f"on its way to {to}") for data, to in under_way for id in _ids(data)]
    places = {id: where for id, where in reversed(found) if id in added}
    return [f"there is a '{id}' {places[id]} already" for id in sorted(places)]


def _others(running: Running, board: Board) -> list[Board]:
    return [other for id, other in sorted(running.boards.items()) if other.is_open and id != board.id]


def _ids(value: Any) -> Iterator[str]:
    """The ids of all things in a document."""
    if isinstance(value, dict):
        if isinstance(value.get("id"), str):
            yield value["id"]
        for each in value.values():
            yield from _ids(each)
    elif isinstance(value, list):
        for each in value:
            yield from _ids(each)

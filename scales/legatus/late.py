"""Options whose words and figures are worked out when they are first read: the bot, who is offered hundreds at every move, reads only the orders."""

from collections.abc import Callable

from scales.engine import Json, Option

Tell = Callable[[], tuple[str, Json]]
"""Gives label and info."""


class Late(Option):
    """An option that is told when it is read."""

    __slots__ = ("_tell",)

    def __init__(self, order: Json, tell: Tell) -> None:
        self.order, self._tell = order, tell

    def __getattr__(self, name: str) -> object:
        """Called for a field that was not filled yet."""
        if name not in {"label", "info"}:
            raise AttributeError(name)
        self.label, self.info = self._tell()
        return getattr(self, name)

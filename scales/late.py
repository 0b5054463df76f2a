"""Options whose words and figures, and slots whose options, are worked out when they are first read: the bot, who is offered hundreds at every
move, reads only the orders, and of many slots nothing at all."""

from collections.abc import Callable

from scales.engine import Json, Option, Slot

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


class LateSlot(Slot):
    """The slot of a unit, or of a whole side (`unit` is ''), whose options are made when they are first read."""

    __slots__ = ("_make",)

    def __init__(self, id: str, title: str, make: Callable[[], list[Option]], unit: str) -> None:
        self.id, self.title, self.unit, self._make = id, title, unit, make

    def __getattr__(self, name: str) -> object:
        """Called for a field that was not filled yet."""
        if name != "options":
            raise AttributeError(name)
        self.options = self._make()
        return self.options

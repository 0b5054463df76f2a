"""What was made for one reader and may serve the next."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


def one(_made: object) -> int:
    """Things are counted."""
    return 1


@dataclass
class Kept(Generic[K, V]):
    """The last few things that were made, by key, `most` of them by `size`; the last one always.

    Safe among threads: what several want at once is made once, and they wait for it.
    """

    most: int
    size: Callable[[V], int] = one
    _items: OrderedDict[K, V] = field(default_factory=OrderedDict)
    _total: int = 0
    _making: dict[K, threading.Lock] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def get(self, key: K, make: Callable[[], V]) -> V:
        """The thing of a key, made if it is not there. What `make` raises is raised, and nothing is kept."""
        with self._lock:
            if key in self._items:
                self._items.move_to_end(key)
                return self._items[key]
            making = self._making.setdefault(key, threading.Lock())
        with making:
            with self._lock:
                if key in self._items:
                    return self._items[key]
            try:
                made = make()
            except BaseException:
                with self._lock:
                    self._making.pop(key, None)
                raise
            self._keep(key, made)
            return made

    def _keep(self, key: K, made: V) -> None:
        with self._lock:
            if key in self._items:
                self._total -= self.size(self._items[key])
            self._items[key] = made
            self._total += self.size(made)
            self._making.pop(key, None)
            while self._total > self.most and len(self._items) > 1:
                self._total -= self.size(self._items.popitem(last=False)[1])

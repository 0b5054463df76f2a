"""What the service does by itself while it runs: deadlines, waking what waits, sending notices, taking up work after a restart.

Two threads, so that a slow mail server delays nobody's deadline.
"""

import logging
import threading
from collections.abc import Callable
from types import TracebackType

from api.notify import deliver_due
from api.service import Service


class Keeper:
    """Runs as long as the service does: `with Keeper(service):`."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._again, args=(each,), daemon=True) for each in (self._beat, self._deliver)]

    def __enter__(self) -> "Keeper":
        self._service.deadlines.resume()
        self._service.works.take_up()
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()
        self._service.close()

    def _again(self, act: Callable[[], None]) -> None:
        while not self._stop.wait(self._service.settings.beat_seconds):
            try:
                act()
            except Exception:
                # one bad beat is not the last: what it was to do is done by the next
                logging.getLogger("imperator").exception("a beat of the service failed")

    def _beat(self) -> None:
        self._service.deadlines.beat()
        self._service.pass_deadlines()
        self._service.works.take_up_again()

    def _deliver(self) -> None:
        deliver_due(self._service.notices, self._service.settings.post)

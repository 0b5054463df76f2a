"""The clock: simpy walks the rows of the turn sequence, minute by minute.

simpy keeps events of one minute in the order they were made, which a rebuilt environment would not repeat. So the clock holds nothing but a
cursor: it is made from a tick, hands out rows one at a time, and a campaign loaded again goes on from the tick that was stored.
"""

from collections import deque
from collections.abc import Generator
from dataclasses import dataclass, field

import simpy

from orchestrator.sequence import Sequence


@dataclass
class Clock:
    """Hands out the ticks from `tick` on; `minute` is the time of the last one, from the start of the campaign."""

    sequence: Sequence
    tick: int
    _due: deque[int] = field(default_factory=deque)

    def __post_init__(self) -> None:
        self._environment = simpy.Environment(initial_time=self.sequence.minute(self.tick))
        self._environment.process(self._walk(self.tick))

    @property
    def minute(self) -> int:
        return int(self._environment.now)

    def _walk(self, tick: int) -> Generator[simpy.Event, object, None]:
        """Every row of a minute falls due together; then simpy waits for the minute of the next."""
        while True:
            wait = self.sequence.minute(tick) - self.minute
            if wait > 0:
                yield self._environment.timeout(wait)
            self._due.append(tick)
            tick += 1

    def next(self) -> int:
        """Run to the next row that is due."""
        while not self._due:
            self._environment.step()
        self.tick = self._due.popleft()
        return self.tick

"""Phases computed in this process, one after the other."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scales.engines import Resolver, engine
from workers.jobs import PhaseJob, PhaseResult, attempt


@dataclass(slots=True)
class Inline:
    """The default back end."""

    resolve: Resolver = engine

    def run(self, jobs: Sequence[PhaseJob]) -> Iterator[PhaseResult]:
        for job in jobs:
            yield attempt(job, self.resolve)

    def close(self) -> None:
        """Nothing is held."""

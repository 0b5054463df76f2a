"""What the clock needs of the place where phases are computed."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from workers.jobs import PhaseJob, PhaseResult


class BackEndFailed(RuntimeError):
    """No worker or no Redis: the operator's to mend. One sentence says what and where."""


class BackEnd(Protocol):
    """Computes the jobs of one row. A back end that sends them elsewhere uses `jobs.pack`, `compute` and `unpack_result`.

    Results come in any order and are matched by `PhaseResult.id`, which is that of the job. A job computed twice gives equal bytes, so a
    back end may try again, and may hand over a result twice: the second is dropped. A failure of the rules comes back as a result with
    `error`; a failure of the back end itself (no worker, no Redis) raises, and nothing of the row's remaining jobs is committed.
    """

    def run(self, jobs: Sequence[PhaseJob]) -> Iterator[PhaseResult]:
        """The results of all jobs, each as soon as it is there."""
        ...

    def close(self) -> None:
        """Let go of processes and connections."""
        ...

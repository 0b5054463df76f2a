"""Phases computed by a pool of processes on this machine. Only bytes go in and out; the processes die with their parent."""

import gc
import os
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

from scales.engines import Resolver, engine
from workers.backend import BackEndFailed
from workers.jobs import PhaseJob, PhaseResult, compute, pack, unpack_result

LOOK_SECONDS = 0.5
TRIES = 3


class Pool:
    """A back end of several processes. `resolve` must be a function that a new process can import by name.

    A process that dies takes the pool with it; the jobs that are left go to a new pool, and a job that kills three of them is given up.
    """

    def __init__(self, processes: int | None = None, resolve: Resolver = engine) -> None:
        self.processes = processes or os.cpu_count() or 1
        self.resolve = resolve
        self._executor = self._new()

    def _new(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.processes, get_context("spawn"), _begin, (os.getpid(), gc.get_threshold()))

    def run(self, jobs: Sequence[PhaseJob]) -> Iterator[PhaseResult]:
        left = {job.id: pack(job) for job in jobs}
        for _ in range(TRIES):
            try:
                for future in as_completed(self._sent(left)):
                    result = unpack_result(future.result())
                    del left[result.id]
                    yield result
                return
            except BrokenProcessPool:
                self._executor.shutdown(wait=False, cancel_futures=True)
                self._executor = self._new()
        raise BackEndFailed(f"a process of the pool died {TRIES} times over {', '.join(left)}: out of memory, or killed?")

    def _sent(self, jobs: dict[str, bytes]) -> list[Future[bytes]]:
        return [self._executor.submit(compute, data, self.resolve) for data in jobs.values()]

    def close(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)


def _begin(parent: int, collect_after: tuple[int, int, int]) -> None:
    """A new process collects garbage as its parent does, and watches it from a thread; when it is gone, so are we, in whatever we were doing."""
    gc.set_threshold(*collect_after)
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK_SECONDS)
    os._exit(1)

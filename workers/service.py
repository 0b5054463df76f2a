"""`imperator worker`: one process a scale that takes phases from its queue in Redis."""

import os
import signal
import sys
import threading
import time
from base64 import b64decode
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from types import FrameType

import redis
from rq import Queue, SimpleWorker, get_current_job
from rq.job import Job
from rq.serializers import JSONSerializer

from workers import wire
from workers.backend import BackEndFailed
from workers.jobs import compute

RESTART_SECONDS = 0.5


def perform_phase(token: str, job: str, reply: str) -> None:
    """What a queued attempt calls: compute the job and put the result into the reply list of whoever asked."""
    current = get_current_job()
    assert current is not None, "a phase is performed by a worker"
    try:
        answer = b"+" + compute(b64decode(job))
    except Exception as error:
        answer = f"-{type(error).__name__}: {error}".encode()
    with current.connection.pipeline() as pipeline:
        pipeline.rpush(reply, token.encode() + b":" + answer)
        pipeline.expire(reply, wire.REPLY_SECONDS)
        pipeline.delete(wire.lease_key(current.id))
        pipeline.execute()


class PhaseOnly(Job):
    """A job as this worker accepts it: whoever can write to Redis still cannot make it call anything else."""

    @property
    def func(self) -> Callable[..., None]:
        if self.func_name != "workers.service.perform_phase":
            raise PermissionError(f"this worker computes phases only, not {self.func_name}")
        return perform_phase


class Beat(threading.Thread):
    """Signs of life: renews the lease on the attempt at hand, and ends a worker whose parent is gone."""

    def __init__(self, connection: redis.Redis, scale: str, parent: int | None) -> None:
        super().__init__(daemon=True)
        self.connection, self.scale, self.parent = connection, scale, parent
        self.attempt: str | None = None

    def hold(self, attempt: str | None) -> None:
        """Take the lease on an attempt, or on none."""
        self.attempt = attempt
        if attempt is not None:
            self.connection.set(wire.lease_key(attempt), "1", px=wire.LEASE_MS)

    def run(self) -> None:
        while True:
            if self.parent is not None and os.getppid() != self.parent:
                os._exit(1)
            with suppress(redis.RedisError):
                self.beat()
            time.sleep(wire.BEAT_SECONDS)

    def beat(self) -> None:
        attempt = self.attempt
        self.connection.set(wire.alive_key(self.scale), "1", px=2 * wire.LEASE_MS)
        if attempt is not None:
            self.connection.set(wire.lease_key(attempt), "1", px=wire.LEASE_MS)


class PhaseWorker(SimpleWorker):
    """Computes phases in its own process, so that no orphaned child runs on when it is killed."""

    max_connection_wait_time = 2.0
    log_result_lifespan = False
    beat: Beat
    is_stopping = False

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        """A signal: finish the phase at hand and leave."""
        self.is_stopping = True
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]

    def execute_job(self, job: Job, queue: Queue) -> None:
        """Hold the lease while the job is computed. A Redis that was emptied or is away meanwhile costs this job, not the worker."""
        try:
            self.beat.hold(job.id)
            super().execute_job(job, queue)
        except redis.RedisError as error:
            _say(f"lost Redis while computing {job.description}: {error}")
        finally:
            self.beat.attempt = None


def work(scale: str, url: str, parent: int | None = None) -> None:
    """Take phases of one scale until a signal stops it. `parent` is the process that this one must not outlive."""
    beat = Beat(wire.connect(url), scale, parent)
    beat.beat()
    beat.start()
    _say(f"waiting for {scale} phases at {wire.without_password(url)}")
    while not _work_until_it_fails(scale, url, beat):
        time.sleep(RESTART_SECONDS)


def _work_until_it_fails(scale: str, url: str, beat: Beat) -> bool:
    """One life of the worker; False when it ended because Redis went away, and should begin again."""
    try:
        connection = wire.connect(url)
    except BackEndFailed:
        return False
    queue = Queue(wire.queue_name(scale), connection=connection, serializer=JSONSerializer, job_class=PhaseOnly)
    worker = PhaseWorker(
        [queue], connection=connection, serializer=JSONSerializer, job_class=PhaseOnly, worker_ttl=20, maintenance_interval=30
    )
    worker.beat = beat
    with suppress(redis.RedisError):
        worker.work(logging_level="CRITICAL")
    return worker.is_stopping


def _say(text: str) -> None:
    print(f"imperator worker {os.getpid()}: {text}", file=sys.stderr, flush=True)


def serve(scales: Sequence[str], url: str) -> None:
    """One process for each scale named; one that dies is started again, all end with this one."""
    wire.connect(url).close()
    if len(scales) == 1:
        work(scales[0], url)
        return
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    children = {scale: _start(scale, url) for scale in scales}
    try:
        while True:
            time.sleep(RESTART_SECONDS)
            for scale, child in children.items():
                if not child.is_alive():
                    children[scale] = _start(scale, url)
    except KeyboardInterrupt:
        pass
    finally:
        for child in children.values():
            child.terminate()


def _start(scale: str, url: str) -> BaseProcess:
    child = get_context("spawn").Process(target=work, args=(scale, url, os.getpid()), name=f"imperator {scale}")
    child.start()
    return child

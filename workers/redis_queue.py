"""Phases computed by workers behind Redis (RQ), one queue a scale, JSON on the wire.

The database is the truth and Redis a hint. An attempt is named after the bytes of its job, so a late or double result is either the
very bytes that are waited for or nobody's. A watchdog looks after every attempt that is out: one that is neither queued nor under a
worker's lease is lost (its worker was killed, Redis was emptied or came back without it) and sent again.
"""

import hashlib
import time
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar
from uuid import uuid4

import redis
from rq import Queue, Retry
from rq.exceptions import InvalidJobOperation
from rq.job import Job
from rq.serializers import JSONSerializer

from workers import wire
from workers.backend import BackEndFailed
from workers.jobs import PhaseJob, PhaseResult, pack, unpack_result

LOOK_SECONDS = 0.6
"""How often the watchdog looks."""
LOOKS = 2
"""Times in a row that an attempt must be seen nowhere before it counts as lost: one look may fall between queue and lease."""
ATTEMPTS_AT_MOST = 20
"""A phase that takes its worker down so often is not tried again."""
PATIENCE_SECONDS = 30.0
"""How long a back end waits for Redis to come back, or for a worker to appear, before it gives up."""

T = TypeVar("T")


@dataclass(slots=True)
class Attempt:
    """A job that is out. `token` names its bytes, `id` this try of it; `unseen` counts the looks that found it nowhere."""

    job: PhaseJob
    packed: bytes
    token: str
    number: int = 0
    unseen: int = 0

    @property
    def id(self) -> str:
        return f"{self.token}-{self.number}"


class RedisQueue:
    """The `rq` back end. It holds a connection and the name of a list that its results come back in."""

    def __init__(self, url: str, patience: float = PATIENCE_SECONDS) -> None:
        self.url = url
        self.patience = patience
        self.connection = wire.connect(url)
        self.reply = wire.reply_key(uuid4().hex)
        self._no_worker_since: dict[str, float] = {}

    def run(self, jobs: Sequence[PhaseJob]) -> Iterator[PhaseResult]:
        """The result of every job once, in the order they come."""
        waiting = {attempt.token: attempt for attempt in map(_attempt, jobs)}
        self._no_worker_since = {}
        try:
            self._insist(lambda: self._send(list(waiting.values())))
            yield from self._collect(waiting)
        finally:
            self._forget(waiting.values())

    def close(self) -> None:
        """Drop the reply list and the connection."""
        with suppress(redis.RedisError):
            self.connection.delete(self.reply)
        self.connection.close()

    def _collect(self, waiting: dict[str, Attempt]) -> Iterator[PhaseResult]:
        looked = time.monotonic()
        while waiting:
            token, data = self._insist(self._receive)
            attempt = waiting.pop(token, None)
            if attempt is not None:
                yield _result(attempt, data)
            if time.monotonic() - looked >= LOOK_SECONDS:
                self._insist(lambda: self._look_after(waiting))
                looked = time.monotonic()

    def _receive(self) -> tuple[str, bytes]:
        """The token and the bytes of the next result; empty ones if none came before the next look is due."""
        found: Any = self.connection.blpop([self.reply], timeout=LOOK_SECONDS)
        if found is None:
            return "", b""
        token, _, data = found[1].partition(b":")
        return token.decode("ascii", "replace"), data

    def _send(self, attempts: Sequence[Attempt]) -> None:
        """Queue the attempts, those of one scale in one go."""
        for scale in sorted({attempt.job.scale for attempt in attempts}):
            calls = [self._call(attempt) for attempt in attempts if attempt.job.scale == scale]
            self._queue(scale).enqueue_many(calls)

    def _call(self, attempt: Attempt) -> Any:
        return Queue.prepare_data(
            "workers.service.perform_phase",
            args=[attempt.token, b64encode(attempt.packed).decode(), self.reply],
            job_id=attempt.id,
            timeout=wire.JOB_SECONDS,
            result_ttl=0,
            failure_ttl=wire.REPLY_SECONDS,
            retry=Retry(max=3),
            description=f"{attempt.job.id} {attempt.job.phase}",
        )

    def _queue(self, scale: str) -> Queue:
        return Queue(wire.queue_name(scale), connection=self.connection, serializer=JSONSerializer)

    def _look_after(self, waiting: dict[str, Attempt]) -> None:
        """The watchdog: send again what is lost, and give up when nobody works on a queue."""
        for scale in sorted({attempt.job.scale for attempt in waiting.values()}):
            mine = [attempt for attempt in waiting.values() if attempt.job.scale == scale]
            queued = set(self._queue(scale).get_job_ids())
            held = self.connection.mget([wire.lease_key(attempt.id) for attempt in mine])
            for attempt, lease in zip(mine, held, strict=True):
                attempt.unseen = 0 if lease is not None or attempt.id in queued else attempt.unseen + 1
            self._send_again([attempt for attempt in mine if attempt.unseen >= LOOKS])
            self._expect_worker(scale)

    def _send_again(self, lost: Sequence[Attempt]) -> None:
        self._forget(lost)
        for attempt in lost:
            attempt.number, attempt.unseen = attempt.number + 1, 0
            if attempt.number >= ATTEMPTS_AT_MOST:
                raise BackEndFailed(f"{attempt.job.id} was tried {attempt.number} times and every worker that computed it died")
        if lost:
            self._send(lost)

    def _expect_worker(self, scale: str) -> None:
        """Wait `patience` seconds for a worker of this scale to show up."""
        if self.connection.exists(wire.alive_key(scale)):
            self._no_worker_since.pop(scale, None)
            return
        since = self._no_worker_since.setdefault(scale, time.monotonic())
        if time.monotonic() - since > self.patience:
            where = wire.without_password(self.url)
            raise BackEndFailed(f"no worker takes {scale} phases at {where}; start one: imperator worker {scale} --redis {where}")

    def _forget(self, attempts: Iterable[Attempt]) -> None:
        """Take back what nobody waits for any more, as far as it can be reached; a copy that is being computed does no harm."""
        for attempt in list(attempts):
            with suppress(redis.RedisError, InvalidJobOperation):
                queue = self._queue(attempt.job.scale)
                self.connection.lrem(queue.intermediate_queue_key, 0, attempt.id)
                self.connection.zrem(queue.started_job_registry.key, attempt.id)
                Job(attempt.id, connection=self.connection, serializer=JSONSerializer).delete()

    def _insist(self, call: Callable[[], T]) -> T:
        """Do it, and again for as long as patience lasts when Redis is away."""
        until = time.monotonic() + self.patience
        while True:
            try:
                return call()
            except (redis.ConnectionError, redis.TimeoutError) as error:
                if time.monotonic() > until:
                    raise BackEndFailed(f"Redis no longer answers at {wire.without_password(self.url)}: {error}") from error
                time.sleep(0.2)


def _result(attempt: Attempt, data: bytes) -> PhaseResult:
    """What a worker sent: '+' and the result, or '-' and why it could not read the job."""
    if not data.startswith(b"+"):
        raise BackEndFailed(f"a worker could not read {attempt.job.id}; is it of the same version? ({data[1:].decode('utf-8', 'replace')})")
    return unpack_result(data[1:])


def _attempt(job: PhaseJob) -> Attempt:
    packed = pack(job)
    return Attempt(job, packed, hashlib.sha256(packed).hexdigest()[:32])

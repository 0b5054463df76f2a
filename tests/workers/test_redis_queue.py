"""Phases behind a real Redis: the same results as in this process, whatever dies on the way."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
import redis

from scales.codec import encode
from scales.dice import KeyedDice, seeded_secret
from scales.engines import engine
from tests.redis_server import LocalRedis, free_port
from workers import wire
from workers.backend import BackEndFailed
from workers.battle import Battle
from workers.inline import Inline
from workers.jobs import PhaseJob
from workers.redis_queue import RedisQueue

SCALE = "interceptor"


def jobs(number: int) -> list[PhaseJob]:
    """The opening phases of as many battles of the same set-up, each with dice of its own."""
    rules = engine(SCALE)
    setup = rules.sample(KeyedDice(key=seeded_secret(1)))
    made = []
    for seed in range(number):
        battle = Battle(rules, setup, seeded_secret(seed), name=f"battle{seed}")
        battle.open()
        made.append(battle.job(rules.phases[0]))
    return made


def computed_here(wanted: list[PhaseJob]) -> dict[str, bytes]:
    return {result.id: encode(result) for result in Inline().run(wanted)}


@contextmanager
def worker(url: str, *scales: str) -> Iterator[subprocess.Popen[bytes]]:
    """`imperator worker` as a process; it is there once every queue has one worker more."""
    names, connection = scales or (SCALE,), wire.connect(url)
    before = {name: registered(connection, name) for name in names}
    process = subprocess.Popen([sys.executable, "-m", "api", "worker", *names, "--redis", url], stderr=subprocess.DEVNULL)
    try:
        wait_for(lambda: all(registered(connection, name) - before[name] for name in names))
        yield process
    finally:
        process.terminate()
        process.wait(60)


def registered(connection: redis.Redis, scale: str) -> set[bytes]:
    return set(connection.smembers(f"rq:workers:{wire.queue_name(scale)}"))


def wait_for(true: Callable[[], object], seconds: float = 120) -> None:
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "it did not come true in time"
        time.sleep(0.02)


def test_the_same_results_as_in_this_process(server: LocalRedis) -> None:
    wanted = jobs(6)
    back_end = RedisQueue(server.url)
    with worker(server.url):
        got = {result.id: encode(result) for result in back_end.run(wanted)}
        again = {result.id: encode(result) for result in back_end.run(wanted[:2])}
    back_end.close()
    here = computed_here(wanted)
    assert got == here
    assert again == {id: here[id] for id in again}


def test_one_process_for_each_scale_named_and_none_outlives_the_command(server: LocalRedis) -> None:
    connection = wire.connect(server.url)
    scales = (SCALE, "legatus")
    with worker(server.url, *scales) as parent:
        wait_for(lambda: [connection.scard(f"rq:workers:{wire.queue_name(scale)}") for scale in scales] == [1, 1])
        assert next(RedisQueue(server.url).run(jobs(1))).error == ""
        parent.kill()
        wait_for(lambda: not any(connection.exists(wire.alive_key(scale)) for scale in scales))


def test_the_phase_of_a_worker_that_was_killed_is_computed_by_another(server: LocalRedis) -> None:
    """The first worker is stopped while it waits for work, so that it is handed the phase and never computes it; then it is killed."""
    wanted, got = jobs(1), {}
    taken = f"rq:queue:{wire.queue_name(SCALE)}:intermediate"
    asking = threading.Thread(target=lambda: got.update({result.id: encode(result) for result in RedisQueue(server.url).run(wanted)}))
    with worker(server.url) as first:
        wait_for(lambda: any(client["cmd"] == "blmove" for client in server.client().client_list()))
        os.kill(first.pid, signal.SIGSTOP)
        asking.start()
        wait_for(lambda: server.client().llen(taken) or got)
        assert not got
        first.kill()
        with worker(server.url):
            asking.join()
    assert got == computed_here(wanted)


@pytest.mark.soak
def test_workers_killed_again_and_again_change_nothing(server: LocalRedis) -> None:
    wanted = jobs(40)
    got = {}
    running = RedisQueue(server.url).run(wanted)
    for number in range(4):
        with worker(server.url) as victim:
            for _ in range(5 if number < 3 else 40 - len(got)):
                result = next(running)
                got[result.id] = encode(result)
            victim.kill()
    assert got == computed_here(wanted)


def test_redis_emptied_in_the_middle_changes_nothing(server: LocalRedis) -> None:
    wanted = jobs(40)
    got = {}
    with worker(server.url) as same:
        for number, result in enumerate(RedisQueue(server.url).run(wanted)):
            got[result.id] = encode(result)
            if number in (3, 10):
                server.client().flushall()
        assert same.poll() is None
    assert got == computed_here(wanted)


@pytest.mark.soak
def test_redis_restarted_empty_in_the_middle_changes_nothing(server: LocalRedis) -> None:
    wanted = jobs(20)
    got = {}
    with worker(server.url) as same:
        for number, result in enumerate(RedisQueue(server.url).run(wanted)):
            got[result.id] = encode(result)
            if number == 3:
                server.kill()
                server.start()
        assert same.poll() is None
    assert got == computed_here(wanted)


def test_a_worker_stopped_past_its_lease_comes_back_with_nothing_new(server: LocalRedis) -> None:
    """Its phase is computed by another; what it brings after all is dropped."""
    wanted = jobs(4)
    with worker(server.url) as sleeper:
        back_end = RedisQueue(server.url)
        os.kill(sleeper.pid, signal.SIGSTOP)
        running = back_end.run(wanted)
        with worker(server.url):
            got = {result.id: encode(result) for result in running}
        os.kill(sleeper.pid, signal.SIGCONT)
        more = {result.id: encode(result) for result in back_end.run(jobs(6))}
    assert got == computed_here(wanted)
    assert more == computed_here(jobs(6))


def test_nothing_but_phases_is_called_and_nothing_is_pickled(server: LocalRedis) -> None:
    from rq import Queue
    from rq.serializers import JSONSerializer

    connection = wire.connect(server.url)
    queue = Queue(wire.queue_name(SCALE), connection=connection, serializer=JSONSerializer)
    stranger = queue.enqueue("os.mkdir", "should-not-be-there")
    with worker(server.url):
        wait_for(lambda: stranger.get_status().value == "failed")
        assert len(list(RedisQueue(server.url).run(jobs(1)))) == 1
    assert not os.path.exists("should-not-be-there")
    seen = [connection.hgetall(key) for key in connection.scan_iter("rq:job:*")]
    assert all(json.loads(zlib.decompress(fields[b"data"])) for fields in seen if b"data" in fields)


def test_a_queue_that_nobody_works_on_is_named(server: LocalRedis) -> None:
    with pytest.raises(BackEndFailed, match=r"no worker takes interceptor phases .* imperator worker interceptor"):
        list(RedisQueue(server.url, patience=1).run(jobs(1)))


def test_a_redis_that_does_not_answer_is_named_without_its_password() -> None:
    with pytest.raises(BackEndFailed, match=r"Redis does not answer at redis://127\.0\.0\.1") as refusal:
        RedisQueue(f"redis://:secret@127.0.0.1:{free_port()}/0")
    assert "secret" not in str(refusal.value)
    with pytest.raises(BackEndFailed, match="no address of a Redis"):
        RedisQueue("localhost")

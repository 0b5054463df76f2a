"""What every request passes: bounds, headers, idempotency keys."""

import asyncio
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated

import pytest
from fastapi import Body, FastAPI
from fastapi.testclient import TestClient
from sqlalchemy import update
from starlette.types import Message

from api.limits import BoundedBody, SafeHeaders
from api.problems import MEDIA, install
from api.receipts import RECEIPT, Receipts
from orchestrator.errors import StaleOrders
from orchestrator.store.database import Database
from orchestrator.store.lease import owner_here

ME = {"authorization": "Bearer me"}


class Counter:
    """An app that counts what reaches it."""

    def __init__(self, database: Database) -> None:
        self.count, self.database = 0, database
        self.gate = threading.Event()
        self.app = app = FastAPI()
        install(app)
        app.add_middleware(Receipts, database=database)
        app.add_middleware(BoundedBody, bound=lambda path: 1000 if path == "/add" else 10_000)
        app.add_middleware(SafeHeaders)

        @app.post("/add")
        def add(number: Annotated[int, Body(embed=True)]) -> dict[str, int]:
            self.count += number
            if number == 7:
                raise StaleOrders("seven is stale")
            if number == 9:
                self.gate.wait(20)
            if number == 13:
                raise RuntimeError("secret detail")
            return {"count": self.count}

        @app.post("/tokens")
        def token() -> dict[str, int]:
            self.count += 1
            return {"token": self.count}


@pytest.fixture
def counter(tmp_path: Path) -> Iterator[Counter]:
    database = Database(f"sqlite:///{tmp_path / 'edges.db'}")
    yield Counter(database)
    database.close()


@pytest.fixture
def client(counter: Counter) -> TestClient:
    return TestClient(counter.app, raise_server_exceptions=False)


def test_the_same_key_and_request_are_one(client: TestClient, counter: Counter) -> None:
    first, again = (client.post("/add", json={"number": 2}, headers=ME | {"idempotency-key": "a"}) for _ in range(2))
    assert (first.status_code, first.json()) == (again.status_code, again.json()) == (200, {"count": 2})
    assert again.headers["idempotent-replayed"] == "true"
    assert counter.count == 2


def test_a_refused_request_may_be_mended_and_sent_again_under_its_key(client: TestClient) -> None:
    for wrong, status in ((7, 409), ("x", 422)):
        assert client.post("/add", json={"number": wrong}, headers=ME | {"idempotency-key": "a"}).status_code == status
    mended, again = (client.post("/add", json={"number": 2}, headers=ME | {"idempotency-key": "a"}) for _ in range(2))
    assert (mended.status_code, mended.json(), again.json()) == (200, {"count": 9}, {"count": 9})
    assert again.headers["idempotent-replayed"] == "true"


def test_another_request_under_a_used_key_is_refused(client: TestClient, counter: Counter) -> None:
    client.post("/add", json={"number": 2}, headers=ME | {"idempotency-key": "a"})
    other = client.post("/add", json={"number": 3}, headers=ME | {"idempotency-key": "a"})
    assert other.status_code == 422
    assert "another request" in other.json()["detail"]
    assert counter.count == 2


def test_keys_belong_to_whoever_sends_them(client: TestClient, counter: Counter) -> None:
    for who in ("me", "you"):
        client.post("/add", json={"number": 2}, headers={"authorization": f"Bearer {who}", "idempotency-key": "a"})
    assert counter.count == 4


def test_a_failure_of_ours_may_be_tried_again(client: TestClient, counter: Counter) -> None:
    for _ in range(2):
        failed = client.post("/add", json={"number": 13}, headers=ME | {"idempotency-key": "a"})
        assert failed.status_code == 500
        assert "secret detail" not in failed.text
        assert failed.headers["content-type"] == MEDIA
    assert counter.count == 26


def test_two_at_once_are_one(client: TestClient, counter: Counter) -> None:
    first: list[int] = []
    thread = threading.Thread(
        target=lambda: first.append(client.post("/add", json={"number": 9}, headers=ME | {"idempotency-key": "a"}).status_code)
    )
    thread.start()
    while not counter.count:
        pass
    second = client.post("/add", json={"number": 9}, headers=ME | {"idempotency-key": "a"})
    counter.gate.set()
    thread.join()
    assert (first, second.status_code, counter.count) == ([200], 409, 9)


def test_answers_with_secrets_are_not_kept(client: TestClient) -> None:
    answers = [client.post("/tokens", headers=ME | {"idempotency-key": "a"}).json()["token"] for _ in range(2)]
    assert answers == [1, 2]


@pytest.mark.parametrize("key", ["", "x" * 101])
def test_keys_are_bounded(client: TestClient, key: str) -> None:
    assert client.post("/add", json={"number": 2}, headers=ME | {"idempotency-key": key}).status_code == 422


def test_a_large_request_is_refused_whether_it_says_so_or_not(client: TestClient, counter: Counter) -> None:
    told = client.post("/add", content=b"x" * 1001)
    untold = client.post("/add", content=iter([b"x" * 600] * 2))
    assert told.status_code == untold.status_code == 413
    assert told.headers["content-type"] == untold.headers["content-type"] == MEDIA
    assert counter.count == 0


def test_malformed_json_is_a_problem_with_its_place(client: TestClient) -> None:
    answer = client.post("/add", content=b'{"number": ', headers={"content-type": "application/json"})
    assert answer.status_code == 422
    assert answer.json()["faults"]


def test_every_answer_has_safe_headers(client: TestClient) -> None:
    answer = client.get("/nothing")
    assert answer.status_code == 404
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.json()["detail"]


@pytest.mark.parametrize("process", ["one with our number", "one of another machine"])
def test_a_request_whose_service_was_killed_is_done_when_it_is_sent_again(client: TestClient, counter: Counter, process: str) -> None:
    client.post("/add", json={"number": 2}, headers=ME | {"idempotency-key": "a"})
    lost = (
        {"owner": owner_here().rpartition(":")[0] + ":0"}
        if "number" in process
        else {"owner": "elsewhere:1:0", "created_utc": (datetime.now(UTC) - timedelta(minutes=11)).isoformat()}
    )
    with counter.database.write() as connection:
        connection.execute(update(RECEIPT), lost | {"status": 0})
    again = [client.post("/add", json={"number": 2}, headers=ME | {"idempotency-key": "a"}).json() for _ in range(2)]
    assert again == [{"count": 4}] * 2


def test_a_sender_who_goes_away_in_the_middle_has_sent_nothing(counter: Counter) -> None:
    """Half a request is no request, and takes no key."""
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/add",
        "query_string": b"",
        "headers": [(b"authorization", b"Bearer me"), (b"idempotency-key", b"a")],
    }
    parts = iter([{"type": "http.request", "body": b'{"number"', "more_body": True}, {"type": "http.disconnect"}])

    async def receive() -> Message:
        return next(parts)

    async def send(_message: Message) -> None:
        raise AssertionError("nobody is there to be answered")

    asyncio.run(Receipts(counter.app, counter.database)(scope, receive, send))
    client = TestClient(counter.app)
    assert client.post("/add", json={"number": 2}, headers=ME | {"idempotency-key": "a"}).json() == {"count": 2}

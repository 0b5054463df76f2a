"""What the service answers a second (P5): two hundred pollers and fifty streams on one process, beside a bare route with the same bytes.

The server is a process of its own, the clients are another; both share the machine. A bare route is FastAPI's shortest: bytes that are there
already, nobody asked who he is.
"""

import asyncio
import multiprocessing
import socket
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.bench.figures import Figure

POLLERS, STREAMS, STREAMS_A_PERSON = 200, 50, 5
SECONDS = 3.0
READ = "/campaigns/{id}/battles/{battle}"
READS = {"a board": READ, "the campaign": "/campaigns/{id}", "200 events": "/campaigns/{id}/events", "units": "/campaigns/{id}/units"}


@dataclass
class Prepared:
    """A database with a campaign in it, the tokens of those who read, and what they ask for."""

    url: str
    tokens: list[str]
    paths: dict[str, str]


@dataclass
class Seen:
    """What pollers got: how long each answer took, and how many were no answer."""

    took: list[float] = field(default_factory=list)
    errors: int = 0
    seconds: float = 1.0

    @property
    def rate(self) -> float:
        return len(self.took) / self.seconds

    @property
    def p99(self) -> float:
        return statistics.quantiles(self.took, n=100)[98]


def figures(folder: Path) -> Iterator[Figure]:
    prepared = _prepare(folder)
    port, context = _free_port(), multiprocessing.get_context("spawn")
    server = context.Process(target=_serve, args=(prepared, port), daemon=True)
    server.start()
    try:
        yield from asyncio.run(_measure(prepared, port))
    finally:
        server.terminate()
        server.join()


def _prepare(folder: Path) -> Prepared:
    from api.commands.root import judge
    from campaigns.library import find
    from orchestrator.campaign import Campaigns
    from orchestrator.links.every import every_link
    from orchestrator.people.invitations import Wanted
    from orchestrator.people.people import People
    from orchestrator.planning import plan_of
    from orchestrator.store.writing import Store
    from scales.engines import engine

    url = f"sqlite:///{folder / 'serving.db'}"
    games = Campaigns(Store(url), every_link(), judge)
    id = games.create(plan_of(find("landfall", engine)), seed=6830)
    games.run(id, until_turn=2)
    people, tokens = People(games.store.database), []
    for n in range(POLLERS):
        _, secret = people.invitations.make(Wanted("spectator", id, side=("tog", "commonwealth")[n % 2]))
        tokens.append(people.tokens.give(people.invitations.accept(secret, name=f"reader {n}")[0].id).token)
    largest = max(games.reading.battles(id, 0), key=lambda battle: len(battle.state)).battle
    games.store.close()
    return Prepared(url, tokens, {name: f"/v1{path.format(id=id, battle=largest)}" for name, path in READS.items()})


def _serve(prepared: Prepared, port: int) -> None:
    import uvicorn
    from fastapi import FastAPI, Response

    from api.app import create_app
    from api.commands.root import judge
    from api.service import Service
    from orchestrator.campaign import Campaigns
    from orchestrator.links.every import every_link
    from orchestrator.store.writing import Store
    from workers.inline import Inline

    bare = FastAPI()
    bodies: dict[str, bytes] = {}

    @bare.put("/bare/{name}")
    async def keep(name: str, size: int) -> None:
        bodies[name] = b"x" * size

    @bare.get("/bare/{name}")
    async def give(name: str) -> Response:
        return Response(bodies[name], media_type="application/json")

    app = create_app(Service(Campaigns(Store(prepared.url), every_link(), judge), Inline()))

    async def either(scope: Any, receive: Any, send: Any) -> None:
        await (bare if scope.get("path", "").startswith("/bare") else app)(scope, receive, send)

    uvicorn.run(either, port=port, log_level="error", ws="none")


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


# ---- clients ------------------------------------------------------------------------------------------------------


async def _measure(prepared: Prepared, port: int) -> list[Figure]:
    await _up(port)
    found: list[Figure] = []
    path = prepared.paths["the campaign"] + "/stream"
    streams = [asyncio.create_task(_stream(port, path, prepared.tokens[n // STREAMS_A_PERSON])) for n in range(STREAMS)]
    await asyncio.sleep(1)
    for name, path in prepared.paths.items():
        found += await _one(prepared, port, name, path)
    lost = sum(stream.done() for stream in streams)
    for stream in streams:
        stream.cancel()
    found.append(Figure("P5", f"streams of {STREAMS} that ended meanwhile", lost, "", "none", float(lost), 0, at_most=True))
    return found


async def _one(prepared: Prepared, port: int, name: str, path: str) -> list[Figure]:
    """A route beside a bare one with as many bytes, then its 304."""
    status, _, size = await _ask(port, path, {"Authorization": f"Bearer {prepared.tokens[0]}"})
    assert status == 200, f"{path} answers {status}"
    bare = f"/bare/{size}"
    await _request(port, "PUT", f"{bare}?size={size}", {})
    plain = await _poll(port, bare, [{} for _ in prepared.tokens], 200)
    asked = [{"Authorization": f"Bearer {token}"} for token in prepared.tokens]
    ours = await _poll(port, path, asked, 200)
    tags = [(await _ask(port, path, each))[1]["etag"] for each in asked]
    known = await _poll(port, path, [each | {"If-None-Match": tag} for each, tag in zip(asked, tags, strict=True)], 304)
    what, errors = f"{name}, {size / 1024:,.0f} KB", plain.errors + ours.errors + known.errors
    return [
        Figure("P5", what, ours.rate, "/s", f"a bare route {plain.rate:,.0f} /s", ours.rate / plain.rate, 0.9),
        Figure("P5", f"{what}: p99", ours.p99 * 1000, "ms", f"of it {plain.p99 * 1000:,.0f} ms", ours.p99 / plain.p99, 1.5, at_most=True),
        Figure("P5", f"{what}: 304", known.rate, "/s", f"200 {ours.rate:,.0f} /s", known.rate / ours.rate, 1.0),
        Figure("P5", f"{what}: errors", errors, "", "none", float(errors), 0, at_most=True),
    ]


async def _poll(port: int, path: str, headers: list[dict[str, str]], wanted: int) -> Seen:
    """All pollers at once, each on a connection of its own, one request after the other; what each of them asks for was asked for before."""
    for each in headers:
        await _ask(port, path, each)
    seen, until = Seen(), time.perf_counter() + SECONDS
    start = time.perf_counter()
    await asyncio.gather(*(_poller(port, path, each, wanted, until, seen) for each in headers))
    seen.seconds = time.perf_counter() - start
    return seen


async def _poller(port: int, path: str, headers: dict[str, str], wanted: int, until: float, seen: Seen) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    while time.perf_counter() < until:
        start = time.perf_counter()
        try:
            status, _, _ = await _exchange(reader, writer, "GET", path, headers)
        except (OSError, EOFError):
            seen.errors += 1
            break
        seen.errors += status != wanted
        seen.took.append(time.perf_counter() - start)
    writer.close()


async def _ask(port: int, path: str, headers: dict[str, str]) -> tuple[int, dict[str, str], int]:
    return await _request(port, "GET", path, headers)


async def _request(port: int, method: str, path: str, headers: dict[str, str]) -> tuple[int, dict[str, str], int]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        return await _exchange(reader, writer, method, path, headers)
    finally:
        writer.close()


async def _exchange(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, method: str, path: str, headers: dict[str, str]
) -> tuple[int, dict[str, str], int]:
    """One request on an open connection: status, headers, bytes of the body."""
    lines = "".join(f"{name}: {value}\r\n" for name, value in ({"Host": "localhost", "Content-Length": "0"} | headers).items())
    writer.write(f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode())
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    found = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)}
    size = int(found.get("content-length", "0"))
    if size:
        await reader.readexactly(size)
    return int(head[0].split()[1]), found, size


async def _stream(port: int, path: str, token: str) -> None:
    """Follow until the server ends it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
    while await reader.read(65536):
        pass


async def _up(port: int) -> Any:
    """Wait until the server listens."""
    for _ in range(600):
        try:
            return await _ask(port, "/v1/health", {})
        except OSError:
            await asyncio.sleep(0.1)
    raise TimeoutError("the server did not come up")

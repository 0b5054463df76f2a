"""Asking the service for everything that there is to ask for, and keeping every byte and header of its answers."""

import asyncio
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from urllib.parse import quote, urlencode

from fastapi import FastAPI

from api.app import create_app
from api.service import Service

PAGE = 41
UNTOLD = {"date"}
"""Headers that may differ."""
ASKED_OR_AT = re.compile(rb"event: (?:call|work)\r?\n")


@dataclass(slots=True, frozen=True)
class Heard:
    """An answer."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


Heards = dict[str, Heard]


class Line:
    """Speaks to a service without a network and without its keeper: nothing happens in it but what is asked."""

    def __init__(self, service: Service) -> None:
        self.app = create_app(service)
        self.readable = readable(self.app)
        self._runner = asyncio.Runner()

    def ask(
        self,
        token: str,
        method: str,
        path: str,
        *,
        body: Any = None,
        enough: Callable[[bytes], bool] = lambda _: False,
        headers: dict[str, str] | None = None,
    ) -> Heard:
        """One request. A stream is hung up on as soon as `enough` of it was heard."""
        return self._runner.run(self._ask(token, method, path, body, enough, headers or {}))

    async def _ask(self, token: str, method: str, path: str, body: Any, enough: Callable[[bytes], bool], more: dict[str, str]) -> Heard:
        heard, started, hung_up = bytearray(), dict[str, Any](), asyncio.Event()
        sent = [{"type": "http.request", "body": b"" if body is None else json.dumps(body).encode(), "more_body": False}]

        async def receive() -> dict[str, Any]:
            if not sent:
                await hung_up.wait()
            return sent.pop() if sent else {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                started.update(message)
            heard.extend(message.get("body", b""))
            if enough(bytes(heard)):
                hung_up.set()

        await self.app(_scope(token, method, path, more, is_json=body is not None), receive, send)
        told = sorted((name.decode(), value.decode()) for name, value in started["headers"])
        return Heard(started["status"], tuple(each for each in told if each[0] not in UNTOLD), bytes(heard))

    def close(self) -> None:
        self._runner.close()


_READABLE: list[str] = []


def readable(app: FastAPI) -> list[str]:
    """The paths of the service's description that can be read once and for all; worked out once."""
    if not _READABLE:
        paths = app.openapi()["paths"]
        _READABLE.extend(path.removeprefix("/v1") for path in paths if "get" in paths[path] and not path.endswith("/stream"))
    return _READABLE


def _scope(token: str, method: str, path: str, more: dict[str, str], *, is_json: bool) -> dict[str, Any]:
    headers = {"host": "localhost:8000", "authorization": f"Bearer {token}"} | {k.replace("_", "-"): v for k, v in more.items()}
    if is_json:
        headers["content-type"] = "application/json"
    raw, _, query = f"/v1{path}".partition("?")
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": raw.replace("%20", " "),
        "raw_path": raw.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 8000),
    }


@dataclass
class Crawl:
    """All that one reader can get out of a service. `strange` are ids that he was never told, by the name of the parameter."""

    line: Line
    token: str
    campaign: str
    strange: dict[str, list[str]] = field(default_factory=dict)
    units_asked: int = 6
    heard: Heards = field(default_factory=dict)

    def all(self) -> Heards:
        """Everything that can be read, and requests that are refused."""
        self.read()
        for path, body in self._wrong():
            self._ask("POST", path, body)
        return self.heard

    def read(self) -> Heards:
        """Every GET of the description, page by page and filtered, and the stream."""
        for path in self.paths():
            self.get(path)
        for path in self._pages():
            self._turn(path)
        self._known_already()
        self._stream()
        return self.heard

    def get(self, path: str, **headers: str) -> Heard:
        return self._ask("GET", path, None, **headers)

    def _ask(self, method: str, path: str, body: Any, **headers: str) -> Heard:
        found = self.line.ask(self.token, method, path, body=body, headers=headers)
        assert found.status != 500, (path, body)
        self._keep(f"{method} {path} {headers or ''} {json.dumps(body) if body else ''}", found)
        return found

    def _keep(self, request: str, answer: Heard) -> None:
        self.heard[request] = answer

    def _json(self, path: str) -> Any:
        found = self.get(f"/campaigns/{self.campaign}{path}")
        return found.json() if found.status == 200 else []

    # ---- what there is --------------------------------------------------------------------------------------------

    def paths(self) -> Iterator[str]:
        """Every path of the description that can be read, with every id that the reader knows or should not."""
        known = self.ids
        for path in self.line.readable:
            yield from _filled(path, known)

    @cached_property
    def ids(self) -> dict[str, list[str]]:
        """What the parameters of paths can be, from lists that were asked for."""
        units = [each["id"] for each in self._json("/units")]
        step = max(1, len(units) // self.units_asked)
        told = self._json("/events?limit=1&order=newest")["events"]
        last = told[0]["number"] if told else 0
        found = {
            "id": [self.campaign],
            "battle": [each["id"] for each in self._json("/battles")],
            "unit": [*units[::step], "nobody"],
            "number": sorted({str(n) for n in (0, 1, last // 3, last // 2, last - 1, last, last + 1, last + 9)}),
            "decision": [each["id"] for each in self._json("/decisions")],
        }
        return {name: list(dict.fromkeys(found.get(name, []) + self.strange.get(name, []))) for name in {**found, **self.strange}}

    def _pages(self) -> Iterator[str]:
        """Lists that have pages, with the filters that lists have."""
        ids = self.ids
        filters: list[dict[str, Any]] = [{}, {"order": "newest"}, {"from_turn": 1, "to_minute": 3}, {"kind": "note"}]
        filters += [{"unit": unit} for unit in ids["unit"][:3] + self.strange.get("unit", [])[:6]]
        filters += [{"battle": battle} for battle in ids["battle"][:3]]
        for each in filters:
            yield f"/campaigns/{self.campaign}/events?{urlencode({'limit': PAGE} | each)}"
        for each in ({}, {"battle": ids["battle"][0]}):
            yield f"/campaigns/{self.campaign}/dice?{urlencode({'limit': PAGE} | each)}"
        for battle in ids["battle"][:2]:
            yield f"/campaigns/{self.campaign}/units?battle={quote(battle)}"

    def _turn(self, path: str) -> None:
        page = self.get(path).json()
        while isinstance(page, dict) and page.get("more"):
            page = self.get(f"{path}&after={page['cursor']}").json()

    def _known_already(self) -> None:
        """What is told of answers that the reader has, or has not."""
        for path in ("", "/events", "/units"):
            tag = dict(self.get(f"/campaigns/{self.campaign}{path}").headers)["etag"]
            self.get(f"/campaigns/{self.campaign}{path}", if_none_match=tag)
            self.get(f"/campaigns/{self.campaign}{path}", if_none_match='"another"')

    def _stream(self) -> None:
        """All of the stream up to now: it tells what happened, how things stand, then what is asked."""
        asked = len(self.get(f"/campaigns/{self.campaign}").json()["calls"])
        works = len(self._json("/works"))
        wanted = asked + min(works, 20)

        def enough(heard: bytes) -> bool:
            _, state, after = heard.partition(b"event: state")
            return bool(state) and heard.endswith((b"\n\n", b"\n\r\n")) and len(ASKED_OR_AT.findall(after)) >= wanted

        for after in ("0.0", "0.5", "1.0", "7.3"):
            path = f"/campaigns/{self.campaign}/stream?after={after}"
            self._keep(f"GET {path}", self.line.ask(self.token, "GET", path, enough=enough))

    # ---- what is refused ------------------------------------------------------------------------------------------

    def _wrong(self) -> Iterator[tuple[str, Any]]:
        """Requests that nobody may make, or that are full of faults: orders for others, at what is not to be seen."""
        ids, here = self.ids, f"/campaigns/{self.campaign}"
        names = [*ids["unit"][:2], *self.strange.get("unit", [])]
        for decision in ids["decision"]:
            for name in names if self.get(f"{here}/decisions/{decision}").status == 200 else names[:1]:
                yield f"{here}/decisions/{decision}/orders", {"choices": self._faulty(decision, name)}
        for battle in ids["battle"]:
            yield (
                f"{here}/battles/{quote(battle)}/results",
                {"fates": {name: {"status": "destroyed", "sheet": {"boxes": 99}} for name in names}},
            )
            for name in self.strange.get("unit", []):
                yield f"{here}/battles/{quote(battle)}/results", {"fates": {name: {"status": "captured"}}}
            yield f"{here}/battles/{quote(battle)}/rulings", {"version": 1, "kind": "destroy", "reason": "!", "details": {"unit": names[0]}}
        for work in self.strange.get("work", []):
            yield f"{here}/results/{work}/approval", {}

    def _faulty(self, decision: str, name: str) -> dict[str, Any]:
        """Orders with something wrong in every slot."""
        shown = self.get(f"/campaigns/{self.campaign}/decisions/{decision}")
        slots = [slot["id"] for slot in shown.json()["offers"]] if shown.status == 200 else []
        wrong = {"target": name, "unit": name, "at": name, "do": "attack", "hex": "1206", "support": [name], "bays": {"0": name}}
        return dict.fromkeys(slots[:6], wrong) | {name: {"target": name}}


class _Differs(Exception):
    """Something was answered otherwise."""


@dataclass
class Comparison(Crawl):
    """Asks what was asked before, up to the first answer that differs."""

    before: Heards = field(default_factory=dict)

    def differs(self) -> bool:
        try:
            return self.read() != self.before
        except _Differs:
            return True

    def _keep(self, request: str, answer: Heard) -> None:
        super()._keep(request, answer)
        if self.before.get(request) != answer:
            raise _Differs


def _filled(path: str, known: dict[str, list[str]]) -> Iterable[str]:
    """A path with every value of its parameters."""
    found = [path]
    for name in re.findall(r"{(\w+)(?::path)?}", path):
        place = re.compile(rf"{{{name}(?::path)?}}")
        found = [place.sub(quote(value), each) for each in found for value in known[name]]
    return found

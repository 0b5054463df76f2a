"""Answers to reading that cost little to give again: kept bytes with an ETag, and 304 for whoever has them already.

An answer is kept by campaign, by how much its reader may see and by what was asked; it holds until anything of the campaign changes. `Quick`
stands before everything else and gives the very same request the very same answer, as long as nobody has written to the database since: so
that nothing has to be looked up, not even who is asking. An ETag is a hash of the bytes sent, and says no more than they do.
"""

import hashlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from fastapi import Request, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from api.access import Access
from orchestrator.door import Door
from orchestrator.pulse import Pulses
from scales.codec import encode

JSON = "application/json"
KEPT_BYTES = 64 << 20
QUICK_AT_MOST = 4096
QUICK_SECONDS = 1.0
"""For so long an expired token may still be answered."""
VERSION = "imperator.version"


@dataclass(slots=True, frozen=True)
class Answer:
    """Bytes to send, with their type, their ETag and what else goes into the header."""

    body: bytes
    media: str
    etag: str
    more: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, value: object, media: str = JSON, more: Sequence[tuple[str, str]] = ()) -> "Answer":
        """A value as JSON, bytes and text as they are."""
        body = value if isinstance(value, bytes) else value.encode() if isinstance(value, str) else encode(value)
        return cls(body, media, f'"{hashlib.sha256(body).hexdigest()[:32]}"', tuple(more))

    def headers(self) -> list[tuple[bytes, bytes]]:
        told = [("etag", self.etag), ("cache-control", "private, no-cache"), ("vary", "Authorization"), *self.more]
        return [(name.encode(), value.encode()) for name, value in told]

    def is_known(self, if_none_match: str) -> bool:
        """Whether the reader has these bytes already."""
        tags = [tag.strip().removeprefix("W/") for tag in if_none_match.split(",")]
        return self.etag in tags or "*" in tags

    def response(self, if_none_match: str) -> Response:
        headers = {name.decode(): value.decode() for name, value in self.headers()}
        if self.is_known(if_none_match):
            return Response(status_code=304, headers=headers)
        return Response(self.body, media_type=self.media, headers=headers)


@dataclass
class _Shelf:
    """Answers by key, the least recently given thrown away when they are too many bytes."""

    most: int
    size: int = 0
    _kept: OrderedDict[Any, Answer] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def get(self, key: Any, make: Callable[[], Answer]) -> Answer:
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        answer = make()
        with self._lock:
            if key not in self._kept:
                self._kept[key] = answer
                self.size += len(answer.body)
            while self.size > self.most and len(self._kept) > 1:
                self.size -= len(self._kept.popitem(last=False)[1].body)
        return answer


class Answers:
    """Gives and keeps the answers of one service. `give` is what routes return."""

    def __init__(self, door: Door, most: int = KEPT_BYTES) -> None:
        self._pulses = door.pulses
        self._shelf = _Shelf(most)
        self.quick: OrderedDict[Any, tuple[int, float, Answer]] = OrderedDict()

    def give(
        self, request: Request, access: Access, make: Callable[[], object], *, media: str = JSON, more: Sequence[tuple[str, str]] = ()
    ) -> Response:
        """The answer to a request, made anew only if something of the campaign has changed since it was last made."""
        pulse = self._pulses.take(access.campaign)
        key = (access.campaign, access.eyes, tuple(access.seats), request.url.path, request.url.query, pulse)
        answer = self._shelf.get(key, lambda: Answer.of(make(), media, more))
        self._remember(request.scope, answer)
        return answer.response(request.headers.get("if-none-match", ""))

    def _remember(self, scope: Scope, answer: Answer) -> None:
        version = scope.get(VERSION)
        if version is not None:
            self.quick[_question(scope)] = (version, time.monotonic() + QUICK_SECONDS, answer)
            while len(self.quick) > QUICK_AT_MOST:
                self.quick.popitem(last=False)


def _question(scope: Scope) -> tuple[bytes, str, bytes]:
    return (_header(scope, b"authorization"), scope["path"], scope["query_string"])


def _header(scope: Scope, name: bytes) -> bytes:
    """A header that is there once; of several none counts."""
    found = [value for key, value in scope["headers"] if key == name]
    return found[0] if len(found) == 1 else b""


class Quick:
    """Answers again what was answered before, if nothing was written since and the same token asks. Plain ASGI."""

    def __init__(self, app: ASGIApp, answers: Answers, pulses: Pulses) -> None:
        self.app, self._answers, self._pulses = app, answers, pulses

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET" or not _header(scope, b"authorization"):
            await self.app(scope, receive, send)
            return
        version = self._pulses.version()
        known = self._answers.quick.get(_question(scope))
        if known is None or known[0] != version or known[1] < time.monotonic():
            # taken before anybody looks who is asking: what changes meanwhile makes the answer an old one
            scope[VERSION] = version
            await self.app(scope, receive, send)
            return
        await _send(send, known[2], _header(scope, b"if-none-match").decode("latin-1"))


async def _send(send: Send, answer: Answer, if_none_match: str) -> None:
    headers = answer.headers()
    if if_none_match and answer.is_known(if_none_match):
        await send({"type": "http.response.start", "status": 304, "headers": headers})
        await send({"type": "http.response.body", "body": b""})
        return
    headers += [(b"content-type", answer.media.encode()), (b"content-length", str(len(answer.body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": answer.body})

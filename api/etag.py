"""Answers to reading that cost little to give again: kept bytes with an ETag, and 304 for whoever has them already.

An answer is kept by campaign, by how much its reader may see and by what was asked; it holds until anything of the campaign changes. `Quick`
stands before everything else and gives the very same request the very same answer, as long as neither the campaign nor anybody's right to read
it has changed: so that nothing has to be looked up, not even who is asking. An ETag is a hash of the bytes sent, and says no more than they do.
"""

import base64
import hashlib
import json
import re
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from fastapi import Request, Response
from fastapi.concurrency import run_in_threadpool
from starlette.types import ASGIApp, Receive, Scope, Send

from api.access import Access
from orchestrator.errors import NotFound
from orchestrator.readers.door import Door
from orchestrator.readers.kept import Kept
from orchestrator.readers.pulse import Pulse, Pulses
from scales.codec import encode

JSON = "application/json"
KEPT_BYTES = 64 << 20
QUICK_AT_MOST = 4096
QUICK_BYTES = 32 << 20
VERSION = "imperator.version"
CAMPAIGN = re.compile(r"/v1/campaigns/([^/]+)(?:/.*)?")


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


@dataclass(slots=True)
class Given:
    """An answer that was given: at which version of the database, how the campaign stood, and until when the token holds."""

    version: int
    pulse: Pulse
    until: float
    answer: Answer


class Answers:
    """Gives and keeps the answers of one service. `give` is what routes return."""

    def __init__(self, door: Door, most: int = KEPT_BYTES) -> None:
        self._pulses = door.pulses
        self._shelf = Kept[Any, Answer](most, lambda answer: len(answer.body))
        self.quick: OrderedDict[Any, Given] = OrderedDict()
        self._quick_bytes = 0
        self._lock = threading.Lock()

    def give(
        self, request: Request, access: Access, make: Callable[[], object], *, media: str = JSON, more: Sequence[tuple[str, str]] = ()
    ) -> Response:
        """The answer to a request, made anew only if something of the campaign has changed since it was last made."""
        pulse = self._pulses.take(access.campaign)
        key = (access.campaign, access.eyes, tuple(access.seats), request.url.path, request.url.query, pulse)
        answer = self._shelf.get(key, lambda: Answer.of(make(), media, more))
        self._remember(request.scope, pulse, answer)
        return answer.response(request.headers.get("if-none-match", ""))

    def _remember(self, scope: Scope, pulse: Pulse, answer: Answer) -> None:
        version, before = scope.get(VERSION, (0, None))
        if before == pulse:
            given = Given(version, pulse, _expires(_header(scope, b"authorization")), answer)
            with self._lock:
                self._forget(self.quick.pop(_question(scope), None))
                self.quick[_question(scope)] = given
                self._quick_bytes += len(answer.body)
                while self.quick and (len(self.quick) > QUICK_AT_MOST or self._quick_bytes > QUICK_BYTES):
                    self._forget(self.quick.popitem(last=False)[1])

    def _forget(self, given: Given | None) -> None:
        self._quick_bytes -= len(given.answer.body) if given else 0


def _question(scope: Scope) -> tuple[bytes, str, bytes]:
    return (_header(scope, b"authorization"), scope["path"], scope["query_string"])


def _expires(authorization: bytes) -> float:
    """When a token that was found to hold ceases to, in seconds since 1970."""
    claims = authorization.split(b".")[1]
    return float(json.loads(base64.urlsafe_b64decode(claims + b"=" * (-len(claims) % 4)))["exp"])


def _header(scope: Scope, name: bytes) -> bytes:
    """A header that is there once; of several none counts."""
    found = [value for key, value in scope["headers"] if key == name]
    return found[0] if len(found) == 1 else b""


class Quick:
    """Answers again what was answered before, if nothing has changed since and the same token asks. Plain ASGI."""

    def __init__(self, app: ASGIApp, answers: Answers, pulses: Pulses) -> None:
        self.app, self._given, self._pulses = app, answers.quick, pulses

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "GET" and _header(scope, b"authorization"):
            answer = await self._again(scope)
            if answer is not None:
                await _send(send, answer, _header(scope, b"if-none-match").decode("latin-1"))
                return
        await self.app(scope, receive, send)

    async def _again(self, scope: Scope) -> Answer | None:
        """The answer that still holds. If there is none, how things stand is noted before anybody looks who is asking."""
        campaign, version = CAMPAIGN.fullmatch(scope["path"]), self._pulses.version()
        if campaign is None or version is None:
            return None
        given = self._given.get(_question(scope))
        if given is None or given.version != version:
            pulse = self._pulses.known(campaign[1], version) or await run_in_threadpool(self._pulse, campaign[1])
            scope[VERSION] = (version, pulse)
            if given is None or given.pulse != pulse:
                return None
            given.version = version
        return given.answer if time.time() < given.until else None

    def _pulse(self, campaign: str) -> Pulse | None:
        try:
            return self._pulses.take(campaign)
        except NotFound:
            return None


async def _send(send: Send, answer: Answer, if_none_match: str) -> None:
    headers = answer.headers()
    if if_none_match and answer.is_known(if_none_match):
        await send({"type": "http.response.start", "status": 304, "headers": headers})
        await send({"type": "http.response.body", "body": b""})
        return
    headers += [(b"content-type", answer.media.encode()), (b"content-length", str(len(answer.body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": answer.body})

"""What every request passes: whom it calls, a bound on its size, and headers that keep browsers from guessing. Plain ASGI, so that streams stay streams."""

import json
from collections.abc import Callable, Sequence
from contextlib import suppress

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.problems import MEDIA, TITLES, problem

BODY = 1 << 20
"""Bytes of a request."""
DOCUMENT = 64 << 20
"""Bytes of an exported campaign that comes in again."""
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}


class SafeHeaders:
    """Adds the headers; what must not be kept is not kept."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, sending if scope["type"] == "http" else send)


class KnownHosts:
    """Refuses requests to names that are not this machine's: a page of another site may have one of its own names lead here.

    `*.example.org` is every name below example.org, `*` is every name.
    """

    def __init__(self, app: ASGIApp, hosts: Sequence[str]) -> None:
        self.app, self.hosts = app, [host.lower() for host in hosts]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not self.knows(Headers(scope=scope).get("host", "")):
            await problem(400, "unknown-host", "this service does not answer to this name")(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def knows(self, header: str) -> bool:
        """Whether a Host header, with or without port, names this machine."""
        name, colon, port = header.lower().rpartition(":")
        host = name if colon and port.isdigit() else header.lower()
        return any(known in (host, "*") or (known.startswith("*.") and host.endswith(known[1:])) for known in self.hosts)


class TooLarge(Exception):
    pass


class BoundedBody:
    """Refuses requests that are too large, whether they say so or not, without reading them to their end."""

    def __init__(self, app: ASGIApp, bound: Callable[[str], int]) -> None:
        self.app, self.bound = app, bound

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        most = self.bound(scope["path"])
        told = dict(scope["headers"]).get(b"content-length", b"0")
        if not told.isdigit() or int(told) > most:
            await _too_large(send, most)
            return
        await self._bounded(most, scope, receive, send)

    async def _bounded(self, most: int, scope: Scope, receive: Receive, send: Send) -> None:
        read, answered = 0, False

        async def receiving() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > most:
                raise TooLarge
            return message

        async def sending(message: Message) -> None:
            # whatever the app makes of a body that broke off, the answer is that it was too large
            nonlocal answered
            if read <= most or answered:
                answered = True
                await send(message)

        with suppress(TooLarge):
            await self.app(scope, receiving, sending)
        if read > most and not answered:
            await _too_large(send, most)


async def _too_large(send: Send, most: int) -> None:
    body = {
        "type": "urn:imperator:problem:too-large",
        "title": TITLES[413],
        "status": 413,
        "detail": f"a request of this kind has at most {most} bytes",
        "faults": [],
    }
    headers = [(b"content-type", MEDIA.encode()), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps(body).encode()})

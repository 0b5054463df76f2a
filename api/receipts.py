"""Idempotency keys: a request that was sent twice with one key is one request; the second gets the first one's answer.

The answer is kept with a hash of the request; another request under the same key is refused. Keys belong to whoever sends them. Refusals are not
kept: what was refused did nothing, and may be mended and sent again under its key. A request whose service was killed before it was answered is
done again when it is sent again: what it had done by then is taken as it is by the routes.
"""

import hashlib
import json
from datetime import datetime, timedelta
from typing import Any

from anyio import to_thread
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.problems import problem
from orchestrator.moments import utc_now
from orchestrator.store.database import Database
from orchestrator.store.lease import is_dead, is_of_here, owner_here
from orchestrator.store.models import Receipt, table

RECEIPT = table(Receipt)
HEADER = "Idempotency-Key"
LONGEST = 100
KEPT_DAYS = 30
ANSWER_BYTES = 1 << 20
UNDER_WAY = 0
ABANDONED = timedelta(minutes=10)
"""After so long a request to a machine of which nothing is known is no longer under way."""


class Receipts:
    """The middleware. Requests without a key, and those that only read, pass untouched."""

    def __init__(self, app: ASGIApp, database: Database) -> None:
        self.app, self.database = app, database
        self._under_way: set[str] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope) if scope["type"] == "http" else Headers()
        key, who = headers.get(HEADER), headers.get("authorization")
        if key is None or who is None or scope["method"] in {"GET", "HEAD", "OPTIONS"} or is_secret(scope["path"]):
            await self.app(scope, receive, send)
        elif not 1 <= len(key) <= LONGEST:
            await problem(422, "bad-key", f"an {HEADER} has 1 to {LONGEST} characters")(scope, receive, send)
        else:
            await self._once(hashlib.sha256(who.encode()).hexdigest(), key, scope, receive, send)

    async def _once(self, who: str, key: str, scope: Scope, receive: Receive, send: Send) -> None:
        body = await _read(receive)
        if body is None:
            return
        request = hashlib.sha256(f"{scope['method']} {scope['path']}?".encode() + scope["query_string"] + b"\n" + body).hexdigest()
        owner = owner_here()
        self._under_way.add(owner)
        try:
            kept = await to_thread.run_sync(self._claim, who, key, request, owner)
            if kept is None:
                await self._answer((who, key, owner), body, scope, receive, send)
                return
        finally:
            self._under_way.discard(owner)
        if kept.request != request:
            answer = problem(422, "key-used", f"this {HEADER} belongs to another request; take a new one")
        elif kept.status == UNDER_WAY:
            answer = problem(409, "under-way", "the first request with this key is still under way; ask again in a moment")
        else:
            await _again(kept.status, json.loads(kept.answer), send)
            return
        await answer(scope, receive, send)

    async def _answer(self, mine: tuple[str, str, str], body: bytes, scope: Scope, receive: Receive, send: Send) -> None:
        given = _Answer()
        try:
            await self.app(scope, _replayed(body, receive), given)
        finally:
            await to_thread.run_sync(self._keep, mine, given)
        # only now: who has the answer can ask again at once and gets the same
        for message in given.messages:
            await send(message)

    def _claim(self, who: str, key: str, request: str, owner: str) -> "Receipt | None":
        """None: the request is `owner`'s to do. Else what is there of an earlier one."""
        now = utc_now()
        row = {
            "person": who,
            "key": key,
            "request": request,
            "status": UNDER_WAY,
            "answer": "{}",
            "created_utc": now.isoformat(),
            "owner": owner,
        }
        try:
            with self.database.write() as connection:
                connection.execute(delete(RECEIPT).where(RECEIPT.c.created_utc < (now - timedelta(days=KEPT_DAYS)).isoformat()))
                connection.execute(insert(RECEIPT), [row])
            return None
        except IntegrityError:
            return self._found(who, key, row, now)

    def _found(self, who: str, key: str, row: dict[str, object], now: datetime) -> "Receipt | None":
        """An earlier request with this key; None if it will never be answered, and is taken over."""
        mine = (RECEIPT.c.person == who) & (RECEIPT.c.key == key)
        with self.database.write() as connection:
            found = connection.execute(select(RECEIPT).where(mine).with_for_update()).one_or_none()
            if found is not None and not (found.status == UNDER_WAY and found.request == row["request"] and self._is_lost(found, now)):
                return Receipt(**found._mapping)
            connection.execute(delete(RECEIPT).where(mine))
            connection.execute(insert(RECEIPT), [row])
            return None

    def _is_lost(self, found: Any, now: datetime) -> bool:
        """Whether nobody works on a request any more: its process was killed, or could not write down the answer."""
        if found.owner in self._under_way:
            return False
        is_old = datetime.fromisoformat(found.created_utc) < now - ABANDONED
        return is_old or is_dead(found.owner) or is_of_here(found.owner)

    def _keep(self, claimed: tuple[str, str, str], given: "_Answer") -> None:
        who, key, owner = claimed
        mine = (RECEIPT.c.person == who) & (RECEIPT.c.key == key) & (RECEIPT.c.owner == owner)
        with self.database.write() as connection:
            if given.is_final:
                connection.execute(update(RECEIPT).where(mine), {"status": given.status, "answer": given.kept(), "owner": ""})
            else:
                connection.execute(delete(RECEIPT).where(mine))


def is_secret(path: str) -> bool:
    """Whether the answer holds a secret that is shown once and kept nowhere."""
    return any(part in {"tokens", "invitations", "renewal", "hooks", "password"} for part in path.split("/"))


class _Answer:
    """Holds an answer back."""

    def __init__(self) -> None:
        self.messages, self.status, self.headers, self.body = list[Message](), 0, list[tuple[str, str]](), b""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = [(k.decode("latin-1"), v.decode("latin-1")) for k, v in message["headers"]]
        else:
            self.body += message.get("body", b"")
        self.messages.append(message)

    @property
    def is_final(self) -> bool:
        return 200 <= self.status < 400 and len(self.body) <= ANSWER_BYTES

    def kept(self) -> str:
        return json.dumps({"headers": self.headers, "body": self.body.decode("latin-1")})


async def _again(status: int, kept: dict[str, object], send: Send) -> None:
    start: Message = {"type": "http.response.start", "status": status, "headers": []}
    headers = MutableHeaders(scope=start)
    for name, value in kept["headers"]:  # type: ignore[attr-defined]
        headers.append(name, value)
    headers["Idempotent-Replayed"] = "true"
    await send(start)
    await send({"type": "http.response.body", "body": str(kept["body"]).encode("latin-1")})


async def _read(receive: Receive) -> bytes | None:
    """A request's body; None if its sender went away in the middle."""
    parts, more = list[bytes](), True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts.append(message.get("body", b""))
        more = message.get("more_body", False)
    return b"".join(parts)


def _replayed(body: bytes, receive: Receive) -> Receive:
    told = False

    async def again() -> Message:
        nonlocal told
        if told:
            return await receive()
        told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again

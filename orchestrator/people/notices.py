"""Who wants to be told when something waits, and what is on its way to them. How it is sent is the service's business (`api.notify`).

A notice has the id of what it tells of, so that nobody is told twice; one that could not be delivered is tried again, each time later.
"""

import base64
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from orchestrator.errors import HookRefused, NotFound
from orchestrator.moments import stamp, utc_now
from orchestrator.store.database import Database
from orchestrator.store.models import Hook as HookTable
from orchestrator.store.models import Notice as NoticeTable
from orchestrator.store.models import table
from scales.engine import Json

HOOK, NOTICE = table(HookTable), table(NoticeTable)
EVENTS = ("decision", "overdue", "ended")
KINDS = ("webhook", "email")
DUE, SENT, GIVEN_UP = "due", "sent", "given_up"
HOOKS_AT_MOST = 10
TRIES = 8
FIRST_WAIT = timedelta(seconds=10)
LONGEST_TARGET = 500


@dataclass(slots=True)
class Hook:
    """Where a person wants to be told: `target` is a URL or an address; `secret` signs web-hooks and is shown once."""

    id: str
    campaign: str
    person: str
    kind: str
    target: str
    secret: str
    events: list[str]
    created_utc: str


@dataclass(slots=True)
class Notice:
    """Something on its way to a hook. `tries` have failed so far, the last with `error`."""

    id: str
    hook: Hook
    body: Json
    tries: int
    error: str


@dataclass(slots=True)
class Delivery:
    """What became of a notice: `status` due, sent or given_up; `when_utc` when that was, of one that is due when it is tried (again)."""

    status: str
    tries: int
    error: str
    when_utc: str


class Notices:
    """Hooks and notices of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, campaign: str, person: str, kind: str, target: str, events: Sequence[str]) -> Hook:
        """Raises HookRefused with what is wrong. Whether a URL may be reached is asked each time it is used."""
        wrong = [each for each in events if each not in EVENTS]
        if kind not in KINDS or wrong or not events:
            raise HookRefused(f"a hook is one of {', '.join(KINDS)} for one or more of {', '.join(EVENTS)}")
        _check_target(kind, target)
        secret = f"whsec_{base64.b64encode(secrets.token_bytes(24)).decode()}" if kind == "webhook" else ""
        hook = Hook(secrets.token_hex(8), campaign, person, kind, target, secret, sorted(set(events)), stamp(utc_now()))
        with self._database.write() as connection:
            theirs = (HOOK.c.campaign == campaign) & (HOOK.c.person == person)
            if (connection.execute(select(func.count()).select_from(HOOK).where(theirs)).scalar() or 0) >= HOOKS_AT_MOST:
                raise HookRefused(f"a person has at most {HOOKS_AT_MOST} hooks in a campaign; remove one first")
            row = {name: getattr(hook, name) for name in HookTable.model_fields}
            connection.execute(insert(HOOK), [row | {"events": json.dumps(hook.events)}])
        return hook

    def of(self, campaign: str, person: str) -> list[Hook]:
        with self._database.read() as connection:
            query = select(HOOK).where(HOOK.c.campaign == campaign, HOOK.c.person == person).order_by(HOOK.c.created_utc)
            return [_hook(row) for row in connection.execute(query)]

    def remove(self, campaign: str, person: str, id: str) -> None:
        with self._database.write() as connection:
            gone = delete(HOOK).where(HOOK.c.id == id, HOOK.c.campaign == campaign, HOOK.c.person == person)
            if connection.execute(gone).rowcount != 1:
                raise NotFound(f"there is no hook {id!r} of yours in campaign {campaign}")
            connection.execute(delete(NOTICE).where(NOTICE.c.hook == id))

    def tell(self, campaign: str, person: str, event: str, key: str, body: Json, now: datetime) -> int:
        """Put a notice on its way to each of a person's hooks for an event; `key` names what it tells of. Returns how many are new."""
        told = 0
        for hook in self.of(campaign, person):
            if event in hook.events:
                told += self._put(hook, key, body | {"event": event, "campaign": campaign}, now)
        return told

    def _put(self, hook: Hook, key: str, body: Json, now: datetime) -> bool:
        row = {
            "id": f"{hook.id}:{key}",
            "hook": hook.id,
            "campaign": hook.campaign,
            "body": json.dumps(body),
            "status": DUE,
            "due_utc": stamp(now),
        }
        try:
            with self._database.write() as connection:
                connection.execute(insert(NOTICE), [row | {"tries": 0, "error": ""}])
        except IntegrityError:
            return False
        return True

    def due(self, now: datetime, at_most: int = 50) -> list[Notice]:
        """What is to be sent now, the longest due first."""
        query = select(NOTICE).where(NOTICE.c.status == DUE, NOTICE.c.due_utc <= stamp(now)).order_by(NOTICE.c.due_utc).limit(at_most)
        with self._database.read() as connection:
            notices = list(connection.execute(query))
            ids = {row.hook for row in notices}
            hooks = {row.id: _hook(row) for row in connection.execute(select(HOOK).where(HOOK.c.id.in_(ids)))}
        return [Notice(row.id, hooks[row.hook], json.loads(row.body), row.tries, row.error) for row in notices if row.hook in hooks]

    def last(self, hook: str) -> Delivery | None:
        """The latest of what was on its way to a hook; None if nothing ever was."""
        query = select(NOTICE).where(NOTICE.c.hook == hook).order_by(NOTICE.c.due_utc.desc(), NOTICE.c.id).limit(1)
        with self._database.read() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else Delivery(row.status, row.tries, row.error, row.due_utc)

    def sent(self, notice: Notice, now: datetime) -> None:
        self._write(notice.id, status=SENT, error="", due_utc=stamp(now))

    def failed(self, notice: Notice, error: str, now: datetime) -> bool:
        """Try again after 10 s, 40 s, about 3 min ... the last time after about 11 hours; then it is given up: True."""
        tries = notice.tries + 1
        is_given_up = tries >= TRIES
        due = now if is_given_up else now + FIRST_WAIT * 4 ** (tries - 1)
        self._write(notice.id, tries=tries, error=error[:500], due_utc=stamp(due), status=GIVEN_UP if is_given_up else DUE)
        return is_given_up

    def _write(self, id: str, **values: Any) -> None:
        with self._database.write() as connection:
            connection.execute(update(NOTICE).where(NOTICE.c.id == id), values)


def _check_target(kind: str, target: str) -> None:
    if not 3 <= len(target) <= LONGEST_TARGET or any(c.isspace() or not c.isprintable() for c in target):
        raise HookRefused(f"a target has 3 to {LONGEST_TARGET} characters without spaces")
    if kind == "webhook" and not target.startswith(("https://", "http://")):
        raise HookRefused("the target of a web-hook is a URL that begins with https://")
    if kind == "email" and (target.count("@") != 1 or target.startswith(("@", "-")) or target.endswith("@") or set(target) & set(',;<>"')):
        raise HookRefused("the target of an e-mail is one address")


def _hook(row: Any) -> Hook:
    return Hook(row.id, row.campaign, row.person, row.kind, row.target, row.secret, json.loads(row.events), row.created_utc)

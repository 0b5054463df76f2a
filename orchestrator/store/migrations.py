"""Bringing a database of an older format up to ours, a format at a time, in the transaction that opens it."""

from collections.abc import Callable

from sqlalchemy import Connection, text, update
from sqlmodel import SQLModel

from orchestrator.store.models import SCHEMA, SchemaVersion, table


def migrate(connection: Connection, found: int) -> None:
    """From the format that was found to the present one; nothing happens if they are the same."""
    for format in range(found, SCHEMA):
        _STEPS[format](connection)
    if found < SCHEMA:
        connection.execute(update(table(SchemaVersion)), {"version": SCHEMA})


def _people_and_timelines(connection: Connection) -> None:
    """1 to 2: people, dispatch and notices; timelines with their lineage, and when battles ended and messages were posted and struck."""
    for column in (
        "lineage TEXT NOT NULL DEFAULT '[]'",
        *(f"{name} TEXT NOT NULL DEFAULT ''" for name in ("reason", "opened_utc", "opened_by")),
    ):
        connection.execute(text(f"ALTER TABLE timeline ADD COLUMN {column}"))
    connection.execute(text("ALTER TABLE battle ADD COLUMN ended_tick INTEGER"))
    connection.execute(text("ALTER TABLE message ADD COLUMN posted_tick INTEGER NOT NULL DEFAULT 0"))
    connection.execute(text("ALTER TABLE message ADD COLUMN struck_tick INTEGER"))
    for statement in (_ENDED, _POSTED, _STRUCK_AT_ONCE, _STRUCK_LATER, _WENT_BACK):
        connection.execute(text(statement))
    SQLModel.metadata.create_all(connection)


_ENDED = """UPDATE battle SET ended_tick = (SELECT max(step.tick) FROM step WHERE step.campaign = battle.campaign
    AND step.timeline = battle.timeline AND step.battle = battle.battle) WHERE status = 'ended'"""
_POSTED = """UPDATE message SET posted_tick = CASE WHEN id LIKE '%@%<%' AND id NOT LIKE '%~%' THEN sent_tick - 1 ELSE sent_tick END"""
"""What a link sends before a row is posted when the row before it closes."""
_STRUCK_AT_ONCE = "UPDATE message SET struck_tick = posted_tick WHERE status = 'struck'"
_STRUCK_LATER = """UPDATE message SET struck_tick = (SELECT max(event.tick) FROM event WHERE event.campaign = message.campaign
    AND event.timeline = message.timeline AND event.body LIKE '%"kind":"message_struck"%' AND event.body LIKE '%"message":"' || message.id || '"%')
    WHERE status = 'struck' AND reason = 'the battle has ended'"""
_WENT_BACK = """UPDATE message SET struck_tick = (SELECT max(back.sent_tick) FROM message back WHERE back.campaign = message.campaign
    AND back.timeline = message.timeline AND (back.id = message.id || '~' OR back.id LIKE message.id || '~/%'))
    WHERE status = 'struck' AND reason = 'went back'"""

_STEPS: dict[int, Callable[[Connection], None]] = {1: _people_and_timelines}

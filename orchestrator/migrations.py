"""Bringing a database of an older format up to ours, a format at a time, in the transaction that opens it."""

from collections.abc import Callable

from sqlalchemy import Connection, text, update
from sqlmodel import SQLModel

from orchestrator.models import SCHEMA, SchemaVersion, table


def migrate(connection: Connection, found: int) -> None:
    """From the format that was found to the present one; nothing happens if they are the same."""
    for format in range(found, SCHEMA):
        _STEPS[format](connection)
    if found < SCHEMA:
        connection.execute(update(table(SchemaVersion)), {"version": SCHEMA})


def _people_and_timelines(connection: Connection) -> None:
    """1 to 2: people, dispatch and notices; timelines with their lineage."""
    for column in ("lineage TEXT NOT NULL DEFAULT '[]'", "reason TEXT NOT NULL DEFAULT ''", "opened_utc TEXT NOT NULL DEFAULT ''"):
        connection.execute(text(f"ALTER TABLE timeline ADD COLUMN {column}"))
    SQLModel.metadata.create_all(connection)


_STEPS: dict[int, Callable[[Connection], None]] = {1: _people_and_timelines}

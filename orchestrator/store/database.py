"""Opening a database: SQLite in a file (WAL, synchronous FULL, every writer begins IMMEDIATE) or PostgreSQL by URL."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, create_engine, event, insert, inspect, select
from sqlalchemy.engine import make_url
from sqlalchemy.pool import StaticPool
from sqlmodel import SQLModel

from orchestrator.errors import ForeignDatabase, NewerDatabase
from orchestrator.store.migrations import migrate
from orchestrator.store.models import SCHEMA, SchemaVersion, table

BUSY_MILLISECONDS = 60_000
IN_MEMORY = "sqlite://"


class Database:
    """Connections for writing, one transaction each, and for reading."""

    def __init__(self, url: str) -> None:
        self.url = make_url(url)
        if self.url.drivername == "postgresql":
            self.url = self.url.set(drivername="postgresql+psycopg")
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self._writer = self._engine("BEGIN IMMEDIATE")
        self._reader = self._writer if self.url.database in {None, "", ":memory:"} else self._engine("BEGIN")
        self._prepare()

    def _engine(self, begin: str) -> Engine:
        if not self.is_sqlite:
            return create_engine(self.url, pool_pre_ping=True)
        in_memory = self.url.database in {None, "", ":memory:"}
        engine = create_engine(self.url, connect_args={"check_same_thread": False}, poolclass=StaticPool if in_memory else None)
        _speak_sqlite(engine, begin)
        return engine

    def _prepare(self) -> None:
        """Make the tables of a new database; refuse one from a newer version."""
        versions = table(SchemaVersion)
        with self.write() as connection:
            if inspect(connection).has_table(versions.name):
                found = connection.execute(select(versions.c.version)).scalar()
                if not isinstance(found, int) or found < 1:
                    raise ForeignDatabase(f"the database has no format that Imperator knows ({found!r}); name another")
                if found > SCHEMA:
                    raise NewerDatabase(
                        f"the database has format {found}, this Imperator knows {SCHEMA}: install a newer Imperator to open it"
                    )
                migrate(connection, found)
                return
            if self.is_sqlite and inspect(connection).get_table_names():
                raise ForeignDatabase("the database belongs to another program; name another")
            SQLModel.metadata.create_all(connection)
            connection.execute(insert(versions), [{"id": 1, "version": SCHEMA}])

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """One transaction: all of it or nothing."""
        with self._writer.begin() as connection:
            yield connection

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A consistent look at what was committed."""
        with self._reader.connect() as connection:
            yield connection

    def watch(self) -> Connection:
        """A connection of one's own, used from any thread, one at a time; whoever takes it closes it."""
        return self._reader.connect()

    def close(self) -> None:
        self._writer.dispose()
        self._reader.dispose()


def _speak_sqlite(engine: Engine, begin: str) -> None:
    @event.listens_for(engine, "connect")
    def _connect(connection: object, _record: object) -> None:
        connection.isolation_level = None  # type: ignore[attr-defined]  # or sqlite3 begins transactions of its own
        cursor = connection.cursor()  # type: ignore[attr-defined]
        for pragma in (f"busy_timeout={BUSY_MILLISECONDS}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

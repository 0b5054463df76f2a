"""A database of an older format is brought up to ours when it is opened, and its campaigns play on as if they had begun in it."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import inspect
from sqlmodel import SQLModel

from orchestrator.campaign import Campaigns
from orchestrator.store.models import SCHEMA
from orchestrator.store.writing import Store
from tests.orchestrator.scenes import two_scales
from tests.orchestrator.test_timelines import Endings
from tests.orchestrator.toy import toy

FORMAT_1 = (Path(__file__).parents[1] / "data" / "format_1.sql").read_text()
PLAN = two_scales(boats=2, turns=4)


def opened(file: Path) -> Campaigns:
    return Campaigns(Store(f"sqlite:///{file}"), [Endings()], resolve=toy)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign in our format: two battles have ended, one of them by a link, and messages went every way."""
    file = tmp_path_factory.mktemp("played") / "new.db"
    game = opened(file)
    game.run(game.create(PLAN, {"red": "random"}, seed=3), until_turn=4)
    game.store.close()
    return file


@pytest.fixture
def old(played: Path, tmp_path: Path) -> Path:
    """The same campaign as a database of format 1 has it: made by its own statements, with the columns that it knew."""
    file = tmp_path / "old.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(FORMAT_1)
        connection.execute("ATTACH ? AS new", (str(played),))
        for (name,) in connection.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'").fetchall():
            columns = ", ".join(f'"{row[1]}"' for row in connection.execute(f"PRAGMA main.table_info({name})"))
            connection.execute(f"INSERT INTO main.{name} ({columns}) SELECT {columns} FROM new.{name}")
        connection.execute("UPDATE main.schema_version SET version = 1")
        connection.commit()
    return file


def rows(file: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(query).fetchall()


def test_a_database_of_format_1_has_our_tables_after_it_was_opened(old: Path) -> None:
    game = opened(old)
    with game.store.database.read() as connection:
        for table in SQLModel.metadata.sorted_tables:
            assert {column["name"] for column in inspect(connection).get_columns(table.name)} == {column.name for column in table.columns}
    game.store.close()
    assert rows(old, "SELECT version FROM schema_version") == [(SCHEMA,)]
    opened(old).store.close()


@pytest.mark.parametrize(
    "query",
    [
        "SELECT battle, status, ended_tick FROM battle ORDER BY battle",
        "SELECT id, status, posted_tick, struck_tick FROM message ORDER BY id",
        "SELECT timeline, parent, branched_at, lineage, reason FROM timeline",
    ],
)
def test_what_format_1_did_not_keep_is_worked_out(query: str, old: Path, played: Path) -> None:
    opened(old).store.close()
    assert rows(old, query) == rows(played, query)


def test_what_is_worked_out_are_ends_and_messages_of_every_fate(played: Path) -> None:
    assert len(rows(played, "SELECT 1 FROM battle WHERE ended_tick IS NOT NULL")) == 2
    fates = {status for (status,) in rows(played, "SELECT status FROM message")}
    assert fates == {"due", "delivered", "struck"}


def test_a_campaign_of_format_1_is_rewound_and_played_to_its_end(old: Path) -> None:
    game = opened(old)
    id = game.all()[0].id
    assert game.verify(id).is_sound
    for tick in (80, 52):
        game.rewind(id, tick, "again")
        assert game.verify(id).is_sound
        assert game.replay(id)
    game.run(id)
    assert game.verify(id).is_sound
    assert game.replay(id)
    game.store.close()

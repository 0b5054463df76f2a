"""A database that was altered or damaged, or that is another program's, is refused in a sentence and never believed."""

import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import SQLModel

from orchestrator.campaign import Campaigns
from orchestrator.errors import DamagedDatabase, ForeignDatabase, ImperatorError, ReplayDiffers
from orchestrator.store.writing import Store
from tests.orchestrator.scenes import campaigns, two_scales

OF_THE_LOG = ("campaign", "battle", "step", "event", "message", "row_close")
COLUMNS = [(name, column.name) for name in OF_THE_LOG for column in SQLModel.metadata.tables[name].columns]
NOT_BOUND = {
    "campaign": {"name", "seats", "created_utc", "is_revealed", "is_seeded", "lease_owner", "lease_until"},
    "battle": {"status", "phase_no", "phase", "done_tick", "ended_tick", "state", "report"},
    "step": {"phase_no", "is_done"},
    "event": {"seq"},
    "message": {"cause", "sent_tick", "posted_tick", "due_tick", "delivered", "struck_tick", "reason", "status"},
}
"""What names a campaign or its owner, caches of the log, which a replay compares, and what says how a message went its way."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("played") / "played.db"
    game = campaigns(f"sqlite:///{file}")
    game.run(game.create(two_scales(boats=2, turns=2), seed=1))
    game.store.close()
    return file


@pytest.fixture
def db(played: Path, tmp_path: Path) -> Path:
    with closing(sqlite3.connect(played)) as source, closing(sqlite3.connect(tmp_path / "mine.db")) as target:
        source.backup(target)
    return tmp_path / "mine.db"


def change(db: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(db)) as connection:
        connection.execute(statement, values)
        connection.commit()


def opened(db: Path) -> Iterator[Campaigns]:
    game = campaigns(f"sqlite:///{db}")
    try:
        yield game
    finally:
        game.store.close()


def believed(db: Path) -> bool:
    """Whether the campaign in a database verifies; a refusal in a sentence is a no."""
    for game in opened(db):
        try:
            return all(game.verify(status.id).is_sound for status in game.all())
        except (ImperatorError, SQLAlchemyError):
            return False
    raise AssertionError


@pytest.mark.parametrize(("name", "column"), COLUMNS)
def test_nonsense_in_any_column_is_never_more_than_refused(name: str, column: str, db: Path) -> None:
    some = f"FROM {name}" + (" WHERE status = 'delivered'" if name == "message" else "")
    middle = f"rowid = (SELECT rowid {some} ORDER BY rowid LIMIT 1 OFFSET (SELECT count(*) / 2 {some}))"
    kept = db.read_bytes()
    for value in ("{", b"\xff", '{"a": 1}', -7):
        db.write_bytes(kept)
        try:
            change(db, f"UPDATE {name} SET {column} = ? WHERE {middle}", value)
        except sqlite3.IntegrityError:
            continue
        assert not believed(db) or column in NOT_BOUND.get(name, ()) or (name, column) == ("campaign", "id"), value


@pytest.mark.parametrize("name", ["battle", "step", "event", "row_close"])
def test_any_row_that_was_taken_out_is_missed(name: str, db: Path) -> None:
    with closing(sqlite3.connect(db)) as connection:
        rows = [row for (row,) in connection.execute(f"SELECT rowid FROM {name} ORDER BY rowid")]
    kept = db.read_bytes()
    for row in {rows[0], rows[len(rows) // 2], rows[-1]}:
        db.write_bytes(kept)
        change(db, f"DELETE FROM {name} WHERE rowid = ?", row)
        assert not believed(db)


def test_an_unreadable_event_is_named(db: Path) -> None:
    change(db, "UPDATE event SET body = '{' WHERE rowid = (SELECT max(rowid) FROM event WHERE battle = 'landfall.leviathan')")
    for game in opened(db):
        with pytest.raises(DamagedDatabase, match=r"^event landfall\.leviathan:\d+:\d+ cannot be read"):
            game.verify(game.all()[0].id)


@pytest.mark.parametrize(("column", "value"), [("state", zlib.compress(b"{}")), ("status", "ended"), ("report", None)])
def test_a_replay_shows_that_a_board_stands_as_its_log_says(column: str, value: object, db: Path) -> None:
    if value is None:
        with closing(sqlite3.connect(db)) as connection:
            value = (
                connection.execute("SELECT report FROM battle WHERE battle = 'landfall.leviathan'").fetchone()[0].replace("ok", "destroyed")
            )
    for game in opened(db):
        game.replay(game.all()[0].id)
        change(db, f"UPDATE battle SET {column} = ? WHERE battle = 'landfall.leviathan'", value)
        with pytest.raises(ReplayDiffers, match=r"landfall\.leviathan stands otherwise"):
            game.replay(game.all()[0].id)


@pytest.mark.parametrize(
    "script",
    [
        "CREATE TABLE users (id INTEGER)",
        "CREATE TABLE campaign (id INTEGER)",
        "CREATE TABLE schema_version (id INTEGER, version TEXT); INSERT INTO schema_version VALUES (1, 'abc')",
        "CREATE TABLE schema_version (id INTEGER, version INTEGER)",
        "CREATE TABLE schema_version (id INTEGER, version INTEGER); INSERT INTO schema_version VALUES (1, 0)",
    ],
)
def test_a_database_of_another_program_is_refused_and_left_as_it_is(script: str, tmp_path: Path) -> None:
    file = tmp_path / "other.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(script)
        before = connection.execute("SELECT sql FROM sqlite_master").fetchall()
    with pytest.raises(ForeignDatabase):
        Store(f"sqlite:///{file}")
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT sql FROM sqlite_master").fetchall() == before

"""Wrong input: one sentence, a non-zero exit, no traceback, nothing half-written."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import campaign, imperator
from tests.redis_server import free_port

Write = Callable[..., Path]


def test_an_unknown_command_option_scale_or_back_end_is_named(write: Write) -> None:
    assert "dance" in imperator("dance").refusal()
    assert "--loud" in imperator("list", "--loud").refusal()
    assert "there is no scale 'chess'" in imperator("fuzz", "chess").refusal()
    assert "there is no scale 'chess'" in imperator("worker", "chess").refusal()
    assert "steam" in imperator("run", write(), "--workers", "steam").refusal()


def test_a_campaign_that_is_not_there(tmp_path: Path) -> None:
    assert "neither a file nor in the library" in imperator("run", "atlantis", "--db", tmp_path / "a.db").refusal()
    assert not (tmp_path / "a.db").exists()


@pytest.mark.parametrize(
    ("text", "words"),
    [("imperator: 1\n  name: [", "not valid YAML"), ("just words", "mapping"), ("{}", "missing"), ("imperator: 2", "imperator")],
)
def test_a_broken_file_is_named_with_its_place(text: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "broken.yaml"
    file.write_text(text)
    for command in ("validate", "run"):
        assert words in imperator(command, file, *(["--db", tmp_path / "a.db"] if command == "run" else [])).refusal()
    assert not (tmp_path / "a.db").exists()


def test_mistakes_in_a_campaign_are_named(write: Write, tmp_path: Path) -> None:
    good = campaign("interceptor")
    stray = imperator("validate", write(seats={"nobody": {"side": "nowhere"}}))
    assert "the seat plays no side" in stray.refusal()
    assert imperator("validate", write(theatres=good["theatres"] * 2)).refusal()
    assert imperator("validate", write(wings=3)).refusal()
    facts = imperator("validate", write(wings=3), "--json")
    assert facts.code == 1
    assert json.loads(facts.out)["faults"]
    assert imperator("run", write(), "--person", "nobody", "--db", tmp_path / "a.db").refusal()


def test_databases_that_cannot_be_used(tmp_path: Path) -> None:
    assert "there is no database" in imperator("list", "--db", tmp_path / "none.db").refusal()
    noise = tmp_path / "noise.db"
    noise.write_bytes(b"this is no database, however long it may be" * 100)
    assert "cannot be opened" in imperator("list", "--db", noise).refusal()
    assert "folder" in imperator("list", "--db", tmp_path).refusal()
    assert imperator("list", "--db", "nonsense://somewhere").refusal()
    assert imperator("list", "--db", f"postgresql+psycopg://u:secret@127.0.0.1:{free_port()}/x").refusal().count("secret") == 0


def test_a_database_of_a_newer_version(write: Write, tmp_path: Path) -> None:
    db = tmp_path / "a.db"
    assert imperator("run", write(), "--db", db, "--seed", 1).code == 0
    with sqlite3.connect(db) as connection:
        connection.execute("UPDATE schema_version SET version = version + 1")
    before = db.read_bytes()
    assert "newer" in imperator("list", "--db", db).refusal()
    assert "newer" in imperator("run", write(), "--db", db).refusal()
    assert db.read_bytes() == before


def test_a_redis_that_cannot_be_reached(write: Write, tmp_path: Path) -> None:
    url = f"redis://127.0.0.1:{free_port()}/0"
    db = tmp_path / "a.db"
    assert "Redis does not answer" in imperator("run", write(), "--workers", "rq", "--redis", url, "--db", db).refusal()
    assert "Redis does not answer" in imperator("worker", "centurion", "--redis", url).refusal()
    assert "no address" in imperator("run", write(), "--workers", "rq", "--redis", "nonsense", "--db", db).refusal()
    assert not db.exists()


def test_a_campaign_or_event_that_is_not_there(write: Write, tmp_path: Path) -> None:
    db = tmp_path / "a.db"
    id = imperator("run", write(), "--db", db, "--seed", 1, "--json").json["id"]
    for command in ("show", "resume", "decisions", "log", "verify", "replay", "export"):
        assert "there is no campaign" in imperator(command, "zzzz", "--db", db).refusal()
    assert "no event" in imperator("log", id, "--explain", "here:1:1", "--db", db).refusal()
    assert imperator("log", id, "--explain", "what?", "--db", db).refusal()


def test_files_that_are_no_exports(tmp_path: Path) -> None:
    file = tmp_path / "export.json"
    for text in ("", "{}", "[1, 2]", "[" * 100_000):
        file.write_text(text)
        assert "neither an exported campaign nor a database" in imperator("verify", file).refusal()


def test_a_report_that_cannot_be_written(write: Write, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    called = imperator("run", write(), "--db", tmp_path / "a.db", "--out", tmp_path / "file")
    assert "no report can be written" in called.refusal()
    assert not (tmp_path / "a.db").exists()


def test_the_service_has_an_address_that_links_can_begin_with(tmp_path: Path) -> None:
    assert "https://games.example.org" in imperator("serve", "--db", tmp_path / "a.db", "--url", "games").refusal()


def test_a_mistake_of_ours_is_one_line_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(_: str) -> None:
        raise RuntimeError("something inside\nwith details")

    monkeypatch.setattr("scales.engines.engine", breaks)
    refusal = imperator("fuzz", "legatus").refusal()
    assert "IMPERATOR_DEBUG=1" in refusal
    assert "\n" not in refusal

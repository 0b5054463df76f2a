"""Going back, forking, bringing in and deleting on the command line."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from orchestrator.people.people import People
from orchestrator.store.database import Database
from tests.cli.conftest import imperator

Write = Callable[..., Path]


@pytest.fixture
def db(write: Write, tmp_path: Path) -> Path:
    """A database with a campaign that has ended and one of another seed that stands before turn 2."""
    file = tmp_path / "a.db"
    assert imperator("run", write(turns=1), "--db", file, "--seed", 1).code == 0
    assert imperator("run", write(turns=3), "--db", file, "--seed", 2, "--turns", 1).code == 0
    return file


def ended_one(db: Path) -> str:
    return str(next(each["id"] for each in imperator("list", "--db", db, "--json").json if each["status"] == "ended"))


def test_a_campaign_is_taken_back_and_its_timelines_tell_why(db: Path) -> None:
    before = imperator("show", "last", "--db", db, "--json").json
    facts = imperator("rewind", "last", "--to", "1:2", "--reason", "the wind was forgotten", "--db", db, "--json").json
    assert (facts["timeline"], facts["tick"], facts["turn"], facts["status"]) == (1, 1, 1, "paused")
    assert facts["digest"] != before["digest"]
    assert (
        "turn 1, row 1 (D3, interceptor initiative) is played next"
        in imperator("rewind", "last", "--to", "0", "--reason", "x", "--db", db).out
    )
    told = imperator("timelines", "last", "--db", db, "--json").json
    assert [each["reason"] for each in told["timelines"]][:2] == ["", "the wind was forgotten"]
    assert told["present"] == len(told["timelines"]) - 1
    assert "the wind was forgotten" in imperator("timelines", "last", "--db", db).out
    assert imperator("resume", "last", "--db", db).code == 0
    assert imperator("verify", "last", "--db", db, "--json").json["ok"]
    assert imperator("replay", "last", "--db", db).code == 0


def test_a_rewind_that_cannot_be_says_why(db: Path) -> None:
    assert "names no row" in imperator("rewind", "last", "--to", "soon", "--reason", "x", "--db", db).refusal()
    assert "no row 400" in imperator("rewind", "last", "--to", "400", "--reason", "x", "--db", db).refusal()
    assert "a reason is needed" in imperator("rewind", "last", "--to", "1", "--reason", "", "--db", db).refusal()
    ended = ended_one(db)
    assert "fork it" in imperator("rewind", ended, "--to", "1", "--reason", "x", "--db", db).refusal()


def test_an_ended_campaign_is_forked_exported_and_brought_in_again(db: Path, tmp_path: Path) -> None:
    parent = ended_one(db)
    child = imperator("fork", parent, "--at", "1:2", "--seed", 9, "--reason", "what if", "--db", db, "--json").json["id"]
    assert imperator("resume", child, "--db", db).code == 0
    assert imperator("verify", child, "--db", db, "--json").json["ok"]
    file, other = tmp_path / "child.json", tmp_path / "other.db"
    assert imperator("export", child, file, "--db", db).code == 0
    facts = imperator("import", file, "--db", other, "--json").json
    assert facts["status"] == "ended"
    assert facts["digest"] == imperator("show", child, "--db", db, "--json").json["digest"]
    assert imperator("replay", facts["id"], "--db", other, "--json").json["ok"]
    assert "was brought in" in imperator("import", file, "--db", other).out


def test_a_running_campaign_brought_in_goes_on_with_a_new_secret(db: Path, tmp_path: Path) -> None:
    file = tmp_path / "running.json"
    assert imperator("export", "last", file, "--db", db).code == 0
    facts = imperator("import", file, "--db", db, "--json").json
    assert facts["status"] == "paused"
    assert facts["commitment"] != json.loads(file.read_text())["commitment"]
    assert imperator("resume", facts["id"], "--db", db).code == 0
    assert imperator("verify", facts["id"], "--db", db, "--json").json["ok"]


def test_what_is_no_export_is_not_brought_in(tmp_path: Path) -> None:
    file, db = tmp_path / "file.json", tmp_path / "new.db"
    for content, words in ((b"", "no export"), (b"{}", "no export"), (b"\xff\xfe", "no export"), (b"[" * 1000, "nested deeper")):
        file.write_bytes(content)
        assert words in imperator("import", file, "--db", db).refusal()
    assert "cannot be read" in imperator("import", tmp_path / "nowhere.json", "--db", db).refusal()
    assert imperator("list", "--db", db, "--json").json == []


def test_a_campaign_is_deleted_with_its_name_only(db: Path) -> None:
    name = imperator("list", "--db", db, "--json").json[0]["name"]
    for wrong in ("", name.upper(), "yes"):
        assert "only with its name" in imperator("delete", "last", "--confirm", wrong, "--db", db).refusal()
    assert imperator("delete", "last", "--confirm", name, "--db", db).out.endswith("was deleted.\n")
    assert len(imperator("list", "--db", db, "--json").json) == 1


def test_who_reaches_a_new_campaign_over_http(db: Path, tmp_path: Path) -> None:
    link = imperator("invite", "--db", db, "--json").json
    people = People(Database(f"sqlite:///{db}"))
    livia = people.invitations.accept(link["secret"], name="Livia")[0].id
    told = imperator("fork", "last", "--at", "1:d4", "--db", db)
    assert "imperator invite" in told.err
    forked = imperator("fork", "last", "--at", "1:D4:0", "--gm", livia, "--db", db, "--json")
    assert (forked.json["tick"], forked.err) == (1, "")
    file = tmp_path / "a.json"
    imperator("export", forked.json["id"], file, "--db", db)
    brought = imperator("import", file, "--gm", livia, "--db", db, "--json").json["id"]
    assert set(people.members.campaigns_of(livia)) == {forked.json["id"], brought}
    count = len(imperator("list", "--db", db, "--json").json)
    assert "no person" in imperator("fork", "last", "--gm", "nobody", "--db", db).refusal()
    assert len(imperator("list", "--db", db, "--json").json) == count
    again = imperator("invite", "--renew", livia, "--db", db, "--json").json
    assert people.invitations.accept(again["secret"])[0].id == livia

"""The command has what it promises: every subcommand with its options, an account that can be read, a report with a map of every board."""

import re
from pathlib import Path

import pytest

from tests.acceptance.conftest import Played
from tests.cli.conftest import imperator

COMMANDS = {
    "campaigns": ["--json"],
    "validate": ["--json"],
    "run": ["--seed", "--turns", "--workers", "--redis", "--db", "--person", "--json", "--out"],
    "list": ["--db", "--json"],
    "resume": ["--db", "--json"],
    "show": ["--db", "--json"],
    "decisions": ["--db", "--json"],
    "answer": ["--db", "--json"],
    "log": ["--scale", "--battle", "--explain", "--db", "--json"],
    "replay": ["--db", "--json"],
    "verify": ["--db", "--json"],
    "battle": ["--seed", "--json"],
    "fuzz": ["--battles", "--seed", "--json"],
    "duel": ["--battles", "--json"],
    "worker": ["--redis"],
    "serve": ["--db"],
    "schema": [],
}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_there_with_its_options(command: str) -> None:
    called = imperator(command, "--help")
    assert called.code == 0
    assert set(COMMANDS[command]) <= set(re.findall(r"--[a-z]+", called.out))


def test_the_report_has_a_map_of_every_board(skirmish: Played, db: Path, tmp_path: Path) -> None:
    assert imperator("resume", skirmish.id, "--db", skirmish.copy(db), "--out", tmp_path / "report").code == 0
    page = (tmp_path / "report" / "index.html").read_text(encoding="utf-8")
    pages = page + "".join(each.read_text(encoding="utf-8") for each in (tmp_path / "report").rglob("*.svg"))
    assert pages.count("<svg") >= len(skirmish.facts["battles"]) == 4
    assert skirmish.facts["digest"] in page
    assert "http://" not in re.sub(r"http://www\.w3\.org/\S+", "", page), "nothing is loaded from elsewhere"


def test_a_hit_is_explained_with_its_modifiers_and_rules(skirmish: Played) -> None:
    events = imperator("log", skirmish.id, "--db", skirmish.db, "--scale", "centurion", "--json").json
    assert {event["scale"] for event in events} == {"centurion"}
    shot = next(event for event in events if any(check["modifiers"] for check in event["event"]["checks"]))
    text = imperator("log", skirmish.id, "--db", skirmish.db, "--explain", shot["id"]).out
    assert shot["event"]["rule"] in text
    for check in shot["event"]["checks"]:
        assert all(modifier["name"] in text and modifier["rule"] in text for modifier in check["modifiers"])


def test_a_campaign_that_ended_is_not_played_on(skirmish: Played, db: Path) -> None:
    before = imperator("show", skirmish.id, "--db", skirmish.copy(db), "--json").json
    assert imperator("resume", skirmish.id, "--db", db, "--json").json == before
    assert imperator("decisions", skirmish.id, "--db", db, "--json").json == []
    assert imperator("replay", skirmish.id, "--db", db, "--json").json["digest"] == before["digest"]

"""A campaign from the command line: played, stopped, resumed, looked at, checked."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from orchestrator.store.writing import Store
from scales.codec import encode
from scales.engines import SCALES
from tests.cli.conftest import imperator

Write = Callable[..., Path]


def test_one_json_object_tells_what_was_played(write: Write, tmp_path: Path) -> None:
    facts = imperator("run", write(), "--seed", 6830, "--db", tmp_path / "a.db", "--json").json
    assert {"campaign", "seed", "digest", "minutes", "phases", "events", "links", "battles", "result"} <= set(facts)
    assert (facts["campaign"], facts["seed"], facts["status"]) == ("small-interceptor", 6830, "ended")
    assert facts["result"]["outcome"]
    assert facts["phases"] > 0
    assert {"scale", "outcome", "losses"} <= set(facts["battles"][0])


def test_the_account_names_turns_scales_and_the_result(write: Write, tmp_path: Path) -> None:
    called = imperator("run", write(), "--seed", 1, "--db", tmp_path / "a.db")
    assert called.code == 0, called.err
    assert "Turn 1, minutes 0 to 1" in called.out
    assert "  interceptor (here.interceptor): " in called.out
    assert "Winner: " in called.out


def test_the_summary_calls_sides_by_their_names(write: Write, tmp_path: Path) -> None:
    sides = {"tog": {"name": "TOG manus", "faction": "tog"}, "commonwealth": {"name": "Kessrith", "faction": "commonwealth"}}
    file, db = write("legatus", sides=sides), tmp_path / "a.db"
    played = imperator("run", file, "--seed", 1, "--db", db).out
    told = played[played.index("\nboard ") :]
    assert "TOG manus  " in told
    assert "Kessrith  " in told
    assert "(Kessrith " in told
    assert imperator("show", "last", "--db", db).out in played
    assert set(imperator("show", "last", "--db", db, "--json").json["battles"][0]["points"]) == {"tog", "commonwealth"}


def test_stopping_after_a_turn_and_going_on(write: Write, tmp_path: Path) -> None:
    file, db = write("legatus", turns=2), tmp_path / "a.db"
    whole = imperator("run", file, "--seed", 2, "--db", tmp_path / "whole.db", "--json").json
    first = imperator("run", file, "--seed", 2, "--turns", 1, "--db", db, "--json").json
    assert (first["status"], first["minutes"]) == ("paused", 20)
    assert imperator("resume", first["id"], "--db", db, "--json").json["digest"] == whole["digest"]


@pytest.mark.parametrize("scale", SCALES)
def test_orders_of_bots_given_again_by_people(scale: str, write: Write, tmp_path: Path) -> None:
    """Everybody is a person who orders what the bots ordered; every answer and every resumption is a process of its own."""
    file, db = write(scale), tmp_path / "people.db"
    bots = imperator("run", file, "--seed", 4, "--db", tmp_path / "bots.db", "--json").json
    orders = ordered(tmp_path / "bots.db", bots["id"])
    facts = imperator("run", file, "--seed", 4, "--db", db, "--json", *everybody(file)).json
    answered = 0
    while facts["status"] == "waiting":
        for asked in imperator("decisions", facts["id"], "--db", db, "--json").json:
            answer = tmp_path / "answer.json"
            answer.write_bytes(encode(orders[asked["id"].rpartition(":")[0], asked["key"]]))
            assert imperator("answer", facts["id"], asked["id"], answer, "--db", db).code == 0
            answered += 1
        facts = imperator("resume", facts["id"], "--db", db, "--json").json
    assert answered == len(orders)
    assert facts["digest"] == bots["digest"]


def everybody(file: Path) -> list[str]:
    """The options that seat people everywhere."""
    return [argument for seat in json.loads(file.read_text())["seats"] for argument in ("--person", seat)]


def ordered(db: Path, id: str) -> dict[tuple[str, str], Any]:
    """The orders of a campaign by the place (battle:version) and the key of their decision."""
    from orchestrator.store.reading import Reading

    log = Reading(Store(f"sqlite:///{db}").database).log(id, 0)
    return {(f"{step.battle}:{step.version - 1}", key): given.orders for step in log.steps for key, given in step.orders.items()}


def test_options_are_numbered_for_the_answer(write: Write, tmp_path: Path) -> None:
    file, db = write(), tmp_path / "a.db"
    id = imperator("run", file, "--seed", 4, "--db", db, "--json", *everybody(file)).json["id"]
    text = imperator("decisions", id, "--db", db).out
    asked = imperator("decisions", id, "--db", db, "--json").json[0]
    assert asked["id"] in text
    assert "    1  " in text
    answer = tmp_path / "answer.json"
    answer.write_text(json.dumps({slot["id"]: 1 for slot in asked["slots"]}))
    taken = imperator("answer", id, asked["id"], answer, "--db", db, "--json").json
    assert taken["new"]
    assert not imperator("answer", id, asked["id"], answer, "--db", db, "--json").json["new"]
    answer.write_text(json.dumps({slot["id"]: slot["options"][0]["order"] for slot in asked["slots"]}))
    assert not imperator("answer", id, asked["id"], answer, "--db", db, "--json").json["new"]


def test_an_illegal_answer_is_refused_with_its_reasons(write: Write, tmp_path: Path) -> None:
    file, db = write(), tmp_path / "a.db"
    id = imperator("run", file, "--seed", 4, "--db", db, "--json", *everybody(file)).json["id"]
    asked = imperator("decisions", id, "--db", db, "--json").json[0]["id"]
    answer = tmp_path / "answer.json"
    for text in ('{"nothing like this": {"x": 1}}', "[]", "{", '{"choices": 7}'):
        answer.write_text(text)
        assert imperator("answer", id, asked, answer, "--db", db).refusal()
    assert imperator("answer", id, "nonsense", answer, "--db", db).refusal()
    assert imperator("answer", id, asked, tmp_path / "missing.json", "--db", db).refusal()
    assert imperator("answer", id, asked, "--db", db).refusal()
    assert imperator("decisions", id, "--db", db, "--json").json[0]["id"] == asked


def test_the_newest_campaign_is_listed_first_and_shown(write: Write, tmp_path: Path) -> None:
    db = tmp_path / "a.db"
    ids = [imperator("run", write(), "--seed", seed, "--db", db, "--json").json["id"] for seed in (1, 2)]
    listed = imperator("list", "--db", db, "--json").json
    assert [each["id"] for each in listed] == ids[::-1]
    assert imperator("show", "last", "--db", db, "--json").json["id"] == ids[1]
    shown = imperator("show", ids[1], "--db", db, "--json").json
    assert shown["id"] == ids[1]
    assert "here.interceptor" in imperator("show", ids[0][:6], "--db", db).out


def test_the_log_is_filtered_and_explains(write: Write, tmp_path: Path) -> None:
    db = tmp_path / "a.db"
    id = imperator("run", write(turns=3), "--seed", 1, "--db", db, "--json").json["id"]
    events = imperator("log", id, "--db", db, "--json").json
    assert events
    assert imperator("log", id, "--db", db, "--scale", "legatus", "--json").json == []
    assert imperator("log", id, "--db", db, "--battle", "here.interceptor", "--json").json
    hit = next((event for event in events if event["event"]["checks"]), events[-1])
    text = imperator("log", id, "--db", db, "--explain", hit["id"]).out
    assert hit["event"]["text"] in text
    assert hit["event"]["rule"] in text
    assert all(modifier["name"] in text for check in hit["event"]["checks"] for modifier in check["modifiers"])


def test_a_campaign_verifies_and_replays_and_an_altered_one_does_not(write: Write, tmp_path: Path) -> None:
    db, file = tmp_path / "a.db", tmp_path / "export.json"
    id = imperator("run", write(), "--seed", 1, "--db", db, "--json").json["id"]
    assert imperator("verify", id, "--db", db, "--json").json["ok"]
    assert imperator("verify", db, "--json").json["ok"]
    assert imperator("replay", id, "--db", db, "--json").json["ok"]
    assert imperator("export", id, file, "--db", db).code == 0
    assert imperator("verify", file, "--json").json["ok"]
    document = json.loads(file.read_text())
    altered = next(n for n, event in enumerate(document["events"]) if event["event"]["rolls"])
    document["events"][altered]["event"]["text"] = "It was altered."
    file.write_text(json.dumps(document))
    called = imperator("verify", file)
    assert called.code == 1
    assert "It was altered." in called.refusal()

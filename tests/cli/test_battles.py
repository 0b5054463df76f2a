"""Single battles, fuzzing and duels from the command line."""

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from api import fuzz
from scales.engines import SCALES, engine
from tests.cli.conftest import imperator
from workers.battle import Battle


@pytest.mark.parametrize("scale", SCALES)
def test_random_orders_finish(scale: str) -> None:
    facts = imperator("fuzz", scale, "--battles", 2, "--seed", 11, "--json").json
    assert {key: facts[key] for key in ("battles", "finished", "stuck", "failed", "broken", "faults")} == {
        "battles": 2,
        "finished": 2,
        "stuck": 0,
        "failed": 0,
        "broken": 0,
        "faults": [],
    }


def test_a_duel_counts_every_battle_once() -> None:
    facts = imperator("duel", "interceptor", "--battles", 2, "--seed", 1, "--json").json
    assert facts["wins"] + facts["losses"] + facts["draws"] == 2


def test_the_same_battle_from_the_same_seed() -> None:
    first, second = (imperator("battle", "leviathan", "--seed", 2, "--json").json for _ in range(2))
    assert first == second
    assert first["outcome"]
    assert "Winner: " in imperator("battle", "leviathan", "--seed", 2).out


def test_a_battle_tells_every_number_on_request() -> None:
    plain, full = (imperator("battle", "centurion", "copses", *log).out for log in ((), ("--log",)))
    assert "target 9, rolled" not in plain
    assert "150mm Gauss Cannon (HEAP): base 9 (centurion: Modified To-Hit Number)" in full
    assert "target 9, rolled" in full
    assert [line for line in full.splitlines() if not line.startswith("      ")] == plain.splitlines()


def test_a_battle_gives_its_events_to_programs_on_request() -> None:
    short, full = (imperator("battle", "centurion", "copses", *log, "--json").json for log in ((), ("--log",)))
    assert "log" not in short
    assert len(full["log"]) == short["events"]
    assert {"turn", "phase", "event"} == set(full["log"][-1])
    assert any(check["modifiers"] for each in full["log"] for check in each["event"]["checks"])


def test_a_battle_says_what_decided_it() -> None:
    shown = imperator("battle", "centurion", "copses")
    facts = imperator("battle", "centurion", "copses", "--json").json
    assert facts["reasons"]
    assert all(reason in shown.out for reason in facts["reasons"])
    assert "Draw / Draw" not in shown.out


@pytest.mark.parametrize(("scale", "name"), [("legatus", "uplands"), ("interceptor", "dogfight")])
def test_people_read_the_names_of_sides_and_programs_their_ids(scale: str, name: str) -> None:
    result = imperator("battle", scale, name).out
    result = result[result.index("\nside ") :]
    assert "Terran Overlord Government  " in result
    assert "Points: Commonwealth" in result
    assert not any(line.startswith(("tog ", "cw ", "commonwealth ")) for line in result.splitlines())
    assert "tog" in imperator("battle", scale, name, "--json").json["points"]


def test_a_battle_from_a_file_and_one_of_another_scale(write: Callable[..., Path]) -> None:
    assert imperator("battle", "interceptor", write(), "--json").json["scale"] == "interceptor"
    assert "not a single legatus battle" in imperator("battle", "legatus", write()).refusal()


def test_faults_are_told_apart_and_named_with_their_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = engine("legatus")

    def trial(what: str) -> fuzz.Trial:
        with monkeypatch.context() as patch:
            if what == "broken":
                patch.setattr(type(rules), "invariants", lambda *_: ["two units in one"])
            if what == "failed":
                patch.setattr(type(rules), "advance", lambda *_: 1 // 0)
            if what == "stuck":
                patch.setattr(Battle, "play", endless)
            return fuzz.fuzz_one("legatus", 77)

    done = [trial(what) for what in ("broken", "failed", "stuck")]
    assert [t.outcome for t in done] == ["broken", "failed", "stuck"]
    facts = fuzz.fuzz_summary("legatus", 77, done)
    assert (facts["broken"], facts["failed"], facts["stuck"], facts["finished"]) == (1, 1, 1, 0)
    assert {fault["seed"] for fault in facts["faults"]} == {77}


def endless(self: Battle) -> object:
    raise fuzz.BattleStuck(f"{self.name} goes on and on")


def test_the_schema_is_json_schema() -> None:
    assert json.loads(imperator("schema").out)["title"] == "Campaign"
    for scale in SCALES:
        assert json.loads(imperator("schema", scale).out)["type"] == "object"


def test_patience_is_measured_in_processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A battle on a machine that is busy with other things is not stuck; one that computes without an end is."""
    monkeypatch.setattr(fuzz, "PATIENCE_SECONDS", 0.2)
    assert fuzz._patiently(waiting, 1).outcome == "finished"
    with pytest.raises(TimeoutError, match="processor time"):
        fuzz._patiently(computing, 1)


def waiting(seed: int) -> fuzz.Trial:
    time.sleep(0.5)
    return fuzz.Trial(seed, "finished")


def computing(seed: int) -> fuzz.Trial:
    while seed:
        pass
    return fuzz.Trial(seed, "finished")


def test_points_are_listed_for_both_sides_and_unequal_ones_noted() -> None:
    told = imperator("points", "wolves_among_sheep").out
    assert "tog: 99 scenario points" in told
    assert "Note: the sides are unequal" in told
    found = imperator("points", "wolves_among_sheep", "--json").json
    assert {side: about["total"] for side, about in found["sides"].items()} == {"commonwealth": 54, "tog": 99}
    assert all(sum(line["points"] for line in about["lines"]) == about["total"] for about in found["sides"].values())


def test_points_are_those_of_centurion_battles_alone() -> None:
    assert "is not a single centurion battle" in imperator("points", "dogfight").refusal()

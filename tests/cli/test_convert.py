"""`imperator convert prefect`: a battle of the strategic game becomes a Legatus battle, and its result what is left of the counters."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from campaigns.check import board_setup
from campaigns.library import find
from scales.engines import engine
from scales.legatus.prefect.conversion import setup_of
from scales.legatus.prefect.models import StrategicBattle
from tests.cli.conftest import imperator

EXAMPLE = Path(__file__).parents[2] / "docs" / "prefect.yaml"


@pytest.fixture(name="ford")
def converted(tmp_path: Path) -> Path:
    return shortened(tmp_path)


def shortened(folder: Path) -> Path:
    """The example as a battle to play, of two turns."""
    short, out = folder / "short.yaml", folder / "ford.yaml"
    short.write_text(EXAMPLE.read_text().replace("turn_limit: 12", "turn_limit: 2"))
    assert imperator("convert", "prefect", short, "--out", out).code == 0
    return out


def example(**changes: Any) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(EXAMPLE.read_text())
    return found | changes


def written(path: Path, **changes: Any) -> Path:
    path.write_text(json.dumps(example(**changes)))
    return path


# ---- in -----------------------------------------------------------------------------------------------------------


def test_the_battle_that_is_written_is_the_converted_one(ford: Path) -> None:
    assert imperator("validate", ford).code == 0
    campaign = find(str(ford), engine)
    board = board_setup(campaign, campaign.theatres[0], "legatus")
    wanted = setup_of(StrategicBattle.model_validate(example(turn_limit=2)))
    assert {key: board[key] for key in wanted if key in board} == {key: wanted[key] for key in wanted if key in board}
    assert {key: value for key, value in wanted.items() if key not in board} == {
        "naval_support": [], "satellites": [], "defenses": [], "superiority": ""
    }  # fmt: skip


def test_the_same_is_printed_as_yaml_and_as_json(tmp_path: Path) -> None:
    shown = imperator("convert", "prefect", EXAMPLE)
    machine = imperator("convert", "prefect", EXAMPLE, "--json")
    assert yaml.safe_load(shown.out) == machine.json
    assert shown.err == machine.err == ""
    for name, printed in (("a.yaml", shown.out), ("b.json", machine.out)):
        (tmp_path / name).write_text(printed)
        assert imperator("validate", tmp_path / name).code == 0


def test_the_points_are_explained_above_the_battle_and_not_in_it() -> None:
    told = imperator("convert", "prefect", EXAMPLE).out.splitlines()
    assert told[1].startswith(
        "# Task Force Scipio begins with 25 initiative points: 5 x 3 for detection, 2 x 3 for headquarters, 2 x 1 for signals centuries"
    )
    document = yaml.safe_load("\n".join(told))
    assert document["about"] == "Task Force Scipio attacks 88th Strike Legion."


def test_hexes_are_texts_for_every_reader(tmp_path: Path) -> None:
    given = example()
    given["sides"]["commonwealth"]["counters"][3]["hex"] = "2106"
    file = tmp_path / "given.yaml"
    file.write_text(yaml.safe_dump(given))
    assert '"2106"' in imperator("convert", "prefect", file).out


def test_the_double_blind_switch_stands_where_a_campaign_has_it(tmp_path: Path) -> None:
    document = imperator("convert", "prefect", written(tmp_path / "blind.json", double_blind=True), "--json").json
    assert document["options"] == {"legatus": {"double_blind": 1}}
    assert "options" not in document["theatres"][0]["boards"]["legatus"]


def test_every_mistake_is_told_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "bad.yaml"
    text = EXAMPLE.read_text().replace("type: medium_cohort", "type: medium_cohrt").replace("attacker: tog", "attacker: kess")
    file.write_text(text)
    told = imperator("convert", "prefect", file).refusal().splitlines()
    line = next(n for n, each in enumerate(text.splitlines(), 1) if "medium_cohrt" in each)
    assert told == [
        f"{file}, line {line}, sides.tog.counters[1].type: There is no counter of type 'medium_cohrt'; known and near it: medium_cohort, "
        "medium_flight, medium_century (legatus: Prefect to Legatus).",
        f"{file}, line 5, attacker: There is no side 'kess': the sides are tog and commonwealth.",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[1, 2]", "a battle of Prefect is a table of fields"),
        ("prefect: [", "not valid YAML"),
        ("prefect: 1\nprefect: 1", "stands twice"),
        ("prefect: 1\nname: a", "'sides' is missing"),
        ("prefect: 1\nname: \"a\\ab\"", "control character"),
        ("", "a battle of Prefect is a table of fields"),
    ],
)  # fmt: skip
def test_files_that_are_none_are_refused(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "odd.yaml"
    file.write_text(text)
    assert said in imperator("convert", "prefect", file).refusal()
    assert "cannot be read" in imperator("convert", "prefect", tmp_path / "none.yaml").refusal()


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    assert str(tmp_path) in imperator("convert", "prefect", EXAMPLE, "--out", tmp_path).refusal()


# ---- out ----------------------------------------------------------------------------------------------------------


@pytest.fixture(name="printed", scope="module")
def printed_by_the_command(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What a battle of two turns between bots prints."""
    return imperator("battle", "legatus", shortened(tmp_path_factory.mktemp("ford")), "--json").out


@pytest.fixture(name="fought")
def in_a_file(printed: str, tmp_path: Path) -> Path:
    """The result of the battle as somebody kept it."""
    file = tmp_path / "result.json"
    file.write_text(printed)
    return file


def test_there_and_back(fought: Path) -> None:
    document = imperator("convert", "prefect", EXAMPLE, "--result", fought, "--json").json
    result = json.loads(fought.read_text())
    assert (document["result"], document["points"], document["winner"]) == (result["outcome"], result["points"], result["winner"])
    assert [c["id"] for c in document["counters"] if c["side"] == "tog"] == ["hq", "c1", "c2", "guns", "signals", "air", "legion", "red"]
    assert sum(c["units"]["fought"] for c in document["counters"]) == len(result["fates"])
    statuses = [fate["status"] for fate in result["fates"].values()]
    assert sum(c["units"]["destroyed"] for c in document["counters"]) == statuses.count("destroyed")
    again = imperator("convert", "prefect", EXAMPLE, "--result", fought, "--json").json
    assert again == document


def test_people_read_what_is_left(fought: Path) -> None:
    told = imperator("convert", "prefect", EXAMPLE, "--result", fought).out
    for text in ("1st Cohort", "disrupted", "Legion headquarters", "7 of 7", "Result for Task Force Scipio, who attacked: "):
        assert text in told


def test_what_is_left_is_written_into_a_file(fought: Path, tmp_path: Path) -> None:
    out = tmp_path / "left.json"
    printed = imperator("convert", "prefect", EXAMPLE, "--result", fought, "--out", out, "--json")
    assert (printed.code, printed.out) == (0, "")
    assert json.loads(out.read_text())["prefect_result"] == 1


def test_a_result_with_faults_is_refused_whole(fought: Path, tmp_path: Path) -> None:
    result = json.loads(fought.read_text())
    del result["fates"]["c1.hq"]
    result["fates"]["stranger"] = {"side": "tog", "name": "Stranger", "status": "ok"}
    fought.write_text(json.dumps(result))
    assert imperator("convert", "prefect", EXAMPLE, "--result", fought).refusal().splitlines() == [
        f"{fought}, fates.stranger: No task force had 'stranger' (legatus: Legatus to Prefect).",
        f"{fought}, fates.c1.hq: The result says nothing of 'c1.hq' (legatus: Legatus to Prefect).",
    ]
    for text, said in (
        ("[]", "a result is what a battle prints"),
        ("{", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("{}", "needs 'fates'"),
    ):
        fought.write_text(text)
        assert said in imperator("convert", "prefect", EXAMPLE, "--result", fought).refusal()
    assert "cannot be read" in imperator("convert", "prefect", EXAMPLE, "--result", tmp_path / "none.json").refusal()


def test_the_result_of_a_campaign_is_taken_back(ford: Path, tmp_path: Path) -> None:
    """The converted battle is the board of a campaign: played, replayed, verified, and its result taken home."""
    db, shown = tmp_path / "games.db", tmp_path / "shown.json"
    assert imperator("run", ford, "--db", db, "--seed", 4, "--turns", 1).code == 0
    assert imperator("resume", "last", "--db", db).code == 0
    assert imperator("replay", "last", "--db", db).code == 0
    assert imperator("verify", "last", "--db", db).code == 0
    shown.write_text(imperator("show", "last", "--db", db, "--json").out)
    document = imperator("convert", "prefect", EXAMPLE, "--result", shown, "--json").json
    (board,) = json.loads(shown.read_text())["battles"]
    assert document["points"] == board["points"]
    assert document["result"] == board["outcome"]


def test_the_help_tells_of_both_ways() -> None:
    told = imperator("convert", "prefect", "--help").out
    assert "--result" in told
    assert "docs/prefect.md" in told


def test_the_converted_battle_is_a_board_among_others(tmp_path: Path) -> None:
    """Ships above, engagements below: the file is a campaign like any other, and the converted board plays a turn in it."""
    document = imperator("convert", "prefect", written(tmp_path / "short.json", turn_limit=1), "--json").json
    (theatre,) = document["theatres"]
    ship = {"class": "fulgur", "heading": 1, "velocity": 3}
    theatre["engagements"] = {"policy": "strongest", "at_most": 1}
    theatre["boards"]["leviathan"] = {
        "layout": "leviathan_deep_space",
        "units": [
            {"id": "fulgur", "name": "Fulgur", "side": "tog", "hex": "2:1301"} | ship,
            {"id": "ajax", "name": "Ajax", "side": "commonwealth", "hex": "1:1303"} | ship | {"class": "ajax"},
        ],
    }
    file, db, shown = tmp_path / "campaign.json", tmp_path / "games.db", tmp_path / "shown.json"
    file.write_text(json.dumps(document))
    assert imperator("validate", file).code == 0
    shown.write_text(imperator("run", file, "--db", db, "--seed", 4, "--json").out)
    assert json.loads(shown.read_text())["status"] == "ended"
    assert imperator("replay", "last", "--db", db).code == 0
    counters = imperator("convert", "prefect", EXAMPLE, "--result", shown, "--json").json["counters"]
    assert {c["id"] for c in counters} >= {"c1", "manus.1", "base"}

"""`imperator build`: designs worked out by the construction rules."""

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from tests.cli.conftest import imperator

WORKED = Path(__file__).parents[2] / "docs" / "vehicle.yaml"
"""The medium tank of the worked example."""


def test_the_worked_example_comes_to_the_printed_totals() -> None:
    facts = imperator("build", "vehicle", WORKED, "--json").json
    assert facts["results"] == {
        "power_used": 408,
        "excess_power": 1092,
        "mass": 267,
        "thrust": 4,
        "cost": 1404750,
        "scenario_points": 15,
    }
    before_digging = next(s for s in facts["steps"] if s["title"] == "Add Grav Drive (turret)")["running"]
    assert before_digging == {"power": 156, "mass": 240, "cost": 1282350}
    assert facts["ok"]
    assert facts["broken"] == []


def test_the_worksheet_tells_every_step_and_the_record_sheet() -> None:
    told = imperator("build", "vehicle", WORKED)
    assert told.code == 0
    assert told.err == ""
    for text in ("Choose Power Rating", "Add Digging Cannons", "Thrust: 4", "1,404,750", "Scenario points: 15", "Record sheet of"):
        assert text in told.out
    assert "200mm Gauss Cannon  turret    T (HEAP 20, APDS 24)" in told.out


def test_every_broken_rule_is_told_and_the_command_fails(tmp_path: Path) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text("name: Bad\nengine: 1500\narmor: {front: 110}\nweapons: {hull_1: [vulcan_1, mdc_8, mdc_8, mdc_8]}\n")
    told = imperator("build", "vehicle", file)
    assert told.code == 1
    assert "It breaks 3 rules:" in told.out
    assert "The Vulcan-1 sits in hull 1, and a Vulcan must be in the turret (centurion: Choose and Allocate Weapons)." in told.out
    assert "Record sheet" not in told.out
    machine = imperator("build", "vehicle", file, "--json")
    assert machine.code == 1
    assert '"ok":false' in machine.out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name: A\nengine: fast\n", "'engine' is a whole number"),
        ("name: A\n", "'engine' is missing"),
        ("name: A\nengine: 500\nwheels: 4\n", "There is no field 'wheels'"),
    ],
)
def test_fields_that_do_not_fit_are_told(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "odd.yaml"
    file.write_text(text)
    told = imperator("build", "vehicle", file)
    assert told.code == 1
    assert said in told.out


def test_files_that_are_no_designs_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "list.yaml"
    file.write_text("[1, 2]\n")
    assert "a design is a table of fields" in imperator("build", "vehicle", file).refusal()
    assert "cannot be read" in imperator("build", "vehicle", tmp_path / "none.yaml").refusal()
    file.write_text("name: [\n")
    assert "not valid YAML" in imperator("build", "vehicle", file).refusal()


def test_a_campaign_is_fought_with_a_vehicle_of_ones_own_and_replays(write: Callable[..., Path], tmp_path: Path) -> None:
    file = write("centurion", turns=2)
    campaign = yaml.safe_load(file.read_text())
    board = campaign["theatres"][0]["boards"]["centurion"]
    board["designs"] = {"novus": yaml.safe_load(WORKED.read_text())}
    for vehicle in board["platoons"][0]["vehicles"]:
        vehicle["type"] = "novus"
    file.write_text(yaml.safe_dump(campaign))
    db = tmp_path / "games.db"
    assert imperator("run", file, "--db", db, "--seed", 4).code == 0
    assert imperator("replay", "last", "--db", db).code == 0
    assert imperator("verify", "last", "--db", db).code == 0

"""`imperator build`: designs worked out by the construction rules."""

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from tests.cli.conftest import imperator

WORKED = Path(__file__).parents[2] / "docs" / "vehicle.yaml"
"""The medium tank of the worked example."""
SHIP = WORKED.with_name("ship.yaml")
"""The battleship of the worked example."""


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


def test_the_worked_ship_comes_to_its_totals_with_bay_factors() -> None:
    facts = imperator("build", "ship", SHIP, "--json").json
    assert (facts["ok"], facts["broken"], facts["kind"]) == (True, [], "battleship")
    assert facts["results"] == {
        "power_rating": 150_000,
        "power_used": 150_000,
        "mass": 4_212_757,
        "cost": 26_102_201_028,
        "bay_factors": 9414,
        "thrust": 2,
        "crew": 2717,
    }
    running = {step["title"]: step["running"] for step in facts["steps"]}
    assert len(running) == 17
    assert running["Choose Weapons"] == {"power": 150_000, "mass": 3_116_578, "cost": 12_805_065_500, "bay_factors": 8994}
    assert running["Add FTL Drives"] == {"power": 150_000, "mass": 4_016_558, "cost": 24_447_739_900, "bay_factors": 9414}
    assert facts["record"]["crew"]["bay technicians"] == 1080


def test_a_ships_worksheet_tells_every_step_and_the_record_sheet() -> None:
    told = imperator("build", "ship", SHIP)
    assert (told.code, told.err) == (0, "")
    for text in ("bay factors", "Triple links", "Shield generators, 6 of 6,694 tons", "  429 bridge personnel", "Bays: 12 of 12"):
        assert text in told.out
    for text in ("Cost: 26,102,201,028", "Record sheet of Shiva", "Port turrets: 6 / 6 / 5 / 4", "Missile salvos: 3"):
        assert text in told.out
    lines = told.out.splitlines()
    assert next(line for line in lines if line.startswith("spinal mount E")).split()[3:] == ["forward", "15", "13", "11", "9", "7"]


def test_every_rule_that_a_ship_breaks_is_told_and_the_command_fails(tmp_path: Path) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text("name: Bad\nclass: destroyer\nengines: [9000]\narmor: {F: 60}\nspinal_mount: B\nshields: {A: 6}\n")
    told = imperator("build", "ship", file)
    assert told.code == 1
    assert "It breaks 6 rules:" in told.out
    assert "A destroyer carries a spinal mount A, not a spinal mount B (leviathan: Spinal Mounts (Construction))." in told.out
    assert "A power rating of 9,000 makes a corvette, and a destroyer has 30,001 to 50,000 (leviathan: Ship Class)." in told.out
    assert "Record sheet" not in told.out
    machine = imperator("build", "ship", file, "--json")
    assert machine.code == 1
    assert '"ok":false' in machine.out


def test_fields_of_a_ship_that_do_not_fit_are_told(tmp_path: Path) -> None:
    file = tmp_path / "odd.yaml"
    file.write_text("name: A\nclass: raft\nengines: [x]\nsails: 4\n")
    told = imperator("build", "ship", file)
    assert told.code == 1
    for text in (
        "'class' is one of battleship",
        "'engines.0' is a whole number",
        "There is no field 'sails'",
        "(leviathan: Ship Construction)",
    ):
        assert text in told.out


def test_a_location_that_there_is_not_is_told_with_all_else_that_does_not_fit(tmp_path: Path) -> None:
    file = tmp_path / "ship.yaml"
    file.write_text("name: Raven\nclass: destroyer\nengines: [x]\nbays: {Q: [], L: 7}\narmor: {T: 10}\nshields: {L: 1}\n")
    told = imperator("build", "ship", file)
    assert told.code == 1
    assert told.out.startswith("Raven, destroyer\n")
    for text in (
        "'engines.0' is a whole number",
        "Bays.Q: a bay lies at F, R, L or A (leviathan: Ship Construction).",
        "'bays.L' is a list",
        "Armor.T: armor lies on the sides F, FR, AR, A, AL and FL",
        "Shields.L: a shield stands on the sides F, FR, AR, A, AL and FL",
    ):
        assert text in told.out


def test_a_campaign_is_fought_with_a_ship_of_ones_own_and_replays(write: Callable[..., Path], tmp_path: Path) -> None:
    file = write("leviathan", turns=2)
    campaign = yaml.safe_load(file.read_text())
    board = campaign["theatres"][0]["boards"]["leviathan"]
    board["designs"] = {"novus": yaml.safe_load(SHIP.read_text())}
    board["units"][0]["class"] = "novus"
    file.write_text(yaml.safe_dump(campaign))
    db = tmp_path / "games.db"
    assert imperator("run", file, "--db", db, "--seed", 4).code == 0
    assert imperator("replay", "last", "--db", db).code == 0
    assert imperator("verify", "last", "--db", db).code == 0

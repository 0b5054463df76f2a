"""Battles on tables over HTTP: what is set up, what both sides report, what the game master takes over."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.routes.tables import Approval, ResultForm
from campaigns.library import find
from orchestrator.planning import plan_of
from orchestrator.store.records import BattlePlan, CampaignPlan, TheatrePlan
from scales.dice import KeyedDice, seeded_secret
from scales.engines import engine
from scales.hexes import Hex
from tests.api.conftest import House, opened, refused

DUEL = "dogfight.interceptor"
SCALES = ("legatus", "leviathan", "interceptor", "centurion")


@pytest.fixture
def tables(house: House) -> House:
    """The dogfight is played on a table."""
    given(house, DUEL)
    return house


def given(house: House, battle: str) -> None:
    answer = house.post("gm", "/campaigns/{id}/assignments", {"battle": battle, "holder": "table"})
    assert answer.status_code == 200, answer.text


def report(house: House, who: str, fates: Any, battle: str = DUEL) -> Any:
    answer = house.post(who, f"/campaigns/{{id}}/battles/{battle}/results", {"fates": fates})
    assert answer.status_code == 201, answer.text
    return answer.json()


def sheet(house: House, who: str, battle: str = DUEL) -> Any:
    return house.get(who, f"/campaigns/{{id}}/battles/{battle}/table").json()


def own(house: House, who: str) -> dict[str, Any]:
    """Fates of one's own units, without sheets."""
    return {unit: {"status": fate["status"]} for unit, fate in sheet(house, who)["form"]["fates"].items()}


def test_everybody_sees_that_a_battle_is_played_on_a_table(house: House) -> None:
    for who in ("gm", "cw", "tog", "watcher"):
        assert house.get(who, "/campaigns/{id}").json()["at_tables"] == []
    given(house, DUEL)
    for who in ("gm", "cw", "tog", "watcher"):
        shown = house.get(who, "/campaigns/{id}").json()
        assert shown["at_tables"] == [DUEL]
        assert [line["is_on_table"] for line in house.get(who, "/campaigns/{id}/battles").json()] == [True]
        assert (shown["master"] or {"tables": [DUEL]})["tables"] == [DUEL]


def test_a_table_sheet_shows_records_and_printed_hexes(tables: House) -> None:
    for who in ("gm", "cw"):
        found = sheet(tables, who)
        for unit in found["units"]:
            assert unit["at"] == Hex(*unit["hex"]).label
            assert "sheet" not in unit
            boards = tables.get(who, f"/campaigns/{{id}}/units/{unit['id']}").json()["boards"]
            assert [board["record"] for board in boards] == [unit["record"]]
        assert all(counter["at"] for counter in found["picture"]["counters"])


def test_both_sides_reports_are_approved_together(tables: House) -> None:
    mine, his = report(tables, "cw", own(tables, "cw")), report(tables, "tog", own(tables, "tog") | {"tog-1": {"status": "destroyed"}})
    listed = tables.get("gm", f"/campaigns/{{id}}/battles/{DUEL}/results").json()
    assert ([each["id"] for each in listed["results"]], listed["differences"]) == ([mine["id"], his["id"]], [])
    approved = tables.post("gm", f"/campaigns/{{id}}/results/{mine['id']}/approval").json()
    assert (approved["status"], approved["form"]["fates"]["tog-1"]) == ("approved", {"status": "destroyed"})
    assert tables.get("gm", "/campaigns/{id}").json()["at_tables"] == []
    (line,) = tables.get("cw", "/campaigns/{id}/units?status=destroyed").json()
    assert line["id"] == "tog-1"


def test_an_approval_tells_what_is_still_missing(tables: House) -> None:
    mine = report(tables, "cw", own(tables, "cw"))
    problem = refused(tables.post("gm", f"/campaigns/{{id}}/results/{mine['id']}/approval"), 422)
    assert sorted(fault["where"] for fault in problem["faults"]) == [f"fates.tog-{n}" for n in range(1, 5)]


def test_a_player_takes_his_own_report_back_and_nobody_elses(tables: House) -> None:
    mine = report(tables, "cw", own(tables, "cw"))
    refused(tables.delete("tog", f"/campaigns/{{id}}/results/{mine['id']}"), 404)
    assert tables.delete("cw", f"/campaigns/{{id}}/results/{mine['id']}").json()["status"] == "withdrawn"


@pytest.fixture(params=SCALES)
def scaled(request: pytest.FixtureRequest, furnished: tuple[Path, House], tmp_path: Path) -> Iterator[tuple[House, str]]:
    """A battle of each scale on a table."""
    with opened(furnished, tmp_path) as house:
        rules = engine(request.param)
        board = BattlePlan("here.board", request.param, rules.sample(KeyedDice(key=seeded_secret(4))))
        seats = {side["seat"]: side["id"] for side in board.setup["sides"]}
        plan = CampaignPlan("one", [TheatrePlan("here", [board])], [request.param], seats, 2)
        house.campaign = house.service.campaigns.create(plan, secret=bytes(32))
        house.come("gm", "gm")
        given(house, "here.board")
        yield house, "here.board"


def test_a_word_of_each_unit_is_a_result_of_every_scale(scaled: tuple[House, str]) -> None:
    house, battle = scaled
    fates = {unit: {"status": fate["status"]} for unit, fate in sheet(house, "gm", battle)["form"]["fates"].items()}
    lost = next(unit["id"] for unit in sheet(house, "gm", battle)["units"] if unit["hex"] and unit["status"] == "ok")
    given_result = report(house, "gm", fates | {lost: {"status": "destroyed"}}, battle)
    answer = house.post("gm", f"/campaigns/{{id}}/results/{given_result['id']}/approval")
    assert answer.status_code == 200, answer.text
    (board,) = house.get("gm", f"/campaigns/{{id}}/units/{lost}").json()["boards"]
    assert board["line"]["status"] == "destroyed"


def test_the_examples_of_the_description_are_results_that_are_taken(furnished: tuple[Path, House], tmp_path: Path) -> None:
    battle = "ostia.leviathan"
    with opened(furnished, tmp_path) as house:
        house.campaign = house.service.campaigns.create(plan_of(find("landfall", engine)), secret=bytes(32))
        house.come("gm", "gm")
        given(house, battle)
        for form in ResultForm.model_config["json_schema_extra"]["examples"]:  # type: ignore[call-overload, index]
            answer = house.post("gm", f"/campaigns/{{id}}/battles/{battle}/results", form)
            assert answer.status_code == 201, answer.text
        for changes in Approval.model_config["json_schema_extra"]["examples"][1:]:  # type: ignore[call-overload, index]
            approved = house.post("gm", f"/campaigns/{{id}}/results/{answer.json()['id']}/approval", changes)
            assert approved.status_code == 200, approved.text
